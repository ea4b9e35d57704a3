import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../tools/emulator';
import { startEmulator } from '../../tools/emulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, MANAGEMENT, workflowOf } from '../../tools/engine/workflow';

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
/** How long the wait would last that the stop must end; these tests must be over long before. */
const WAIT_SECONDS = 290;
/** Enough for a response to be read and the pause after it to start. */
const TURNS_BEFORE_STOP = 20;

jest.setTimeout(120_000);

/** Runs 60 items, and stops the execution after this many requests. Returns how many there were at its end. */
async function stopAfter(emulator: Emulator, arrived: number, parameters: INodeParameters) {
	emulator.state.activities.generate(ITEMS.length, (index) => ({ id: `read-${String(index)}` }));
	const stopper = new AbortController();
	let turns = 0;
	const watch = setInterval(() => {
		if (emulator.requests.length >= arrived) turns += 1;
		if (turns === TURNS_BEFORE_STOP) stopper.abort();
	}, 5);
	await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }, ITEMS), {
		credentials: credentialsOf(emulator),
		cancel: stopper.signal,
	});
	clearInterval(watch);
	expect(stopper.signal.aborted).toBe(true);
	const requests = emulator.requests.length;
	await emulator.close();
	return requests;
}

describe('Stopping the execution immediately', () => {
	it('ends a wait for the rate limit', async () => {
		const emulator = await startEmulator({
			rateLimit: {
				...{ requests: 3, windowMs: WAIT_SECONDS * 1000 },
				header: 'retry-after-seconds',
			},
		});
		expect(await stopAfter(emulator, 4, READ)).toBeLessThanOrEqual(20);
	});

	it('ends reads under way, and sends no more', async () => {
		const emulator = await startEmulator();
		emulator.faults.add({ kind: 'hang' });
		const options = { timeout: WAIT_SECONDS * 1000 };
		expect(await stopAfter(emulator, 5, { ...READ, options })).toBeLessThanOrEqual(20);
	});

	it('ends a write under way, and sends none of the later ones', async () => {
		const emulator = await startEmulator();
		emulator.faults.add({ kind: 'hang', match: { method: 'POST' } });
		const options = { timeout: WAIT_SECONDS * 1000 };
		expect(await stopAfter(emulator, 1, { ...WRITE, options })).toBe(1);
	});

	it('ends the pause before a read is sent again', async () => {
		const emulator = await startEmulator();
		const headers = { 'retry-after': String(WAIT_SECONDS) };
		emulator.faults.add({ kind: 'status', status: 503, headers });
		expect(await stopAfter(emulator, 1, { ...READ, activityId: 'read-0' })).toBe(1);
	});
});
