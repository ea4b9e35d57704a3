import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import type { WorkflowFile } from './harness/runWorkflow';
import { retryWorkflow, runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	await emulator.close();
});

const RETRIES: Partial<NodeUnderTest> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
const ITEMS = ['ada', 'ben'].map((name) => ({ name, email: `${name}@example.com` }));
const CALL: INodeParameters = {
	resource: 'apiRequest',
	operation: 'send',
	method: 'POST',
	path: '/v1/organizations/{organizationId}/keys',
	body: '={{ JSON.stringify({ name: $json.name }) }}',
};

function calling(node: Partial<NodeUnderTest> = {}, items: IDataObject[] = ITEMS): WorkflowFile {
	return workflowOf({ type: MANAGEMENT, parameters: CALL, ...RETRIES, ...node }, items);
}

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

/** What n8n may take for a failure of the node: 1.x any of them, later ones all but null and false. */
const ERRORS = [null, false, 0, '', true, 'quota is low', [], { code: 7 }];

describe('under Retry On Fail, a success whose output has a top-level error', () => {
	it.each(ERRORS)('of %j is sent once', async (error) => {
		answer({ result: { id: 'k', error } });
		const { items, error: thrown } = await run(calling());
		expect(thrown).toBeUndefined();
		expect(called()).toEqual(['ada', 'ben']);
		const output = { id: 'k', error };
		expect(items(NODE).map(({ json }) => json)).toEqual([output, output]);
	});

	it.each(ERRORS)('of %j in the full response is sent once', async (error) => {
		const body = { status: 200, error, requestId: 'r', result: { id: 'k' } };
		answer(body);
		const parameters = { ...CALL, options: { fullResponse: true } };
		const { items } = await run(calling({ parameters }));
		expect(called()).toEqual(['ada', 'ben']);
		expect(items(NODE).map(({ json }) => json)).toEqual([body, body]);
	});

	it('of null invites once', async () => {
		answer({ status: 200, result: { id: 'i', error: null } });
		const parameters = {
			...{ resource: 'invitation', operation: 'create' },
			...{ email: '={{ $json.email }}', role: 'developer' },
		};
		const { items } = await run(calling({ parameters }));
		expect(emulator.requests).toHaveLength(2);
		expect(items(NODE).map(({ json }) => json['error'])).toEqual([null, null]);
	});

	it('is sent in each run of a loop', async () => {
		answer({ result: { id: 'k', error: null } });
		const file = calling();
		const items = file.nodes[1];
		if (items === undefined) throw new Error('nodes');
		const looped: WorkflowFile = {
			nodes: [...file.nodes, { ...items, id: 'Again', name: 'Again' }],
			connections: {
				...file.connections,
				Start: { main: [['Items', 'Again'].map((node) => ({ node, type: 'main', index: 0 }))] },
				Again: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
			},
		};
		await run(looped);
		expect(called()).toEqual(['ada', 'ben', 'ada', 'ben']);
	});

	it('is not sent by a Retry after a later node has failed', async () => {
		const refused = { kind: 'status', status: 409, times: 1, match: { path: /later$/ } } as const;
		emulator.faults.add(refused);
		answer({ result: { id: 'k', error: null } });
		const file = calling();
		const node = file.nodes[2];
		if (node === undefined) throw new Error('nodes');
		const path = '/v1/organizations/{organizationId}/later';
		const later = { ...node, id: 'Later', name: 'Later', parameters: { ...CALL, path } };
		const chained: WorkflowFile = {
			nodes: [...file.nodes, { ...later, retryOnFail: false, executeOnce: true }],
			connections: {
				...file.connections,
				[NODE]: { main: [[{ node: 'Later', type: 'main', index: 0 }]] },
			},
		};
		const first = await run(chained);
		expect(first.error?.message).toContain('409');
		const credentials = credentialsOf(emulator);
		const retried = await retryWorkflow(first, chained, { credentials });
		expect(retried.error).toBeUndefined();
		const paths = emulator.requests.map((request) => request.path.split('/').at(-1));
		expect(paths).toEqual(['keys', 'keys', 'later', 'later']);
	});

	it('of a tool is sent once for each call of the agent', async () => {
		answer({ result: { id: 'k', error: 'quota is low' } });
		const file = calling({ type: `${MANAGEMENT}Tool` });
		const [, items] = file.nodes;
		if (items === undefined) throw new Error('nodes');
		const calls = JSON.stringify([{ name: 'ada' }, { name: 'ada' }, { name: 'ben' }]);
		const agent = { ...items, id: 'Agent', name: 'Agent', type: 'test.agent' };
		await run({
			nodes: [...file.nodes, { ...agent, parameters: { calls } }],
			connections: {
				Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
				Items: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				[NODE]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
			settings: { executionOrder: 'v1' },
		});
		expect(called()).toEqual(['ada', 'ada', 'ben']);
	});
});
