import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { Description, Field, Fields, Traits } from '../../../engine/body/fields';
import { description, flag, handWritten, list, text } from '../../../engine/body/fields';
import type { Finding } from '../../../engine/body/interpret';
import {
	finding,
	rulesOf,
	prefixPaths,
	bodyOf,
	propertiesOf,
} from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { Parameters, ValidationIssue } from '../../../engine/operation';
import { emptyToUndefined, rows } from '../../../engine/parameters/values';
import { inputField } from '../../../engine/parameters/properties';
import type { ListSyntax, ParsedList } from './columns';
import { parseList } from './columns';

const NAME = z.string().trim().min(1);

/** What a mapping may have besides the names of its tables, in the order of the body. */
const OTHERS = {
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
		placeholder: 'e.g. ReplacingMergeTree',
		description: 'Leave empty to use the default of the service',
		schema: z.enum(['MergeTree', 'ReplacingMergeTree', 'Null']),
	}),
	partitionKey: text('Partition Key', {
		placeholder: 'e.g. order_id',
		description: 'The column by which the snapshot is split into partitions',
	}),
	partitionByExpr: text('Partition By', {
		placeholder: 'e.g. toYYYYMM(created_at)',
		description: 'The SQL expression by which a new table is partitioned',
	}),
};
/** The neutral reference lists no engines. */
const ANY_ENGINE: Pick<Field, 'schema' | 'usual'> = {
	schema: z.string().trim(),
	usual: {
		shape: /^(?:MergeTree|ReplacingMergeTree|Null)$/,
		otherwise: "isn't MergeTree, ReplacingMergeTree or Null",
	},
};
const IN_PANEL = [
	...['tableEngine', 'excludedColumns', 'useCustomSortingKey', 'sortingKeys'],
	...['partitionKey', 'partitionByExpr'],
];

/** A name in a mapping: its key, and its label. */
interface Named extends Pick<Traits, 'placeholder'> {
	member: string;
	label: string;
	default?: string;
}

/** How the mappings of one kind of source look. */
interface MappingTraits {
	/** What contains the table. */
	container: Named;
	table: Named;
	/** What else a row may have. */
	others: ReadonlyArray<keyof typeof OTHERS>;
	/** Whether the reference requires all three names. */
	demanded?: true;
	/** Whether a table may have an engine that is not listed. */
	lenient?: true;
}

/** The mappings of a source that loads into tables of its own. */
export interface TableMappings {
	field: Field;
	/** The fields of a row; the names of the tables come first. */
	row: INodeProperties[];
	/** Returns the `tableMappings`, and the issues with their fields. */
	bodyOf: (fields: Parameters, timezone: string) => ParsedList;
	/** Returns what mappings lack, and what is remarkable about them. */
	findings: (mappings: unknown) => Finding[];
}

/** Describes the table mappings of a kind of source. */
export function tableMappings(kind: string, traits: MappingTraits): TableMappings {
	const { container, table, others, lenient } = traits;
	const named = ({ label, placeholder, default: preset = '' }: Named, marked: boolean): Field =>
		text(label, {
			default: preset,
			...(marked && { marked }),
			...(placeholder !== undefined && { placeholder }),
			schema: NAME,
		});
	const members: Fields = {
		[container.member]: named(container, container.default === undefined),
		[table.member]: named(table, true),
		targetTable: text('Target Table', {
			placeholder: 'e.g. orders',
			description: 'Leave empty to keep the name',
			schema: NAME,
		}),
		...Object.fromEntries(others.map((name) => [name, OTHERS[name]])),
		...(lenient && { tableEngine: { ...OTHERS.tableEngine, ...ANY_ENGINE } }),
	};
	// In the panel in the order in which one thinks of them, not of the alphabet.
	const names = [container.member, table.member, 'targetTable'];
	const shown = IN_PANEL.filter((name) => Object.hasOwn(members, name));
	const mapping = description('', members, { panel: [...names, ...shown] });
	const row = propertiesOf(mapping);
	const syntax = syntaxOf(kind, traits, row);
	return {
		field: handWritten(z.array(mapping.schema), propertiesFor(kind, traits, row, syntax), {
			note: 'One for each table to load',
		}),
		row,
		bodyOf: mappingsBody(kind, traits, { mapping, row, syntax }),
		findings: findingsOf(mapping, names, traits),
	};
}

/** The fields for the tables that a source replicates, as rows or as a list. */
function propertiesFor(
	kind: string,
	traits: MappingTraits,
	row: INodeProperties[],
	syntax: ListSyntax,
): INodeProperties[] {
	const { table } = traits;
	return [
		inputField('Define Tables', 'tableMappingsInput', 'How to define the tables'),
		...updateDisplayOptions({ show: { tableMappingsInput: ['fields'] } }, [
			{
				displayName: 'Table Mappings',
				name: `${kind}TableMappings`,
				type: 'fixedCollection',
				typeOptions: {
					multipleValues: true,
					fixedCollection: { itemTitle: `={{ $collection.item.value.${table.member} }}` },
				},
				required: true,
				placeholder: 'Add Table Mapping',
				default: { values: [Object.fromEntries(row.map((one) => [one.name, one.default]))] },
				description: 'The tables to replicate',
				options: [{ displayName: 'Table Mapping', name: 'values', values: row }],
			},
		]),
		...updateDisplayOptions({ show: { tableMappingsInput: ['list'] } }, [
			listProperty(traits, syntax),
		]),
	];
}

