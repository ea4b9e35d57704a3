import { type JsonObject, listAt, objectAt } from '../../contract/json';
import { SEEDED_IDS } from '../state/ids';
import { type Answer, badRequest, type Handler, notFound } from './answers';
import { exampleLines } from './metrics';
import { recordIn } from './records';

const MEGABYTE = 1024 * 1024;
const MEGABYTES = 60;

/** A stream may be far larger than anybody reads, so text comes in pieces. */
type Pieces = Iterable<string>;

function* numbers({ count }: JsonObject): Pieces {
	for (let number = 0; number < Number(count); number += 1) {
		yield `{"number":${String(number)}}\n`;
	}
}

function* endless(start: string, piece: string): Pieces {
	yield start;
	for (let sent = 0; sent < MEGABYTES; sent += 1) yield piece;
}

function orders(): string[] {
	return exampleLines('Rows').map((line) => `${line}\n`);
}

function exceptionAfterRows(name: string): Pieces {
	return [...orders(), exampleLines(name).join('\n')];
}

/** The examples run this query. */
export const ORDERS_BY_DAY =
	'SELECT country, count() AS orders FROM orders WHERE day = {day: Date} GROUP BY country';

/** The emulator can run only these queries, by their SQL. */
const QUERIES: Readonly<Record<string, (variables: JsonObject) => Pieces>> = {
	'SELECT 1': () => ['{"1":1}\n'],
	'SELECT * FROM orders': orders,
	'SELECT * FROM orders WHERE 0': () => [],
	'SELECT id FROM orders WHERE day = {day: Date}': ({ day }) => [
		`{"id":1,"day":"${String(day)}"}\n`,
	],
	[ORDERS_BY_DAY]: () => ['{"country":"DE","orders":3}\n{"country":"FR","orders":1}\n'],
	'SELECT number FROM numbers({count: UInt64})': numbers,
	"SELECT repeat('x', 1000) AS text FROM numbers(60000)": () =>
		endless('', `{"text":"${'x'.repeat(1000)}"}\n`.repeat(MEGABYTE / 1024)),
	'INSERT INTO orders SELECT * FROM imported': () => ['OK'],
	'SELECT * FROM plain_exception': () => exceptionAfterRows('PlainException'),
	'SELECT * FROM framed_exception': () => exceptionAfterRows('FramedException'),
	'SELECT * FROM exception_row': () => exceptionAfterRows('ExceptionRow'),
	'SELECT * FROM cut_row': () => [...orders(), '{"id":3,"to'],
	'SELECT * FROM web_page': () => ['<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>'],
	'SELECT * FROM no_line_break': () => endless('{"text":"', 'x'.repeat(MEGABYTE)),
};

function badQuery(reason: string): Answer {
	return badRequest(`Code: 456. DB::Exception: ${reason}`);
}

export const runQueryEndpoint: Handler = (call) => {
	const { state, body } = call;
	const records = state.recordsOf('clickhouseCloud', 'queryEndpoints');
	const endpoint = recordIn(call, records, 'endpointId');
	if (endpoint === undefined) return notFound('endpoint');
	if (!listAt(endpoint, 'apiKeyIds').includes(SEEDED_IDS.apiKeyId)) {
		return { status: 401, message: 'UNAUTHORIZED: the key is not one of the endpoint' };
	}
	const service = state.services.peek(String(endpoint['serviceId']));
	if (service?.state !== 'running') return { text: 'The service is not running.', status: 206 };
	const [sql, variables] = [String(endpoint['sql']), objectAt(body, 'queryVariables')];
	const names = [...sql.matchAll(/\{(\w+):/g)].map(([, name = '']) => name);
	const missing = names.find((name) => !Object.hasOwn(variables, name));
	if (missing !== undefined) return badQuery(`Substitution \`${missing}\` is not set.`);
	const rows = QUERIES[sql]?.(variables);
	if (rows === undefined) return badQuery('the emulator does not know the query');
	const headers = { 'X-ClickHouse-Exception-Tag': 'exampletagexampl' };
	return Array.isArray(rows) ? { text: rows.join(''), headers } : { text: rows, headers };
};
