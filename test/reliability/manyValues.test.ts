import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, detailsOf, MANAGEMENT, NODE, workflowOf } from '../engine/harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	await emulator.close();
});

/** Runs an operation whose response has this text as JSON. Returns the run, and how many requests arrived. */
async function run(body: string, parameters: INodeParameters) {
	const headers = { 'content-type': 'application/json' };
	emulator.faults.add({ kind: 'status', status: 200, body, headers, actAnyway: true });
	const workflow = workflowOf({ type: MANAGEMENT, parameters });
	const result = await runWorkflow(workflow, { credentials: credentialsOf(emulator) });
	return { ...result, requests: emulator.requests.length };
}

const PATH = '/v1/organizations/{organizationId}/echo';
const SEND = { resource: 'apiRequest', operation: 'send', path: PATH };
const LIST = { resource: 'activity', operation: 'getAll', returnAll: true };

it.each<[string, INodeParameters, object]>([
	['a read by API Request', SEND, { reason: 'unavailable' }],
	['a read by Activity → Get Many', LIST, { reason: 'unavailable' }],
	['a change', { ...SEND, method: 'POST' }, { outcome: 'unknown', reason: 'outcomeUnknown' }],
])('A response of 25 million numbers in 48 MB is refused: %s', async (_, parameters, details) => {
	const body = `{"result":[${'0,'.repeat(25_000_000 - 1)}0]}`;
	const { error, requests } = await run(body, parameters);
	expect(requests).toBe(1);
	expect(detailsOf(error)).toMatchObject(details);
	if (!('method' in parameters)) expect(error?.description).toContain('less data');
});

it('100,000 activities of 20 members are read', async () => {
	const members = Array.from({ length: 20 }, (_, n) => [
		`member${String(n)}`,
		`value ${String(n)}`,
	]);
	const activity = JSON.stringify(Object.fromEntries(members));
	const body = `{"requestId":"r","status":200,"result":[${`${activity},`.repeat(99_999)}${activity}]}`;
	const { error, items } = await run(body, { ...LIST, output: 'raw' });
	expect(error?.message).toBeUndefined();
	expect(items(NODE)).toHaveLength(100_000);
});
