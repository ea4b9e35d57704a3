import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { isJsonObject } from '../../nodes/core/json';
import { OPERATION_SAMPLES, SAMPLE_SOURCE, sampleNode, sampleOf } from './harness/operationSamples';
import type { WorkflowFile } from './harness/runWorkflow';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { agentWorkflow, credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

const DRY_RUN = 'Dry Run';
const APPROVED = "={{ $('Dry Run').first().json.plan.hash }}";

/** The items go through a dry run, and then, as `later`, through the same node with the approved plan. */
function approving(node: NodeUnderTest, items: IDataObject[], later = items): WorkflowFile {
	const withOptions = (options: INodeParameters): INodeParameters => ({
		...node.parameters,
		options,
	});
	const dry = workflowOf({ ...node, parameters: withOptions({ dryRun: true }) }, items);
	const apply = workflowOf({ ...node, parameters: withOptions({ approvedPlan: APPROVED }) }, later);
	const [start, rows, planned] = dry.nodes;
	const [, rowsAgain, applied] = apply.nodes;
	const nodes = [start, rows, named(planned, DRY_RUN), named(rowsAgain, 'Rows Again'), applied];
	const names = ['Start', 'Items', DRY_RUN, 'Rows Again', NODE];
	const connections: IConnections = {};
	for (const [index, name] of names.slice(1).entries()) {
		connections[names[index] ?? ''] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	return {
		nodes: nodes.filter((found) => found !== undefined),
		connections,
		settings: { executionOrder: 'v1' },
	};
}

/** The node under another name; one that passes on a list of items runs once. */
function named(node: INode | undefined, name: string): INode | undefined {
	return node && { ...node, id: name, name, executeOnce: node.type === 'test.items' };
}

async function run(file: WorkflowFile) {
	return await runWorkflow(file, {
		credentials: credentialsOf(emulator, { source: SAMPLE_SOURCE }),
	});
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
/** A change by API Request, whose body comes from each item. */
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
	it.each(WRITES)('sends %s as it was planned, and says what it does', async (name) => {
		const result = await run(approving(sampleNode(sampleOf(name), emulator.ids), [{}]));
		expect(result.error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		const [planned] = result.items(DRY_RUN);
		expect(planned?.json).toMatchObject({
			dryRun: true,
			plan: {
				hash: expect.stringMatching(/^v1-1-[\da-f]{64}-[\da-f]{8}$/) as unknown,
				itemHash: expect.stringMatching(/^[\da-f]{8}$/) as unknown,
				summary: expect.stringMatching(/^[A-Z][^\n]{10,}[^.]$/) as unknown,
			},
		});
		expect(JSON.stringify(planned?.json)).not.toContain(SAMPLE_SOURCE.password);
	});

	it('names the item that differs, and sends nothing', async () => {
		const { error } = await run(approving(inviting(), PEOPLE, OTHERS));
		expect(emulator.requests).toEqual([]);
		expect(error?.message).toBe('The requests differ from the approved plan in item 2.');
		expect(error?.description).toContain('plan.itemHash');
		expect(error).toHaveProperty('context.details.outcome', 'notSent');
	});

	it.each([
		['{"a":1,"b":{"c":2}}', '{ "a": 1, "b": { "c": 2 } }', 1],
		['{"a":1,"b":{"c":2}}', '{"b":{"c":2},"a":1}', 0],
	])('is of the body as it is sent: %s, then %s', async (body, other, requests) => {
		const result = await run(approving(sending(), [{ body }], [{ body: other }]));
		expect(emulator.requests).toHaveLength(requests);
		const isDifferent = String(result.error?.message).includes('differ from the approved plan');
		expect(isDifferent).toBe(requests === 0);
	});

	it('applies to an AI agent that calls the node as a tool', async () => {
		const { items } = await run(approving(inviting(), PEOPLE.slice(0, 1)));
		emulator.clearLog();
		const { plan } = items(DRY_RUN)[0]?.json ?? {};
		const approved = isJsonObject(plan) ? String(plan['hash']) : '';
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
