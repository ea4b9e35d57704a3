import type { JsonObject } from '../../contract/json';
import { validateRequest } from '../../contract';
import { type Change, changed } from './bodies';

const ORGANIZATION = '/v1/organizations/00000010-0000-4000-8000-000000000001';
const SERVICE = `${ORGANIZATION}/services/00000020-0000-4000-8000-000000000001`;
const PIPE = `${SERVICE}/clickpipes/00000030-0000-4000-8000-000000000001`;
const KEY = `${ORGANIZATION}/keys/00000080-0000-4000-8000-000000000001`;
const login = { username: 'u', password: 'p' };
const table = {
	...{ database: 'default', table: 'events', managedTable: true },
	columns: [{ name: 'id', type: 'UInt64' }],
};
const mapping = { sourceSchemaName: 's', sourceTable: 't', targetTable: 't' };
const settings = { replicationMode: 'cdc' };

/** The minimum of each kind. */
const SOURCES: Record<string, JsonObject> = {
	kafka: { brokers: 'b:9092', topics: 't' },
	objectStorage: { type: 's3', url: 'https://example.com/*' },
	kinesis: { streamName: 's', region: 'eu-west-1' },
	pubsub: {
		...{ format: 'Avro', projectId: 'p', topic: 't', authentication: 'SERVICE_ACCOUNT' },
		...{ serviceAccountKey: { serviceAccountFile: 'e30=' }, seekType: 'latest' },
	},
	postgres: { host: 'db.example.com', port: 5432, database: 'shop' },
	mysql: { host: 'db.example.com', port: 3306, settings, tableMappings: [mapping] },
	mongodb: { uri: 'mongodb://db', readPreference: 'primary', settings, tableMappings: [] },
	bigquery: {},
};

const DATABASES = ['postgres', 'mysql', 'mongodb', 'bigquery'];

function newPipe(kind: string): JsonObject {
	const destination = DATABASES.includes(kind) ? { database: 'default' } : table;
	return { name: 'A pipe', source: { [kind]: SOURCES[kind] }, destination };
}

function faults(method: string, path: string, body?: unknown): string[] {
	return validateRequest({ api: 'clickhouseCloud', method, path, body });
}

function created(kind: string, change: Change = {}): string[] {
	return faults('POST', `${SERVICE}/clickpipes`, changed(newPipe(kind), change));
}

describe('a new pipe', () => {
	it.each(Object.keys(SOURCES))('of kind %s passes with the least members, and more', (kind) => {
		expect(created(kind)).toEqual([]);
		expect(created(kind, { startPaused: true, [`source.${kind}.later`]: 1 })).toEqual([]);
		expect(created(kind, { [`source.${kind}.password`]: 'p' })).not.toEqual([]);
	});

	it.each<[string, Change]>([
		['kafka', { 'source.kafka.type': 'gcmk', 'source.kafka.authentication': 'PLAIN' }],
		['kafka', { 'source.kafka.credentials': { connectionString: 'Endpoint=x' } }],
		['objectStorage', { 'source.objectStorage.compression': 'none' }],
		['objectStorage', { 'source.objectStorage.accessKey': null }],
		['pubsub', { 'source.pubsub.seekTimestamp': null, 'source.pubsub.ackDeadline': 600 }],
		['postgres', { 'source.postgres.credentials': login, 'source.kafka': null }],
		['postgres', { 'source.postgres.credentials': { username: 'u' } }],
		['mysql', { 'source.mysql.serverId': 4294967295, 'source.mysql.type': null }],
		['kafka', { settings: { clickhouse_max_threads: 64 }, 'scaling.replicas': 40 }],
	])('of kind %s may have %j', (kind, change) => {
		expect(created(kind, change)).toEqual([]);
	});

	it.each<[string, Change]>([
		['kafka', { 'source.kafka.type': 'gcmk', 'source.kafka.authentication': 'IAM_USER' }],
		['kafka', { 'source.kafka.credentials': { username: 'u' } }],
		['kafka', { 'source.postgres': null }],
		['kafka', { 'source.kafka.brokers': null }],
		['kafka', { settings: { engine_max_threads: 4 } }],
		['kafka', { settings: { clickhouse_max_threads: 65 } }],
		['kafka', { 'scaling.replicas': 41 }],
		['kafka', { name: 'x'.repeat(256) }],
		['kafka', { 'destination.tableDefinition': { engine: { type: 'Log' } } }],
		['objectStorage', { 'source.objectStorage.authentication': 'SERVICE_ACCOUNT' }],
		['objectStorage', { 'source.objectStorage.skipInitialLoad': true }],
		['pubsub', { 'source.pubsub.seekType': 'timestamp' }],
		['pubsub', { 'source.pubsub.seekTimestamp': '2026-01-05T06:00:00Z' }],
		['pubsub', { 'source.pubsub.ackDeadline': 9 }],
		['pubsub', { 'destination.table': undefined }],
		['postgres', { 'source.postgres.authentication': 'IAM_ROLE' }],
		['mongodb', { 'source.mongodb.credentials': { username: 'u' } }],
		['postgres', { 'source.postgres.settings': { ...settings, replicationSlotName: 's' } }],
		['postgres', { 'source.postgres.settings': { snapshotNumRowsPerPartition: 999 } }],
		['mysql', { 'source.mysql.settings': {} }],
		['mysql', { 'source.mysql.tableMappings': [{ sourceTable: 't' }] }],
		['mysql', { 'source.mysql.tableMappings': [{ ...mapping, sortingKeys: ['a', 'a'] }] }],
		['mongodb', { 'source.mongodb.uri': 'https://db' }],
		['bigquery', { 'source.bigquery.settings': settings }],
	])('of kind %s is not %j', (kind, change) => {
		expect(created(kind, change)).not.toEqual([]);
	});
});

