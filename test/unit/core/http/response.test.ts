import {
	header,
	isPlainText,
	isWebPage,
	parseResponse,
} from '../../../../nodes/core/http/response';
import { responseKind } from '../../../../nodes/core/http/failure';
import { retryTime } from '../../../../nodes/core/http/retryPolicy';
import { apiMessage } from '../../../../nodes/core/errors/apiMessage';
import { truncate } from '../../../../nodes/core/text';

function read(body: unknown, type = 'application/json') {
	return parseResponse({ status: 200, headers: { 'Content-Type': type }, body });
}

describe('parseResponse', () => {
	it('reads JSON as UTF-8, with or without a byte order mark, whatever encoding is named', () => {
		const body = Buffer.from('\ufeff{"a":"é"}');
		expect(read(body).json).toEqual({ a: 'é' });
		expect(read(body, 'application/json; charset=iso-8859-1').json).toEqual({ a: 'é' });
	});

	it('keeps what can be read of text in another encoding', () => {
		const body = Buffer.from([0x61, 0xff, 0x62]);
		expect(read(body, 'text/plain').text).toBe('a\ufffdb');
	});

	it('reads a body of which no type is named', () => {
		const answer = parseResponse({ status: 200, headers: {}, body: Buffer.from('{}') });
		expect(answer.json).toEqual({});
	});

	it('takes strings, byte arrays and objects alike', () => {
		expect(read('{"a":1}').json).toEqual({ a: 1 });
		expect(read(new TextEncoder().encode('{"a":1}').buffer).json).toEqual({ a: 1 });
		expect(read({ a: 1 }).json).toEqual({ a: 1 });
		expect(read(undefined)).toMatchObject({ text: '' });
	});

	it.each(['[1]', '1', 'null', '"x"', '{"a":', ''])('keeps %s as text', (body) => {
		const answer = read(body);
		expect(answer.json).toBeUndefined();
		expect(answer.text).toBe(body);
	});
});

describe('a response that is no object', () => {
	it('is a list, with its text for messages', () => {
		expect(read('[1,{"a":2}]')).toMatchObject({ value: [1, { a: 2 }], text: '[1,{"a":2}]' });
		expect(read('[1]', 'text/plain').value).toEqual([1]);
		for (const body of ['{"a":[]}', '[1', '']) expect(read(body)).not.toHaveProperty('value');
	});

	it.each([
		['true', true],
		['"ok"', 'ok'],
		[' 12\n', 12],
		['null', null],
	])('is a single value: %j', (body, value) => {
		const types = ['application/json', 'Application/Problem+JSON ; charset=utf-8', 'text/json'];
		for (const type of types) expect(read(body, type)).toMatchObject({ value, text: body });
	});

	it.each(['text/plain', 'text/csv', 'application/x-json-lines', ''])(
		'is no single value where its type is %j',
		(type) => {
			expect(read('1.10', type)).not.toHaveProperty('value');
			expect(isPlainText(read('1.10', type))).toBe(true);
		},
	);

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
		['{"a":1}\n{"a":2}', 'application/x-ndjson'],
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
	])('is no plain text: %j as %j', (text, type, isPage) => {
		const response = read(text, type);
		expect(isPlainText(response)).toBe(false);
		expect(isWebPage(response)).toBe(isPage);
	});
});

