import type { INodeParameters } from 'n8n-workflow';

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
	it('gives the request with its secrets redacted, and sends nothing', async () => {
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

describe('full response', () => {
	it('gives the envelope, its list cut to the limit', async () => {
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

	it('gives the envelope of a delete', async () => {
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
				kinesisIamRole: 'arn',
				destinationDatabase: 'd',
				destinationTable: 't',
				destinationColumns: { values: [{ name: 'a', type: 'UInt8' }] },
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
