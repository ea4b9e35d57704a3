import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { resyncPipe } from '../../../nodes/CloudManagement/actions/pipe/command.operation';
import { keyFileAsBase64 } from '../../../nodes/CloudManagement/api/pem';
import type { JsonObject } from '../../../nodes/core/json';
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
const SNAPSHOT = { replicationMode: 'snapshot' };
const SENT_ROLE = { type: 'mariadb', authentication: 'IAM_ROLE', iamRole: 'arn' };
const ROLE = { mysqlType: 'mariadb', mysqlAuthentication: 'IAM_ROLE', mysqlIamRole: 'arn' };

/** What each form sends, besides its own names. */
const SENT: Record<string, JsonObject> = {
	mysql: { host: 'h', port: 3306, settings: CDC, tableMappings: TABLES('sourceSchemaName') },
	mongodb: {
		...{ uri: 'mongodb+srv://c.example.com', readPreference: 'nearest', settings: SNAPSHOT },
		tableMappings: [{ sourceDatabaseName: 's', sourceCollection: 'c', targetTable: 't' }],
	},
	bigquery: {
		...{ snapshotStagingPath: 'gs://staging/x', settings: SNAPSHOT },
		tableMappings: TABLES('sourceDatasetName', 'target'),
	},
	pubsub: {
		...{ format: 'Avro', projectId: 'p', topic: 'orders', authentication: 'SERVICE_ACCOUNT' },
		...{ seekType: 'timestamp', seekTimestamp: '2026-05-31T12:30:00.000Z' },
	},
	objectStorage: {
		...{ type: 'gcs', format: 'TabSeparated', url: 'https://x/*', isContinuous: false },
		authentication: 'SERVICE_ACCOUNT',
	},
};

describe('a new source, by fields', () => {
	it.each<[string, JsonObject, JsonObject, JsonObject]>([
		['mysql', mysql, LOGINS, { credentials: LOGIN }],
		['mysql', { ...mysql, ...ROLE }, LOGINS, SENT_ROLE],
		['mongodb', mongodb, LOGINS, { credentials: LOGIN }],
		['bigquery', bigquery, ACCOUNT, { credentials: { serviceAccountFile: ENCODED } }],
		['pubsub', pubsub, ACCOUNT, { serviceAccountKey: { serviceAccountFile: ENCODED } }],
		['objectStorage', storage, ACCOUNT, { serviceAccountKey: ENCODED }],
	])('%s is sent with its secrets, as the contract has it', (kind, form, own, secrets) => {
		const { issues, request } = plan(form, own);
		expect(codes(issues)).toEqual([]);
		expect(request.body).toHaveProperty('source', { [kind]: { ...SENT[kind], ...secrets } });
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

function planJson(
	source: JsonObject,
	destination: JsonObject = DATABASE,
	more: JsonObject = {},
	dialect: JsonObject = { apiDialect: 'clickhouseCloud' },
) {
	const pipeJson = { name: 'n', source, destination, ...more };
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options: {} };
	const credential = { ...contextOf().credential, ...dialect };
	return createPipe.plan(parameters, contextOf({ credential }));
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
			[/replicationSlotName" is only used in the mode cdc_only/],
		],
		[postgres({ settings: { [ROWS]: 999, pullBatchSize: 1 } }), DATABASE, [/ is less than 1000/]],
		[
			postgres({ tableMappings: UNKNOWN_ENGINE }),
			{ ...DATABASE, table: 't' },
			[/^"destination.table" isn't for pipes/, /tableMappings.0.tableEngine" isn't/],
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
		[{ kafka: KAFKA }, engine({ type: 'Log' }), [/engine.type" isn't MergeTree/]],
	])('is a hint if the other reference has none (%#)', (source, destination, expected) => {
		const { issues, hints } = planJson(source, destination);
		expect(codes(issues)).toEqual([]);
		expect(hints).toEqual(expected.map((hint): unknown => expect.stringMatching(hint)));
	});

	it.each<[number, string[]]>([
		[40, []],
		[41, ['"scaling.replicas" isn\'t from 1 to 40; left unchanged.']],
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
	const kafka = { ...KAFKA, authentication: 'MUTUAL_TLS', credentials: null };
	const twice = {
		...POSTGRES,
		tableMappings: [
			{ ...MAPPING, excludedColumns: ['a', 'b', 'a'], sortingKeys: ['a', 'b'] },
			{ ...MAPPING, useCustomSortingKey: true, sortingKeys: ['a', 'a'] },
		],
	};
	const HINT = /^"source\.(.*)" (?:is only supported by ClickHouse|contains a column twice)/;
	const ofMappings = (...names: string[]) => names.map((name) => `postgres.tableMappings.${name}`);

	it.each<[JsonObject, JsonObject, string[]]>([
		[{ kafka }, { apiDialect: 'standard' }, ['kafka.type', 'kafka.format', 'kafka.exactlyOnce']],
		[{ kafka }, { apiDialect: 'custom' }, []],
		[{ kafka }, { apiDialect: 'clickhouseCloud' }, []],
		[{ kafka }, { apiDialect: 'automatic', baseUrl: 'https://api.clickhouse.cloud' }, []],
		[{ mysql: MYSQL }, { apiDialect: 'standard' }, ['mysql']],
		[{ postgres: POSTGRES }, { apiDialect: 'standard' }, []],
		[{ postgres: twice }, { apiDialect: 'standard' }, []],
		[{ postgres: twice }, { apiDialect: 'custom' }, []],
		[
			{ postgres: twice },
			{ apiDialect: 'clickhouseCloud' },
			ofMappings('0.excludedColumns', '1.sortingKeys'),
		],
	])('names of %.40j in %j what it may not know or take', (source, dialect, expected) => {
		const { hints = [] } = planJson(source, INTO_TABLE, {}, dialect);
		expect(hints.flatMap((hint) => HINT.exec(hint)?.[1] ?? [])).toEqual(expected);
	});
});
