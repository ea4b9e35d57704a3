import { objectAt } from '../../contract/json';
import { type Emulator, type ScriptStep, startEmulator } from '../../emulator';
import { Scripts } from '../../emulator/scripts';
import { EmulatorState } from '../../emulator/state';
import { seedWith } from '../../emulator/state/seed';
import { findOperation } from '../../contract';
import { call, pathsOf } from './client';

const OTHER_ID = '00000077-0000-4000-8000-000000000001';

describe('the steps of a script', () => {
	const path = (state: EmulatorState) =>
		`/v1/organizations/${state.organizationId}/services/${OTHER_ID}`;

	/** Reads a scripted service at each time. Returns its state, `gone` or the kind of the fault. */
	function readAt(times: number[], steps: ScriptStep[]) {
		const state = new EmulatorState(seedWith({}));
		const scripts = new Scripts(state);
		const script = scripts.service(OTHER_ID, steps);
		const match = findOperation('management', 'GET', path(state));
		const read = times.map((now) => {
			const fault = scripts.read(match, now);
			return fault?.kind ?? state.services.get(OTHER_ID)?.state ?? 'gone';
		});
		expect(script.reads).toBe(times.length);
		return { read, step: script.step };
	}

	it('last one read each, and the last one forever', () => {
		const steps = [{ state: 'starting' }, { state: 'awaking' }, { state: 'running' }];
		expect(readAt([0, 0, 0, 0, 0], steps)).toEqual({
			read: ['starting', 'awaking', 'running', 'running', 'running'],
			step: 2,
		});
	});

	it('last as many reads as said', () => {
		const steps = [{ state: 'starting', reads: 3 }, { state: 'running' }];
		expect(readAt([0, 0, 0, 0], steps).read).toEqual([
			...['starting', 'starting', 'starting', 'running'],
		]);
	});

	it('last as many milliseconds as said, from the first read on', () => {
		const steps = [
			{ state: 'stopped', ms: 1000 },
			{ state: 'starting', ms: 500 },
			{ state: 'running' },
		];
		const { read } = readAt([70_000, 70_999, 71_000, 71_499, 71_500, 99_000], steps);
		expect(read).toEqual(['stopped', 'stopped', 'starting', 'starting', 'running', 'running']);
		expect(readAt([0, 5000], steps).read).toEqual(['stopped', 'running']);
	});

	it('can mix both, with absence and faults in between', () => {
		const steps: ScriptStep[] = [
			{ missing: true, reads: 2 },
			{ fault: { kind: 'status', status: 503 } },
			{ state: 'starting', ms: 1000 },
			{ fault: { kind: 'resetBeforeHeaders' } },
			{ missing: true },
		];
		expect(readAt([0, 1, 2, 3, 1002, 1003, 1004], steps).read).toEqual([
			...['gone', 'gone', 'status', 'starting', 'starting', 'resetBeforeHeaders', 'gone'],
		]);
	});

	it('are needed', () => {
		expect(() => readAt([], [])).toThrow('a script needs a step');
	});
});

describe('a scripted resource', () => {
	let emulator: Emulator;
	const paths = () => pathsOf(emulator);

	beforeEach(async () => {
		emulator = await startEmulator();
	});

	afterEach(async () => {
		expect(emulator.violations).toEqual([]);
		await emulator.close();
	});

	const read = async (path: string, field: string) => {
		const { status, json } = await call(emulator, path);
		return status === 200 ? objectAt(json, 'result')[field] : status;
	};

	it.each([
		['service', 'state', (id: string) => `${paths().organization}/services/${id}`],
		['backup', 'status', (id: string) => `${paths().service}/backups/${id}`],
		[
			'reversePrivateEndpoint',
			'status',
			(id: string) => `${paths().service}/pipesReversePrivateEndpoints/${id}`,
		],
	] as const)('can be a %s, also one that is not there yet', async (kind, field, pathOf) => {
		const script = emulator.scripts[kind](OTHER_ID, [
			{ missing: true },
			{ fault: { kind: 'status', status: 500 } },
			{ state: 'first' },
			{ state: 'second' },
		]);
		const path = pathOf(OTHER_ID);
		const seen = [];
		for (let n = 0; n < 5; n += 1) seen.push(await read(path, field));
		expect(seen).toEqual([404, 500, 'first', 'second', 'second']);
		expect([script.reads, script.step]).toEqual([5, 3]);
		expect(emulator.requests.map(({ fault }) => fault)).toEqual([
			...[undefined, 'status', undefined, undefined, undefined],
		]);
	});

	it('keeps its other fields, and what was changed meanwhile', async () => {
		const { serviceId } = emulator.ids;
		emulator.scripts.service(serviceId, [{ missing: true }, { state: 'stopping' }, { state: 'x' }]);
		expect(await read(paths().service, 'name')).toBe(404);
		expect(await read(paths().service, 'name')).toBe('Analytics 1');
		const body = { id: 'vpce-9', description: '' };
		await call(emulator, `${paths().service}/privateEndpoint`, { method: 'POST', body });
		expect(await read(paths().service, 'privateEndpointIds')).toEqual(['vpce-1', 'vpce-9']);
	});

	it('can be slow', async () => {
		const { serviceId } = emulator.ids;
		emulator.scripts.service(serviceId, [{ state: 'idle' }, { fault: { kind: 'delay', ms: 60 } }]);
		expect(await read(paths().service, 'state')).toBe('idle');
		const before = performance.now();
		expect(await read(paths().service, 'state')).toBe('idle');
		// Timers count whole milliseconds.
		expect(performance.now() - before).toBeGreaterThanOrEqual(55);
	});

	it('moves on with its own reads alone, with the right key and under the rate limit', async () => {
		const { serviceId } = emulator.ids;
		const script = emulator.scripts.service(serviceId, [{ state: 'idle' }, { state: 'running' }]);
		await call(emulator, `${paths().service}/backups/${emulator.ids.backupId}`);
		await call(emulator, paths().service, { headers: { authorization: 'Basic none' } });
		emulator.rateLimit = { requests: 0, windowMs: 600_000, header: 'none' };
		await call(emulator, paths().service);
		emulator.rateLimit = undefined;
		expect(script.reads).toBe(0);
		expect(await read(paths().service, 'state')).toBe('idle');
	});

	it('stays as it is once its script is removed', async () => {
		const { serviceId } = emulator.ids;
		const steps = [{ state: 'starting' }, { state: 'running' }];
		const script = emulator.scripts.service(serviceId, steps);
		expect(await read(paths().service, 'state')).toBe('starting');
		script.remove();
		expect(await read(paths().service, 'state')).toBe('starting');
		emulator.scripts.service(serviceId, [{ state: 'idle' }, { state: 'running' }]);
		script.remove();
		expect(await read(paths().service, 'state')).toBe('idle');
		expect(await read(paths().service, 'state')).toBe('running');
	});

	it('can be deleted permanently without a script', async () => {
		emulator.state.services.delete(emulator.ids.serviceId);
		expect(await read(paths().service, 'state')).toBe(404);
		expect(await read(`${paths().service}/backups/${emulator.ids.backupId}`, 'id')).toBe(404);
	});
});
