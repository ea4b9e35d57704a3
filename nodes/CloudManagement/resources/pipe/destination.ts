import { z } from 'zod';
import {
	describeFields,
	FILLED,
	flag,
	list,
	object,
	sqlExpressions,
	text,
	VERBATIM,
	usually,
} from '../../../engine/body/fields';
import { prefixPaths, propertiesOf, rowRule } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, recordsIn, textMember, valueAt, withoutUndefined } from '../../../engine/json';
import type { ParameterValues, PlanContext } from '../../../engine/operation';
import { asObject, emptyToUndefined } from '../../../engine/parameters/values';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { nearestKnown, wordsOf } from '../../../engine/text';
import { withDisplayOptions, noticeUntilSet } from '../../../engine/parameters/properties';
import { typeProblem } from './columnType';
import { columnsField, definedColumns } from './columns';
import { awaitsColumns, discovers, shownColumns } from './discovery';
import { isDefinedByJson } from './sourceForm';
import { chosenSource, SINGLE_TABLE_KINDS } from './sources';
import type { PipeSource } from './sources/source';
import type { Issue } from '../../../engine/issue';
import { neededText, sentHint, unusual } from '../../../engine/issue';

/** Services refuse a managed table without an engine, although the neutral contract allows it. */
const DEFAULT_TABLE_ENGINE = 'MergeTree';

/** Only a single-table pipe meets this condition. */
const ONE_TABLE = { '/sourceKind': SINGLE_TABLE_KINDS };

const engine = object({
	type: text('Table Engine', {
		default: DEFAULT_TABLE_ENGINE,
		placeholder: 'e.g. ReplacingMergeTree',
		description: `Defaults to ${DEFAULT_TABLE_ENGINE}. If you add this option and leave it empty, the API decides.`,
		rule: usually(
			/^(?:MergeTree|Null|ReplacingMergeTree|SummingMergeTree)$/,
			"isn't MergeTree, Null, ReplacingMergeTree, or SummingMergeTree",
			'Enter one of these engines.',
		),
		toBody: (value = DEFAULT_TABLE_ENGINE) => emptyToUndefined(value),
	}),
	columnIds: sqlExpressions('Engine Column IDs', {
		placeholder: 'e.g. amount,quantity',
		description:
			"Columns for the engine's parameters, separated by commas. SummingMergeTree sums these columns.",
	}),
	versionColumnId: text('Engine Version Column ID', {
		placeholder: 'e.g. version',
		description: 'Column whose highest value marks the newest row',
	}),
});

const tableDefinition = object(
	{
		engine,
		sortingKey: sqlExpressions('Sorting Key', {
			placeholder: 'e.g. customer_id,created_at',
			description: 'Columns or SQL expressions in sort order, separated by commas',
		}),
		partitionBy: text('Partition By', {
			placeholder: 'e.g. toYYYYMM(created_at)',
			description: 'SQL expression that partitions the table',
			schema: VERBATIM,
		}),
		ttl: text('TTL', {
			placeholder: 'e.g. created_at + INTERVAL 1 MONTH',
			description: 'SQL expression that determines when rows expire',
			schema: VERBATIM.min(1),
		}),
		primaryKey: text('Primary Key', {
			placeholder: 'e.g. order_id',
			description: 'SQL expression for the primary key',
			schema: VERBATIM,
		}),
	},
	{
		when: { ...ONE_TABLE, managedTable: [true] },
		mainFields: ['sortingKey'],
		note: 'Only with managedTable true and an engine type that ends with MergeTree',
	},
);

export const destination = describeFields(
	'destination',
	{
		database: text('Destination Database', {
			required: true,
			default: 'default',
			placeholder: 'e.g. default',
		}),
		roles: list('Destination Roles', {
			placeholder: 'e.g. analyst,reader',
			description: 'Database roles for the user that the pipe creates, separated by commas',
		}),
		table: text('Destination Table', {
			when: ONE_TABLE,
			marked: true,
			placeholder: 'e.g. orders',
		}),
		managedTable: flag('Managed Table', {
			when: ONE_TABLE,
			default: true,
			description: `Whether the pipe creates and manages the table, with the ${DEFAULT_TABLE_ENGINE} engine unless you add Table Engine. Turn off to use an existing table.`,
			note: 'Whether the pipe manages the table; false writes to an existing table',
		}),
		tableDefinition,
		columns: columnsField('Table columns, each with the source field that fills it', true),
	},
	{ mainFields: wordsOf('database table managedTable columns tableDefinition') },
);

