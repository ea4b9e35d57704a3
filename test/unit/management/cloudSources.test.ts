import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { resyncPipe } from '../../../nodes/CloudManagement/actions/pipe/command.operation';
import { keyFileAsBase64 } from '../../../nodes/CloudManagement/api/pem';
import type { JsonObject } from '../../../nodes/core/json';
import { valueAt } from '../../../nodes/core/json';
import { shownRequest } from '../../../nodes/core/redaction/redact';
import { validateRequest } from '../../contract';
import { codes, contextOf, SERVICE_ID } from './context';
import { LOGIN } from './pipeForm';

const SHARED = { serviceId: SERVICE_ID, pipeInput: 'fields', name: 'n', destinationDatabase: 'd' };
const TABLE = {
	destinationTable: 't',
	destinationManagedTable: false,
	columnsInput: 'fields',
	destinationColumns: { values: [{ name: 'id', type: 'UInt64' }] },
};
const KEY_FILE = '{ "type": "service_account" }';
const ENCODED = Buffer.from(KEY_FILE).toString('base64');
const LOGINS = { method: 'usernamePassword', ...LOGIN };
const ACCOUNT = { method: 'serviceAccount', serviceAccountKey: `${KEY_FILE}\n` };

const mysql = {
	sourceKind: 'mysql',
	...{ mysqlType: 'mysql', mysqlHost: 'h', mysqlPort: 3306, mysqlAuthentication: 'basic' },
	mysqlSettingsReplicationMode: 'cdc',
	tableMappingsInput: 'list',
	tableMappingsList: 'shop.orders',
};
const mongodb = {
	sourceKind: 'mongodb',
	mongodbUri: 'mongodb+srv://c.example.com',
	mongodbReadPreference: 'nearest',
	mongodbSettingsReplicationMode: 'snapshot',
	tableMappingsInput: 'fields',
	mongodbTableMappings: {
		values: [{ sourceDatabaseName: 's', sourceCollection: 'c', targetTable: 't' }],
	},
};
const bigquery = {
	sourceKind: 'bigquery',
	bigquerySnapshotStagingPath: 'gs://staging/x',
	bigquerySettingsReplicationMode: 'snapshot',
	tableMappingsInput: 'list',
	tableMappingsList: 'shop.orders target',
};
const pubsub = {
	...TABLE,
	sourceKind: 'pubsub',
	...{ pubsubProjectId: 'p', pubsubTopic: 'orders', pubsubFormat: 'Avro' },
	pubsubAuthentication: 'SERVICE_ACCOUNT',
	pubsubSeekType: 'timestamp',
	pubsubSeekTimestamp: '2026-05-31T14:30',
};
const storage = {
	...TABLE,
	sourceKind: 'objectStorage',
	...{
		objectStorageType: 'gcs',
		objectStorageFormat: 'TabSeparated',
		objectStorageUrl: 'https://x/*',
	},
	...{ objectStorageAuthentication: 'SERVICE_ACCOUNT', objectStorageIsContinuous: false },
};

function plan(form: JsonObject, extraCredential?: JsonObject) {
	return createPipe.plan({ ...SHARED, ...form }, contextOf({ extraCredential }));
}

const TABLES = (schema: string, name = 'orders') => [
	{ [schema]: 'shop', sourceTable: 'orders', targetTable: name },
];
const TABLES_OF = (tableMappingsList: string) => ({ ...mysql, tableMappingsList });
const SEEKING = (pubsubSeekTimestamp: string) => ({ ...pubsub, pubsubSeekTimestamp });
const CDC = { replicationMode: 'cdc' };
const ROLE = { mysqlType: 'mariadb', mysqlAuthentication: 'IAM_ROLE', mysqlIamRole: 'arn' };

