import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { SEEDED_IDS } from '../emulator/state/ids';
import { OPERATION_SAMPLES, SAMPLE_SOURCE, sampleNode, sampleOf } from './harness/operationSamples';
import { activated } from './harness/polledNode';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

const { properties } = new CloudManagement().description;

/** The names of the resource locators that an operation shows. */
function locatorsOf({ resource, operation }: INodeParameters): string[] {
	return properties.flatMap(({ type, name, displayOptions: { show } = {} }) => {
		const isShown =
			show?.['resource']?.some((shown) => shown === resource) === true &&
			show['operation']?.some((shown) => shown === operation) === true;
		return type === 'resourceLocator' && isShown ? [name] : [];
	});
}

const samples = Object.entries(OPERATION_SAMPLES).filter(
	([, { type, parameters }]) =>
		type === MANAGEMENT && locatorsOf(parameters(SEEDED_IDS)).length > 0,
);

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

async function run(node: Parameters<typeof workflowOf>[0], items: IDataObject[] = [{}]) {
	const credentials = credentialsOf(emulator, { source: SAMPLE_SOURCE });
	return await runWorkflow(workflowOf(node, items), { credentials });
}

/** The same parameters with each locator's ID as `locator` returns it. */
function located(
	parameters: INodeParameters,
	locator: (field: string, id: unknown) => INodeParameters[string],
): INodeParameters {
	const changed: INodeParameters = Object.fromEntries(
		locatorsOf(parameters).map((field) => [field, locator(field, parameters[field])]),
	);
	return { ...parameters, ...changed };
}

it('a resource locator is shown by each operation that needs an ID', () => {
	expect(samples.map(([name]) => name)).toHaveLength(34);
});

// That a plain ID works, as an older workflow stored it, the samples themselves show in operations.test.ts.
describe.each(samples)('%s', (_name, sample) => {
	it.each(['list', 'id'])('takes IDs of a resource locator, mode %s', async (mode) => {
		const { type, withSource = false, parameters } = sampleNode(sample, emulator.ids);
		const chosen = located(parameters, (_, id) => ({
			...{ __rl: true, mode, value: String(id) },
			cachedResultName: 'Chosen',
		}));
		const { error } = await run({ type, withSource, parameters: chosen });
		expect(error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(emulator.requests[0]).toMatchObject({ path: sample.path(emulator.ids), status: 200 });
		expect(emulator.requests[0]?.body).toEqual(sample.body?.(emulator.ids));
	});

	it('takes IDs that an expression in a resource locator maps', async () => {
		const { type, withSource = false, parameters } = sampleNode(sample, emulator.ids);
		const mapped = located(parameters, (field) => ({
			...{ __rl: true, mode: 'id', value: `={{ $json.${field} }}` },
		}));
		const { error } = await run({ type, withSource, parameters: mapped }, [
			Object.fromEntries(locatorsOf(parameters).map((field) => [field, parameters[field]])),
		]);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests[0]).toMatchObject({ path: sample.path(emulator.ids), status: 200 });
	});
});

