import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Description, Field } from '../../../engine/body/fields';
import { choice, description, text } from '../../../engine/body/fields';
import { prefixPaths, rulesOf, bodyOf, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { withoutUndefined } from '../../../engine/json';
import type { ValidationIssue } from '../../../engine/operation';
import { idLocator } from '../../../engine/parameters/properties';
import { emptyToUndefined, rows } from '../../../engine/parameters/values';
import { zodIssues } from '../../../engine/issues/checks';

/** The name of a tile's selector, and its options. `series` is the form of the neutral reference. */
const CHART = '/chart';
const CHARTS = {
	...{ series: 'Series', line: 'Line', stacked_bar: 'Stacked Bar', table: 'Table' },
	...{ number: 'Number', pie: 'Pie', bar: 'Bar', search: 'Search Results' },
	...{ markdown: 'Markdown', sql: 'SQL' },
};
/** The charts that are made of Select rows, and how many they have at most. */
const MAX_SELECTS: Readonly<Record<string, number>> = {
	...{ line: 20, stacked_bar: 20, table: 20, number: 1, pie: 1, bar: 1 },
};
const SELECT_CHARTS = Object.keys(MAX_SELECTS);
const GROUPED_CHARTS = SELECT_CHARTS.filter((chart) => chart !== 'number');
const SQL_CHARTS = {
	...{ line: 'Line', stacked_bar: 'Stacked Bar', table: 'Table', number: 'Number' },
	...{ pie: 'Pie', bar: 'Bar' },
};
/** What a series and a chart's value compute. ClickStack, 2.4. */
export const AGGREGATIONS = {
	...{
		count: 'Count',
		count_distinct: 'Count Distinct',
		sum: 'Sum',
		avg: 'Average',
		min: 'Minimum',
	},
	...{ max: 'Maximum', quantile: 'Quantile', last_value: 'Last Value', any: 'Any', none: 'None' },
	increase: 'Increase',
};
const LEVELS = { '0.5': '50 %', '0.9': '90 %', '0.95': '95 %', '0.99': '99 %' };
const METRIC_TYPES = {
	...{ gauge: 'Gauge', sum: 'Sum', histogram: 'Histogram', summary: 'Summary' },
	'exponential histogram': 'Exponential Histogram',
};
const LANGUAGES = { lucene: 'Lucene', sql: 'SQL' };

const MAX_EXPRESSION = 10_000;
const MAX_MARKDOWN = 50_000;
const MAX_SQL = 100_000;

const NOT_SENT = { name: 'None', value: 'none' };

// The other fields of a row are added one by one, so that four tiles fit on a page. n8n 1.x shows all of them.
export const rowsBehindAddField = (button: string) => ({
	multipleValues: true,
	hideOptionalFields: true,
	addOptionalFieldButtonText: button,
});

/** Returns a field of such a row that needs not be added. */
function shownAtOnce(property: INodeProperties): INodeProperties {
	return { ...property, typeOptions: { ...property.typeOptions, showEvenWhenOptional: true } };
}

const expression = z.string().max(MAX_EXPRESSION);
const anyText = z.string();

/** Made up. ClickStack's IDs have 24 hex digits. */
export const EXAMPLE_SOURCE_ID = '65f5e4a3b9e77c001a111111';

/** What a series and a chart read: a source of ClickStack. */
export const sourceIdField: INodeProperties = {
	displayName: 'Source',
	name: 'sourceId',
	...idLocator('searchSources', `e.g. ${EXAMPLE_SOURCE_ID}`),
	description: 'The source that is read. ClickStack needs one.',
};

/** ClickStack's select item. Values that are not listed are left to the API. */
const item = description('', {
	aggFn: choice('Aggregation', AGGREGATIONS, { schema: anyText }),
	valueExpression: text('Value', {
		when: { aggFn: { not: ['count'] } },
		required: 'for this aggregation',
		schema: expression,
		placeholder: 'e.g. Duration',
		description: 'The column or expression to aggregate',
	}),
	level: {
		...choice('Level', LEVELS, { when: { aggFn: ['quantile'] }, schema: z.number() }),
		read: (value) => (emptyToUndefined(value) === undefined ? undefined : Number(value)),
	},
	where: text('Where', {
		schema: expression,
		placeholder: 'e.g. level:error',
		description: 'A filter. Leave empty to include everything.',
	}),
	whereLanguage: choice('Where Language', LANGUAGES, { schema: anyText }),
	alias: text('Alias', {
		schema: expression,
		placeholder: 'e.g. Average duration',
		description: 'The name of the value in the chart',
	}),
	metricName: text('Metric Name', {
		placeholder: 'e.g. http.server.duration',
		description: "For a metric source, whose value is 'Value'",
	}),
	metricType: choice('Metric Type', METRIC_TYPES, {
		...{ schema: anyText, off: NOT_SENT, default: NOT_SENT.value },
	}),
	periodAggFn: choice(
		'Period Aggregation',
		{ delta: 'Delta' },
		{
			...{ schema: anyText, off: NOT_SENT, default: NOT_SENT.value },
			description: 'How to compare with the previous period',
		},
	),
});
/** What a row of Select shows at once. */
const ITEM_AT_ONCE = ['aggFn', 'valueExpression', 'level', 'where'];

const selectField: INodeProperties = {
	displayName: 'Select',
	name: 'select',
	type: 'fixedCollection',
	typeOptions: rowsBehindAddField('Add Select Field'),
	placeholder: 'Add Select',
	default: {},
	description: 'What the chart computes, one row per value. Number, Pie and Bar have one.',
	options: [
		{
			displayName: 'Select',
			name: 'values',
			values: propertiesOf(item).map((property) =>
				ITEM_AT_ONCE.includes(property.name) ? shownAtOnce(property) : property,
			),
		},
	],
};

const itemOf = bodyOf(item);

const filtered = { when: { [CHART]: ['search'] }, schema: expression } as const;
const ofSql = { when: { [CHART]: ['sql'] } } as const;

/** A field of another making, which is sent as it was entered. */
function own(property: INodeProperties, charts: readonly string[], schema: z.ZodTypeAny): Field {
	return {
		when: { [CHART]: [...charts] },
		schema,
		properties: () => [property],
		read: emptyToUndefined,
	};
}

/** The chart of a tile. Its fields are those of `config`, except the two that share a name with others. */
const chart: Description = description('', {
	sourceId: {
		...own({ ...sourceIdField, required: true }, [...SELECT_CHARTS, 'search'], anyText),
		required: 'for this chart',
	},
	select: {
		...own(selectField, SELECT_CHARTS, z.array(item.schema).min(1)),
		read: (value, timezone) => rows(value).map((row) => itemOf(row, timezone)),
	},
	groupBy: text('Group By', {
		when: { [CHART]: GROUPED_CHARTS },
		schema: expression,
		placeholder: 'e.g. ServiceName',
		description: 'Columns or expressions to group by, separated by commas',
	}),
	selectColumns: text('Columns', {
		...filtered,
		placeholder: 'e.g. Timestamp, Body',
		description: "The columns to show. Leave empty for the source's own.",
	}),
	where: text('Where', { ...filtered, placeholder: 'e.g. level:error' }),
	whereLanguage: choice('Where Language', LANGUAGES, { ...filtered, schema: anyText }),
	markdown: text('Text', {
		when: { [CHART]: ['markdown'] },
		rows: 4,
		schema: z.string().max(MAX_MARKDOWN),
		placeholder: 'e.g. # On call',
		description: 'The text of the tile, in Markdown',
	}),
	sqlDisplayType: choice('Show As', SQL_CHARTS, { ...ofSql, schema: anyText, default: 'table' }),
	connectionId: text('Connection ID', {
		...{ ...ofSql, required: 'for SQL', placeholder: 'e.g. 65f5e4a3b9e77c001a222222' },
		description: "The 'connection' in the output of Source → Get Many",
	}),
	sqlTemplate: text('SQL', {
		...{ ...ofSql, rows: 4, required: 'for SQL', schema: z.string().max(MAX_SQL) },
		placeholder: 'e.g. SELECT count() FROM logs',
	}),
});

/** The fields of a tile's chart: the selector, and what each chart needs. */
export const chartFields: INodeProperties[] = [
	...propertiesOf(
		description('', {
			chart: choice('Chart', CHARTS, {
				selects: true,
				description:
					'What the tile shows. Series is the older form that every dashboard API supports; the others need ClickStack.',
			}),
		}),
	),
	...propertiesOf(chart),
].map(shownAtOnce);

const BY_FIELDS = { input: 'fields', allowUnlisted: false } as const;

const rowOf = bodyOf(chart);
const rules = rulesOf(chart);
const itemRules = rulesOf(item);

/** Returns whether a tile's row defines a chart, in place of series. */
export function hasChart(row: JsonObject): boolean {
	const kind = emptyToUndefined(row.chart);
	return kind !== undefined && kind !== 'series';
}

/** Returns the `config` of a tile's row, and the issues with it by the names of its fields. */
export function chartConfig(row: JsonObject): { config: JsonObject; issues: ValidationIssue[] } {
	const kind = String(row.chart);
	const { sqlDisplayType, selectColumns, ...members } = rowOf(row, '');
	const items = Array.isArray(members.select) ? members.select : [];
	const isSql = kind === 'sql';
	const config = withoutUndefined({
		...(isSql ? { configType: 'sql', displayType: sqlDisplayType } : { displayType: kind }),
		...members,
		...(kind === 'search' ? { select: selectColumns ?? '' } : {}),
	});
	const most = MAX_SELECTS[kind] ?? items.length;
	const tooMany: ValidationIssue[] =
		items.length > most ? [{ path: 'select', code: 'tooMany', maximum: most }] : [];
	return {
		config,
		issues: [
			...zodIssues(chart.schema, { ...members, selectColumns }, BY_FIELDS),
			...rules.flatMap((rule) => [...rule({ ...members, [CHART]: kind })]),
			...items.flatMap((one: JsonObject, index) =>
				itemRules.flatMap((rule) => prefixPaths(`select.${String(index)}`, rule(one))),
			),
			...tooMany,
		],
	};
}