describe('a new source, by fields', () => {
	it.each<[string, JsonObject, JsonObject, JsonObject]>([
		[
			'mysql',
			mysql,
			LOGINS,
			{
				...{ host: 'h', port: 3306, settings: CDC, credentials: LOGIN },
				tableMappings: TABLES('sourceSchemaName'),
			},
		],
		[
			'mysql',
			{ ...mysql, ...ROLE },
			LOGINS,
			{
				...{ type: 'mariadb', host: 'h', port: 3306, settings: CDC },
				...{ authentication: 'IAM_ROLE', iamRole: 'arn' },
				tableMappings: TABLES('sourceSchemaName'),
			},
		],
		[
			'mongodb',
			mongodb,
			LOGINS,
			{
				...{ uri: 'mongodb+srv://c.example.com', readPreference: 'nearest', credentials: LOGIN },
				settings: { replicationMode: 'snapshot' },
				tableMappings: [{ sourceDatabaseName: 's', sourceCollection: 'c', targetTable: 't' }],
			},
		],
		[
			'bigquery',
			bigquery,
			ACCOUNT,
			{
				...{ snapshotStagingPath: 'gs://staging/x', settings: { replicationMode: 'snapshot' } },
				tableMappings: TABLES('sourceDatasetName', 'target'),
				credentials: { serviceAccountFile: ENCODED },
			},
		],
		[
			'pubsub',
			pubsub,
			ACCOUNT,
			{
				...{ format: 'Avro', projectId: 'p', topic: 'orders', authentication: 'SERVICE_ACCOUNT' },
				...{ seekType: 'timestamp', seekTimestamp: '2026-05-31T12:30:00.000Z' },
				serviceAccountKey: { serviceAccountFile: ENCODED },
			},
		],
		[
			'objectStorage',
			storage,
			ACCOUNT,
			{
				...{ type: 'gcs', format: 'TabSeparated', url: 'https://x/*', isContinuous: false },
				...{ authentication: 'SERVICE_ACCOUNT', serviceAccountKey: ENCODED },
			},
		],
	])('%s is sent with its secrets, as the contract has it', (kind, form, own, source) => {
		const { issues, request } = plan(form, own);
		expect(codes(issues)).toEqual([]);
		expect(request.body).toHaveProperty('source', { [kind]: source });
		const isTable = Object.hasOwn(form, 'destinationTable');
		expect(valueAt(request.body, 'destination.table')).toBe(isTable ? 't' : undefined);
		const credential = { ...contextOf().credential, apiDialect: 'clickhouseCloud' };
		const context = contextOf({ credential, extraCredential: own });
		const { method, path, body } = createPipe.plan({ ...SHARED, ...form }, context).request;
		expect(validateRequest({ api: 'clickhouseCloud', method, path, body })).toEqual([]);
	});

	const FILTER = { additionalOptions: { pubsubFilter: 'x'.repeat(257) } };
	it.each<[JsonObject, JsonObject | undefined, string]>([
		[mysql, ACCOUNT, 'cloudPipeSourceApi otherSecrets'],
		[mongodb, undefined, 'cloudPipeSourceApi noCredential'],
		[bigquery, LOGINS, 'cloudPipeSourceApi otherSecrets'],
		[pubsub, { method: 'serviceAccount' }, 'cloudPipeSourceApi credentialLacks'],
		[TABLES_OF('orders'), LOGINS, 'source.mysql.tableMappings.0.sourceSchemaName noTable'],
		[TABLES_OF(''), LOGINS, 'source.mysql.tableMappings noTables'],
		[{ ...mongodb, mongodbUri: 'mongodb://u:p@h' }, LOGINS, 'source.mongodb.uri loginInUri'],
		[{ ...mongodb, mongodbUri: 'h' }, LOGINS, 'source.mongodb.uri malformed'],
		[SEEKING('soon'), ACCOUNT, 'source.pubsub.seekTimestamp malformed'],
		[SEEKING(''), ACCOUNT, 'source.pubsub.seekTimestamp needed'],
		[{ ...pubsub, ...FILTER }, ACCOUNT, 'source.pubsub.filter malformed'],
	])('with a mistake is an invalid item (%#)', (form, credential, code) => {
		expect(codes(plan(form, credential).issues)).toEqual([code]);
	});
});

const DATABASE = { database: 'd' };
const INTO_TABLE = {
	...{ database: 'd', table: 't', managedTable: false },
	columns: [{ name: 'id', type: 'UInt64' }],
};

