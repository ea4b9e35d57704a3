import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Conditions, Field, Fields, Traits } from '../../../engine/body/fields';
import { choice, description, customField, text } from '../../../engine/body/fields';
import { prefixPaths, rulesOf, buildBody, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { hashOf, isJsonObject, withoutUndefined } from '../../../engine/json';
import { emptyToUndefined, rows } from '../../../engine/parameters/values';
import { zodIssues } from '../../../engine/issues/checks';
import { wordsOf } from '../../../engine/text';
import type { Issue } from '../../../engine/issue';
import { connectionRecord, sourceRecord } from '../../../clickStack/records';

/** The charts that are made of Select rows. */
const DRAWN = titled('line stacked_bar table number pie bar');
const DRAWN_CHARTS = Object.keys(DRAWN);
const GROUPED_CHARTS = DRAWN_CHARTS.filter((chart) => chart !== 'number');
/** The charts that have one Select row; the others have at most 20. */
const SINGLE_CHARTS = ['number', 'pie', 'bar'];
const MAX_SELECTS = 20;

/** The names of a tile's charts. `series` is the form of the neutral reference. */
const CHARTS = titled('series line stacked_bar table number pie bar search markdown sql', {
	search: 'Search Results',
	sql: 'SQL',
});

/** What a series and a chart's value compute. ClickStack, 2.4. */
export const AGGREGATIONS = titled(
	'count count_distinct sum avg min max quantile last_value any none increase',
	{ avg: 'Average', min: 'Minimum', max: 'Maximum' },
);
const LEVELS = { '0.5': '50 %', '0.9': '90 %', '0.95': '95 %', '0.99': '99 %' };
const METRIC_TYPES = {
	...titled('gauge sum histogram summary'),
	'exponential histogram': 'Exponential Histogram',
};
const PERIODS = { delta: 'Delta' };
const LANGUAGES = { lucene: 'Lucene', sql: 'SQL' };

const anyText = z.string();
const expression = z.string().max(10_000);

const NOT_SENT = { name: 'None', value: 'none' };
const OR_NONE = { schema: anyText, off: NOT_SENT, default: NOT_SENT.value };

/** Returns the options of a selector: each value with its name, or else with its words in title case. */
function titled(values: string, names: Record<string, string> = {}): Record<string, string> {
	const titleOf = (value: string) =>
		value.replace('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return Object.fromEntries(
		wordsOf(values).map((value) => [value, names[value] ?? titleOf(value)]),
	);
}

/** The fields of a search for rows. `what` describes the columns, and `orderBy` their order. ClickStack, 4.5 and 4.6. */
export function searchFields(what: string, orderBy: Traits): Fields {
	return {
		where: text('Where', {
			schema: z.string().max(8192),
			placeholder: 'e.g. level:error',
			description: 'A filter. Leave empty to include everything.',
		}),
		whereLanguage: choice('Where Language', LANGUAGES, {}),
		select: text('Columns', {
			parameter: 'selectColumns',
			schema: z.string().max(4096),
			placeholder: 'e.g. Timestamp, Body',
			description: `${what}. Leave empty for the source's own.`,
		}),
		orderBy: text('Order By', { schema: z.string().max(1024), ...orderBy }),
	};
}

/** Returns the source that is read. */
export function sourceId(traits: Traits): Field {
	const field: INodeProperties = {
		...sourceRecord.idField,
		...(traits.required !== undefined && { required: true }),
		description: 'The source that is read. ClickStack needs one.',
	};
	return customField(traits.schema ?? anyText, [field], { read: emptyToUndefined, ...traits });
}

/**
 * Returns the rows of a field, called `row` each. Only the fields `atOnce` are shown at once; the others are added one
 * by one, so that four tiles fit on a page. n8n 1.x shows all of them.
 */
export function rowsField(
	name: string,
	row: string,
	atOnce: readonly string[],
	fields: readonly INodeProperties[],
	{ typeOptions, ...traits }: Partial<INodeProperties> = {},
): INodeProperties {
	const values = fields.map((field) =>
		atOnce.includes(field.name)
			? { ...field, typeOptions: { ...field.typeOptions, showEvenWhenOptional: true } }
			: field,
	);
	return {
		displayName: row,
		name,
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			hideOptionalFields: true,
			addOptionalFieldButtonText: `Add ${row} Field`,
			...typeOptions,
		},
		placeholder: `Add ${row}`,
		default: {},
		options: [{ displayName: row, name: 'values', values }],
		...traits,
	};
}

