import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { CredentialTestContext } from 'n8n-core';

import { cloudDashboardApiTest } from '../../../nodes/CloudDashboard/methods/credentialTest';
import {
	cloudManagementApiTest,
	cloudPipeSourceApiTest,
} from '../../../nodes/CloudManagement/methods/credentialTest';
import { startSink } from '../../emulator';
import { type LocalServer, serve } from '../../emulator/server';

interface Seen {
	request: IncomingMessage;
	body: unknown;
}

let server: LocalServer;
let seen: Seen[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };

beforeAll(async () => {
	server = await serve((request, response) => {
		void text(request).then((body) => {
			seen.push({ request, body: body === '' ? '' : JSON.parse(body) });
			response.writeHead(answer.status, answer.headers).end(answer.body);
		});
	});
});

beforeEach(() => {
	seen = [];
});

afterAll(() => server.close());

const baseUrl = () => server.url;

const testDashboard = async (data: Record<string, string>) =>
	await cloudDashboardApiTest.call(new CredentialTestContext(), {
		...{ id: '1', name: 'test', type: 'cloudDashboardApi', data },
	});

const ORGANIZATION = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';

const testManagement = async (data: Record<string, string>) =>
	await cloudManagementApiTest.call(new CredentialTestContext(), {
		...{ id: '1', name: 'test', type: 'cloudManagementApi' },
		data: { organizationId: ORGANIZATION, keyId: 'key-id', keySecret: 'key-secret', ...data },
	});

describe('cloudDashboardApiTest, with the helpers that n8n gives it', () => {
	const test = async (data: Record<string, string> = {}) =>
		await testDashboard({ baseUrl: baseUrl(), accessToken: 'canary-token', ...data });

	it('reads the team', async () => {
		answer = { status: 200, body: '{"data":{"id":"1","name":"Shop"}}' };
		expect(await test()).toEqual({ status: 'OK', message: 'The token is accepted.' });
		expect(seen.map(({ request: { method, url } }) => `${method ?? ''} ${url ?? ''}`)).toEqual([
			'GET /api/v2/team',
		]);
		answer = { status: 401, body: 'Unauthorized', headers: { 'content-type': 'text/plain' } };
		expect((await test()).message).toMatch(/^The API does not accept this token\./);
		expect(seen).toHaveLength(2);
	});

	it('updates a dashboard that cannot exist where no team is found, and takes "not found" as proof', async () => {
		answer = { status: 404, body: '{"message":"Dashboard not found"}' };
		const result = await test({ baseUrl: `${baseUrl()}/api-root/`, accessToken: ' tok ' });
		expect(result.status).toBe('OK');
		expect(seen).toHaveLength(2);
		expect(seen[1]?.request.method).toBe('PUT');
		expect(seen[1]?.request.url).toBe('/api-root/api/v2/dashboards/000000000000000000000000');
		expect(seen[1]?.request.headers.authorization).toBe('Bearer tok');
		expect(seen[1]?.body).toEqual({});
	});

	it.each([400, 422])('takes %d, with a message, as proof', async (status) => {
		answer = { status, body: '{"message":"Body validation failed: name: Required"}' };
		expect((await test()).status).toBe('OK');
	});

	it('takes a pasted /api/v2 off the base URL', async () => {
		answer = { status: 404, body: '{"message":"Dashboard not found"}' };
		expect((await test({ baseUrl: `${baseUrl()}/api/v2/` })).status).toBe('OK');
		expect(seen[1]?.request.url).toBe('/api/v2/dashboards/000000000000000000000000');
	});

	it.each([
		[
			401,
			'{"message":"API key is missing or invalid"}',
			'The API does not accept this token. Check Access Token. The API responded with status 401: API key is missing or invalid',
		],
		[
			502,
			'<html><title>Bad Gateway</title></html>',
			'The test cannot show whether the token is valid. Check the Base URL: through the app of ClickStack, it ends with /api. The API responded with status 502: Bad Gateway',
		],
		[
			503,
			'',
			'The test cannot show whether the token is valid. Check the Base URL: through the app of ClickStack, it ends with /api. The API responded with status 503.',
		],
		[
			404,
			'Not Found',
			'The test cannot show whether the token is valid. Check the Base URL: through the app of ClickStack, it ends with /api. The API responded with status 404: Not Found',
		],
	])('reports %d in its own words', async (status, body, message) => {
		answer = { status, body };
		expect(await test()).toEqual({ status: 'Error', message });
	});

	it('says to wait where the API limits the rate of the key', async () => {
		answer = { status: 429, body: '{"message":"slow down"}', headers: { 'retry-after': '60' } };
		const accessToken = 'limited-token';
		expect((await test({ accessToken })).message).toContain('status 429: slow down');
		expect(await test({ accessToken })).toEqual({
			status: 'Error',
			message: 'The API limits the rate of requests. Test again in a minute.',
		});
		expect(seen).toHaveLength(1);
	});

	it('names an invisible character in the token, and sends nothing', async () => {
		answer = { status: 400, body: '{"message":"Invalid token: canary-token"}' };
		expect(await test({ accessToken: ' canary-token\u200b' })).toEqual({
			status: 'Error',
			message:
				'Access Token contains a character that HTTP does not allow, at position 13. It may be invisible: enter it in the credential again. Nothing was sent.',
		});
		expect(seen).toEqual([]);
		answer = { status: 404, body: '{"message":"Dashboard not found"}' };
		expect((await test({ accessToken: '\ufeffcanary-token\u00a0' })).status).toBe('OK');
	});

	it('shows no token that the API echoes', async () => {
		answer = { status: 400, body: '{"message":"Invalid token: Bearer canary-token"}' };
		const { message } = await test();
		expect(message).toContain('Invalid token: Bearer ***');
		expect(message).not.toContain('canary');
	});
});

