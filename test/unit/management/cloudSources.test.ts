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

describe('a new source, by fields', () => {
	it.each<[string, JsonObject, JsonObject, JsonObject]>([
		[
			'mysql',
			mysql,
			LOGINS,
			{
				...{ host: 'h', port: 3306, settings: { replicationMode: 'cdc' }, credentials: LOGIN },
				tableMappings: [{ sourceSchemaName: 'shop', sourceTable: 'orders', targetTable: 'orders' }],
			},
		],
		[
			'mysql',
			{ ...mysql, mysqlType: 'mariadb', mysqlAuthentication: 'IAM_ROLE', mysqlIamRole: 'arn' },
			LOGINS,
			{
				...{ type: 'mariadb', host: 'h', port: 3306, authentication: 'IAM_ROLE', iamRole: 'arn' },
				settings: { replicationMode: 'cdc' },
				tableMappings: [{ sourceSchemaName: 'shop', sourceTable: 'orders', targetTable: 'orders' }],
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
				snapshotStagingPath: 'gs://staging/x',
				settings: { replicationMode: 'snapshot' },
				tableMappings: [
					{ sourceDatasetName: 'shop', sourceTable: 'orders', targetTable: 'target' },
				],
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
	])('%s is sent with the secrets of its credential', (kind, form, credential, source) => {
		const { issues, request } = plan(form, credential);
		expect(codes(issues)).toEqual([]);
		expect(request.body).toHaveProperty('source', { [kind]: source });
		const isTable = Object.hasOwn(form, 'destinationTable');
		expect(valueAt(request.body, 'destination.table')).toBe(isTable ? 't' : undefined);
	});

	it.each<[JsonObject, JsonObject | undefined, string[]]>([
		[mysql, ACCOUNT, ['cloudPipeSourceApi otherSecrets']],
		[mongodb, undefined, ['cloudPipeSourceApi noCredential']],
		[bigquery, LOGINS, ['cloudPipeSourceApi otherSecrets']],
		[pubsub, { method: 'serviceAccount' }, ['cloudPipeSourceApi credentialLacks']],
		[
			{ ...mysql, tableMappingsList: 'orders' },
			LOGINS,
			['source.mysql.tableMappings.0.sourceSchemaName noTable'],
		],
		[{ ...mysql, tableMappingsList: '' }, LOGINS, ['source.mysql.tableMappings noTables']],
		[{ ...mongodb, mongodbUri: 'mongodb://u:p@h' }, LOGINS, ['source.mongodb.uri loginInUri']],
		[{ ...mongodb, mongodbUri: 'h' }, LOGINS, ['source.mongodb.uri malformed']],
		[
			{ ...pubsub, pubsubSeekTimestamp: 'soon' },
			ACCOUNT,
			['source.pubsub.seekTimestamp malformed'],
		],
		[{ ...pubsub, pubsubSeekTimestamp: '' }, ACCOUNT, ['source.pubsub.seekTimestamp needed']],
		[
			{ ...pubsub, additionalOptions: { pubsubFilter: 'x'.repeat(257) } },
			ACCOUNT,
			['source.pubsub.filter malformed'],
		],
	])('with a mistake is an invalid item (%#)', (form, credential, expected) => {
		expect(codes(plan(form, credential).issues)).toEqual(expected);
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

describe('a rule of ClickHouse Cloud, by JSON', () => {
	it.each<[string, JsonObject, JsonObject, string[]]>([
		['mysql', MYSQL, {}, []],
		['mysql', MYSQL, { settings: {} }, ['settings.replicationMode needed']],
		['mysql', MYSQL, { tableMappings: [] }, []],
		['mysql', MYSQL, { tableMappings: null }, ['tableMappings noTables']],
		[
			'mysql',
			MYSQL,
			{ tableMappings: [{}] },
			['sourceSchemaName', 'sourceTable', 'targetTable'].map(
				(name) => `tableMappings.0.${name} noTable`,
			),
		],
		['mysql', MYSQL, { serverId: 0 }, ['serverId tooSmall']],
		['mysql', MYSQL, { settings: SIZES }, []],
		[
			'mysql',
			MYSQL,
			{ settings: { ...SIZES, pullBatchSize: 0, syncIntervalSeconds: 1.5 } },
			['settings.syncIntervalSeconds notWhole', 'settings.pullBatchSize tooSmall'],
		],
		['mysql', MYSQL, { authentication: 'x' }, ['authentication unlisted']],
		[
			'mysql',
			MYSQL,
			{ credentials: null },
			['credentials.username noSecret', 'credentials.password noSecret'],
		],
		['mysql', MYSQL, { credentials: null, authentication: 'IAM_ROLE' }, ['iamRole needed']],
		['mongodb', MONGODB, {}, []],
		['mongodb', MONGODB, { uri: 'mongodb://u:p@h', credentials: null }, []],
		['mongodb', MONGODB, { readPreference: 'x' }, ['readPreference unlisted']],
		[
			'mongodb',
			MONGODB,
			{ tableMappings: [{ ...MONGODB.tableMappings[0], tableEngine: 'Log' }] },
			['tableMappings.0.tableEngine unlisted'],
		],
		[
			'mongodb',
			MONGODB,
			{ settings: { ...SIZES, snapshotNumRowsPerPartition: 999 } },
			['settings.snapshotNumRowsPerPartition tooSmall'],
		],
		['bigquery', {}, { credentials: { serviceAccountFile: 'e30=' } }, []],
		['bigquery', {}, {}, ['credentials.serviceAccountFile noSecret']],
		[
			'bigquery',
			{ credentials: { serviceAccountFile: 'e30=' } },
			{ snapshotStagingPath: 's3://b' },
			['snapshotStagingPath malformed'],
		],
		['pubsub', PUBSUB, {}, []],
		['pubsub', PUBSUB, { seekTimestamp: '2026-05-31T14:30:00Z' }, ['seekTimestamp onlyFor']],
		['pubsub', PUBSUB, { ackDeadline: 601 }, ['ackDeadline tooBig']],
		['kafka', KAFKA, {}, []],
		['kafka', KAFKA, { authentication: 'SCRAM-SHA-256' }, ['authentication unsupported']],
		['objectStorage', { ...GCS, ...QUEUED, ...KEYS }, { skipInitialLoad: true }, []],
		[
			'objectStorage',
			{ ...GCS, ...QUEUED, ...KEYS },
			{ skipInitialLoad: true, queueUrl: null, startAfter: 'k' },
			['queueUrl needed', 'startAfter onlyFor'],
		],
		['objectStorage', { ...GCS, type: 'ovhobjectstorage' }, { compression: 'none' }, []],
	])('%s (%#)', (kind, member, changes, expected) => {
		const isTable = ['kafka', 'objectStorage', 'pubsub'].includes(kind);
		const source = { [kind]: { ...member, ...changes } };
		const { issues } = planJson(source, isTable ? INTO_TABLE : DATABASE);
		expect(codes(issues)).toEqual(expected.map((one) => `source.${kind}.${one}`));
	});

	it.each<[JsonObject, JsonObject, string[]]>([
		[{ postgres: { ...POSTGRES, type: 'neon', authentication: 'basic' } }, DATABASE, []],
		[{ postgres: { ...POSTGRES, type: 'x' } }, DATABASE, ['"source.postgres.type" is none of']],
		[
			{ postgres: { ...POSTGRES, settings: { replicationSlotName: 's', replicationMode: 'cdc' } } },
			DATABASE,
			['"source.postgres.settings.replicationSlotName" is only used with the mode cdc_only'],
		],
		[
			{
				postgres: { ...POSTGRES, settings: { snapshotNumRowsPerPartition: 999, pullBatchSize: 1 } },
			},
			DATABASE,
			['"source.postgres.settings.snapshotNumRowsPerPartition" is less than 1000'],
		],
		[
			{ postgres: { ...POSTGRES, tableMappings: [{ ...MAPPING, tableEngine: 'Log' }] } },
			{ ...DATABASE, table: 't' },
			[
				'"destination.table" is not for pipes',
				'"source.postgres.tableMappings.0.tableEngine" is not',
			],
		],
		[
			{ mongodb: { ...MONGODB, uri: 'mongodb://u:p@h' } },
			DATABASE,
			['"source.mongodb.uri" contains a login; sent'],
		],
		[
			{ objectStorage: { ...GCS, authentication: 'IAM_ROLE' } },
			INTO_TABLE,
			['"source.objectStorage.authentication" is an IAM role, which'],
		],
		[
			{ kafka: KAFKA },
			{ ...INTO_TABLE, tableDefinition: { engine: { type: 'ReplacingMergeTree' } } },
			['"destination.tableDefinition.engine.versionColumnId" is empty although'],
		],
		[
			{ kafka: KAFKA },
			{
				...INTO_TABLE,
				tableDefinition: { engine: { type: 'SummingMergeTree', columnIds: ['id'] } },
			},
			[],
		],
		[
			{ kafka: KAFKA },
			{ ...INTO_TABLE, tableDefinition: { engine: { type: 'Log' } } },
			['"destination.tableDefinition.engine.type" is not MergeTree'],
		],
	])('is a hint if the other reference has none (%#)', (source, destination, expected) => {
		const { issues, hints } = planJson(source, destination);
		expect(codes(issues)).toEqual([]);
		expect(hints).toEqual(expected.map((hint): unknown => expect.stringContaining(hint)));
	});

	it.each<[number, string[]]>([
		[40, []],
		[41, ['"scaling.replicas" is not from 1 to 40; sent as it is.']],
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
	expect(say('mysql')).not.toContain('Only');
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

it.each([
	['mysql', mysql, LOGINS],
	['mongodb', mongodb, LOGINS],
	['bigquery', bigquery, ACCOUNT],
	['pubsub', pubsub, ACCOUNT],
	['objectStorage', storage, ACCOUNT],
])(
	'what the form of %s sends is valid for the contract of ClickHouse Cloud',
	(_kind, form, own) => {
		const credential = { ...contextOf().credential, apiDialect: 'clickhouseCloud' };
		const context = contextOf({ credential, extraCredential: own });
		const { request } = createPipe.plan({ ...SHARED, ...form }, context);
		const { method, path, body } = request;
		expect(validateRequest({ api: 'clickhouseCloud', method, path, body })).toEqual([]);
	},
);
