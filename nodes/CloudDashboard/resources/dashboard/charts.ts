import { z } from 'zod';
import type { ChoiceSettings, Field, Fields, SingleField } from '../../../engine/body/fields';
import {
	choice,
	describeFields,
	fieldWithProperties,
	property,
	text,
} from '../../../engine/body/fields';
import { rulesOf, bodyBuilder, propertiesOf } from '../../../engine/body/interpret';
import type { RowsSettings } from '../../../engine/body/rowLists';
import { rowList } from '../../../engine/body/rowLists';
import type { JsonObject } from '../../../engine/json';
import { recordsIn, withoutUndefined } from '../../../engine/json';
import { asObject, emptyToUndefined } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { SQL_EDITOR } from '../../../engine/parameters/properties';
import type { Issue, WithIssues } from '../../../engine/issue';
import { tooManyText } from '../../../engine/issue';
import { connectionRecord, objectId } from '../../../clickStack/records';
import { zodIssues } from '../../../engine/body/schema';
import { FILTER, LANGUAGES, sourceId } from '../sharedFields';

const DRAWN = titleCased('line stacked_bar table number pie bar');
export const DRAWN_CHARTS = Object.keys(DRAWN);
const SOURCED_CHARTS = [...DRAWN_CHARTS, 'search'];
const GROUPED_CHARTS = DRAWN_CHARTS.filter((chart) => chart !== 'number');
/** These charts take one value, other charts up to 20. */
export const SINGLE_CHARTS = ['number', 'pie', 'bar'];
const MAX_CHART_VALUES = 20;

/** A tile has this value until its chart is chosen. */
const NO_CHART = '';

/** `series` is the neutral contract's form of a tile and comes last. */
export const CHARTS = titleCased(
	'line stacked_bar table number pie bar search markdown sql series',
	{
		search: 'Search Results',
		sql: 'SQL',
		series: 'Time or Number Series',
	},
);

export const AGGREGATIONS = titleCased(
	'count count_distinct sum avg min max quantile last_value any none increase',
	{
		avg: 'Average',
		min: 'Minimum',
		max: 'Maximum',
		quantile: 'Quantile (p50, p90, p95, p99)',
	},
);
const LEVELS = { '0.5': '50%', '0.9': '90%', '0.95': '95%', '0.99': '99%' };
const METRIC_TYPES = {
	...titleCased('gauge sum histogram summary'),
	'exponential histogram': 'Exponential Histogram',
};
const PERIOD_AGGREGATIONS = { delta: 'Delta' };

const anyText = z.string().trim();
const expression = anyText.max(10_000);

/** An update's tile may be an existing or a new one. An empty choice keeps a stored tile's value. */
const ifUnchanged = (initial: string) => ({
	default: '',
	off: { name: `Unchanged (New Tiles: ${initial})`, value: '' },
});
const NOT_SENT = { name: 'None', value: 'none' };
const OR_NONE = { schema: anyText, off: NOT_SENT, default: NOT_SENT.value };

/** Values without a name get their own words in title case. */
function titleCased(values: string, names: Record<string, string> = {}): Record<string, string> {
	const titleOf = (value: string) =>
		value.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return Object.fromEntries(
		wordsOf(values).map((value) => [value, names[value] ?? titleOf(value)]),
	);
}

export const metricTypeChoice = choice('Metric Type', METRIC_TYPES, OR_NONE);

const metricName = (description: string) =>
	text('Metric Name', { placeholder: 'e.g. http.server.duration', description });

/** A chart's value and a queried series share these fields. The API decides about unlisted values. */
export const aggregated = {
	aggFn: choice('Aggregation', AGGREGATIONS, { schema: anyText }),
	level: choice('Level', LEVELS, {
		when: { aggFn: ['quantile'] },
		schema: z.number(),
		toBody: (value) => (emptyToUndefined(value) === undefined ? undefined : Number(value)),
	}),
	where: text('Where', { ...FILTER, schema: expression }),
	whereLanguage: choice('Where Language', LANGUAGES, { schema: anyText }),
	metricName: metricName('Only for metric sources'),
};

