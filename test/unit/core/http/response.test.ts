import fc from 'fast-check';
import {
	header,
	isOwnError,
	isPlainText,
	isWebPage,
	parseResponse,
	requestedWait,
	responseKind,
} from '../../../../nodes/engine/http/response';
import { BrokenBody } from '../../../../nodes/engine/request';
import { isJsonObject } from '../../../../nodes/engine/json';
import { managementApi } from '../../../../nodes/clickhouseCloud/api';
import { dashboardApi, managedApi } from '../../../../nodes/clickStack/api';

function read(body: unknown, type = 'application/json') {
	return parseResponse({ status: 200, headers: { 'Content-Type': type }, body });
}

describe('parseResponse', () => {
	const bytesOf = (text: string) => new TextEncoder().encode(text);

	it("passes on a reader's report of a broken body", () => {
		const broken = new BrokenBody('The rows break off', 'Run it again.', '{"a":', false);
		expect(read(broken)).toMatchObject({ text: '{"a":', broken });
		expect(read(broken)).not.toHaveProperty('json');
	});

	it('reads JSON from text and bytes', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const body = JSON.stringify(value);
				const bytes = [bytesOf(body), bytesOf(body).buffer, bytesOf(`\ufeff${body}`)];
				for (const { json, value: other, text } of [body, ...bytes].map((sent) => read(sent))) {
					expect(JSON.stringify(json ?? other)).toBe(body);
					expect(text).toBe(isJsonObject(value) ? '' : body);
				}
			}),
			{ seed: 1 },
		);
	});

	it.each([
		{ body: { a: 1 }, parsed: { json: { a: 1 }, text: '' } },
		{ body: undefined, parsed: { text: '' } },
		{ body: '', parsed: { text: '' } },
		{ body: '{"cut":', parsed: { text: '{"cut":' } },
		{ body: Buffer.from([0x61, 0xff, 0x62]), parsed: { text: 'a\ufffdb' } },
	])('parses the body $body as $parsed', ({ body, parsed }) => {
		const headers = { 'Content-Type': 'application/json' };
		expect(read(body)).toEqual({ status: 200, headers, ...parsed });
	});

	it.each(['application/json; charset=iso-8859-1', 'Application/Problem+JSON ;', 'text/json'])(
		'reads a single value as %s',
		(type) => {
			expect(read(' 1.10\n', type)).toMatchObject({ value: 1.1, text: ' 1.10\n' });
		},
	);

	it.each(['text/plain', 'application/x-json-lines', ''])(
		'reads objects and lists as JSON with the content type "%s"',
		(type) => {
			expect(read('{"a":1}', type).json).toEqual({ a: 1 });
			expect(read('[1]', type).value).toEqual([1]);
			expect(read('1.10', type)).not.toHaveProperty('value');
		},
	);

	it('reads text without a content type as plain text', () => {
		const response = parseResponse({ status: 200, headers: {}, body: '1.10' });
		expect(response).toEqual({ status: 200, headers: {}, text: '1.10' });
		expect(isPlainText(response)).toBe(true);
	});

	it.each([
		{ excess: 'depth', body: `{"result": ${'['.repeat(101)}` },
		{ excess: 'values', body: `{"result": [${'0,'.repeat(1_000_000)}0]}` },
	])("doesn't parse a body with too much $excess", ({ body, excess }) => {
		for (const sent of [body, Buffer.from(body)]) {
			const { json, value, text, excess: found } = read(sent);
			expect([json, value, text, found]).toEqual([undefined, undefined, '', excess]);
		}
	});
});

it.each([
	{ text: 'up 1', type: 'text/plain; version=0.0.4', is: 'plain text' },
	{ text: '[2026-01-01] started', type: 'Text/CSV', is: 'plain text' },
	{ text: '{"cut', type: ' text/plain', is: 'plain text' },
	{ text: 'load < 1', type: '', is: 'plain text' },
	{ text: '<Users/>', type: 'application/xml; charset=utf-8', is: 'plain text' },
	{ text: 'Please log in', type: 'Application/XHTML+xml', is: 'a web page' },
	{ text: ' <p>Please log in', type: 'text/plain', is: 'a web page' },
	{ text: '<Users/>', type: 'application/x-pem-file', is: 'a web page' },
	{ text: '<!DOCTYPE html>', type: '', is: 'a web page' },
	{ text: '\n {"cut', type: '', is: 'neither' },
	{ text: '{"cut', type: 'application/problem+json', is: 'neither' },
	{ text: 'PNG \u0000', type: 'image/png', is: 'neither' },
	{ text: ' \n', type: 'text/plain', is: 'neither' },
])('recognizes plain text and web pages: %j', ({ text, type, is }) => {
	const response = { text, headers: { 'Content-Type': type } };
	expect(isPlainText(response)).toBe(is === 'plain text');
	expect(isWebPage(response)).toBe(is === 'a web page');
});

