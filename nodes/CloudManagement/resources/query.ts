import { z } from 'zod';
import type { Description, Fields } from '../../engine/body/fields';
import { description, jsonObject, text } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isJsonObject } from '../../engine/json';
import type { Parameters } from '../../engine/operation';
import type { ListedOperation } from '../../engine/resource';
import { managementApi } from '../../clickhouseCloud/api';
import { changedFields } from '../../features/record/bodyFields';
import { replace } from '../../features/record/change';
import type { CurrentRecord } from '../../features/record/current';
import { currentField, currentRecord } from '../../features/record/current';
import type { RecordType } from '../../features/record/record';

const MAX_SQL_LENGTH = 4_194_304;

/** The API's own fields of a query, and this node's summary in Update's output. */
const READ_ONLY = ['id', 'url', 'ownerType', 'summary'];

interface QueryTraits {
	/** The minimum length of SQL and database. */
	least: 0 | 1;
	/** Its other fields, some of them in the panel. */
	others?: (needed: { required: true; marked: boolean }) => Fields;
	panel?: readonly string[];
}

/** Describes a query. In an update, the current record can have the required values. */
export function describeQuery(
	isNew: boolean,
	{ least, others, panel = [] }: QueryTraits,
): Description {
	const needed = { required: true, marked: isNew } as const;
	const texts = z.string().trim().min(least);
	return description(
		'',
		{
			name: text('Name', { ...needed, placeholder: 'e.g. Daily orders' }),
			sql: text('SQL', {
				...needed,
				rows: 5,
				placeholder: 'e.g. SELECT count() FROM orders WHERE day = {day:Date}',
				description: 'The statement, with its query parameters in braces',
				schema: texts.max(MAX_SQL_LENGTH),
			}),
			database: text('Database', {
				...needed,
				placeholder: 'e.g. default',
				description: 'The database that the statement runs in',
				schema: texts,
			}),
			...others?.(needed),
			parameters: jsonObject('Parameters', {
				placeholder: 'e.g. { "day": "2026-05-31" }',
				description: 'The values of the query parameters by their names. {} is none.',
			}),
		},
		{ panel: ['name', 'sql', 'database', ...panel] },
	);
}

/** Only parameters' values can be null. */
export const QUERY_TRAITS = {
	example: '{ "newField": "…" }',
	nullable: ['parameters'],
	rules: [
		({ parameters }: JsonObject): Issue[] =>
			parameters === null ? [{ path: 'parameters', code: 'isNull' }] : [],
	],
};

/** The differences between one query's update and another's. */
interface UpdateTraits {
	traits: QueryTraits;
	/** The name and the label of the field for the current record. */
	field: readonly [name: string, label: string];
	/** The fields that an update clears if they're omitted. */
	optional: readonly string[];
	conflict: string;
}

/** Returns a query's update, which replaces it. */
export function updateQuery(
	kind: RecordType,
	{ traits, field: [name, label], optional, conflict }: UpdateTraits,
): ListedOperation {
	const { title, idField } = kind;
	const field = currentField(
		name,
		label,
		`The output of Get for this ${title}. Fields that you don't enter keep its values. Without it, enter all of the ${title}.`,
	);
	const read = (parameters: Parameters): CurrentRecord =>
		currentRecord(field, idField, parameters, ({ [managementApi.payloadKey]: result }) =>
			isJsonObject(result) ? result : undefined,
		);
	const replaces = { field, read, readOnly: READ_ONLY };
	return replace(kind, {
		description: `Change a ${title}. The API replaces the whole, so enter the output of Get as ${label}.`,
		fields: changedFields(describeQuery(false, traits), { ...QUERY_TRAITS, replaces }),
		advice: { 409: conflict },
		replaces,
		optional,
	});
}

/** Returns the advice about a query that a person made. */
export function madeInConsole(title: string): string {
	return `The API changes only what it has created: change a ${title} from the console there.`;
}
