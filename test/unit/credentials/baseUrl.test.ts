import fc from 'fast-check';

import {
	baseUrlIssue,
	isUnderBaseUrl,
	normalBaseUrl,
} from '../../../nodes/engine/credentials/baseUrl';
import { requestUrl } from '../../../nodes/engine/request';
import { growth, MAX_GROWTH } from '../../growth';
import { dashboardApi } from '../../../nodes/clickStack/api';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { DOTS } from '../core/validation/hostilePaths';

describe('baseUrlIssue', () => {
	it.each([' https://api.example.com/gateway/ ', 'http://127.8.9.10', 'http://[::1]:3000/path'])(
		'accepts the Base URL %s',
		(baseUrl) => {
			expect(baseUrlIssue({ baseUrl }, {})).toBeUndefined();
		},
	);

	it.each([
		{ baseUrl: '', problem: 'is empty' },
		{ baseUrl: undefined, problem: 'is empty' },
		{ baseUrl: 'Acme', problem: "isn't a valid URL" },
		{ baseUrl: 'htps://api.example.com', problem: "isn't a valid URL" },
		{ baseUrl: 'localhost:port', problem: "isn't a valid URL" },
		{ baseUrl: 'host:99999', problem: "isn't a valid URL" },
		{ baseUrl: 'me:8000@api.example.com', problem: "isn't a valid URL" },
		{ baseUrl: 'ftp://api.example.com', problem: "isn't a valid URL" },
		{ baseUrl: 'javascript:api.example.com', problem: "isn't a valid URL" },
		{ baseUrl: 'http://api.example.com', problem: 'must start with https://' },
		{ baseUrl: 'api.example.com?x=1', problem: 'contains a "?"' },
		{ baseUrl: 'http://127.0.0.1.example.com', problem: 'must start with https://' },
		{ baseUrl: 'http://localhost.example.com', problem: 'must start with https://' },
		{ baseUrl: 'https://me@api.example.com', problem: 'contains a login' },
		{ baseUrl: 'https://api.example.com?x=1', problem: 'contains a "?"' },
		{ baseUrl: 'https://api.example.com#', problem: 'contains a "?"' },
	])('rejects the Base URL $baseUrl, because it $problem', ({ baseUrl, problem }) => {
		expect(baseUrlIssue({ baseUrl }, {})).toContain(problem);
	});

	it.each([
		{ api: managementApi, baseUrl: 'htps://x', example: 'https://api.clickhouse.cloud' },
		{ api: managementApi, baseUrl: '', example: 'https://api.clickhouse.cloud' },
		{ api: dashboardApi, baseUrl: 'htps://x', example: 'https://dashboards.example.com' },
		{ api: {}, baseUrl: 'htps://x', example: 'https://api.example.com' },
	])('names $example as an example for "$baseUrl"', ({ api, baseUrl, example }) => {
		expect(baseUrlIssue({ baseUrl }, api)).toMatch(new RegExp(`such as ${example}\\.$`));
	});

	it('accepts http:// only if Allow HTTP is on', () => {
		const baseUrl = 'http://10.0.0.1:8000';
		expect(baseUrlIssue({ baseUrl, allowHttp: true }, {})).toBeUndefined();
		expect(baseUrlIssue({ baseUrl, allowHttp: false }, {})).toContain('unless Allow HTTP is on');
		expect(baseUrlIssue({ baseUrl, allowHttp: 'true' }, {})).toContain('must start with https://');
	});
});