describe('a resource locator', () => {
	const node = (serviceId: INodeParameters[string]) => ({
		type: MANAGEMENT,
		parameters: { resource: 'service', operation: 'get', serviceId },
	});

	it.each([
		[
			'maps nothing',
			{ __rl: true, mode: 'id', value: '={{ $json.no }}' },
			/^Service ID is empty: the expression gave nothing\./,
		],
		[
			'maps an empty text',
			{ __rl: true, mode: 'id', value: "={{ '' }}" },
			/^Service ID is empty\. Enter the ID/,
		],
		[
			'contains no UUID',
			{ __rl: true, mode: 'id', value: 'orders' },
			/^Service ID is not a UUID\./,
		],
		['is a plain text that is no UUID', 'orders', /^Service ID is not a UUID\./],
	])('sends nothing where it %s', async (_, serviceId, message) => {
		const { error } = await run(node(serviceId));
		expect(error?.message).toMatch(message);
		expect(emulator.requests).toEqual([]);
	});

	const CONSOLE = 'https://console.example.com/services/';

	it('takes the ID out of a URL, also where an expression gives it, and where there is only the ID', async () => {
		const { serviceId } = emulator.ids;
		const mapped = { __rl: true, mode: 'url', value: '={{ $json.url }}' };
		const urls = [serviceId, `${CONSOLE}${serviceId.toUpperCase()}/settings?a=b`];
		const { error, items } = await run(
			node(mapped),
			urls.map((url) => ({ url })),
		);
		expect(error?.message).toBeUndefined();
		expect(items(NODE)).toHaveLength(2);
		const url = { __rl: true, mode: 'url', value: CONSOLE + serviceId };
		const { items: planned } = await run({
			...node(url),
			parameters: { ...node(url).parameters, options: { dryRun: true } },
		});
		expect(planned(NODE)[0]?.json).toHaveProperty('plan.summary', `Read service ${serviceId}`);
	});

	it('is shown in a plan, which begins the item, by its name from the list and its whole ID', async () => {
		const { serviceId, kafkaPipeId: pipeId } = emulator.ids;
		const chosen = (value: string, cachedResultName: string) => ({
			...{ __rl: true, mode: 'list', value, cachedResultName },
		});
		const parameters = {
			...{ resource: 'pipe', operation: 'stop', options: { dryRun: true } },
			serviceId: chosen(serviceId, 'Shop (running)'),
			pipeId: chosen(pipeId, "Orders' (Running)"),
		};
		const { items } = await run({ type: MANAGEMENT, parameters });
		const json = items(NODE)[0]?.json ?? {};
		expect(Object.keys(json)[0]).toBe('plan');
		expect(Object.entries(json['plan'] ?? {})[0]).toEqual([
			'summary',
			`Stop pipe 'Orders' (${pipeId}) of service 'Shop' (${serviceId})`,
		]);
	});

	it.each([
		['url', `${CONSOLE}settings`],
		['url', 'https://console.example.com/pipes/00000020-0000-4000-8000-000000000001'],
		['id', CONSOLE + SEEDED_IDS.serviceId],
	])('says in mode %s what is missing in %s', async (mode, value) => {
		const { error } = await run(node({ __rl: true, mode, value: '={{ $json.url }}' }), [
			{ url: value },
		]);
		expect(error?.message).toMatch(
			/^Service ID contains no "\/services\/" followed by an ID\. Copy/,
		);
		expect(emulator.requests).toEqual([]);
	});

	it.each([[7], [{ id: 1 }], [true]])('refuses %j as a URL in a sentence', async (url) => {
		const mapped = { __rl: true, mode: 'url', value: '={{ $json.url }}' };
		const { error } = await run(node(mapped), [{ url }]);
		expect(error?.message).toMatch(/^Service ID is (?:not a UUID|empty)\. /);
	});

	it('names each item whose mapped ID is invalid, and sends nothing', async () => {
		const mapped = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const items = [{ id: emulator.ids.serviceId }, { id: 'orders' }, { id: 7 }];
		const { error } = await run(node(mapped), items);
		expect(error?.message).toBe('Service ID is not a UUID in 2 of 3 items');
		expect(error?.description).toContain('(items 2–3)');
		expect(emulator.requests).toEqual([]);
	});

	it('is filled by the model where the node is a tool of an AI agent', async () => {
		const value = "={{ $fromAI('Service_ID', 'The service to read', 'string') }}";
		const { type, parameters } = node({ __rl: true, mode: 'id', value });
		const file = workflowOf({ type: `${type}Tool`, parameters });
		const [, items] = file.nodes;
		if (items === undefined) throw new Error('No items');
		const calls = JSON.stringify([{ Service_ID: emulator.ids.serviceId }]);
		const agent = { ...items, id: 'Agent', name: 'Agent', type: 'test.agent' };
		await runWorkflow(
			{
				nodes: [...file.nodes, { ...agent, parameters: { calls } }],
				connections: {
					Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
					Items: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
					[NODE]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
				},
				settings: { executionOrder: 'v1' },
			},
			{ credentials: credentialsOf(emulator) },
		);
		const { path } = sampleOf('service get');
		expect(emulator.requests).toMatchObject([{ path: path(emulator.ids), status: 200 }]);
	});
});

describe('the service of the trigger', () => {
	it.each(['list', 'plain'])('is taken from a %s value', async (kind) => {
		const { serviceId, reversePrivateEndpointId } = emulator.ids;
		const locator = { __rl: true, mode: 'list', value: serviceId };
		await activated(
			{
				event: 'reversePrivateEndpointStatusChanged',
				serviceId: kind === 'list' ? locator : serviceId,
				reversePrivateEndpointIds: reversePrivateEndpointId,
			},
			credentialsOf(emulator),
		);
		expect(emulator.requests).toMatchObject([{ status: 200 }]);
		expect(emulator.requests[0]?.path).toContain(`/services/${serviceId}/`);
	});
});
