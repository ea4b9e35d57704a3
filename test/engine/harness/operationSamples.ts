import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS, type Emulator } from '../../emulator';
import { CLICKSTACK_SAMPLES } from './clickstackSamples';
import { SERVICE_SAMPLES } from './serviceSamples';
import { cloudSamples } from './cloudSamples';
import { PIPE_SAMPLES } from './pipeSamples';
import type { NodeUnderTest } from './workflow';
import { DASHBOARD, MANAGEMENT } from './workflow';

const { sourceId } = CLICKSTACK_IDS;

/** The source credential that goes with the samples. */
export const SAMPLE_SOURCE = {
	method: 'usernamePassword',
	username: 'loader',
	password: 'not-a-real-secret',
};

/** One operation as a user would set it, and what it must send and output. */
export interface OperationSample {
	type: typeof MANAGEMENT | typeof DASHBOARD;
	/** Whether a source credential is selected, too. */
	withSource?: boolean;
	/** Whether its request is sent again and again, whatever fails. */
	waits?: true;
	/** Whether a success needs no data. */
	withoutData?: true;
	parameters: (ids: Emulator['ids']) => INodeParameters;
	method: string;
	path: (ids: Emulator['ids']) => string;
	body?: (ids: Emulator['ids']) => unknown;
	output: (ids: Emulator['ids']) => IDataObject;
}

type IdName = keyof Emulator['ids'];

const serviceOf = (ids: Emulator['ids']) =>
	`/v1/organizations/${ids.organizationId}/services/${ids.serviceId}`;
const organizationOf = (ids: Emulator['ids']) => `/v1/organizations/${ids.organizationId}`;

/** A read of a service, or of what belongs to it, by these IDs. */
function read(
	resource: string,
	operation: 'get' | 'wait',
	path: OperationSample['path'],
	idNames: IdName[],
	more: { fields?: INodeParameters; output?: IDataObject } = {},
): OperationSample {
	return {
		type: MANAGEMENT,
		...(operation === 'wait' ? { waits: true } : {}),
		parameters: (ids) => ({
			...{ resource, operation },
			...Object.fromEntries(idNames.map((name) => [name, ids[name]])),
			...more.fields,
		}),
		method: 'GET',
		path,
		output: (ids) => ({ id: ids[idNames.at(-1) ?? 'serviceId'], ...more.output }),
	};
}

/** A change in the organization, or in the service. */
function change(
	method: string,
	path: OperationSample['path'],
	{ resource = '', operation = '', ...fields }: INodeParameters,
	body: IDataObject,
	output: IDataObject = body,
	ofIds: OperationSample['parameters'] = () => ({}),
): OperationSample {
	return {
		...{ type: MANAGEMENT, method, path, body: () => body },
		output: () => output,
		parameters: (ids) => ({ resource, operation, ...ofIds(ids), ...fields }),
	};
}

const endpointOf = (ids: Emulator['ids']) =>
	`${serviceOf(ids)}/pipesReversePrivateEndpoints/${ids.reversePrivateEndpointId}`;
const backupOf = (ids: Emulator['ids']) => `${serviceOf(ids)}/backups/${ids.backupId}`;
const ENDPOINT_IDS: IdName[] = ['serviceId', 'reversePrivateEndpointId'];
const INFRASTRUCTURE = {
	...{ accountId: '123456789012', regionId: 'eu-west-1' },
	...{ availabilityZoneSuffixes: ['a', 'c'], vpcCidrRange: '10.0.0.0/16' },
};

function command(operation: string, pipe: 'postgresPipeId' | 'stoppedPipeId'): OperationSample {
	return {
		type: MANAGEMENT,
		parameters: (ids) => ({
			resource: 'pipe',
			operation,
			serviceId: ids.serviceId,
			pipeId: ids[pipe],
		}),
		method: 'PATCH',
		path: (ids) => `${serviceOf(ids)}/pipes/${ids[pipe]}/state`,
		body: () => ({ command: operation }),
		output: (ids) => ({ id: ids[pipe], command: operation, accepted: true }),
	};
}

