import type { IDataObject } from 'n8n-workflow';

import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../nodes/engine/operation';
import type { WorkflowFile } from '../../tools/engine/runWorkflow';
import {
	agentWorkflow,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { MANAGEMENT_SAMPLES } from '../../tools/samples/managementSamples';
import { OPERATION_SAMPLES, SAMPLE_SOURCE, sampleNode } from '../../tools/samples/operationSamples';
import { sampleTool } from '../../tools/samples/sampleTool';
import type { EachEmulator } from '../withEmulator';
import { withEmulator } from '../withEmulator';

/** In n8n's table, a record begins with its name and state, and ends with its secret and ID. */
function expectColumnOrder(json: IDataObject) {
	const keys = Object.keys(json).filter((key) => key !== 'summary' && key !== 'warnings');
	const idKey = ['id', 'userId', 'keyId'].filter((key) => keys.includes(key)).slice(0, 1);
	const head = ['name', 'displayName', 'state', 'status'].filter((key) => keys.includes(key));
	const tail = [...['password', 'keySecret'].filter((key) => keys.includes(key)), ...idKey];
	// A record's name may have another key, as a backup's does.
	expect(keys.slice(0, head.length + 1)).toEqual(expect.arrayContaining(head));
	expect(keys.slice(keys.length - tail.length)).toEqual(tail);
	expect(Object.values(json)).not.toContain(undefined);
}

async function run(emulator: EachEmulator, workflow: WorkflowFile, node = NODE) {
	const result = await emulator.run(workflow, { source: SAMPLE_SOURCE });
	expect(result.error?.message).toBeUndefined();
	return result.items(node);
}

describe("every operation (agent's tool)", () => {
	const emulator = withEmulator();

	it.each(Object.entries(OPERATION_SAMPLES))('runs %s', async (name, sample) => {
		await emulator.start(sample.emulator ?? {});
		const { ids, requests } = emulator;
		const { parameters, input } = sampleTool(sample, ids);
		const tool = { ...sampleNode(sample, ids), parameters };
		const [result] = await run(emulator, agentWorkflow(tool, [input]), 'Items');
		const { method, path, status, body, reads = 0, readsAfter = 0 } = sample;
		const before = requests.slice(0, reads).map((request) => request.method);
		expect(before).toEqual(Array.from({ length: reads }, () => 'GET'));
		const [request, ...others] = requests.slice(reads, requests.length - readsAfter);
		expect([request, ...others]).toMatchObject([{ method, path: path(ids), status }]);
		expect(request?.body).toEqual(body?.(ids));
		expect(result?.json).toMatchObject(sample.output(ids));
		if (!name.startsWith('apiRequest')) expectColumnOrder(result?.json ?? {});
	});
});

describe('every operation (ClickHouse Cloud)', () => {
	const emulator = withEmulator({ dialect: 'clickhouseCloud' });

	it.each(Object.entries(MANAGEMENT_SAMPLES))('runs %s', async (_name, sample) => {
		const items = await run(emulator, workflowOf(sampleNode(sample, emulator.ids)));
		const json = sample.output(emulator.ids);
		expect(items[0]).toMatchObject({ json, pairedItem: { item: 0 } });
		for (const item of items) expectColumnOrder(item.json);
	});
});

it('every operation has a sample', () => {
	const tables: Record<string, OperationTable> = {
		[MANAGEMENT]: managementOperations,
		[DASHBOARD]: dashboardOperations,
	};
	const names = Object.entries(tables).flatMap(([type, resources]) =>
		Object.entries(resources).flatMap(([resource, operations]) =>
			Object.keys(operations).map((operation) => `${type} ${resource} ${operation}`),
		),
	);
	const sampled = Object.entries(OPERATION_SAMPLES).map(
		([name, { type }]) => `${type} ${name.replace(/,.*/, '')}`,
	);
	expect(sampled.sort()).toEqual(names.sort());
});

describe('Member → Update (ClickHouse Cloud)', () => {
	const emulator = withEmulator({ dialect: 'clickhouseCloud' });

	it('assigns roles that Get outputs by name', async () => {
		const { userId, roleId, customRoleId } = emulator.ids;
		const additionalFields = { assignedRoleIds: [roleId, customRoleId] };
		const update = { resource: 'member', operation: 'update', userId, additionalFields };
		await run(emulator, workflowOf({ type: MANAGEMENT, parameters: update }));
		expect(emulator.requests[0]?.body).toEqual(additionalFields);
		const get = { resource: 'member', operation: 'get', userId };
		const [member] = await run(emulator, workflowOf({ type: MANAGEMENT, parameters: get }));
		expect(member?.json['assignedRoles']).toEqual(['Developer', 'Reader 2']);
	});
});