/** Only Count needs no field. A heatmap aggregates, too. */
export function lacksField(aggFn: unknown, field: unknown): boolean {
	return typeof aggFn === 'string' && aggFn !== 'count' && emptyToUndefined(field) === undefined;
}

/**
 * Finds values that lack the field to aggregate. A metric's name doesn't replace the field. In a chart, ClickStack
 * refuses such values. In series, it stores them, but then rejects every update to the dashboard.
 */
export function fieldlessValues({ config, series }: JsonObject): string[] {
	const { configType, displayType, select } = asObject(config);
	const values = configType === 'sql' ? [] : recordsIn(select);
	return [
		...values.flatMap(({ aggFn, valueExpression }, index) =>
			lacksField(displayType === 'heatmap' ? displayType : aggFn, valueExpression)
				? [`config.select.${String(index)}.valueExpression`]
				: [],
		),
		...recordsIn(series).flatMap(({ aggFn, field, sourceId: clickStackSource }, index) =>
			clickStackSource !== undefined && lacksField(aggFn, field)
				? [`series.${String(index)}.field`]
				: [],
		),
	];
}

/** With any other value of `by`, listed or not, the field is shown and sent. */
export function hiddenBy(by: string, value: string, field: SingleField): Field {
	const displayOptions = { hide: { [by]: [value] } };
	return {
		...field,
		when: { [by]: { not: [value] } },
		shown: {},
		properties: (name) => [{ ...property(name, field), displayOptions }],
	};
}

/** Each value becomes an entry of ClickStack's `select`. */
const valueDescription = describeFields('', {
	// The form can't be empty here, but an expression can return nothing.
	aggFn: { ...aggregated.aggFn, required: 'for this chart' },
	valueExpression: hiddenBy(
		'aggFn',
		'count',
		text('Field', {
			required: 'for this aggregation',
			// In a row, n8n would mark the field red as soon as it appears.
			marked: false,
			schema: expression,
			placeholder: 'e.g. Duration',
			description: 'Aggregated column or expression',
		}),
	),
	level: aggregated.level,
	where: aggregated.where,
	whereLanguage: aggregated.whereLanguage,
	alias: text('Alias', {
		schema: expression,
		placeholder: 'e.g. Average duration',
		description: 'Value name shown in the chart',
	}),
	metricName: metricName('Only for metric sources. In Field, enter Value.'),
	metricType: metricTypeChoice,
	periodAggFn: choice('Period Aggregation', PERIOD_AGGREGATIONS, {
		...OR_NONE,
		description: 'Compare with the previous period',
	}),
});

export const valueRules = rulesOf(valueDescription);

const valueRows = (label: string, settings: RowsSettings = {}) =>
	rowList(label, 'Value', valueDescription.members, {
		mainFields: wordsOf('aggFn valueExpression level where'),
		...settings,
	});

export const VALUE_KEYS = Object.keys(valueDescription.members);

/** The first value's fields are the tile's own, so that they're visible immediately. Further values are rows. */
const firstValue: Fields = {
	...valueDescription.members,
	aggFn: choice('Aggregation', AGGREGATIONS, {
		schema: anyText,
		required: 'for this chart',
		...ifUnchanged('Count'),
	}),
	whereLanguage: choice('Where Language', LANGUAGES, { schema: anyText, ...ifUnchanged('Lucene') }),
};

/** A search has these fields of a value, too. */
const FILTER_KEYS = ['where', 'whereLanguage'];

/** Until an update's chart is chosen, it may be any of these. */
function onCharts(charts: readonly string[], field: Field): Field {
	const { when } = field;
	return {
		...field,
		when: { ...when, chart: charts },
		shown: { ...(field.shown ?? when), chart: [...charts, NO_CHART] },
	};
}

/** `before` is the number of values before these. */
export function tooManyIssues(kind: unknown, values: readonly unknown[], before: number): Issue[] {
	const maxValues = SINGLE_CHARTS.some((single) => single === kind) ? 1 : MAX_CHART_VALUES;
	const maximum = maxValues - before;
	return values.length > maximum ? [{ path: 'select', text: tooManyText(maximum) }] : [];
}

const forSearch = { when: { chart: ['search'] }, schema: expression } as const;
const forSql = { when: { chart: ['sql'] } } as const;

