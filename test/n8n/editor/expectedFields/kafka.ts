import { CUSTOM_CALL, type PanelState } from '../panelState';
import {
	additionalWith,
	BOTH_CREDENTIALS,
	CREDENTIAL,
	CREDENTIAL_NOTICE,
	FOOT,
	HEAD,
	table,
	tail,
} from './pipeSections';

const PLACE = ['Kafka Type', 'Brokers', 'Authentication'];
const ROLE = ['IAM Role ARN'];
const TOPICS = ['Topics', 'Start From'];
const FORMAT = ['Format'];
const REGISTRY = ['Schema Registry Authentication'];
const REGISTRY_PLACE = [...REGISTRY, 'Schema Registry URL'];

const NOTICE = CREDENTIAL_NOTICE.replace(/\.$/, ' once Brokers is filled in.');
const BY_NOTHING = [...CREDENTIAL, ...HEAD, ...PLACE];
const BY_SECRET = [...BOTH_CREDENTIALS, ...HEAD, ...PLACE, NOTICE];

/** The panel down to the source, with a login. */
export const KAFKA = [...BY_SECRET, ...TOPICS, ...FORMAT];

const open = [...BY_NOTHING, ...TOPICS, ...FORMAT, ...tail('kafka')];
const atFirst = [...BY_NOTHING, NOTICE, ...TOPICS, ...FORMAT, ...tail('kafka')];
const secret = [...KAFKA, ...tail('kafka')];
const role = [...BY_NOTHING, ...ROLE, ...TOPICS, ...FORMAT, ...tail('kafka')];
const timestamp = [...BY_SECRET, ...TOPICS, 'Start Time', ...FORMAT, ...tail('kafka')];

const REGISTRY_SETTINGS = additionalWith('kafka', 'Schema Registry CA Certificate');
const registryTail = [...table(), ...REGISTRY_SETTINGS, ...FOOT];
const registry = [...KAFKA, ...REGISTRY_PLACE, ...registryTail];
const noRegistry = [...KAFKA, ...REGISTRY, ...tail('kafka')];
const roleAndRegistry = [
	...BOTH_CREDENTIALS,
	...HEAD,
	...PLACE,
	...ROLE,
	...TOPICS,
	...FORMAT,
	...REGISTRY_PLACE,
	NOTICE,
	...registryTail,
];

const LOGIN = 'Username and Password (PLAIN)';
const CERTIFICATE = 'Mutual TLS (Client Certificate)';

// Reference, "Authentication methods supported per type". The words of the form, in the order of the list. The form
// walk opens every method of every type; here each type is opened once, and each method.
const METHODS_OF_TYPE: readonly [string, readonly string[], readonly [string, string[]][]][] = [
	[
		'kafka',
		[CERTIFICATE, 'SCRAM-SHA-256', 'SCRAM-SHA-512', LOGIN],
		[
			['PLAIN', secret],
			['SCRAM-SHA-256', secret],
			['SCRAM-SHA-512', secret],
			['MUTUAL_TLS', secret],
		],
	],
	[
		'msk',
		['IAM Role', 'IAM User (Access Key)', CERTIFICATE, 'SCRAM-SHA-512'],
		[
			['IAM_ROLE', role],
			['IAM_USER', secret],
		],
	],
	['confluent', [CERTIFICATE, LOGIN], [['PLAIN', secret]]],
	['azureeventhub', ['Connection String (PLAIN)'], [['PLAIN', secret]]],
	['redpanda', [CERTIFICATE, 'SCRAM-SHA-256', 'SCRAM-SHA-512'], [['SCRAM-SHA-256', secret]]],
	['dokafka', [CERTIFICATE, 'SCRAM-SHA-256'], [['SCRAM-SHA-256', secret]]],
];

function kafka(name: string, parameters: object, shows: string[]): PanelState {
	const create = { resource: 'pipe', operation: 'create', sourceKind: 'kafka' };
	const all = { ...create, kafkaBrokers: 'broker.example.com:9092', ...parameters };
	return { name: `Kafka, ${name}`, node: 'cloudManagement', parameters: all, shows };
}

const methods: PanelState[] = METHODS_OF_TYPE.flatMap(([kafkaType, offered, states]) =>
	states.map(([kafkaAuthentication, shows]) => ({
		...kafka(`${kafkaType}, ${kafkaAuthentication}`, { kafkaType, kafkaAuthentication }, shows),
		offers: { Authentication: offered },
	})),
);

/** With a login, so that the credential of the source is shown. */
const login = (name: string, parameters: object, shows: string[]) =>
	kafka(name, { kafkaAuthentication: 'PLAIN', ...parameters }, shows);

/** Reference, "`kafka` member". */
export const kafkaStates: PanelState[] = [
	{
		...kafka('as it opens', { kafkaBrokers: '' }, atFirst),
		offers: {
			Resource: [
				'Activity',
				'API Key',
				'API Request',
				'Backup',
				'BYOC Infrastructure',
				'Invitation',
				'Member',
				'Pipe',
				'Private Endpoint',
				'Reverse Private Endpoint',
				'Role',
				'Service',
				'Usage Cost',
				CUSTOM_CALL,
			],
			Operation: [
				...[
					'Create',
					'Delete',
					'Get',
					'Get Many',
					'Get Settings',
					'Resync',
					'Scale',
					'Start',
					'Stop',
				],
				...['Update', 'Update Settings', 'Wait for State', CUSTOM_CALL],
			],
			'Define Pipe': ['By Fields', 'By JSON'],
			Source: [
				...['BigQuery', 'Kafka', 'Kinesis', 'MongoDB', 'MySQL', 'Object Storage', 'Postgres'],
				'Pub/Sub',
			],
			'Kafka Type': [
				'Amazon MSK',
				'Apache Kafka',
				'Azure Event Hubs',
				'Confluent',
				'DigitalOcean Kafka',
				'Google Cloud Managed Kafka',
				'Redpanda',
				'WarpStream',
			],
			Format: [
				'Avro',
				'Avro with a Schema Registry (AvroConfluent)',
				'JSON, One Object per Message (JSONEachRow)',
				'Protobuf',
			],
			'Start From': [
				'API Default',
				'New Messages Only (from_latest)',
				'Oldest Message (from_beginning)',
				'Point in Time (from_timestamp)',
			],
			'Define Columns': ['By Fields', 'As List', 'From Sample'],
		},
	},
	kafka('brokers', {}, secret),
	kafka('a type without a usual method', { kafkaType: 'msk' }, open),
	{
		...kafka('a type with one method', { kafkaType: 'warpstream' }, secret),
		offers: { Authentication: [LOGIN] },
	},
	...methods,
	login('format Avro', { kafkaFormat: 'Avro' }, secret),
	login('offset from latest', { kafkaOffsetStrategy: 'from_latest' }, secret),
	login('offset from timestamp', { kafkaOffsetStrategy: 'from_timestamp' }, timestamp),
	{
		...login(
			'format AvroConfluent with a schema registry',
			{ kafkaFormat: 'AvroConfluent' },
			registry,
		),
		offers: { 'Schema Registry Authentication': ['No Schema Registry', LOGIN] },
	},
	login(
		'format AvroConfluent without a schema registry',
		{ kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'none' },
		noRegistry,
	),
	kafka(
		'IAM role with a schema registry, whose login is a secret',
		{ kafkaType: 'msk', kafkaAuthentication: 'IAM_ROLE', kafkaFormat: 'AvroConfluent' },
		roleAndRegistry,
	),
];
