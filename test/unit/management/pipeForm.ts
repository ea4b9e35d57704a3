import type { Parameters } from '../../../nodes/core/operation';
import { SERVICE_ID } from './context';

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
