import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { withEmulator } from '../withEmulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import {
	OPERATION_SAMPLES,
	SAMPLE_SOURCE,
	sampleNode,
	sampleOf,
} from '../../tools/samples/operationSamples';
import { activated } from '../../tools/engine/polledNode';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	agentWorkflow,
	credentialsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

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

const emulator = withEmulator();

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

// operations.test.ts shows with its samples that a plain ID works, as an older workflow stored it.
it.each(samples)(
	'%s accepts IDs from a resource locator and from expressions',
	async (...given) => {
		const [, sample] = given;
		const { type, withSource = false, parameters } = sampleNode(sample, emulator.ids);
		const locators = [
			...['list', 'id'].map((mode) => (_: string, id: unknown) => ({
				...{ __rl: true, mode, value: String(id), cachedResultName: 'Chosen' },
			})),
			(field: string) => ({ __rl: true, mode: 'id', value: `={{ $json.${field} }}` }),
		];
		const item = Object.fromEntries(
			locatorsOf(parameters).map((field) => [field, parameters[field]]),
		);
		for (const locator of locators) {
			const node = { type, withSource, parameters: located(parameters, locator) };
			const { error } = await run({ ...node, onError: 'stopWorkflow' }, [item]);
			const request = emulator.requests.at(-1);
			expect(request).toMatchObject({ path: sample.path(emulator.ids) });
			expect(request?.body).toEqual(sample.body?.(emulator.ids));
			// If the first has deleted a record, the others do not find it.
			if (emulator.requests.length === 1) expect(error?.message).toBeUndefined();
		}
		expect(emulator.requests).toHaveLength(locators.length);
	},
);

describe('a resource locator', () => {
	const node = (serviceId: INodeParameters[string]) => ({
		type: MANAGEMENT,
		parameters: { resource: 'service', operation: 'get', serviceId },
	});

	const locator = (value: string, mode = 'id') => ({ __rl: true, mode, value });

	it.each<[string, INodeParameters[string], RegExp]>([
		['an empty text', locator("={{ '' }}"), /^Service is empty\./],
		['a number for a URL', locator('={{ 7 }}', 'url'), /^Service isn't a UUID\./],
		['an object for a URL', locator('={{ ({ id: 1 }) }}', 'url'), /^Service is empty\./],
	])('sends nothing if an expression returns %s', async (_case, serviceId, message) => {
		const { error } = await run(node(serviceId));
		expect(error?.message).toMatch(message);
		expect(emulator.requests).toEqual([]);
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
			...{ __rl: true, mode: 'list', value, cachedResultName },
		});
		const parameters = {
			...{ resource: 'pipe', operation: 'stop', options: { dryRun: true } },
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