export const metricTypeChoice = choice('Metric Type', METRIC_TYPES, OR_NONE);

/** What a chart's value and a series that is queried have in common. Values that are not listed are left to the API. */
export const aggregated = {
	aggFn: choice('Aggregation', AGGREGATIONS, { schema: anyText }),
	level: choice('Level', LEVELS, {
		when: { aggFn: ['quantile'] },
		schema: z.number(),
		read: (value) => (emptyToUndefined(value) === undefined ? undefined : Number(value)),
	}),
	where: text('Where', {
		schema: expression,
		placeholder: 'e.g. level:error',
		description: 'A filter. Leave empty to include everything.',
	}),
	whereLanguage: choice('Where Language', LANGUAGES, { schema: anyText }),
	metricName: text('Metric Name', {
		placeholder: 'e.g. http.server.duration',
		description: "For a metric source, whose value is 'Value'",
	}),
};

/** ClickStack's select item. */
const item = description('', {
	aggFn: aggregated.aggFn,
	valueExpression: text('Value', {
		when: { aggFn: { not: ['count'] } },
		required: 'for this aggregation',
		schema: expression,
		placeholder: 'e.g. Duration',
		description: 'The column or expression to aggregate',
	}),
	level: aggregated.level,
	where: aggregated.where,
	whereLanguage: aggregated.whereLanguage,
	alias: text('Alias', {
		schema: expression,
		placeholder: 'e.g. Average duration',
		description: 'The name of the value in the chart',
	}),
	metricName: aggregated.metricName,
	metricType: metricTypeChoice,
	periodAggFn: choice('Period Aggregation', PERIODS, {
		...OR_NONE,
		description: 'How to compare with the previous period',
	}),
});

const itemOf = buildBody(item);
const itemRules = rulesOf(item);

const selectField = rowsField(
	'select',
	'Select',
	wordsOf('aggFn valueExpression level where'),
	propertiesOf(item),
	{ description: 'What the chart computes, one row per value. Number, Pie and Bar have one.' },
);

const ofSearch = { when: { chart: ['search'] }, schema: expression } as const;
const ofSql = { when: { chart: ['sql'] } } as const;

/** A chart's fields: the selector, and what each chart needs. */
interface ChartForm {
	fields: INodeProperties[];
	/** Returns the `config` of a chart, and the issues with it by the names of its fields. */
	configOf: (row: JsonObject) => { config: JsonObject; issues: Issue[] };
}

/**
 * Returns the form of a chart, which is one of `charts`, and with SQL one of `drawn`. Its fields are those of `config`,
 * except the two that share a name with others.
 */
function chartForm(
	charts: Readonly<Record<string, string>>,
	drawn: Readonly<Record<string, string>>,
	about: string,
	when: Conditions = {},
): ChartForm {
	const isOffered = ({ when: { chart: of = [] } = {} }: Field) =>
		'not' in of || of.length === 0 || Object.keys(charts).some((one) => of.includes(one));
	const members = Object.entries(chartMembers(charts, drawn, about)).filter(([, field]) =>
		isOffered(field),
	);
	const chart = description('', Object.fromEntries(members), { when });
	const chartOf = buildBody(chart);
	const chartRules = rulesOf(chart);
	return {
		fields: propertiesOf(chart),
		configOf: (row) => {
			const defined = chartOf(row, '');
			const { chart: kind, sqlDisplayType, selectColumns, ...properties } = defined;
			const items = Array.isArray(properties.select) ? properties.select.filter(isJsonObject) : [];
			const config = withoutUndefined({
				...(kind === 'sql'
					? { configType: kind, displayType: sqlDisplayType }
					: { displayType: String(kind) }),
				...properties,
				...(kind === 'search' && { select: selectColumns ?? '' }),
			});
			const issues = [
				...zodIssues(chart.schema, defined, { input: 'fields', allowUnlisted: false }),
				...chartRules.flatMap((rule) => [...rule(defined)]),
				...selectIssues(kind, items),
			];
			return { config, issues };
		},
	};
}

