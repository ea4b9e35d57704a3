import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator();
});

beforeEach(() => {
	emulator.clearLog();
});

afterAll(async () => {
	await emulator.close();
});

async function run(node: NodeUnderTest, items: IDataObject[], source: IDataObject = {}) {
	return await runWorkflow(workflowOf(node, items), {
		credentials: credentialsOf(emulator, { source }),
	});
}

function nested(depth: number): string {
	return `{"name":"Deep","tiles":[],"tags":[],"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

const dashboard = (fields: INodeParameters): NodeUnderTest => ({
	type: DASHBOARD,
	parameters: { resource: 'dashboard', operation: 'update', dashboardInput: 'json', ...fields },
});

function pipe(pipeJson: string): NodeUnderTest {
	const { serviceId } = emulator.ids;
	return {
		type: MANAGEMENT,
		parameters: { resource: 'pipe', operation: 'create', serviceId, pipeInput: 'json', pipeJson },
	};
}

const POSTGRES = {
	name: 'Shop',
	source: { postgres: { host: 'db.example.com', port: 5432, database: 'shop' } },
	destination: { database: 'default' },
};

const STREAM = {
	name: 'Orders',
	source: {
		kinesis: {
			...{ format: 'JSONEachRow', streamName: 'orders', region: 'eu-west-1' },
			...{ authentication: 'IAM_ROLE', iamRole: 'arn', iteratorType: 'LATEST' },
		},
	},
	destination: {
		...{ database: 'default', table: 'orders', managedTable: true },
		columns: [
			{ name: 'id', type: 'String' },
			{ name: 'at', type: 'DateTime' },
		],
	},
};

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
				...{ kinesisIamRole: 'arn', kinesisIteratorType: 'AT_TIMESTAMP' },
				kinesisTimestamp: '={{ $json.at }}',
				...{ destinationDatabase: 'd', destinationTable: 't' },
				destinationColumns: { values: [{ name: 'a', type: 'UInt8' }] },
			},
		};
		const result = await run(node, [{ at: { valueOf: 1 } }, { at: '2026-01-05T06:30:00Z' }]);
		expect(result.items(NODE, 0)).toHaveLength(1);
		expect(result.items(NODE, 1)).toHaveLength(1);
		expect(emulator.requests).toHaveLength(1);
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
			expect.stringMatching(/^• Items 0–9999: Service ID is empty/),
		]);
	});

	it('with an issue each make twenty lines, and say how many more', async () => {
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
		expect(lines).toHaveLength(22);
		expect(lines.at(-1)).toBe('• 9,980 more issues are not shown.');
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

describe('Dry Run by expression', () => {
	it('holds for each item by itself', async () => {
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

describe('a pipe by JSON', () => {
	it('maps all columns where no mappings are given', async () => {
		const { error } = await run(pipe(JSON.stringify(STREAM)), [{}]);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests[0]?.body).toHaveProperty('fieldMappings', [
			{ sourceField: 'id', destinationField: 'id' },
			{ sourceField: 'at', destinationField: 'at' },
		]);
	});

	it('sends null where a member may be left out', async () => {
		const nulls = { scaling: null, settings: null, fieldMappings: null };
		const { error } = await run(pipe(JSON.stringify({ ...STREAM, ...nulls })), [{}]);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests[0]?.body).toMatchObject(nulls);
	});

	it('gives two columns of one name as an issue', async () => {
		const columns = ['id', 'id'].map((name) => ({ name, type: 'String' }));
		const body = { ...STREAM, destination: { ...STREAM.destination, columns } };
		const { error } = await run(pipe(JSON.stringify(body)), [{}]);
		expect(error?.message).toContain('"destination.columns.1.name" is "id", which an earlier');
		expect(emulator.requests).toEqual([]);
	});

	it('tells a sorting key that is no column in a hint', async () => {
		const tableDefinition = { sortingKey: ['when'] };
		const body = { ...STREAM, destination: { ...STREAM.destination, tableDefinition } };
		const result = await run(pipe(JSON.stringify(body)), [{}]);
		const hints = result.run.data.resultData.runData[NODE]?.[0]?.hints ?? [];
		expect(hints.map(({ message }) => message)).toEqual([
			`"destination.tableDefinition.sortingKey" names 'when', which is none of the columns; sent as it is.`,
		]);
	});

	it('demands a login of Postgres only where its authentication uses one', async () => {
		const withMethod = (authentication: string) => ({
			...POSTGRES,
			source: { postgres: { ...POSTGRES.source.postgres, authentication } },
		});
		const basic = await run(pipe(JSON.stringify(withMethod('basic'))), [{}]);
		expect(basic.error?.message).toContain('is missing');
		expect(emulator.requests).toEqual([]);
		const other = await run(pipe(JSON.stringify(withMethod('iam_role'))), [{}]);
		expect(other.error?.message).toBeUndefined();
		expect(JSON.stringify(emulator.requests[0]?.body)).not.toContain('credentials');
	});

	it.each([false, true])(
		'uses the login of a registry alone beside PLAIN brokers (registry given: %s)',
		async (withRegistry) => {
			const schemaRegistry = { url: 'https://registry.example.com', authentication: 'PLAIN' };
			const kafka = {
				...{ type: 'kafka', format: withRegistry ? 'AvroConfluent' : 'JSONEachRow' },
				...{ brokers: 'b:9092', topics: 't', authentication: 'PLAIN' },
				...(withRegistry ? { schemaRegistry } : {}),
			};
			const node = { ...pipe(JSON.stringify({ ...STREAM, source: { kafka } })), withSource: true };
			const source = {
				...{ method: 'schemaRegistryOnly', username: 'old', password: 'old' },
				...{ schemaRegistryUsername: 'ru', schemaRegistryPassword: 'rp' },
			};
			const { error } = await run(node, [{}], source);
			if (!withRegistry) {
				expect(error?.message).toContain('holds the login of a schema registry; ');
				expect(emulator.requests).toEqual([]);
				return;
			}
			expect(error?.message).toBeUndefined();
			const login = { username: 'ru', password: 'rp' };
			expect(emulator.requests[0]?.body).toHaveProperty('source.kafka', {
				...kafka,
				schemaRegistry: { ...schemaRegistry, credentials: login },
			});
		},
	);
});
