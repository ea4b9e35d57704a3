import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsOf } from '../../../../core/parameters/selectors';
import {
	KAFKA_AUTHENTICATIONS_BY_TYPE,
	KAFKA_FORMATS,
	KAFKA_OFFSET_STRATEGIES,
	KAFKA_TYPES,
	SCHEMA_REGISTRY_AUTHENTICATIONS,
} from '../../../api/pipe/kafka';
import { AUTHENTICATION_NAMES, NO_AUTHENTICATION } from './authenticationNames';

const TYPE_NAMES = {
	azureeventhub: 'Azure Event Hubs',
	confluent: 'Confluent',
	dokafka: 'DigitalOcean Kafka',
	kafka: 'Apache Kafka',
	msk: 'Amazon MSK',
	redpanda: 'Redpanda',
	warpstream: 'WarpStream',
};

const OFFSET_NAMES = {
	from_beginning: 'From Beginning',
	from_latest: 'From Latest',
	from_timestamp: 'From Timestamp',
};

/** One selector per type, each with only the methods that the type supports. */
const authenticationFields: INodeProperties[] = KAFKA_TYPES.flatMap((type) => {
	const methods = KAFKA_AUTHENTICATIONS_BY_TYPE[type];
	const [firstMethod] = methods;
	return updateDisplayOptions({ show: { kafkaType: [type] } }, [
		{
			displayName: 'Authentication',
			name: 'kafkaAuthentication',
			type: 'options',
			options: optionsOf(methods, AUTHENTICATION_NAMES),
			default: firstMethod,
			description: 'How the pipe proves itself to the brokers',
		},
	]);
});

const registryFields = updateDisplayOptions(
	{ show: { kafkaSchemaRegistryAuthentication: ['PLAIN'] } },
	[
		{
			displayName: 'Schema Registry URL',
			name: 'kafkaSchemaRegistryUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://registry.example.com',
			description: 'The HTTPS address of the schema registry',
		},
		{
			displayName: 'Schema Registry CA Certificate',
			name: 'kafkaSchemaRegistryCaCertificate',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
			description:
				'PEM certificates that validate the schema registry, where it has a private authority',
		},
	],
);

/** The fields of a Kafka source. Reference, "`kafka` member". */
export const kafkaFields: INodeProperties[] = [
	{
		displayName: 'Kafka Type',
		name: 'kafkaType',
		type: 'options',
		options: optionsOf(KAFKA_TYPES, TYPE_NAMES),
		default: 'kafka',
		description: 'Which Kafka service the topics are in',
	},
	{
		displayName: 'Brokers',
		name: 'kafkaBrokers',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. broker-1.example.com:9092,broker-2.example.com:9092',
		description: 'The brokers to connect to, separated by commas',
	},
	{
		displayName: 'Topics',
		name: 'kafkaTopics',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. orders',
		description: 'The topics to read, separated by commas',
	},
	{
		displayName: 'Format',
		name: 'kafkaFormat',
		type: 'options',
		options: optionsOf(KAFKA_FORMATS),
		default: 'JSONEachRow',
		description: 'The format of the messages',
	},
	...authenticationFields,
	...updateDisplayOptions({ show: { kafkaAuthentication: ['IAM_ROLE'] } }, [
		{
			displayName: 'IAM Role',
			name: 'kafkaIamRole',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. arn:aws:iam::123456789012:role/pipe-reader',
			description: 'The role that the pipe takes on to read',
		},
	]),
	{
		displayName: 'Offset Strategy',
		name: 'kafkaOffsetStrategy',
		type: 'options',
		options: optionsOf(KAFKA_OFFSET_STRATEGIES, OFFSET_NAMES),
		default: 'from_beginning',
		description: 'Where in the topics to begin',
	},
	...updateDisplayOptions({ show: { kafkaOffsetStrategy: ['from_timestamp'] } }, [
		{
			displayName: 'Offset Timestamp',
			name: 'kafkaOffsetTimestamp',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'The time to begin from. It is sent in UTC, to the minute.',
		},
	]),
	{
		displayName: 'Schema Registry Authentication',
		name: 'kafkaSchemaRegistryAuthentication',
		type: 'options',
		options: [
			{
				name: 'None',
				value: NO_AUTHENTICATION,
				description: 'No schema registry is used',
			},
			...optionsOf(SCHEMA_REGISTRY_AUTHENTICATIONS, AUTHENTICATION_NAMES),
		],
		default: NO_AUTHENTICATION,
		description: 'How the pipe logs in to the schema registry that describes the messages',
	},
	...registryFields,
	{
		displayName: 'Kafka Options',
		name: 'kafkaOptions',
		type: 'collection',
		placeholder: 'Add Kafka option',
		default: {},
		options: [
			{
				displayName: 'CA Certificate',
				name: 'caCertificate',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
				description:
					'PEM certificates that validate the brokers, where they have a private authority',
			},
			{
				displayName: 'Consumer Group',
				name: 'consumerGroup',
				type: 'string',
				default: '',
				placeholder: 'e.g. warehouse-orders',
				description: 'Left out, a name is made from the pipe ID',
			},
			{
				displayName: 'Reverse Private Endpoint IDs',
				name: 'reversePrivateEndpointIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 6f1d3b90-2c5e-4a7b-b8d1-0e9f4c2a5d73',
				description: 'The endpoints of a private connection, separated by commas',
			},
		],
	},
];
