import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { isJsonObject } from '../../nodes/engine/json';
import {
	OPERATION_SAMPLES,
	SAMPLE_SOURCE,
	sampleNode,
	sampleOf,
} from '../../tools/samples/operationSamples';
import type { WorkflowFile } from '../../tools/engine/runWorkflow';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	agentWorkflow,
	credentialsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const emulator = withEmulator();

async function run(file: WorkflowFile) {
	return await runWorkflow(file, {
		credentials: credentialsOf(emulator, { source: SAMPLE_SOURCE }),
	});
}

/** Runs the items dry, and then, as `later`, with the plan of the dry run and with `changes` of the parameters. */
async function approve(
	node: NodeUnderTest,
	items: IDataObject[],
	later = items,
	changes: INodeParameters = {},
) {
	const withOptions = (options: INodeParameters, others: INodeParameters = {}) => ({
		...node,
		parameters: { ...node.parameters, ...others, options },
	});
	const dry = await run(workflowOf(withOptions({ dryRun: true }), items));
	const planned = dry.items(NODE)[0]?.json;
	const hash = isJsonObject(planned?.['plan']) ? String(planned['plan']['hash']) : '';
	const approved = await run(workflowOf(withOptions({ approvedPlan: hash }, changes), later));
	return { error: approved.error, planned, hash };
}

const INVITE: INodeParameters = {
	resource: 'invitation',
	operation: 'create',
	email: '={{ $json.email }}',
	role: 'developer',
};
const inviting = (changes: Partial<NodeUnderTest> = {}): NodeUnderTest => ({
	type: MANAGEMENT,
	parameters: INVITE,
	...changes,
});
/** A change by API Request, with each item's body. */
const sending = (): NodeUnderTest => ({
	type: MANAGEMENT,
	parameters: {
		resource: 'apiRequest',
		operation: 'send',
		method: 'POST',
		path: '/v1/organizations/{organizationId}/echo',
		body: '={{ $json.body }}',
	},
});
const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));
const OTHERS = ['ada', 'eve', 'cleo'].map((name) => ({ email: `${name}@example.com` }));

const WRITES = Object.entries(OPERATION_SAMPLES)
	.filter(([, { method }]) => method !== 'GET')
	.map(([name]) => name);

describe('Approved Plan', () => {
	it.each(WRITES)('sends %s as planned, and describes it', async (name) => {
		const { error, planned } = await approve(sampleNode(sampleOf(name), emulator.ids), [{}]);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(planned).toMatchObject({
			dryRun: true,
			summary: expect.stringMatching(/^[A-Z][^\n]{10,}[^.:\s]$/) as unknown,
			plan: {
				hash: expect.stringMatching(/^v1-1-[\da-f]{64}-[\da-f]{8}$/) as unknown,
				itemHash: expect.stringMatching(/^[\da-f]{8}$/) as unknown,
			},
		});
		expect(JSON.stringify(planned)).not.toContain(SAMPLE_SOURCE.password);
	});

	it('names a member as the list did, and covers only the ID', async () => {
		const { userId } = emulator.ids;
		const chosen = (name: string) => ({
			userId: { ...{ __rl: true, mode: 'list', value: userId }, cachedResultName: name },
		});
		const node = sampleNode(sampleOf('member update'), emulator.ids, chosen('Ada'));
		const { error, planned } = await approve(node, [{}], [{}], chosen('Ada Lovelace'));
		expect(planned).toHaveProperty(
			'summary',
			`Change the role of member 'Ada' (${userId}) to developer`,
		);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
	});

	it('names the item that differs, and sends nothing', async () => {
		const { error } = await approve(inviting(), PEOPLE, OTHERS);
		expect(emulator.requests).toEqual([]);
		expect(error?.message).toBe('The requests differ from the approved plan in item 2.');
		expect(error?.description).toContain('plan.itemHash');
		expect(error).toHaveProperty('context.details.outcome', 'notSent');
	});

	it.each([
		['{"a":1,"b":{"c":2}}', '{ "a": 1, "b": { "c": 2 } }', 1],
		['{"a":1,"b":{"c":2}}', '{"b":{"c":2},"a":1}', 0],
	])('covers the body as it is sent: %s, then %s', async (body, other, requests) => {
		const { error } = await approve(sending(), [{ body }], [{ body: other }]);
		expect(emulator.requests).toHaveLength(requests);
		const isDifferent = String(error?.message).includes('differ from the approved plan');
		expect(isDifferent).toBe(requests === 0);
	});

	it('counts a delete from an earlier attempt, and sends the rest', async () => {
		const { kafkaPipeId, postgresPipeId } = emulator.ids;
		const sample = sampleNode(sampleOf('pipe delete'), emulator.ids, { pipeId: '={{ $json.id }}' });
		const node = { ...sample, retryOnFail: true, waitBetweenTries: 1 };
		emulator.faults.add({ kind: 'status', status: 504, times: 1, actAnyway: true });
		const { error } = await approve(node, [{ id: kafkaPipeId }, { id: postgresPipeId }]);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests.map(({ status }) => status)).toEqual([504, 404, 200]);
	});

	it('applies to an AI agent that calls the node as a tool', async () => {
		const { hash: approved } = await approve(inviting(), PEOPLE.slice(0, 1));
		emulator.clearLog();
		const parameters = { ...INVITE, options: { approvedPlan: '={{ $json.approved }}' } };
		const node = inviting({ parameters, onError: 'continueRegularOutput' });
		await run(
			agentWorkflow(
				node,
				PEOPLE.map((person) => ({ ...person, approved })),
			),
		);
		expect(emulator.requests.map(({ body }) => body)).toMatchObject(PEOPLE.slice(0, 1));
	});
});
