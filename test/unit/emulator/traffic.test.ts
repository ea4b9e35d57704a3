import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Emulator, startEmulator } from '../../emulator';
import { latencySource } from '../../emulator/latency';
import { call, kafkaPipe, pathsOf, send } from './client';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(() => emulator.close());

async function untilReceived(count: number): Promise<void> {
	while (emulator.requests.length < count) {
		await new Promise(setImmediate);
	}
}

describe('the log', () => {
	it('keeps a request as it came', async () => {
		const { pipes } = pathsOf(emulator);
		const body = kafkaPipe();
		await call(emulator, pipes, { method: 'POST', body, headers: { 'X-Probe': 'a' } });
		expect(emulator.requests).toEqual([
			expect.objectContaining({
				index: 0,
				method: 'POST',
				path: pipes,
				url: pipes,
				query: {},
				body,
				rawBody: JSON.stringify(body),
				status: 200,
				api: 'management',
				operationId: 'createPipe',
				fault: undefined,
			}),
		]);
		expect(emulator.requests[0]?.headers['x-probe']).toBe('a');
		expect(emulator.requests[0]?.rawHeaders).toContain('X-Probe');
	});

	it('keeps the path undecoded and the query apart', async () => {
		await call(emulator, '/v1/%2e%2E/a%2Fb?x=%20y&z');
		expect(emulator.requests[0]).toMatchObject({
			path: '/v1/%2e%2E/a%2Fb',
			query: { x: ' y', z: '' },
			status: 404,
			operationId: undefined,
		});
	});

	it('keeps a path of a megabyte', async () => {
		const path = `${pathsOf(emulator).activities}/${'x'.repeat(1_000_000)}`;
		expect((await call(emulator, path)).status).toBe(404);
		expect(emulator.requests[0]?.path).toBe(path);
	});

	it('counts what is open at once', async () => {
		emulator.faults.add({ kind: 'hang' });
		const asked = Array.from({ length: 5 }, () => call(emulator, pathsOf(emulator).service));
		const outcomes = Promise.allSettled(asked);
		await untilReceived(5);
		expect(emulator.maxInFlight).toBe(5);
		await emulator.close();
		await emulator.close();
		expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
	});

	it('counts one at a time for requests one after another', async () => {
		for (let n = 0; n < 50; n += 1) await call(emulator, pathsOf(emulator).service);
		expect(emulator.maxInFlight).toBe(1);
		emulator.clearLog();
		expect([emulator.requests.length, emulator.maxInFlight]).toEqual([0, 0]);
	});

	it('keeps no more than it is told to, and reports each', async () => {
		const reported: Array<number | undefined> = [];
		const small = await startEmulator({
			keepRequests: 2,
			onRequest: (request) => reported.push(request.status),
		});
		for (let n = 0; n < 3; n += 1) await send(small.managementUrl, '/v1/none');
		await small.close();
		expect(small.requests.map(({ index }) => index)).toEqual([1, 2]);
		expect(reported).toEqual([401, 401, 401]);
	});
});

describe('the latency', () => {
	it('is the base and a seeded part of the jitter', () => {
		const draw = (seed: number) => {
			const next = latencySource({ baseMs: 10, jitterMs: 5, seed });
			return [next(), next(), next()];
		};
		expect(draw(1)).toEqual(draw(1));
		expect(draw(1)).not.toEqual(draw(2));
		for (const ms of draw(3)) {
			expect(ms).toBeGreaterThanOrEqual(10);
			expect(ms).toBeLessThan(15);
		}
		expect(latencySource(undefined)()).toBe(0);
	});

	it('comes before the answer', async () => {
		const slow = await startEmulator({ latency: { baseMs: 60 } });
		const before = performance.now();
		await call(slow, pathsOf(slow).service);
		expect(performance.now() - before).toBeGreaterThanOrEqual(55);
		await slow.close();
	});
});

describe('the port', () => {
	it('is the requested one, and is named when it is taken', async () => {
		await expect(startEmulator({ port: emulator.port })).rejects.toMatchObject({
			code: 'EADDRINUSE',
		});
		const { port } = emulator;
		await emulator.close();
		emulator = await startEmulator({ port });
		expect(emulator.managementUrl).toBe(`http://127.0.0.1:${String(port)}`);
	});
});

describe('the command line', () => {
	const root = join(__dirname, '../../..');
	const start = (...args: string[]) =>
		spawn(
			process.execPath,
			[join(root, 'node_modules/tsx/dist/cli.mjs'), 'test/emulator/cli.ts', ...args],
			{
				cwd: root,
			},
		);

	it('prints the way in and each request, and stops cleanly', async () => {
		const child = start('--pipes-segment', 'flows');
		let output = '';
		const ended = once(child, 'close');
		const ready = new Promise<string>((resolve) => {
			child.stdout.on('data', (chunk: Buffer) => {
				output += chunk.toString('utf8');
				if (output.includes('Ready.')) resolve('ready');
			});
		});
		try {
			expect(await Promise.race([ready, ended])).toBe('ready');
			const url = /Management API: (\S+)/.exec(output)?.[1] ?? '';
			expect((await send(url, '/v1/organizations/x/activities')).status).toBe(401);
			child.kill('SIGTERM');
			expect(await ended).toEqual([0, null]);
		} finally {
			child.kill('SIGKILL');
		}
		expect(output).toContain('"pipesSegment": "flows"');
		expect(output).toContain('"serviceId"');
		expect(output).toContain('GET /v1/organizations/x/activities 401 listActivities');
		expect(output).toContain('Stopped.');
	});

	it('says what is wrong with an argument', async () => {
		const child = start('--port', 'many');
		let errors = '';
		child.stderr.on('data', (chunk: Buffer) => {
			errors += chunk.toString('utf8');
		});
		expect(await once(child, 'close')).toEqual([1, null]);
		expect(errors).toContain('--port takes a whole number, not "many"');
	});
});
