import type { Emulator, RateLimitHeader } from '../emulator';
import { startEmulator } from '../emulator';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from '../engine/harness/workflow';

const READS = 100;
/** A shorter window than a service's: its shape is the same, and nobody waits for minutes. */
const LIMIT = { requests: 10, windowMs: 2_000 };

async function readActivities(emulator: Emulator, count: number) {
	const parameters = { resource: 'activity', operation: 'get', activityId: '={{ $json.id }}' };
	const items = Array.from({ length: count }, (_, index) => ({
		id: `activity-${String((index % 3) + 1)}`,
	}));
	const result = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }, items), {
		credentials: credentialsOf(emulator),
	});
	const answers = result.items(NODE).map(({ json }) => json['id']);
	return { error: result.error?.message, asked: items.map(({ id }) => id), answers };
}

describe('A hundred reads finish against ten requests per two seconds', () => {
	const headers: RateLimitHeader[] = [
		'retry-after-seconds',
		'retry-after-date',
		'x-ratelimit-reset',
		'none',
	];
	const emulators: Emulator[] = [];

	// All at once: each waits for most of its time, and the machine has nothing to do meanwhile.
	beforeAll(async () => {
		for (const header of headers) {
			emulators.push(await startEmulator({ rateLimit: { ...LIMIT, header } }));
		}
	});

	afterAll(async () => {
		await Promise.all(emulators.map((emulator) => emulator.close()));
	});

	it('with none lost, and at most one refusal a window where the service names the time', async () => {
		const runs = await Promise.all(
			emulators.map(async (emulator) => await readActivities(emulator, READS)),
		);
		for (const { error, asked, answers } of runs) {
			expect(error).toBeUndefined();
			expect(answers).toEqual(asked);
		}
		const refusals = emulators.map((emulator) => Math.max(...emulator.refusedPerWindow()));
		expect(refusals.slice(0, 3)).toEqual([1, 1, 1]);
		// Without a named time, the pause doubles from two seconds until the window is over.
		expect(refusals[3]).toBeLessThanOrEqual(3);
	}, 240_000);
});

describe('A wait for the rate limit has an upper bound', () => {
	it('of five minutes, and going over it is a clear error at once', async () => {
		const emulator = await startEmulator({
			rateLimit: { requests: 1, windowMs: 310_000, header: 'retry-after-seconds' },
		});
		const start = Date.now();
		const { error } = await readActivities(emulator, 2);
		await emulator.close();
		expect(error).toBe(
			'The service limits the rate, and the wait would be longer than Max Wait allows (300 seconds): RATE_LIMITED: too many requests',
		);
		expect(Date.now() - start).toBeLessThan(60_000);
	}, 70_000);
});
