import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import type { JsonObject } from '../../../nodes/core/json';
import type { Parameters, Plan } from '../../../nodes/core/operation';
import { contextOf, SERVICE_ID } from './context';

const SHARED = {
	serviceId: SERVICE_ID,
	pipeInput: 'fields',
	name: 'Orders',
	destinationDatabase: 'default',
};

const TABLE = {
	destinationTable: 'orders',
	destinationManagedTable: false,
	columnsInput: 'fields',
	destinationColumns: { values: [{ name: 'id', type: 'UInt64', sourceField: 'orderId' }] },
};

/** The smallest valid form of each source kind. */
export const FORMS = {
	kafka: {
		...SHARED,
		...TABLE,
		sourceKind: 'kafka',
		kafkaType: 'kafka',
		kafkaFormat: 'JSONEachRow',
		kafkaBrokers: 'broker:9092',
		kafkaTopics: 'orders',
		kafkaAuthentication: 'PLAIN',
		kafkaOffsetStrategy: 'from_latest',
	},
	kinesis: {
		...SHARED,
		...TABLE,
		sourceKind: 'kinesis',
		kinesisFormat: 'Avro',
		kinesisStreamName: 'orders',
		kinesisRegion: 'us-east-1',
		kinesisIteratorType: 'LATEST',
		kinesisAuthentication: 'IAM_ROLE',
		kinesisIamRole: 'arn:aws:iam::1:role/reader',
	},
	objectStorage: {
		...SHARED,
		...TABLE,
		sourceKind: 'objectStorage',
		objectStorageType: 's3',
		objectStorageFormat: 'JSONEachRow',
		objectStorageUrl: 'https://bucket.example.com/*.json',
		objectStorageIsContinuous: false,
		objectStorageAuthentication: 'none',
	},
	postgres: {
		...SHARED,
		sourceKind: 'postgres',
		postgresHost: 'db.example.com',
		postgresPort: 5432,
		postgresDatabase: 'shop',
		postgresSettingsReplicationMode: 'cdc',
		tableMappingsInput: 'fields',
		postgresTableMappings: { values: [{ sourceTable: 'orders', targetTable: 'orders' }] },
	},
} satisfies Record<string, Parameters>;

export const LOGIN = { username: 'ada', password: 's3cret' };
export const ACCESS_KEY = { accessKeyId: 'AK', secretKey: 'SK' };

const INTO_TABLE = {
	database: 'd',
	table: 't',
	managedTable: true,
	columns: [{ name: 'a', type: 'UInt8' }],
};
const REGISTRY = { url: 'https://r.example.com', authentication: 'PLAIN' };

/** The smallest definition of each source kind that leaves nothing to the API. */
const SOURCES = {
	kafka: {
		...{ type: 'kafka', format: 'Avro', brokers: 'b:9092', topics: 't' },
		authentication: 'PLAIN',
	},
	kinesis: {
		...{ format: 'Avro', streamName: 's', region: 'r', iteratorType: 'LATEST' },
		...{ authentication: 'IAM_ROLE', iamRole: 'arn' },
	},
	objectStorage: { type: 's3', format: 'CSV', url: 'https://x/*' },
	postgres: { host: 'h', port: 5432, database: 'd', credentials: LOGIN },
};
export type Kind = keyof typeof SOURCES;

/** A pipe by JSON with changes to its source and to itself. */
export function pipeOf(kind: Kind, changes: object = {}, rest: object = {}): JsonObject {
	const destination = kind === 'postgres' ? { database: 'd' } : INTO_TABLE;
	return { name: 'n', destination, source: { [kind]: { ...SOURCES[kind], ...changes } }, ...rest };
}

/** A Kafka pipe by JSON with changes to its schema registry. */
export function withRegistry(changes: object): JsonObject {
	return pipeOf('kafka', { schemaRegistry: { ...REGISTRY, ...changes } });
}

/** A change to the destination of a pipe. */
export function into(changes: object): { destination: object } {
	return { destination: { ...INTO_TABLE, ...changes } };
}

/** The plan of a form. */
export function planForm(form: Parameters, extraCredential?: JsonObject): Plan {
	const name = extraCredential === undefined ? {} : { extraCredentialName: 'Orders source' };
	return createPipe.plan(form, contextOf({ extraCredential, ...name }));
}

/** The plan of a definition by JSON. */
export function planJson(pipeJson: unknown, extraCredential?: JsonObject, options = {}): Plan {
	return planForm({ serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options }, extraCredential);
}
