import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { CredentialTestContext } from 'n8n-core';

import { cloudDashboardApiTest } from '../../../nodes/clickStack/credentialTest';
import { cloudManagementApiTest } from '../../../nodes/clickhouseCloud/credentialTest';
import { startSink } from '../../../tools/emulator';
import { type LocalServer, serve } from '../../../tools/emulator/server';
import { canariesIn, core, secret } from '../../../tools/samples/canaries';

interface Answer {
	status: number;
	body: object | string;
	headers?: Record<string, string>;
}

let server: LocalServer;
let seen: Array<{ request: IncomingMessage; body: string }> = [];
let answer: Answer;
/** Some ClickStack servers have no team endpoint. */
let hasTeam = true;

beforeAll(async () => {
	server = await serve((request, response) => {
		void text(request).then((body) => {
			seen.push({ request, body });
			if (!hasTeam && request.method === 'GET') response.writeHead(404).end();
			else {
				const sent = answer.body;
				response.writeHead(answer.status, answer.headers);
				response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
			}
		});
	});
});

beforeEach(() => {
	seen = [];
	hasTeam = true;
});

afterAll(() => server.close());

const ORGANIZATION = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const TOKEN = core('AccessToken');

type Data = Record<string, string>;
const credentialOf = (type: string, data: Data) => ({ id: '1', name: 'test', type, data });

async function testDashboard(changes: Data = {}, context = new CredentialTestContext()) {
	const data = { baseUrl: server.url, accessToken: TOKEN, ...changes };
	const credential = credentialOf('cloudDashboardApi', data);
	return await cloudDashboardApiTest.call(context, credential);
}

async function testManagement(changes: Data = {}, context = new CredentialTestContext()) {
	const key = { organizationId: ORGANIZATION, keyId: 'key-id', keySecret: 'key-secret' };
	const data = { baseUrl: server.url, ...key, ...changes };
	return await cloudManagementApiTest.call(context, credentialOf('cloudManagementApi', data));
}

const sent = () => seen.map(({ request: { method, url } }) => `${method ?? ''} ${url ?? ''}`);
const basic = (keySecret: string) => Buffer.from(`key-id:${keySecret}`).toString('base64');

