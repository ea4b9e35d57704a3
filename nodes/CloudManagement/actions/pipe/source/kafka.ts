import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import type { Parameters } from '../../../../core/operation';
import { optionsOf } from '../../../../core/parameters/fields';
import { parseTime } from '../../shared/time';
import { optional, optionalTextList } from '../../../../core/parameters/values';
import {
	KAFKA_AUTHENTICATIONS_BY_TYPE,
	KAFKA_FORMATS,
	KAFKA_OFFSET_STRATEGIES,
	KAFKA_TIMESTAMP_FORMAT,
	KAFKA_TYPES,
	SCHEMA_REGISTRY_AUTHENTICATIONS,
	SCHEMA_REGISTRY_FORMAT,
} from '../../../api/pipe/kafka';
import { apiDefaultOption, unlessApiDefault } from './apiDefault';
import { EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID } from '../../shared/identifiers';
import { AUTHENTICATION_LABELS, iamRoleField, NO_AUTHENTICATION } from './authentication';
import { KAFKA_WITH_SECRETS, sourceCredentialNotice } from './sourceCredential';

const TYPE_NAMES = {
	azureeventhub: 'Azure Event Hubs',
	confluent: 'Confluent',
	dokafka: 'DigitalOcean Kafka',
	kafka: 'Apache Kafka',
	msk: 'Amazon MSK',
	redpanda: 'Redpanda',
	warpstream: 'WarpStream',
};

const FORMAT_NAMES = {
	AvroConfluent: 'Avro with a Schema Registry (AvroConfluent)',
	JSONEachRow: 'JSON, One Object per Message (JSONEachRow)',
};

const OFFSET_NAMES = {
	from_beginning: 'Oldest Message (from_beginning)',
	from_latest: 'New Messages Only (from_latest)',
	from_timestamp: 'Point in Time (from_timestamp)',
};

const REGISTRY_NAMES = { ...AUTHENTICATION_LABELS, [NO_AUTHENTICATION]: 'No Schema Registry' };

/** One selector per type, each with only the methods that the type supports. */
const authenticationFields: INodeProperties[] = KAFKA_TYPES.flatMap((type) => {
	const methods = KAFKA_AUTHENTICATIONS_BY_TYPE[type];
	// The most usual method, or the only one. Left open where neither is among them.
	const usualMethod = methods.find((method) => method === 'SCRAM-SHA-256') ?? '';
	const defaultMethod = methods.length === 1 ? methods[0] : usualMethod;
	const names =
		type === 'azureeventhub'
			? { ...AUTHENTICATION_LABELS, PLAIN: 'Connection String (PLAIN)' }
			: AUTHENTICATION_LABELS;
	return updateDisplayOptions({ show: { kafkaType: [type] } }, [
		{
			displayName: 'Authentication',
			name: 'kafkaAuthentication',
			type: 'options',
			noDataExpression: true,
			required: true,
			options: optionsOf(methods, names),
			default: defaultMethod,
			description: 'How the pipe authenticates with the brokers',
		},
	]);
});

const offsetFields: INodeProperties[] = [
	{
		displayName: 'Start From',
		name: 'kafkaOffsetStrategy',
		type: 'options',
		noDataExpression: true,
		options: [apiDefaultOption, ...optionsOf(KAFKA_OFFSET_STRATEGIES, OFFSET_NAMES)],
		default: 'from_beginning',
		description: 'The first message to read',
	},
	...updateDisplayOptions({ show: { kafkaOffsetStrategy: ['from_timestamp'] } }, [
		{
			displayName: 'Start Time',
			name: 'kafkaOffsetTimestamp',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'The point in time to start from. Sent in UTC, to the minute.',
		},
	]),
];

const formatFields: INodeProperties[] = [
	{
		displayName: 'Format',
		name: 'kafkaFormat',
		type: 'options',
		options: optionsOf(KAFKA_FORMATS, FORMAT_NAMES),
		default: 'JSONEachRow',
		description: 'The format of the messages',
	},
	...updateDisplayOptions({ show: { kafkaFormat: [SCHEMA_REGISTRY_FORMAT] } }, [
		{
			displayName: 'Schema Registry Authentication',
			name: 'kafkaSchemaRegistryAuthentication',
			type: 'options',
			noDataExpression: true,
			options: optionsOf([NO_AUTHENTICATION, ...SCHEMA_REGISTRY_AUTHENTICATIONS], REGISTRY_NAMES),
			default: 'PLAIN',
			description: 'How the pipe authenticates with the schema registry',
		},
		...updateDisplayOptions({ show: { kafkaSchemaRegistryAuthentication: ['PLAIN'] } }, [
			{
				displayName: 'Schema Registry URL',
				name: 'kafkaSchemaRegistryUrl',
				type: 'string',
				// Not required in n8n: with an expression in Format, it is shown for every format.
				default: '',
				placeholder: 'e.g. https://registry.example.com',
				description:
					'The HTTPS address of the schema registry. Needed with the format AvroConfluent.',
			},
			...updateDisplayOptions({ show: { kafkaAuthentication: ['IAM_ROLE'] } }, [
				sourceCredentialNotice,
			]),
		]),
	]),
];

