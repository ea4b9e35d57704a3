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

	it('sends nothing where it was added and left as it is', async () => {
		expect(stored(added())).toHaveProperty('options', { dryRun: true });
		const { requests, json } = await sentWith(added());
		expect(requests).toBe(0);
		expect(json).toMatchObject({ dryRun: true, method: 'POST' });
	});

	it('is off where it was turned off', async () => {
		expect(stored({ dryRun: false })).toHaveProperty('options', { dryRun: false });
		const { requests, json } = await sentWith({ dryRun: false });
		expect(requests).toBe(1);
		expect(json).toMatchObject({ email: 'ada@example.com' });
	});

	it.each([{}, { fullResponse: true }])('is off where it is not in %j', async (options) => {
		expect(stored(options)['options'] ?? {}).toEqual(options);
		expect((await sentWith(options)).requests).toBe(1);
	});

	it.each([
		['={{ $json.dry }}', { dry: '' }],
		['={{ $json.dry }}', { dry: ' ' }],
		['={{ $json.dry }}', { dry: 'no' }],
		['={{ $json.dry }}', { dry: 0 }],
		['={{ $json.dry }}', { dry: [] }],
		['={{ $json.dry }}', { dry: { on: false } }],
		['={{ $json.dry }}', { dry: true }],
		['={{ $json.dry }}', { dry: ' True' }],
		['=', {}],
	])('sends nothing where %j gives no "false" for %j', async (dryRun, item) => {
		const { requests, json } = await sentWith({ dryRun }, item);
		expect(requests).toBe(0);
		expect(json).toMatchObject({ dryRun: true, method: 'POST' });
	});

	it.each([
		['={{ $json.dry }}', {}],
		['={{ $json.dry }}', { dry: null }],
		['={{ $json.dry.on }}', {}],
		['={{ nothing() }}', {}],
	])('sends nothing and names the option where %j gives nothing for %j', async (dryRun, item) => {
		const { requests, result } = await sentWith({ dryRun }, item);
		expect(requests).toBe(0);
		expect(result.error?.message).toContain('Dry Run is empty: the expression gave nothing');
	});

	it('sends nothing where its expression cannot be read', async () => {
		const { requests, result } = await sentWith({ dryRun: '={{ }}' });
		expect(requests).toBe(0);
		expect(result.error?.message).toContain('Options could not be read');
	});

	it.each([{ dry: false }, { dry: 'false' }, { dry: 'False ' }])(
		'sends where an expression gives %j',
		async (item) => {
			const { requests, json } = await sentWith({ dryRun: '={{ $json.dry }}' }, item);
			expect(requests).toBe(1);
			expect(json).toMatchObject({ email: 'ada@example.com' });
		},
	);
});

describe('full response', () => {
	it('outputs the envelope, its list cut to the limit', async () => {
		const [json] = await itemsOf({
			resource: 'activity',
			operation: 'getAll',
			limit: 1,
			options: { fullResponse: true },
		});
		expect(json).toMatchObject({ status: 200 });
		expect(json).toHaveProperty('requestId');
		expect(json?.result).toHaveLength(1);
	});

	it('outputs the envelope of a delete', async () => {
		const [json] = await itemsOf({
			resource: 'pipe',
			operation: 'delete',
			serviceId: emulator.ids.serviceId,
			pipeId: emulator.ids.kinesisPipeId,
			options: { fullResponse: true },
		});
		expect(json).toMatchObject({ status: 200 });
		expect(json).toHaveProperty('requestId');
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
	const parameters = { resource: 'activity', operation: 'getAll', returnAll: true };

	it.each(['', '/', '//'])('may have a path and end in "%s"', async (end) => {
		const own = await startEmulator({ basePath: '/cloud' });
		const baseUrl = `${own.credentials.management.baseUrl.replace(/\/+$/, '')}${end}`;
		const result = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
			credentials: credentialsOf(own, { management: { baseUrl } }),
		});
		expect(result.error?.message).toBeUndefined();
		expect(own.requests[0]?.url).toMatch(/^\/cloud\/v1\/organizations\//);
		await own.close();
	});

	it('must be https away from this machine', async () => {
		const result = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
			credentials: credentialsOf(emulator, { management: { baseUrl: 'http://api.example.com' } }),
		});
		expect(result.error?.message).toContain('must start with https://');
	});
});