const source = { required: 'for this chart', schema: objectId } as const;
const groupBy = text('Group By', {
	schema: expression,
	placeholder: 'e.g. ServiceName',
	description: 'Columns or expressions that form the groups, separated by commas',
});

/** SQL can fill the charts in `drawn`. */
function sqlMembers(
	drawn: Readonly<Record<string, string>>,
	settings: Pick<ChoiceSettings, 'default' | 'off'> = {},
): Fields {
	return {
		sqlDisplayType: choice('Show As', drawn, { ...forSql, schema: anyText, ...settings }),
		connectionId: fieldWithProperties(objectId, [connectionRecord.id.field], {
			...forSql,
			required: 'for SQL',
			toBody: emptyToUndefined,
		}),
		sqlTemplate: text('SQL', {
			...forSql,
			typeOptions: SQL_EDITOR,
			required: 'for SQL',
			schema: z.string().max(100_000),
			placeholder: 'e.g. SELECT count() FROM logs',
		}),
	};
}

/** A tile's fields have the names of `config` and its values, except the two that would clash. */
export const tileChart = describeFields('', {
	chart: choice('Chart', CHARTS, {
		selects: true,
		schema: z.unknown(),
		description: 'Chart or text in the tile',
		...ifUnchanged('Line'),
	}),
	sourceId: onCharts(SOURCED_CHARTS, sourceId(source)),
	...Object.fromEntries(
		Object.entries(firstValue).map(([name, field]) => [
			name,
			onCharts(FILTER_KEYS.includes(name) ? SOURCED_CHARTS : DRAWN_CHARTS, field),
		]),
	),
	select: onCharts(
		DRAWN_CHARTS.filter((chart) => !SINGLE_CHARTS.includes(chart)),
		valueRows('More Values'),
	),
	groupBy: onCharts(GROUPED_CHARTS, groupBy),
	selectColumns: text('Columns', {
		...forSearch,
		placeholder: 'e.g. Timestamp, Body',
		description: "Columns that the tile shows. Leave empty for the source's default columns.",
	}),
	markdown: text('Text', {
		when: { chart: ['markdown'] },
		rows: 4,
		schema: z.string().max(50_000),
		placeholder: 'e.g. # On call',
		description: 'Formatted as Markdown',
	}),
	...sqlMembers(DRAWN, ifUnchanged('Table')),
});

/** An alert can watch only these charts. */
export const WATCHED_CHARTS = titleCased('line stacked_bar number');
const drawnByValues = { when: { chart: { not: ['sql'] } } } as const;
/** The form starts with a single value. */
const alertValues = valueRows('Values', {
	...drawnByValues,
	marked: true,
	schema: z.array(valueDescription.schema).min(1),
	description: 'Values that the chart computes, one per row. A number chart takes one value.',
});
const alertForm = describeFields(
	'',
	{
		chart: choice(
			'Chart',
			{ ...WATCHED_CHARTS, sql: 'SQL' },
			{
				selects: true,
				schema: z.unknown(),
				description: 'Computes the values the alert watches',
			},
		),
		sourceId: sourceId({ ...source, ...drawnByValues }),
		select: {
			...alertValues,
			toBody: (value, timezone) => alertValues.toBody?.(value, timezone) ?? [],
		},
		groupBy: { ...groupBy, when: { chart: { not: ['number', 'sql'] } } },
		...sqlMembers(WATCHED_CHARTS),
	},
	{ when: { '/source': ['inline'] } },
);
const readAlertForm = bodyBuilder(alertForm);
const alertFormRules = rulesOf(alertForm);

export const alertChartFields = propertiesOf(alertForm);

/** Issues name the form's fields. */
export function alertChart(parameters: JsonObject): WithIssues<JsonObject> {
	const defined = readAlertForm(parameters, '');
	const { chart: kind, sqlDisplayType, ...properties } = defined;
	const type =
		kind === 'sql'
			? { configType: kind, displayType: sqlDisplayType }
			: { displayType: String(kind) };
	return {
		value: withoutUndefined({ ...type, ...properties }),
		issues: [
			...zodIssues(alertForm.schema, defined),
			...alertFormRules(defined),
			...tooManyIssues(kind, recordsIn(properties['select']), 0),
		],
	};
}
