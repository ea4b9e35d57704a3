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

const PER_SECOND = { requests: 10, windowMs: 1000, header: 'retry-after-seconds' } as const;

/** Reads this many different activities in an execution. */
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

// The simulated tests in rateLimits/ check every kind of limit against its bounds.
it('four executions finish 24 reads under a limit of ten per second', async () => {
	const emulator = await startEmulator({ rateLimit: PER_SECOND });
	const runs = await Promise.all([0, 6, 12, 18].map((first) => readActivities(emulator, 6, first)));
	await emulator.close();
	for (const { error, ids, answers } of runs) {
		expect(error).toBeUndefined();
		expect(answers).toEqual(ids);
	}
	// On a busy machine, responses are late and out of order, so each request is refused once on average.
	const refused = emulator.requests.filter(({ status }) => status === 429).length;
	expect(refused).toBeGreaterThan(0);
	expect(refused).toBeLessThanOrEqual(24);
});

it('a rate-limit wait of more than five minutes fails immediately', async () => {
	const limit = { ...PER_SECOND, requests: 1, windowMs: 310_000 };
	const emulator = await startEmulator({ rateLimit: limit });
	const start = Date.now();
	const { error } = await readActivities(emulator, 2);
	await emulator.close();
	expect(detailsOf(error)).toMatchObject({ outcome: 'refused', reason: 'rateLimited' });
	expect(Date.now() - start).toBeLessThan(60_000);
});
