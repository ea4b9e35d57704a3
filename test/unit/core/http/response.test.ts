import {
	header,
	isPlainText,
	isWebPage,
	parseResponse,
	responseKind,
} from '../../../../nodes/engine/http/response';
import { apiMessage } from '../../../../nodes/engine/errors/apiMessage';

function read(body: unknown, type = 'application/json') {
	return parseResponse({ status: 200, headers: { 'Content-Type': type }, body });
}

const NDJSON = '{"a":1}\n{"a":2}';

describe('parseResponse', () => {
	const bytes = (text: string) => new TextEncoder().encode(text);

	it.each([
		['{"a":1}', { json: { a: 1 }, text: '' }],
		[bytes('{"a":1}'), { json: { a: 1 }, text: '' }],
		[bytes('{"a":1}').buffer, { json: { a: 1 }, text: '' }],
		[{ a: 1 }, { json: { a: 1 }, text: '' }],
		[bytes('\ufeff{"a":"é"}'), { json: { a: 'é' }, text: '' }],
		[Buffer.from([0x61, 0xff, 0x62]), { text: 'a\ufffdb' }],
		[undefined, { text: '' }],
		['', { text: '' }],
		['{"a":', { text: '{"a":' }],
		['[1', { text: '[1' }],
		['[1,{"a":2}]', { value: [1, { a: 2 }], text: '[1,{"a":2}]' }],
		['true', { value: true, text: 'true' }],
		['"ok"', { value: 'ok', text: '"ok"' }],
		[' 12\n', { value: 12, text: ' 12\n' }],
		['null', { value: null, text: 'null' }],
	])('reads %j', (body, expected) => {
		const types = [
			'application/json; charset=iso-8859-1',
			'Application/Problem+JSON ;',
			'text/json',
		];
		for (const type of types) {
			const headers = { 'Content-Type': type };
			expect(parseResponse({ status: 200, headers, body })).toEqual({
				...{ status: 200, headers, ...expected },
			});
		}
	});

	it('reads objects and lists, but no single values, of any type, or if none is named', () => {
		for (const type of ['text/plain', 'text/csv', 'application/x-json-lines', '']) {
			expect(read('{"a":1}', type).json).toEqual({ a: 1 });
			expect(read('[1]', type).value).toEqual([1]);
			expect(read('1.10', type)).not.toHaveProperty('value');
			expect(isPlainText(read('1.10', type))).toBe(true);
		}
		expect(parseResponse({ status: 200, headers: {}, body: '{}' }).json).toEqual({});
		const untyped = parseResponse({ status: 200, headers: {}, body: 'hello' });
		expect([untyped.value, isPlainText(untyped)]).toEqual([undefined, true]);
	});
});

describe('a text', () => {
	it.each([
		['up 1', 'text/plain; version=0.0.4'],
		['[2026-01-01] started', 'text/plain'],
		['a,b', 'Text/CSV'],
		['pong', ''],
		['load < 1', 'text/plain'],
		['done [3]', ''],
		['-----BEGIN CERTIFICATE-----', 'application/x-pem-file'],
		['-----BEGIN CERTIFICATE-----', 'application/octet-stream'],
		['# TYPE up gauge', 'application/openmetrics-text; version=1.0.0'],
		['[section]', 'application/toml'],
		['{"cut', ' text/plain'],
		['caf\ufffd', ' text/plain'],
		[NDJSON, 'application/x-ndjson'],
		['<Users/>', 'application/xml; charset=utf-8'],
		['<rss/>', 'application/rss+xml'],
	])('is plain text: %j as %j', (text, type) => {
		const response = read(text, type);
		expect(isPlainText(response)).toBe(true);
		expect(isWebPage(response)).toBe(false);
	});

	it.each([
		['Please log in', 'text/html; charset=utf-8', true],
		['Please log in', 'Application/XHTML+xml', true],
		[' <p>Please log in', 'text/plain', true],
		['<!DOCTYPE html>', '', true],
		['{"result":', '', false],
		['[{"id":', '', false],
		['\n {"result":', '', false],
		['{"result":', 'application/json', false],
		['{"result":', 'text/json', false],
		['cut', 'application/problem+json', false],
		['\u0000', 'application/octet-stream', false],
		['PNG \ufffd', 'image/png', false],
		['<Users/>', 'application/x-pem-file', true],
		[' \n', 'text/plain', false],
		[' ', '', false],
	])('is no plain text: %j as %j', (text, type, isPage) => {
		const response = read(text, type);
		expect(isPlainText(response)).toBe(false);
		expect(isWebPage(response)).toBe(isPage);
	});
});