describe('requestUrl completes a Base URL without a scheme', () => {
	const withPort = (host: string) => [host, `${host}:8443`, `${host}:8000/api/v1`, ` ${host}/ `];
	const secure = ['api.example.com', 'API.example.com.', '10.0.0.1', '[fd00::1]'].flatMap(withPort);
	const local = ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'].flatMap(withPort);

	it.each([
		...[...secure, 'api.example.com:443', 'host:8443'].map((baseUrl) => ['https', baseUrl]),
		...local.map((baseUrl) => ['http', baseUrl]),
	])('with %s:// for %s', (scheme, baseUrl) => {
		const url = requestUrl(baseUrl, '/v1/x');
		const address = baseUrl.trim().replace(/(?:\/api\/v1|\/)$/, (end) => end.slice(0, -3));
		expect(url).toBe(`${scheme}://${address}/v1/x`);
		expect(isUnderBaseUrl(url, baseUrl)).toBe(true);
		expect(isUnderBaseUrl(url.replace(/^\w+:\/\//, ''), baseUrl)).toBe(false);
		expect(baseUrlIssue({ baseUrl }, {})).toBeUndefined();
	});
});

describe('normalBaseUrl', () => {
	it.each([
		{ versionPath: '/v1', same: ['', '/', '/v1', '/V1//'], other: ['/api', '/v2', '/api/v2'] },
		{ versionPath: '/v1', same: ['/api', '/api/v1/'], other: ['', '/v1', '/api/api/v1'] },
		{
			versionPath: '/api/v2',
			same: ['', '/api/v2', '/API/v2/'],
			other: ['/v2', '/api', '/api/v1'],
		},
	])('is equal for the paths $same before $versionPath, but not $other', (paths) => {
		const { versionPath, same, other } = paths;
		const normal = (path: string) => normalBaseUrl(`https://A.example:443${path}`, { versionPath });
		const [first] = same;
		const address = (path: string) => requestUrl(`https://a.example${path}`, `${versionPath}/x`);
		expect(new Set(same.map(normal))).toEqual(new Set([normal(String(first))]));
		expect(other.map(normal)).not.toContain(normal(String(first)));
		// Base URLs are equal if their requests go to the same address.
		for (const path of [...same, ...other]) {
			expect(`${normal(path)}${versionPath}/x`).toBe(address(path));
			expect(isUnderBaseUrl(address(path), `https://a.example${path}`)).toBe(true);
		}
	});

	it('keeps a host that looks like a version, and text that is no address', () => {
		const normal = (baseUrl: unknown) => normalBaseUrl(baseUrl, { versionPath: '/v1' });
		expect(normal('https://v1')).toBe('https://v1');
		expect(normal('Acme ')).toBe('Acme');
	});
});

describe('isUnderBaseUrl', () => {
	it.each([
		{ baseUrl: 'https://a.example/t/', url: 'https://A.example:443/t/v1/x?a=/../b#/..' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/./other/../t/v1' },
		{ baseUrl: 'https://a.example/t-a', url: 'https://a.example/%74%2Da/v1/%2541%20%C3%A4%' },
		{ baseUrl: 'https://a.example/t%2da/ä', url: 'https://a.example/t-a/%C3%A4/v1' },
		// A version at the base URL's end isn't part of its path.
		{ baseUrl: 'https://a.example/t//V1//', url: 'https://a.example/t/v1/x' },
		{ baseUrl: 'https://a.example/api/v1', url: 'https://a.example/api/v2/x' },
		{ baseUrl: 'https://a.example/t/api/v2', url: 'https://a.example/t/api/v2/dashboards/1' },
		{ baseUrl: 'https://a.example/v1', url: 'https://a.example/v2/x' },
	])('accepts $url below $baseUrl', ({ url, baseUrl }) => {
		expect(isUnderBaseUrl(url, baseUrl)).toBe(true);
	});

	it.each([
		{ baseUrl: 'https://a.example', url: 'https://a.example:8443' },
		{ baseUrl: 'https://a.example', url: 'http://a.example' },
		{ baseUrl: 'https://a.example', url: 'https://a.example.evil.example' },
		{ baseUrl: 'https://a.example', url: 'https://a.example@evil.example' },
		{ baseUrl: 'https://a.example', url: '/v1' },
		{ baseUrl: 'nothing', url: 'https://a.example' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/tb' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/T' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/t;x/v1' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/t\\..\\b' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/t/..%2Fb' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/t/..%5Cb' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/t%2Fx/v1' },
		{ baseUrl: 'https://a.example/t', url: 'https://a.example/t/%2525252525252e' },
		{ baseUrl: 'https://a.example/t/v1', url: 'https://a.example/v1' },
		{ baseUrl: 'https://a.example/api/v1', url: 'https://a.example/other/x' },
		{ baseUrl: 'https://a.example/api/v2', url: 'https://a.example/v2/x' },
		{ baseUrl: 'https://a.example/%25252541', url: 'https://a.example/%25252541' },
	])('rejects $url below $baseUrl', ({ url, baseUrl }) => {
		expect(isUnderBaseUrl(url, baseUrl)).toBe(false);
	});

	it('rejects a URL with dot segments in any encoding', () => {
		fc.assert(
			fc.property(DOTS, (dots) => {
				// A single dot leads nowhere.
				fc.pre(!/^(?:\.|%2e)$/i.test(dots));
				expect(isUnderBaseUrl(`https://a.example/t/${dots}/b`, 'https://a.example/t')).toBe(false);
			}),
			{ seed: 1 },
		);
	});
});

it('checks a base URL with many slashes in linear time', async () => {
	const urlOf = (size: number) => `https://a.example${'/'.repeat(size)}x`;
	const task = (baseUrl: string) => [requestUrl(baseUrl, '/v1/x'), baseUrlIssue({ baseUrl }, {})];
	expect(await growth(2000, urlOf, task)).toBeLessThan(MAX_GROWTH);
});
