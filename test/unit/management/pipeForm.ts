import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues, Plan } from '../../../nodes/engine/operation';
import { problems, contextOf, SERVICE_ID } from './context';
import type { HintedPlan } from '../../../tools/panel/facts';
import { sentPlan } from '../../../tools/panel/facts';

const FORM = {
	serviceId: SERVICE_ID,
	pipeInput: 'fields',
	name: 'Orders',
	destinationDatabase: 'default',
};
const STREAM_FORM = {
	...FORM,
	destinationTable: 'orders',
	destinationManagedTable: false,
	columnsInput: 'fields',
	destinationColumns: { values: [{ name: 'id', type: 'UInt64', sourceField: 'orderId' }] },
};
const LISTED_FORM = { ...FORM, tableMappingsInput: 'list', tableMappingsList: 'shop.orders' };

/** Each kind's smallest valid form. */
export const FORMS = {
	kafka: {
		...STREAM_FORM,
		sourceKind: 'kafka',
		kafkaType: 'kafka',
		kafkaFormat: 'JSONEachRow',
		kafkaBrokers: 'broker:9092',
		kafkaTopics: 'orders',
		kafkaAuthentication: 'PLAIN',
		kafkaOffsetStrategy: 'from_latest',
	},
	kinesis: {
		...STREAM_FORM,
		sourceKind: 'kinesis',
		kinesisFormat: 'Avro',
		kinesisStreamName: 'orders',
		kinesisRegion: 'us-east-1',
		kinesisIteratorType: 'LATEST',
		kinesisAuthentication: 'IAM_ROLE',
		kinesisIamRole: 'arn:aws:iam::1:role/reader',
	},
	objectStorage: {
		...STREAM_FORM,
		sourceKind: 'objectStorage',
		objectStorageType: 's3',
		objectStorageFormat: 'JSONEachRow',
		objectStorageUrl: 'https://bucket.example.com/*.json',
		objectStorageIsContinuous: false,
		objectStorageAuthentication: 'none',
	},
	pubsub: {
		...STREAM_FORM,
		sourceKind: 'pubsub',
		pubsubProjectId: 'p',
		pubsubTopic: 'orders',
		pubsubFormat: 'Avro',
		pubsubAuthentication: 'SERVICE_ACCOUNT',
		pubsubSeekType: 'timestamp',
		pubsubSeekTimestamp: '2026-05-31T14:30',
	},
	postgres: {
		...FORM,
		sourceKind: 'postgres',
		postgresHost: 'db.example.com',
		postgresPort: 5432,
		postgresDatabase: 'shop',
		postgresSettingsReplicationMode: 'cdc',
		tableMappingsInput: 'fields',
		postgresTableMappings: { values: [{ sourceTable: 'orders', targetTable: 'orders' }] },
	},
	mysql: {
		...LISTED_FORM,
		sourceKind: 'mysql',
		mysqlType: 'mysql',
		mysqlHost: 'h',
		mysqlPort: 3306,
		mysqlAuthentication: 'basic',
		mysqlSettingsReplicationMode: 'cdc',
	},
	mongodb: {
		...LISTED_FORM,
		sourceKind: 'mongodb',
		mongodbUri: 'mongodb+srv://c.example.com',
		mongodbReadPreference: 'nearest',
		mongodbSettingsReplicationMode: 'snapshot',
	},
	bigquery: {
		...LISTED_FORM,
		sourceKind: 'bigquery',
		bigquerySnapshotStagingPath: 'gs://staging/x',
		bigquerySettingsReplicationMode: 'snapshot',
		tableMappingsList: 'shop.orders target',
	},
};

export type Kind = keyof typeof FORMS;

export const LOGIN = { username: 'ada', password: 's3cret' };
export const ACCESS_KEY = { accessKeyId: 'AK', secretKey: 'SK' };

const INTO_TABLE = {
	database: 'd',
	table: 't',
	managedTable: true,
	columns: [{ name: 'a', type: 'UInt8' }],
};

/** Each kind's smallest definition that leaves nothing to the API. */
const SOURCES: Readonly<Record<string, object>> = {
	kafka: { type: 'kafka', format: 'Avro', brokers: 'b:9092', topics: 't', authentication: 'PLAIN' },
	kinesis: {
		format: 'Avro',
		streamName: 's',
		region: 'r',
		iteratorType: 'LATEST',
		authentication: 'IAM_ROLE',
		iamRole: 'arn:aws:iam::123456789012:role/r',
	},
	objectStorage: { type: 's3', format: 'CSV', url: 'https://x/*' },
	pubsub: {
		format: 'Avro',
		projectId: 'p',
		topic: 't',
		authentication: 'SERVICE_ACCOUNT',
		seekType: 'latest',
		serviceAccountKey: { serviceAccountFile: 'e30=' },
	},
	postgres: { host: 'h', port: 5432, database: 'd', credentials: LOGIN },
	mysql: {
		host: 'h',
		port: 1,
		credentials: LOGIN,
		settings: { replicationMode: 'cdc' },
		tableMappings: [{ sourceSchemaName: 's', sourceTable: 'o', targetTable: 't' }],
	},
	mongodb: {
		uri: 'mongodb://h',
		readPreference: 'primary',
		credentials: LOGIN,
		settings: { replicationMode: 'cdc' },
		tableMappings: [{ sourceDatabaseName: 's', sourceCollection: 'c', targetTable: 't' }],
	},
	bigquery: {
		credentials: { serviceAccountFile: 'e30=' },
		snapshotStagingPath: 'gs://staging/x',
		settings: { replicationMode: 'snapshot' },
		tableMappings: [{ sourceDatasetName: 's', sourceTable: 'o', targetTable: 't' }],
	},
};

/** `changes` are to the source, `rest` to the other keys of the pipe. */
export function pipeOf(kind: string, changes: object = {}, rest: object = {}): JsonObject {
	const isTable = ['kafka', 'kinesis', 'objectStorage', 'pubsub'].includes(kind);
	const destination = isTable ? INTO_TABLE : { database: 'd' };
	return { name: 'n', destination, source: { [kind]: { ...SOURCES[kind], ...changes } }, ...rest };
}

export function into(changes: object): { destination: object } {
	return { destination: { ...INTO_TABLE, ...changes } };
}

export function planForm(
	parameters: ParameterValues,
	extraCredential?: JsonObject,
	own = {},
): HintedPlan {
	const name = extraCredential === undefined ? {} : { extraCredentialName: 'Orders source' };
	const credential = { ...contextOf().credential, ...own };
	const context = contextOf({ extraCredential, ...name, credential });
	return sentPlan(createPipe, parameters, context);
}

export function planJson(
	pipeJson: unknown,
	extraCredential?: JsonObject,
	options = {},
	credential = {},
): HintedPlan {
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options };
	return planForm(parameters, extraCredential, credential);
}

/** Paths in the source object start with a dot. */
export function pipeIssues({ issues }: Plan): string {
	return problems(issues)
		.join(', ')
		.replaceAll(/source\.\w+\./g, '.');
}
