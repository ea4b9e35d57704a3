import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import type { WorkflowFile } from './harness/runWorkflow';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import {
	agentWorkflow,
	credentialsOf,
	loopWorkflow,
	MANAGEMENT,
	NODE,
	workflowOf,
} from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

const ITEMS = [{ name: 'ada' }, { name: 'ben' }];
const CALL: INodeParameters = {
	resource: 'apiRequest',
	operation: 'send',
	method: 'POST',
	path: '/v1/organizations/{organizationId}/echo',
	body: '={{ JSON.stringify({ name: $json.name }) }}',
};

const calling = (parameters: INodeParameters = {}): NodeUnderTest => ({
	type: MANAGEMENT,
	parameters: { ...CALL, ...parameters },
	retryOnFail: true,
	maxTries: 5,
	waitBetweenTries: 1,
});

async function run(file: WorkflowFile) {
	return await runWorkflow(file, { credentials: credentialsOf(emulator) });
}

/** Has every change carried out and answered with this body. */
function answer(body: object): void {
	emulator.faults.add({ kind: 'status', status: 200, body, actAnyway: true });
}

function called(): unknown[] {
	return emulator.requests.map(({ body }) =>
		typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined,
	);
}

describe('under Retry On Fail, a success whose output has a top-level error', () => {
	// What n8n may take for a failure of the node: 1.x any of them, later ones all but null and false.
	it.each([null, 0, 'quota is low'])('of %j is sent once', async (error) => {
		const record = { id: 'k', error };
		answer({ result: record });
		const { items, error: thrown } = await run(workflowOf(calling(), ITEMS));
		expect(thrown).toBeUndefined();
		expect(called()).toEqual(['ada', 'ben']);
		expect(items(NODE).map(({ json }) => json)).toEqual([record, record]);
	});

	it('in the full response is sent once', async () => {
		const body = { status: 200, error: null, requestId: 'r', result: { id: 'k', error: null } };
		answer(body);
		const { items } = await run(workflowOf(calling({ options: { fullResponse: true } }), ITEMS));
		expect(items(NODE).map(({ json }) => json)).toEqual([body, body]);
		expect(emulator.requests).toHaveLength(2);
	});

	it('is sent in each run of a loop, and for each call of an agent', async () => {
		answer({ result: { id: 'k', error: 'quota is low' } });
		await run(loopWorkflow(calling(), ITEMS));
		expect(called()).toEqual(['ada', 'ben', 'ada', 'ben']);
		emulator.clearLog();
		await run(agentWorkflow(calling(), [{ name: 'ada' }, { name: 'ada' }, { name: 'ben' }]));
		expect(called()).toEqual(['ada', 'ada', 'ben']);
	});
});
