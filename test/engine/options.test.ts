import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

async function itemsOf(parameters: INodeParameters, source?: Record<string, string>) {
	const workflow = workflowOf({
		type: MANAGEMENT,
		parameters,
		withSource: source !== undefined,
	});
	const credentials = credentialsOf(emulator, source === undefined ? {} : { source });
	const result = await runWorkflow(workflow, { credentials });
	expect(result.error?.message).toBeUndefined();
	return result.items(NODE).map(({ json }) => json);
}

describe('dry run', () => {
	it('outputs the request with its secrets redacted, and sends nothing', async () => {
		const [json] = await itemsOf(
			{
				resource: 'pipe',
				operation: 'create',
				serviceId: emulator.ids.serviceId,
				name: 'Orders',
				sourceKind: 'postgres',
				postgresHost: 'db.example.com',
				postgresDatabase: 'shop',
				postgresTableMappings: { values: [{ sourceTable: 'orders', targetTable: 'orders' }] },
				destinationDatabase: 'default',
				options: { dryRun: true },
			},
			{ method: 'usernamePassword', username: 'canary-user', password: 'canary-password' },
		);
		expect(emulator.requests).toHaveLength(0);
		expect(json).toMatchObject({ dryRun: true, method: 'POST', body: { name: 'Orders' } });
		expect(json).toHaveProperty('body.source.postgres.credentials', {
			username: 'canary-user',
			password: '***',
		});
		expect(JSON.stringify(json)).not.toContain('canary-password');
	});
});

describe('the option Dry Run', () => {
	const invitation = {
		...{ resource: 'invitation', operation: 'create', role: 'admin' },
		email: 'ada@example.com',
	};

	/** The parameters as n8n stores them: without what equals its default, but for the members of a collection. */
	function stored(options: INodeParameters): INodeParameters {
		const { description } = new CloudManagement();
		const parameters = { ...invitation, options };
		const { properties } = description;
		return (
			NodeHelpers.getNodeParameters(properties, parameters, false, false, null, description) ?? {}
		);
	}

	/** What the panel puts into the collection when the option is added. */
	function added(): INodeParameters {
		const { properties } = new CloudManagement().description;
		const options = properties.flatMap(({ name, options = [] }) =>
			name === 'options' ? options : [],
		);
		const dryRun = options.find(({ name }) => name === 'dryRun');
		if (dryRun === undefined || !('default' in dryRun)) throw new Error('There is no Dry Run');
		return { dryRun: dryRun.default === true };
	}

	async function sentWith(options: INodeParameters, item: IDataObject = {}) {
		emulator.clearLog();
		const node = { type: MANAGEMENT, parameters: stored(options) };
		const result = await runWorkflow(workflowOf(node, [item]), {
			credentials: credentialsOf(emulator),
		});
		return { requests: emulator.requests.length, json: result.items(NODE)[0]?.json, result };
	}

	it.each([
		['where it was added and left as it is', added, { dryRun: true }, 0],
		['where it was turned off', () => ({ dryRun: false }), { dryRun: false }, 1],
		['where it is not', () => ({}), {}, 1],
		['where another one is', () => ({ fullResponse: true }), { fullResponse: true }, 1],
	])('is stored, and counts, %s', async (_case, options, kept, count) => {
		expect(stored(options())['options'] ?? {}).toEqual(kept);
		expect((await sentWith(options())).requests).toBe(count);
	});

	// What counts as "false" is told by test/unit/core/parameters/options.test.ts.
	it.each<[string, IDataObject, number]>([
		['={{ $json.dry }}', { dry: '' }, 0],
		['={{ $json.dry }}', { dry: [] }, 0],
		['={{ $json.dry }}', { dry: ' True' }, 0],
		['=', {}, 0],
		['={{ $json.dry }}', { dry: false }, 1],
		['={{ $json.dry }}', { dry: 'False ' }, 1],
	])('by the expression %j, for %j, sends %i', async (dryRun, item, count) => {
		const { requests, json } = await sentWith({ dryRun }, item);
		expect([requests, json?.['dryRun'] === true]).toEqual([count, count === 0]);
	});

	it.each([['={{ $json.dry.on }}'], ['={{ nothing() }}'], ['={{ }}']])(
		'sends nothing where its expression %j gives nothing, or cannot be read',
		async (dryRun) => {
			const { requests, result } = await sentWith({ dryRun });
			expect([requests, result.error === undefined]).toEqual([0, false]);
		},
	);
});

