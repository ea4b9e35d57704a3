import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { SampleRow } from './samplesOf';
import { samplesOf } from './samplesOf';

const SERVICE = 'services/{serviceId}';
const PIPES = `${SERVICE}/pipes`;
const PIPE = `${PIPES}/{kafkaPipeId}`;
const BACKUPS = `${SERVICE}/backups`;
const ENDPOINTS = `${SERVICE}/pipesReversePrivateEndpoints`;
const ALL = { returnAll: true };
const IS_REACHED = { onTimeout: 'output' };

/** A command, and its path. */
function command(of: string, name: string): SampleRow {
	const [, idName = ''] = /\{(\w+)\}$/.exec(of) ?? [];
	return {
		request: `PATCH ${of}/state`,
		body: { command: name },
		output: { id: `{${idName}}`, command: name, accepted: true },
	};
}

/** A change whose fields are the keys of its body. */
function change(request: string, body: INodeParameters, output: IDataObject): SampleRow {
	return { request, fields: body, body, output };
}

const BYOC = {
	accountId: '123456789012',
	regionId: 'eu-west-1',
	availabilityZoneSuffixes: ['a', 'c'],
	vpcCidrRange: '10.0.0.0/16',
};
const BYOC_CHANGES = { enablePrivateLink: true, gcpPscSubnetId: 'psc' };
const DEVELOPER = { role: 'developer' };
const VPC_ENDPOINT = { id: 'vpce-1', description: 'Reports' };

const NEW_ENDPOINT = {
	description: 'Brokers',
	type: 'VPC_ENDPOINT_SERVICE',
	vpcEndpointServiceName: 'com.amazonaws.vpce.us-east-1.vpce-svc-1',
};
const DNS_MAPPINGS = [{ privateDnsName: '*.brokers.example.com' }];
const QUERY = { name: 'Orders of a day', sql: 'SELECT 1', database: 'default' };

/** The operations on one kind of query, whose records are in a collection of this name. */
function queries(kind: string, path: string, access: INodeParameters): Record<string, SampleRow> {
	const [own, id] = [`${SERVICE}/${path}`, `{${kind}Id}`];
	const whole = { ...QUERY, ...access };
	return {
		[`${kind} create`]: {
			request: `POST ${own}`,
			fields: whole,
			body: whole,
			output: QUERY,
			status: 201,
		},
		[`${kind} get`]: { request: `GET ${own}/${id}`, output: { id } },
		[`${kind} getAll`]: { request: `GET ${own}`, fields: ALL, output: { id } },
		[`${kind} update`]: {
			request: `PUT ${own}/${id}`,
			fields: { updateFields: whole },
			body: whole,
			output: { id, ...QUERY },
		},
		[`${kind} delete`]: { request: `DELETE ${own}/${id}`, output: { id, deleted: true } },
	};
}

const PIPE_CREATE: SampleRow = {
	request: `POST ${PIPES}`,
	withSource: true,
	fields: {
		name: 'Orders',
		sourceKind: 'postgres',
		postgresHost: 'db.example.com',
		postgresDatabase: 'shop',
		postgresTableMappings: { values: [{ sourceTable: 'orders', targetTable: 'orders' }] },
		destinationDatabase: 'default',
	},
	body: {
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
	},
	output: { name: 'Orders', state: 'Provisioning' },
};

const PIPE_UPDATE: SampleRow = {
	request: `PATCH ${PIPE}`,
	fields: {
		sourceKind: 'kafka',
		updateFields: { name: 'Orders' },
		columnsInput: 'list',
		columnsList: 'order_id UInt64 orderId',
	},
	body: {
		name: 'Orders',
		destination: { columns: [{ name: 'order_id', type: 'UInt64' }] },
		fieldMappings: [{ sourceField: 'orderId', destinationField: 'order_id' }],
	},
	output: { id: '{kafkaPipeId}', name: 'Orders' },
};

const DISCOVERED = {
	sourceKind: 'kafka',
	kafkaType: 'kafka',
	kafkaFormat: 'JSONEachRow',
	kafkaBrokers: 'broker.example.com:9092',
	kafkaTopics: 'orders',
	kafkaAuthentication: 'SCRAM-SHA-256',
	kafkaOffsetStrategy: 'from_beginning',
};
const CDC_SCALING = { replicaCpuMillicores: 4000, replicaMemoryGb: 16 };

