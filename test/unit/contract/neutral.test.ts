import { type Api, validateRequest } from '../../contract';
import type { JsonObject } from '../../contract/json';
import { REFERENCE_SAMPLES } from '../management/referenceSamples';
import { type Change, changed } from './bodies';

const UUID = '12345678-1234-4234-8234-123456789abc';
const ORGANIZATION = `/v1/organizations/${UUID}`;
const SERVICE = `${ORGANIZATION}/services/${UUID}`;

const table = {
	database: 'default',
	table: 'events',
	managedTable: true,
	columns: [{ name: 'id', type: 'UInt64' }],
};

type Kind = 'kafka' | 'objectStorage' | 'azure' | 'kinesis' | 'postgres';

/** The minimum that each kind needs. */
const SOURCES: Record<Kind, JsonObject> = {
	kafka: {
		kafka: {
			type: 'kafka',
			format: 'Avro',
			brokers: 'b:9092',
			topics: 't',
			authentication: 'PLAIN',
		},
	},
	objectStorage: { objectStorage: { type: 's3', format: 'CSV', url: 'https://example.com/*' } },
	azure: {
		objectStorage: { type: 'azureblobstorage', format: 'CSV', azureContainerName: 'files' },
	},
	kinesis: {
		kinesis: {
			format: 'Avro',
			streamName: 's',
			region: 'eu-west-1',
			iteratorType: 'LATEST',
			authentication: 'IAM_USER',
		},
	},
	postgres: { postgres: { host: 'db.example.com', port: 5432, database: 'shop' } },
};

/** Returns the smallest body that creates a pipe of a kind. */
function newPipe(kind: Kind): JsonObject {
	const destination = kind === 'postgres' ? { database: 'default' } : structuredClone(table);
	return { name: 'A pipe', source: structuredClone(SOURCES[kind]), destination };
}

/** Returns the faults of a new pipe: the smallest body of a kind with the changes made. */
function pipeFaults(kind: Kind, change: Change = {}): string[] {
	const body = changed(newPipe(kind), change);
	return validateRequest({ api: 'management', method: 'POST', path: `${SERVICE}/pipes`, body });
}

/** Returns the faults of any request. */
function faults(method: string, path: string, body?: unknown): string[] {
	const api: Api = path.startsWith('/api/') ? 'dashboard' : 'management';
	return validateRequest({ api, method, path, body });
}

const mapped = (destinationField: string) => ({
	fieldMappings: [{ sourceField: 'x', destinationField }],
});
const login = { username: 'u', password: 'p' };
const KINDS: Kind[] = ['kafka', 'objectStorage', 'azure', 'kinesis', 'postgres'];

// That it takes no less and no more than the rules of the node is shown by test/property.
it.each<[Kind, Change]>([
	...KINDS.map((kind): [Kind, Change] => [kind, {}]),
	['kafka', { later: 1, 'source.kafka.later': true, 'settings.later': 'x' }],
	['kafka', { 'source.objectStorage': null, 'source.kinesis': null, 'source.postgres': null }],
	['kafka', { 'source.kafka.type': undefined, 'source.kafka.authentication': undefined }],
	['kafka', { 'source.kafka.credentials': { later: 'x' } }],
	['kafka', mapped('id')],
	['kafka', { fieldMappings: [] }],
	['postgres', mapped('any')],
])('a new pipe from %s may have %j', (kind, change) => {
	expect(pipeFaults(kind, change)).toEqual([]);
});

it.each<[Kind, Change]>([
	['kafka', { name: undefined }],
	['kafka', { 'source.kafka': undefined }],
	['kafka', { 'source.postgres': { host: 'h', port: 1, database: 'd' } }],
	['kafka', { 'destination.columns': [] }],
	['kafka', { 'source.kafka.type': 'msk', 'source.kafka.authentication': 'PLAIN' }],
	['kafka', mapped('other')],
	['kinesis', { 'source.kinesis.iteratorType': 'AT_TIMESTAMP' }],
	['postgres', { 'destination.database': undefined }],
	['postgres', { 'source.postgres.port': 65536 }],
	// Secrets are only in their own member.
	['kafka', { 'source.kafka.accessKey': login }],
	['kafka', { 'source.kafka.username': 'u' }],
	['objectStorage', { 'source.objectStorage.credentials': login }],
	['kinesis', { 'source.kinesis.credentials': login }],
	['postgres', { 'source.postgres.accessKey': login }],
	['postgres', { 'source.postgres.password': 'p' }],
	...['credentials', 'accessKey', 'connectionString', 'password', 'privateKey'].flatMap((name) =>
		['', 'source.', 'destination.', 'destination.columns.0.', 'scaling.', 'settings.'].map(
			(place): [Kind, Change] => ['kafka', { [`${place}${name}`]: 'x' }],
		),
	),
])('a new pipe from %s may not have %j', (kind, change) => {
	expect(pipeFaults(kind, change)).not.toEqual([]);
});

