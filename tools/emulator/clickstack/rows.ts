import type { JsonObject } from '../../contract/json';
import type { ClickStackOptions } from './options';

const INTERVAL_MS = 3000;
const COUNT = 300;
const SERVICES = ['api', 'web', 'payments'];
const LEVELS = ['info', 'info', 'warn', 'info', 'error'];

/** One event: its columns, by name. 64-bit integers are texts, as ClickHouse sends them. */
export interface EventRow {
	/** Milliseconds since 1970. */
	at: number;
	columns: JsonObject;
}

/** Makes events whose values repeat in short cycles, so that a test can calculate any aggregate. */
export function eventRows(
	{ events = COUNT, eventsUntil }: ClickStackOptions,
	startedAt: number,
): EventRow[] {
	const end = eventsUntil === undefined ? startedAt - INTERVAL_MS : Date.parse(eventsUntil);
	return Array.from({ length: events }, (_, n) => eventRow(end - n * INTERVAL_MS, n));
}

/** Returns the event number `n`, counted back from the newest. */
export function eventRow(at: number, n: number): EventRow {
	const service = SERVICES[n % SERVICES.length] ?? '';
	return {
		at,
		columns: {
			Timestamp: new Date(at).toISOString().replace('Z', '000000Z'),
			ServiceName: service,
			SeverityText: LEVELS[n % LEVELS.length],
			Body: `Request ${String(n)} of ${service}`,
			SpanName: `GET /${service}`,
			TraceId: n.toString(16).padStart(32, '0'),
			Duration: String((n % 10) * 1000),
			Value: (n % 4) + 0.5,
			ResourceAttributes: { 'host.name': `host-${String((n % 2) + 1)}` },
		},
	};
}

/** An error that ClickHouse has with a query. */
export class QueryError extends Error {}

const MAP_ITEM = /^(\w+)\[\s*'([^']*)'\s*\]$/;
/** How the seeds' saved queries name a column. */
const ALSO = new Map([['level', 'SeverityText']]);

/** Returns the value of a column, or of a key of a column that is a map. */
export function valueOf({ columns }: EventRow, expression: string): unknown {
	const [, map, key = ''] = MAP_ITEM.exec(expression) ?? [];
	const name = map ?? ALSO.get(expression) ?? expression;
	if (!Object.hasOwn(columns, name)) {
		throw new QueryError(`UNKNOWN_IDENTIFIER: Unknown expression identifier \`${name}\``);
	}
	const value = columns[name];
	if (map === undefined) return value;
	return typeof value === 'object' && value !== null ? ((value as JsonObject)[key] ?? '') : '';
}

/** Returns ClickHouse's name for the column of an expression without an alias. */
export function columnName(expression: string): string {
	const [, map, key] = MAP_ITEM.exec(expression) ?? [];
	return map === undefined ? expression : `arrayElement(${map}, '${String(key)}')`;
}

/** Compares values as ClickHouse orders them: numbers by size, texts by letters. */
export function compareValues(one: unknown, other: unknown): number {
	const [first, second] = [Number(one), Number(other)];
	if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second;
	return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

type Test = (row: EventRow) => boolean;

const OPERATORS: Record<string, (order: number) => boolean> = {
	'=': (order) => order === 0,
	'!=': (order) => order !== 0,
	'<': (order) => order < 0,
	'>': (order) => order > 0,
};

function sqlTest(condition: string): Test {
	const [, name = '', operator = '', text, number] =
		/^`?([^`=<>!]+?)`?\s*(=|!=|<|>)\s*(?:'([^']*)'|(-?[\d.]+))$/.exec(condition) ?? [];
	const fits = OPERATORS[operator];
	if (fits === undefined) throw new QueryError(`SYNTAX_ERROR: Syntax error: ${condition}`);
	return (row) => fits(compareValues(valueOf(row, name), text ?? number));
}

function luceneTest(term: string): Test {
	const [, name = 'Body', , text = ''] = /^(?:([\w.]+):)?("?)(.*)\2$/.exec(term) ?? [];
	const sought = text.toLowerCase();
	return (row) => String(valueOf(row, name)).toLowerCase().includes(sought);
}

/** Returns a function that decides whether a row meets a condition: Lucene or SQL terms, joined by AND. */
export function testOf(where: string, language: unknown): Test {
	const terms = where.split(/\s+AND\s+/i);
	const given = terms.map((term) => term.trim()).filter((term) => term !== '');
	const tests = given.map(language === 'sql' ? sqlTest : luceneTest);
	return (row) => tests.every((test) => test(row));
}
