import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';

import { description, flag, list, text } from '../../../core/description/fields';
import type { Finding } from '../../../core/description/findings';
import { finding, within } from '../../../core/description/findings';
import { bodyOf, propertiesOf } from '../../../core/description/interpret';
import type { JsonObject } from '../../../core/json';
import { isJsonObject, withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { optional, rows } from '../../../core/parameters/values';
import { inputField } from '../../../core/parameters/properties';
import type { ListSyntax, ParsedList } from './parseList';
import { parseList } from './parseList';

const DEFAULT_SCHEMA = 'public';

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

/** Returns what mappings lack by their own sense, although the reference does not demand it. */
export function tableWarnings(tableMappings: unknown): Finding[] {
	if (optional(tableMappings) === undefined)
		return [finding('warningByJson', '', { code: 'noTables' })];
	const mappings: unknown[] = Array.isArray(tableMappings) ? tableMappings : [];
	return mappings.flatMap((mapping, index) =>
		isJsonObject(mapping) ? within(String(index), mappingWarnings(mapping)) : [],
	);
}

function* mappingWarnings({
	sourceTable,
	sortingKeys,
	useCustomSortingKey,
}: JsonObject): Iterable<Finding> {
	if (optional(sourceTable) === undefined)
		yield finding('warningByJson', 'sourceTable', { code: 'noTable' });
	if (useCustomSortingKey === true && optional(sortingKeys) === undefined) {
		yield finding('warningByJson', 'sortingKeys', { code: 'noSortingKeys' });
	}
}

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
export function tableMappingsBody(fields: Parameters, timezone: string): ParsedList {
	if (fields.tableMappingsInput !== 'list') {
		const mappings = rows(fields.postgresTableMappings).map((row) =>
			bodyOfMapping(withUsedSortingKeys(row), timezone),
		);
		return { rows: mappings, issues: emptyIssues(mappings) };
	}
	const { rows: listed, issues } = parseList(fields.tableMappingsList, TABLE_MAPPINGS);
	return { rows: listed.map((row) => bodyOfMapping(withDefaults(row), timezone)), issues };
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