/** The operations on pipes, services and their records. */
const SERVICE_SAMPLES = samplesOf({
	'pipe start': command(`${PIPES}/{stoppedPipeId}`, 'start'),
	'pipe stop': command(`${PIPES}/{postgresPipeId}`, 'stop'),
	'pipe resync': command(`${PIPES}/{postgresPipeId}`, 'resync'),
	'pipe get': {
		request: `GET ${PIPE}`,
		output: { id: '{kafkaPipeId}', state: 'Running', sourceKind: 'kafka' },
	},
	'pipe getAll': {
		request: `GET ${PIPES}`,
		fields: { returnAll: true, filters: { states: 'stopped' } },
		output: { id: '{stoppedPipeId}', state: 'Stopped' },
	},
	'pipe wait': {
		request: `GET ${PIPE}`,
		fields: IS_REACHED,
		output: { id: '{kafkaPipeId}', state: 'Running', reached: true },
	},
	'pipe update': PIPE_UPDATE,
	'pipe scale': {
		request: `PATCH ${PIPE}/scaling`,
		fields: { replicas: 2, replicaMemoryGb: 0.5 },
		body: { replicas: 2, replicaMemoryGb: 0.5 },
	},
	'pipe getSettings': { request: `GET ${PIPE}/settings`, output: { engine_max_threads: 4 } },
	'pipe updateSettings': {
		request: `PUT ${PIPE}/settings`,
		fields: { updateFields: { engineMaxInsertThreads: 2 } },
		body: { engine_max_insert_threads: 2 },
		output: { engine_max_insert_threads: 2 },
	},
	'pipe discoverSchema': {
		request: `POST ${PIPES}/schemaDiscovery`,
		withSource: true,
		fields: DISCOVERED,
		body: {
			source: {
				kafka: {
					...{ type: 'kafka', format: 'JSONEachRow', authentication: 'SCRAM-SHA-256' },
					...{ brokers: 'broker.example.com:9092', topics: 'orders' },
					offset: { strategy: 'from_beginning' },
					credentials: { username: 'loader', password: 'not-a-real-secret' },
				},
			},
		},
		output: { fields: [{ name: 'id', type: 'UInt64' }, { name: 'note' }] },
	},
	'pipe getContext': {
		request: `GET ${PIPES}/context`,
		output: { gcpWorkloadIdentity: { supported: true } },
	},
	'pipe getCdcScaling': {
		request: `GET ${SERVICE}/pipesCdcScaling`,
		output: { replicaCpuMillicores: 2000, replicaMemoryGb: 8 },
	},
	'pipe updateCdcScaling': {
		request: `PATCH ${SERVICE}/pipesCdcScaling`,
		fields: { updateFields: CDC_SCALING },
		body: CDC_SCALING,
		output: CDC_SCALING,
	},
	'pipe delete': { request: `DELETE ${PIPE}`, output: { id: '{kafkaPipeId}', deleted: true } },
	'service getAll': {
		request: 'GET services',
		fields: { returnAll: true, filters: { states: 'running' } },
		output: { id: '{serviceId}', state: 'running' },
	},
	// A stopped service cannot be woken: if the samples run in order, it is started before.
	'service stop': command(SERVICE, 'stop'),
	'service start': command(SERVICE, 'start'),
	'service wake': command(SERVICE, 'awake'),
	'service scale': {
		request: `PATCH ${SERVICE}/replicaScaling`,
		fields: { numReplicas: 3, updateFields: { idleScaling: false } },
		body: { numReplicas: 3, idleScaling: false },
		output: { id: '{serviceId}', numReplicas: 3, idleScaling: false },
	},
	'backup getAll': { request: `GET ${BACKUPS}`, fields: ALL, output: { id: '{backupId}' } },
	'reversePrivateEndpoint getAll': {
		request: `GET ${ENDPOINTS}`,
		fields: ALL,
		output: { id: '{reversePrivateEndpointId}' },
	},
	'service get': { request: `GET ${SERVICE}` },
	'service wait': {
		request: `GET ${SERVICE}`,
		fields: IS_REACHED,
		output: { id: '{serviceId}', state: 'running', reached: true },
	},
	'backup get': { request: `GET ${BACKUPS}/{backupId}` },
	'backup wait': {
		request: `GET ${BACKUPS}/{backupId}`,
		output: { id: '{backupId}', status: 'done' },
	},
	'reversePrivateEndpoint get': { request: `GET ${ENDPOINTS}/{reversePrivateEndpointId}` },
	'reversePrivateEndpoint wait': {
		request: `GET ${ENDPOINTS}/{reversePrivateEndpointId}`,
		output: { id: '{reversePrivateEndpointId}', status: 'Ready' },
	},
	'reversePrivateEndpoint create': {
		request: `POST ${ENDPOINTS}`,
		fields: {
			...NEW_ENDPOINT,
			additionalFields: { customPrivateDnsMappings: { values: DNS_MAPPINGS } },
		},
		body: { ...NEW_ENDPOINT, customPrivateDnsMappings: DNS_MAPPINGS },
		output: { ...NEW_ENDPOINT, status: 'Provisioning' },
	},
	'reversePrivateEndpoint update': {
		request: `PATCH ${ENDPOINTS}/{reversePrivateEndpointId}`,
		fields: { updateFields: { customPrivateDnsMappings: {} } },
		body: { customPrivateDnsMappings: [] },
		output: { id: '{reversePrivateEndpointId}' },
	},
	'reversePrivateEndpoint delete': {
		request: `DELETE ${ENDPOINTS}/{reversePrivateEndpointId}`,
		output: { id: '{reversePrivateEndpointId}', deleted: true },
	},
	'privateEndpoint getConfiguration': {
		request: `GET ${SERVICE}/privateEndpointConfig`,
		output: {},
	},
	'privateEndpoint create': change(`POST ${SERVICE}/privateEndpoint`, VPC_ENDPOINT, VPC_ENDPOINT),
	'pipe create': PIPE_CREATE,
});