/** Returns the issues with the values of a chart. */
function selectIssues(kind: unknown, items: readonly JsonObject[]): Issue[] {
	const issues = items.flatMap((one, index) =>
		itemRules.flatMap((rule) => prefixPaths(`select.${String(index)}`, rule(one))),
	);
	const maximum = SINGLE_CHARTS.some((single) => single === kind) ? 1 : MAX_SELECTS;
	return items.length > maximum
		? [...issues, { path: 'select', code: 'tooMany', maximum }]
		: issues;
}

function chartMembers(
	charts: Readonly<Record<string, string>>,
	drawn: Readonly<Record<string, string>>,
	about: string,
): Fields {
	return {
		chart: choice('Chart', charts, { selects: true, schema: z.unknown(), description: about }),
		sourceId: sourceId({
			when: { chart: [...DRAWN_CHARTS, 'search'] },
			required: 'for this chart',
		}),
		select: customField(z.array(item.schema).min(1), [selectField], {
			when: { chart: DRAWN_CHARTS },
			read: (value, timezone) => rows(value).map((row) => itemOf(row, timezone)),
		}),
		groupBy: text('Group By', {
			when: { chart: GROUPED_CHARTS },
			schema: expression,
			placeholder: 'e.g. ServiceName',
			description: 'Columns or expressions to group by, separated by commas',
		}),
		selectColumns: text('Columns', {
			...ofSearch,
			placeholder: 'e.g. Timestamp, Body',
			description: "The columns to show. Leave empty for the source's own.",
		}),
		where: text('Where', { ...ofSearch, placeholder: 'e.g. level:error' }),
		whereLanguage: choice('Where Language', LANGUAGES, { ...ofSearch, schema: anyText }),
		markdown: text('Text', {
			when: { chart: ['markdown'] },
			rows: 4,
			schema: z.string().max(50_000),
			placeholder: 'e.g. # On call',
			description: 'The text of the tile, in Markdown',
		}),
		sqlDisplayType: choice('Show As', drawn, {
			...ofSql,
			schema: anyText,
			...('table' in drawn && { default: 'table' }),
		}),
		connectionId: customField(anyText, [connectionRecord.idField], {
			...ofSql,
			required: 'for SQL',
			read: emptyToUndefined,
		}),
		sqlTemplate: text('SQL', {
			...ofSql,
			rows: 4,
			required: 'for SQL',
			schema: z.string().max(100_000),
			placeholder: 'e.g. SELECT count() FROM logs',
		}),
	};
}

/** The form of a tile's chart. */
export const tileChart = chartForm(
	CHARTS,
	DRAWN,
	'What the tile shows. Series is the older form that every dashboard API supports; the others need ClickStack.',
);

/** The chart with which a tile starts, and its value. */
const FIRST_CHART = 'line';
const FIRST_VALUE = Object.fromEntries(
	propertiesOf(item).map((field) => [field.name, field.default]),
);
const BLANK = new Set(
	[[], [{}], [FIRST_VALUE]].map((values) =>
		hashOf(tileChart.configOf({ chart: FIRST_CHART, select: { values } }).config),
	),
);

/** Returns whether nothing was entered for the chart of a tile. */
export function isBlankChart(row: JsonObject): boolean {
	return row.chart === FIRST_CHART && BLANK.has(hashOf(tileChart.configOf(row).config));
}

/** The charts that an alert can watch. ClickStack, 2.1; autumn, 9. */
export const WATCHED = titled('line stacked_bar number');
const ownChart = chartForm(
	{ ...WATCHED, sql: 'SQL' },
	WATCHED,
	'How the values that the alert watches are computed',
	{ '/source': ['inline'] },
);
/** The form of an alert's own chart. In a tile, n8n can't mark the rows as required. */
export const alertChart: ChartForm = {
	...ownChart,
	fields: ownChart.fields.map((field) =>
		field.name === selectField.name ? { ...field, required: true } : field,
	),
};
