import type { INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { asObject } from '../../nodes/engine/parameters/values';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
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

// test/unit/core/approval.test.ts tests which requests a plan lets through.
const emulator = withEmulator();

async function run(file: WorkflowFile) {
	return await runWorkflow(file, {
		credentials: credentialsOf(emulator, { source: SAMPLE_SOURCE }),
	});
}

/** Runs the first node dry, then the later node with the resulting plan. */
async function approve(node: NodeUnderTest, later = node) {
	const withOptions = ({ parameters, ...rest }: NodeUnderTest, options: INodeParameters) =>
		workflowOf({ ...rest, parameters: { ...parameters, options } }, [{}]);
	const dry = await run(withOptions(node, { dryRun: true }));
	const planned = dry.items(NODE)[0]?.json;
	expect(emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	emulator.clearLog();
	const approvedPlan = String(asObject(planned?.['plan'])['hash']);
	const { error } = await run(withOptions(later, { approvedPlan }));
	return { message: error?.message, sent: emulator.requests.length, planned, approvedPlan };
}

describe('Approved Plan', () => {
	it('sends a planned pipe with the secrets that its dry run hid', async () => {
		const approved = await approve(sampleNode(sampleOf('pipe create'), emulator.ids));
		expect(approved).toMatchObject({ message: undefined, sent: 1, planned: { dryRun: true } });
		expect(JSON.stringify(approved.planned)).not.toContain(SAMPLE_SOURCE.password);
	});

	it('lists the differences if an expression passes all items of the dry run', async () => {
		const scaling = (numReplicas: number, options: INodeParameters) =>
			sampleNode(sampleOf('service scale'), emulator.ids, { numReplicas, options });
		const dry = await run(workflowOf(scaling(2, { dryRun: true }), [{}]));
		const planned = [{ plan: dry.items(NODE).map(({ json }) => json) }];
		const approved = { approvedPlan: '={{ $json.plan }}' };
		const { error } = await run(workflowOf(scaling(3, approved), planned));
		expect(error?.description).toMatch(
			/^• Item 1: Scale service .*: 3 replicas; never idle\. Replicas from 2 to 3\.$/m,
		);
		expect((await run(workflowOf(scaling(2, approved), planned))).error).toBeUndefined();
	});

	it.each([
		{ now: '{ "a": 1, "b": { "c": 2 } }', sent: 1, message: undefined },
		{
			now: '{"b":{"c":2},"a":1}',
			sent: 0,
			message: expect.stringMatching(
				/^The requests differ from the approved plan in item 1: Send POST .*\.$/,
			) as unknown,
		},
	])('covers the sent body $now', async ({ now, sent, message }) => {
		const path = '/v1/organizations/{organizationId}/echo';
		const sending = (body: string) =>
			sampleNode(sampleOf('apiRequest send'), emulator.ids, { method: 'POST', path, body });
		const approved = await approve(sending('{"a":1,"b":{"c":2}}'), sending(now));
		expect(approved).toMatchObject({ sent, message });
	});

	it('works for an AI agent that calls the node as a tool', async () => {
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
