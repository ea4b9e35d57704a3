import { type Emulator, startEmulator } from '../../emulator';
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
