import { isJsonObject } from '../../../tools/contract/json';
import { type Emulator, startEmulator } from '../../../tools/emulator';
import { CLOUD_IDS } from '../../../tools/emulator/state/ids';
import { pathOf, send } from './client';

const { serviceId, kafkaPipeId, reversePrivateEndpointId } = CLOUD_IDS;

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ dialect: 'clickhouseCloud' });
});

afterEach(() => emulator.close());

const service = () => pathOf(emulator, 'cloud', '').slice(0, -1);

async function stateRead(): Promise<unknown> {
	const { result } = await send(emulator, 'GET', service());
	return isJsonObject(result) ? result['state'] : undefined;
}

async function states(reads: number): Promise<unknown[]> {
	const shown: unknown[] = [];
	for (let read = 0; read < reads; read += 1) shown.push(await stateRead());
	return shown;
}

function put(state: string): void {
	emulator.change('services', serviceId, (record) => ({ ...record, state }));
}

describe('emulator → PATCH service state', () => {
	it.each([
		{ command: 'awake', from: 'idle', shows: ['awaking', 'running', 'running'] },
		{ command: 'start', from: 'stopped', shows: ['starting', 'running', 'running'] },
		{ command: 'stop', from: 'running', shows: ['stopping', 'stopped', 'stopped'] },
		{ command: 'awake', from: 'running', shows: ['running', 'running'] },
	])('shows $shows after $command from $from', async ({ command, from, shows }) => {
		put(from);
		const reply = await send(emulator, 'PATCH', `${service()}/state`, { command });
		expect(reply).toMatchObject({ status: 200, result: { state: from } });
		expect(await states(shows.length)).toEqual(shows);
	});

	it.each(['stopped', 'stopping', 'failed', 'terminating'])(
		'refuses the command awake for a service that is %s',
		async (state) => {
			put(state);
			const reply = await send(emulator, 'PATCH', `${service()}/state`, { command: 'awake' });
			expect(reply.status).toBe(400);
			expect(await stateRead()).toBe(state);
		},
	);
});

describe('emulator → DELETE service', () => {
	it.each([
		{ state: 'running', status: 409, after: 200 },
		{ state: 'stopping', status: 409, after: 200 },
		{ state: 'stopped', status: 200, after: 404 },
		{ state: 'idle', status: 200, after: 404 },
	])('responds with $status while the service is $state', async ({ state, status, after }) => {
		put(state);
		expect((await send(emulator, 'DELETE', service())).status).toBe(status);
		expect((await send(emulator, 'GET', service())).status).toBe(after);
	});
});

describe('emulator → changes of pipes and reverse private endpoints', () => {
	const PIPE = { name: 'Renamed' };
	const DNS = { customPrivateDnsMappings: [] };
	const CHANGES = [
		{ method: 'PATCH', path: `clickpipes/${kafkaPipeId}`, body: PIPE },
		{ method: 'PATCH', path: `clickpipes/${kafkaPipeId}/state`, body: { command: 'stop' } },
		{ method: 'DELETE', path: `clickpipes/${kafkaPipeId}` },
		{
			method: 'PATCH',
			path: `clickpipesReversePrivateEndpoints/${reversePrivateEndpointId}`,
			body: DNS,
		},
	];

	it.each(CHANGES)('answers 424 while the service is idle: $method $path', async (change) => {
		put('idle');
		const { method, path, body } = change;
		const reply = await send(emulator, method, pathOf(emulator, 'cloud', path), body);
		expect(reply.status).toBe(424);
		expect(reply.text).toContain('Current state: idle');
	});

	it.each([
		...['idle', 'awaking', 'starting', 'partially_running', 'provisioning', 'stopped'].map(
			(state) => ({ state, status: 424 }),
		),
		...['stopping', 'failed', 'terminating'].map((state) => ({ state, status: 424 })),
		...['running', 'degraded', 'hibernating'].map((state) => ({ state, status: 200 })),
	])('answers $status while the service is $state', async ({ state, status }) => {
		put(state);
		const path = pathOf(emulator, 'cloud', 'clickpipes', kafkaPipeId);
		expect((await send(emulator, 'PATCH', path, PIPE)).status).toBe(status);
		expect((await send(emulator, 'GET', path)).status).toBe(200);
		expect(await stateRead()).toBe(state);
	});
});