/** The fields of a Kafka source. Reference, "`kafka` member". */
export const kafkaFields: INodeProperties[] = [
	{
		displayName: 'Kafka Type',
		name: 'kafkaType',
		type: 'options',
		noDataExpression: true,
		options: optionsOf(KAFKA_TYPES, TYPE_NAMES),
		default: 'kafka',
		description: 'The Kafka service that has the topics',
	},
	{
		displayName: 'Brokers',
		name: 'kafkaBrokers',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. broker.example.com:9092',
		description: 'The brokers to connect to, each with its port, separated by commas',
	},
	...authenticationFields,
	...updateDisplayOptions({ show: KAFKA_WITH_SECRETS }, [sourceCredentialNotice]),
	...updateDisplayOptions({ show: { kafkaAuthentication: ['IAM_ROLE'] } }, [
		iamRoleField('kafkaIamRole'),
	]),
	{
		displayName: 'Topics',
		name: 'kafkaTopics',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. orders',
		description: 'The topics to read, separated by commas',
	},
	...offsetFields,
	...formatFields,
];

/** The less common fields of a Kafka source, shown under Pipe Settings. */
export const kafkaOptions: INodeProperties[] = [
	{
		displayName: 'CA Certificate',
		name: 'kafkaCaCertificate',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
		description: 'CA certificates in PEM format to validate the broker certificates with',
	},
	{
		displayName: 'Consumer Group',
		name: 'kafkaConsumerGroup',
		type: 'string',
		default: '',
		placeholder: 'e.g. warehouse-orders',
		description: 'Leave empty to derive the name from the pipe ID',
	},
	{
		displayName: 'Reverse Private Endpoint IDs',
		name: 'kafkaReversePrivateEndpointIds',
		type: 'string',
		default: '',
		placeholder: `e.g. ${EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID}`,
		description: 'The endpoints to use for a private connection, separated by commas',
	},
	...updateDisplayOptions(
		{
			show: {
				'/kafkaFormat': [SCHEMA_REGISTRY_FORMAT],
				'/kafkaSchemaRegistryAuthentication': ['PLAIN'],
			},
		},
		[
			{
				displayName: 'Schema Registry CA Certificate',
				name: 'kafkaSchemaRegistryCaCertificate',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
				description:
					'CA certificates in PEM format to validate the certificate of the schema registry with',
			},
		],
	),
];

/** Returns the `kafka` member, without its secrets. */
export function kafkaBody(fields: Parameters, timezone: string): JsonObject {
	const { kafkaAuthentication } = fields;
	return withoutUndefined({
		type: optional(fields.kafkaType),
		format: optional(fields.kafkaFormat),
		brokers: optional(fields.kafkaBrokers),
		topics: optional(fields.kafkaTopics),
		consumerGroup: optional(fields.kafkaConsumerGroup),
		authentication: optional(kafkaAuthentication),
		iamRole: kafkaAuthentication === 'IAM_ROLE' ? optional(fields.kafkaIamRole) : undefined,
		offset: offsetBody(fields, timezone),
		schemaRegistry: schemaRegistryBody(fields),
		caCertificate: optional(fields.kafkaCaCertificate),
		reversePrivateEndpointIds: optionalTextList(fields.kafkaReversePrivateEndpointIds),
	});
}

function offsetBody(fields: Parameters, timezone: string): JsonObject | undefined {
	const strategy = unlessApiDefault(fields.kafkaOffsetStrategy);
	if (strategy === undefined) return undefined;
	if (strategy !== 'from_timestamp') return { strategy };
	const entered = optional(fields.kafkaOffsetTimestamp);
	const instant = parseTime(entered, timezone);
	// Cut to the minute, never rounded up: no message of that minute is skipped.
	const timestamp = instant?.toFormat(KAFKA_TIMESTAMP_FORMAT) ?? entered;
	return withoutUndefined({ strategy, timestamp });
}

function schemaRegistryBody(fields: Parameters): JsonObject | undefined {
	if (fields.kafkaFormat !== SCHEMA_REGISTRY_FORMAT) return undefined;
	const authentication = optional(fields.kafkaSchemaRegistryAuthentication);
	if (authentication === undefined || authentication === NO_AUTHENTICATION) return undefined;
	return withoutUndefined({
		url: optional(fields.kafkaSchemaRegistryUrl),
		authentication,
		caCertificate: optional(fields.kafkaSchemaRegistryCaCertificate),
	});
}
