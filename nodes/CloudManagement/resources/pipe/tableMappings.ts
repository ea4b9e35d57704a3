import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Description, Field, Fields } from '../../../engine/body/fields';
import {
	fieldWithProperties,
	describeFields,
	FILLED,
	flag,
	list,
	sqlExpressions,
	text,
	usually,
} from '../../../engine/body/fields';
import type { Rule } from '../../../engine/body/interpret';
import { rulesOf, rowRule, bodyBuilder, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent } from '../../../engine/json';
import type { ParameterValues } from '../../../engine/operation';
import { emptyToUndefined, rows, rowsIssues, trimmed } from '../../../engine/parameters/values';
import { inputField, alwaysShown } from '../../../engine/parameters/properties';
import { enumerated, wordsOf } from '../../../engine/text';
import type { Container } from '../../../features/record/qualifiedName';
import { qualifiedNameIssues } from '../../../features/record/qualifiedName';
import type { Issue, WithIssues } from '../../../engine/issue';
import type { Entry, ListSyntax, ParsedRow, Word } from './parseList';
import { moreWordsText, parseList, rowsField } from './parseList';

const NO_NAME = 'is empty. Enter a name.';
export const NO_TABLES = 'has no table. Add a table.';

/** Keys are in the order of the body. */
const OPTIONAL_KEYS: Fields = {
	excludedColumns: list('Excluded Columns', {
		placeholder: 'e.g. card_number,notes',
		description: 'Columns that the pipe leaves out, separated by commas',
	}),
	useCustomSortingKey: flag('Use Custom Sorting Key', {
		description: 'Whether to sort the target table by columns other than its primary key',
	}),
	sortingKeys: sqlExpressions('Sorting Keys', {
		shown: { useCustomSortingKey: [true] },
		placeholder: 'e.g. customer_id,created_at',
		description: 'Columns in sort order, separated by commas',
	}),
	tableEngine: text('Table Engine', {
		placeholder: 'e.g. ReplacingMergeTree',
		description: "Leave empty to use the service's default",
		schema: z.enum(['MergeTree', 'ReplacingMergeTree', 'Null']),
	}),
	partitionKey: text('Partition Key', {
		placeholder: 'e.g. order_id',
		description:
			"Source column that splits the initial load into parts that load in parallel. Leave empty to use the service's default.",
	}),
	partitionByExpr: text('Partition By', {
		placeholder: 'e.g. toYYYYMM(created_at)',
		description:
			'SQL expression that partitions the target table. Leave empty for an unpartitioned table.',
	}),
};
/** The neutral contract lists no engines, so any is accepted. */
const ANY_ENGINE: Field = {
	...OPTIONAL_KEYS.tableEngine,
	schema: z.string().trim(),
	rule: usually(
		/^(?:MergeTree|ReplacingMergeTree|Null)$/,
		"isn't MergeTree, ReplacingMergeTree, or Null",
		'Enter one of these engines.',
	),
	note: 'Usually MergeTree | ReplacingMergeTree | Null',
};
/** Panel order follows the typical workflow instead of the alphabet. */
const IN_PANEL = wordsOf(
	'targetTable tableEngine excludedColumns useCustomSortingKey sortingKeys partitionKey partitionByExpr',
);

/** What a source calls its tables, and what their mappings contain. */
interface TableNames {
	/** A source may call a group of tables a schema, a database, or a dataset. */
	container: string;
	table: string;
	/** Set if dots are common in the names of tables. */
	allowsDots?: true;
	/** Optional keys that a row can have. Defaults to all. */
	optionalKeys?: readonly string[];
	/** The neutral contract requires only the table and lists no engines, so the container has this default. */
	preset?: string;
}

/** The tables of a source that loads into several. */
export interface TableMappings extends TableNames, ListSyntax {
	containerKey: string;
	tableKey: string;
	/** The panel's field for the rows. */
	rowsParameter: string;
	/** Table names come first. */
	rowFields: INodeProperties[];
	field: Field;
	bodyOfRow: ReturnType<typeof bodyBuilder>;
	rules: Rule;
}

