import { operations } from '../../nodes/CloudManagement/resources';
import { ID, type SampleRow, samplesOf } from './samplesOf';

const IS_REACHED = { onTimeout: 'output' };

function command(operationId: string, name: string, id?: string): SampleRow {
	const body = { command: name };
	return {
		operationId,
		body,
		fields: {},
		output: { id: ID, ...body, accepted: true },
		...(id !== undefined && { id }),
	};
}

const BYOC = {
	accountId: '123456789012',
	regionId: 'eu-west-1',
	availabilityZoneSuffixes: ['a', 'c'],
	vpcCidrRange: '10.0.0.0/16',
};
const BYOC_CHANGES = { enablePrivateLink: true, gcpPscSubnetId: 'psc' };

const NEW_ENDPOINT = {
	description: 'Brokers',
	type: 'VPC_ENDPOINT_SERVICE',
	vpcEndpointServiceName: 'com.amazonaws.vpce.us-east-1.vpce-svc-1',
};
const DNS_MAPPINGS = [{ privateDnsName: '*.brokers.example.com' }];
const QUERY = { name: 'Orders of a day', sql: 'SELECT 1', database: 'default' };
/** An update of a query resends its other keys. */
const KEPT = { parameters: {} };

const PIPE_CREATE: SampleRow = {
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
	output: { id: ID, name: 'Orders' },
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

const OFFICE = { source: '192.0.2.0/24', description: 'Office' };
const POLICY = {
	allowDeny: 'ALLOW',
	permissions: ['control-plane:service:view'],
	resources: ['instance/*'],
};
const POLICY_ROW = {
	...POLICY,
	permissions: 'control-plane:service:view',
	resources: 'instance/*',
};
const NIGHT = { name: 'Night', weekdays: [1, 5], startHourUtc: 22, endHourUtc: 6, numReplicas: 1 };

const WINDOW = { weekday: 0, startHourUtc: 6 };
/** The emulator's service has this setting. */
const SETTING = { settingName: 'log_queries' };

const KEYS = { apiKeyIds: ['8b9c0d1e-2f3a-4b4c-8d5e-6f7a8b9c0d1e'], roles: ['reader'] };

const ROWS: Readonly<Record<string, SampleRow>> = {
	'pipe start': command('updatePipeState', 'start', 'stoppedPipeId'),
	'pipe stop': command('updatePipeState', 'stop', 'postgresPipeId'),
	'pipe resync': command('updatePipeState', 'resync', 'postgresPipeId'),
	'pipe get': { output: { id: ID, state: 'Running', sourceKind: 'kafka' } },
	'pipe getAll': {
		id: 'stoppedPipeId',
		fields: { returnAll: true, filters: { states: ['Stopped'] } },
		output: { id: ID, state: 'Stopped' },
	},
	'pipe wait': { fields: IS_REACHED, output: { id: ID, state: 'Running', reached: true } },
	'pipe update': PIPE_UPDATE,
	'pipe scale': { body: { replicas: 2, replicaMemoryGb: 0.5 } },
	'pipe getSettings': { output: { engine_max_threads: 4 } },
	'pipe updateSettings': {
		fields: { updateFields: { engineMaxInsertThreads: 2 } },
		body: { engine_max_insert_threads: 2 },
		output: { engine_max_insert_threads: 2 },
	},
	'pipe discoverSchema': {
		withSource: true,
		fields: DISCOVERED,
		body: {
			source: {
				kafka: {
					type: 'kafka',
					format: 'JSONEachRow',
					authentication: 'SCRAM-SHA-256',
					brokers: 'broker.example.com:9092',
					topics: 'orders',
					offset: { strategy: 'from_beginning' },
					credentials: { username: 'loader', password: 'not-a-real-secret' },
				},
			},
		},
		output: { fields: [{ name: 'orderId', type: 'Int64' }, { optional: true }] },
	},
	'pipe getContext': { output: { gcpWorkloadIdentity: { supported: true } } },
	'pipe getCdcScaling': { output: { replicaCpuMillicores: 1000, replicaMemoryGb: 4 } },
	'pipe updateCdcScaling': { body: CDC_SCALING, output: CDC_SCALING },
	'service getAll': {
		fields: { returnAll: true, filters: { states: ['running'] } },
		output: { id: ID, state: 'running' },
	},
	// A stopped service can't be woken, so a run in order starts it first.
	'service stop': command('updateServiceState', 'stop'),
	'service start': command('updateServiceState', 'start'),
	'service wake': command('updateServiceState', 'awake'),
	'service scale': {
		fields: { numReplicas: 3, updateFields: { idleScaling: false } },
		body: { numReplicas: 3, idleScaling: false },
		output: { id: ID, numReplicas: 3, idleScaling: false },
	},
	'service wait': { fields: IS_REACHED, output: { id: ID, state: 'running', reached: true } },
	'backup wait': { output: { id: ID, status: 'done' } },
	'reversePrivateEndpoint wait': { output: { id: ID, status: 'Ready' } },
	'reversePrivateEndpoint create': {
		fields: {
			...NEW_ENDPOINT,
			additionalFields: { customPrivateDnsMappings: { values: DNS_MAPPINGS } },
		},
		body: { ...NEW_ENDPOINT, customPrivateDnsMappings: DNS_MAPPINGS },
		output: NEW_ENDPOINT,
	},
	'reversePrivateEndpoint update': {
		fields: { updateFields: { customPrivateDnsMappings: { values: DNS_MAPPINGS } } },
		body: { customPrivateDnsMappings: DNS_MAPPINGS },
		output: { id: ID },
	},
	'privateEndpoint getConfiguration': { operationId: 'getPrivateEndpointConfig', output: {} },
	'privateEndpoint create': { body: { id: 'vpce-1', description: 'Reports' } },
	'pipe create': PIPE_CREATE,
	'service create': {
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
		fields: { updateFields: { name: 'Shop', ipAccessToAdd: { values: [OFFICE] } } },
		body: { name: 'Shop', ipAccessList: { add: [OFFICE] } },
		output: { id: ID, name: 'Shop' },
	},
	'service resetPassword': {
		fields: { password: 'generate' },
		body: {},
		output: { password: 'password' },
	},
	'service getScalingSchedule': { id: 'idleServiceId', output: { entries: [{ name: 'name' }] } },
	'service setScalingSchedule': {
		fields: { entries: { values: [NIGHT] } },
		body: { entries: [NIGHT] },
		output: { entries: [{ name: 'Night' }] },
	},
	'service deleteScalingSchedule': { id: 'idleServiceId', output: { deleted: true } },
	'service getUpgradeWindow': { output: WINDOW },
	'service setUpgradeWindow': {
		fields: { weekday: '0', startHourUtc: '6' },
		body: WINDOW,
		output: WINDOW,
	},
	'service deleteUpgradeWindow': { output: { deleted: true } },
	'service delete': { id: 'idleServiceId' },
	'serviceSetting get': { output: { name: ID, value: '1' } },
	'serviceSetting getAll': { output: { name: ID, value: '1' } },
	'serviceSetting reset': { reads: 1, output: { name: ID, reset: true } },
	'serviceSetting update': {
		reads: 1,
		fields: { ...SETTING, value: '0' },
		body: { settings: { [SETTING.settingName]: '0' } },
		output: { name: ID, value: '0' },
	},
	'backup getConfiguration': { output: { backupPeriodInHours: 1 } },
	'backup updateConfiguration': {
		body: { backupRetentionPeriodInHours: 48 },
		output: { backupRetentionPeriodInHours: 48 },
	},
	'snapshot wait': { output: { id: ID, status: 'done' } },
	'snapshot getConfiguration': { output: { gap: 1 } },
	'snapshot updateConfiguration': {
		body: { gap: 30, timeFrame: 1440 },
		output: { gap: 30, timeFrame: 1440 },
	},
	'organization update': { body: { name: 'Shop' } },
	'creditBalance get': { operationId: 'getCreditBalances', output: { totalRemainingCredits: 1 } },
	'quota getAll': { output: { quotaCode: 'services-per-organization' } },
	'role create': {
		fields: { name: 'Readers', actors: 'user/1', policies: { values: [POLICY_ROW] } },
		body: { name: 'Readers', actors: ['user/1'], policies: [POLICY] },
		output: { name: 'Readers', type: 'custom' },
	},
	'role update': { id: 'customRoleId', body: { name: 'Readers' } },
	'role delete': { id: 'customRoleId' },
	'apiKey create': {
		fields: { name: 'Reporting', additionalFields: { state: 'enabled' } },
		body: { name: 'Reporting', state: 'enabled' },
		output: { name: 'Reporting', keyId: 'newKeyId-1', keySecret: 'new-secret-1' },
	},
	'apiKey getCurrent': {
		operationId: 'whoami',
		readsAfter: 1,
		output: { actorType: 'apiKey', state: 'enabled' },
	},
	'apiKey update': { body: { state: 'disabled' } },
	'savedQuery create': { body: QUERY },
	'savedQuery update': {
		reads: 1,
		fields: { updateFields: QUERY },
		body: { ...QUERY, ...KEPT },
		output: { id: ID, ...QUERY },
	},
	'queryEndpoint create': { body: { ...QUERY, ...KEYS }, output: QUERY },
	'queryEndpoint run': {
		operationId: 'runQueryEndpoint',
		fields: {},
		body: { queryVariables: {} },
		output: { 1: 1 },
	},
	'queryEndpoint update': {
		reads: 1,
		fields: { updateFields: { ...QUERY, ...KEYS } },
		body: { ...QUERY, ...KEYS, ...KEPT, allowedOrigins: ['https://shop.example.com'] },
		output: { id: ID, ...QUERY },
	},
	'byocInfrastructure update': { body: BYOC_CHANGES, output: { id: ID } },
	'byocInfrastructure wait': { output: { id: ID, state: 'infra-ready' } },
	'byocInfrastructure validate': { body: BYOC, output: { allPassed: true } },
	'metric getAll': {
		operationId: 'listMetrics',
		fields: { limit: 1 },
		output: { name: 'ClickHouse_ServiceInfo', value: 1 },
	},
	'member get': { output: { userId: ID } },
	'member getAll': { output: { userId: ID } },
	'usageCost get': {
		fields: { fromDate: '2026-01-05', toDate: '2026-01-06' },
		output: { fromDate: '2026-01-05', toDate: '2026-01-06', grandTotalCHC: 1 },
	},
	'activity getAll': { fields: { returnAll: true, sort: 'oldestFirst' } },
	'byocInfrastructure create': { body: BYOC, output: { regionId: 'eu-west-1' } },
	'invitation create': {
		body: { email: 'Ada@Example.com', role: 'admin' },
		output: { email: 'ada@example.com', role: 'admin' },
	},
	'member update': {
		fields: { role: 'developer' },
		body: { role: 'developer' },
		output: { role: 'developer' },
	},
};

/** Covers every operation of the management node except API Request. */
export const MANAGEMENT_SAMPLES = samplesOf(ROWS, operations, SETTING);
