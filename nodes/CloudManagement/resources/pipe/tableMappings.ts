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
import { rulesOf, prefixPaths, bodyBuilder, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject } from '../../../engine/json';
import type { ParameterValues } from '../../../engine/operation';
import {
	asObject,
	emptyToUndefined,
	rows,
	rowsIssues,
	trimmed,
} from '../../../engine/parameters/values';
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
		description: 'Columns not to replicate, separated by commas',
	}),
	useCustomSortingKey: flag('Use Custom Sorting Key', {
		description: 'Whether to sort the target table by columns other than its primary key',
	}),
	sortingKeys: sqlExpressions('Sorting Keys', {
		shown: { useCustomSortingKey: [true] },
		placeholder: 'e.g. customer_id,created_at',
		description: 'Columns to sort by, in this order, separated by commas',
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
			'SQL expression to partition the target table by. Leave empty for an unpartitioned table.',
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

/** For a source that loads into several tables. */
export interface TableMappings {
	field: Field;
	/** Table names come first. */
	rowFields: INodeProperties[];
	buildRows: (fields: ParameterValues, timezone: string) => WithIssues<JsonObject[]>;
	issuesIn: (mappings: unknown) => Issue[];
	/** Finds tables and target tables whose names contain their schema or database. */
	qualifiedIn: (mappings: unknown, database: Container) => Issue[];
}

interface MappingNames {
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

interface Mapping extends MappingNames {
	description: Description;
	containerKey: string;
	tableKey: string;
}

type RowSyntax = Omit<ListSyntax, 'rowOf'>;

export function tableMappings(kind: string, names: MappingNames): TableMappings {
	const mapping = describeMapping(names);
	const rowFields = alwaysShown(propertiesOf(mapping.description), [
		mapping.containerKey,
		mapping.tableKey,
		'targetTable',
		// A switch, which users add, decides whether Sorting Keys is shown.
		'sortingKeys',
	]);
	const syntax = syntaxOf(`source.${kind}.tableMappings`, mapping, rowFields);
	const rowsOfTables = rowsField(
		'Table Mappings',
		`${kind}TableMappings`,
		['Table Mapping', rowFields],
		{
			title: mapping.tableKey,
			description: 'Tables to replicate',
		},
	);
	const { schema } = mapping.description;
	const byRows = { when: { tableMappingsInput: ['fields'] } };
	const properties = [
		inputField('Define Tables', 'tableMappingsInput'),
		...propertiesOf(
			describeFields('', {
				rows: fieldWithProperties(schema, [rowsOfTables], byRows),
				tableMappingsList: listText(mapping, syntax),
			}),
		),
	];
	return {
		field: fieldWithProperties(z.array(schema), properties, {
			note: 'One mapping for each table to load',
		}),
		rowFields,
		buildRows: rowsBuilder(kind, mapping, syntax),
		issuesIn: mappingIssuesOf(mapping),
		qualifiedIn: qualifiedNamesOf(mapping),
	};
}

function describeMapping(names: MappingNames): Mapping {
	const { container, table, optionalKeys = Object.keys(OPTIONAL_KEYS), preset } = names;
	const [containerKey, tableKey] = [`source${container}Name`, `source${table}`];
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
		...Object.fromEntries(
			Object.entries(OPTIONAL_KEYS).filter(([name]) => optionalKeys.includes(name)),
		),
		...(preset !== undefined && { tableEngine: ANY_ENGINE }),
	};
	const mainFields = [containerKey, tableKey, ...IN_PANEL].filter((name) => name in members);
	return {
		...names,
		containerKey,
		tableKey,
		description: describeFields('', members, { mainFields }),
	};
}

function listText({ container, table, preset }: Mapping, { example, keys }: RowSyntax): Field {
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
		description: `Tables to replicate, one per line or separated by commas. ${containerText} You can also map a list of objects with ${enumerated(keys, 'and')}.`,
	});
}

function syntaxOf(
	path: string,
	{ preset = 'shop' }: Mapping,
	rowFields: readonly INodeProperties[],
): RowSyntax {
	const keys = rowFields.map(({ name }) => name);
	return { path, keys, example: `${preset}.orders shop_orders` };
}

/** A dry run prints this arrow between a table and its target table. */
const ARROW = /->|→/;

