import { DateTime } from 'luxon';
import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { MemberFault } from './rule';
import { needed, objectMember, within } from './rule';
import type { PipeSourceMember } from './credentialMembers';
import {
	ACCESS_KEY_MEMBERS,
	CLIENT_CERTIFICATE_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	LOGIN_MEMBERS,
} from './credentialMembers';
import { secretGroupFaults, secretsSchema } from './secrets';

export const KAFKA_FORMATS = ['JSONEachRow', 'Avro', 'AvroConfluent'] as const;
export const KAFKA_OFFSET_STRATEGIES = ['from_beginning', 'from_latest', 'from_timestamp'] as const;
export const SCHEMA_REGISTRY_AUTHENTICATIONS = ['PLAIN'] as const;
export const KAFKA_AUTHENTICATIONS = [
	'PLAIN',
	'SCRAM-SHA-256',
	'SCRAM-SHA-512',
	'IAM_ROLE',
	'IAM_USER',
	'MUTUAL_TLS',
] as const;
export const KAFKA_TYPES = [
	'kafka',
	'redpanda',
	'msk',
	'confluent',
	'warpstream',
	'azureeventhub',
	'dokafka',
] as const;

export type KafkaType = (typeof KAFKA_TYPES)[number];
export type KafkaAuthentication = (typeof KAFKA_AUTHENTICATIONS)[number];

/** Reference, "Authentication methods supported per `type`". */
export const KAFKA_AUTHENTICATIONS_BY_TYPE: Readonly<
	Record<KafkaType, readonly [KafkaAuthentication, ...KafkaAuthentication[]]>
> = {
	kafka: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
	msk: ['SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS'],
	confluent: ['PLAIN', 'MUTUAL_TLS'],
	warpstream: ['PLAIN'],
	azureeventhub: ['PLAIN'],
	redpanda: ['SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
	dokafka: ['SCRAM-SHA-256', 'MUTUAL_TLS'],
};

export const KAFKA_TIMESTAMP_FORMAT = "yyyy-MM-dd'T'HH:mm";

/** Whether a text is a real time of the form YYYY-MM-DDTHH:MM, read as UTC. */
function isMinute(text: string): boolean {
	const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);
	return shape && DateTime.fromFormat(text, KAFKA_TIMESTAMP_FORMAT, { zone: 'utc' }).isValid;
}

const offsetSchema = z
	.object({
		strategy: z.enum(KAFKA_OFFSET_STRATEGIES),
		timestamp: z
			.string()
			.refine(isMinute, 'must be a UTC time to the minute, such as 2026-05-31T14:30.')
			.nullish(),
	})
	.passthrough();

const schemaRegistrySchema = z
	.object({
		url: z
			.string()
			.regex(
				/^https:\/\/[^\s/]/i,
				'must be an HTTPS address, such as https://registry.example.com.',
			),
		authentication: z.enum(SCHEMA_REGISTRY_AUTHENTICATIONS),
		caCertificate: z.string().nullish(),
		credentials: secretsSchema,
	})
	.passthrough();

/** The `kafka` source, as the reference lists its members. */
export const kafkaSchema = z
	.object({
		type: z.enum(KAFKA_TYPES),
		format: z.enum(KAFKA_FORMATS),
		brokers: z.string().min(1),
		topics: z.string().min(1),
		consumerGroup: z.string().nullish(),
		authentication: z.enum(KAFKA_AUTHENTICATIONS),
		iamRole: z.string().nullish(),
		offset: offsetSchema.nullish(),
		schemaRegistry: schemaRegistrySchema.nullish(),
		caCertificate: z.string().nullish(),
		credentials: secretsSchema,
		reversePrivateEndpointIds: z.array(z.string().min(1)).optional(),
	})
	.passthrough();

/** The cross-field rules of a Kafka source. */
export function kafkaFaults(kafka: JsonObject): MemberFault[] {
	const roleNeeded = kafka.authentication === 'IAM_ROLE';
	return [
		...authenticationFaults(kafka),
		...(roleNeeded ? needed(kafka, ['iamRole'], 'with IAM role authentication') : []),
		...within(['offset'], offsetFaults(objectMember(kafka, 'offset') ?? {})),
		...secretFaults(kafka),
		...within(['schemaRegistry'], registryFaults(objectMember(kafka, 'schemaRegistry') ?? {})),
	];
}

/** The members of `credentials` that a type and a method use; none for IAM roles. */
export function kafkaSecretMembers(
	type: unknown,
	authentication: unknown,
): readonly PipeSourceMember[] {
	if (authentication === 'IAM_ROLE') return [];
	if (authentication === 'IAM_USER') return ACCESS_KEY_MEMBERS;
	if (authentication === 'MUTUAL_TLS') return CLIENT_CERTIFICATE_MEMBERS;
	return type === 'azureeventhub' ? CONNECTION_STRING_MEMBERS : LOGIN_MEMBERS;
}

function authenticationFaults(kafka: JsonObject): MemberFault[] {
	const type = KAFKA_TYPES.find((known) => known === kafka.type);
	const method = KAFKA_AUTHENTICATIONS.find((known) => known === kafka.authentication);
	if (type === undefined || method === undefined) return [];
	const supported = KAFKA_AUTHENTICATIONS_BY_TYPE[type];
	if (supported.includes(method)) return [];
	const message = `is ${method}, which ${type} does not support. Use one of: ${supported.join(', ')}.`;
	return [{ path: ['authentication'], message }];
}

function offsetFaults(offset: JsonObject): MemberFault[] {
	if (offset.strategy !== 'from_timestamp') return [];
	return needed(offset, ['timestamp'], 'with the strategy from_timestamp');
}

/** Some brokers need no login; access keys and certificates are the method itself. */
function secretFaults(kafka: JsonObject): MemberFault[] {
	const { type, authentication } = kafka;
	const members = kafkaSecretMembers(type, authentication);
	if (members.length === 0) return roleSecretFaults(kafka);
	const required = authentication === 'IAM_USER' || authentication === 'MUTUAL_TLS';
	return secretGroupFaults(kafka, 'credentials', members, { required });
}

/** With an IAM role, nothing else proves anything. */
function roleSecretFaults({ credentials }: JsonObject): MemberFault[] {
	if (credentials === undefined || credentials === null) return [];
	return [{ path: ['credentials'], message: 'are not used with an IAM role. Remove them.' }];
}

function registryFaults(registry: JsonObject): MemberFault[] {
	return secretGroupFaults(registry, 'credentials', LOGIN_MEMBERS, {
		required: false,
		registry: true,
	});
}
