import { baseUrlIssue, isUnderBaseUrl } from '../../../nodes/engine/credentials/authorization';

describe('a base URL', () => {
	it.each([
		'https://api.example.com',
		'https://api.example.com/',
		' https://api.example.com/gateway/ ',
		'http://localhost:8080',
		'http://127.0.0.1:1',
		'http://127.8.9.10',
		'http://[::1]:3000/path',
	])('is accepted: %s', (url) => {
		expect(baseUrlIssue({ baseUrl: url })).toBeUndefined();
	});

	it.each([
		['', 'is empty'],
		[undefined, 'is empty'],
		[7, 'is empty'],
		['api.example.com', "isn't a valid URL"],
		['ftp://api.example.com', "isn't a valid URL"],
		['http://api.example.com', 'must start with https://'],
		['http://127.0.0.1.example.com', 'must start with https://'],
		['http://localhost.example.com', 'must start with https://'],
		['http://10.0.0.1', 'must start with https://'],
		['https://me:pass@api.example.com', 'contains a login'],
		['https://me@api.example.com', 'contains a login'],
		['https://api.example.com?x=1', 'contains a "?"'],
		['https://api.example.com#', 'contains a "?"'],
	])('is refused: %p', (url, words) => {
		expect(baseUrlIssue({ baseUrl: url })).toContain(words);
	});
});

it.each([
	['http://10.0.0.1:8000', true, undefined],
	['http://10.0.0.1:8000', false, 'unless Allow HTTP is on'],
	['http://10.0.0.1:8000', 'true', 'must start with https://'],
	['ftp://10.0.0.1', true, "isn't a valid URL"],
	['http://me:pass@10.0.0.1', true, 'contains a login'],
])('accepts an http base URL only while Allow HTTP is on: %s, %j', (baseUrl, allowHttp, words) => {
	const problem = baseUrlIssue({ baseUrl, allowHttp });
	if (words === undefined) expect(problem).toBeUndefined();
	else expect(problem).toContain(words);
});

// More of them: authenticate.test.ts.
describe('isUnderBaseUrl', () => {
	it.each([
		['https://a.example/v1?x#y', 'https://a.example/', true],
		['https://A.example:443', 'https://a.example', true],
		['https://a.example:8443', 'https://a.example', false],
		['http://a.example', 'https://a.example', false],
		['https://a.example.evil.example', 'https://a.example', false],
		['https://a.example@evil.example', 'https://a.example', false],
		['/v1', 'https://a.example', false],
		['https://a.example', 'nothing', false],
		['https://a.example/t/x', 'https://a.example/t', true],
		['//a.example/t', 'https://a.example/t', false],
		['https://a.example/%25252541', 'https://a.example/%25252541', false],
	])('%s and %s: %p', (url, baseUrl, isUnder) => {
		expect(isUnderBaseUrl(url, baseUrl)).toBe(isUnder);
	});
});