/** The destination's fields, in the order of the panel. */
export const destinationFields = [
	...propertiesOf(destination),
	...withDisplayOptions(
		{ show: { sourceKind: [...SINGLE_TABLE_KINDS], destinationManagedTable: [true] } },
		[
			noticeUntilSet(
				'sortingKeyNotice',
				"Without a Sorting Key, most queries read the whole table. You can't add one later.",
				'destinationTableDefinitionSortingKey',
			),
		],
	),
];

export const fieldMappingsSchema = z
	.array(z.object({ sourceField: z.string().min(1), destinationField: FILLED }).passthrough())
	.describe('Must cover every column. Leave out if source fields and columns have the same names');

/** Adds the form's columns and their mappings. If there are issues, not all columns are known. */
export const withColumns: Step<Draft> = ({ body }, parameters, context) => {
	if (isDefinedByJson(parameters)) return { body: withFieldMappings(body) };
	const pipeSource = chosenSource(parameters);
	const { name, source, destination: enteredDestination, ...otherMembers } = body;
	const target = asObject(enteredDestination);
	if (pipeSource === undefined || pipeSource.tables)
		return { body: { ...body, destination: target } };
	const { columns, fieldMappings, issues } = definedColumns(parameters, context);
	const isKnown = issues.length === 0 || discovers(parameters);
	const defined = isKnown
		? { destination: withoutUndefined({ ...target, columns }), fieldMappings }
		: { destination: target };
	return { body: withoutUndefined({ name, source, ...defined, ...otherMembers }), issues };
};

/** Adds mappings if there are none: each column gets the source field of the same name. */
function withFieldMappings(body: JsonObject): JsonObject {
	const names = columnNames(body);
	if (body.fieldMappings !== undefined || names.length === 0) return body;
	const fieldMappings = names.map((name) => ({ sourceField: name, destinationField: name }));
	return { ...body, fieldMappings };
}

/** `pipeSource` is undefined if the source isn't listed. */
export function* destinationIssues(
	body: JsonObject,
	pipeSource: PipeSource | undefined,
): Iterable<Issue> {
	const { table, managedTable, columns } = asObject(body.destination);
	if (pipeSource !== undefined && pipeSource.tables === undefined) {
		const because = `for ${pipeSource.label}`;
		if (textMember({ table }, 'table') === undefined) {
			yield { path: 'destination.table', text: neededText(because) };
		}
		if (isAbsent(managedTable)) {
			const problem = `is needed ${because}. Enter true or false.`;
			yield { path: 'destination.managedTable', text: problem };
		}
		if ([columns ?? []].flat().length === 0) {
			const problem = `are needed ${because}. Add at least one column.`;
			yield { path: 'destination.columns', text: problem };
		}
	}
	const earlierNames = new Set<unknown>();
	yield* rowRule('destination.columns', function* ({ name, type }) {
		const typeIssue = typeof type === 'string' ? typeProblem(type) : undefined;
		if (typeIssue !== undefined) yield { path: 'type', ...typeIssue };
		if (typeof name !== 'string' || name.trim() === '') return;
		const problem = `is "${name}", like an earlier column. Each column needs its own name.`;
		if (earlierNames.has(name)) yield { path: 'name', text: problem };
		earlierNames.add(name);
	})(body);
	const mapped = new Set(memberTexts(body.fieldMappings, 'destinationField'));
	const unmapped = columnNames(body).filter((name) => !mapped.has(name));
	if (!Array.isArray(body.fieldMappings) || unmapped.length === 0) return;
	const problem = `must cover every column. Add a mapping for: ${unmapped.join(', ')}.`;
	yield { path: 'fieldMappings', text: problem };
}