export function tableMappings(kind: string, names: TableNames): TableMappings {
	const { container, table } = names;
	const [containerKey, tableKey] = [`source${container}Name`, `source${table}`];
	const described = describeMapping(containerKey, tableKey, names);
	const rowFields = alwaysShown(propertiesOf(described), [
		containerKey,
		tableKey,
		'targetTable',
		// A switch, which users add, decides whether Sorting Keys is shown.
		'sortingKeys',
	]);
	const keys = rowFields.map(({ name }) => name);
	const example = `${names.preset ?? 'shop'}.orders shop_orders`;
	const rowsParameter = `${kind}TableMappings`;
	const rowValues = ['Table Mapping', rowFields] as const;
	const about = 'Tables that the pipe replicates';
	const tableRows = rowsField('Table Mappings', rowsParameter, rowValues, about, tableKey);
	const { schema } = described;
	const byRows = { when: { tableMappingsInput: ['fields'] } };
	const properties = [
		inputField('Define Tables', 'tableMappingsInput'),
		...propertiesOf(
			describeFields('', {
				rows: fieldWithProperties(schema, [tableRows], byRows),
				tableMappingsList: listText(names, example, keys),
			}),
		),
	];
	return {
		...names,
		path: `source.${kind}.tableMappings`,
		keys,
		example,
		containerKey,
		tableKey,
		rowsParameter,
		rowFields,
		field: fieldWithProperties(z.array(schema), properties, {
			note: 'One mapping for each table to load',
		}),
		bodyOfRow: bodyBuilder(described),
		rules: rulesOf(described),
	};
}

function describeMapping(
	containerKey: string,
	tableKey: string,
	{ container, table, optionalKeys, preset }: TableNames,
): Description {
	const optional = Object.entries(OPTIONAL_KEYS).filter(
		([name]) => optionalKeys?.includes(name) !== false,
	);
	const members: Fields = {
		[containerKey]: text(`Source ${container} Name`, {
			default: preset ?? '',
			marked: preset === undefined,
			placeholder: `e.g. ${preset ?? 'shop'}`,
			schema: FILLED,
		}),
		[tableKey]: text(`Source ${table}`, {
			marked: true,
			placeholder: 'e.g. orders',
			schema: FILLED,
		}),
		targetTable: text('Target Table', {
			placeholder: 'e.g. orders',
			description: "Leave empty to use the source's name",
			schema: FILLED,
		}),
		...Object.fromEntries(optional),
		...(preset !== undefined && { tableEngine: ANY_ENGINE }),
	};
	const mainFields = [containerKey, tableKey, ...IN_PANEL].filter((name) => name in members);
	return describeFields('', members, { mainFields });
}

function listText(
	{ container, table, preset }: TableNames,
	example: string,
	keys: readonly string[],
): Field {
	const containerText =
		preset === undefined
			? `Start each table with its ${container.toLowerCase()} and a dot.`
			: `A table without a schema is in ${preset}.`;
	return text('Table Mappings', {
		when: { tableMappingsInput: ['list'] },
		rows: 5,
		marked: true,
		placeholder: `e.g. ${example}`,
		hint: `One table per line: source ${table.toLowerCase()}, target table if different`,
		description: `Tables that the pipe replicates, one per line or separated by commas. ${containerText} You can also map a list of objects with ${enumerated(keys, 'and')}.`,
	});
}

/** A dry run prints this arrow between a table and its target table. */
const ARROW = /->|→/;

/** An arrow shows that a dry run printed the row: both tables in quotes, and the target with its database. */
function rowFrom(
	[source, ...words]: Entry,
	{ containerKey, tableKey, example }: TableMappings,
	database: unknown,
): ParsedRow {
	const isPrinted = words[0] !== undefined && isUnquoted(words[0], /^(?:->|→)$/);
	const [target, ...moreWords] = isPrinted ? words.slice(1) : words;
	if (moreWords.length > 0) {
		const more = moreWords.map((word) => word.text);
		return { problem: moreWordsText('table and target table', more) };
	}
	const names = target === undefined ? [source] : [source, target];
	if ((isPrinted && target === undefined) || names.some((name) => isUnquoted(name, ARROW))) {
		const problem = `has an incomplete arrow. Write "${example.replace(' ', ' -> ')}". If the arrow is part of a name, put the name in double quotes.`;
		return { problem };
	}
	const { text: table } = source;
	const dot = isPrinted && source.dot < 0 ? table.indexOf('.') : source.dot;
	const prefix = `${String(trimmed(database))}.`;
	const isPrefixed = isPrinted && target?.text.startsWith(prefix);
	const targetTable = isPrefixed ? target?.text.slice(prefix.length) : target?.text;
	return {
		row: {
			...(dot >= 0 && { [containerKey]: table.slice(0, dot) }),
			[tableKey]: table.slice(dot + 1),
			...(targetTable !== undefined && { targetTable }),
		},
	};
}

