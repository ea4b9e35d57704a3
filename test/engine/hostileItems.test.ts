import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { isJsonObject } from '../../nodes/core/json';
import { startForEachTest } from '../emulator/eachTest';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

const ROLE = 'arn:aws:iam::123456789012:role/pipes';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

async function run(node: NodeUnderTest, items: IDataObject[]) {
	return await runWorkflow(workflowOf(node, items), { credentials: credentialsOf(emulator) });
}

function nested(depth: number): string {
	return `{"name":"Deep","tiles":[],"tags":[],"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

const dashboard = (fields: INodeParameters): NodeUnderTest => ({
	type: DASHBOARD,
	parameters: { resource: 'dashboard', operation: 'update', dashboardInput: 'json', ...fields },
});

describe('JSON that cannot be sent', () => {
	const given = (json: string) =>
		dashboard({ dashboardId: emulator.ids.dashboardId, dashboardJson: json });

	it.each([101, 2_000, 5_000, 100_000])('is invalid when nested %d deep', async (depth) => {
		const { error } = await run(given(nested(depth)), [{}]);
		expect(error?.message).toContain('is nested deeper than 100 levels');
		expect(error?.description).toContain('Nothing was sent.');
		expect(emulator.requests).toEqual([]);
	});

	it.each(['"x": 1e999', '"w": -1e999', '"config": {"y": 1e999}'])(
		'is invalid with a number that is infinite: %s',
		async (member) => {
			const { error } = await run(
				given(`{"name":"Shop","tiles":[{"name":"A",${member}}],"tags":[]}`),
				[{}],
			);
			expect(error?.message).toMatch(/number .* that JSON cannot carry/);
			expect(emulator.requests).toEqual([]);
		},
	);
});

describe('one poisoned item', () => {
	it.each<[string, string | number[] | null]>([
		['deep JSON', nested(5_000)],
		['a list in place of an object', [1]],
		['nothing', null],
	])('with %s is an error item, and the others run', async (_name, poison) => {
		const good = { name: 'Shop', tiles: [{ id: emulator.ids.tileId, name: 'A' }], tags: [] };
		const { dashboardId } = emulator.ids;
		const node = dashboard({ dashboardId, dashboardJson: '={{ $json.body }}' });
		const items = [{ body: good }, { body: poison }, { body: good }];
		const result = await run({ ...node, onError: 'continueRegularOutput' }, items);
		const outputs = result.items(NODE).map(({ json }) => 'error' in json);
		expect(outputs).toEqual([false, true, false]);
		expect(emulator.requests).toHaveLength(2);
	});

	it.each(['valueOf', 'toString', 'toJSON'])(
		'with an object that has its own %s for an ID is an error item, and the others run',
		async (member) => {
			const id = { [member]: 1 };
			const { activityId } = emulator.ids;
			const node: NodeUnderTest = {
				type: MANAGEMENT,
				parameters: { resource: 'activity', operation: 'get', activityId: '={{ $json.id }}' },
				onError: 'continueErrorOutput',
			};
			const result = await run(node, [{ id: activityId }, { id }, { id: activityId }]);
			expect(result.items(NODE, 0).map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 2 },
			]);
			expect(result.items(NODE, 1)).toHaveLength(1);
		},
	);

	it('with a time that is an object is an error item, and the others run', async () => {
		const { serviceId } = emulator.ids;
		const node: NodeUnderTest = {
			type: MANAGEMENT,
			onError: 'continueErrorOutput',
			parameters: {
				...{ resource: 'pipe', operation: 'create', serviceId, name: 'Orders' },
				...{ sourceKind: 'kinesis', kinesisStreamName: 's', kinesisRegion: 'r' },
				...{ kinesisIamRole: ROLE, kinesisIteratorType: 'AT_TIMESTAMP' },
				kinesisTimestamp: '={{ $json.at }}',
				...{ destinationDatabase: 'd', destinationTable: 't' },
				destinationColumns: { values: [{ name: 'a', type: 'UInt8' }] },
				destinationTableDefinitionSortingKey: 'a',
			},
		};
		const result = await run(node, [{ at: { valueOf: 1 } }, { at: '2026-01-05T06:30:00Z' }]);
		expect(result.items(NODE, 0)).toHaveLength(1);
		expect(result.items(NODE, 1)).toHaveLength(1);
		expect(emulator.requests).toHaveLength(1);
	});
});

describe('an expression that gives nothing', () => {
	const EMPTY = 'is empty: the expression gave nothing';
	const invite = (more: INodeParameters): NodeUnderTest => ({
		type: MANAGEMENT,
		parameters: {
			...{ resource: 'invitation', operation: 'create', email: '={{ $json.email }}' },
			...{ role: 'admin', ...more },
		},
	});

	it.each([null, undefined])('is named for a field that is required: %s', async (email) => {
		const { error } = await run(invite({}), [{ email }, { email: 'ada@example.com' }]);
		expect(error?.message).toBe(`Email ${EMPTY} in 1 of 2 items`);
		expect(error?.description).toContain(`Email ${EMPTY}. Correct the expression.`);
		expect(emulator.requests).toEqual([]);
	});

	it.each(['organizationId', 'dryRun', 'fullResponse', 'resendUnknown'])(
		'sends nothing for the option %s',
		async (name) => {
			const { error } = await run(invite({ options: { [name]: '={{ $json.none }}' } }), [
				{ email: 'ada@example.com' },
			]);
			expect(error?.message).toContain(`${EMPTY}. Correct the expression.`);
			expect(emulator.requests).toEqual([]);
		},
	);

	it.each(['types', 'since', 'period'])('reads nothing for the filter %s', async (name) => {
		const parameters = { resource: 'activity', operation: 'getAll' };
		const filters = { [name]: '={{ $json.none }}' };
		const { error } = await run({ type: MANAGEMENT, parameters: { ...parameters, filters } }, [{}]);
		expect(error?.message).toContain(`${EMPTY}. Correct the expression.`);
		expect(emulator.requests).toEqual([]);
	});

	it('is named for a field in a row, and reported in a hint where the field may be empty', async () => {
		const none = '={{ $json.none }}';
		const { serviceId } = emulator.ids;
		const columns = (second: INodeParameters): NodeUnderTest => ({
			type: MANAGEMENT,
			parameters: {
				...{ resource: 'pipe', operation: 'create', serviceId, name: 'Orders' },
				...{ sourceKind: 'kinesis', kinesisStreamName: 's', kinesisRegion: 'r' },
				...{ kinesisIamRole: ROLE, destinationDatabase: 'd', destinationTable: 't' },
				destinationColumns: { values: [{ name: 'a', type: 'UInt8' }, second] },
				destinationTableDefinitionSortingKey: 'a',
			},
		});
		const texts = [];
		for (const second of [
			{ name: 'b', type: none },
			{ name: 'b', type: 'Int8', sourceField: none },
		]) {
			const {
				error,
				run: { data },
			} = await run(columns(second), [{}]);
			const hints = data.resultData.runData[NODE]?.[0]?.hints ?? [];
			texts.push([error?.message, ...hints.map(({ message }) => message)]);
		}
		expect(texts).toEqual([
			[`Column 2, Type ${EMPTY}. Correct the expression.`],
			[undefined, expect.stringContaining(`Column 2, Source Field ${EMPTY}. Correct`)],
		]);
	});
});

describe('ten thousand invalid items', () => {
	const getService: NodeUnderTest = {
		type: MANAGEMENT,
		parameters: { resource: 'service', operation: 'get', serviceId: '={{ $json.id }}' },
	};

	it('that share an issue make one line', async () => {
		const { error } = await run(
			getService,
			Array.from({ length: 10_000 }, () => ({ id: '' })),
		);
		expect(error?.message).toBe('Service ID is empty in 10,000 of 10,000 items');
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			expect.stringMatching(/^• Service ID is empty.* \(items 1–10,000\)$/),
		]);
	});

	it('with an issue each make ten lines, and say how many more', async () => {
		const long = 'x'.repeat(1000);
		const { error } = await run(
			{
				type: MANAGEMENT,
				parameters: {
					...{ resource: 'invitation', operation: 'create', email: 'ada@example.com' },
					role: '={{ $json.role }}',
				},
			},
			Array.from({ length: 10_000 }, (_, index) => ({ role: `${String(index)}${long}` })),
		);
		const lines = error?.description?.split('\n') ?? [];
		expect(error?.message).toMatch(/, and 9,999 more issues$/);
		expect(lines).toHaveLength(12);
		expect(lines.at(-1)).toBe('• 9,990 more issues are not shown.');
		expect(lines.slice(1).every((line) => line.startsWith('• '))).toBe(true);
		expect(String(error?.description).length).toBeLessThan(20_000);
		expect(emulator.requests).toEqual([]);
	});
});

describe('identical reads', () => {
	it('are one request, and each item has its own copy', async () => {
		const { serviceId } = emulator.ids;
		const node: NodeUnderTest = {
			type: MANAGEMENT,
			parameters: { resource: 'service', operation: 'get', serviceId },
		};
		const result = await run(
			node,
			Array.from({ length: 50 }, () => ({})),
		);
		const items = result.items(NODE);
		expect(emulator.requests).toHaveLength(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(items).toHaveLength(50);
		expect(new Set(items.map(({ json }) => json)).size).toBe(50);
		expect(new Set(items.map(({ json }) => JSON.stringify(json))).size).toBe(1);
	});

	it('that fail are one request, and each item has the error', async () => {
		const node: NodeUnderTest = {
			type: MANAGEMENT,
			onError: 'continueErrorOutput',
			parameters: { resource: 'activity', operation: 'get', activityId: 'gone' },
		};
		const result = await run(node, [{}, {}, {}]);
		expect(emulator.requests).toHaveLength(1);
		expect(result.items(NODE, 1).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
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

describe('Dry Run by expression', () => {
	it('applies to each item by itself', async () => {
		const node: NodeUnderTest = {
			type: MANAGEMENT,
			parameters: {
				...{ resource: 'invitation', operation: 'create', role: 'admin' },
				email: '={{ $json.email }}',
				options: { dryRun: '={{ $json.dry }}' },
			},
		};
		const result = await run(node, [
			{ email: 'a@example.com', dry: false },
			{ email: 'b@example.com', dry: true },
			{ email: 'c@example.com', dry: false },
		]);
		expect(emulator.requests.map(({ body }) => body)).toMatchObject([
			{ email: 'a@example.com' },
			{ email: 'c@example.com' },
		]);
		expect(result.items(NODE).map(({ json }) => json['dryRun'] === true)).toEqual([
			false,
			true,
			false,
		]);
	});
});
