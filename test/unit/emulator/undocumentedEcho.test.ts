import { APIS, operationsOf } from '../../contract';
import { type Emulator, startEmulator, UNDOCUMENTED_ECHO } from '../../emulator';
import { call, matching, pathsOf } from './client';

let emulator: Emulator;
const managementEcho = () => `${pathsOf(emulator).organization}/echo`;
const DASHBOARD_ECHO = '/api/v2/echo';

beforeAll(async () => {
	emulator = await startEmulator();
});

beforeEach(() => {
	emulator.clearLog();
	emulator.faults.clear();
});

afterEach(() => {
	emulator.rateLimit = undefined;
});

afterAll(() => emulator.close());

it('is not part of the contract', () => {
	const described = APIS.flatMap(operationsOf);
	expect(described.map(({ operationId }) => operationId)).not.toContain(UNDOCUMENTED_ECHO);
	expect(described.filter(({ template }) => template.includes('echo'))).toEqual([]);
});

describe.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('%s', (method) => {
	const query = { list: ['1', '2'], 'a b': 'x&y' };
	const search = '?list=1&list=2&a%20b=x%26y';
	const body = method === 'GET' ? undefined : { settings: { engine_max_threads: 1 }, none: null };
	const received = { method, query, ...(body === undefined ? {} : { body }) };

	it('comes back in the envelope of the management API', async () => {
		const { status, json } = await call(emulator, managementEcho() + search, { method, body });
		expect([status, json]).toEqual([
			200,
			{ requestId: matching(/^[0-9a-f-]{36}$/), result: received, status: 200 },
		]);
		expect(emulator.requests[0]?.operationId).toBe(UNDOCUMENTED_ECHO);
		expect(emulator.violations).toEqual([]);
	});

	it('comes back in the envelope of the dashboard API', async () => {
		const { status, json } = await call(emulator, DASHBOARD_ECHO + search, { method, body });
		expect([status, json]).toEqual([200, { data: received }]);
		expect(emulator.violations).toEqual([]);
	});
});

it('takes any JSON as the body', async () => {
	const sent = { method: 'POST', body: '[1,"two",{"three":null}]' };
	const { json } = await call(emulator, DASHBOARD_ECHO, sent);
	expect(json['data']).toMatchObject({ body: [1, 'two', { three: null }] });
});

it.each<[string, () => string, object, number]>([
	['another key', managementEcho, { headers: { authorization: 'Bearer none' } }, 401],
	['what is not JSON', managementEcho, { method: 'POST', body: '{' }, 400],
	['another organization', () => '/v1/organizations/other/echo', {}, 404],
	['another path', () => `${managementEcho()}/more`, {}, 404],
	['a slash at the end', () => `${managementEcho()}/`, {}, 404],
])('refuses %s', async (_name, path, sent, status) => {
	expect((await call(emulator, path(), sent)).status).toBe(status);
});

it('is under faults and the rate limit like everything else', async () => {
	emulator.faults.add({ kind: 'status', status: 503, times: 1 });
	expect((await call(emulator, managementEcho())).status).toBe(503);
	emulator.rateLimit = { requests: 0, windowMs: 1000, header: 'none' };
	expect((await call(emulator, managementEcho())).status).toBe(429);
});

it('is found under a base path', async () => {
	const other = await startEmulator({ basePath: '/gateway', engineSettingPrefix: 'warehouse_' });
	const body = { settings: { warehouse_max_threads: 1 } };
	const path = `/gateway${pathsOf(other).organization}/echo`;
	const { json } = await call(other, path, { method: 'PUT', body });
	await other.close();
	expect(json['result']).toEqual({ method: 'PUT', query: {}, body });
});