describe('full response', () => {
	it('outputs the envelope, its list cut to the limit, and that of a delete', async () => {
		const options = { fullResponse: true };
		const list = { resource: 'activity', operation: 'getAll', limit: 1, options };
		const envelope = { status: 200, requestId: expect.any(String) as unknown };
		const [listed] = await itemsOf(list);
		expect(listed).toMatchObject({ ...envelope, result: [{}] });
		const { serviceId, kinesisPipeId: pipeId } = emulator.ids;
		const remove = { resource: 'pipe', operation: 'delete', serviceId, pipeId, options };
		expect((await itemsOf(remove))[0]).toMatchObject(envelope);
	});
});

describe('output', () => {
	const service = { resource: 'service', operation: 'get' };

	it('is simplified by default, and raw or what was selected where that was chosen', async () => {
		const { serviceId } = emulator.ids;
		const [simple] = await itemsOf({ ...service, serviceId });
		const [raw] = await itemsOf({ ...service, serviceId, output: 'raw' });
		const [selected] = await itemsOf({
			...service,
			serviceId,
			output: 'selectedFields',
			outputFields: ['name', 'state'],
		});
		expect(simple).toHaveProperty('idleScaling');
		expect(simple).not.toHaveProperty('ipAccessList');
		expect(raw).toHaveProperty('ipAccessList');
		expect(Object.keys(selected ?? {})).toEqual(['name', 'state']);
	});

	it('of a full response is raw', async () => {
		const { serviceId } = emulator.ids;
		const [json] = await itemsOf({ ...service, serviceId, options: { fullResponse: true } });
		expect(json).toHaveProperty('result.ipAccessList');
	});
});

describe('spelling of a deployment', () => {
	it.each([
		['as fields say', {}],
		[
			'of ClickHouse Cloud',
			{ apiDialect: 'clickhouseCloud', pipesSegment: 'pipes', engineSettingPrefix: 'engine_' },
		],
	])('%s, is put in on the way out and taken back on the way in', async (_whose, management) => {
		const own = await startEmulator({
			pipesSegment: 'clickpipes',
			engineSettingPrefix: 'clickhouse_',
		});
		const workflow = workflowOf({
			type: MANAGEMENT,
			parameters: {
				resource: 'pipe',
				operation: 'create',
				serviceId: own.ids.serviceId,
				name: 'Orders',
				sourceKind: 'kinesis',
				kinesisStreamName: 's',
				kinesisRegion: 'r',
				kinesisIamRole: 'arn:aws:iam::123456789012:role/pipes',
				destinationDatabase: 'd',
				destinationTable: 't',
				destinationColumns: { values: [{ name: 'a', type: 'UInt8' }] },
				destinationTableDefinitionSortingKey: 'a',
				additionalOptions: { settingsEngineMaxInsertThreads: 2 },
				output: 'raw',
			},
		});
		const result = await runWorkflow(workflow, { credentials: credentialsOf(own, { management }) });
		expect(result.error?.message).toBeUndefined();
		expect(own.requests[0]?.path).toMatch(/\/clickpipes$/);
		expect(own.requests[0]?.body).toMatchObject({ settings: { clickhouse_max_insert_threads: 2 } });
		expect(result.items(NODE)[0]?.json).toMatchObject({
			settings: { engine_max_insert_threads: 2 },
		});
		const get = { resource: 'service', operation: 'get', serviceId: own.ids.serviceId };
		const read = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters: get }), {
			credentials: credentialsOf(own, { management }),
		});
		expect(read.items(NODE)[0]?.json).toHaveProperty('engineVersion');
		expect(own.violations).toEqual([]);
		await own.close();
	});
});

describe('base URL', () => {
	it.each(['', '//'])('may have a path and end in "%s"', async (end) => {
		const own = await startEmulator({ basePath: '/cloud' });
		const baseUrl = `${own.credentials.management.baseUrl.replace(/\/+$/, '')}${end}`;
		const parameters = { resource: 'activity', operation: 'getAll', returnAll: true };
		const result = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
			credentials: credentialsOf(own, { management: { baseUrl } }),
		});
		expect(result.error?.message).toBeUndefined();
		expect(own.requests[0]?.url).toMatch(/^\/cloud\/v1\/organizations\//);
		await own.close();
	});
});
