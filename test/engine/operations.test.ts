import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import type { WorkflowFile } from './harness/runWorkflow';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator();
});

afterEach(async () => {
	expect(emulator.violations).toEqual([]);
	await emulator.close();
});

const SOURCE = { method: 'usernamePassword', username: 'u', password: 'p' };

async function run(workflow: WorkflowFile, source: IDataObject = SOURCE) {
	const result = await runWorkflow(workflow, { credentials: credentialsOf(emulator, { source }) });
	expect(result.error?.message).toBeUndefined();
	return result.items(NODE);
}

interface Case {
	parameters: (ids: Emulator['ids']) => INodeParameters;
	method: string;
	path: (ids: Emulator['ids']) => string;
	body?: unknown;
	output: (ids: Emulator['ids']) => IDataObject;
}

const serviceOf = (ids: Emulator['ids']) =>
	`/v1/organizations/${ids.organizationId}/services/${ids.serviceId}`;
const organizationOf = (ids: Emulator['ids']) => `/v1/organizations/${ids.organizationId}`;

function command(operation: string, pipe: 'postgresPipeId' | 'stoppedPipeId'): Case {
	return {
		parameters: (ids) => ({
			resource: 'pipe',
			operation,
			serviceId: ids.serviceId,
			pipeId: ids[pipe],
		}),
		method: 'PATCH',
		path: (ids) => `${serviceOf(ids)}/pipes/${ids[pipe]}/state`,
		body: { command: operation },
		output: (ids) => ({ id: ids[pipe] }),
	};
}

const CASES: Record<string, Case> = {
	'pipe start': command('start', 'stoppedPipeId'),
	'pipe stop': command('stop', 'postgresPipeId'),
	'pipe resync': command('resync', 'postgresPipeId'),
	'pipe delete': {
		parameters: (ids) => ({
			resource: 'pipe',
			operation: 'delete',
			serviceId: ids.serviceId,
			pipeId: ids.kafkaPipeId,
		}),
		method: 'DELETE',
		path: (ids) => `${serviceOf(ids)}/pipes/${ids.kafkaPipeId}`,
		output: () => ({ deleted: true }),
	},
	'service get': {
		parameters: (ids) => ({ resource: 'service', operation: 'get', serviceId: ids.serviceId }),
		method: 'GET',
		path: serviceOf,
		output: (ids) => ({ id: ids.serviceId }),
	},
	'backup get': {
		parameters: (ids) => ({
			resource: 'backup',
			operation: 'get',
			serviceId: ids.serviceId,
			backupId: ids.backupId,
		}),
		method: 'GET',
		path: (ids) => `${serviceOf(ids)}/backups/${ids.backupId}`,
		output: (ids) => ({ id: ids.backupId }),
	},
	'activity get': {
		parameters: (ids) => ({ resource: 'activity', operation: 'get', activityId: ids.activityId }),
		method: 'GET',
		path: (ids) => `${organizationOf(ids)}/activities/${ids.activityId}`,
		output: (ids) => ({ id: ids.activityId }),
	},
	'activity getAll': {
		parameters: () => ({ resource: 'activity', operation: 'getAll', returnAll: true }),
		method: 'GET',
		path: (ids) => `${organizationOf(ids)}/activities`,
		output: (ids) => ({ id: ids.activityId }),
	},
	'reversePrivateEndpoint get': {
		parameters: (ids) => ({
			resource: 'reversePrivateEndpoint',
			operation: 'get',
			serviceId: ids.serviceId,
			reversePrivateEndpointId: ids.reversePrivateEndpointId,
		}),
		method: 'GET',
		path: (ids) => `${serviceOf(ids)}/pipesReversePrivateEndpoints/${ids.reversePrivateEndpointId}`,
		output: (ids) => ({ id: ids.reversePrivateEndpointId }),
	},
	'privateEndpoint create': {
		parameters: (ids) => ({
			resource: 'privateEndpoint',
			operation: 'create',
			serviceId: ids.serviceId,
			id: 'vpce-1',
			description: 'Reports',
		}),
		method: 'POST',
		path: (ids) => `${serviceOf(ids)}/privateEndpoint`,
		body: { id: 'vpce-1', description: 'Reports' },
		output: () => ({ id: 'vpce-1', description: 'Reports' }),
	},
	'byocInfrastructure create': {
		parameters: () => ({
			resource: 'byocInfrastructure',
			operation: 'create',
			accountId: '123456789012',
			regionId: 'eu-west-1',
			availabilityZoneSuffixes: ['a', 'c'],
			vpcCidrRange: '10.0.0.0/16',
		}),
		method: 'POST',
		path: (ids) => `${organizationOf(ids)}/byocInfrastructure`,
		body: {
			accountId: '123456789012',
			regionId: 'eu-west-1',
			availabilityZoneSuffixes: ['a', 'c'],
			vpcCidrRange: '10.0.0.0/16',
		},
		output: () => ({ regionId: 'eu-west-1' }),
	},
	'invitation create': {
		parameters: () => ({
			resource: 'invitation',
			operation: 'create',
			email: 'Ada@Example.com',
			role: 'admin',
		}),
		method: 'POST',
		path: (ids) => `${organizationOf(ids)}/invitations`,
		body: { email: 'Ada@Example.com', role: 'admin' },
		output: () => ({ email: 'ada@example.com', role: 'admin' }),
	},
	'member update': {
		parameters: (ids) => ({
			resource: 'member',
			operation: 'update',
			userId: ids.userId,
			role: 'developer',
		}),
		method: 'PATCH',
		path: (ids) => `${organizationOf(ids)}/members/${ids.userId}`,
		body: { role: 'developer' },
		output: (ids) => ({ userId: ids.userId, role: 'developer' }),
	},
};