const SCALING = `${SERVICE}/replicaScaling`;
const mysql = { host: 'h', port: 1 };
const mongodb = { uri: 'mongodb://db', readPreference: 'primary' };

it.each<[string, string, unknown]>([
	['PATCH', PIPE, { name: 'New' }],
	['PATCH', PIPE, { name: null, source: null, destination: { columns: [] }, settings: null }],
	['PATCH', PIPE, { source: { postgres: { tableMappingsToRemove: [mapping] } } }],
	['PATCH', PIPE, { source: { mysql: { ...mysql, tableMappingsToAdd: [] } } }],
	['PATCH', `${PIPE}/scaling`, { replicas: null, replicaMemoryGb: 0.5 }],
	['PUT', `${PIPE}/settings`, { clickhouse_max_threads: null }],
	['PATCH', `${SERVICE}/state`, { command: 'awake' }],
	['PATCH', SCALING, { minReplicas: 1, maxReplicas: 20, minReplicaMemoryGb: 356 }],
	['PATCH', KEY, { expireAt: null, state: 'disabled' }],
	['POST', `${ORGANIZATION}/invitations`, { email: 'a@example.com', assignedRoleIds: ['r'] }],
])('takes %s %s %j', (method, path, body) => {
	expect(faults(method, path, body)).toEqual([]);
});

it.each<[string, string, unknown]>([
	['PATCH', PIPE, { source: { kafka: {}, kinesis: {} } }],
	['PATCH', PIPE, { source: { bigquery: {} } }],
	['PATCH', PIPE, { source: { mysql: { host: 'h' } } }],
	['PATCH', PIPE, { source: { mongodb: { ...mongodb, credentials: null } } }],
	['PATCH', PIPE, { source: { postgres: { iamRole: 'arn' } } }],
	['PATCH', PIPE, { source: { pubsub: { ackDeadline: 10 } } }],
	['PATCH', PIPE, { fieldMappings: null }],
	['PATCH', `${PIPE}/scaling`, { concurrency: 35 }],
	['PUT', `${PIPE}/settings`, { engine_max_threads: 4 }],
	['PATCH', `${SERVICE}/state`, { command: 'wake' }],
	['PATCH', SCALING, { minReplicas: 1 }],
	['PATCH', SCALING, { minReplicas: 1, maxReplicas: 1, numReplicas: 1 }],
	['PATCH', SCALING, { minReplicaMemoryGb: 10 }],
	['PATCH', SCALING, { idleTimeoutMinutes: 4 }],
	['PATCH', KEY, { state: 'off' }],
	['PATCH', KEY, { expireAt: '2026-01-05' }],
	['GET', `${ORGANIZATION}/members/user-1`, undefined],
	['GET', `${SERVICE}/pipes`, undefined],
])('refuses %s %s %j', (method, path, body) => {
	expect(faults(method, path, body)).not.toEqual([]);
});
