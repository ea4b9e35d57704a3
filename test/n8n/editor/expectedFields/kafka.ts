import { add, CUSTOM_CALL, type PanelState, within } from '../panelState';
import { BOTH_CREDENTIALS, CREDENTIAL, HEAD, MANAGED_TABLE, STREAMING_TAIL } from './pipeSections';

const PLACE = ['Kafka Type', 'Brokers', 'Topics', 'Format', 'Authentication'];
const OFFSET = ['Offset Strategy'];
const REGISTRY = ['Schema Registry Authentication'];
const REGISTRY_PLACE = ['Schema Registry URL', 'Schema Registry CA Certificate'];
const OPTION_NAMES = ['CA Certificate', 'Consumer Group', 'Reverse Private Endpoint IDs'];
const OPTIONS = ['Kafka Options', add(...OPTION_NAMES)];
const TAIL = [...MANAGED_TABLE, ...STREAMING_TAIL];

const BY_SECRET = [...BOTH_CREDENTIALS, ...HEAD, ...PLACE];
const SOURCE = [...BY_SECRET, ...OFFSET, ...REGISTRY];

/** The panel down to the source, as it opens. */
export const KAFKA = [...SOURCE, ...OPTIONS];
/** The same with every Kafka option added. */
export const KAFKA_WITH_OPTIONS = [...SOURCE, 'Kafka Options', ...within(...OPTION_NAMES)];

const secret = [...KAFKA, ...TAIL];
const role = [
	...CREDENTIAL,
	...HEAD,
	...PLACE,
	'IAM Role',
	...OFFSET,
	...REGISTRY,
	...OPTIONS,
	...TAIL,
];

// Reference, "Authentication methods supported per type". The words of the form, in the order of the list.
const METHODS_OF_TYPE: readonly [string, readonly string[], readonly [string, string[]][]][] = [
	[
		'kafka',
		['Mutual TLS', 'PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'],
		[
			['PLAIN', secret],
			['SCRAM-SHA-256', secret],
			['SCRAM-SHA-512', secret],
			['MUTUAL_TLS', secret],
		],
	],
	[
		'msk',
		['IAM Role', 'IAM User', 'Mutual TLS', 'SCRAM-SHA-512'],
		[
			['SCRAM-SHA-512', secret],
			['IAM_ROLE', role],
			['IAM_USER', secret],
			['MUTUAL_TLS', secret],
		],
	],
	[
		'confluent',
		['Mutual TLS', 'PLAIN'],
		[
			['PLAIN', secret],
			['MUTUAL_TLS', secret],
		],
	],
	['warpstream', ['PLAIN'], [['PLAIN', secret]]],
	['azureeventhub', ['PLAIN'], [['PLAIN', secret]]],
	[
		'redpanda',
		['Mutual TLS', 'SCRAM-SHA-256', 'SCRAM-SHA-512'],
		[
			['SCRAM-SHA-256', secret],
			['SCRAM-SHA-512', secret],
			['MUTUAL_TLS', secret],
		],
	],
	[
		'dokafka',
		['Mutual TLS', 'SCRAM-SHA-256'],
		[
			['SCRAM-SHA-256', secret],
			['MUTUAL_TLS', secret],
		],
	],
];

function kafka(name: string, parameters: object, shows: string[]): PanelState {
	const all = { resource: 'pipe', operation: 'create', sourceKind: 'kafka', ...parameters };
	return { name: `Kafka, ${name}`, node: 'cloudManagement', parameters: all, shows };
}

const methods: PanelState[] = METHODS_OF_TYPE.flatMap(([kafkaType, offered, states]) =>
	states.map(([kafkaAuthentication, shows]) => ({
		...kafka(`${kafkaType}, ${kafkaAuthentication}`, { kafkaType, kafkaAuthentication }, shows),
		offers: { Authentication: offered },
	})),
);

const registry = [...SOURCE, ...REGISTRY_PLACE, ...OPTIONS, ...TAIL];
const roleAndRegistry = [
	...BY_SECRET,
	'IAM Role',
	...OFFSET,
	...REGISTRY,
	...REGISTRY_PLACE,
	...OPTIONS,
	...TAIL,
];
const timestamp = [...BY_SECRET, ...OFFSET, 'Offset Timestamp', ...REGISTRY, ...OPTIONS, ...TAIL];

/** Reference, "`kafka` member". */
export const kafkaStates: PanelState[] = [
	{
		...kafka('as it opens', {}, secret),
		parameters: {},
		offers: {
			Resource: [
				'Activity',
				'Backup',
				'BYOC Infrastructure',
				'Invitation',
				'Member',
				'Pipe',
				'Private Endpoint',
				'Reverse Private Endpoint',
				'Service',
				CUSTOM_CALL,
			],
			Operation: ['Create', 'Delete', 'Resync', 'Start', 'Stop', CUSTOM_CALL],
			'Define Pipe': ['By Fields', 'By JSON'],
			Source: ['Kafka', 'Kinesis', 'Object Storage', 'Postgres'],
			'Kafka Type': [
				'Amazon MSK',
				'Apache Kafka',
				'Azure Event Hubs',
				'Confluent',
				'DigitalOcean Kafka',
				'Redpanda',
				'WarpStream',
			],
			Format: ['Avro', 'AvroConfluent', 'JSONEachRow'],
			'Offset Strategy': ['From Beginning', 'From Latest', 'From Timestamp'],
			'Schema Registry Authentication': ['None', 'PLAIN'],
		},
	},
	...methods,
	kafka('format Avro', { kafkaFormat: 'Avro' }, secret),
	kafka('format AvroConfluent', { kafkaFormat: 'AvroConfluent' }, secret),
	kafka('offset from latest', { kafkaOffsetStrategy: 'from_latest' }, secret),
	kafka('offset from timestamp', { kafkaOffsetStrategy: 'from_timestamp' }, timestamp),
	kafka('schema registry', { kafkaSchemaRegistryAuthentication: 'PLAIN' }, registry),
	kafka(
		'IAM role with a schema registry, whose login is a secret',
		{
			kafkaType: 'msk',
			kafkaAuthentication: 'IAM_ROLE',
			kafkaSchemaRegistryAuthentication: 'PLAIN',
		},
		roleAndRegistry,
	),
];
