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

const READS = 40;
const PER_SECOND = { requests: 10, windowMs: 1000, header: 'retry-after-seconds' } as const;

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

// The tests in simulated time check every kind of limit against its bounds (rateLimits/).
describe('Forty reads against ten requests per second', () => {
	it.each([
		{ executions: 1, reads: READS },
		{ executions: 8, reads: READS / 8 },
	])(
		'finish in $executions executions, none lost and few refused',
		async ({ executions, reads }) => {
			const emulator = await startEmulator({ rateLimit: PER_SECOND });
			const runs = await Promise.all(
				Array.from({ length: executions }, (_, run) =>
					readActivities(emulator, reads, run * reads),
				),
			);
			await emulator.close();
			for (const { error, ids, answers } of runs) {
				expect(error).toBeUndefined();
				expect(answers).toEqual(ids);
			}
			// On a busy machine, responses arrive late and out of order: then each request is refused once on average.
			const { refused } = emulator.rateLimitStatistics();
			expect(refused).toBeGreaterThan(0);
			expect(refused).toBeLessThanOrEqual(READS);
		},
	);
});

describe('A wait for the rate limit', () => {
	it('has a maximum of five minutes, and exceeding it is a clear error immediately', async () => {
		const emulator = await startEmulator({
			rateLimit: { ...PER_SECOND, requests: 1, windowMs: 310_000 },
		});
		const start = Date.now();
		const { error } = await readActivities(emulator, 2);
		await emulator.close();
		expect(detailsOf(error)).toMatchObject({ outcome: 'refused', reason: 'rateLimited' });
		expect(Date.now() - start).toBeLessThan(60_000);
	});
});