describe('cloudDashboardApiTest', () => {
	it("reads the token's team", async () => {
		answer = { status: 200, body: { data: { id: '1', name: 'Shop' } } };
		expect(await testDashboard()).toEqual({ status: 'OK', message: 'The key is accepted.' });
		answer = { status: 401, body: 'Unauthorized', headers: { 'content-type': 'text/plain' } };
		expect((await testDashboard()).message).toMatch(/^The API doesn't accept this key\./);
		expect(sent()).toEqual(['GET /api/v2/team', 'GET /api/v2/team']);
	});

	it.each([
		{ path: '/api-root/', root: '/api-root' },
		{ path: '/api/v2/', root: '' },
	])("updates a dashboard that can't exist if $path returns no team", async ({ path, root }) => {
		answer = { status: 404, body: { message: 'Dashboard not found' } };
		const data = { baseUrl: server.url + path, accessToken: ' tok ' };
		expect((await testDashboard(data)).status).toBe('OK');
		expect(sent()[1]).toBe(`PUT ${root}/api/v2/dashboards/000000000000000000000000`);
		expect(seen[1]?.request.headers.authorization).toBe('Bearer tok');
		expect(seen[1]?.body).toBe('{}');
	});

	it('quotes the API without the token', async () => {
		answer = { status: 400, body: { message: `Invalid token: Bearer ${TOKEN}` } };
		const { status, message } = await testDashboard();
		expect([status, canariesIn(message)]).toEqual(['Error', []]);
		expect(message).toMatch(/token: Bearer \*\*\*$/);
	});

	it('advises to wait if the API rate-limits the token', async () => {
		answer = { status: 429, body: { message: 'slow down' }, headers: { 'retry-after': '60' } };
		const accessToken = 'limited-token';
		expect((await testDashboard({ accessToken })).message).toContain('status 429: slow down');
		expect((await testDashboard({ accessToken })).message).toContain('Test again in a minute.');
		expect(seen).toHaveLength(1);
	});

	it('rejects a token with an invisible character', async () => {
		answer = { status: 404, body: { message: 'Dashboard not found' } };
		const { message } = await testDashboard({ accessToken: ' token\u200b' });
		expect(message).toMatch(
			/^Personal API Access Key contains .* at position 6\. .* Nothing was sent\.$/,
		);
		expect(seen).toEqual([]);
		expect((await testDashboard({ accessToken: '\ufefftoken\u00a0' })).status).toBe('OK');
	});
});

describe('cloudDashboardApiTest (hosts)', () => {
	it.each([
		{ baseUrl: 'https://console.clickhouse.cloud', host: 'console.clickhouse.cloud' },
		{ baseUrl: 'Console.clickhouse.cloud./services/1', host: 'console.clickhouse.cloud' },
		{ baseUrl: 'api.clickhouse.cloud/v1', host: 'api.clickhouse.cloud' },
		{ baseUrl: 'https://console-api.clickhouse.cloud', host: 'console-api.clickhouse.cloud' },
		{ baseUrl: 'https://hyperdx.clickhouse.cloud', host: undefined },
		{ baseUrl: 'https://play-clickstack.clickhouse.com', host: undefined },
		{ baseUrl: 'https://console.clickhouse.example', host: undefined },
		{ baseUrl: 'https://api.example.com', host: undefined },
	])(
		"reports $host as ClickHouse Cloud's before it sends the key: %j",
		async ({ baseUrl, host }) => {
			const context = new CredentialTestContext();
			const request = jest.fn(async () => await Promise.reject(new Error('sent')));
			context.helpers.request = request;
			const { message } = await testDashboard({ baseUrl }, context);
			const problem = `Base URL is ${String(host)}. ClickStack in ClickHouse Cloud uses a ClickHouse Cloud Management API credential.`;
			expect(message.startsWith(problem)).toBe(host !== undefined);
			expect(request.mock.calls.length > 0).toBe(host === undefined);
		},
	);
});

describe('cloudDashboardApiTest (no team endpoint)', () => {
	let tests = 0;

	async function resultOf(status: number, body: object | string) {
		hasTeam = false;
		answer = { status, body, headers: { 'retry-after': '60' } };
		tests += 1;
		// Each test uses its own token, because a throttled token delays further requests.
		const result = await testDashboard({ accessToken: `token-${String(tests)}` });
		return `${result.status}: ${result.message}`;
	}

	it.each([
		{ status: 404, message: 'Dashboard not found' },
		{ status: 500, message: 'Invalid dashboard configuration' },
		{ status: 422, message: 'tiles: must hold at least one tile' },
		{ status: 400, message: 'Body validation failed: name: Required' },
		{ status: 500, message: 'Something went wrong' },
	])('accepts the token after status $status: $message', async ({ status, message }) => {
		const accepted = 'OK: The key is accepted. Nothing was changed.';
		expect(await resultOf(status, { message })).toBe(accepted);
	});

	it.each([
		{ status: 404, message: 'Invalid access token' },
		{ status: 500, message: 'API key is missing or invalid' },
		{ status: 400, message: 'jwt malformed' },
		{ status: 400, message: 'Unauthorized' },
		{ status: 400, message: 'No permission' },
		{ status: 400, message: 'Authorization header missing' },
		{ status: 400, message: 'Please log in' },
		{ status: 401, message: 'Dashboard not found' },
		{ status: 403, message: 'Forbidden' },
	])('rejects the token after status $status: $message', async ({ status, message }) => {
		expect(await resultOf(status, { message })).toMatch(
			/^Error: The API doesn't accept this key\. Check Personal API Access Key\. Don't use the Ingestion API Key\. .*status \d/,
		);
	});

	it.each([
		{ status: 404, body: { message: 'Cannot PUT /api/v2/dashboards/0' } },
		{ status: 404, body: { message: 'Route PUT:/api/v2/dashboards/0 not found' } },
		{ status: 404, body: { message: 'no Route matched with those values' } },
		{ status: 404, body: { message: 'Not Found' } },
		{ status: 405, body: { message: 'Method not allowed' } },
		{ status: 404, body: 'Dashboard not found' },
		{ status: 404, body: { error: 'Dashboard not found' } },
		{ status: 404, body: '<!DOCTYPE html><title>Dashboard not found</title>' },
		{ status: 401, body: '<!DOCTYPE html><title>Sign in to continue</title>' },
		{ status: 403, body: '<!DOCTYPE html><title>Access denied</title>' },
		{ status: 400, body: '<!DOCTYPE html><title>Invalid token</title>' },
		{ status: 200, body: { message: 'Dashboard not found' } },
		{ status: 429, body: { message: 'API rate limit exceeded' } },
		{ status: 503, body: { message: 'Boom' } },
	])("doesn't draw a conclusion from status $status with $body", async ({ status, body }) => {
		const address = "This address responds, but isn't ClickStack's API.";
		const result = await resultOf(status, body);
		expect(result).toMatch(/^Error: .* Check the Base URL. .*status \d/);
		expect(result.includes(address)).toBe(status === 404);
	});
});

describe('cloudManagementApiTest', () => {
	it.each(['', '/', '/v1', '/v1/'])(
		'reads the activities below a Base URL that ends with "%s"',
		async (suffix) => {
			answer = { status: 200, body: { status: 200, result: [] } };
			const { status } = await testManagement({ baseUrl: server.url + suffix });
			expect([status, ...sent()]).toEqual([
				'OK',
				`GET /v1/organizations/${ORGANIZATION}/activities`,
			]);
			expect(seen[0]?.request.headers.authorization).toBe(`Basic ${basic('key-secret')}`);
		},
	);

	it.each([
		{ status: 401, body: { error: 'NO' }, says: /^The API doesn't accept this key\. .* 401: NO$/ },
		{
			status: 401,
			body: '<title>No</title>',
			says: /^This address .* seem to be the .* Check Base URL\. A web page .* 401\.$/,
		},
		{
			status: 403,
			body: '<title>No</title>',
			says: /^This address .* seem to be the .* Check Base URL\. A web page .* 403\.$/,
		},
		{
			status: 502,
			body: '<title>No</title>',
			says: /^The test can't show .* A web page .* 502\.$/,
		},
		{ status: 403, body: { message: 'No' }, says: /^The test can't show .* responded .* 403: No$/ },
		{
			status: 404,
			body: { error: 'NO' },
			says: /^The .* Check Organization ID and Base URL\. .*: NO$/,
		},
		{
			status: 404,
			body: '<title>No</title>',
			says: /^This address responds, but isn't .* A web page answered instead of the API, .* 404\.$/,
		},
		{ status: 200, body: '<title>Hi</title>', says: /^This address .* A web page .* 200\.$/ },
		{ status: 200, body: { error: 'x' }, says: /^The test can't show whether the key is valid\./ },
	])('fails after status $status with $body', async ({ status, body, says }) => {
		answer = { status, body };
		const result = await testManagement();
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(says);
	});

	it.each([
		{ error: 'NOT_FOUND: organization not found', checks: 'Organization ID' },
		{ error: 'Not found', checks: 'Organization ID and Base URL' },
		{ error: 'Cannot GET /v2/v1/organizations/1/activities', checks: 'Base URL' },
		{ error: 'The requested path was not found', checks: 'Base URL' },
	])('suggests $checks after a 404 with "$error"', async ({ error, checks }) => {
		answer = { status: 404, body: { status: 404, error } };
		expect((await testManagement()).message).toContain(`. Check ${checks}. The API responded`);
	});

	it("accepts a key that can't read activities", async () => {
		answer = { status: 403, body: { error: 'FORBIDDEN: insufficient role', status: 403 } };
		const { status, message } = await testManagement();
		expect(status).toBe('OK');
		expect(message).toMatch(/ but its role can't read the organization's activities\./);
	});

	const CLOUD = 'https://api.clickhouse.cloud';

	it.each([
		{ dialect: 'automatic', baseUrl: CLOUD, says: /: ClickHouse Cloud\.$/ },
		{ dialect: 'standard', baseUrl: 'https://api.example.com', says: /: Standard\.$/ },
		{ dialect: 'custom', baseUrl: CLOUD, says: /: Custom\.$/ },
		{ dialect: 'standard', baseUrl: `${CLOUD}.`, says: / But API Dialect is Standard/ },
	])('shows the API Dialect $dialect for $baseUrl', async ({ dialect, baseUrl, says }) => {
		const response = { statusCode: 200, headers: {}, body: Buffer.from('{"result":[]}') };
		const context = new CredentialTestContext();
		context.helpers.request = async () => await Promise.resolve(response);
		const result = await testManagement({ baseUrl, apiDialect: dialect }, context);
		expect(result.message).toMatch(says);
		expect(result.status).toBe(result.message.includes('But') ? 'Error' : 'OK');
	});

	it.each([
		{ baseUrl: 'https://api.clickhouse.clod', host: 'api.clickhouse.clod' },
		{ baseUrl: 'API.ClickHose.cloud/v1', host: 'api.clickhose.cloud' },
		{ baseUrl: 'https://console.clickhouse.cloud', host: 'console.clickhouse.cloud' },
		{ baseUrl: 'Console.clickhouse.cloud./services/1', host: 'console.clickhouse.cloud' },
		{ baseUrl: 'https://clickhouse.cloud', host: 'clickhouse.cloud' },
		{ baseUrl: 'https://api.clickhouse.com', host: 'api.clickhouse.com' },
		{ baseUrl: 'https://a1.eu.aws.clickhouse.cloud:8443', host: 'a1.eu.aws.clickhouse.cloud' },
		{ baseUrl: 'https://api.clickhouse.cloud.', host: undefined },
		{ baseUrl: 'https://api.staging.clickhouse.cloud', host: undefined },
		{ baseUrl: 'https://console-api.clickhouse.cloud', host: undefined },
		{ baseUrl: 'https://console.clickhouse.example', host: undefined },
		{ baseUrl: 'https://clickhouse.example.com', host: undefined },
		{ baseUrl: 'https://console.myclickhouse.com', host: undefined },
		{ baseUrl: 'https://console.clickhouse.cloud', apiDialect: 'custom', host: undefined },
		{ baseUrl: 'https://api.clickhouse.example', host: undefined },
		{ baseUrl: 'https://api.clickhouse.clod', apiDialect: 'standard', host: undefined },
	])('reports $host as a wrong host before it sends the key: %j', async ({ host, ...data }) => {
		const context = new CredentialTestContext();
		const request = jest.fn(async () => await Promise.reject(new Error('sent')));
		context.helpers.request = request;
		const { message } = await testManagement({ organizationId: '', ...data }, context);
		if (host === undefined) expect(message).not.toContain('Did you mean');
		else expect(message).toMatch(`Base URL is ${host}. Did you mean api.clickhouse.cloud? If`);
		expect(request).toHaveBeenCalledTimes(host === undefined ? 1 : 0);
	});

	it.each(['key-secret', secret('KeySecret'), ' key-sécret with 日本 and \u2028'])(
		'hides a key that the API echoes: %j',
		async (keySecret) => {
			const login = basic(keySecret.trim());
			answer = { status: 400, body: { error: `${keySecret.trim()}, ${login}` } };
			expect((await testManagement({ keySecret })).message).toMatch(/ status 400: \*\*\*, \*\*\*$/);
			expect(seen[0]?.request.headers.authorization).toBe(`Basic ${login}`);
		},
	);

	it.each(['..', '', 'organization'])('checks the key before the organization "%s"', async (id) => {
		const results: string[] = [];
		for (const status of [401, 200, 404]) {
			answer = { status, body: { result: [] } };
			results.push((await testManagement({ organizationId: id })).message);
		}
		expect(results).toEqual([
			expect.stringMatching(/^The API doesn't accept this key\./),
			expect.stringMatching(/^Organization ID (?:isn't|is|contains) /),
			expect.stringMatching(/^This address .* Check Base URL\. Organization ID .* 404/),
		]);
		answer = { status: 404, body: { error: 'NO' } };
		expect((await testManagement({ organizationId: id })).message).toMatch(
			/^This address doesn't list organizations\. Check Base URL\. Organization ID .*: NO$/,
		);
		expect(new Set(sent())).toEqual(new Set(['GET /v1/organizations']));
	});

	it.each([
		{ path: '', says: /^This .* organizations\. Check Base URL\. Organization ID is empty\./ },
		{ path: '/', says: /^This .* organizations\. Check Base URL\. Organization ID is empty\./ },
		{
			path: '/xyz/',
			says: /^This .* organizations\. Check the path \/xyz in Base URL\. If it's right, check Organization ID\. The API responded with status 404: no such path$/,
		},
	])('suspects the path "$path" in Base URL before the organization', async ({ path, says }) => {
		answer = { status: 404, body: { status: 404, error: 'no such path' } };
		const data = { baseUrl: server.url + path, organizationId: '' };
		expect((await testManagement(data)).message).toMatch(says);
		answer = { status: 401, body: { status: 401, error: 'No' } };
		expect((await testManagement(data)).message).toMatch(/^The API doesn't accept this key\./);
	});

	it.each(['/v1/organizations', '/V1//organizations/1', '/proxy/v1/services/v1/x'])(
		'reports the path %s in Base URL after a 404, whatever the organization',
		async (path) => {
			const results: string[] = [];
			answer = { status: 404, body: { error: 'Organization not found' } };
			for (const organizationId of ['', ORGANIZATION]) {
				const { message } = await testManagement({ baseUrl: server.url + path, organizationId });
				results.push(message);
			}
			const version = path.startsWith('/V1') ? '/V1' : '/v1';
			const problem = `Base URL contains more than the API's address. Remove ${version} and what`;
			expect(results[0]).toMatch(problem);
			expect(results[0]).toBe(results[1]);
			answer = { status: 200, body: { status: 200, result: [] } };
			expect((await testManagement({ baseUrl: server.url + path })).status).toBe('OK');
		},
	);

	it("completes ClickHouse Cloud's Base URL", async () => {
		const context = new CredentialTestContext();
		const urls: unknown[] = [];
		context.helpers.request = async (request: string | object) => {
			urls.push(typeof request === 'object' && 'url' in request && request.url);
			const body = Buffer.from('{"error":"Not Found"}');
			return await Promise.resolve({ statusCode: 404, headers: {}, body });
		};
		const data = { baseUrl: ' api.clickhouse.cloud ', organizationId: '' };
		const { message } = await testManagement(data, context);
		expect(message).toMatch(/^This address responds, but isn't the management API\./);
		expect(urls).toEqual(['https://api.clickhouse.cloud/v1/organizations']);
	});
});

describe.each([
	{ name: 'cloudDashboardApiTest', test: testDashboard, member: 'accessToken' },
	{ name: 'cloudManagementApiTest', test: testManagement, member: 'keySecret' },
])('$name', ({ test, member }) => {
	it.each([302, 307])("doesn't follow a redirect with status %d", async (status) => {
		const elsewhere = await startSink();
		for (const location of [elsewhere.url, `${server.url}/elsewhere`]) {
			answer = { status, body: '', headers: { location } };
			const result = await test();
			expect(result.status).toBe('Error');
			expect(result.message).toContain(`responded with status ${String(status)}`);
		}
		expect([seen.length, elsewhere.requests.length]).toEqual([2, 0]);
		await elsewhere.close();
	});

	it.each<{ data: Data; says: RegExp }>([
		{
			data: { baseUrl: 'http://127.0.0.1:1' },
			says: /^The connection to 127\.0\.0\.1:1 was refused\..* Check the Base URL\.$/,
		},
		{
			data: { baseUrl: 'https://api.invalid' },
			says: /^Couldn't (?:find|look up) api\.invalid .* Check the Base URL\.$/,
		},
		{ data: { baseUrl: 'http://api.example.com' }, says: /must start with https:\/\// },
		{
			data: { allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' },
			says: /can't be used with 127\.0\.0\.1\./,
		},
		{ data: { [member]: ' ' }, says: /^(?:Personal API Access Key|Key Secret) is empty\./ },
	])('rejects a credential with $data without sending a request', async ({ data, says }) => {
		const result = await test({ [member]: core('Secret'), ...data });
		expect([result.status, seen, canariesIn(result.message)]).toEqual(['Error', [], []]);
		expect(result.message).toMatch(says);
	});

	it('lists the missing fields of a credential without data', async () => {
		const call = member === 'keySecret' ? cloudManagementApiTest : cloudDashboardApiTest;
		const credential = { id: '1', name: '', type: '' };
		const { message } = await call.call(new CredentialTestContext(), credential);
		expect(message).toMatch(/^Base URL is empty/);
	});
});
