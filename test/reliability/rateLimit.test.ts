import type { Emulator } from '../../tools/emulator';
import { startEmulator } from '../../tools/emulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	credentialsOf,
	detailsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const READS = 100;
const header = 'retry-after-seconds';

/** Reads a number of different activities in one execution. */
async function readActivities(emulator: Emulator, count: number, first = 0) {
	const parameters = { resource: 'activity', operation: 'get', activityId: '={{ $json.id }}' };
	const ids = Array.from({ length: count }, (_, index) => `read-${String(first + index)}`);
	for (const id of ids) emulator.state.activities.push({ id });
	const items = ids.map((id) => ({ id }));
	const result = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }, items), {
		credentials: credentialsOf(emulator),
	});
	const answers = result.items(NODE).map(({ json }) => json['id']);
	return { error: result.error, ids, answers };
}

describe('A hundred reads against ten requests per second', () => {
	it('finish in one execution and in twenty, with none lost and few refused', async () => {
		const limit = { requests: 10, windowMs: 1000, header } as const;
		const emulators = [
			await startEmulator({ rateLimit: limit }),
			await startEmulator({ rateLimit: limit }),
		];
		const [one, twenty] = emulators;
		if (one === undefined || twenty === undefined) throw new Error('Nothing was started');
		// Both at once: they spend most of their time waiting.
		const runs = await Promise.all([
			readActivities(one, READS),
			...Array.from({ length: 20 }, (_, run) => readActivities(twenty, 5, run * 5)),
		]);
		for (const { error, ids, answers } of runs) {
			expect(error).toBeUndefined();
			expect(answers).toEqual(ids);
		}
		// On a busy machine, responses arrive late and out of order: then no request is refused more than once on average.
		// The tests in simulated time check every kind against the bounds of the limit (rateLimits/).
		for (const emulator of emulators) {
			const { refused } = emulator.rateLimitStatistics();
			expect(refused).toBeGreaterThan(0);
			expect(refused).toBeLessThanOrEqual(READS);
			await emulator.close();
		}
	});
});

describe('A wait for the rate limit', () => {
	it('has a maximum of five minutes, and exceeding it is a clear error immediately', async () => {
		const rateLimit = { requests: 1, windowMs: 310_000, header } as const;
		const emulator = await startEmulator({ rateLimit });
		const start = Date.now();
		const { error } = await readActivities(emulator, 2);
		await emulator.close();
		expect(detailsOf(error)).toMatchObject({ outcome: 'refused', reason: 'rateLimited' });
		expect(Date.now() - start).toBeLessThan(60_000);
	});
});
