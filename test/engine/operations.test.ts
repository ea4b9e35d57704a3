import { NodeHelpers } from 'n8n-workflow';

import { loadPackage, PACKAGE_NAME } from '../../tools/engine/package';
import type { WorkflowFile } from '../../tools/engine/runWorkflow';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	agentWorkflow,
	credentialsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import type { Emulator } from '../../tools/emulator';
import { MANAGEMENT_SAMPLES } from '../../tools/samples/managementSamples';
import {
	OPERATION_SAMPLES,
	type OperationSample,
	SAMPLE_SOURCE,
	sampleNode,
	sampleOf,
} from '../../tools/samples/operationSamples';
import { sampleTool } from '../../tools/samples/sampleTool';
import { forEverySample } from '../everySample';
import { withEmulator } from '../withEmulator';
import { operationNames } from './harness/operationNames';

async function run(emulator: Emulator, workflow: WorkflowFile, node = NODE) {
	const credentials = credentialsOf(emulator, { source: SAMPLE_SOURCE });
	const result = await runWorkflow(workflow, { credentials });
	expect(result.error?.message).toBeUndefined();
	return result.items(node);
}

/** Expects an emulator to have received the request of a sample, and no other. */
function expectOnlyRequest(
	{ ids, requests }: Emulator,
	{ method, path, status, body }: OperationSample,
) {
	expect(requests).toMatchObject([{ method, path: path(ids), status }]);
	expect(requests[0]?.body).toEqual(body?.(ids));
}

describe('every operation in the engine', () => {
	forEverySample(async ({ sample, emulator }) => {
		const items = await run(emulator, workflowOf(sampleNode(sample, emulator.ids)));
		expectOnlyRequest(emulator, sample);
		const json = sample.output(emulator.ids);
		expect(items[0]).toMatchObject({ json, pairedItem: { item: 0 } });
	});
});

describe('every operation as a tool of an agent', () => {
	forEverySample(async ({ sample, emulator }) => {
		const { parameters, input } = sampleTool(sample, emulator.ids);
		const tool = { ...sampleNode(sample, emulator.ids), parameters };
		const [result] = await run(emulator, agentWorkflow(tool, [input]), 'Items');
		expectOnlyRequest(emulator, sample);
		expect(result?.json).toMatchObject(sample.output(emulator.ids));
	});
});

describe('every operation in ClickHouse Cloud is planned with a sentence, and carried out', () => {
	forEverySample(
		async ({ sample, emulator }) => {
			const planned = sampleNode(sample, emulator.ids, { options: { dryRun: true } });
			const plan = await run(emulator, workflowOf(planned));
			expect(emulator.requests).toEqual([]);
			const summary = expect.stringMatching(/^[A-Z][^\n]{8,}$/) as string;
			const { method } = sample;
			expect(plan.map(({ json }) => json)).toMatchObject([{ dryRun: true, method, summary }]);
			const items = await run(emulator, workflowOf(sampleNode(sample, emulator.ids)));
			expect(items[0]?.json).toMatchObject(sample.output(emulator.ids));
		},
		{ samples: MANAGEMENT_SAMPLES, options: { dialect: 'clickhouseCloud' } },
	);
});

it('each operation has a sample', async () => {
	const loader = await loadPackage();
	const names = ['cloudManagement', 'cloudDashboard'].flatMap((node) => {
		const { description } = NodeHelpers.getVersionedNodeType(loader.getNode(node).type);
		return operationNames(description).map((name) => `${PACKAGE_NAME}.${node} ${name}`);
	});
	const sampled = Object.entries(OPERATION_SAMPLES).map(
		([name, { type }]) => `${type} ${name.replace(/,.*/, '')}`,
	);
	expect(sampled.sort()).toEqual(names.sort());
});

describe('in ClickHouse Cloud', () => {
	const emulator = withEmulator({ dialect: 'clickhouseCloud' });

	it('a member update assigns roles, which Get outputs by name', async () => {
		const { userId, roleId, customRoleId } = emulator.ids;
		const additionalFields = { assignedRoleIds: [roleId, customRoleId] };
		const update = { resource: 'member', operation: 'update', userId, additionalFields };
		await run(emulator, workflowOf({ type: MANAGEMENT, parameters: update }));
		expect(emulator.requests[0]?.body).toEqual(additionalFields);
		const get = { resource: 'member', operation: 'get', userId };
		const [member] = await run(emulator, workflowOf({ type: MANAGEMENT, parameters: get }));
		expect(member?.json['assignedRoles']).toEqual(['Developer', 'Reader 2']);
	});

	it('a key that deletes itself gets an explanation', async () => {
		const parameters = {
			resource: 'apiKey',
			operation: 'delete',
			apiKeyId: emulator.ids.ownApiKeyId,
		};
		const { error } = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
			credentials: credentialsOf(emulator),
		});
		expect(error?.description).toContain("A key can't delete itself");
	});
});

describe('an ID', () => {
	const emulator = withEmulator();

	// test/reliability/injection shows that no ID leads to another path.
	it.each(['activity get', 'dashboard get', 'member get', 'snapshot get'])(
		'is sent by %s as one segment, whatever it contains',
		async (name) => {
			const id = 'a%b c.d..e:f@g é';
			const { parameters, path, type } = sampleOf(name);
			const own = parameters(emulator.ids);
			const places = path(emulator.ids).split('/');
			const [field = ''] = Object.keys(own).filter((one) => own[one] === places.at(-1));
			const node = { type, parameters: { ...own, [field]: id } };
			await runWorkflow(workflowOf(node), { credentials: credentialsOf(emulator) });
			expect(emulator.requests[0]?.url.split('/')).toContain(encodeURIComponent(id));
		},
	);
});
