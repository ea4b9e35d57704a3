import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '../../contract/json';
import type { Handler } from '../routes/answers';
import type { ClickStackOptions } from './state';

const INTERVAL_MS = 3000;
const SERVICES = ['api', 'web', 'payments'];
const LEVELS = ['info', 'info', 'warn', 'info', 'error'];
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const MAP_ITEM = /^(\w+)\['(.*)'\]$/;

/** 64-bit integers are text, as ClickHouse sends them. */
export interface EventRow {
	/** Milliseconds since 1970. */
	at: number;
	columns: JsonObject;
}

/** The newest event comes first. Values repeat in short cycles. */
export function eventRows(
	{ events = 300, eventsUntil }: ClickStackOptions,
	startedAt: number,
): EventRow[] {
	const end = eventsUntil === undefined ? startedAt - INTERVAL_MS : Date.parse(eventsUntil);
	return Array.from({ length: events }, (_, n) => eventRow(end - n * INTERVAL_MS, n));
}

function eventRow(at: number, n: number): EventRow {
	const service = SERVICES[n % SERVICES.length] ?? '';
	const level = LEVELS[n % LEVELS.length];
	return {
		at,
		columns: {
			Timestamp: new Date(at).toISOString().replace('Z', '000000Z'),
			ServiceName: service,
			SeverityText: level,
			level,
			Body: `Request ${String(n)} of ${service}`,
			SpanName: `GET /${service}`,
			Duration: String((n % 10) * 1000),
			ResourceAttributes: { 'host.name': `host-${String((n % 2) + 1)}` },
		},
	};
}

/** The expression may be a column or a map column's key. Undefined if unknown. */
function valueOf({ columns }: EventRow, expression: string): unknown {
	const [, map = '', key = ''] = MAP_ITEM.exec(expression) ?? [];
	return map === '' ? columns[expression] : objectAt(columns, map)[key];
}

/** ClickHouse names a column without an alias by its expression. */
function columnName(expression: string): string {
	return expression.replace(MAP_ITEM, "arrayElement($1, '$2')");
}

/** A condition is `name:text` in Lucene, `name = 'text'` in SQL. AND joins conditions. */
function termsOf(where: string): Array<[name: string, text: string]> {
	const terms = where.split(/\s+AND\s+/).filter((term) => term !== '');
	return terms.map((term) => {
		const [, name = term, text = ''] = /^(\w+)\s*[:=]\s*'?(.*?)'?$/.exec(term) ?? [];
		return [name, text];
	});
}

function rowsIn(rows: readonly EventRow[], where: string, start: number, end: number): EventRow[] {
	const terms = termsOf(where);
	return rows
		.filter(({ at }) => at >= start && at <= end)
		.filter((row) => terms.every(([name, text]) => String(valueOf(row, name)).includes(text)));
}

/** A page of rows, the newest first, without a total. */
export const searchEvents: Handler = ({ state: { clickStack: state }, body }) => {
	const source = state.sources.get(textAt(body, 'sourceId'));
	const [where, from] = [textAt(body, 'where'), Number(body['offset'])];
	const select = textAt(body, 'select') || textAt(source, 'defaultTableSelectExpression');
	const columns = select.split(/,\s*/).map((one) => one.split(' AS '));
	const named = [
		...columns.map(([expression = '']) => expression),
		...termsOf(where).map(([one]) => one),
	];
	const unknown = named.find((name) => valueOf(eventRow(0, 0), name) === undefined);
	if (unknown !== undefined) {
		return { status: 400, message: `UNKNOWN_IDENTIFIER: Unknown identifier ${unknown}` };
	}
	const [start, end] = ['startTime', 'endTime'].map((name) => Date.parse(textAt(body, name)));
	const rows = rowsIn(state.events, where, Number(start), Number(end))
		.slice(from, from + Number(body['maxResults']))
		.map((row) =>
			Object.fromEntries(
				columns.map(([one = '', alias]) => [alias ?? columnName(one), valueOf(row, one)]),
			),
		);
	return { status: 200, body: { data: rows, rows: rows.length } };
};

/** Counts are text, as ClickHouse sends 64-bit integers. */
const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => unknown>> = {
	count: (values) => String(values.length),
	avg: (values) => values.reduce((all, one) => all + one, 0) / values.length,
	sum: (values) => values.reduce((all, one) => all + one, 0),
	min: (values) => Math.min(...values),
	max: (values) => Math.max(...values),
};

function seriesRows(
	events: readonly EventRow[],
	series: JsonObject,
	index: number,
	bucketMs: number,
) {
	const groupBy = listAt(series, 'groupBy').map(String);
	const groups = new Map<string, EventRow[]>();
	for (const row of events) {
		const bucket = new Date(Math.floor(row.at / bucketMs) * bucketMs).toISOString();
		const values = groupBy.map((one) => [columnName(one), valueOf(row, one)] as const);
		const group = {
			...Object.fromEntries(values),
			__hdx_time_bucket: bucket.replace('.000Z', 'Z'),
		};
		const key = JSON.stringify(group);
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	const field = textAt(series, 'field');
	const aggregate = AGGREGATES[textAt(series, 'aggFn')] ?? ((values) => values[0]);
	return [...groups].map(([key, rows]) => ({
		[`series_${String(index)}`]: aggregate(rows.map((row) => Number(valueOf(row, field)))),
		...(JSON.parse(key) as JsonObject),
	}));
}

/** Rows have a column per series. A failure has `error` instead of `message`. */
export const queryChartSeries: Handler = ({ state: { clickStack: state }, body }) => {
	const all = objectsAt(body, 'series');
	const unknown = all.findIndex(({ sourceId }) => !state.sources.has(String(sourceId)));
	if (unknown !== -1) {
		return { status: 404, body: { error: `Source not found for series ${String(unknown)}` } };
	}
	const [, count = '5', unit = 'm'] = /^(\d+)([smh])$/.exec(textAt(body, 'granularity')) ?? [];
	const bucketMs = Number(count) * Number(UNIT_MS[unit]);
	const [start, end] = [Number(body['startTime']), Number(body['endTime'])];
	const result = all.flatMap((series, index) => {
		const rows = rowsIn(state.events, textAt(series, 'where'), start, end);
		return seriesRows(rows, series, index, bucketMs);
	});
	return { result };
};
