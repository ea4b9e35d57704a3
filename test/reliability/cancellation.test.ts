import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, MANAGEMENT, workflowOf } from '../engine/harness/workflow';

const READ: INodeParameters = {
	resource: 'activity',
	operation: 'get',
	activityId: '={{ $json.id }}',
};
const WRITE: INodeParameters = {
	resource: 'invitation',
	operation: 'create',
	email: '={{ $json.email }}',
	role: 'developer',
};
const ITEMS = Array.from({ length: 60 }, (_, index) => ({
	id: `read-${String(index)}`,
	email: `person-${String(index)}@example.com`,
}));
/** Far below every wait that the stop must end. */
const AT_ONCE_MS = 5_000;

/** Runs 60 items, and stops the execution once so many requests have arrived. */
async function stopAfter(emulator: Emulator, arrived: number, parameters: INodeParameters) {
	emulator.state.activities.generate(ITEMS.length, (index) => ({ id: `read-${String(index)}` }));
	const stopper = new AbortController();
	let stopped = 0;
	const watch = setInterval(() => {
		if (stopped > 0 || emulator.requests.length < arrived) return;
		stopped = Date.now();
		stopper.abort();
	}, 5);
	await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }, ITEMS), {
		credentials: credentialsOf(emulator),
		cancel: stopper.signal,
	});
	clearInterval(watch);
	const requests = emulator.requests.length;
	await emulator.close();
	return { requests, took: Date.now() - stopped };
}

describe('Stopping the execution ends at once', () => {
	it('a wait for the rate limit', async () => {
		const emulator = await startEmulator({
			rateLimit: { requests: 3, windowMs: 120_000, header: 'retry-after-seconds' },
		});
		const { requests, took } = await stopAfter(emulator, 4, READ);
		expect(took).toBeLessThan(AT_ONCE_MS);
		expect(requests).toBeLessThanOrEqual(10);
	}, 60_000);

	it('reads under way, and sends no more', async () => {
		const emulator = await startEmulator();
		emulator.faults.add({ kind: 'hang' });
		const { requests, took } = await stopAfter(emulator, 5, READ);
		expect(took).toBeLessThan(AT_ONCE_MS);
		expect(requests).toBeLessThanOrEqual(20);
	}, 60_000);

	it('a write under way, and sends none of those behind it', async () => {
		const emulator = await startEmulator();
		emulator.faults.add({ kind: 'hang', match: { method: 'POST' } });
		const { requests, took } = await stopAfter(emulator, 1, WRITE);
		expect(took).toBeLessThan(AT_ONCE_MS);
		expect(requests).toBe(1);
	}, 60_000);

	it('the pause before a read is sent again', async () => {
		const emulator = await startEmulator();
		emulator.faults.add({ kind: 'status', status: 503 });
		const options = { maxRetries: 20, maxConcurrency: 1 };
		const { requests, took } = await stopAfter(emulator, 3, { ...READ, options });
		expect(took).toBeLessThan(AT_ONCE_MS);
		expect(requests).toBe(3);
	}, 60_000);
});
