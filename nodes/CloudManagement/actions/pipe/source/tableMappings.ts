import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import type { Parameters, ValidationIssue } from '../../../../core/operation';
import { optional, optionalTextList, rows } from '../../../../core/parameters/values';
import { inputField } from '../../../../core/parameters/fields';
import type { ListSyntax, ParsedList } from '../parseList';
import { parseList } from '../parseList';

const DEFAULT_SCHEMA = 'public';

// In the order in which one thinks of them, not of the alphabet.
const members: INodeProperties[] = [
	{
		displayName: 'Source Schema Name',
		name: 'sourceSchemaName',
		type: 'string',
		default: DEFAULT_SCHEMA,
		placeholder: 'e.g. public',
	},
	{
		displayName: 'Source Table',
		name: 'sourceTable',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. orders',
	},
	{
		displayName: 'Target Table',
		name: 'targetTable',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. orders',
	},
	{
		displayName: 'Table Engine',
		name: 'tableEngine',
		type: 'string',
		default: '',
		placeholder: 'e.g. MergeTree',
		description: 'Leave empty to use the default of the service',
	},
	{
		displayName: 'Excluded Columns',
		name: 'excludedColumns',
		type: 'string',
		default: '',
		placeholder: 'e.g. card_number,notes',
		description: 'Columns not to replicate, separated by commas',
	},
	{
		displayName: 'Use Custom Sorting Key',
		name: 'useCustomSortingKey',
		type: 'boolean',
		default: false,
		description: 'Whether to sort the target table by columns other than its primary key',
	},
	{
		displayName: 'Sorting Keys',
		name: 'sortingKeys',
		type: 'string',
		default: '',
		placeholder: 'e.g. customer_id,created_at',
		description: 'The columns to sort by, in this order, separated by commas',
		displayOptions: { show: { useCustomSortingKey: [true] } },
	},
];

/** The fields that say which tables a Postgres source replicates, as rows or as a list. */
export const tableMappingsFields: INodeProperties[] = [
	inputField('Define Tables', 'tableMappingsInput', 'How to define the tables'),
	...updateDisplayOptions({ show: { tableMappingsInput: ['fields'] } }, [
		{
			displayName: 'Table Mappings',
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
			displayName: 'Table Mappings',
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

const TABLE_MAPPINGS: ListSyntax = {
	path: 'source.postgres.tableMappings',
	members: members.map(({ name }) => name),
	example: 'public.orders shop_orders',
	rowOf: ({ words: [table, targetTable, ...more], dots }) => {
		if (more.length > 0) {
			return {
				problem: { code: 'moreWords', expected: 'table and target table', more: more.join(' ') },
			};
		}
		const dot = dots.get(0);
		if (dot === undefined) return { row: withoutUndefined({ sourceTable: table, targetTable }) };
		const [sourceSchemaName, sourceTable] = [table.slice(0, dot), table.slice(dot + 1)];
		return { row: withoutUndefined({ sourceSchemaName, sourceTable, targetTable }) };
	},
};

/** Returns the `tableMappings` member of a Postgres source, and the issues with its fields. */
export function tableMappingsBody(fields: Parameters): ParsedList {
	if (fields.tableMappingsInput !== 'list') {
		const mappings = rows(fields.postgresTableMappings).map((row) =>
			mappingBody(withUsedSortingKeys(row)),
		);
		return { rows: mappings, issues: emptyIssues(mappings) };
	}
	const { rows: listed, issues } = parseList(fields.tableMappingsList, TABLE_MAPPINGS);
	return { rows: listed.map((row) => mappingBody(withDefaults(row))), issues };
}

/** Returns an issue for each table that a row lacks. */
function emptyIssues(mappings: readonly JsonObject[]): ValidationIssue[] {
	return mappings.flatMap((mapping, index) =>
		members
			.filter(({ name, required }) => required === true && mapping[name] === undefined)
			.map(({ name }) => ({
				path: `${TABLE_MAPPINGS.path}.${String(index)}.${name}`,
				code: 'noTable',
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

function mappingBody(row: JsonObject): JsonObject {
	return withoutUndefined({
		sourceSchemaName: optional(row.sourceSchemaName),
		sourceTable: optional(row.sourceTable),
		targetTable: optional(row.targetTable),
		excludedColumns: optionalTextList(row.excludedColumns),
		useCustomSortingKey: optional(row.useCustomSortingKey),
		sortingKeys: optionalTextList(row.sortingKeys),
		tableEngine: optional(row.tableEngine),
	});
}