export function* destinationWarnings(
	body: JsonObject,
	pipeSource: PipeSource | undefined,
): Iterable<Issue> {
	const destinationMembers = asObject(body.destination);
	if (pipeSource?.tables) {
		for (const name of wordsOf('table managedTable tableDefinition')) {
			if (isAbsent(destinationMembers[name])) continue;
			yield { path: `destination.${name}`, ...sentHint("doesn't apply to database pipes") };
		}
	}
	yield* prefixPaths('destination', engineRule(destinationMembers));
	yield* prefixPaths('destination', sortingKeyRule(destinationMembers));
}

/** Requires the columns of engines, which services demand, although the neutral contract doesn't. */
function* engineRule({ tableDefinition }: JsonObject): Iterable<Issue> {
	const { type, ...columns } = asObject(valueAt(tableDefinition, 'engine'));
	const needed = { ReplacingMergeTree: 'versionColumnId', SummingMergeTree: 'columnIds' };
	for (const [engineType, name] of Object.entries(needed)) {
		if (type !== engineType || emptyToUndefined(columns[name]) !== undefined) continue;
		const path = `tableDefinition.engine.${name}`;
		yield { path, verdict: 'hint', text: `is empty, but ${engineType} needs it.` };
	}
}

/**
 * Warns about a managed table without a sorting key, which few users intend. Without an engine in JSON, the API
 * decides.
 */
function* sortingKeyRule({ managedTable, tableDefinition }: JsonObject): Iterable<Issue> {
	const type = valueAt(tableDefinition, 'engine.type');
	if (managedTable !== true || typeof type !== 'string' || !type.endsWith('MergeTree')) return;
	if (emptyToUndefined(valueAt(tableDefinition, 'sortingKey')) !== undefined) return;
	const problem = 'is empty, so most queries read the whole table.';
	yield { path: 'tableDefinition.sortingKey', verdict: 'hint', text: problem };
}

/** Matches plain names. Other sorting keys may be SQL expressions. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const SORTING_KEY = 'destination.tableDefinition.sortingKey';
const DEFINED_COLUMNS = wordsOf('sortingKey engine.columnIds engine.versionColumnId');

/**
 * Reports columns that the pipe lacks but a table definition or mapping names. No table can be sorted by such a column.
 */
export function unknownColumns(
	body: JsonObject,
	context: PlanContext,
	parameters: ParameterValues,
): Issue[] {
	if (awaitsColumns(parameters, context)) return [];
	const columns = new Set(columnNames(body));
	if (columns.size === 0) return [];
	const namesInDefinition = DEFINED_COLUMNS.map((name) => {
		const path = `destination.tableDefinition.${name}`;
		const texts = [valueAt(body, path)].flat().filter((value) => typeof value === 'string');
		const isName = (value: string) => path !== SORTING_KEY || IDENTIFIER.test(value);
		return [path, texts.filter(isName)] as const;
	});
	const mapped = memberTexts(body.fieldMappings, 'destinationField');
	return [...namesInDefinition, ['fieldMappings', mapped] as const].flatMap(([path, names]) =>
		names
			.filter((name) => name !== '' && !columns.has(name))
			.map((name): Issue => {
				const similarName = nearestKnown(name, [...columns]);
				const columnsText =
					similarName === undefined
						? `the columns are: ${shownColumns([...columns])}`
						: `did you mean "${similarName}"?`;
				const problem = `refers to the unknown column "${name}" (${columnsText})`;
				if (path !== SORTING_KEY) return { path, ...sentHint(problem) };
				return { path, ...unusual(problem, 'Correct the name, or add the column.') };
			}),
	);
}

/** Warns about null as mappings, because no column is mapped then. */
export function mappingWarnings(body: JsonObject): Issue[] {
	if (body.fieldMappings !== null || columnNames(body).length === 0) return [];
	const problem = 'is null, so no column is mapped. Add mappings, or leave it out.';
	return [{ path: 'fieldMappings', verdict: 'hint', text: problem }];
}

function columnNames(body: JsonObject): string[] {
	return memberTexts(valueAt(body, 'destination.columns'), 'name');
}

function memberTexts(list: unknown, key: string): string[] {
	return recordsIn(list)
		.map((entry) => entry[key])
		.filter((name) => typeof name === 'string');
}
