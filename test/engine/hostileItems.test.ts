import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { isJsonObject } from '../../nodes/core/json';
import { startForEachTest } from '../emulator/eachTest';
import { SEEDED_IDS } from '../emulator/state/ids';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import {
	credentialsOf,
	DASHBOARD,
	hintsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

async function run(node: NodeUnderTest, items: IDataObject[]) {
	return await runWorkflow(workflowOf(node, items), { credentials: credentialsOf(emulator) });
}

const dashboard = (fields: INodeParameters): NodeUnderTest => ({
	type: DASHBOARD,
	parameters: { resource: 'dashboard', operation: 'update', dashboardInput: 'json', ...fields },
});

/** A pipe from Kinesis that begins at the time that an item has. */
function kinesisPipe(serviceId: string, more: INodeParameters = {}): NodeUnderTest {
	return {
		type: MANAGEMENT,
		parameters: {
			...{ resource: 'pipe', operation: 'create', serviceId, name: 'Orders' },
			...{ sourceKind: 'kinesis', kinesisStreamName: 's', kinesisRegion: 'r' },
			kinesisIamRole: 'arn:aws:iam::123456789012:role/pipes',
			...{ kinesisIteratorType: 'AT_TIMESTAMP', kinesisTimestamp: '={{ $json.value }}' },
			...{ destinationDatabase: 'd', destinationTable: 't' },
			destinationColumns: { values: [{ name: 'a', type: 'UInt8' }] },
			...{ destinationTableDefinitionSortingKey: 'a', ...more },
		},
	};
}

describe('one poisoned item', () => {
	const { serviceId, dashboardId, tileId, activityId } = SEEDED_IDS;
	const good = { name: 'Shop', tiles: [{ id: tileId, name: 'A' }], tags: [] };
	const deep = `{"name":"Deep","deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
	const update = dashboard({ dashboardId, dashboardJson: '={{ $json.value }}' });
	const get: NodeUnderTest = {
		type: MANAGEMENT,
		parameters: { resource: 'activity', operation: 'get', activityId: '={{ $json.value }}' },
	};

	it.each<[string, NodeUnderTest, unknown, unknown]>([
		['deep JSON', update, good, deep],
		['a list in place of an object', update, good, [1]],
		['nothing', update, good, null],
		['an ID with a valueOf of its own', get, activityId, { valueOf: 1 }],
		['an ID with a toString of its own', get, activityId, { toString: 1 }],
		['an ID with a toJSON of its own', get, activityId, { toJSON: 1 }],
		['a time that is an object', kinesisPipe(serviceId), '2026-01-05T06:30:00Z', { valueOf: 1 }],
	])('with %s is an error item, and the others run', async (_case, node, value, poison) => {
		const items = [{ value }, { value: poison }, { value }] as IDataObject[];
		const result = await run({ ...node, onError: 'continueErrorOutput' }, items);
		const paired = (output: number) =>
			result.items(NODE, output).map(({ pairedItem }) => pairedItem);
		expect([paired(0), paired(1)]).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }]]);
	});
});

describe('an expression that gives nothing', () => {
	const none = '={{ $json.none }}';
	const EMPTY = 'is empty: the expression returned nothing';
	const activities = (filters: INodeParameters) => ({
		...{ resource: 'activity', operation: 'getAll', filters },
	});
	const invite = (more: INodeParameters) => ({
		...{ resource: 'invitation', operation: 'create', email: 'ada@example.com', role: 'admin' },
		...more,
	});

	it.each<[string, INodeParameters]>([
		['field that is required', invite({ email: none })],
		...['organizationId', 'dryRun', 'fullResponse', 'resendUnknown'].map(
			(name): [string, INodeParameters] => [
				`option ${name}`,
				invite({ options: { [name]: none } }),
			],
		),
		...['types', 'since', 'period'].map((name): [string, INodeParameters] => [
			...([`filter ${name}`, activities({ [name]: none })] as const),
		]),
	])('sends nothing for the %s', async (_case, parameters) => {
		const { error } = await run({ type: MANAGEMENT, parameters }, [{}]);
		expect(error?.message).toContain(EMPTY);
		expect(emulator.requests).toEqual([]);
	});

	it.each([
		[{ type: none }, { error: `Column 2, Type ${EMPTY}.`, hints: [] }],
		[
			{ type: 'Int8', sourceField: none },
			{ error: undefined, hints: [expect.stringContaining(`Column 2, Source Field ${EMPTY}.`)] },
		],
	])('is named in a row, and reported in a hint where it may be empty: %j', async (...given) => {
		const [column, expected] = given;
		const values = [
			{ name: 'a', type: 'UInt8' },
			{ name: 'b', ...column },
		];
		const changes = { kinesisIteratorType: 'LATEST', destinationColumns: { values } };
		const result = await run(kinesisPipe(emulator.ids.serviceId, changes), [{}]);
		const [error] = (result.error?.message ?? '').split(' Correct');
		expect({ error: error === '' ? undefined : error, hints: hintsOf(result) }).toEqual(expected);
	});
});

describe('identical reads', () => {
	it.each([
		['of a success', '={{ "activity-1" }}', 0],
		['that fail', '={{ "gone" }}', 1],
	])('%s are one request, and each item has its own copy', async (_case, activityId, output) => {
		const parameters = { resource: 'activity', operation: 'get', activityId };
		const node: NodeUnderTest = { type: MANAGEMENT, parameters, onError: 'continueErrorOutput' };
		const result = await run(
			node,
			Array.from({ length: 50 }, () => ({})),
		);
		const items = result.items(NODE, output);
		expect(emulator.requests).toHaveLength(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 50 }, (_, item) => ({ item })),
		);
		expect(new Set(items.map(({ json }) => json)).size).toBe(50);
		expect(new Set(items.map(({ json }) => JSON.stringify(json))).size).toBe(1);
	});
});

describe('identical reads of a large list', () => {
	const COUNT = 2000;

	/** Counts how often members of the activities are read once their response is parsed. */
	function countReads(members: string[]): { count: number } {
		const reads = { count: 0 };
		const parse = JSON.parse;
		jest.spyOn(JSON, 'parse').mockImplementation((...given) => {
			const parsed: unknown = parse(...given);
			const list = isJsonObject(parsed) ? parsed['result'] : undefined;
			if (!Array.isArray(list) || list.length < COUNT) return parsed;
			for (const activity of list.filter(isJsonObject)) {
				for (const name of members) {
					const value = activity[name];
					const get = () => {
						reads.count += 1;
						return value;
					};
					Object.defineProperty(activity, name, { get, enumerable: true });
				}
			}
			return parsed;
		});
		return reads;
	}

	function reading(parameters: NodeUnderTest['parameters']): NodeUnderTest {
		emulator.state.activities.generate(COUNT);
		const many = { resource: 'activity', operation: 'getAll', limit: 1, ...parameters };
		return { type: MANAGEMENT, parameters: many };
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each([
		['simplified', {}],
		['raw', { output: 'raw' }],
		['in a full response', { output: 'raw', options: { fullResponse: true } }],
	])('cost %s no copy of the list for each item', async (_case, parameters) => {
		const reads = countReads(['createdAt', 'userAgent']);
		const result = await run(
			reading(parameters),
			Array.from({ length: 100 }, () => ({})),
		);
		expect(result.error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(result.items(NODE)).toHaveLength(100);
		// A handful for each activity, and for each item what it outputs.
		expect(reads.count).toBeGreaterThan(COUNT);
		expect(reads.count).toBeLessThan(10 * COUNT);
	});

	it('give each item objects of its own', async () => {
		const body = { output: 'raw', limit: 2, sort: '={{ $json.sort }}' };
		const sorts = ['newestFirst', 'newestFirst', 'oldestFirst'];
		const result = await run(
			reading(body),
			sorts.map((sort) => ({ sort })),
		);
		const items = result.items(NODE);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 2, 2].map((item) => ({ item })),
		);
		expect(new Set(items.map(({ json }) => json)).size).toBe(6);
		expect(items[2]?.json).toEqual(items[0]?.json);
		expect(items[4]?.json).not.toEqual(items[0]?.json);
	});
});
