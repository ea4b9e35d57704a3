import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Description, Field, Fields } from '../../../engine/body/fields';
import { description, flag, customField, list, text } from '../../../engine/body/fields';
import { rulesOf, prefixPaths, buildBody, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { Parameters } from '../../../engine/operation';
import { emptyToUndefined, rows } from '../../../engine/parameters/values';
import { inputField } from '../../../engine/parameters/properties';
import { wordsOf } from '../../../engine/text';
import type { ListSyntax, ParsedList } from './columns';
import { parseList, rowsField } from './columns';
import type { Issue } from '../../../engine/issue';

const NAME = z.string().trim().min(1);

/** What a mapping may have besides the names of its tables, in the order of the body. */
const OTHERS: Fields = {
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
const ANY_ENGINE: Field = {
	...OTHERS.tableEngine,
	schema: z.string().trim(),
	usual: {
		shape: /^(?:MergeTree|ReplacingMergeTree|Null)$/,
		otherwise: "isn't MergeTree, ReplacingMergeTree or Null",
	},
};
/** In the panel in the order in which one thinks of them, not of the alphabet. */
const IN_PANEL = wordsOf(
	'targetTable tableEngine excludedColumns useCustomSortingKey sortingKeys partitionKey partitionByExpr',
);

/** How the mappings of one kind of source look. */
interface MappingTraits {
	/** What contains a table, such as a schema, and what a table is. */
	container: string;
	table: string;
	/** What else a row may have. Left out: everything. */
	others?: readonly string[];
	/** The container in the neutral reference, which requires only the table and lists no engines. */
	preset?: string;
}

/** The mappings of a source that loads into tables of its own. */
export interface TableMappings {
	field: Field;
	/** The fields of a row; the names of the tables come first. */
	row: INodeProperties[];
	/** Returns the `tableMappings`, and the issues with their fields. */
	buildBody: (fields: Parameters, timezone: string) => ParsedList;
	/** Returns what mappings lack, and what is remarkable about them. */
	findings: (mappings: unknown) => Issue[];
}

/** How the mappings of one kind of source are written: in a form, as a list, and in the body. */
interface Written {
	kind: string;
	/** The keys of a row for what contains the table, and for the table. */
	container: string;
	table: string;
	preset: string | undefined;
	mapping: Description;
	row: INodeProperties[];
}

/** Describes the table mappings of a kind of source. */
export function tableMappings(kind: string, traits: MappingTraits): TableMappings {
	const { others = Object.keys(OTHERS), preset } = traits;
	const [container, table] = [`source${traits.container}Name`, `source${traits.table}`];
	const members: Fields = {
		[container]: text(`Source ${traits.container} Name`, {
			default: preset ?? '',
			marked: preset === undefined,
			placeholder: `e.g. ${preset ?? 'shop'}`,
			schema: NAME,
		}),
		[table]: text(`Source ${traits.table}`, {
			marked: true,
			placeholder: 'e.g. orders',
			schema: NAME,
		}),
		targetTable: text('Target Table', {
			placeholder: 'e.g. orders',
			description: 'Leave empty to keep the name',
			schema: NAME,
		}),
		...Object.fromEntries(Object.entries(OTHERS).filter(([name]) => others.includes(name))),
		...(preset !== undefined && { tableEngine: ANY_ENGINE }),
	};
	const panel = [container, table, ...IN_PANEL].filter((name) => Object.hasOwn(members, name));
	const mapping = description('', members, { panel });
	const row = propertiesOf(mapping);
	const written = { kind, container, table, preset, mapping, row };
	const syntax = syntaxOf(written);
	return {
		field: customField(z.array(mapping.schema), propertiesFor(written, traits, syntax), {
			note: 'One for each table to load',
		}),
		row,
		buildBody: mappingsBody(written, syntax),
		findings: findingsOf(written),
	};
}

/** The fields for the tables that a source replicates, as rows or as a list. */
function propertiesFor(
	{ kind, table, preset, row, mapping }: Written,
	traits: MappingTraits,
	{ example, members }: ListSyntax,
): INodeProperties[] {
	const last = members.slice(-1).join('');
	const containers =
		preset === undefined
			? `Each begins with its ${traits.container.toLowerCase()} and a dot.`
			: `The schema is ${preset} unless it precedes the table.`;
	const rowsOfTables = rowsField('Table Mappings', `${kind}TableMappings`, ['Table Mapping', row], {
		title: table,
		description: 'The tables to replicate',
	});
	const listed = text('Table Mappings', {
		when: { tableMappingsInput: ['list'] },
		rows: 5,
		marked: true,
		placeholder: `e.g. ${example}`,
		hint: `One table per line: source ${traits.table.toLowerCase()}, target table if different`,
		description: `The tables to replicate, one per line or separated by commas. ${containers} An expression can also return a list of objects with ${members.slice(0, -1).join(', ')} and ${last}.`,
	});
	const byRows = { when: { tableMappingsInput: ['fields'] } };
	return [
		inputField('Define Tables', 'tableMappingsInput', 'How to define the tables'),
		...propertiesOf(
			description('', {
				rows: customField(mapping.schema, [rowsOfTables], byRows),
				tableMappingsList: listed,
			}),
		),
	];
}

function syntaxOf({ kind, container, table, preset = 'shop', row }: Written): ListSyntax {
	return {
		path: `source.${kind}.tableMappings`,
		members: row.map(({ name }) => name),
		example: `${preset}.orders shop_orders`,
		rowOf: ([source, target, ...others]) => {
			if (others.length > 0) {
				const more = others.map((word) => word.text).join(' ');
				return { problem: { code: 'moreWords', expected: 'table and target table', more } };
			}
			const { text: name = '', dot = -1 } = { ...source };
			const names =
				dot < 0
					? { [table]: name }
					: { [container]: name.slice(0, dot), [table]: name.slice(dot + 1) };
			return { row: withoutUndefined({ ...names, targetTable: target?.text }) };
		},
	};
}

function mappingsBody(
	{ kind, container, table, preset, mapping }: Written,
	syntax: ListSyntax,
): TableMappings['buildBody'] {
	const bodyOfMapping = buildBody(mapping);
	const needed = preset === undefined ? [container, table] : [table];
	return (fields, timezone) => {
		const isList = fields.tableMappingsInput === 'list';
		const { rows: given, issues } = isList
			? parseList(fields.tableMappingsList, syntax)
			: { rows: rows(fields[`${kind}TableMappings`]), issues: [] };
		const mappings = given.map((row) => {
			// A row keeps the sorting keys that were entered before the switch was turned off.
			const isSorted = isList || row.useCustomSortingKey === true;
			const complete = {
				...row,
				[container]: emptyToUndefined(row[container]) ?? (isList ? preset : undefined),
				// Every reference has a target table, and no default for it.
				targetTable: emptyToUndefined(row.targetTable) ?? row[table],
				...(!isSorted && { sortingKeys: undefined }),
			};
			return bodyOfMapping(complete, timezone);
		});
		const empty = mappings.flatMap((one, index) =>
			needed
				.filter((name) => one[name] === undefined)
				.map((name) => ({
					path: `${syntax.path}.${String(index)}.${name}`,
					code: 'noTable' as const,
				})),
		);
		return { rows: mappings, issues: issues.length > 0 ? issues : empty };
	};
}

function findingsOf({ container, table, preset, mapping }: Written): TableMappings['findings'] {
	const isNeutral = preset !== undefined;
	const level = isNeutral && { level: 'formOnly' as const };
	const needed = isNeutral ? [table] : [container, table, 'targetTable'];
	const rules = rulesOf(mapping);
	function* ofOne(given: JsonObject): Iterable<Issue> {
		for (const path of needed) {
			if (emptyToUndefined(given[path]) === undefined) yield { path, ...level, code: 'noTable' };
		}
		if (given.useCustomSortingKey === true && emptyToUndefined(given.sortingKeys) === undefined) {
			yield { path: 'sortingKeys', level: 'formOnly', code: 'noSortingKeys' };
		}
		for (const rule of rules) yield* rule(given);
	}
	return (mappings) => {
		if (emptyToUndefined(mappings) === undefined) {
			const isMissing = isAbsent(mappings) && !isNeutral;
			return [{ path: '', ...(!isMissing && { level: 'formOnly' }), code: 'noTables' }];
		}
		const given: unknown[] = Array.isArray(mappings) ? mappings : [];
		return given.flatMap((one, index) =>
			isJsonObject(one) ? prefixPaths(String(index), ofOne(one)) : [],
		);
	};
}
