import { type Emulator, startEmulator } from '../../emulator';
import { call, kafkaPipe, matching, pathsOf } from './client';

let emulator: Emulator;
const paths = () => pathsOf(emulator);

beforeAll(async () => {
	emulator = await startEmulator();
});

beforeEach(() => {
	emulator.clearLog();
});

afterAll(() => emulator.close());

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
	])('refuses %s', async (_name, path) => {
		const { status } = await violation(path(), {});
		expect(status).toBe(404);
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
