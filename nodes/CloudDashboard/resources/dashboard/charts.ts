import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type {
	ChoiceSettings,
	Conditions,
	Description,
	Field,
	Fields,
	SingleField,
} from '../../../engine/body/fields';
import { choice, describeBody, customField, property, text } from '../../../engine/body/fields';
import type { Rule } from '../../../engine/body/interpret';
import { prefixPaths, rulesOf, bodyBuilder, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isJsonObject, withoutAbsent, withoutUndefined } from '../../../engine/json';
import { emptyToUndefined, rowValues } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { newRow, rowsOf, alwaysShown, SQL_EDITOR } from '../../../engine/parameters/properties';
import type { Issue, WithIssues } from '../../../engine/issue';
import { tooManyText } from '../../../engine/issue';
import { connectionRecord, objectId } from '../../../clickStack/records';
import { zodIssues } from '../../../engine/body/schema';
import { FILTER, LANGUAGES, sourceId } from '../sharedFields';

const DRAWN = titleCased('line stacked_bar table number pie bar');
export const DRAWN_CHARTS = Object.keys(DRAWN);
const GROUPED_CHARTS = DRAWN_CHARTS.filter((chart) => chart !== 'number');
/** These charts take one value, other charts up to 20. */
const SINGLE_CHARTS = ['number', 'pie', 'bar'];
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

/** What a new tile's choices are unless the user changes them. */
export const INITIAL_CHOICES: Readonly<Record<string, string>> = {
	aggFn: 'count',
	chart: 'line',
	sqlDisplayType: 'table',
	whereLanguage: 'lucene',
};
/** An update's tile may be an existing or a new one. */
const notSet = (initial: string) => ({ name: `Unchanged (New Tiles: ${initial})`, value: '' });
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

