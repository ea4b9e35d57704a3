import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { isJsonObject } from '../../nodes/engine/json';
import { withEmulator } from '../withEmulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const emulator = withEmulator();

async function run(node: NodeUnderTest, items: IDataObject[]) {
	return await runWorkflow(workflowOf(node, items), { credentials: credentialsOf(emulator) });
}

const dashboard = (fields: INodeParameters): NodeUnderTest => ({
	type: DASHBOARD,
	parameters: { resource: 'dashboard', operation: 'update', dashboardInput: 'json', ...fields },
});

/** A pipe from Kinesis that starts at an item's time. */
function kinesisPipe(serviceId: string): NodeUnderTest {
	return {
		type: MANAGEMENT,
		parameters: {
			resource: 'pipe',
			operation: 'create',
			serviceId,
			name: 'Orders',
			sourceKind: 'kinesis',
			kinesisStreamName: 's',
			kinesisRegion: 'r',
			kinesisIamRole: 'arn:aws:iam::123456789012:role/pipes',
			kinesisIteratorType: 'AT_TIMESTAMP',
			kinesisTimestamp: '={{ $json.value }}',
			destinationDatabase: 'd',
			destinationTable: 't',
			destinationColumns: { values: [{ name: 'a', type: 'UInt8' }] },
			destinationTableDefinitionSortingKey: 'a',
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

	const pipe = kinesisPipe(serviceId);
	const time = '2026-01-05T06:30:00Z';

	it.each<{ name: string; node: NodeUnderTest; value: unknown; poison: unknown }>([
		{ name: 'deep JSON', node: update, value: good, poison: deep },
		{ name: 'a list in place of an object', node: update, value: good, poison: [1] },
		{ name: 'nothing', node: update, value: good, poison: null },
		{ name: 'an ID with its own valueOf', node: get, value: activityId, poison: { valueOf: 1 } },
		{ name: 'an ID with its own toString', node: get, value: activityId, poison: { toString: 1 } },
		{ name: 'a time that is an object', node: pipe, value: time, poison: { valueOf: 1 } },
	])('becomes an error item with $name, and the others run', async ({ node, value, poison }) => {
		const items = [{ value }, { value: poison }, { value }] as IDataObject[];
		const result = await run({ ...node, onError: 'continueErrorOutput' }, items);
		const paired = (output: number) =>
			result.items(NODE, output).map(({ pairedItem }) => pairedItem);
		expect([paired(0), paired(1)]).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }]]);
	});
});

describe('an expression that returns nothing', () => {
	const none = '={{ $json.none }}';
	const activities = { resource: 'activity', operation: 'getAll' };
	const invite = {
		resource: 'invitation',
		operation: 'create',
		email: 'ada@example.com',
		role: 'admin',
	};

	it.each<{ name: string; parameters: INodeParameters }>([
		{ name: 'field that is required', parameters: { ...invite, email: none } },
		...['organizationId', 'dryRun', 'fullResponse', 'resendUnknown'].map((option) => ({
			name: `option ${option}`,
			parameters: { ...invite, options: { [option]: none } },
		})),
		...['types', 'since', 'period'].map((filter) => ({
			name: `filter ${filter}`,
			parameters: { ...activities, filters: { [filter]: none } },
		})),
	])('sends nothing for the $name', async ({ parameters }) => {
		const { error } = await run({ type: MANAGEMENT, parameters }, [{}]);
		expect(error?.message).toContain('is empty: the expression returned nothing');
		expect(emulator.requests).toEqual([]);
	});
});

describe('identical reads', () => {
	it.each([
		{ name: 'of a success', activityId: '={{ "activity-1" }}', output: 0 },
		{ name: 'that fail', activityId: '={{ "gone" }}', output: 1 },
	])('$name are one request, each item with its own copy', async ({ activityId, output }) => {
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

	/** Counts how often the activities' properties are read once their response is parsed. */
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

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each([
		{ name: 'simplified', parameters: {} },
		{ name: 'raw', parameters: { output: 'raw' } },
		{
			name: 'in a full response',
			parameters: { output: 'raw', options: { fullResponse: true } },
		},
	])("$name don't copy the list for each item", async ({ parameters }) => {
		emulator.state.activities.generate(COUNT);
		const reads = countReads(['createdAt', 'userAgent']);
		const many = { resource: 'activity', operation: 'getAll', limit: 1, ...parameters };
		const items = Array.from({ length: 100 }, () => ({}));
		const result = await run({ type: MANAGEMENT, parameters: many }, items);
		expect(result.error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(result.items(NODE)).toHaveLength(100);
		// A handful for each activity, and each item's output.
		expect(reads.count).toBeGreaterThan(COUNT);
		expect(reads.count).toBeLessThan(10 * COUNT);
	});
});
