import type { IDataObject } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { runWorkflow } from './harness/runWorkflow';
import type { NodeUnderTest } from './harness/workflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

async function run(node: NodeUnderTest, source: IDataObject = {}) {
	return await runWorkflow(workflowOf(node), { credentials: credentialsOf(emulator, { source }) });
}

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
			...{
				authentication: 'IAM_ROLE',
				iamRole: 'arn:aws:iam::1:role/pipes',
				iteratorType: 'LATEST',
			},
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

describe('a pipe by JSON', () => {
	it('maps all columns where no mappings are given', async () => {
		const { error } = await run(pipe(JSON.stringify(STREAM)));
		expect(error?.message).toBeUndefined();
		expect(emulator.requests[0]?.body).toHaveProperty('fieldMappings', [
			{ sourceField: 'id', destinationField: 'id' },
			{ sourceField: 'at', destinationField: 'at' },
		]);
	});

	it('sends null where a member may be left out', async () => {
		const nulls = { scaling: null, settings: null, fieldMappings: null };
		const { error } = await run(pipe(JSON.stringify({ ...STREAM, ...nulls })));
		expect(error?.message).toBeUndefined();
		expect(emulator.requests[0]?.body).toMatchObject(nulls);
	});

	it('reports two columns of one name as an issue', async () => {
		const columns = ['id', 'id'].map((name) => ({ name, type: 'String' }));
		const body = { ...STREAM, destination: { ...STREAM.destination, columns } };
		const { error } = await run(pipe(JSON.stringify(body)));
		expect(error?.message).toContain('"destination.columns.1.name" is "id", which an earlier');
		expect(emulator.requests).toEqual([]);
	});

	it('reports a sorting key that is no column in a hint', async () => {
		const tableDefinition = { sortingKey: ['when'] };
		const body = { ...STREAM, destination: { ...STREAM.destination, tableDefinition } };
		const result = await run(pipe(JSON.stringify(body)));
		const hints = result.run.data.resultData.runData[NODE]?.[0]?.hints ?? [];
		expect(hints.map(({ message }) => message)).toEqual([
			`"destination.tableDefinition.sortingKey" refers to unknown column 'when'; left unchanged.`,
		]);
	});

	it.each([
		[undefined, ['"source.postgres.tableMappings" has no table; left unchanged.']],
		[[{}], ['"source.postgres.tableMappings.0.sourceTable" is empty; left unchanged.']],
		[[{ sourceTable: 'orders' }], []],
	])('of Postgres with the table mappings %j is sent, with hints', async (tableMappings, shown) => {
		const credentials = { username: 'u', password: 'p' };
		const postgres = { ...POSTGRES.source.postgres, credentials, tableMappings };
		const result = await run(pipe(JSON.stringify({ ...POSTGRES, source: { postgres } })));
		const hints = result.run.data.resultData.runData[NODE]?.[0]?.hints ?? [];
		expect(hints.map(({ message }) => message)).toEqual(shown);
		expect(emulator.requests).toHaveLength(1);
	});

	it('requires a login for Postgres only where its authentication uses one', async () => {
		const withMethod = (authentication: string) => ({
			...POSTGRES,
			source: { postgres: { ...POSTGRES.source.postgres, authentication } },
		});
		const basic = await run(pipe(JSON.stringify(withMethod('basic'))));
		expect(basic.error?.message).toContain('is missing');
		expect(emulator.requests).toEqual([]);
		const other = await run(pipe(JSON.stringify(withMethod('iam_role'))));
		expect(other.error?.message).toBeUndefined();
		expect(JSON.stringify(emulator.requests[0]?.body)).not.toContain('credentials');
	});

	it.each([false, true])(
		'uses the login of a registry alone with PLAIN brokers (registry given: %s)',
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
			const { error } = await run(node, source);
			if (!withRegistry) {
				expect(error?.message).toContain('contains the login of a schema registry; ');
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
