import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, MANAGEMENT, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	await emulator.close();
});

/** Sends an API request, which n8n tries three times. The API redirects the first, and acts all the same. */
async function run(status: 301 | 302 | 303 | 307 | 308) {
	const location = 'https://console.example.com/done';
	emulator.faults.add({ kind: 'redirect', location, status, times: 1, actAnyway: true });
	const path = '/v1/organizations/{organizationId}/echo';
	const parameters = { resource: 'apiRequest', operation: 'send', method: 'POST', path };
	const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const workflow = workflowOf({ type: MANAGEMENT, parameters, ...retries });
	const { error } = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
	return { error, requests: emulator.requests.length };
}

describe('A change that is redirected', () => {
	it.each([301, 302, 303] as const)(
		'with status %i may have been made, and Retry On Fail does not send it again',
		async (status) => {
			const { error, requests } = await run(status);
			expect(requests).toBe(1);
			expect(error?.message).toContain('Not sent again');
		},
	);

	it.each([307, 308] as const)(
		'with status %i was not made, and Retry On Fail sends it again',
		async (status) => {
			expect(await run(status)).toEqual({ error: undefined, requests: 2 });
		},
	);
});
