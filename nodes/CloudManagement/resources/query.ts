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
	/** Minimum length of SQL and database. */
	least: 0 | 1;
	/** Further fields, some of them in the panel. */
	moreFields?: (needed: { required: true; marked: boolean }) => Fields;
	panel?: readonly string[];
}

/** A query's fields. An update keeps required values that aren't entered. */
const queryFields = (marked: boolean) => ({
	name: text('Name', { required: true, marked, placeholder: 'e.g. Daily orders' }),
	sql: text('SQL', {
		required: true,
		marked,
		typeOptions: SQL_EDITOR,
		placeholder: 'e.g. SELECT count() FROM orders WHERE day = {day:Date}',
		description: 'SQL statement, with query parameters in braces',
	}),
	database: text('Database', {
		required: true,
		marked,
		placeholder: 'e.g. default',
		description: 'Database that the statement runs in',
	}),
});
const NEW = queryFields(true);
const CHANGED = queryFields(false);

export function queryDescription(
	isNew: boolean,
	{ least, moreFields, panel = [] }: QueryKind,
): Description {
	const needed = { required: true, marked: isNew } as const;
	const { name, sql, database } = isNew ? NEW : CHANGED;
	const texts = z.string().trim().min(least);
	return describeBody(
		'',
		{
			name,
			sql: { ...sql, schema: texts.max(MAX_SQL_LENGTH) },
			database: { ...database, schema: texts },
			...moreFields?.(needed),
			parameters: jsonObject('Parameters', {
				placeholder: 'e.g. { "day": "2026-05-31" }',
				description: `Query parameter values, by name${isNew ? '' : '. The expression {{ null }} removes all.'}`,
			}),
		},
		{ panel: ['name', 'sql', 'database', ...panel] },
	);
}

/** Only parameters' values can be null. */
export const QUERY_RULES = {
	example: '{ "newField": "…" }',
	nullable: ['parameters'],
	rules: [
		({ parameters }: JsonObject): Issue[] =>
			parameters === null ? [{ path: 'parameters', text: IS_NULL }] : [],
	],
};

/** Keys that the API sets on a query. */
const QUERY_REPLACEMENT: Replacement = {
	readOnly: ['id', 'url', 'ownerType'],
	stored: z
		.object({
			parameters: z.object({}),
			apiKeyIds: z.array(z.string()),
			roles: z.array(z.string()),
			allowedOrigins: z.array(z.string()),
		})
		.partial(),
};

/** The API replaces the whole query. */
export function updateQuery(
	record: ApiRecord,
	queryKind: QueryKind,
	conflict: string,
): ListedOperation {
	return update(record, {
		description: `Change a ${record.title}. Keeps what you don't enter.`,
		fields: changedFields(queryDescription(false, queryKind), {
			...QUERY_RULES,
			replaces: QUERY_REPLACEMENT,
		}),
		advice: { 409: conflict },
	});
}

/** Advice about a query created in the console. */
export function madeInConsole(title: string): string {
	return `The API can't change a ${title} that was created in the console. Change it there.`;
}
