import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { CredentialTestContext } from 'n8n-core';

import { cloudDashboardApiTest } from '../../../nodes/clickStack/credentialTest';
import { cloudManagementApiTest } from '../../../nodes/clickhouseCloud/credentialTest';
import { cloudPipeSourceApiTest } from '../../../nodes/CloudManagement/methods/pipeSourceTest';
import { startSink } from '../../../tools/emulator';
import { type LocalServer, serve } from '../../../tools/emulator/server';

let server: LocalServer;
let seen: Array<{ request: IncomingMessage; body: string }> = [];
let answer: { status: number; body: string; headers?: Record<string, string> };
/** A ClickStack that has no endpoint for the team. */
let hasTeam = true;

beforeAll(async () => {
	server = await serve((request, response) => {
		void text(request).then((body) => {
			seen.push({ request, body });
			if (!hasTeam && request.method === 'GET') response.writeHead(404).end();
			else response.writeHead(answer.status, answer.headers).end(answer.body);
		});
	});
});

beforeEach(() => {
	seen = [];
	hasTeam = true;
});

afterAll(() => server.close());

const ORGANIZATION = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const KEY = { organizationId: ORGANIZATION, keyId: 'key-id', keySecret: 'key-secret' };
const TOKEN = { accessToken: 'canary-token' };

type Data = Record<string, string>;
const credentialOf = (type: string, data: Data) => ({ id: '1', name: 'test', type, data });

const testDashboard = async (data: Data = {}) =>
	await cloudDashboardApiTest.call(
		new CredentialTestContext(),
		credentialOf('cloudDashboardApi', { baseUrl: server.url, ...TOKEN, ...data }),
	);
const testManagement = async (data: Data = {}, context = new CredentialTestContext()) =>
	await cloudManagementApiTest.call(
		context,
		credentialOf('cloudManagementApi', { baseUrl: server.url, ...KEY, ...data }),
	);
const sent = () => seen.map(({ request: { method, url } }) => `${method ?? ''} ${url ?? ''}`);
const basic = (secret: string) => Buffer.from(`key-id:${secret}`).toString('base64');

