import { objectAt } from '../../contract/json';
import { type Emulator, startEmulator } from '../../emulator';
import { call, kafkaPipe, matching, pathsOf, send } from './client';

let emulator: Emulator;
const paths = () => pathsOf(emulator);

beforeAll(async () => {
	emulator = await startEmulator({ keys: { keySecret: 'other:secret' } });
});

beforeEach(() => {
	emulator.clearLog();
});

afterAll(() => emulator.close());

describe('authorization', () => {
	const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

	it.each([
		['nothing', undefined],
		['another secret', basic('emulatorKeyId:emulatorKeySecret')],
		['a bearer token', 'Bearer emulatorAccessToken'],
		['the pair in clear', 'Basic emulatorKeyId:other:secret'],
	])('of the management API refuses %s', async (_name, authorization) => {
		const headers = authorization === undefined ? {} : { authorization };
		const { status, json } = await send(emulator.managementUrl, paths().service, { headers });
		expect([status, json]).toEqual([401, { error: matching(/^UNAUTHORIZED: /), status: 401 }]);
	});

	it('of the management API takes the key', async () => {
		expect((await call(emulator, paths().service)).status).toBe(200);
	});

	it('of the dashboard API refuses another token', async () => {
		const { status, json } = await call(emulator, paths().dashboard, {
			method: 'PUT',
			body: { name: 'x' },
			headers: { authorization: 'Bearer other' },
		});
		expect([status, json]).toEqual([401, { message: matching(/API key/) }]);
		expect(emulator.state.dashboards.get('dashboard-1')?.name).toBe('Errors');
	});
});

describe('the contract', () => {
	const violation = async (path: string, sent: Parameters<typeof call>[2]) => {
		const reply = await call(emulator, path, sent);
		expect(emulator.violations).toHaveLength(1);
		expect(emulator.violations[0]).toMatchObject({ where: 'request' });
		return reply;
	};

	it('refuses a body with the error of the management API', async () => {
		const { source, ...rest } = kafkaPipe();
		const { status, json } = await violation(paths().pipes, { method: 'POST', body: rest });
		expect(source).toBeDefined();
		expect(status).toBe(400);
		expect(json).toEqual({ error: matching(/^BAD_REQUEST: .*source/), status: 400 });
		expect(emulator.violations[0]?.operationId).toBe('createPipe');
	});

	it('refuses a body with the error of the dashboard API', async () => {
		const body = { tiles: 'none' };
		const { status, json } = await violation(paths().dashboard, { method: 'PUT', body });
		expect([status, json]).toEqual([400, { message: matching(/tiles/) }]);
	});

	it.each([
		['a cross-field rule', { scaling: { concurrency: 1 } }],
		['an unmapped column', { fieldMappings: [{ sourceField: 'a', destinationField: 'b' }] }],
		['a bound', { settings: { engine_max_threads: 65 } }],
		['a misplaced secret', { credentials: { username: 'u', password: 'p' } }],
	])('refuses %s in a new pipe', async (_name, change) => {
		const body = { ...kafkaPipe(), ...change };
		expect((await violation(paths().pipes, { method: 'POST', body })).status).toBe(400);
	});

	it.each([
		['JSON that is none', '{"command":', {}],
		['another content type', '{"command":"stop"}', { 'content-type': 'text/plain' }],
		['no body', undefined, {}],
	])('refuses %s', async (_name, body, headers) => {
		const path = `${paths().pipes}/${emulator.ids.kafkaPipeId}/state`;
		const reply = await violation(path, { method: 'PATCH', body, headers });
		expect(reply.status).toBe(400);
	});

	it('refuses a body where none belongs', async () => {
		expect((await violation(paths().service, { body: {} })).status).toBe(400);
	});

	it('refuses a query that is not described', async () => {
		expect((await violation(`${paths().activities}?limit=1`, {})).status).toBe(400);
	});

	it.each([
		['another path', () => `${paths().service}/none`],
		['a path of no API', () => '/other'],
		['a slash at the end', () => `${paths().activities}/`],
		['another method', () => paths().pipes],
	])('refuses %s', async (name, path) => {
		const { status } = await violation(path(), {});
		expect(status).toBe(name === 'another method' ? 400 : 404);
	});

	it('refuses an id that is no UUID', async () => {
		const path = `${paths().organization}/services/..%2f..%2fx`;
		expect((await violation(path, {})).status).toBe(400);
		expect(emulator.requests[0]?.path).toBe(path);
	});

	it('catches the emulator itself', async () => {
		const { serviceId } = emulator.ids;
		const good = emulator.state.services.get(serviceId);
		if (good === undefined) throw new Error('the service is seeded');
		emulator.state.services.set({ ...good, numReplicas: 'three' });
		const { status, json } = await call(emulator, paths().service);
		emulator.state.services.set(good);
		expect([status, json['status']]).toEqual([500, 500]);
		expect(emulator.violations).toEqual([
			expect.objectContaining({ where: 'answer', operationId: 'getService', status: 500 }),
		]);
	});
});

describe('other spellings', () => {
	let other: Emulator;

	beforeAll(async () => {
		other = await startEmulator({
			basePath: '/gateway/',
			pipesSegment: 'flows',
			engineSettingPrefix: 'warehouse_',
		});
	});

	afterAll(() => other.close());

	const create = (segment: string, settings: object) => {
		const path = `/gateway${pathsOf(other).service}/${segment}`;
		return call(other, path, { method: 'POST', body: { ...kafkaPipe(), settings } });
	};

	it('are in the credentials', () => {
		expect(other.managementUrl).toBe(`http://127.0.0.1:${String(other.port)}/gateway`);
		expect(other.credentials.management).toMatchObject({
			baseUrl: other.managementUrl,
			apiDialect: 'custom',
			pipesSegment: 'flows',
			engineSettingPrefix: 'warehouse_',
		});
		expect(emulator.credentials.management.apiDialect).toBe('standard');
	});

	it('are used in paths, settings and records', async () => {
		const { status, json } = await create('flows', { warehouse_max_threads: 8 });
		expect(status).toBe(200);
		const result = objectAt(json, 'result');
		expect(result['settings']).toEqual({ warehouse_max_threads: 8 });
		const kept = other.state.pipes.get(String(result['id']));
		expect(kept?.['settings']).toEqual({ engine_max_threads: 8 });
		const service = await call(other, `/gateway${pathsOf(other).service}`);
		expect(objectAt(service.json, 'result')['warehouseVersion']).toBe('25.8');
		expect(objectAt(service.json, 'result')).not.toHaveProperty('engineVersion');
		const endpoint = `${pathsOf(other).service}/flowsReversePrivateEndpoints/rpe-1`;
		expect((await call(other, `/gateway${endpoint}`)).status).toBe(200);
		expect(other.violations).toEqual([]);
	});

	it('are checked like the neutral ones', async () => {
		expect((await create('flows', { warehouse_max_threads: 65 })).status).toBe(400);
	});

	it('are the only ones that are understood', async () => {
		expect((await create('pipes', {})).status).toBe(404);
		expect((await create('flows', { engine_max_threads: 8 })).status).toBe(400);
		expect((await call(other, pathsOf(other).service)).status).toBe(404);
		const endpoint = `${pathsOf(other).service}/pipesReversePrivateEndpoints/rpe-1`;
		expect((await call(other, `/gateway${endpoint}`)).status).toBe(404);
	});
});