describe('every operation in the engine', () => {
	it.each(Object.entries(CASES))(
		'%s',
		async (_name, { parameters, method, path, body, output }) => {
			const { ids } = emulator;
			const items = await run(workflowOf({ type: MANAGEMENT, parameters: parameters(ids) }));
			expect(emulator.requests).toHaveLength(1);
			expect(emulator.requests[0]).toMatchObject({ method, path: path(ids), status: 200 });
			expect(emulator.requests[0]?.body).toEqual(body);
			expect(items[0]).toMatchObject({ json: output(ids), pairedItem: { item: 0 } });
		},
	);

	it('pipe create', async () => {
		const items = await run(
			workflowOf({
				type: MANAGEMENT,
				withSource: true,
				parameters: {
					resource: 'pipe',
					operation: 'create',
					serviceId: emulator.ids.serviceId,
					name: 'Orders',
					sourceKind: 'postgres',
					postgresHost: 'db.example.com',
					postgresDatabase: 'shop',
					destinationDatabase: 'default',
				},
			}),
		);
		expect(emulator.requests[0]?.body).toEqual({
			name: 'Orders',
			source: {
				postgres: {
					host: 'db.example.com',
					port: 5432,
					database: 'shop',
					settings: { replicationMode: 'cdc' },
					credentials: { username: 'u', password: 'p' },
				},
				validateSamples: false,
			},
			destination: { database: 'default' },
		});
		expect(items[0]?.json).toMatchObject({ name: 'Orders', state: 'Provisioning' });
		expect(emulator.state.pipes.all().map(({ name }) => name)).toContain('Orders');
	});

	it('dashboard update', async () => {
		const { dashboardId, tileId } = emulator.ids;
		const tiles = { values: [{ id: tileId, name: 'Kept' }, { name: 'New' }] };
		const items = await run(
			workflowOf({
				type: DASHBOARD,
				parameters: {
					resource: 'dashboard',
					operation: 'update',
					dashboardId,
					name: 'Shop',
					tiles,
				},
			}),
		);
		expect(emulator.requests[0]).toMatchObject({
			method: 'PUT',
			path: `/api/v2/dashboards/${dashboardId}`,
		});
		expect(items[0]?.json).toMatchObject({ id: dashboardId, name: 'Shop', tags: [] });
		expect(items[0]?.json.tiles).toMatchObject([
			{ id: tileId, x: 0, y: 0 },
			{ name: 'New', x: 12, y: 0 },
		]);
	});
});

describe('several items', () => {
	const activities = { resource: 'activity', operation: 'get', activityId: '={{ $json.id }}' };

	it('are read in input order, each paired with its own', async () => {
		const ids = ['activity-3', 'activity-1', 'activity-2'];
		const inputs = ids.map((id) => ({ id }));
		const items = await run(workflowOf({ type: MANAGEMENT, parameters: activities }, inputs));
		expect(items.map(({ json }) => json.id)).toEqual(ids);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it('gives one item per element, all paired with the item that asked', async () => {
		const parameters = { resource: 'activity', operation: 'getAll', returnAll: false, limit: 2 };
		const items = await run(workflowOf({ type: MANAGEMENT, parameters }, [{}, {}]));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1].map((item) => ({ item })),
		);
	});

	it('are written one after another, in order', async () => {
		await emulator.close();
		emulator = await startEmulator({ latency: { baseMs: 20 } });
		const parameters = {
			resource: 'invitation',
			operation: 'create',
			email: '={{ $json.email }}',
			role: 'developer',
		};
		const inputs = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com` }));
		await run(workflowOf({ type: MANAGEMENT, parameters }, inputs));
		expect(emulator.requests.map(({ body }) => body)).toMatchObject(inputs);
		expect(emulator.maxInFlight).toBe(1);
	});

	it('are read side by side, no more than Max Concurrency at a time', async () => {
		await emulator.close();
		emulator = await startEmulator({ latency: { baseMs: 30 } });
		const options = { maxConcurrency: 4 };
		const inputs = Array.from({ length: 30 }, () => ({ id: 'activity-1' }));
		const workflow = workflowOf(
			{ type: MANAGEMENT, parameters: { ...activities, options } },
			inputs,
		);
		expect(await run(workflow)).toHaveLength(30);
		expect(emulator.maxInFlight).toBe(4);
	});
});
