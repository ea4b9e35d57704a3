import type { INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { asObject } from '../../nodes/engine/parameters/values';
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

/** Runs the first node dry, and then the later one with the plan of the dry run. */
async function approve(node: NodeUnderTest, later = node) {
	const withOptions = ({ parameters, ...rest }: NodeUnderTest, options: INodeParameters) =>
		workflowOf({ ...rest, parameters: { ...parameters, options } }, [{}]);
	const dry = await run(withOptions(node, { dryRun: true }));
	const planned = dry.items(NODE)[0]?.json;
	const approvedPlan = String(asObject(planned?.['plan'])['hash']);
	const approved = await run(withOptions(later, { approvedPlan }));
	return { error: approved.error, planned, approvedPlan };
}

const WRITES = Object.entries(OPERATION_SAMPLES)
	.filter(([, { method }]) => method !== 'GET')
	.map(([name]) => name);

describe('Approved Plan', () => {
	it.each(WRITES)('sends %s as planned, and describes it', async (name) => {
		const { error, planned } = await approve(sampleNode(sampleOf(name), emulator.ids));
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
		const chosenAs = (cachedResultName: string) =>
			sampleNode(sampleOf('member update'), emulator.ids, {
				userId: { __rl: true, mode: 'list', value: userId, cachedResultName },
			});
		const { error, planned } = await approve(chosenAs('Ada'), chosenAs('Ada Lovelace'));
		expect(planned).toHaveProperty(
			'summary',
			`Change the role of member 'Ada' (${userId}) to developer`,
		);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
	});

	it.each([
		{ now: '{ "a": 1, "b": { "c": 2 } }', requests: 1, message: undefined },
		{
			now: '{"b":{"c":2},"a":1}',
			requests: 0,
			message: 'The requests differ from the approved plan in item 1.',
		},
	])('covers the body as it is sent, such as $now', async ({ now, requests, message }) => {
		const sending = (body: string): NodeUnderTest => ({
			type: MANAGEMENT,
			parameters: {
				resource: 'apiRequest',
				operation: 'send',
				method: 'POST',
				path: '/v1/organizations/{organizationId}/echo',
				body,
			},
		});
		const { error } = await approve(sending('{"a":1,"b":{"c":2}}'), sending(now));
		expect(emulator.requests).toHaveLength(requests);
		expect(error?.message).toBe(message);
	});

	it('applies to an AI agent that calls the node as a tool', async () => {
		const inviting = (parameters: INodeParameters): NodeUnderTest => ({
			type: MANAGEMENT,
			parameters: { resource: 'invitation', operation: 'create', role: 'developer', ...parameters },
			onError: 'continueRegularOutput',
		});
		const { approvedPlan } = await approve(inviting({ email: 'ada@example.com' }));
		emulator.clearLog();
		const tool = inviting({ email: '={{ $json.email }}', options: { approvedPlan } });
		await run(agentWorkflow(tool, [{ email: 'ada@example.com' }, { email: 'ben@example.com' }]));
		expect(emulator.requests.map(({ body }) => body)).toMatchObject([{ email: 'ada@example.com' }]);
	});
});
