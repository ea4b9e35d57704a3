import type { INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { sampleOf } from '../../tools/samples/operationSamples';
import { agentWorkflow, MANAGEMENT, NODE } from '../../tools/engine/workflow';

const emulator = withEmulator();

// test/formwalk sends chosen and typed IDs to every operation, and test/engine/operations plain IDs from older
// workflows.
describe('resource locators', () => {
	const node = (serviceId: INodeParameters[string]) => ({
		type: MANAGEMENT,
		parameters: { resource: 'service', operation: 'get', serviceId },
	});

	const CONSOLE = 'https://console.example.com/services/';

	it.each(['url', 'id'])(
		'extracts the ID from a URL that an expression returns in mode %s',
		async (mode) => {
			const { serviceId } = emulator.ids;
			const mapped = { __rl: true, mode, value: '={{ $json.url }}' };
			const urls = [serviceId, `${CONSOLE}${serviceId.toUpperCase()}/settings?a=b`];
			const { error, items } = await emulator.runNode(
				node(mapped),
				urls.map((url) => ({ url })),
			);
			expect(error?.message).toBeUndefined();
			expect(items(NODE)).toHaveLength(2);
		},
	);

	it.each(['url', 'id'])('report a URL without an ID in mode %s', async (mode) => {
		const mapped = node({ __rl: true, mode, value: '={{ $json.url }}' });
		const { error } = await emulator.runNode(mapped, [{ url: `${CONSOLE}settings` }]);
		expect(error?.message).toMatch(/^Service contains no "\/services\/" followed by an ID\. Copy/);
		expect(emulator.requests).toEqual([]);
	});

	it("take the ID from the model in an agent's tool", async () => {
		const value = "={{ $fromAI('Service_ID', 'The service to read', 'string') }}";
		const calls = [{ Service_ID: emulator.ids.serviceId }];
		await emulator.run(agentWorkflow(node({ __rl: true, mode: 'id', value }), calls));
		const { path } = sampleOf('service get');
		expect(emulator.requests).toMatchObject([{ path: path(emulator.ids), status: 200 }]);
	});
});
