import type { INodeParameters } from 'n8n-workflow';

import { sampleNode, sampleOf, SAMPLE_SOURCE } from '../../tools/samples/operationSamples';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { asObject } from '../../nodes/engine/parameters/values';
import { NODE } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });

async function dryRun(sample: string, parameters: INodeParameters = {}) {
	const options = { dryRun: true };
	const node = sampleNode(sampleOf(sample), emulator.ids, { ...parameters, options });
	const { error, items } = await emulator.runNode(node, [{}, {}], {
		source: SAMPLE_SOURCE,
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

	it("shows the API's name instead of the workflow's label", async () => {
		const items = await dryRun('service delete', forged);
		expect(items[0]?.['summary']).toBe(
			`Delete service "Analytics 1" (0000…0001) and all its data permanently`,
		);
		expect(requests()).toEqual([`GET ${serviceId}`]);
		const [typed] = await dryRun('service delete', { serviceId });
		expect(typed?.['plan']).toEqual(items[0]?.['plan']);
	});

	it.each([
		{ label: 'Analytics 1\u00a0(running, eu-central-1)', name: 'Analytics 1' },
		{ label: 'Analytics (EU)\u00a0(idle)', name: 'Analytics (EU)' },
	])("doesn't show details of the list in a real run either: $name", async ({ label, name }) => {
		const [plan] = await dryRun('pipe stop', chosen(label));
		expect(plan?.['summary']).toMatch(/ of service "Analytics 1" \(0000…0001\)$/);
		const node = sampleNode(sampleOf('pipe stop'), emulator.ids, chosen(label));
		const { items } = await emulator.runNode(node, [{}]);
		const [result] = items(NODE).map(({ json }) => json['summary']);
		expect(result).toEqual(expect.stringContaining(` of service "${name}" (0000…0001)`));
	});

	it.each([403, 404])('shows only the ID if the read of the name returns %i', async (status) => {
		const [named] = await dryRun('service delete', forged);
		emulator.faults.add({ kind: 'status', status, match: { method: 'GET' } });
		const [unnamed] = await dryRun('service delete', forged);
		expect(unnamed?.['summary']).toBe(`Delete service ${serviceId} and all its data permanently`);
		expect(named?.['plan']).toMatchObject(asObject(unnamed?.['plan']));
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
		[
			'pipe update',
			/: Name stays "Orders"; columns from "id" UInt64 to "order_id" UInt64; field mappings/,
		],
	])('shows old and new values of %s', async (sample, text) => {
		expect(await summary(sample)).toEqual(
			typeof text === 'string' ? text : expect.stringMatching(text),
		);
	});

	it("shows a new pipe's settings by their labels, without the form's defaults", async () => {
		const kafka = {
			...{ sourceKind: 'kafka', kafkaType: 'kafka', kafkaBrokers: 'b.example.com:9092' },
			...{ kafkaTopics: 'orders', kafkaFormat: 'JSONEachRow', kafkaAuthentication: 'PLAIN' },
			...{ destinationDatabase: 'default', destinationTable: 'orders' },
			additionalOptions: { kafkaConsumerGroup: 'shop', settingsStreamingMaxInsertWaitMs: 5000 },
		};
		const columns = { destinationColumns: { values: [{ name: 'id', type: 'Int64' }] } };
		expect(await summary('pipe create', { ...kafka, ...columns })).toMatch(
			/ \(1 column\); Max Insert Wait \(Milliseconds\) 5000, Consumer Group shop, Authentication PLAIN, username loader\. For the whole request, see the item's body\.$/,
		);
	});

	describe("(an alert's webhooks)", () => {
		const { webhookId, secondWebhookId } = CLICKSTACK_IDS;
		const other = { updateFields: { webhookIds: [secondWebhookId] } };

		it('names the webhooks that it adds or removes', async () => {
			expect(await summary('alert create')).toMatch(/; notifies "n8n" \(0000…0001\)/);
			expect(await summary('alert update', other)).toMatch(
				/; no longer notifies "n8n" \(0000…0001\); also notifies "Pager" \(0000…0002\)/,
			);
		});

		it('shows only IDs if the key may not list webhooks', async () => {
			const match = { method: 'GET', path: /\/webhooks/ };
			const [named] = await dryRun('alert create');
			emulator.faults.add({ kind: 'status', status: 403, match });
			const [unnamed] = await dryRun('alert create');
			expect(unnamed?.['summary']).toMatch(`; notifies ${webhookId}`);
			expect(named?.['plan']).toMatchObject(asObject(unnamed?.['plan']));
		});

		it('reads webhooks only if the alert gets other webhooks', async () => {
			await dryRun('alert update');
			expect(requests().filter((request) => request.includes('webhooks'))).toEqual([]);
		});
	});

	describe('(an existing name)', () => {
		const OTHER_WEBHOOK = '000000a60000000000000009';
		const taken = (sample: string, name: string) => dryRun(sample, { name });
		const found = / with the name "[^"]*" already exists \([\w-]+\)/;

		it.each([
			['pipe create', 'Orders', 'A pipe'],
			['service create', 'Analytics 1', 'A service'],
			['apiKey create', 'Automation', 'An API key'],
			['role create', 'Developer', 'A role'],
			['queryEndpoint create', 'Service health', 'A query endpoint'],
			['savedQuery create', 'Events per day', 'A saved query'],
			['dashboard create', 'Errors', 'A dashboard'],
			['webhook create', 'n8n', 'A webhook'],
			['savedSearch create', 'Errors', 'A saved search'],
			['source create', 'Logs', 'A source'],
		])('warns if %s uses the existing name %s', async (sample, name, kind) => {
			const [named] = await taken(sample, name);
			expect(named?.['summary']).toMatch(
				new RegExp(
					`^Warning: ${kind} with the name "${name}" already exists \\([\\w-]+\\)\\.$`,
					'm',
				),
			);
			const [other] = await taken(sample, 'Not Taken');
			expect(other?.['summary']).not.toMatch(found);
		});

		it('counts several records with the name', async () => {
			const { webhooks } = emulator.state.clickStack;
			const url = 'https://n8n.example.com';
			webhooks.set({ id: OTHER_WEBHOOK, name: 'n8n', service: 'generic', url });
			const [named] = await taken('webhook create', 'n8n');
			expect(named?.['summary']).toMatch(
				/^Warning: 2 webhooks with the name "n8n" already exist \(\w+, \w+\)\.\nCreate webhook "n8n"/,
			);
		});

		it.each([403, 404])('plans the same if the list returns %i', async (status) => {
			const options = { name: 'n8n' };
			const [named] = await dryRun('webhook create', options);
			emulator.faults.add({ kind: 'status', status, match: { method: 'GET' } });
			const [unnamed] = await dryRun('webhook create', options);
			expect([named?.['summary'], unnamed?.['summary']]).toEqual([
				expect.stringMatching(found),
				expect.not.stringMatching(found),
			]);
			expect(named?.['plan']).toMatchObject(asObject(unnamed?.['plan']));
		});

		it("doesn't read a list if Dry Run is off", async () => {
			const node = sampleNode(sampleOf('webhook create'), emulator.ids, { name: 'n8n' });
			await emulator.runNode(node, [{}]);
			expect(requests()).toEqual(['POST webhooks']);
		});
	});
});