function apiRequest(type: OperationSample['type'], method: string): OperationSample {
	const isManagement = type === MANAGEMENT;
	return {
		type,
		withoutData: true,
		parameters: () => ({
			resource: 'apiRequest',
			operation: 'send',
			method,
			path: isManagement ? '/v1/organizations/{organizationId}/echo' : '/api/v2/echo',
			query: { values: [{ name: 'verbose', value: 'true' }] },
			body: '{ "name": "Reporting" }',
		}),
		method,
		path: (ids) => (isManagement ? `${organizationOf(ids)}/echo` : '/api/v2/echo'),
		body: () => ({ name: 'Reporting' }),
		output: () => ({ method, query: { verbose: 'true' }, body: { name: 'Reporting' } }),
	};
}

function waitForValue(type: OperationSample['type']): OperationSample {
	const isManagement = type === MANAGEMENT;
	return {
		type,
		waits: true,
		parameters: () => ({
			resource: 'apiRequest',
			operation: 'wait',
			path: isManagement ? '/v1/organizations/{organizationId}/echo' : '/api/v2/echo',
			valuePath: isManagement ? 'result.method' : 'data.method',
			waitFor: 'get',
			onTimeout: 'output',
		}),
		method: 'GET',
		path: (ids) => (isManagement ? `${organizationOf(ids)}/echo` : '/api/v2/echo'),
		output: () => ({ method: 'GET', reached: true }),
	};
}

