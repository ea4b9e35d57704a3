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
async function run(method: string, status: 301 | 302 | 303 | 307 | 308) {
	const location = 'https://console.example.com/done';
	emulator.faults.add({ kind: 'redirect', location, status, times: 1, actAnyway: true });
	const path = '/v1/organizations/{organizationId}/echo';
	const parameters = { resource: 'apiRequest', operation: 'send', method, path };
	const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const workflow = workflowOf({ type: MANAGEMENT, parameters, ...retries });
	const { error } = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
	return { error, requests: emulator.requests.length };
}

describe('A change that is redirected', () => {
	it.each([301, 302, 303] as const)(
		'with status %i may have been made, and Retry On Fail does not send it again',
		async (status) => {
			for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
				emulator.clearLog();
				const { error, requests } = await run(method, status);
				expect(requests).toBe(1);
				expect(error?.message).toContain('Not sent again');
				expect(error?.message).toContain(
					`The API redirects to console.example.com (status ${String(status)}), and redirects aren't followed.`,
				);
				expect(error?.message).toContain('The request may have been applied.');
			}
		},
	);

	it.each([307, 308] as const)(
		'with status %i was not made, and Retry On Fail sends it again',
		async (status) => {
			const { error, requests } = await run('POST', status);
			expect(requests).toBe(2);
			expect(error).toBeUndefined();
		},
	);
});

it.each([301, 307] as const)('A read that is redirected with %i is refused', async (status) => {
	const location = 'https://console.example.com/';
	emulator.faults.add({ kind: 'redirect', location, status });
	const parameters = { resource: 'service', operation: 'get', serviceId: emulator.ids.serviceId };
	const workflow = workflowOf({ type: MANAGEMENT, parameters });
	const { error } = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
	expect(emulator.requests).toHaveLength(1);
	expect(error).toMatchObject({
		message: `The API redirects to console.example.com (status ${String(status)}), and redirects aren't followed.`,
		context: { details: { outcome: 'refused' } },
	});
});
