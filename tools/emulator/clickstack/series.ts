import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, listAt, objectsAt, textAt } from '../../contract/json';
import type { Answer, Handler } from '../routes/answers';
import { badRequest } from './reply';
import { columnName, compareValues, type EventRow, QueryError, testOf, valueOf } from './rows';
import type { StoredRecord } from './seed';

const SECONDS = {
	...{ '30s': 30, '1m': 60, '5m': 300, '10m': 600, '15m': 900, '30m': 1800, '1h': 3600 },
	...{ '2h': 7200, '6h': 21_600, '12h': 43_200, '1d': 86_400, '2d': 172_800, '7d': 604_800 },
	'30d': 2_592_000,
};
/** How many buckets `auto` has at most. */
const MAX_BUCKETS = 60;
const INTEGER = /^-?\d+$/;

interface Period {
	start: number;
	end: number;
	bucketMs: number;
}

/** Adds up, exactly if all are integers, which are texts. */
function sum(values: readonly unknown[]): number | string {
	const areIntegers = values.every((value) => typeof value === 'string' && INTEGER.test(value));
	return areIntegers
		? String(values.reduce<bigint>((all, value) => all + BigInt(String(value)), 0n))
		: values.reduce<number>((all, value) => all + Number(value), 0);
}

function quantile(values: readonly unknown[], level: number): number {
	const sorted = values.map(Number).sort((one, other) => one - other);
	return sorted[Math.floor(level * (sorted.length - 1))] ?? 0;
}

/** Aggregates values, the newest first; counts are texts. */
const AGGREGATES: Record<string, (values: readonly unknown[], level: number) => unknown> = {
	count: (values) => String(values.length),
	count_distinct: (values) => String(new Set(values).size),
	avg: (values) => Number(sum(values)) / values.length,
	sum,
	min: (values) => values.toSorted(compareValues)[0],
	max: (values) => values.toSorted(compareValues).at(-1),
	quantile,
	last_value: (values) => values[0],
};

/** Returns the aggregated expression: a metric has a value, any other source the series' expression. */
function valuesOf(rows: readonly EventRow[], series: JsonObject, { kind }: StoredRecord) {
	const { aggFn, field, metricName } = series;
	if (aggFn === 'count') return rows;
	const isValue = kind === 'metric' && (metricName === undefined || field === undefined);
	return rows.map((row) => valueOf(row, isValue ? 'Value' : textAt(series, 'field')));
}

/** Returns the raw rows of one series, by time and group. */
function seriesRows(
	rows: readonly EventRow[],
	series: JsonObject,
	index: number,
	source: StoredRecord,
	{ start, end, bucketMs }: Period,
): JsonObject[] {
	const fits = testOf(textAt(series, 'where'), series['whereLanguage']);
	const groupBy = listAt(series, 'groupBy').map(String);
	const found = rows.filter((row) => row.at >= start && row.at <= end && fits(row));
	const groups = new Map<string, EventRow[]>();
	for (const row of found) {
		const values = groupBy.map((expression) => valueOf(row, expression));
		const key = JSON.stringify([Math.floor(row.at / bucketMs) * bucketMs, ...values]);
		const members = groups.get(key);
		if (members === undefined) groups.set(key, [row]);
		else members.push(row);
	}
	const aggregate = AGGREGATES[String(series['aggFn'])] ?? ((values) => values[0]);
	const named = [...groups].map(([key, members]): JsonObject => {
		const [bucket, ...values] = listAt({ key: JSON.parse(key) as unknown }, 'key');
		const value = aggregate(valuesOf(members, series, source), Number(series['level'] ?? 0.5));
		return {
			[`series_${String(index)}`]: value,
			...Object.fromEntries(groupBy.map((one, at) => [columnName(one), values[at]])),
			__hdx_time_bucket: new Date(Number(bucket)).toISOString().replace('.000Z', 'Z'),
		};
	});
	return named.sort((one, other) =>
		String(one['__hdx_time_bucket']).localeCompare(String(other['__hdx_time_bucket'])),
	);
}

/** Merges rows by time and group. A group by an expression is lost, because its column has another name. */
function merged(rows: readonly JsonObject[], groupBy: readonly string[]): JsonObject[] {
	const found = new Map<string, JsonObject>();
	for (const row of rows) {
		const ts_bucket = Date.parse(String(row['__hdx_time_bucket']));
		const group = groupBy.map((name) => row[name]);
		const key = JSON.stringify([ts_bucket, ...group]);
		const known = found.get(key) ?? { ts_bucket, group };
		for (const [name, value] of Object.entries(row)) {
			if (name.startsWith('series_')) known[`${name}.data`] = value;
		}
		found.set(key, known);
	}
	return [...found.values()];
}

function periodOf({ startTime, endTime, granularity }: JsonObject): Period {
	const [start, end] = [Number(startTime), Number(endTime)];
	const chosen = Object.entries(SECONDS).find(([name]) => name === granularity)?.[1];
	const fitting = Object.values(SECONDS).find((one) => (end - start) / 1000 / one <= MAX_BUCKETS);
	return { start, end, bucketMs: (chosen ?? fitting ?? SECONDS['30d']) * 1000 };
}

const failed = (status: number, error: string): Answer => ({ status, body: { error } });

/** Queries a chart; a failure has `error` instead of `message`. */
export const queryChartSeries: Handler = ({ state: { clickStack: state }, body }) => {
	const all = objectsAt(body, 'series');
	const groupBy = listAt(all[0], 'groupBy').map(String);
	if (all.some((series) => !isDeepStrictEqual(listAt(series, 'groupBy'), groupBy))) {
		return badRequest('Body validation failed: series: groupBy must be the same in all');
	}
	const sources = all.map(({ sourceId }) => state.sources.get(String(sourceId)));
	const unknown = sources.indexOf(undefined);
	if (unknown !== -1) return failed(404, `Source not found for series ${String(unknown)}`);
	const period = periodOf(body);
	try {
		const rows = all.flatMap((series, index) => {
			const source = sources[index];
			if (source === undefined) return [];
			return seriesRows(state.events, series, index, source, period);
		});
		return { result: body['seriesReturnType'] === 'column' ? rows : merged(rows, groupBy) };
	} catch (error) {
		if (error instanceof QueryError) return failed(500, error.message);
		throw error;
	}
};