const STATE = `${SERVICE}/pipes/${UUID}/state`;
const ENDPOINT = `${SERVICE}/privateEndpoint`;
const BYOC = `${ORGANIZATION}/byocInfrastructure`;
const INVITATIONS = `${ORGANIZATION}/invitations`;
const MEMBER = `${ORGANIZATION}/members/user%2F1`;
const DASHBOARD = '/api/v2/dashboards/any';
const byoc = { accountId: '1', availabilityZoneSuffixes: ['a', 'f'], vpcCidrRange: '10.0.0.0/16' };
const series = (one: JsonObject) => ({ tiles: [{ series: [one] }] });

it.each<[string, string, unknown?]>([
	['GET', SERVICE],
	['GET', `${SERVICE}/backups/${UUID}`],
	['GET', `${SERVICE}/pipesReversePrivateEndpoints/any%20id`],
	['GET', `${ORGANIZATION}/activities/any%2Fid`],
	['DELETE', `${SERVICE}/pipes/${UUID}`],
	...Object.values(REFERENCE_SAMPLES).map((body): [string, string, unknown] => [
		...(['POST', `${SERVICE}/pipes`, body] as const),
	]),
	...['start', 'stop', 'resync'].map((command): [string, string, unknown] => [
		...(['PATCH', STATE, { command }] as const),
	]),
	['POST', ENDPOINT, { id: 'vpce-1', description: '' }],
	['POST', BYOC, { ...byoc, regionId: 'us-east-1' }],
	['POST', BYOC, { ...byoc, region: 'moon-1' }],
	['POST', INVITATIONS, { email: 'Ada@example.com', role: 'admin' }],
	['POST', INVITATIONS, { email: 'ada@example.com' }],
	['PATCH', MEMBER, { role: 'developer' }],
	['PATCH', MEMBER, { assignedRoleIds: ['r-1'] }],
	['PUT', DASHBOARD, { name: 'n', tiles: [{ x: 0, y: 0, w: 1.5, h: 2, asRatio: false }] }],
	['PUT', DASHBOARD, series({ type: 'time', groupBy: [] })],
	['PUT', DASHBOARD, series({ type: 'number' })],
	['PUT', DASHBOARD, series({ type: 'search', fields: ['a'] })],
])('takes %s %s %j', (...[method, path, body]) => {
	expect(faults(method, path, body)).toEqual([]);
});

it.each<[string, string, unknown?]>([
	['GET', '/v1/organizations/x/activities'],
	['GET', `${ORGANIZATION}/services/urn:uuid:${UUID}`],
	['DELETE', `${SERVICE}/pipes/x`],
	['GET', `${SERVICE}/backups/x`],
	['GET', `${ORGANIZATION}/activities/`],
	['DELETE', `${SERVICE}/otherpipes/${UUID}`],
	['GET', SERVICE, {}],
	['POST', INVITATIONS],
	['PATCH', STATE, { command: 'pause' }],
	['PATCH', STATE, {}],
	['POST', ENDPOINT, { description: 'x' }],
	['POST', ENDPOINT, { id: '' }],
	['POST', BYOC, { ...byoc, regionId: 'moon-1' }],
	['POST', BYOC, { ...byoc, availabilityZoneSuffixes: ['g'] }],
	...['accountId', 'availabilityZoneSuffixes', 'vpcCidrRange'].map(
		(name): [string, string, unknown] => ['POST', BYOC, { ...byoc, [name]: undefined }],
	),
	...['10.0.0.0', '10.0.0.0/33', '256.0.0.0/8', '10.0.0/8', '', '10.0.0.0/-1'].map(
		(vpcCidrRange): [string, string, unknown] => ['POST', BYOC, { ...byoc, vpcCidrRange }],
	),
	['POST', INVITATIONS, { email: 'ada', role: 'admin' }],
	['POST', INVITATIONS, { email: 'ada@example.com', role: 'owner' }],
	['POST', INVITATIONS, { role: 'admin' }],
	['PATCH', MEMBER, { role: 'Admin' }],
	['PUT', DASHBOARD, { tiles: [{ x: '0' }] }],
	['PUT', DASHBOARD, { tiles: [{ id: '' }] }],
	['PUT', DASHBOARD, { tags: 'a' }],
	['PUT', DASHBOARD, { name: 1 }],
	['PUT', DASHBOARD, series({ type: 'number', groupBy: [] })],
	['PUT', DASHBOARD, series({ where: 1 })],
])('refuses %s %s %j', (...[method, path, body]) => {
	expect(faults(method, path, body)).not.toEqual([]);
});