describe('cloudManagementApiTest, with the helpers that n8n gives it', () => {
	const test = async (data: Record<string, string> = {}) =>
		await testManagement({ baseUrl: baseUrl(), ...data });

	it.each(['', '/', '/v1', '/v1/'])('reads the activities: base URL with %j', async (suffix) => {
		answer = { status: 200, body: '{"status":200,"result":[]}' };
		const result = await test({ baseUrl: baseUrl() + suffix });
		expect(result).toEqual({
			status: 'OK',
			message: 'The key is accepted. API Dialect: Standard.',
		});
		expect(seen).toHaveLength(1);
		expect(seen[0]?.request.method).toBe('GET');
		expect(seen[0]?.request.url).toBe(`/v1/organizations/${ORGANIZATION}/activities`);
		const login = Buffer.from('key-id:key-secret').toString('base64');
		expect(seen[0]?.request.headers.authorization).toBe(`Basic ${login}`);
	});

	it.each([
		[401, '{"error":"UNAUTHORIZED"}', /^The API does not accept this key\. .* 401: UNAUTHORIZED$/],
		[403, '{"error":""}', /^The test cannot show whether the key is valid\. .* 403\.$/],
		[
			403,
			'{"message":"Forbidden"}',
			/^The test cannot show whether the key .*\. .* 403: Forbidden$/,
		],
		[403, '<title>Blocked</title>', /^The test cannot show whether the key .*\. .* 403: Blocked$/],
		[403, 'Forbidden', /^The test cannot show whether the key is valid\. .* 403: Forbidden$/],
		[404, '{"error":"NOT_FOUND"}', /^The API finds no such organization\. .* 404: NOT_FOUND$/],
		[500, '{"error":"Boom"}', /^The test cannot show whether the key is valid\. .* 500: Boom$/],
		[
			200,
			'<title>Welcome</title>',
			/^The test cannot show whether the key is valid\. .* 200: Welcome$/,
		],
		[200, '{"error":"x"}', /^The test cannot show whether the key is valid\./],
	])('is red for %d %s', async (status, body, message) => {
		answer = { status, body };
		const result = await test();
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	});

	it('is green for a key that may not read activities, and says so', async () => {
		answer = { status: 403, body: '{"error":"FORBIDDEN: insufficient role","status":403}' };
		expect(await test()).toEqual({
			status: 'OK',
			message:
				'The key is accepted, but its role may not read the activities of the organization. API Dialect: Standard.',
		});
	});

	it.each([
		['OK', 'automatic', 'https://api.clickhouse.cloud', /\. API Dialect: ClickHouse Cloud\.$/],
		['OK', 'standard', 'https://api.example.com', /\. API Dialect: Standard\.$/],
		['OK', 'custom', 'https://api.clickhouse.cloud', /\. API Dialect: Custom\.$/],
		[
			'Error',
			'standard',
			'https://API.clickhouse.cloud.',
			/ But API Dialect is Standard, .*Cloud\./,
		],
	])('is %s for the dialect %s of %s', async (status, apiDialect, baseUrl, message) => {
		const response = { statusCode: 200, headers: {}, body: Buffer.from('{"result":[]}') };
		const context = new CredentialTestContext();
		context.helpers.request = async () => await Promise.resolve(response);
		const data = {
			baseUrl,
			apiDialect,
			...{ organizationId: ORGANIZATION, keyId: 'a', keySecret: 'b' },
		};
		const credential = { id: '1', name: 'test', type: 'cloudManagementApi', data };
		const result = await cloudManagementApiTest.call(context, credential);
		expect(result.status).toBe(status);
		expect(result.message).toMatch(message);
	});

	it.each([' key-sécret\u200b', 'key-secret with 日本 and \u2028'])(
		'sends %j as it is, because Base64 takes any character, and shows none of it',
		async (keySecret) => {
			const login = Buffer.from(`key-id:${keySecret.trim()}`).toString('base64');
			answer = { status: 400, body: JSON.stringify({ error: `${keySecret.trim()}, ${login}` }) };
			expect((await test({ keySecret })).message).toMatch(/ status 400: \*\*\*, \*\*\*$/);
			expect(seen[0]?.request.headers.authorization).toBe(`Basic ${login}`);
		},
	);

	it('shows no secret that the API echoes', async () => {
		const login = Buffer.from('key-id:key-secret').toString('base64');
		answer = { status: 400, body: JSON.stringify({ error: `key-secret, Basic ${login}` }) };
		expect((await test()).message).toMatch(/responded with status 400: \*\*\*, Basic \*\*\*$/);
	});

	it.each(['..', '.', '', 'organization', `${ORGANIZATION}/..`, `${ORGANIZATION}?x`])(
		'sends nothing for the organization %j',
		async (organizationId) => {
			const { status, message } = await test({ organizationId });
			expect(status).toBe('Error');
			expect(message).toMatch(/^Organization ID (?:is|contains) /);
			expect(seen).toEqual([]);
		},
	);

	it('says that an organization ID is not a UUID', async () => {
		expect((await test({ organizationId: 'my-org' })).message).toMatch(
			/^Organization ID is not a UUID\./,
		);
	});
});

