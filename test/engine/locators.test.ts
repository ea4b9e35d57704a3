import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import { SAMPLE_SOURCE, sampleOf } from '../../tools/samples/operationSamples';
import { activated } from '../../tools/engine/polledNode';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	agentWorkflow,
	credentialsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const emulator = withEmulator();

async function run(node: Parameters<typeof workflowOf>[0], items: IDataObject[] = [{}]) {
	const credentials = credentialsOf(emulator, { source: SAMPLE_SOURCE });
	return await runWorkflow(workflowOf(node, items), { credentials });
}

// test/formwalk sends chosen and typed IDs to every operation, test/engine/operations plain ones of older workflows.
describe('a resource locator', () => {
	const node = (serviceId: INodeParameters[string]) => ({
		type: MANAGEMENT,
		parameters: { resource: 'service', operation: 'get', serviceId },
	});

	const CONSOLE = 'https://console.example.com/services/';

	it('extracts the ID from a URL returned by an expression, and accepts the ID alone', async () => {
		const { serviceId } = emulator.ids;
		const mapped = { __rl: true, mode: 'url', value: '={{ $json.url }}' };
		const urls = [serviceId, `${CONSOLE}${serviceId.toUpperCase()}/settings?a=b`];
		const { error, items } = await run(
			node(mapped),
			urls.map((url) => ({ url })),
		);
		expect(error?.message).toBeUndefined();
		expect(items(NODE)).toHaveLength(2);
	});

	it('is shown in a plan, which starts the item, by its name from the list and its whole ID', async () => {
		const { serviceId, kafkaPipeId: pipeId } = emulator.ids;
		const chosen = (value: string, cachedResultName: string) => ({
			__rl: true,
			mode: 'list',
			value,
			cachedResultName,
		});
		const parameters = {
			resource: 'pipe',
			operation: 'stop',
			options: { dryRun: true },
			serviceId: chosen(serviceId, 'Shop\u00a0(running)'),
			pipeId: chosen(pipeId, "Orders'\u00a0(Running)"),
		};
		const { items } = await run({ type: MANAGEMENT, parameters });
		const json = items(NODE)[0]?.json ?? {};
		const summary = `Stop pipe 'Orders' (${pipeId}) of service 'Shop' (${serviceId})`;
		expect(Object.entries(json)[0]).toEqual(['summary', summary]);
	});

	it.each([
		['url', `${CONSOLE}settings`],
		['url', 'https://console.example.com/pipes/00000020-0000-4000-8000-000000000001'],
		['id', CONSOLE + SEEDED_IDS.serviceId],
	])('reports in mode %s the missing part of %s', async (mode, value) => {
		const { error } = await run(node({ __rl: true, mode, value: '={{ $json.url }}' }), [
			{ url: value },
		]);
		expect(error?.message).toMatch(/^Service contains no "\/services\/" followed by an ID\. Copy/);
		expect(emulator.requests).toEqual([]);
	});

	it('is filled by the model if the node is a tool of an AI agent', async () => {
		const value = "={{ $fromAI('Service_ID', 'The service to read', 'string') }}";
		const calls = [{ Service_ID: emulator.ids.serviceId }];
		await runWorkflow(agentWorkflow(node({ __rl: true, mode: 'id', value }), calls), {
			credentials: credentialsOf(emulator),
		});
		const { path } = sampleOf('service get');
		expect(emulator.requests).toMatchObject([{ path: path(emulator.ids), status: 200 }]);
	});
});

it("the trigger's service can be chosen from a list", async () => {
	const { serviceId, reversePrivateEndpointId } = emulator.ids;
	const parameters = {
		event: 'reversePrivateEndpointStatusChanged',
		serviceId: { __rl: true, mode: 'list', value: serviceId },
		reversePrivateEndpointIds: reversePrivateEndpointId,
	};
	await activated(parameters, credentialsOf(emulator));
	expect(emulator.requests).toMatchObject([{ status: 200 }]);
	expect(emulator.requests[0]?.path).toContain(`/services/${serviceId}/`);
});
