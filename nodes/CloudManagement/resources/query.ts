import { z } from 'zod';
import type { Description, Fields } from '../../engine/body/fields';
import { describeBody, jsonObject, text } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { IS_NULL } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { SQL_EDITOR } from '../../engine/parameters/properties';
import type { ListedOperation } from '../../engine/resource';
import { changedFields } from '../../features/record/bodyFields';
import { update } from '../../features/record/change';
import type { ApiRecord } from '../../features/record/record';
import type { Replacement } from '../../features/record/replacement';

const MAX_SQL_LENGTH = 4_194_304;

export interface QueryKind {
	/** SQL and database have at least this many characters. */
	least: 0 | 1;
	/** The node shows the `mainFields` among these fields immediately. */
	moreFields?: (needed: { required: true; marked: boolean }) => Fields;
	mainFields?: readonly string[];
}

/** An update keeps required values that aren't entered. */
const queryFields = (marked: boolean) => ({
	name: text('Name', { required: true, marked, placeholder: 'e.g. Daily orders' }),
	sql: text('SQL', {
		required: true,
		marked,
		typeOptions: SQL_EDITOR,
		placeholder: 'e.g. SELECT count() FROM orders WHERE day = {day:Date}',
		description: 'One statement, with query parameters in braces',
	}),
	database: text('Database', {
		required: true,
		marked,
		placeholder: 'e.g. default',
		description: 'Database that the statement runs in',
	}),
});
const NEW = queryFields(true);
const CHANGED_QUERY = queryFields(false);

export function queryDescription(
	isNew: boolean,
	{ least, moreFields, mainFields = [] }: QueryKind,
): Description {
	const needed = { required: true, marked: isNew } as const;
	const { name, sql, database } = isNew ? NEW : CHANGED_QUERY;
	const textSchema = z.string().trim().min(least);
	return describeBody(
		'',
		{
			name,
			sql: { ...sql, schema: textSchema.max(MAX_SQL_LENGTH) },
			database: { ...database, schema: textSchema },
			...moreFields?.(needed),
			parameters: jsonObject('Parameters', {
				placeholder: 'e.g. { "day": "2026-05-31" }',
				description: `Query parameter values, by name${isNew ? '' : '. The expression {{ null }} removes all.'}`,
			}),
		},
		{ mainFields: ['name', 'sql', 'database', ...mainFields] },
	);
}

/** With `nullable`, a parameter's value may be null. The rule refuses null for `parameters` itself. */
export const QUERY_RULES = {
	example: '{ "newField": "…" }',
	nullable: ['parameters'],
	rules: [
		({ parameters }: JsonObject): Issue[] =>
			parameters === null ? [{ path: 'parameters', text: IS_NULL }] : [],
	],
};

/** The API replaces the whole query, so an update sends the stored values too. */
const QUERY_REPLACEMENT: Replacement = {
	readOnly: ['id', 'url', 'ownerType'],
	storedSchema: z
		.object({
			parameters: z.object({}),
			apiKeyIds: z.array(z.string()),
			roles: z.array(z.string()),
			allowedOrigins: z.array(z.string()),
		})
		.partial(),
};

export function updateQuery(
	record: ApiRecord,
	queryKind: QueryKind,
	conflict: string,
): ListedOperation {
	return update(record, {
		description: `Change a ${record.title}. Other fields stay the same.`,
		fields: changedFields(queryDescription(false, queryKind), {
			...QUERY_RULES,
			replacement: QUERY_REPLACEMENT,
		}),
		advice: { 409: conflict },
	});
}

export function madeInConsole(title: string): string {
	return `The API can't change a ${title} that was created in the console. Change it there.`;
}