/** Only `atOnce` fields are visible initially, so that four tiles fit on a page. */
export function rowsWithHiddenFields(
	name: string,
	row: string,
	atOnce: readonly string[],
	fields: readonly INodeProperties[],
	{ typeOptions, ...settings }: Partial<INodeProperties> = {},
): INodeProperties {
	return {
		displayName: row,
		name,
		...rowsOf(row, alwaysShown(fields, atOnce), { multipleValues: true, ...typeOptions }),
		placeholder: `Add ${row}`,
		default: {},
		...settings,
	};
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

/** With any other value of `by`, listed or not, the field is shown and sent. */
export function hiddenBy(by: string, value: string, field: SingleField): Field {
	const displayOptions = { hide: { [by]: [value] } };
	return {
		...field,
		when: { [by]: { not: [value] } },
		shown: {},
		properties: ({ name }) => [{ ...property(name, field), displayOptions }],
	};
}

/** Each value becomes an entry of ClickStack's `select`. */
const valueDescription = describeBody('', {
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
			description: 'Column or expression to aggregate',
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

const buildValue = bodyBuilder(valueDescription);
export const valueRules = rulesOf(valueDescription);

const valueRows = rowsWithHiddenFields(
	'select',
	'Value',
	wordsOf('aggFn valueExpression level where'),
	propertiesOf(valueDescription),
);
/** The form starts with a single value. */
const valuesField: INodeProperties = {
	...valueRows,
	displayName: 'Values',
	required: true,
	default: { values: [newRow(propertiesOf(valueDescription))] },
	description: 'Values that the chart computes, one per row. A number chart takes one value.',
};
const moreValuesField: INodeProperties = {
	...valueRows,
	displayName: 'More Values',
};

export const VALUE_KEYS = Object.keys(valueDescription.members);

/** All fields are initially empty, because an empty field keeps a stored tile's value. */
const firstValue: Fields = {
	...valueDescription.members,
	aggFn: choice('Aggregation', AGGREGATIONS, {
		schema: anyText,
		default: '',
		off: notSet('Count'),
		required: 'for this chart',
	}),
	whereLanguage: choice('Where Language', LANGUAGES, {
		schema: anyText,
		default: '',
		off: notSet('Lucene'),
	}),
};

/** The first value's fields are the tile's own, so that they're visible immediately. Further values are rows. */
const tileValues: Fields = {
	...Object.fromEntries(
		Object.entries(firstValue).map(([name, field]) => [name, onCharts(field, DRAWN_CHARTS)]),
	),
	// A search uses these two fields as well.
	...valueFilterFields(),
	select: onCharts(
		customField(z.array(valueDescription.schema), [moreValuesField], { toBody: readValues }),
		DRAWN_CHARTS.filter((chart) => !SINGLE_CHARTS.includes(chart)),
	),
};

const chartValues: Fields = {
	select: customField(z.array(valueDescription.schema).min(1), [valuesField], {
		when: { chart: DRAWN_CHARTS },
		toBody: readValues,
	}),
};

function onCharts(field: Field, charts: readonly string[]): Field {
	const { when } = field;
	return {
		...field,
		when: { ...when, chart: charts },
		shown: { ...(field.shown ?? when), chart: [...charts, NO_CHART] },
	};
}

function valueFilterFields(): Fields {
	const { where, whereLanguage } = firstValue;
	return Object.fromEntries(
		Object.entries({ where, whereLanguage }).flatMap(([name, field]) =>
			field === undefined ? [] : [[name, onCharts(field, [...DRAWN_CHARTS, 'search'])]],
		),
	);
}

/** Input that isn't rows stays unchanged, so that the schema refuses it. */
function readValues(value: unknown, timezone: string): unknown {
	const values = rowValues(value) ?? [];
	if (!Array.isArray(values)) return values;
	return values.map((row: unknown) => (isJsonObject(row) ? buildValue(row, timezone) : row));
}

const forSearch = { when: { chart: ['search'] }, schema: expression } as const;
const forSql = { when: { chart: ['sql'] } } as const;

interface ChartForm {
	fields: INodeProperties[];
	chart: Description;
	rules: Rule;
	/** Issues name the form's fields. */
	configOf: (row: JsonObject) => WithIssues<JsonObject>;
}

/**
 * SQL can fill the charts in `drawn`. The form's fields have the names of `config` and its values, except the two that
 * would clash.
 */
function chartForm(
	charts: Readonly<Record<string, string>>,
	drawn: Readonly<Record<string, string>>,
	values: Fields,
	description: string,
	when: Conditions = {},
): ChartForm {
	const isOffered = ({ when: { chart: chartKinds = [] } = {} }: Field) =>
		'not' in chartKinds ||
		chartKinds.length === 0 ||
		Object.keys(charts).some((chartKind) => chartKinds.includes(chartKind));
	const members = Object.entries(chartMembers(charts, drawn, values, description)).filter(
		([, field]) => isOffered(field),
	);
	const chart = describeBody('', Object.fromEntries(members), { when });
	const chartOf = bodyBuilder(chart);
	const chartRules = rulesOf(chart);
	const hasFirst = 'aggFn' in values;
	return {
		fields: propertiesOf(chart),
		chart,
		rules: chartRules,
		configOf: (row) => {
			const defined = chartOf(row, '');
			const { select } = defined;
			const furtherValues = Array.isArray(select) ? select.filter(isJsonObject) : [];
			const isDrawn = DRAWN_CHARTS.some((drawnChart) => drawnChart === defined.chart);
			const tileValues = isDrawn && hasFirst ? [firstValueOf(defined)] : [];
			const issues = [
				...zodIssues(chart.schema, defined),
				...chartRules(defined),
				...valueIssues(defined.chart, furtherValues, tileValues.length),
			];
			return {
				value: configFrom(defined, isDrawn ? [...tileValues, ...furtherValues] : undefined),
				issues,
			};
		},
	};
}

/** In a form, the first value's properties are the tile's own. */
export function firstValueOf(defined: JsonObject): JsonObject {
	const isOfValue = ([name]: [string, unknown]) => VALUE_KEYS.includes(name);
	return Object.fromEntries(Object.entries(defined).filter(isOfValue));
}

function configFrom(defined: JsonObject, values: JsonObject[] | undefined): JsonObject {
	const chartProperties = values === undefined ? defined : withoutAbsent(defined, VALUE_KEYS);
	const { chart: kind, sqlDisplayType, selectColumns, ...properties } = chartProperties;
	return withoutUndefined({
		...(kind === 'sql'
			? { configType: kind, displayType: sqlDisplayType }
			: { displayType: String(kind) }),
		...properties,
		select: kind === 'search' ? (selectColumns ?? '') : values,
	});
}

/** `before` is the number of values before these rows. */
export function valueIssues(kind: unknown, items: readonly JsonObject[], before: number): Issue[] {
	const issues = items.flatMap((valueItem, index) =>
		prefixPaths(`select.${String(index)}`, valueRules(valueItem)),
	);
	const most = SINGLE_CHARTS.some((single) => single === kind) ? 1 : MAX_CHART_VALUES;
	const maximum = most - before;
	return items.length > maximum
		? [...issues, { path: 'select', text: tooManyText(maximum) }]
		: issues;
}

function chartMembers(
	charts: Readonly<Record<string, string>>,
	drawn: Readonly<Record<string, string>>,
	values: Fields,
	about: string,
): Fields {
	const isTile = 'aggFn' in values;
	const sourced = [...DRAWN_CHARTS, 'search'];
	const source = { required: 'for this chart', schema: objectId } as const;
	const grouped = {
		schema: expression,
		placeholder: 'e.g. ServiceName',
		description: 'Columns or expressions to group by, separated by commas',
	};
	const unset = (firstChart: string) => (isTile ? { default: '', off: notSet(firstChart) } : {});
	return {
		chart: choice('Chart', charts, {
			selects: true,
			schema: z.unknown(),
			description: about,
			...unset('Line'),
		}),
		sourceId: isTile
			? onCharts(sourceId(source), sourced)
			: sourceId({ ...source, when: { chart: sourced } }),
		...values,
		groupBy: isTile
			? onCharts(text('Group By', grouped), GROUPED_CHARTS)
			: text('Group By', { ...grouped, when: { chart: GROUPED_CHARTS } }),
		selectColumns: text('Columns', {
			...forSearch,
			placeholder: 'e.g. Timestamp, Body',
			description: "Columns to show. Leave empty for the source's default columns.",
		}),
		markdown: text('Text', {
			when: { chart: ['markdown'] },
			rows: 4,
			schema: z.string().max(50_000),
			placeholder: 'e.g. # On call',
			description: 'Formatted as Markdown',
		}),
		...sqlMembers(drawn, unset('Table')),
	};
}

function sqlMembers(
	drawn: Readonly<Record<string, string>>,
	unset: Pick<ChoiceSettings, 'default' | 'off'>,
): Fields {
	return {
		sqlDisplayType: choice('Show As', drawn, { ...forSql, schema: anyText, ...unset }),
		connectionId: customField(objectId, [connectionRecord.id.field], {
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

export const tileChart = chartForm(
	CHARTS,
	DRAWN,
	tileValues,
	'Chart or text to show. Another API may support only Time or Number Series.',
);

/** An alert can watch only these charts. */
export const WATCHED_CHARTS = titleCased('line stacked_bar number');
export const alertChart = chartForm(
	{ ...WATCHED_CHARTS, sql: 'SQL' },
	WATCHED_CHARTS,
	chartValues,
	'Computes the values the alert watches',
	{ '/source': ['inline'] },
);