function planJson(source: JsonObject, destination: JsonObject = DATABASE, more: JsonObject = {}) {
	const pipeJson = { name: 'n', source, destination, ...more };
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options: {} };
	const credential = { apiDialect: 'clickhouseCloud' };
	return createPipe.plan(
		parameters,
		contextOf({ credential: { ...contextOf().credential, ...credential } }),
	);
}

const MAPPING = { sourceSchemaName: 's', sourceTable: 'o', targetTable: 't' };
const MYSQL = {
	...{ host: 'h', port: 1, credentials: LOGIN, settings: { replicationMode: 'cdc' } },
	tableMappings: [MAPPING],
};
const MONGODB = {
	...{ uri: 'mongodb://h', readPreference: 'primary', credentials: LOGIN },
	settings: { replicationMode: 'cdc' },
	tableMappings: [{ sourceDatabaseName: 's', sourceCollection: 'c', targetTable: 't' }],
};
const PUBSUB = {
	...{ format: 'Avro', projectId: 'p', topic: 't', authentication: 'SERVICE_ACCOUNT' },
	...{ seekType: 'latest', serviceAccountKey: { serviceAccountFile: 'e30=' } },
};
const SIZES = {
	...{ replicationMode: 'cdc', syncIntervalSeconds: 1, pullBatchSize: 1 },
	...{ snapshotNumRowsPerPartition: 1000, snapshotNumberOfParallelTables: 1 },
};
const ROWS = 'snapshotNumRowsPerPartition';
const sized = (changes: object) => ({ settings: { ...SIZES, ...changes } });
const POSTGRES = {
	host: 'h',
	port: 1,
	database: 'd',
	credentials: LOGIN,
	tableMappings: [MAPPING],
};
const GCS = { type: 'gcs', format: 'CSV', url: 'https://x/*', iamRole: 'arn:aws:iam::1:role/r' };
const QUEUED = { isContinuous: true, queueUrl: 'q', authentication: 'IAM_USER' };
const KEYS = { accessKey: { accessKeyId: 'a', secretKey: 's' } };
const KAFKA = {
	...{ brokers: 'b:1', topics: 't', format: 'Protobuf', exactlyOnce: true },
	...{ type: 'gcmk', authentication: 'PLAIN', credentials: LOGIN },
	offset: { strategy: 'from_latest' },
};

const ACCOUNT_FILE = { credentials: { serviceAccountFile: 'e30=' } };
const FILES = { ...GCS, ...QUEUED, ...KEYS, skipInitialLoad: true };
const LOG = { tableMappings: [{ ...MONGODB.tableMappings[0], tableEngine: 'Log' }] };
const NO_LOGIN = 'credentials.username noSecret, credentials.password noSecret';
const NO_NAMES = ['sourceSchemaName', 'sourceTable', 'targetTable']
	.map((name) => `tableMappings.0.${name} noTable`)
	.join(', ');

