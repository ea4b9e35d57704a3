import type { INodeParameters } from 'n8n-workflow';

import { sampleNode, sampleOf, SAMPLE_SOURCE } from '../../tools/samples/operationSamples';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, NODE, workflowOf } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });

async function dryRun(sample: string, parameters: INodeParameters = {}) {
	const options = { dryRun: true };
	const node = sampleNode(sampleOf(sample), emulator.ids, { ...parameters, options });
	const { error, items } = await runWorkflow(workflowOf(node, [{}, {}]), {
		credentials: credentialsOf(emulator, { source: SAMPLE_SOURCE }),
	});
	expect(error?.message).toBeUndefined();
	return items(NODE).map(({ json }) => json);
}

const requests = () =>
	emulator.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1) ?? ''}`);
const summary = async (...of: Parameters<typeof dryRun>) => (await dryRun(...of))[0]?.['summary'];

describe('Dry Run → summary', () => {
	const serviceId = CLOUD_IDS.serviceId;
	const chosen = (cachedResultName: string) => ({
		serviceId: { __rl: true, mode: 'list', value: serviceId, cachedResultName },
	});
	const forged = chosen('Staging (idle)');

	it('shows the name that the API returns, not the label in the workflow', async () => {
		const items = await dryRun('service delete', forged);
		expect(items[0]?.['summary']).toBe(
			`Delete service "Analytics 1" (0000…0001) and all its data permanently`,
		);
		expect(requests()).toEqual([`GET ${serviceId}`]);
		const [typed] = await dryRun('service delete', { serviceId });
		expect(typed?.['plan']).toEqual(items[0]?.['plan']);
	});

	it.each([403, 404])('shows only the ID if the read of the name returns %i', async (status) => {
		const [named] = await dryRun('service delete', forged);
		emulator.faults.add({ kind: 'status', status, match: { method: 'GET' } });
		const [unnamed] = await dryRun('service delete', forged);
		expect(unnamed?.['summary']).toBe(`Delete service ${serviceId} and all its data permanently`);
		expect(unnamed?.['plan']).toEqual(named?.['plan']);
	});

	it.each([
		[
			'service scale',
			`Scale service "Analytics 1" (0000…0001): stays 3 replicas; from may go idle to never idle`,
		],
		['member update', / from admin to developer$/],
		['organization update', 'Update the organization: Name from "Example 1" to Shop'],
		['service setUpgradeWindow', /: stays Sunday, 06:00 UTC$/],
		['pipe scale', /of service "Analytics 1" \(.*\): Replicas from 1 to 2, /],
		['pipe update', /: Name stays "Orders"; columns from "id" to "order_id"; field mappings/],
	])('shows old and new values of %s', async (sample, text) => {
		expect(await summary(sample)).toEqual(
			typeof text === 'string' ? text : expect.stringMatching(text),
		);
	});

	it("shows a new pipe's first settings by their labels", async () => {
		const kafka = {
			...{ sourceKind: 'kafka', kafkaType: 'kafka', kafkaBrokers: 'b.example.com:9092' },
			...{ kafkaTopics: 'orders', kafkaFormat: 'JSONEachRow', kafkaAuthentication: 'PLAIN' },
			...{ destinationDatabase: 'default', destinationTable: 'orders' },
			additionalOptions: { kafkaConsumerGroup: 'shop', settingsStreamingMaxInsertWaitMs: 5000 },
		};
		const columns = { destinationColumns: { values: [{ name: 'id', type: 'Int64' }] } };
		expect(await summary('pipe create', { ...kafka, ...columns })).toMatch(
			/ \(1 column\); Max Insert Wait \(Milliseconds\) 5000, Kafka Type kafka, Consumer Group shop, .* and 2 more settings\. The rest is in the plan's body\. /,
		);
	});

	describe("of an alert's webhooks", () => {
		const { webhookId, secondWebhookId } = CLICKSTACK_IDS;
		const other = { updateFields: { webhookIds: [secondWebhookId] } };

		it('shows the names of added and removed webhooks, and their IDs', async () => {
			expect(await summary('alert create')).toMatch(/; notifies "n8n" \(0000…0001\)/);
			expect(await summary('alert update', other)).toMatch(
				/; no longer notifies "n8n" \(0000…0001\);.*; also notifies "Pager" \(0000…0002\)/,
			);
		});

		it('shows only the IDs if the webhooks are refused', async () => {
			const match = { method: 'GET', path: /\/webhooks/ };
			const [named] = await dryRun('alert create');
			emulator.faults.add({ kind: 'status', status: 403, match });
			const [unnamed] = await dryRun('alert create');
			expect(unnamed?.['summary']).toMatch(`; notifies ${webhookId}`);
			expect(unnamed?.['plan']).toEqual(named?.['plan']);
		});

		it('reads them only if the alert gets others', async () => {
			await dryRun('alert update');
			expect(requests().filter((request) => request.includes('webhooks'))).toEqual([]);
		});
	});
});
