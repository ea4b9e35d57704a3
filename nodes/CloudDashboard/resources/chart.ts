import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { phrase, phraseList, quoteName, SHORT_LIST, UNTOLD } from '../../engine/phrase';
import { choice, describeFields, sqlExpressions, text } from '../../engine/body/fields';
import { bodyBuilder } from '../../engine/body/interpret';
import { rowList } from '../../engine/body/rowLists';
import type { Issue } from '../../engine/issue';
import { neededText } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { recordsIn, withoutUndefined } from '../../engine/json';
import type { ParameterValues } from '../../engine/operation';
import { emptyToUndefined, isText } from '../../engine/parameters/values';
import { compareTexts, wordsOf } from '../../engine/text';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { parseTime } from '../../engine/time';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { planRequests } from '../../features/record/record';
import { ownPath, clickStackOptions } from '../../clickStack/authentication';
import { objectId } from '../../clickStack/records';
import { aggregated, lacksField, metricTypeChoice } from './dashboard/charts';
import { periodFields, periodOf } from './period';
import type { Draft } from '../../features/record/draft';
import type { Step } from '../../features/record/steps';
import { sourceId } from './sharedFields';

const MAX_SERIES = 5;
const MAX_GROUPS = 10;
const GRANULARITIES = {
	auto: 'Automatic',
	'30s': '30 Seconds',
	'1m': '1 Minute',
	'5m': '5 Minutes',
	'10m': '10 Minutes',
	'15m': '15 Minutes',
	'30m': '30 Minutes',
	'1h': '1 Hour',
	'2h': '2 Hours',
	'6h': '6 Hours',
	'12h': '12 Hours',
	'1d': '1 Day',
	'2d': '2 Days',
	'7d': '7 Days',
	'30d': '30 Days',
};

const { aggFn, level, where, whereLanguage, metricName } = aggregated;

/** Only this node has names for series. The API doesn't. */
const chartQuery = describeFields('', {
	series: rowList(
		'Series',
		'Series',
		{
			name: text('Name', {
				placeholder: 'e.g. Errors',
				description:
					'Name in the output. If empty, it combines aggregation and field, such as avg Duration.',
			}),
			// n8n would mark the form's first row red before anybody has chosen anything.
			sourceId: sourceId({ required: true, marked: false, schema: objectId }),
			// The form can't be empty here, but an expression can return nothing.
			aggFn: { ...aggFn, required: 'for this chart' },
			field: text('Field', {
				when: { aggFn: { not: ['count'] } },
				placeholder: 'e.g. Duration',
				description: 'Aggregated column or expression. Leave empty for a metric.',
			}),
			level,
			where,
			whereLanguage,
			metricName,
			metricDataType: metricTypeChoice,
		},
		{
			required: true,
			most: MAX_SERIES,
			mainFields: wordsOf('name sourceId aggFn field level where'),
			description: `Up to ${String(MAX_SERIES)} values, one per row`,
		},
	),
	groupBy: sqlExpressions('Group By', {
		placeholder: "e.g. ServiceName, ResourceAttributes['host.name']",
		description: `Up to ${String(MAX_GROUPS)} columns or expressions that group all series, separated by commas`,
		schema: z.array(z.string().trim()).max(MAX_GROUPS),
	}),
	granularity: choice('Granularity', GRANULARITIES, {
		default: 'auto',
		description: 'Length of each time bucket',
	}),
});

/** Unlike a tile, a query needs only a metric's name. */
function* seriesIssues({ series }: JsonObject): Iterable<Issue> {
	for (const [index, seriesEntry] of recordsIn(series).entries()) {
		const { aggFn: aggregation, field, metricName: metric } = seriesEntry;
		if (!lacksField(aggregation, emptyToUndefined(field) ?? metric)) continue;
		yield { path: `series.${String(index)}.field`, text: neededText('for this aggregation') };
	}
}

/** Makes the request from the period and the series. All series must share the groups, so these are copied to each. */
const withPeriod: Step<Draft> = ({ body }, parameters, context) => {
	const { start: startTime, end: endTime, issues } = periodOf(parameters, context);
	if (issues.length > 0) return { issues };
	const { series, groupBy = [], granularity } = body;
	const sentSeries = recordsIn(series).map((seriesEntry) =>
		withoutUndefined({ where: '', ...seriesEntry, groupBy, name: undefined }),
	);
	// With seriesReturnType 'ratio', the response would lose groups that are expressions.
	const content = {
		startTime,
		endTime,
		series: sentSeries,
		granularity,
		seriesReturnType: 'column',
	};
	return { bodyToSend: withoutUndefined(content) };
};

