import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { properties as dashboardProperties } from '../../nodes/CloudDashboard/resources';
import { properties as managementProperties } from '../../nodes/CloudManagement/resources';
import { BY_NAME, innerFields } from '../../nodes/engine/parameters/properties';
import { isJsonObject } from '../../tools/contract/json';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	agentWorkflow,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { OPERATION_SAMPLES, SAMPLE_SOURCE, sampleNode } from '../../tools/samples/operationSamples';
import { fromAi } from '../../tools/samples/sampleTool';
import { withEmulator } from '../withEmulator';

const allFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...allFields(innerFields(field))]);

/** Fields that take a record's ID or its name. */
const LOCATORS = new Set(
	allFields([...managementProperties, ...dashboardProperties])
		.filter(({ modes = [] }) => modes.some(({ name }) => name === 'id'))
		.filter(({ modes = [] }) => modes.some(({ name }) => name === BY_NAME))
		// Rows of a private endpoint and of a dashboard have an `id` each, but only a tile's is a locator.
		.map(({ name }) => name)
		.filter((name) => name !== 'id'),
);

/** What n8n's stars store in a locator: By ID, whatever the model will return. */
const stars = (key: string) => ({ __rl: true, mode: 'id', value: fromAi(key) });

/** Lets the model fill in every locator with the values in `call`. */
function filledByModel(parameters: INodeParameters, nameOf: (id: string) => string) {
	const call: Record<string, string> = {};
	const replaced = (value: unknown, key: string): unknown => {
		if (Array.isArray(value)) return value.map((row) => replaced(row, ''));
		if (isJsonObject(value)) {
			return Object.fromEntries(
				Object.entries(value).map(([name, member]) => [name, replaced(member, name)]),
			);
		}
		if (!LOCATORS.has(key) || typeof value !== 'string') return value;
		const argument = `${key}_${String(Object.keys(call).length)}`;
		call[argument] = nameOf(value);
		return stars(argument);
	};
	return { parameters: replaced(parameters, '') as INodeParameters, call };
}

/** The records in a JSON document, by ID, with the text that stands first in their lists. */
function namesIn(
	document: unknown,
	nameKeys: readonly string[],
): Array<[id: string, name: string]> {
	if (typeof document !== 'object' || document === null) return [];
	const members: unknown[] =
		document instanceof Map ? [...document.values()] : Object.values(document);
	const inner = members.flatMap((member) => namesIn(member, nameKeys));
	if (!isJsonObject(document)) return inner;
	const { id, userId = id } = document;
	const name = nameKeys.map((key) => document[key]).find((text) => typeof text === 'string');
	return typeof userId === 'string' && name !== undefined ? [...inner, [userId, name]] : inner;
}

/** Keys of the texts that name records without a `name`. */
const NAME_KEYS = new Map([
	['member', 'email'],
	['reversePrivateEndpoint', 'description'],
	['teamInvitation', 'email'],
	['teamMember', 'email'],
]);

const hasLocator = (parameters: INodeParameters): boolean =>
	Object.keys(filledByModel(parameters, String).call).length > 0;

const SAMPLES = Object.entries(OPERATION_SAMPLES)
	// The neutral contract can't tell a dashboard's ID from a name, and the emulator's organization has no infrastructure.
	.filter(([name]) => name !== 'dashboard update' && !name.startsWith('byocInfrastructure'))
	.filter(([, { parameters }]) => hasLocator(parameters(SEEDED_IDS)));