it.each([
	{ body: '{"error":"NOT_FOUND"}', isOwn: [true, false, true] },
	{ body: '{"message":"Alert not found"}', isOwn: [false, true, true] },
	{ body: ' Not Found\n', isOwn: [false, true, true] },
	{ body: '{"message":"no Route matched with those values"}', isOwn: [false, false, false] },
	{ body: '{"message":"Not Found"}', isOwn: [false, true, true] },
	{ body: '{"message":"No context-path matches the request URI."}', isOwn: [false, false, false] },
	{ body: '{"message":"Dashboard not found"}', isOwn: [false, true, true] },
	{ body: '{"error":{"toString":1},"message":[]}', isOwn: [true, true, true] },
	{ body: '404 page not found', isOwn: [false, false, false] },
	{ body: '<html>Not Found</html>', isOwn: [false, false, false] },
])("recognizes an API's own error: $body", ({ body, isOwn }) => {
	const apis = [managementApi, dashboardApi, managedApi];
	expect(apis.map((api) => isOwnError(read(body), api))).toEqual(isOwn);
});

it('header finds a name in any case', () => {
	expect(header({ 'Retry-After': ['5', '6'] }, 'retry-after')).toBe('5');
	expect(header({ a: 7 }, 'a')).toBe('7');
	expect(header({ a: undefined }, 'a')).toBeUndefined();
	expect(header({}, 'a')).toBeUndefined();
});

it.each([
	{ statuses: [200, 299], read: 'success', change: 'success' },
	{ statuses: [307, 308, 400, 499], read: 'rejected', change: 'rejected' },
	{ statuses: [199, 300, 303, 304, 399, Number.NaN], read: 'rejected', change: 'unclear' },
	{ statuses: [408, 500, 599], read: 'unclear', change: 'unclear' },
	{ statuses: [429], read: 'throttled', change: 'throttled' },
])('classifies $statuses as $read for a read and $change for a change', (row) => {
	for (const status of row.statuses) {
		expect(responseKind({ status }, { method: 'GET' })).toBe(row.read);
		for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
			expect(responseKind({ status }, { method })).toBe(row.change);
		}
	}
});

describe('requestedWait', () => {
	const now = 1_800_000_000_500;
	const OTHER_STATUSES = [200, 408, 413, 503];

	it.each([
		{ value: '7', ms: 7000 },
		{ value: ' 1.25 ', ms: 1250 },
		{ value: ' Fri, 15 Jan 2027 08:00:10 GMT ', ms: 9500 },
		{ value: 'Fri, 15 Jan 2027 07:00:00 GMT', ms: 0 },
		{ value: 'soon', ms: undefined },
	])('reads Retry-After $value as $ms ms after any status', ({ value, ms }) => {
		for (const status of [429, ...OTHER_STATUSES]) {
			expect(requestedWait({ status, headers: { 'Retry-After': value } }, now)).toBe(ms);
		}
	});

	it.each([
		{ value: ' 4 ', ms: 4000 },
		{ value: '1800000030.5', ms: 30_000 },
		{ value: '1800000030000', ms: 29_500 },
		{ value: '1700000000000', ms: 0 },
		{ value: '-5', ms: undefined },
		{ value: '1e3', ms: undefined },
		{ value: '', ms: undefined },
	])('reads a reset of $value as $ms ms after a 429 only', (row) => {
		for (const name of ['X-RateLimit-Reset', 'RateLimit-Reset']) {
			const headers = { [name]: row.value };
			expect(requestedWait({ status: 429, headers }, now)).toBe(row.ms);
			for (const status of OTHER_STATUSES) {
				expect(requestedWait({ status, headers }, now)).toBeUndefined();
			}
		}
	});

	it('prefers Retry-After, then X-RateLimit-Reset, if they state a time', () => {
		const waitOf = (...[retryAfter, xReset, reset]: [string, string, string]) =>
			requestedWait(
				{
					status: 429,
					headers: {
						'retry-after': retryAfter,
						'x-ratelimit-reset': xReset,
						'ratelimit-reset': reset,
					},
				},
				now,
			);
		expect(waitOf('2', '3', '4')).toBe(2000);
		expect(waitOf('soon', '3', '4')).toBe(3000);
		expect(waitOf('soon', 'soon', '4')).toBe(4000);
	});
});