/** A quoted name never matches a keyword's pattern. */
function isUnquoted({ text: name, isQuoted }: Word, pattern: RegExp): boolean {
	return !isQuoted && pattern.test(name);
}

/** The mappings that the form defines. */
export function enteredMappings(
	tables: TableMappings,
	fields: ParameterValues,
	timezone: string,
): WithIssues<JsonObject[]> {
	const { path, containerKey, tableKey, preset, bodyOfRow } = tables;
	const isList = fields.tableMappingsInput === 'list';
	const formRows = fields[tables.rowsParameter];
	const { value: tableRows, issues } = isList
		? parseList(fields.tableMappingsList, tables, (words) =>
				rowFrom(words, tables, fields.destinationDatabase),
			)
		: { value: rows(formRows), issues: rowsIssues(path, formRows) };
	if (issues.length > 0) return { value: [], issues };
	const mappings = tableRows.map((row) => {
		// n8n keeps sorting keys after the switch is turned off, so the switch decides. Rows from an expression have
		// no switch, so their keys count.
		const { useCustomSortingKey: isOn = Array.isArray(formRows) } = row;
		const isSorted = isList || isOn === true;
		const completeRow = {
			...row,
			[containerKey]: emptyToUndefined(row[containerKey]) ?? (isList ? preset : undefined),
			// Both contracts require a target table, but have no default for it.
			targetTable: emptyToUndefined(row.targetTable) ?? row[tableKey],
			...(!isSorted && { sortingKeys: undefined }),
		};
		return bodyOfRow(completeRow, timezone);
	});
	const needed = preset === undefined ? [containerKey, tableKey] : [tableKey];
	const unnamed = mappings.flatMap((mapping, index) =>
		needed
			.filter((name) => mapping[name] === undefined)
			.map((name) => ({ path: `${path}.${String(index)}.${name}`, text: NO_NAME })),
	);
	return { value: mappings, issues: unnamed };
}

/** Checks the list of this name. */
export function mappingIssues(tables: TableMappings, name: string, members: JsonObject): Issue[] {
	if (emptyToUndefined(members[name]) !== undefined) {
		return rowRule(name, (mapping) => rowIssues(tables, mapping))(members);
	}
	const isMissing = isAbsent(members[name]) && tables.preset === undefined;
	return [{ path: name, text: NO_TABLES, ...(!isMissing && HINT) }];
}

const HINT = { verdict: 'hint' } as const;

function* rowIssues(
	{ containerKey, tableKey, preset, rules }: TableMappings,
	mapping: JsonObject,
): Iterable<Issue> {
	const isEmpty = (name: string) => emptyToUndefined(mapping[name]) === undefined;
	const needed = preset === undefined ? [containerKey, tableKey, 'targetTable'] : [tableKey];
	for (const path of needed.filter(isEmpty)) {
		// An empty target table gets the source table's name.
		if (path === 'targetTable' && isEmpty(tableKey)) continue;
		yield { path, text: NO_NAME, ...(preset !== undefined && HINT) };
	}
	if (mapping.useCustomSortingKey === true && isEmpty('sortingKeys')) {
		const problem = 'is empty, but Use Custom Sorting Key is on.';
		yield { path: 'sortingKeys', verdict: 'hint', text: problem };
	}
	yield* rules(mapping);
}

/** Finds tables and target tables whose names contain their schema or database. */
export function qualifiedTables(
	{ container, containerKey, tableKey, allowsDots }: TableMappings,
	name: string,
	members: JsonObject,
	database: Container,
) {
	const [word, field] = [container.toLowerCase(), `Source ${container} Name`];
	const rule = rowRule(name, (mapping) => {
		const { [tableKey]: table, [containerKey]: value, targetTable } = mapping;
		// An empty target table gets the source table's name, whose issue is enough.
		const target = targetTable === table ? undefined : targetTable;
		return [
			...qualifiedNameIssues(table, tableKey, { word, field, value, allowsDots }),
			...qualifiedNameIssues(target, 'targetTable', { ...database, allowsDots }),
		];
	});
	return rule(members);
}
