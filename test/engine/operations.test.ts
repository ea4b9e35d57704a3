import { NodeHelpers } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { CLOUD_SAMPLES } from './harness/managementSamples';
import { operationNames } from './harness/operationNames';
import { OPERATION_SAMPLES, SAMPLE_SOURCE, sampleNode } from './harness/operationSamples';
import { loadPackage, PACKAGE_NAME } from './harness/package';
import type { WorkflowFile } from './harness/runWorkflow';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

async function run(workflow: WorkflowFile) {
	const credentials = credentialsOf(emulator, { source: SAMPLE_SOURCE });
	const result = await runWorkflow(workflow, { credentials });
	expect(result.error?.message).toBeUndefined();
	return result.items(NODE);
}

describe('every operation in the engine', () => {
	startForEachTest((started) => {
		emulator = started;
	});

	it.each(Object.entries(OPERATION_SAMPLES))('%s', async (_name, sample) => {
		const { ids } = emulator;
		const { method, path } = sample;
		const items = await run(workflowOf(sampleNode(sample, ids)));
		expect(emulator.requests).toHaveLength(1);
		expect(emulator.requests[0]).toMatchObject({ method, path: path(ids), status: 200 });
		expect(emulator.requests[0]?.body).toEqual(sample.body?.(ids));
		expect(items[0]).toMatchObject({ json: sample.output(ids), pairedItem: { item: 0 } });
	});
});

describe('every operation in ClickHouse Cloud', () => {
	startForEachTest(
		(started) => {
			emulator = started;
		},
		{ dialect: 'clickhouseCloud' },
	);

	it.each(Object.entries(CLOUD_SAMPLES))('%s', async (_name, sample) => {
		const items = await run(workflowOf(sampleNode(sample, emulator.ids)));
		expect(items[0]?.json).toMatchObject(sample.output(emulator.ids));
	});

	it('member update assigns roles, and says why its own key stays', async () => {
		const { userId, roleId, customRoleId, ownApiKeyId } = emulator.ids;
		const additionalFields = { assignedRoleIds: [roleId, customRoleId] };
		const update = { resource: 'member', operation: 'update', userId, additionalFields };
		await run(workflowOf({ type: MANAGEMENT, parameters: update }));
		expect(emulator.requests[0]?.body).toEqual(additionalFields);
		const get = { resource: 'member', operation: 'get', userId };
		const [member] = await run(workflowOf({ type: MANAGEMENT, parameters: get }));
		expect(member?.json['assignedRoles']).toEqual(['Developer', 'Reader 2']);
		const parameters = { resource: 'apiKey', operation: 'delete', apiKeyId: ownApiKeyId };
		const { error } = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
			credentials: credentialsOf(emulator),
		});
		expect(error?.description).toContain("A key can't delete itself");
	});

	it('says of an API without a list that it may not have it', async () => {
		emulator.faults.add({ kind: 'status', status: 404 });
		const parameters = { resource: 'role', operation: 'getAll' };
		const { error } = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
			credentials: credentialsOf(emulator),
		});
		expect(error?.description).toContain('this API may not have this list');
	});

	it('has a sample for each', async () => {
		const loader = await loadPackage();
		const names = ['cloudManagement', 'cloudDashboard'].flatMap((node) =>
			operationNames(NodeHelpers.getVersionedNodeType(loader.getNode(node).type).description).map(
				(name) => [`${PACKAGE_NAME}.${node}`, ...name.split(' ')],
			),
		);
		const sampled = Object.values(OPERATION_SAMPLES).map(({ type, parameters }) => {
			const { resource, operation } = parameters(emulator.ids);
			return [type, resource, operation];
		});
		expect(sampled.sort()).toEqual(names.sort());
	});

	it('dashboard update lays out new tiles next to those kept', async () => {
		const { dashboardId, tileId } = emulator.ids;
		const kept = { id: tileId, name: 'Kept', x: 0, y: 0, w: 12, h: 6 };
		const tiles = { values: [kept, { name: 'New' }] };
		const parameters = {
			...{ resource: 'dashboard', operation: 'update', dashboardId, name: 'Shop', tiles },
		};
		const items = await run(workflowOf({ type: DASHBOARD, parameters }));
		expect(items[0]?.json.tiles).toMatchObject([
			{ id: tileId, x: 0, y: 0 },
			{ name: 'New', x: 12, y: 0 },
		]);
	});
});