/** Every operation of both nodes, by resource and name, for an emulator's seeded records. */
export const OPERATION_SAMPLES: Readonly<Record<string, OperationSample>> = {
	'apiRequest send': apiRequest(MANAGEMENT, 'POST'),
	'apiRequest send, dashboard': apiRequest(DASHBOARD, 'PUT'),
	'apiRequest wait': waitForValue(MANAGEMENT),
	'apiRequest wait, dashboard': waitForValue(DASHBOARD),
	'pipe start': command('start', 'stoppedPipeId'),
	'pipe stop': command('stop', 'postgresPipeId'),
	'pipe resync': command('resync', 'postgresPipeId'),
	...PIPE_SAMPLES,
	'pipe delete': {
		type: MANAGEMENT,
		parameters: (ids) => ({
			resource: 'pipe',
			operation: 'delete',
			serviceId: ids.serviceId,
			pipeId: ids.kafkaPipeId,
		}),
		method: 'DELETE',
		withoutData: true,
		path: (ids) => `${serviceOf(ids)}/pipes/${ids.kafkaPipeId}`,
		output: (ids) => ({ id: ids.kafkaPipeId, deleted: true }),
	},
	...SERVICE_SAMPLES,
	'service get': read('service', 'get', serviceOf, ['serviceId']),
	'service wait': read('service', 'wait', serviceOf, ['serviceId'], {
		fields: { onTimeout: 'output' },
		output: { state: 'running', reached: true },
	}),
	'backup get': read('backup', 'get', backupOf, ['serviceId', 'backupId']),
	'backup wait': read('backup', 'wait', backupOf, ['serviceId', 'backupId'], {
		output: { status: 'done' },
	}),
	'activity get': read(
		'activity',
		'get',
		(ids) => `${organizationOf(ids)}/activities/${ids.activityId}`,
		['activityId'],
	),
	'activity getAll': {
		type: MANAGEMENT,
		parameters: () => ({
			...{ resource: 'activity', operation: 'getAll', returnAll: true, sort: 'oldestFirst' },
		}),
		method: 'GET',
		path: (ids) => `${organizationOf(ids)}/activities`,
		output: (ids) => ({ id: ids.activityId }),
	},
	'reversePrivateEndpoint get': read('reversePrivateEndpoint', 'get', endpointOf, ENDPOINT_IDS),
	'reversePrivateEndpoint wait': read('reversePrivateEndpoint', 'wait', endpointOf, ENDPOINT_IDS, {
		output: { status: 'Ready' },
	}),
	'privateEndpoint create': change(
		'POST',
		(ids) => `${serviceOf(ids)}/privateEndpoint`,
		{ resource: 'privateEndpoint', operation: 'create', id: 'vpce-1', description: 'Reports' },
		{ id: 'vpce-1', description: 'Reports' },
		undefined,
		({ serviceId }) => ({ serviceId }),
	),
	'byocInfrastructure create': change(
		'POST',
		(ids) => `${organizationOf(ids)}/byocInfrastructure`,
		{ resource: 'byocInfrastructure', operation: 'create', ...INFRASTRUCTURE },
		INFRASTRUCTURE,
		{ regionId: 'eu-west-1' },
	),
	'invitation create': change(
		'POST',
		(ids) => `${organizationOf(ids)}/invitations`,
		{ resource: 'invitation', operation: 'create', email: 'Ada@Example.com', role: 'admin' },
		{ email: 'Ada@Example.com', role: 'admin' },
		{ email: 'ada@example.com', role: 'admin' },
	),
	'member update': change(
		'PATCH',
		(ids) => `${organizationOf(ids)}/members/${ids.userId}`,
		{ resource: 'member', operation: 'update', role: 'developer' },
		{ role: 'developer' },
		undefined,
		({ userId }) => ({ userId }),
	),
	...cloudSamples(),
	'pipe create': {
		type: MANAGEMENT,
		withSource: true,
		parameters: (ids) => ({
			resource: 'pipe',
			operation: 'create',
			serviceId: ids.serviceId,
			name: 'Orders',
			sourceKind: 'postgres',
			postgresHost: 'db.example.com',
			postgresDatabase: 'shop',
			postgresTableMappings: { values: [{ sourceTable: 'orders', targetTable: 'orders' }] },
			destinationDatabase: 'default',
		}),
		method: 'POST',
		path: (ids) => `${serviceOf(ids)}/pipes`,
		body: () => ({
			name: 'Orders',
			source: {
				postgres: {
					host: 'db.example.com',
					port: 5432,
					database: 'shop',
					settings: { replicationMode: 'cdc' },
					tableMappings: [
						{
							sourceSchemaName: 'public',
							sourceTable: 'orders',
							targetTable: 'orders',
							useCustomSortingKey: false,
						},
					],
					credentials: { username: 'loader', password: 'not-a-real-secret' },
				},
			},
			destination: { database: 'default' },
		}),
		output: () => ({ name: 'Orders', state: 'Provisioning' }),
	},
	...CLICKSTACK_SAMPLES,
	'dashboard update': {
		type: DASHBOARD,
		parameters: (ids) => ({
			resource: 'dashboard',
			operation: 'update',
			dashboardId: ids.dashboardId,
			name: 'Shop',
			tiles: {
				values: [
					{
						...{ id: ids.tileId, name: 'Kept', x: 0, y: 0, w: 12, h: 6 },
						series: { values: [{ sourceId, where: 'level:error' }] },
					},
				],
			},
		}),
		method: 'PUT',
		path: (ids) => `/api/v2/dashboards/${ids.dashboardId}`,
		body: (ids) => ({
			name: 'Shop',
			tags: [],
			tiles: [
				{
					...{ id: ids.tileId, name: 'Kept', x: 0, y: 0, w: 12, h: 6, asRatio: false },
					series: [{ type: 'time', sourceId, aggFn: 'count', where: 'level:error', groupBy: [] }],
				},
			],
		}),
		output: (ids) => ({ id: ids.dashboardId, name: 'Shop', tags: [] }),
	},
};

/** Those that send one request, and repeat it only where that is safe: a wait handles faults in its own way. */
export const SINGLE_REQUESTS = Object.entries(OPERATION_SAMPLES).filter(
	([, { waits }]) => waits !== true,
);

/** The sample of an operation, named as "resource operation". */
export function sampleOf(name: string): OperationSample {
	const sample = OPERATION_SAMPLES[name];
	if (sample === undefined) throw new Error(`There is no sample of "${name}"`);
	return sample;
}

/** The node that a sample describes, with further options and parameters. */
export function sampleNode(
	{ type, withSource = false, parameters }: OperationSample,
	ids: Emulator['ids'],
	changes: INodeParameters = {},
): NodeUnderTest {
	return { type, withSource, parameters: { ...parameters(ids), ...changes } };
}