describe.each([
	['cloudDashboardApiTest', testDashboard, { accessToken: 'canary-token' }],
	['cloudManagementApiTest', testManagement, { keySecret: 'canary-secret' }],
])('%s', (_name, test, secret) => {
	it.each([301, 302, 303, 307, 308])('follows no redirect (%d)', async (status) => {
		const elsewhere = await startSink();
		for (const location of [elsewhere.url, `${baseUrl()}/elsewhere`]) {
			answer = { status, body: '', headers: { location } };
			const result = await test({ baseUrl: baseUrl(), ...secret });
			expect(result.status).toBe('Error');
			expect(result.message).toContain(`responded with status ${String(status)}`);
		}
		expect(seen).toHaveLength(2);
		expect(elsewhere.requests).toEqual([]);
		await elsewhere.close();
	});

	it('sends nothing to hosts outside Allowed Domains', async () => {
		const list = { allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' };
		const result = await test({ baseUrl: baseUrl(), ...secret, ...list });
		expect(result.status).toBe('Error');
		expect(result.message).toContain('The credential may not be used with 127.0.0.1.');
		expect(seen).toEqual([]);
		answer = { status: 401, body: '{}' };
		const allowed = { ...list, allowedDomains: '127.0.0.1' };
		await test({ baseUrl: baseUrl(), ...secret, ...allowed });
		expect(seen).toHaveLength(1);
	});

	it.each([
		['http://127.0.0.1:1', 'refused the connection'],
		['https://api.invalid', 'host'],
	])('says plainly that %s cannot be reached', async (url, words) => {
		const result = await test({ baseUrl: url, ...secret });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(words);
		expect(result.message).toMatch(/ Check the Base URL\.$/);
		expect(result.message).not.toContain('canary');
	});

	it('says that the base URL must be safe', async () => {
		const result = await test({ baseUrl: 'http://api.example.com', ...secret });
		expect(result.message).toContain('must start with https://');
	});

	it('says which member is empty', async () => {
		const [member = ''] = Object.keys(secret);
		const result = await test({ baseUrl: baseUrl(), [member]: ' ' });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^(?:Access Token|Key Secret) is empty\./);
		expect(seen).toEqual([]);
	});
});

it.each([
	[cloudDashboardApiTest, /^Base URL is empty/],
	[cloudManagementApiTest, /^Organization ID is empty/],
	[cloudPipeSourceApiTest, /^Method is not/],
])('names what a credential without data lacks: %p', async (test, message) => {
	const result = await test.call(new CredentialTestContext(), { id: '1', name: '', type: '' });
	expect(result.message).toMatch(message);
});

describe('cloudPipeSourceApiTest', () => {
	const testSource = async (data: Record<string, string>) =>
		await cloudPipeSourceApiTest.call(new CredentialTestContext(), {
			id: '1',
			name: 'test',
			type: 'cloudPipeSourceApi',
			data,
		});

	it('is green when nothing is wrong', async () => {
		const result = await testSource({ method: 'usernamePassword', username: 'u', password: 'p' });
		expect(result.status).toBe('OK');
	});

	it('is red and names every member at fault', async () => {
		const result = await testSource({ method: 'accessKey' });
		expect(result.status).toBe('Error');
		expect(result.message).toBe(
			'Access Key ID is empty. Enter it in the credential. Secret Key is empty. Enter it in the credential.',
		);
	});
});
