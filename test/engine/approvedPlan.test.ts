import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { isJsonObject } from '../../nodes/core/json';
import { OPERATION_SAMPLES, SAMPLE_SOURCE, sampleNode, sampleOf } from './harness/operationSamples';
import type { WorkflowFile } from './harness/runWorkflow';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ cloudOperations: true });
});

afterEach(async () => {
	await emulator.close();
});

const DRY_RUN = 'Dry Run';
const APPROVED = "={{ $('Dry Run').first().json.plan.hash }}";

/** The items go through a dry run, and then, as `later`, through the same node with the approved plan. */
function approving(
	node: NodeUnderTest,
	items: IDataObject[],
	{ later = items, approvedPlan = APPROVED }: { later?: IDataObject[]; approvedPlan?: string } = {},
): WorkflowFile {
	const withOptions = (options: INodeParameters): INodeParameters => ({
		...node.parameters,
		options,
	});
	const dry = workflowOf({ ...node, parameters: withOptions({ dryRun: true }) }, items);
	const apply = workflowOf({ ...node, parameters: withOptions({ approvedPlan }) }, later);
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
		path: '/v1/organizations/{organizationId}/keys',
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
		expect(emulator.violations).toEqual([]);
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
		const { error } = await run(approving(inviting(), PEOPLE, { later: OTHERS }));
		expect(emulator.requests).toEqual([]);
		expect(error?.message).toBe('The requests differ from the approved plan in item 2.');
		expect(error?.description).toContain('plan.itemHash');
		expect(error).toHaveProperty('context.details.outcome', 'notSent');
	});

	it.each([
		[
			'in a URL with a login',
			{ source: { uri: 'mongodb://loader:first-pass@db.example.com' } },
			'first-pass',
			'other-pass',
		],
		['that is a secret', { password: 'first-pass' }, 'first-pass', 'other-pass'],
	])('notices a change %s, and shows none of it', async (_case, body, from, to) => {
		const later = JSON.parse(JSON.stringify(body).replace(from, to)) as IDataObject;
		const result = await run(approving(sending(), [{ body }], { later: [{ body: later }] }));
		expect(emulator.requests).toEqual([]);
		expect(result.error?.message).toBe('The requests differ from the approved plan in item 1.');
		const texts = [result.error?.description, result.items(DRY_RUN)[0]?.json];
		expect(JSON.stringify(texts)).not.toMatch(new RegExp(`${from}|${to}`));
	});

	it.each([
		['{"a":1,"b":{"c":2}}', '{ "a": 1, "b": { "c": 2 } }', 1],
		['{"a":1,"b":{"c":2}}', '{"b":{"c":2},"a":1}', 0],
	])('is of the body as it is sent: %s, then %s', async (body, other, requests) => {
		const result = await run(approving(sending(), [{ body }], { later: [{ body: other }] }));
		expect(emulator.requests).toHaveLength(requests);
		const isDifferent = String(result.error?.message).includes('differ from the approved plan');
		expect(isDifferent).toBe(requests === 0);
	});

	it.each([
		[
			'nothing',
			"={{ $('Dry Run').first().json.plan.none }}",
			'Approved Plan is empty: the expression gave nothing in 3 of 3 items',
		],
		['an empty text', "={{ '' }}", 'Approved Plan is empty.'],
	])('sends nothing where its expression gives %s', async (_, approvedPlan, message) => {
		const { error } = await run(approving(inviting(), PEOPLE, { approvedPlan }));
		expect(emulator.requests).toEqual([]);
		expect(error?.message).toBe(message);
	});

	it('makes error items under On Error: Continue, and goes on', async () => {
		const node = inviting({ onError: 'continueErrorOutput' });
		const result = await run(approving(node, PEOPLE, { later: OTHERS }));
		expect(result.error).toBeUndefined();
		expect(emulator.requests).toEqual([]);
		expect(result.items(NODE)).toEqual([]);
		expect(result.items(NODE, 1).map(({ json }) => json)).toMatchObject(
			PEOPLE.map(() => ({ error: { outcome: 'notSent', reason: 'planDiffers' } })),
		);
	});

	it('applies to what Retry On Fail has left, together with what is done', async () => {
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
		emulator.faults.add({ kind: 'status', status: 409, times: 1 });
		const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const result = await run(approving(inviting(retries), PEOPLE));
		expect(result.error).toBeUndefined();
		expect(emulator.requests.map(({ body }) => isJsonObject(body) && body['email'])).toEqual(
			['ada', 'ben', 'ben', 'cleo'].map((name) => `${name}@example.com`),
		);
		expect(result.items(NODE)).toHaveLength(3);
	});

	it('differs with every run where the request contains the time', async () => {
		const email = '={{ "a" + $now.toMillis() + "@example.com" }}';
		const { error } = await run(approving(inviting({ parameters: { ...INVITE, email } }), [{}]));
		expect(emulator.requests).toEqual([]);
		expect(error?.message).toContain('differ from the approved plan in item 1');
	});

	it('applies to an AI agent that calls the node as a tool', async () => {
		const { items } = await run(approving(inviting(), PEOPLE.slice(0, 1)));
		emulator.clearLog();
		const approved = planIn(items(DRY_RUN)[0]?.json);
		const calls = PEOPLE.map((person) => ({ ...person, approved }));
		await run(toolOf({ ...INVITE, options: { approvedPlan: '={{ $json.approved }}' } }, calls));
		expect(emulator.requests.map(({ body }) => body)).toMatchObject(PEOPLE.slice(0, 1));
	});
});

function planIn(json: IDataObject | undefined): string {
	const { plan } = json ?? {};
	return isJsonObject(plan) ? String(plan['hash']) : '';
}

/** A workflow whose agent makes these calls to the node. */
function toolOf(parameters: INodeParameters, calls: IDataObject[]): WorkflowFile {
	const type = `${MANAGEMENT}Tool`;
	const file = workflowOf({ type, parameters, onError: 'continueRegularOutput' });
	const agent = { type: 'test.agent', parameters: { calls: JSON.stringify(calls) } };
	return {
		nodes: file.nodes.map((node) => (node.name === 'Items' ? { ...node, ...agent } : node)),
		connections: {
			Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			[NODE]: { ai_tool: [[{ node: 'Items', type: 'ai_tool', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	};
}
