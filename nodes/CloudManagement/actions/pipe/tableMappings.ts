import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';

import { description, flag, list, text } from '../../../core/description/fields';
import type { Finding } from '../../../core/description/findings';
import { finding } from '../../../core/description/findings';
import { bodyOf, propertiesOf } from '../../../core/description/interpret';
import type { JsonObject } from '../../../core/json';
import { isJsonObject, withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { optional, rows } from '../../../core/parameters/values';
import { inputField } from '../../../core/parameters/fields';
import type { ListSyntax, ParsedList } from './parseList';
import { rowName } from '../../../core/text';
import { parseList } from './parseList';

const DEFAULT_SCHEMA = 'public';
const TABLE_MAPPINGS_LABEL = 'Table Mappings';

const NAME = z.string().trim().min(1);

/** Reference, "`postgres` member". In the panel in the order in which one thinks of them, not of the alphabet. */
const mapping = description(
	'',
	{
		sourceSchemaName: text('Source Schema Name', {
			default: DEFAULT_SCHEMA,
			placeholder: 'e.g. public',
			schema: NAME,
		}),
		sourceTable: text('Source Table', { marked: true, placeholder: 'e.g. orders', schema: NAME }),
		targetTable: text('Target Table', { marked: true, placeholder: 'e.g. orders', schema: NAME }),
		excludedColumns: list('Excluded Columns', {
			placeholder: 'e.g. card_number,notes',
			description: 'Columns not to replicate, separated by commas',
		}),
		useCustomSortingKey: flag('Use Custom Sorting Key', {
			description: 'Whether to sort the target table by columns other than its primary key',
		}),
		sortingKeys: list('Sorting Keys', {
			shown: { useCustomSortingKey: [true] },
			placeholder: 'e.g. customer_id,created_at',
			description: 'The columns to sort by, in this order, separated by commas',
		}),
		tableEngine: text('Table Engine', {
			placeholder: 'e.g. MergeTree',
			description: 'Leave empty to use the default of the service',
		}),
	},
	{
		panel: [
			...['sourceSchemaName', 'sourceTable', 'targetTable', 'tableEngine', 'excludedColumns'],
			...['useCustomSortingKey', 'sortingKeys'],
		],
	},
);
const members = propertiesOf(mapping);
const bodyOfMapping = bodyOf(mapping);

export const tableMappingsSchema = z.array(mapping.schema);

/** The fields that say which tables a Postgres source replicates, as rows or as a list. */
export const tableMappingsFields: INodeProperties[] = [
	inputField('Define Tables', 'tableMappingsInput', 'How to define the tables'),
	...updateDisplayOptions({ show: { tableMappingsInput: ['fields'] } }, [
		{
			displayName: TABLE_MAPPINGS_LABEL,
			name: 'postgresTableMappings',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				fixedCollection: { itemTitle: '={{ $collection.item.value.sourceTable }}' },
			},
			required: true,
			placeholder: 'Add Table Mapping',
			default: {
				values: [Object.fromEntries(members.map((member) => [member.name, member.default]))],
			},
			description: 'The tables to replicate',
			options: [{ displayName: 'Table Mapping', name: 'values', values: members }],
		},
	]),
	...updateDisplayOptions({ show: { tableMappingsInput: ['list'] } }, [
		{
			displayName: TABLE_MAPPINGS_LABEL,
			name: 'tableMappingsList',
			type: 'string',
			typeOptions: { rows: 5 },
			required: true,
			default: '',
			placeholder: 'e.g. public.orders shop_orders',
			hint: 'One table per line: source table, target table if different',
			description:
				'The tables to replicate, one per line or separated by commas. The schema is public unless it precedes the table. An expression can also return a list of objects with sourceSchemaName, sourceTable, targetTable, excludedColumns, useCustomSortingKey, sortingKeys and tableEngine.',
		},
	]),
];

/** Returns what mappings lack by their own sense, although the reference does not demand it. */
export function tableGaps(tableMappings: unknown): Finding[] {
	if (optional(tableMappings) === undefined) {
		return [finding('gap', '', 'names no table. Add at least one.')];
	}
	const mappings: unknown[] = Array.isArray(tableMappings) ? tableMappings : [];
	return mappings.flatMap((mapping, index) => {
		if (!isJsonObject(mapping) || mapping.useCustomSortingKey !== true) return [];
		if (optional(mapping.sortingKeys) !== undefined) return [];
		const message =
			'is empty although a custom sorting key is to be used. Enter the columns to sort by.';
		return [finding('gap', `${String(index)}.sortingKeys`, message)];
	});
}

const TABLE_MAPPINGS: ListSyntax = {
	label: TABLE_MAPPINGS_LABEL,
	members: members.map(({ name }) => name),
	example: 'public.orders shop_orders',
	rowOf: ({ words: [table, targetTable, ...more], dots }) => {
		if (more.length > 0) {
			return `has more than table and target table: "${more.join(' ')}". Put a name with spaces in double quotes.`;
		}
		const dot = dots.get(0);
		if (dot === undefined) return withoutUndefined({ sourceTable: table, targetTable });
		const [sourceSchemaName, sourceTable] = [table.slice(0, dot), table.slice(dot + 1)];
		return withoutUndefined({ sourceSchemaName, sourceTable, targetTable });
	},
};

/** Returns the `tableMappings` member of a Postgres source, and the issues with its fields. */
export function tableMappingsBody(fields: Parameters, timezone: string): ParsedList {
	if (fields.tableMappingsInput !== 'list') {
		const mappings = rows(fields.postgresTableMappings).map((row) =>
			bodyOfMapping(withUsedSortingKeys(row), timezone),
		);
		return { rows: mappings, issues: emptyIssues(mappings, ['sourceTable', 'targetTable']) };
	}
	const { rows: listed, issues } = parseList(fields.tableMappingsList, TABLE_MAPPINGS);
	const mappings = listed.map((row) => bodyOfMapping(withDefaults(row), timezone));
	// Behind an entry that could not be read, rows have other numbers than entries.
	return {
		rows: mappings,
		issues: issues.length > 0 ? issues : emptyIssues(mappings, ['sourceTable']),
	};
}

/** Returns an issue for each table that a mapping lacks. By JSON, the API decides which it needs. */
function emptyIssues(mappings: readonly JsonObject[], names: readonly string[]): ValidationIssue[] {
	const required = members.filter(({ name }) => names.includes(name));
	return mappings.flatMap((mapping, index) =>
		required
			.filter(({ name }) => mapping[name] === undefined)
			.map(({ displayName }) => ({
				field: `${rowName(TABLE_MAPPINGS_LABEL, index)}, ${displayName}`,
				message: 'is empty. Enter a table.',
			})),
	);
}

/** A row keeps the sorting keys that were entered before the switch was turned off. */
function withUsedSortingKeys(row: JsonObject): JsonObject {
	return row.useCustomSortingKey === true ? row : { ...row, sortingKeys: undefined };
}

function withDefaults(row: JsonObject): JsonObject {
	return {
		...row,
		sourceSchemaName: optional(row.sourceSchemaName) ?? DEFAULT_SCHEMA,
		targetTable: optional(row.targetTable) ?? row.sourceTable,
	};
}
