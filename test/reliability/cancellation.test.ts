import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../tools/emulator';
import { startEmulator } from '../../tools/emulator';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, MANAGEMENT, workflowOf } from '../../tools/engine/workflow';

/** The stop must end a wait of this length. The tests must finish long before. */
const WAIT_SECONDS = 290;

const READ: INodeParameters = {
	resource: 'activity',
	operation: 'get',
	activityId: '={{ $json.id }}',
	options: { timeout: WAIT_SECONDS * 1000 },
};
const ITEMS = Array.from({ length: 60 }, (_, index) => ({ id: `read-${String(index)}` }));
/** In this many turns, a response is read and the following pause starts. */
const TURNS_BEFORE_STOP = 20;

jest.setTimeout(120_000);

/** Runs 60 items and stops after this many requests. Returns the final number of requests. */
async function stopAfter(emulator: Emulator, arrived: number) {
	for (const index of ITEMS.keys()) emulator.state.activities.push({ id: `read-${String(index)}` });
	const stopper = new AbortController();
	let turns = 0;
	const watch = setInterval(() => {
		if (emulator.requests.length >= arrived) turns += 1;
		if (turns === TURNS_BEFORE_STOP) stopper.abort();
	}, 5);
	await runWorkflow(workflowOf({ type: MANAGEMENT, parameters: READ }, ITEMS), {
		credentials: credentialsOf(emulator),
		cancel: stopper.signal,
	});
	clearInterval(watch);
	expect(stopper.signal.aborted).toBe(true);
	const requests = emulator.requests.length;
	await emulator.close();
	return requests;
}

describe('stopped execution', () => {
	it('ends a wait for the rate limit immediately', async () => {
		const windowMs = WAIT_SECONDS * 1000;
		const rateLimit = { requests: 3, windowMs, header: 'retry-after-seconds' } as const;
		expect(await stopAfter(await startEmulator({ rateLimit }), 4)).toBeLessThanOrEqual(20);
	});

	it('ends reads in flight immediately', async () => {
		const emulator = await startEmulator();
		emulator.faults.add({ kind: 'hang' });
		expect(await stopAfter(emulator, 5)).toBeLessThanOrEqual(20);
	});
});
