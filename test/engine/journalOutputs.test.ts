import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import type { WorkflowFile } from './harness/runWorkflow';
import { retryWorkflow, runWorkflow } from './harness/runWorkflow';
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

const ITEMS = ['ada', 'ben'].map((name) => ({ name, email: `${name}@example.com` }));
const CALL: INodeParameters = {
	...{ resource: 'apiRequest', operation: 'send', method: 'POST' },
	path: '/v1/organizations/{organizationId}/echo',
	body: '={{ JSON.stringify({ name: $json.name }) }}',
};

const calling = (parameters: INodeParameters = {}): NodeUnderTest => ({
	...{ type: MANAGEMENT, parameters: { ...CALL, ...parameters } },
	...{ retryOnFail: true, maxTries: 5, waitBetweenTries: 1 },
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
	it.each([null, false, 0, '', true, 'quota is low', [], { code: 7 }])(
		'of %j is sent once',
		async (error) => {
			const record = { id: 'k', error };
			answer({ result: record });
			const { items, error: thrown } = await run(workflowOf(calling(), ITEMS));
			expect(thrown).toBeUndefined();
			expect(called()).toEqual(['ada', 'ben']);
			expect(items(NODE).map(({ json }) => json)).toEqual([record, record]);
		},
	);

	it('in the full response, or of an operation, is sent once', async () => {
		const body = { status: 200, error: null, requestId: 'r', result: { id: 'k', error: null } };
		answer(body);
		const full = await run(workflowOf(calling({ options: { fullResponse: true } }), ITEMS));
		expect(full.items(NODE).map(({ json }) => json)).toEqual([body, body]);
		const email = '={{ $json.email }}';
		const invite = { resource: 'invitation', operation: 'create', email, role: 'developer' };
		const { items } = await run(workflowOf(calling(invite), ITEMS));
		expect(items(NODE).map(({ json }) => json['error'])).toEqual([null, null]);
		expect(emulator.requests).toHaveLength(4);
	});

	it('is sent in each run of a loop, and for each call of an agent', async () => {
		answer({ result: { id: 'k', error: 'quota is low' } });
		await run(loopWorkflow(calling(), ITEMS));
		expect(called()).toEqual(['ada', 'ben', 'ada', 'ben']);
		emulator.clearLog();
		await run(agentWorkflow(calling(), [{ name: 'ada' }, { name: 'ada' }, { name: 'ben' }]));
		expect(called()).toEqual(['ada', 'ada', 'ben']);
	});

	it('is not sent by a Retry after a later node has failed', async () => {
		const match = { path: /invitations$/ };
		emulator.faults.add({ kind: 'status', status: 409, times: 1, match });
		answer({ result: { id: 'k', error: null } });
		const { nodes, connections } = workflowOf(calling(), ITEMS);
		const invite = { resource: 'invitation', operation: 'create', role: 'admin' };
		const parameters = { ...invite, email: 'ada@example.com' };
		const later = nodes.slice(-1).map((node) => ({
			...{ ...node, id: 'Later', name: 'Later', parameters },
			...{ retryOnFail: false, executeOnce: true },
		}));
		const chained: WorkflowFile = {
			nodes: [...nodes, ...later],
			connections: {
				...connections,
				[NODE]: { main: [[{ node: 'Later', type: 'main', index: 0 }]] },
			},
		};
		const first = await run(chained);
		expect(first.error).toHaveProperty('httpCode', '409');
		const credentials = credentialsOf(emulator);
		const retried = await retryWorkflow(first, chained, { credentials });
		expect(retried.error).toBeUndefined();
		const paths = emulator.requests.map((request) => request.path.split('/').at(-1));
		expect(paths).toEqual(['echo', 'echo', 'invitations', 'invitations']);
	});
});