describe('a response that is too large to parse', () => {
	const deep = `{"result": ${'['.repeat(101)}${']'.repeat(101)}}`;
	const wide = `{"result": [${'{},'.repeat(1_000_000)}{}]}`;
	const long = `{"result": [${'0,'.repeat(1_000_000)}0]}`;
	const CASES: Array<[string, string, string]> = [
		['nested too deep', deep, 'depth'],
		['nested too deep as a list', `[${deep}]`, 'depth'],
		['nested too deep and cut off', '['.repeat(101), 'depth'],
		['of too many objects', wide, 'values'],
		['of too many in a list', `[${wide}]`, 'values'],
		['of too many numbers', long, 'values'],
	];

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each(CASES)('is never parsed: %s', (_, body, excess) => {
		const parse = jest.spyOn(JSON, 'parse');
		for (const status of [200, 400, 503]) {
			for (const sent of [body, Buffer.from(body)]) {
				const headers = { 'content-type': 'application/json' };
				const parsed = parseResponse({ status, headers, body: sent });
				expect(parsed).toMatchObject({ text: '', excess });
				expect(apiMessage(parsed, 'error', (text) => text)).toBe('');
			}
		}
		expect(parse.mock.calls.filter(([parsed]) => parsed !== '')).toEqual([]);
	});

	it('is not a list of 10,000 activities', () => {
		const result = Array.from({ length: 10_000 }, (_, n) => ({ id: String(n), more: [{}] }));
		expect(read(JSON.stringify({ result })).json).toEqual({ result });
	});
});

describe('header', () => {
	it('finds a header in any case, the first of several, as text', () => {
		expect(header({ 'Retry-After': ['5', '6'] }, 'retry-after')).toBe('5');
		expect(header({ a: 7 }, 'a')).toBe('7');
		expect(header({ a: undefined }, 'a')).toBeUndefined();
		expect(header({}, 'a')).toBeUndefined();
	});
});

describe('responseKind', () => {
	const ANY_OTHER = [199, 300, 301, 302, 303, 304, 399, Number.NaN];

	it.each([
		...[200, 299].map((status) => [status, 'success', 'success'] as const),
		...ANY_OTHER.map((status) => [status, 'rejected', 'unclear'] as const),
		...[307, 308, 400, 499].map((status) => [status, 'rejected', 'rejected'] as const),
		...[408, 500].map((status) => [status, 'unclear', 'unclear'] as const),
		[429, 'throttled', 'throttled'] as const,
	])('status %i is %s after a read, %s after a change', (status, read, change) => {
		expect(responseKind({ status }, { method: 'GET' })).toBe(read);
		for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
			expect(responseKind({ status }, { method })).toBe(change);
		}
	});
});

describe('apiMessage', () => {
	const words = ({ json, text }: { json?: Record<string, unknown>; text: string }, status = 400) =>
		apiMessage({ status, text, ...(json && { json }) }, 'error', (text) =>
			text.replaceAll('canary', '***'),
		);

	it.each([
		[{ json: { error: 'BAD: canary' }, text: '' }, 'BAD: ***'],
		[{ json: { error: { code: 5 } }, text: '' }, ''],
		[{ json: { error: { code: 7, message: 'no canary' } }, text: '' }, 'no ***'],
		[{ json: { message: 'gone' }, text: '' }, 'gone'],
		[{ json: { error: '', message: 'gone' }, text: '' }, 'gone'],
		[{ json: { errors: ['one', { message: 'two' }, 3] }, text: '' }, 'one; two'],
		[{ json: { error: [[[[['deep']]]]] }, text: '' }, ''],
		[{ json: { title: 'Bad', detail: 'No such thing' }, text: '' }, 'No such thing'],
		[{ text: '["one", "two"]' }, 'one; two'],
		[{ text: '"a text"' }, 'a text'],
		[{ json: { error: '<html><title>Nope</title>' }, text: '' }, 'Nope'],
		[{ json: { error: null }, text: '' }, ''],
		[{ json: {}, text: '' }, ''],
		[{ text: 'plain\n canary' }, 'plain ***'],
		[
			{ text: 'Body failed: a: Required; b: Bad; a: Required; b: Bad' },
			'Body failed: a: Required; b: Bad',
		],
		[{ text: 'b: Bad\nb: Bad' }, 'b: Bad'],
		[{ text: 'a; b; c' }, 'a; b; c'],
		[{ text: '<html><head><TITLE lang="en"> A > B </title></head>secret' }, 'A B'],
		[{ text: '<body>only body' }, ''],
		[{ text: '<?xml version="1.0"?><Error/>' }, ''],
	])('%j: %j', (answer, expected) => {
		expect(words(answer).replace(/\s+/g, ' ')).toBe(expected);
	});

	it('shows half an error, but no half of a record', () => {
		expect(words({ text: ' {"error": "BAD' })).toBe('{"error": "BAD');
		expect(words({ text: ' {"result": {"id' }, 200)).toBe('');
		expect(words({ text: '[1' }, 200)).toBe('');
		expect(words({ text: 'Sign in first' }, 200)).toBe('Sign in first');
	});

	it('cuts after redacting, so that no half of a secret stays', () => {
		const text = `${'x'.repeat(598)}canary`;
		expect(words({ text })).toBe(`${'x'.repeat(598)}**…`);
	});
});