const OFFICE = { source: '192.0.2.0/24', description: 'Office' };
const POLICY = { allowDeny: 'ALLOW', permissions: ['service:view'], resources: ['instance/*'] };
const POLICY_ROW = { ...POLICY, permissions: 'service:view', resources: 'instance/*' };
const SCHEDULE = `services/{idleServiceId}/scalingSchedule`;
const NIGHT = { name: 'Night', weekdays: [1, 5], startHourUtc: 22, endHourUtc: 6, numReplicas: 1 };

/** The operations that only ClickHouse Cloud has. */
export const CLOUD_SAMPLES = samplesOf({
	'service create': {
		request: 'POST services',
		fields: {
			name: 'Reports',
			provider: 'aws',
			region: 'eu-west-1',
			ipAccess: { values: [OFFICE] },
			additionalFields: { numReplicas: 2, tags: { values: [{ key: 'team', value: 'data' }] } },
		},
		body: {
			name: 'Reports',
			provider: 'aws',
			region: 'eu-west-1',
			ipAccessList: [OFFICE],
			numReplicas: 2,
			tags: [{ key: 'team', value: 'data' }],
		},
		output: { name: 'Reports', state: 'provisioning', password: 'new-password-1' },
	},
	'service update': {
		request: `PATCH ${SERVICE}`,
		fields: { updateFields: { name: 'Shop', ipAccessToAdd: { values: [OFFICE] } } },
		body: { name: 'Shop', ipAccessList: { add: [OFFICE] } },
		output: { id: '{serviceId}', name: 'Shop' },
	},
	'service resetPassword': {
		request: `PATCH ${SERVICE}/password`,
		fields: { password: 'generate' },
		body: {},
		output: { password: 'new-password-1' },
	},
	'service getScalingSchedule': {
		request: `GET ${SCHEDULE}`,
		output: { entries: [{ name: 'Night' }] },
	},
	'service setScalingSchedule': {
		request: `POST ${SERVICE}/scalingSchedule`,
		fields: { entries: { values: [NIGHT] } },
		body: { entries: [NIGHT] },
		output: { entries: [{ name: 'Night', isActiveNow: false }] },
	},
	'service deleteScalingSchedule': { request: `DELETE ${SCHEDULE}`, output: { deleted: true } },
	'service delete': {
		request: 'DELETE services/{idleServiceId}',
		output: { id: '{idleServiceId}', deleted: true },
	},
	'backup getConfiguration': {
		request: `GET ${SERVICE}/backupConfiguration`,
		output: { backupPeriodInHours: 24 },
	},
	'backup updateConfiguration': {
		request: `PATCH ${SERVICE}/backupConfiguration`,
		fields: { updateFields: { backupRetentionPeriodInHours: 48 } },
		body: { backupRetentionPeriodInHours: 48 },
		output: { backupRetentionPeriodInHours: 48 },
	},
	'snapshot get': { request: `GET ${SERVICE}/snapshots/{snapshotId}` },
	'snapshot getAll': {
		request: `GET ${SERVICE}/snapshots`,
		fields: ALL,
		output: { id: '{snapshotId}' },
	},
	'snapshot wait': {
		request: `GET ${SERVICE}/snapshots/{snapshotId}`,
		output: { id: '{snapshotId}', status: 'done' },
	},
	'snapshot getConfiguration': {
		request: `GET ${SERVICE}/snapshotConfiguration`,
		output: { gap: 60 },
	},
	'snapshot updateConfiguration': {
		request: `PATCH ${SERVICE}/snapshotConfiguration`,
		fields: { updateFields: { gap: 30, timeFrame: 1440 } },
		body: { gap: 30, timeFrame: 1440 },
		output: { gap: 30, timeFrame: 1440 },
	},
	'organization get': {
		request: 'GET /v1/organizations/{organizationId}',
		output: { id: '{organizationId}' },
	},
	'organization update': {
		request: 'PATCH /v1/organizations/{organizationId}',
		fields: { updateFields: { name: 'Shop' } },
		body: { name: 'Shop' },
		output: { id: '{organizationId}', name: 'Shop' },
	},
	'creditBalance get': {
		request: 'GET creditBalances',
		output: { totalRemainingCredits: 150 },
	},
	'quota getAll': {
		request: 'GET quotas',
		fields: ALL,
		output: { quotaCode: 'services-per-organization' },
	},
	'role create': {
		request: 'POST roles',
		fields: { name: 'Readers', actors: 'user/1', policies: { values: [POLICY_ROW] } },
		body: { name: 'Readers', actors: ['user/1'], policies: [POLICY] },
		output: { name: 'Readers', type: 'custom' },
	},
	'role get': { request: 'GET roles/{roleId}' },
	'role update': {
		request: 'PATCH roles/{customRoleId}',
		fields: { updateFields: { name: 'Readers' } },
		body: { name: 'Readers' },
		output: { id: '{customRoleId}', name: 'Readers' },
	},
	'role delete': {
		request: 'DELETE roles/{customRoleId}',
		output: { id: '{customRoleId}', deleted: true },
	},
	'apiKey create': {
		request: 'POST keys',
		fields: { name: 'Reporting', additionalFields: { state: 'enabled' } },
		body: { name: 'Reporting', state: 'enabled' },
		output: { name: 'Reporting', keyId: 'newKeyId-1', keySecret: 'new-secret-1' },
	},
	'apiKey get': { request: 'GET keys/{apiKeyId}' },
	'apiKey getAll': { request: 'GET keys', fields: ALL, output: { id: '{apiKeyId}' } },
	'apiKey delete': {
		request: 'DELETE keys/{apiKeyId}',
		output: { id: '{apiKeyId}', deleted: true },
	},
	'apiKey update': {
		request: 'PATCH keys/{apiKeyId}',
		fields: { updateFields: { state: 'disabled' } },
		body: { state: 'disabled' },
		output: { id: '{apiKeyId}', state: 'disabled' },
	},
	...queries('savedQuery', 'saved-queries', {}),
	...queries('queryEndpoint', 'query-api-endpoints', {
		apiKeyIds: ['8b9c0d1e-2f3a-4b4c-8d5e-6f7a8b9c0d1e'],
		roles: ['reader'],
	}),
	'byocInfrastructure get': { request: 'GET byocInfrastructure/{byocInfrastructureId}' },
	'byocInfrastructure update': {
		request: 'PATCH byocInfrastructure/{byocInfrastructureId}',
		fields: { updateFields: BYOC_CHANGES },
		body: BYOC_CHANGES,
		output: { id: '{byocInfrastructureId}' },
	},
	'byocInfrastructure wait': {
		request: 'GET byocInfrastructure/{byocInfrastructureId}',
		output: { id: '{byocInfrastructureId}', state: 'infra-ready' },
	},
	'byocInfrastructure delete': {
		request: 'DELETE byocInfrastructure/{byocInfrastructureId}',
		output: { id: '{byocInfrastructureId}', deleted: true },
	},
	'byocInfrastructure validate': change('POST byocInfrastructure/validate', BYOC, {
		allPassed: true,
	}),
	'invitation get': { request: 'GET invitations/{invitationId}' },
	'invitation getAll': {
		request: 'GET invitations',
		fields: ALL,
		output: { id: '{invitationId}' },
	},
	'invitation delete': {
		request: 'DELETE invitations/{invitationId}',
		output: { id: '{invitationId}', deleted: true },
	},
	'member get': { request: 'GET members/{userId}', output: { userId: '{userId}' } },
	'member getAll': { request: 'GET members', fields: ALL, output: { userId: '{userId}' } },
	'member delete': {
		request: 'DELETE members/{userId}',
		output: { id: '{userId}', deleted: true },
	},
	'role getAll': { request: 'GET roles', fields: ALL, output: { id: '{roleId}' } },
	'usageCost get': {
		request: 'GET usageCost',
		fields: { fromDate: '2026-01-05', toDate: '2026-01-06' },
		output: { fromDate: '2026-01-05', toDate: '2026-01-06', grandTotalCHC: 3.5 },
	},
});

/** Every operation of the management node except API Request. */
export const MANAGEMENT_SAMPLES = {
	...SERVICE_SAMPLES,
	...CLOUD_SAMPLES,
	...samplesOf({
		'activity get': { request: 'GET activities/{activityId}' },
		'activity getAll': {
			request: 'GET activities',
			fields: { returnAll: true, sort: 'oldestFirst' },
			output: { id: '{activityId}' },
		},
		'byocInfrastructure create': change('POST byocInfrastructure', BYOC, { regionId: 'eu-west-1' }),
		'invitation create': change(
			'POST invitations',
			{ email: 'Ada@Example.com', role: 'admin' },
			{ email: 'ada@example.com', role: 'admin' },
		),
		'member update': change('PATCH members/{userId}', DEVELOPER, DEVELOPER),
	}),
};