describe('a response that is too much to be parsed', () => {
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
	const RESPONSES = [
		[199, 'rejected', 'unclear'],
		[200, 'success', 'success'],
		[299, 'success', 'success'],
		[300, 'rejected', 'unclear'],
		[301, 'rejected', 'unclear'],
		[302, 'rejected', 'unclear'],
		[303, 'rejected', 'unclear'],
		[304, 'rejected', 'unclear'],
		[307, 'rejected', 'rejected'],
		[308, 'rejected', 'rejected'],
		[399, 'rejected', 'unclear'],
		[400, 'rejected', 'rejected'],
		[408, 'unclear', 'unclear'],
		[429, 'throttled', 'throttled'],
		[499, 'rejected', 'rejected'],
		[500, 'unclear', 'unclear'],
		[Number.NaN, 'rejected', 'unclear'],
	] as const;

	it.each(RESPONSES)('status %i is %s after a read, %s after a change', (status, read, change) => {
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
		[{ text: '<html><head><TITLE lang="en"> A > B </title></head>secret' }, 'A B'],
		[{ text: '<body>only body' }, ''],
		[{ text: '<?xml version="1.0"?><Error/>' }, ''],
	])('%j gives %j', (answer, expected) => {
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

	it('puts text on one line, and cuts no character in half', () => {
		expect(truncate('a\r\n\tb\u0000c')).toBe('a b c');
		expect(truncate(`${'x'.repeat(599)}😀 and more`)).toBe(`${'x'.repeat(599)}\ufffd…`);
		expect(truncate('x'.repeat(600))).toBe('x'.repeat(600));
	});
});

describe('retryTime', () => {
	const now = 1_800_000_000_500;

	it.each([
		[{ 'Retry-After': '7' }, now + 7000],
		[{ 'retry-after': '0.5' }, now + 500],
		[{ 'retry-after': 'Fri, 15 Jan 2027 08:00:10 GMT' }, 1_800_000_010_000],
		[{ 'retry-after': 'Fri, 15 Jan 2027 07:00:00 GMT' }, now],
		[{ 'retry-after': ' Fri, 15 Jan 2027 08:00:10 GMT ' }, 1_800_000_010_000],
		[{ 'retry-after': '1.25' }, now + 1250],
		[{ 'retry-after': 'soon' }, undefined],
		[{}, undefined],
	])('%j means %j after any status', (headers, expected) => {
		for (const status of [429, 503, 408]) {
			expect(retryTime({ status, headers }, now)).toBe(expected);
		}
	});

	it.each([
		[{ 'retry-after': 'soon', 'x-ratelimit-reset': '3' }, now + 3000],
		[{ 'X-RateLimit-Reset': ' 4 ' }, now + 4000],
		[{ 'X-RateLimit-Reset': '0.75' }, now + 750],
		[{ 'x-ratelimit-reset': '1800000030' }, 1_800_000_030_000],
		[{ 'x-ratelimit-reset': '1800000030.5' }, 1_800_000_030_500],
		[{ 'x-ratelimit-reset': '1800000030000' }, 1_800_000_030_000],
		[{ 'x-ratelimit-reset': '1700000000' }, now],
		[{ 'x-ratelimit-reset': '1700000000000' }, now],
		[{ 'RateLimit-Reset': '5' }, now + 5000],
		[{ 'ratelimit-reset': '0.5' }, now + 500],
		[{ 'x-ratelimit-reset': 'soon', 'ratelimit-reset': '5' }, now + 5000],
	])('%j means %j after a 429, and nothing after any other status', (headers, expected) => {
		expect(retryTime({ status: 429, headers }, now)).toBe(expected);
		for (const status of [200, 403, 408, 413, 500, 503]) {
			expect(retryTime({ status, headers }, now)).toBeUndefined();
		}
	});

	it('takes Retry-After before the others', () => {
		const headers = { 'retry-after': '2', 'x-ratelimit-reset': '3', 'ratelimit-reset': '4' };
		for (const status of [429, 503]) expect(retryTime({ status, headers }, now)).toBe(now + 2000);
	});

	it.each(['-5', '1e3', ''])('finds no time in "%s"', (reset) => {
		expect(retryTime({ status: 429, headers: { 'ratelimit-reset': reset } }, now)).toBeUndefined();
	});
});

describe('isPlainText', () => {
	it.each([
		[{}, 'hello', true],
		[{}, '{"cut', false],
		[{ 'content-type': 'text/plain' }, '{"cut', true],
		[{ 'content-type': ' text/plain' }, '{"cut', true],
		[{ 'content-type': 'text/html' }, 'hello', false],
		[{}, ' ', false],
	])('%j with %j is %p', (headers, text, expected) => {
		expect(isPlainText({ headers, text })).toBe(expected);
	});
});
