import type { INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import type { WorkflowFile } from '../../tools/engine/runWorkflow';
import { detailsOf, NODE, workflowOf } from '../../tools/engine/workflow';

// Names may belong to another record by the time n8n runs the node again.
const emulator = withEmulator({ dialect: 'clickhouseCloud' });

const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const ORDERS = byName('Orders');
const [SERVICE_NAME, RETRIES] = [
	byName('Analytics 1'),
	{ retryOnFail: true, maxTries: 2, waitBetweenTries: 20 },
];

function pipeNode(operation: 'create' | 'delete', parameters: INodeParameters) {
	return sampleNode(sampleOf(`pipe ${operation}`), emulator.ids, parameters);
}

const source = SAMPLE_SOURCE;
const run = async (file: WorkflowFile) => await emulator.run(file, { source });

function sent(): string[] {
	return emulator.requests
		.filter(({ method }) => method !== 'GET')
		.map(
			({ method, path, status }) => `${method} ${path.split('/').at(-1) ?? ''} ${String(status)}`,
		);
}

describe('a resend after an unknown outcome', () => {
	it('completes a delete By Name whose first attempt worked', async () => {
		const { kafkaPipeId } = emulator.ids;
		emulator.loseResponse('DELETE');
		const { error } = await run(
			workflowOf({ ...pipeNode('delete', { pipeId: ORDERS }), ...RETRIES }),
		);
		expect(error?.message).toBeUndefined();
		expect(sent()).toEqual([`DELETE ${kafkaPipeId} 504`, `DELETE ${kafkaPipeId} 404`]);
	});

	it("doesn't delete a new record that took the old name", async () => {
		const { kafkaPipeId } = emulator.ids;
		emulator.loseResponse('DELETE');
		const file = workflowOf(pipeNode('delete', { pipeId: ORDERS }));
		const failed = await run(file);
		await run(workflowOf(pipeNode('create', { name: 'Orders' })));
		emulator.clearLog();
		const { error } = await emulator.retry(failed, file, { source });
		expect(error?.message).toBeUndefined();
		expect(sent()).toEqual([`DELETE ${kafkaPipeId} 404`]);
	});

	const WAYS = [
		{ first: { serviceId: SERVICE_NAME }, then: {}, how: 'By Name, then By ID' },
		{ first: {}, then: { serviceId: SERVICE_NAME }, how: 'By ID, then By Name' },
	];

	it.each(WAYS)('recognizes a create in a service chosen $how', async ({ first, then }) => {
		emulator.loseResponse('POST');
		const failed = await run(workflowOf(pipeNode('create', first)));
		const file = workflowOf(pipeNode('create', then));
		const { error } = await emulator.retry(failed, file, { source });
		expect(detailsOf(error)).toMatchObject({ reason: 'outcomeUnknown' });
		expect(sent()).toEqual(['POST clickpipes 504']);
	});

	it.each(WAYS)('outputs a finished create in a service chosen $how', async ({ first, then }) => {
		const creating = (service: INodeParameters) =>
			workflowOf(pipeNode('create', { name: '={{ $json.name }}', ...service }), [
				{ name: 'One' },
				{ name: 'Two' },
			]);
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1, match: { method: 'POST' } });
		emulator.faults.add({ kind: 'status', status: 409, times: 1, match: { method: 'POST' } });
		const failed = await run(creating(first));
		const retried = await emulator.retry(failed, creating(then), { source });
		expect(retried.error?.message).toBeUndefined();
		expect(retried.items(NODE).map(({ json }) => json['name'])).toEqual(['One', 'Two']);
		expect(sent().map((text) => text.split(' ').at(-1))).toEqual(['200', '409', '200']);
	});

	it("keeps somebody's change after an update that isn't sent again", async () => {
		const { savedQueryId } = emulator.ids;
		const updating = (query: INodeParameters) =>
			workflowOf(
				sampleNode(sampleOf('savedQuery update'), emulator.ids, {
					updateFields: { name: '={{ $json.name }}', sql: '={{ $json.sql }}' },
					...query,
				}),
				[{ sql: 'SELECT 2' }, { name: 'Renamed' }],
			);
		const stored = () => emulator.stored('savedQueries', savedQueryId);
		const nameBefore = String(stored()['name']);
		emulator.faults.add({ kind: 'delay', ms: 0, times: 1, match: { method: 'PUT' } });
		emulator.faults.add({ kind: 'status', status: 409, times: 1, match: { method: 'PUT' } });
		const failed = await run(updating({}));
		emulator.change('savedQueries', savedQueryId, (record) => ({ ...record, sql: 'SELECT 3' }));
		const file = updating({ savedQueryId: byName(nameBefore) });
		const { error } = await emulator.retry(failed, file, { source });
		expect(error?.message).toBeUndefined();
		expect(stored()).toMatchObject({ name: 'Renamed', sql: 'SELECT 3' });
	});

	it('looks a name up again after a refusal', async () => {
		emulator.faults.add({ kind: 'status', status: 409, times: 1, match: { method: 'DELETE' } });
		const file = workflowOf({ ...pipeNode('delete', { pipeId: ORDERS }), ...RETRIES });
		const { error, items } = await run(file);
		expect(error?.message).toBeUndefined();
		expect(items(NODE)).toHaveLength(1);
		expect(emulator.requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
	});
});