describe("cloudDashboardApiTest with n8n's helpers", () => {
	const NOT_FOUND = { status: 404, body: '{"message":"Dashboard not found"}' };
	const NO_DASHBOARD = 'dashboards/000000000000000000000000';

	it('reads the team', async () => {
		answer = { status: 200, body: '{"data":{"id":"1","name":"Shop"}}' };
		expect(await testDashboard()).toEqual({ status: 'OK', message: 'The token is accepted.' });
		answer = { status: 401, body: 'Unauthorized', headers: { 'content-type': 'text/plain' } };
		expect((await testDashboard()).message).toMatch(/^The API doesn't accept this token\./);
		expect(sent()).toEqual(['GET /api/v2/team', 'GET /api/v2/team']);
	});

	it.each(['/api-root/', '/api/v2/'])(
		'updates a dashboard that cannot exist if no team is found, and treats "not found" as proof: %s',
		async (path) => {
			answer = NOT_FOUND;
			const data = { baseUrl: server.url + path, accessToken: ' tok ' };
			expect((await testDashboard(data)).status).toBe('OK');
			const root = path === '/api/v2/' ? '' : '/api-root';
			expect(sent()[1]).toBe(`PUT ${root}/api/v2/${NO_DASHBOARD}`);
			expect(seen[1]?.request.headers.authorization).toBe('Bearer tok');
			expect(seen[1]?.body).toBe('{}');
		},
	);

	it.each([
		[400, '{"message":"Body validation failed: name: Required"}', 'OK', /^The token is accepted/],
		[502, '<title>Bad Gateway</title>', 'Error', /502: Bad Gateway$/],
		[400, '{"message":"Invalid token: Bearer canary-token"}', 'Error', /token: Bearer \*\*\*$/],
	])('interprets %d %s as %s, in its own words', async (status, body, expected, message) => {
		answer = { status, body };
		const result = await testDashboard();
		expect(result.status).toBe(expected);
		expect(result.message).toMatch(message);
	});

	it('advises to wait if the API rate-limits the key', async () => {
		answer = { status: 429, body: '{"message":"slow down"}', headers: { 'retry-after': '60' } };
		const accessToken = 'limited-token';
		expect((await testDashboard({ accessToken })).message).toContain('status 429: slow down');
		expect((await testDashboard({ accessToken })).message).toContain('Test again in a minute.');
		expect(seen).toHaveLength(1);
	});

	it('names an invisible character in the token, and sends nothing', async () => {
		answer = NOT_FOUND;
		const { message } = await testDashboard({ accessToken: ' canary-token\u200b' });
		expect(message).toMatch(/^Access Token contains .* at position 13\. .* Nothing was sent\.$/);
		expect(seen).toEqual([]);
		expect((await testDashboard({ accessToken: '\ufeffcanary-token\u00a0' })).status).toBe('OK');
	});
});

describe('the update of a dashboard that cannot exist', () => {
	let tests = 0;

	async function resultOf(status: number, content: object | string) {
		const body = typeof content === 'string' ? content : JSON.stringify(content);
		hasTeam = false;
		answer = { status, body, headers: { 'retry-after': '60' } };
		tests += 1;
		// Requests wait by token: a throttled one must not hold up the next test.
		return await testDashboard({ accessToken: `token-${String(tests)}` });
	}

	it.each([
		[404, 'Dashboard not found'],
		[400, 'Dashboard not found'],
		[404, 'No dashboard with this ID was found.'],
		[400, 'Invalid dashboard configuration'],
		[500, 'Invalid dashboard configuration'],
		[422, 'tiles: must hold at least one tile'],
		[409, 'The dashboard has a duplicate key'],
		[500, 'Something went wrong'],
	])('%d with the message "%s" proves the token', async (status, message) => {
		expect(await resultOf(status, { message })).toEqual({
			status: 'OK',
			message: 'The token is accepted. Nothing was changed.',
		});
	});

	it.each([
		...[401, 404, 500].map((status) => [status, 'Invalid access token'] as const),
		...['API key is missing or invalid', 'Invalid token', 'jwt invalid', 'jwt malformed']
			.concat(['invalid session', 'Unauthorized', 'unauthenticated', 'No permission'])
			.concat(['Authorization header missing', 'Please log in', 'You are not logged in'])
			.map((message) => [400, message] as const),
		[401, 'Dashboard not found'],
		[401, ''],
		[403, 'Forbidden'],
	] as const)('%d with the message "%s" disproves the token', async (status, message) => {
		const result = await resultOf(status, { message });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(
			/^The API doesn't accept this token\. Check Access Token\. .*status \d/,
		);
	});

	it.each([
		[404, { message: 'Cannot PUT /api/v2/dashboards/0' }],
		[404, { message: 'Route PUT:/api/v2/dashboards/0 not found', error: 'Not Found' }],
		[404, { message: 'no Route matched with those values' }],
		[404, { message: 'Not Found' }],
		[405, { message: 'Method not allowed' }],
		[404, 'Not Found'],
		[404, 'Dashboard not found'],
		[404, { error: 'Dashboard not found' }],
		[404, { message: { text: 'Dashboard not found' } }],
		[404, { message: '' }],
		[404, '<!DOCTYPE html><title>Dashboard not found</title>'],
		[404, ''],
		[200, { message: 'Dashboard not found' }],
		[200, { data: { id: '0' } }],
		[302, ''],
		[504, '<html><title>Gateway Timeout</title></html>'],
		[408, { message: 'Request timed out' }],
		[429, { message: 'API rate limit exceeded' }],
		[502, { message: 'An invalid response was received from the upstream server' }],
		[503, { message: 'Boom' }],
		[504, { message: 'The upstream server is timing out' }],
	])('%d %j is reported unchanged', async (status, content) => {
		const result = await resultOf(status, content);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^The test can't show whether the token is valid\. .*status \d/);
	});
});

describe("cloudManagementApiTest with n8n's helpers", () => {
	it.each(['', '/', '/v1', '/v1/'])('reads the activities: base URL with %j', async (suffix) => {
		answer = { status: 200, body: '{"status":200,"result":[]}' };
		const { status } = await testManagement({ baseUrl: server.url + suffix });
		expect([status, ...sent()]).toEqual(['OK', `GET /v1/organizations/${ORGANIZATION}/activities`]);
		expect(seen[0]?.request.headers.authorization).toBe(`Basic ${basic('key-secret')}`);
	});

	it.each([
		[401, '{"error":"UNAUTHORIZED"}', /^The API doesn't accept this key\. .* 401: UNAUTHORIZED$/],
		[403, '<title>Blocked</title>', /^The test can't show .* 403: Blocked$/],
		[403, 'Forbidden', /^The test can't show .* 403: Forbidden$/],
		[404, '{"error":"NOT_FOUND"}', /^The API can't find the organization\. .* 404: NOT_FOUND$/],
		[200, '<title>Welcome</title>', /^The test can't show .* 200: Welcome$/],
		[200, '{"error":"x"}', /^The test can't show whether the key is valid\./],
	])('fails for %d %s', async (status, body, message) => {
		answer = { status, body };
		const result = await testManagement();
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	});

	it("passes for a key that can't read activities, and explains it", async () => {
		answer = { status: 403, body: '{"error":"FORBIDDEN: insufficient role","status":403}' };
		const { status, message } = await testManagement();
		expect(status).toBe('OK');
		expect(message).toMatch(/ but its role can't read the organization's activities\./);
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
		const result = await testManagement({ baseUrl, apiDialect }, context);
		expect(result.status).toBe(status);
		expect(result.message).toMatch(message);
	});

	it.each(['key-secret', ' key-sécret\u200b', 'key-secret with 日本 and \u2028'])(
		'shows no secret that the API echoes, and sends it unchanged, because Base64 accepts any character: %j',
		async (keySecret) => {
			const login = basic(keySecret.trim());
			answer = { status: 400, body: JSON.stringify({ error: `${keySecret.trim()}, ${login}` }) };
			expect((await testManagement({ keySecret })).message).toMatch(/ status 400: \*\*\*, \*\*\*$/);
			expect(seen[0]?.request.headers.authorization).toBe(`Basic ${login}`);
		},
	);

	it.each(['..', '', 'organization'])(
		'sends nothing for the organization %j',
		async (organizationId) => {
			const { status, message } = await testManagement({ organizationId });
			expect([status, seen]).toEqual(['Error', []]);
			expect(message).toMatch(/^Organization ID (?:isn't|is|contains) /);
		},
	);
});

describe.each([
	['cloudDashboardApiTest', testDashboard, 'accessToken'],
	['cloudManagementApiTest', testManagement, 'keySecret'],
])('%s', (_name, test, member) => {
	it.each([301, 302, 303, 307, 308])('follows no redirect (%d)', async (status) => {
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

	it('sends nothing to hosts outside Allowed Domains', async () => {
		const list = { allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' };
		expect((await test(list)).message).toContain("can't be used with 127.0.0.1.");
		expect(seen).toEqual([]);
		answer = { status: 401, body: '{}' };
		await test({ ...list, allowedDomains: '127.0.0.1' });
		expect(seen).toHaveLength(1);
	});

	it.each<[Data, RegExp]>([
		[{ baseUrl: 'http://127.0.0.1:1' }, /refused the connection.* Check the Base URL\.$/],
		[{ baseUrl: 'https://api.invalid' }, /host.* Check the Base URL\.$/],
		[{ baseUrl: 'http://api.example.com' }, /must start with https:\/\//],
		[{ [member]: ' ' }, /^(?:Access Token|Key Secret) is empty\./],
	])('explains plainly the problem with %j', async (data, message) => {
		const result = await test({ [member]: 'canary-secret', ...data });
		expect([result.status, seen]).toEqual(['Error', []]);
		expect(result.message).toMatch(message);
		expect(result.message).not.toContain('canary');
	});
});

it.each([
	[cloudDashboardApiTest, /^Base URL is empty/],
	[cloudManagementApiTest, /^Organization ID is empty/],
	[cloudPipeSourceApiTest, /^Method isn't/],
])('names the missing parts of a credential without data: %p', async (test, message) => {
	const result = await test.call(new CredentialTestContext(), { id: '1', name: '', type: '' });
	expect(result.message).toMatch(message);
});

it.each([
	[{ method: 'usernamePassword', username: 'u', password: 'p' }, 'OK', /./],
	[{ method: 'accessKey' }, 'Error', /^Access Key ID is empty\..* Secret Key is empty\./],
])('a source test with %j is %s', async (data, status, message) => {
	const credential = credentialOf('cloudPipeSourceApi', data);
	const result = await cloudPipeSourceApiTest.call(new CredentialTestContext(), credential);
	expect(result.status).toBe(status);
	expect(result.message).toMatch(message);
});
