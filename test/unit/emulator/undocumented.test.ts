import { operationsOf } from '../../contract';
import type { Emulator } from '../../emulator';
import { startEmulator } from '../../emulator';
import { call, pathsOf, shareEmulator } from './client';

let emulator: Emulator;

shareEmulator((started) => {
	emulator = started;
});

const pipe = (id: string = emulator.ids.kafkaPipeId) => `${pathsOf(emulator).pipes}/${id}`;
const serviceState = () => `${pathsOf(emulator).service}/state`;
const wake = { method: 'PATCH', body: { command: 'awake' } };

it('is not part of the neutral contract', () => {
	const described = operationsOf('management').map(({ operationId }) => operationId);
	expect(described).not.toContain('getPipe');
	expect(described).not.toContain('wakeService');
});

describe('Reading a pipe', () => {
	it('returns its record', async () => {
		const { status, json } = await call(emulator, pipe());
		expect(status).toBe(200);
		expect(json['result']).toEqual(emulator.state.pipes.get(emulator.ids.kafkaPipeId));
		expect(emulator.requests[0]?.operationId).toBe('getPipe');
		expect(emulator.violations).toEqual([]);
	});

	it('shows what a command has done', async () => {
		const id = emulator.ids.objectStoragePipeId;
		const stop = { method: 'PATCH', body: { command: 'stop' } };
		await call(emulator, `${pipe(id)}/state`, stop);
		const { json } = await call(emulator, pipe(id));
		expect(json['result']).toMatchObject({ id, state: 'Stopped' });
	});

	it('knows the spelling of the deployment', async () => {
		const other = await startEmulator({
			...{ pipesSegment: 'loaders', engineSettingPrefix: 'warehouse_' },
		});
		const path = `${pathsOf(other).service}/loaders/${other.ids.kafkaPipeId}`;
		const { json } = await call(other, path);
		await other.close();
		expect(json['result']).toMatchObject({ settings: { warehouse_max_threads: 4 } });
	});

	it.each<[string, () => string, object, number]>([
		['an unknown pipe', () => pipe('none'), {}, 404],
		['an unknown service', () => pipe().replace('00000020', '00000021'), {}, 404],
		['an unknown organization', () => pipe().replace('00000010', '00000011'), {}, 404],
		['another key', pipe, { headers: { authorization: 'Bearer none' } }, 401],
	])('refuses %s', async (_name, path, sent, status) => {
		expect((await call(emulator, path(), sent)).status).toBe(status);
	});

	it('is under faults like everything else', async () => {
		emulator.faults.add({ kind: 'status', status: 503, times: 1 });
		expect((await call(emulator, pipe())).status).toBe(503);
	});
});

it('is all of ClickHouse Cloud, if wanted, with its document for bodies', async () => {
	const other = await startEmulator({ cloudOperations: true });
	const { organization, pipes: list, service } = pathsOf(other);
	const statuses = async (method: string, path: string, body?: unknown) =>
		(await call(other, path, { method, body })).status;
	expect(await statuses('GET', `${organization}/members`)).toBe(200);
	expect(await statuses('GET', list)).toBe(200);
	expect(await statuses('PATCH', `${service}/state`, { command: 'stop' })).toBe(200);
	expect(other.violations).toEqual([]);
	expect(await statuses('PATCH', `${service}/state`, { command: 'wake' })).toBe(400);
	expect(other.violations).toHaveLength(1);
	await other.close();
});

describe('Waking a service', () => {
	it('lets an idle one run', async () => {
		const { services } = emulator.state;
		const service = services.get(emulator.ids.serviceId);
		if (service === undefined) throw new Error('no service');
		services.set({ ...service, state: 'idle' });
		const { status, json } = await call(emulator, serviceState(), wake);
		expect([status, json['result']]).toEqual([200, { ...service, state: 'awaking' }]);
		expect(services.get(service.id)).toEqual(service);
		expect(emulator.violations).toEqual([]);
	});

	it.each([wake, { method: 'PATCH', body: { command: 'sleep' } }, { method: 'PATCH', body: '{' }])(
		'refuses what does not do so: %j',
		async (sent) => {
			expect((await call(emulator, serviceState(), sent)).status).toBe(400);
		},
	);
});
