import { checkBaseUrl, isUnderBaseUrl } from '../../../nodes/core/credentials/baseUrl';

describe('checkBaseUrl', () => {
	it.each([
		'https://api.example.com',
		'https://api.example.com/',
		' https://api.example.com/gateway/ ',
		'http://localhost:8080',
		'http://127.0.0.1:1',
		'http://127.8.9.10',
		'http://[::1]:3000/path',
	])('accepts %s', (url) => {
		expect(checkBaseUrl({ baseUrl: url })).toBeUndefined();
	});

	it.each([
		['', 'is empty'],
		[undefined, 'is empty'],
		[7, 'is empty'],
		['api.example.com', 'not a web address'],
		['ftp://api.example.com', 'not a web address'],
		['http://api.example.com', 'must start with https://'],
		['http://127.0.0.1.example.com', 'must start with https://'],
		['http://localhost.example.com', 'must start with https://'],
		['http://10.0.0.1', 'must start with https://'],
		['https://me:pass@api.example.com', 'contains a login'],
		['https://me@api.example.com', 'contains a login'],
		['https://api.example.com?x=1', 'contains a "?"'],
		['https://api.example.com#', 'contains a "?"'],
	])('refuses %p', (url, words) => {
		expect(checkBaseUrl({ baseUrl: url })).toContain(words);
	});
});

describe('checkBaseUrl, where the credential has the switch Allow HTTP', () => {
	const check = (baseUrl: string, allowHttp: unknown) => checkBaseUrl({ baseUrl, allowHttp });

	it('accepts http only while it is on', () => {
		expect(check('http://10.0.0.1:8000', true)).toBeUndefined();
		expect(check('http://10.0.0.1:8000', false)).toContain('unless Allow HTTP is on');
		expect(check('http://10.0.0.1:8000', 'true')).toContain('must start with https://');
		expect(check('ftp://10.0.0.1', true)).toContain('not a web address');
		expect(check('http://me:pass@10.0.0.1', true)).toContain('contains a login');
	});
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