/** An arrow shows that a dry run printed the row: both tables in quotes, and the target with its database. */
function rowFrom(
	[source, ...words]: Entry,
	{ containerKey, tableKey, preset = 'shop' }: Mapping,
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
		const problem = `has an incomplete arrow. Write "${preset}.orders -> shop_orders". If the arrow is part of a name, put the name in double quotes.`;
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

function rowsBuilder(
	kind: string,
	mapping: Mapping,
	syntax: RowSyntax,
): TableMappings['buildRows'] {
	const { description: mappingDescription, containerKey, tableKey, preset } = mapping;
	const bodyOfMapping = bodyBuilder(mappingDescription);
	const needed = preset === undefined ? [containerKey, tableKey] : [tableKey];
	return (fields, timezone) => {
		const isList = fields.tableMappingsInput === 'list';
		const enteredMappings = fields[`${kind}TableMappings`];
		const { value: mappingRows, issues } = isList
			? parseList(fields.tableMappingsList, {
					...syntax,
					rowOf: (words) => rowFrom(words, mapping, fields.destinationDatabase),
				})
			: { value: rows(enteredMappings), issues: rowsIssues(syntax.path, enteredMappings) };
		const mappings = mappingRows.map((row) => {
			// n8n keeps sorting keys after the switch is turned off, so the switch decides. Rows from an expression have
			// no switch, so their keys count.
			const { useCustomSortingKey: isOn = Array.isArray(enteredMappings) } = row;
			const isSorted = isList || isOn === true;
			const completeRow = {
				...row,
				[containerKey]: emptyToUndefined(row[containerKey]) ?? (isList ? preset : undefined),
				// Both contracts require a target table, but have no default for it.
				targetTable: emptyToUndefined(row.targetTable) ?? row[tableKey],
				...(!isSorted && { sortingKeys: undefined }),
			};
			return bodyOfMapping(completeRow, timezone);
		});
		if (issues.length > 0) return { value: [], issues };
		const unnamedPaths = mappings.flatMap((mapping, index) =>
			needed
				.filter((name) => mapping[name] === undefined)
				.map((name) => `${syntax.path}.${String(index)}.${name}`),
		);
		return { value: mappings, issues: unnamedPaths.map((path) => ({ path, text: NO_NAME })) };
	};
}

function mappingIssuesOf({
	description: mappingDescription,
	containerKey,
	tableKey,
	preset,
}: Mapping): TableMappings['issuesIn'] {
	const isNeutral = preset !== undefined;
	const unnamed = isNeutral ? ({ verdict: 'hint', text: NO_NAME } as const) : { text: NO_NAME };
	const needed = isNeutral ? [tableKey] : [containerKey, tableKey, 'targetTable'];
	const rules = rulesOf(mappingDescription);
	function* rowIssues(mapping: JsonObject): Iterable<Issue> {
		const isEmpty = (name: string) => emptyToUndefined(mapping[name]) === undefined;
		// An empty target table gets the source table's name.
		const unfilled = needed.filter(isEmpty);
		const hasSource = !unfilled.includes(tableKey);
		for (const path of unfilled)
			if (hasSource || path !== 'targetTable') yield { path, ...unnamed };
		if (mapping.useCustomSortingKey === true && isEmpty('sortingKeys')) {
			const problem = 'is empty, but Use Custom Sorting Key is on.';
			yield { path: 'sortingKeys', verdict: 'hint', text: problem };
		}
		yield* rules(mapping);
	}
	return (mappings) => {
		if (emptyToUndefined(mappings) === undefined) {
			const isMissing = isAbsent(mappings) && !isNeutral;
			if (isMissing) return [{ path: '', text: NO_TABLES }];
			return [{ path: '', verdict: 'hint', text: NO_TABLES }];
		}
		const entries: unknown[] = Array.isArray(mappings) ? mappings : [];
		return entries.flatMap((mapping, index) =>
			isJsonObject(mapping) ? prefixPaths(String(index), rowIssues(mapping)) : [],
		);
	};
}

function qualifiedNamesOf({
	container,
	containerKey,
	tableKey,
	allowsDots,
}: Mapping): TableMappings['qualifiedIn'] {
	const [word, field] = [container.toLowerCase(), `Source ${container} Name`];
	return (mappings, database) => {
		const entries: unknown[] = Array.isArray(mappings) ? mappings : [];
		return entries.flatMap((entry, index) => {
			const { [tableKey]: table, [containerKey]: value, targetTable } = asObject(entry);
			const source = { word, field, value, allowsDots };
			// An empty target table gets the source table's name, whose issue is enough.
			const target = targetTable === table ? undefined : targetTable;
			return prefixPaths(String(index), [
				...qualifiedNameIssues(table, tableKey, source),
				...qualifiedNameIssues(target, 'targetTable', { ...database, allowsDots }),
			]);
		});
	};
}