const queried = wholeBodyFields(chartQuery, { bodySteps: [withPeriod], rules: [seriesIssues] });
const definedBy = bodyBuilder(chartQuery);

function seriesNames(parameters: ParameterValues): string[] {
	return recordsIn(definedBy(parameters, 'utc').series).map((seriesEntry) => {
		const defaultWords =
			seriesEntry.name === undefined
				? [seriesEntry.aggFn, seriesEntry.level, seriesEntry.field ?? seriesEntry.metricName]
				: [];
		return [seriesEntry.name, ...defaultWords].filter(isText).join(' ');
	});
}

const BUCKET = '__hdx_time_bucket';
const TIME = 'time';

/**
 * All columns except the series are time and groups. Rows with equal time and groups become one row, sorted by time.
 */
function mergeSeries(rows: readonly IDataObject[], series: readonly string[]): IDataObject[] {
	const columns = series.map((_, index) => `series_${String(index)}`);
	const nonGroupColumns = new Set([BUCKET, ...columns]);
	const groups = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
		(name) => !nonGroupColumns.has(name),
	);
	const [, ...names] = uniqueNames([TIME, ...series, ...groups]);
	const [valueNames, groupNames] = [names.slice(0, series.length), names.slice(series.length)];
	const merged = new Map<string, IDataObject & Record<typeof TIME, string>>();
	for (const row of rows) {
		const key = JSON.stringify([BUCKET, ...groups].map((column) => row[column]));
		const mergedRow = merged.get(key) ?? {
			[TIME]: bucketTime(row[BUCKET]),
			...resultRow(groupNames, (index) => row[groups[index] ?? '']),
			...resultRow(valueNames, () => null),
		};
		for (const [index, name] of valueNames.entries()) {
			const value = row[columns[index] ?? ''];
			if (value !== undefined) mergedRow[name] = exactNumber(value);
		}
		merged.set(key, mergedRow);
	}
	return [...merged.values()].sort((first, second) => compareTexts(first.time, second.time));
}

function resultRow(
	names: readonly string[],
	valueAt: (index: number) => IDataObject[string],
): IDataObject {
	return Object.fromEntries(names.map((name, index) => [name, valueAt(index) ?? null]));
}

/** Numbers repeated names, because an item can't have a key twice. */
function uniqueNames(names: readonly string[]): string[] {
	const taken = new Set<string>();
	return names.map((name) => {
		let unique = name;
		for (let count = 2; taken.has(unique); count += 1) unique = `${name} ${String(count)}`;
		taken.add(unique);
		return unique;
	});
}

function bucketTime(value: unknown): string {
	return parseTime(value, 'utc')?.toISO() ?? (isText(value) ? String(value) : '');
}

const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Turns text into a number, unless it would lose digits. */
function exactNumber(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string' || !DECIMAL.test(value)) return value;
	const number = Number(value);
	const isInteger = /^-?\d+$/.test(value);
	const isExact = isInteger
		? Number.isSafeInteger(number) && String(number) === value
		: Number.isFinite(number) && digitsOf(String(number)) === digitsOf(value);
	return isExact ? number : value;
}

/** Drops the exponent, the point, and the zeros at both ends. */
function digitsOf(decimal: string): string {
	const [mantissa = ''] = decimal.split(/e/i);
	const [digits = ''] = /[1-9](?:.*[1-9])?/.exec(mantissa.replace(/\D/g, '')) ?? [];
	return digits;
}

const NO_SOURCE =
	"Choose the Source of the series again. The API counts from 0, so its series 0 is Series 1. The source must belong to the key's team. If all of this is right, check the Base URL.";

const query: ListedOperation = {
	kind: 'read',
	name: 'Query',
	description: 'Compute values over time, one item per time and group',
	action: 'Query chart',
	properties: [
		...queried.properties,
		...periodFields,
		clickStackOptions({ reads: true, offersAllowUnusual: true }),
	],
	plan: planRequests('POST', ownPath('charts/series', 'charts'), queried.buildBody, {
		onlyReads: true,
	}),
	output: { pick: (rows, parameters) => mergeSeries(rows, seriesNames(parameters)) },
	texts: {
		subjectOf: () => 'chart',
		advice: {
			400: "Check each series' Where, Where Language, and Field, and Group By against the API's message.",
			404: NO_SOURCE,
		},
		summarize: (_request, parameters) =>
			phrase`Query ${phraseList(seriesNames(parameters), quoteName, SHORT_LIST)}${UNTOLD}`,
	},
};

export const chart = resource('Chart', 'Values over time, in your own ClickStack', {
	query,
});