describe('a rule of ClickHouse Cloud, by JSON', () => {
	it.each<[string, JsonObject, JsonObject, string]>([
		['mysql', MYSQL, {}, ''],
		['mysql', MYSQL, { settings: {} }, 'settings.replicationMode needed'],
		['mysql', MYSQL, { tableMappings: [] }, ''],
		['mysql', MYSQL, { tableMappings: null }, 'tableMappings noTables'],
		['mysql', MYSQL, { tableMappings: [{}] }, NO_NAMES],
		['mysql', MYSQL, { serverId: 0 }, 'serverId tooSmall'],
		['mysql', MYSQL, { settings: SIZES }, ''],
		['mysql', MYSQL, sized({ pullBatchSize: 0 }), 'settings.pullBatchSize tooSmall'],
		['mysql', MYSQL, sized({ syncIntervalSeconds: 1.5 }), 'settings.syncIntervalSeconds notWhole'],
		['mysql', MYSQL, { authentication: 'x' }, 'authentication unlisted'],
		['mysql', MYSQL, { credentials: null }, NO_LOGIN],
		['mysql', MYSQL, { credentials: null, authentication: 'IAM_ROLE' }, 'iamRole needed'],
		['mongodb', MONGODB, {}, ''],
		['mongodb', MONGODB, { uri: 'mongodb://u:p@h', credentials: null }, ''],
		['mongodb', MONGODB, { readPreference: 'x' }, 'readPreference unlisted'],
		['mongodb', MONGODB, LOG, 'tableMappings.0.tableEngine unlisted'],
		['mongodb', MONGODB, sized({ [ROWS]: 999 }), `settings.${ROWS} tooSmall`],
		['bigquery', {}, ACCOUNT_FILE, ''],
		['bigquery', {}, {}, 'credentials.serviceAccountFile noSecret'],
		['bigquery', ACCOUNT_FILE, { snapshotStagingPath: 's3://b' }, 'snapshotStagingPath malformed'],
		['pubsub', PUBSUB, {}, ''],
		['pubsub', PUBSUB, { seekTimestamp: '2026-05-31T14:30:00Z' }, 'seekTimestamp onlyFor'],
		['pubsub', PUBSUB, { ackDeadline: 601 }, 'ackDeadline tooBig'],
		['kafka', KAFKA, {}, ''],
		['kafka', KAFKA, { authentication: 'SCRAM-SHA-256' }, 'authentication unsupported'],
		['objectStorage', FILES, {}, ''],
		['objectStorage', FILES, { queueUrl: null }, 'queueUrl needed'],
		['objectStorage', FILES, { startAfter: 'k' }, 'startAfter onlyFor'],
		['objectStorage', { ...GCS, type: 'ovhobjectstorage' }, { compression: 'none' }, ''],
	])('of %s (%#)', (kind, member, changes, expected) => {
		const isTable = ['kafka', 'objectStorage', 'pubsub'].includes(kind);
		const source = { [kind]: { ...member, ...changes } };
		const { issues } = planJson(source, isTable ? INTO_TABLE : DATABASE);
		expect(codes(issues).join(', ').replaceAll(`source.${kind}.`, '')).toBe(expected);
	});

	const postgres = (changes: object) => ({ postgres: { ...POSTGRES, ...changes } });
	const engine = (engine: object) => ({ ...INTO_TABLE, tableDefinition: { engine } });
	const UNKNOWN_ENGINE = [{ ...MAPPING, tableEngine: 'Log' }];
	it.each<[JsonObject, JsonObject, RegExp[]]>([
		[postgres({ type: 'neon', authentication: 'basic' }), DATABASE, []],
		[postgres({ type: 'x' }), DATABASE, [/^"source.postgres.type" is none of/]],
		[
			postgres({ settings: { replicationSlotName: 's', replicationMode: 'cdc' } }),
			DATABASE,
			[/replicationSlotName" is only used with the mode cdc_only/],
		],
		[postgres({ settings: { [ROWS]: 999, pullBatchSize: 1 } }), DATABASE, [/ is less than 1000/]],
		[
			postgres({ tableMappings: UNKNOWN_ENGINE }),
			{ ...DATABASE, table: 't' },
			[/^"destination.table" is not for pipes/, /tableMappings.0.tableEngine" is not/],
		],
		[
			{ mongodb: { ...MONGODB, uri: 'mongodb://u:p@h' } },
			DATABASE,
			[/uri" contains a login; left/],
		],
		[
			{ objectStorage: { ...GCS, authentication: 'IAM_ROLE' } },
			INTO_TABLE,
			[/authentication" is an IAM role, which/],
		],
		[{ kafka: KAFKA }, engine({ type: 'ReplacingMergeTree' }), [/versionColumnId" is empty alth/]],
		[{ kafka: KAFKA }, engine({ type: 'SummingMergeTree', columnIds: ['id'] }), []],
		[{ kafka: KAFKA }, engine({ type: 'Log' }), [/engine.type" is not MergeTree/]],
	])('is a hint if the other reference has none (%#)', (source, destination, expected) => {
		const { issues, hints } = planJson(source, destination);
		expect(codes(issues)).toEqual([]);
		expect(hints).toEqual(expected.map((hint): unknown => expect.stringMatching(hint)));
	});

	it.each<[number, string[]]>([
		[40, []],
		[41, ['"scaling.replicas" is not from 1 to 40; left unchanged.']],
	])('is a hint for %j replicas', (replicas, expected) => {
		const { issues, hints } = planJson({ kafka: KAFKA }, INTO_TABLE, { scaling: { replicas } });
		expect([issues, hints]).toEqual([[], expected]);
	});
});

it.each([
	[KEY_FILE, ENCODED],
	[`\n ${KEY_FILE} `, ENCODED],
	[`${ENCODED.slice(0, 8)}\n${ENCODED.slice(8)}\n`, ENCODED],
])('the key of a service account %j is sent as base64', (given, expected) => {
	expect(keyFileAsBase64(given)).toBe(expected);
});

it.each(['mongodb://h.example.com', 'mongodb+srv://u:p@h'])(
	'the URI %s is shown nowhere',
	(uri) => {
		const { request } = planJson({ mongodb: { ...MONGODB, uri } });
		expect(shownRequest(request, { credential: {} }).body).toHaveProperty(
			'source.mongodb.uri',
			'***',
		);
	},
);

it('a resync names a source that is not known to have one', () => {
	const say = (kind: string) =>
		resyncPipe.successHint?.(
			{ state: 'Running', source: { [kind]: {} } },
			{ method: 'PATCH', path: '/' },
			(text) => text,
		);
	expect(say('kafka')).toContain('Only MongoDB, MySQL and Postgres pipes');
	expect(say('mysql')).toBeUndefined();
});

describe('a credential with another dialect', () => {
	const source = { kafka: { ...KAFKA, authentication: 'MUTUAL_TLS', credentials: null } };
	const hinted = (body: JsonObject, credential: JsonObject) => {
		const pipeJson = { name: 'n', source: body, destination: INTO_TABLE };
		const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options: {} };
		const context = contextOf({ credential: { ...contextOf().credential, ...credential } });
		const { hints = [] } = createPipe.plan(parameters, context);
		return hints.flatMap((hint) => /^"source\.(.*)" is known of ClickHouse/.exec(hint)?.[1] ?? []);
	};

	it.each<[JsonObject, string[]]>([
		[{ apiDialect: 'standard' }, ['kafka.type', 'kafka.format', 'kafka.exactlyOnce']],
		[{ apiDialect: 'custom' }, []],
		[{ apiDialect: 'clickhouseCloud' }, []],
		[{ apiDialect: 'automatic', baseUrl: 'https://api.clickhouse.cloud' }, []],
	])('%j names what that may not know', (credential, expected) => {
		expect(hinted(source, credential)).toEqual(expected);
	});

	it.each<[string, string[]]>([
		['clickhouseCloud', ['0.excludedColumns', '1.sortingKeys']],
		['standard', []],
		['custom', []],
	])('%s has hints on columns that a mapping has twice: %j', (apiDialect, expected) => {
		const tableMappings = [
			{ ...MAPPING, excludedColumns: ['a', 'b', 'a'], sortingKeys: ['a', 'b'] },
			{ ...MAPPING, useCustomSortingKey: true, sortingKeys: ['a', 'a'] },
		];
		const pipeJson = {
			...{ name: 'n', destination: DATABASE },
			source: { postgres: { ...POSTGRES, tableMappings } },
		};
		const context = contextOf({ credential: { ...contextOf().credential, apiDialect } });
		const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options: {} };
		const { issues, hints = [] } = createPipe.plan(parameters, context);
		expect(issues).toEqual([]);
		expect(hints.map((hint) => /Mappings\.(.*)" has a column twice/.exec(hint)?.[1])).toEqual(
			expected,
		);
	});

	it('names the kind of a source, and nothing that both know', () => {
		const standard = { apiDialect: 'standard' };
		expect(hinted({ mysql: MYSQL }, standard)).toEqual(['mysql']);
		expect(hinted({ postgres: POSTGRES }, standard)).toEqual([]);
	});
});