describe("a record's ID (an agent's tool)", () => {
	const emulator = withEmulator({ dashboardApi: 'clickstack', dialect: 'clickhouseCloud' });

	async function answer(type: string, parameters: INodeParameters, call: Record<string, string>) {
		const tool: NodeUnderTest = { type, parameters, onError: 'continueRegularOutput' };
		const { items } = await emulator.run(agentWorkflow(tool, [call]));
		return JSON.stringify(items('Items')[0]?.json);
	}

	/** `pipe` is the model's value. */
	async function stop(pipe: string, pipeId: INodeParameters[string] = stars('pipe'), more = {}) {
		const { serviceId } = emulator.ids;
		const parameters = { resource: 'pipe', operation: 'stop', serviceId, pipeId, ...more };
		return await answer(MANAGEMENT, parameters, { pipe });
	}

	/** A model can't operate the panel. */
	const CONTROLS = /By ID|By Name|from the list|in the options/;

	it.each([
		['Order', /No pipe has the name .*Did you mean .*Orders.*Pipe → Get Many lists the names/],
		['x', /No pipe has the name .*There are: .*Pipe → Get Many lists the names/],
		['https://example.com/pipes', /No pipe has the name .*Pipe → Get Many lists the names/],
	])('lists names if no pipe is called %s', async (name, text) => {
		const error = await stop(name);
		expect(error).toMatch(text);
		expect(error).not.toMatch(CONTROLS);
	});

	it('asks for an ID if several pipes have the name', async () => {
		const { kafkaPipeId, stoppedPipeId, serviceId } = emulator.ids;
		for (const pipeId of [kafkaPipeId, stoppedPipeId]) {
			const updated = { resource: 'pipe', operation: 'update', serviceId, pipeId };
			const parameters = { ...updated, sourceKind: 'kafka', updateFields: { name: 'Twice' } };
			await emulator.runNode({ type: MANAGEMENT, parameters });
		}
		const error = await stop('Twice');
		expect(error).toMatch(/2 pipes have the name .*Enter the ID of the right pipe in Pipe: /);
		expect(error).toContain(kafkaPipeId);
		expect(error).not.toMatch(CONTROLS);
	});

	it('replaces the name in a dry run', async () => {
		const plan = await stop('Orders', undefined, { options: { dryRun: true } });
		expect(plan).toContain(`/clickpipes/${emulator.ids.kafkaPipeId}/state`);
	});

	it('works in By Name, in place of a name', async () => {
		const byName = { __rl: true, mode: 'name', value: fromAi('pipe') };
		expect(await stop(emulator.ids.kafkaPipeId, byName)).toMatch(/^{"summary":"Stop requested/);
	});

	it("can't be a name that a person entered", async () => {
		const error = await stop('', { __rl: true, mode: 'id', value: 'Orders' });
		expect(error).toMatch(/Pipe isn't a UUID\..* Pipe → Get Many lists names and IDs\./);
		expect(error).not.toMatch(CONTROLS);
		expect(emulator.requests).toEqual([]);
	});

	const UPDATE = { resource: 'dashboard', operation: 'update', dashboardInput: 'fields', tags: '' };

	it('finds a managed ClickStack dashboard by its name', async () => {
		const { serviceId } = emulator.ids;
		const managed = { ...UPDATE, authentication: 'cloudApiKey', serviceId, name: 'Shop' };
		const updated = await answer(
			DASHBOARD,
			{ ...managed, dashboardId: stars('dashboard') },
			{ dashboard: 'Errors' },
		);
		expect(updated).toContain(`"id":"${CLICKSTACK_IDS.dashboardId}"`);
	});

	it("names the tool that lists a multi-select's IDs", async () => {
		const key = { resource: 'apiKey', operation: 'create', name: 'Reporting' };
		const parameters = { ...key, assignedRoleIds: fromAi('role') };
		const error = await answer(MANAGEMENT, parameters, { role: 'Reader' });
		expect(error).toMatch(/isn't a UUID.* Role → Get Many lists names and IDs\./);
		expect(error).not.toMatch(CONTROLS);
	});
});

describe("a record's ID (an agent's tool, the neutral contract)", () => {
	const emulator = withEmulator();

	it('reaches the API unchanged if the API gives IDs no format', async () => {
		const parameters = { resource: 'member', operation: 'get', userId: stars('user') };
		const { userId } = emulator.ids;
		await emulator.run(agentWorkflow({ type: MANAGEMENT, parameters }, [{ user: userId }]));
		expect(emulator.requests.map(({ path }) => path.split('/').at(-1))).toEqual([userId]);
	});
});

describe("every operation (an agent's tool, a name in By ID)", () => {
	const emulator = withEmulator();

	async function namesOf(resource: string): Promise<Map<string, string>> {
		const nameKeys = [NAME_KEYS.get(resource) ?? 'name', 'name', 'email'];
		const alert = [CLICKSTACK_IDS.alertId, 'Errors over time in Errors'] as const;
		const names = [...namesIn(emulator.state, nameKeys), alert];
		const list = OPERATION_SAMPLES[`${resource} getAll`];
		if (list === undefined) return new Map(names);
		const node = sampleNode(list, emulator.ids, { output: 'raw', filters: {} });
		const { items } = await emulator.run(workflowOf(node));
		emulator.clearLog();
		return new Map([...names, ...namesIn(items(NODE), nameKeys)]);
	}

	it.each(SAMPLES)('finds the records of %s', async (name, sample) => {
		const dialect = sample.type === MANAGEMENT ? { dialect: 'clickhouseCloud' as const } : {};
		await emulator.start({ ...sample.emulator, ...dialect });
		const { ids, requests } = emulator;
		const names = await namesOf(name.split(' ', 1).join());
		// A query endpoint runs without its service, but its name isn't found without it.
		const service = name === 'queryEndpoint run' ? { serviceId: ids.serviceId } : {};
		const node = sampleNode(sample, ids, service);
		const { parameters, call } = filledByModel(node.parameters, (id) => names.get(id) ?? id);
		expect(Object.values(call).filter((text) => /^[\da-f-]{24,}$/.test(text))).toEqual([]);
		const file = agentWorkflow({ ...node, parameters }, [call]);
		const { error, items } = await emulator.run(file, { source: SAMPLE_SOURCE });
		expect(error?.message).toBeUndefined();
		expect(items('Items').flatMap(({ json }) => json['error'] ?? [])).toEqual([]);
		const paths = [sample.path(ids), sample.path(ids).replace('/pipes', '/clickpipes')];
		const sent = requests.filter(
			({ method, path }) => method === sample.method && paths.includes(path),
		);
		expect(sent.map(({ status }) => status)).toEqual([sample.status]);
		// ClickHouse Cloud spells some keys differently.
		if (sample.emulator && sample.body) expect(sent[0]?.body).toEqual(sample.body(ids));
	});
});
