import type { INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { asObject } from '../../nodes/engine/parameters/values';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import type { WorkflowFile } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	agentWorkflow,
	detailsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

// test/unit/core/approval.test.ts tests which requests a plan lets through.
const emulator = withEmulator();

async function run(file: WorkflowFile) {
	return await emulator.run(file, { source: SAMPLE_SOURCE });
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
	it('sends a planned pipe with the secrets hidden in its dry run', async () => {
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
			/^• Item 1, service "Analytics 1" \(0{6}20-.*1\): Replicas from 2 to 3\.$/m,
		);
		expect((await run(workflowOf(scaling(2, approved), planned))).error).toBeUndefined();
	});

	describe('with the items of the dry run', () => {
		const pipe = (destinationDatabase: string, options: INodeParameters) =>
			sampleNode(sampleOf('pipe create'), emulator.ids, { destinationDatabase, options });
		const approvedPlan = '={{ $json.plan }}';
		const plannedPipe = async () => {
			const dry = await run(workflowOf(pipe('default', { dryRun: true }), [{}]));
			emulator.clearLog();
			return [{ plan: dry.items(NODE).map(({ json }) => json) }];
		};

		it('says what changed of a pipe, with its name and the labels', async () => {
			const file = workflowOf(pipe('shop', { approvedPlan }), await plannedPipe());
			const { error } = await run(file);
			expect(error?.description).toMatch(
				/\n• Item 1, pipe Orders: Destination Database from default to shop\.$/,
			);
		});

		it('names the service as the plan does, without another read', async () => {
			const file = workflowOf(pipe('default', { approvedPlan }), await plannedPipe());
			const { error, items } = await run(file);
			expect(error?.message).toBeUndefined();
			expect(items(NODE)[0]?.json['summary']).toMatch(
				/^Created pipe "Orders" in service "Analytics 1" \(0000…0001\): /,
			);
			expect(emulator.requests.map(({ method }) => method)).toEqual(['POST']);
		});

		it('shows a forged name as text, and sends the request that the hash approves', async () => {
			const [planned] = await plannedPipe();
			const plan = planned?.plan ?? [];
			const names = { [emulator.ids.serviceId]: '<b>"x"</b>' };
			const forged = plan.map((output) => ({
				...output,
				plan: { ...asObject(output['plan']), names },
			}));
			const { items } = await run(
				workflowOf(pipe('default', { approvedPlan }), [{ plan: forged }]),
			);
			expect(items(NODE)[0]?.json['summary']).toMatch(/ in service "‹b›'x'‹\/b›" \(0000…0001\): /);
			expect(emulator.requests).toMatchObject([{ method: 'POST', body: { name: 'Orders' } }]);
		});
	});

	it.each([
		{ now: '{ "a": 1, "b": { "c": 2 } }', sent: 1, message: undefined },
		{
			now: '{"b":{"c":2},"a":1}',
			sent: 0,
			message: 'The requests differ from the approved plan in item 1.',
		},
	])('sends $sent requests whose body is now $now', async ({ now, sent, message }) => {
		const path = '/v1/organizations/{organizationId}/echo';
		const sending = (body: string) =>
			sampleNode(sampleOf('apiRequest send'), emulator.ids, { method: 'POST', path, body });
		const approved = await approve(sending('{"a":1,"b":{"c":2}}'), sending(now));
		expect(approved).toMatchObject({ sent, message });
	});

	describe('in another attempt', () => {
		const scaling = (numReplicas: number, options: INodeParameters) =>
			workflowOf(sampleNode(sampleOf('service scale'), emulator.ids, { numReplicas, options }));

		it.each([
			{ edited: 2, sent: [2], reason: undefined },
			{ edited: 19, sent: [], reason: 'planDiffers' },
		])(
			'sends $sent replicas after an unknown outcome if the field is now $edited',
			async ({ edited, sent, reason }) => {
				const dry = await run(scaling(2, { dryRun: true }));
				const approvedPlan = String(asObject(dry.items(NODE)[0]?.json['plan'])['hash']);
				emulator.faults.add({ kind: 'status', status: 504, times: 1, match: { method: 'PATCH' } });
				const failed = await run(scaling(2, { approvedPlan }));
				emulator.clearLog();
				const { error } = await emulator.retry(failed, scaling(edited, { approvedPlan }));
				expect(detailsOf(error)['reason']).toBe(reason);
				const changes = emulator.requests.filter(({ method }) => method === 'PATCH');
				expect(changes.map(({ body }) => asObject(body)['numReplicas'])).toEqual(sent);
			},
		);
	});

	it.each([
		{ field: 'approved', sent: 1 },
		{ field: 'edited', sent: 0 },
	])('resends $sent refused updates with the $field secret', async ({ field, sent }) => {
		await emulator.start({ dashboardApi: 'clickstack', dialect: 'clickhouseCloud' });
		const headers = (secret: string) => JSON.stringify({ headers: { Authorization: secret } });
		const items = [
			{ name: 'One', approved: '{}', edited: '{}' },
			{ name: 'Two', approved: headers('Bearer one-1'), edited: headers('Bearer two-2') },
		];
		const updating = (member: string, options: INodeParameters) => {
			const additionalMembers = `={{ $json.${member} }}`;
			const updateFields = { name: '={{ $json.name }}', additionalMembers };
			const changes = { updateFields, options };
			return workflowOf(sampleNode(sampleOf('webhook update'), emulator.ids, changes), items);
		};
		const dry = await run(updating('approved', { dryRun: true }));
		const approvedPlan = String(asObject(dry.items(NODE)[0]?.json['plan'])['hash']);
		// The first update passes, the second is refused.
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1, match: { method: 'PUT' } });
		emulator.faults.add({ kind: 'status', status: 409, times: 1, match: { method: 'PUT' } });
		const failed = await run(updating('approved', { approvedPlan }));
		emulator.clearLog();
		const file = updating(field, { approvedPlan });
		await emulator.retry(failed, file);
		const changes = emulator.requests.filter(({ method }) => method === 'PUT');
		expect(changes).toHaveLength(sent);
	});

	it('sends only the planned call of an AI agent', async () => {
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