function listProperty(
	{ container, table }: MappingTraits,
	{ example, members }: ListSyntax,
): INodeProperties {
	const source = table.label.toLowerCase();
	const preset =
		container.default === undefined
			? `Each begins with its ${container.label.replace(/^Source | Name$/g, '').toLowerCase()} and a dot.`
			: `The schema is ${container.default} unless it precedes the table.`;
	const last = members.slice(-1).join('');
	return {
		displayName: 'Table Mappings',
		name: 'tableMappingsList',
		type: 'string',
		typeOptions: { rows: 5 },
		required: true,
		default: '',
		placeholder: `e.g. ${example}`,
		hint: `One table per line: ${source}, target table if different`,
		description: `The tables to replicate, one per line or separated by commas. ${preset} An expression can also return a list of objects with ${members.slice(0, -1).join(', ')} and ${last}.`,
	};
}

function findingsOf(
	mapping: Description,
	names: readonly string[],
	{ table, demanded }: MappingTraits,
): TableMappings['findings'] {
	const severity = demanded ? 'error' : 'warningByJson';
	const needed = demanded ? names : [table.member];
	const rules = rulesOf(mapping);
	const ofOne = (given: JsonObject): Finding[] => [
		...needed
			.filter((name) => emptyToUndefined(given[name]) === undefined)
			.map((name) => finding(severity, name, { code: 'noTable' })),
		...(given.useCustomSortingKey === true && emptyToUndefined(given.sortingKeys) === undefined
			? [finding('warningByJson', 'sortingKeys', { code: 'noSortingKeys' })]
			: []),
		...rules.flatMap((rule) => [...rule(given)]),
	];
	return (mappings) => {
		if (isAbsent(mappings)) return [finding(severity, '', { code: 'noTables' })];
		if (emptyToUndefined(mappings) === undefined)
			return [finding('warningByJson', '', { code: 'noTables' })];
		const given: unknown[] = Array.isArray(mappings) ? mappings : [];
		return given.flatMap((one, index) =>
			isJsonObject(one) ? prefixPaths(String(index), ofOne(one)) : [],
		);
	};
}

function syntaxOf(
	kind: string,
	{ container, table }: MappingTraits,
	row: readonly INodeProperties[],
): ListSyntax {
	return {
		path: `source.${kind}.tableMappings`,
		members: row.map(({ name }) => name),
		example: `${container.default ?? 'shop'}.orders shop_orders`,
		rowOf: ({ words: [source, targetTable, ...more], dots }) => {
			if (more.length > 0) {
				return {
					problem: { code: 'moreWords', expected: 'table and target table', more: more.join(' ') },
				};
			}
			const dot = dots.get(0);
			const names =
				dot === undefined
					? { [table.member]: source }
					: { [container.member]: source.slice(0, dot), [table.member]: source.slice(dot + 1) };
			return { row: withoutUndefined({ ...names, targetTable }) };
		},
	};
}

/** Where the rows come from: the description of one, its fields, and how a list writes it. */
interface Rows {
	mapping: Description;
	row: readonly INodeProperties[];
	syntax: ListSyntax;
}

function mappingsBody(
	kind: string,
	{ container, table }: MappingTraits,
	{ mapping, row, syntax }: Rows,
): TableMappings['bodyOf'] {
	const bodyOfMapping = bodyOf(mapping);
	const emptyIssues = (mappings: readonly JsonObject[]): ValidationIssue[] =>
		mappings.flatMap((one, index) =>
			row
				.filter(({ name, required }) => required === true && one[name] === undefined)
				.map(({ name }) => ({
					path: `${syntax.path}.${String(index)}.${name}`,
					code: 'noTable',
				})),
		);
	return (fields, timezone) => {
		const isList = fields.tableMappingsInput === 'list';
		const { rows: given, issues } = isList
			? parseList(fields.tableMappingsList, syntax)
			: { rows: rows(fields[`${kind}TableMappings`]).map(withUsedSortingKeys), issues: [] };
		const mappings = given
			.map((one) => (isList ? withContainer(one, container) : one))
			.map((one) => bodyOfMapping(withTargetTable(one, table), timezone));
		return { rows: mappings, issues: issues.length > 0 ? issues : emptyIssues(mappings) };
	};
}

/** A row keeps the sorting keys that were entered before the switch was turned off. */
function withUsedSortingKeys(row: JsonObject): JsonObject {
	return row.useCustomSortingKey === true ? row : { ...row, sortingKeys: undefined };
}

function withContainer(row: JsonObject, { member, default: preset }: Named): JsonObject {
	return { ...row, [member]: emptyToUndefined(row[member]) ?? preset };
}

/** Every reference has a target table, and no default for it. */
function withTargetTable(row: JsonObject, { member }: Named): JsonObject {
	return { ...row, targetTable: emptyToUndefined(row.targetTable) ?? row[member] };
}
