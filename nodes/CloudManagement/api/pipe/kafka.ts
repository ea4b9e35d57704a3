import { DateTime } from 'luxon';
import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import type { ValidationOptions } from '../../../core/validation/zodIssues';
import type { PipeSourceMember } from './credentialMembers';
import {
	ACCESS_KEY_MEMBERS,
	CLIENT_CERTIFICATE_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	LOGIN_MEMBERS,
} from './credentialMembers';
import {
	DISCRIMINATOR,
	isAbsent,
	missingDiscriminators,
	objectMember,
	requiredIssues,
	within,
} from './members';
import { missingSecretIssues, secretGroupIssues, secretsSchema } from './secrets';

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

type Input = ValidationOptions['input'];
type KafkaType = (typeof KAFKA_TYPES)[number];
type KafkaAuthentication = (typeof KAFKA_AUTHENTICATIONS)[number];

/** The methods with a login, which for Azure Event Hubs is a connection string. */
const LOGIN_AUTHENTICATIONS: readonly KafkaAuthentication[] = [
	'PLAIN',
	'SCRAM-SHA-256',
	'SCRAM-SHA-512',
];

/** What `credentials` may contain. The reference lists the login alone; the services publicly take the others. */
const SECRET_MEMBERS: readonly PipeSourceMember[] = [
	...LOGIN_MEMBERS,
	...ACCESS_KEY_MEMBERS,
	...CLIENT_CERTIFICATE_MEMBERS,
	...CONNECTION_STRING_MEMBERS,
];

/** The format whose messages refer to a schema registry. */
export const SCHEMA_REGISTRY_FORMAT = 'AvroConfluent';

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

/** What an enumeration alone cannot say about `authentication`. */
const AUTHENTICATION_RULE = `By type: ${Object.entries(KAFKA_AUTHENTICATIONS_BY_TYPE)
	.map(([type, methods]) => `${type} ${methods.join(' | ')}`)
	.join('; ')}`;

export const KAFKA_TIMESTAMP_FORMAT = "yyyy-MM-dd'T'HH:mm";

/** Returns whether text is a real time of the form YYYY-MM-DDTHH:MM, read as UTC. */
function isMinute(text: string): boolean {
	const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);
	return shape && DateTime.fromFormat(text, KAFKA_TIMESTAMP_FORMAT, { zone: 'utc' }).isValid;
}

const offsetSchema = z
	.object({
		strategy: z.enum(KAFKA_OFFSET_STRATEGIES).nullish().describe(DISCRIMINATOR),
		timestamp: z
			.string()
			.refine(isMinute, 'must be a UTC time to the minute, such as 2026-05-31T14:30.')
			.nullish()
			.describe('Only for from_timestamp: UTC to the minute, such as 2026-05-31T14:30'),
	})
	.passthrough();

const schemaRegistrySchema = z
	.object({
		url: z
			.string()
			.trim()
			.regex(
				/^https:\/\/[^\s/]/i,
				'must be an HTTPS address, such as https://registry.example.com.',
			)
			.describe('HTTPS address'),
		authentication: z.enum(SCHEMA_REGISTRY_AUTHENTICATIONS).nullish().describe(DISCRIMINATOR),
		caCertificate: z.string().nullish(),
		credentials: secretsSchema,
	})
	.passthrough();

/** Names between commas, without the spaces and line breaks around each. */
const nameList = z
	.string()
	.trim()
	.min(1)
	.transform((text) =>
		text
			.split(',')
			.map((name) => name.trim())
			.join(','),
	);

/** The `kafka` source, as the reference lists its members. */
export const kafkaSchema = z
	.object({
		type: z.enum(KAFKA_TYPES).nullish().describe(DISCRIMINATOR),
		format: z.enum(KAFKA_FORMATS).nullish().describe(DISCRIMINATOR),
		brokers: nameList.describe('host:port of each broker, separated by commas'),
		topics: nameList.describe('The topics, separated by commas'),
		consumerGroup: z.string().trim().nullish(),
		authentication: z
			.enum(KAFKA_AUTHENTICATIONS)
			.nullish()
			.describe(`${DISCRIMINATOR}. ${AUTHENTICATION_RULE}`),
		iamRole: z.string().trim().nullish().describe('ARN of the role. Required with IAM_ROLE'),
		offset: offsetSchema.nullish(),
		schemaRegistry: schemaRegistrySchema.nullish().describe('For messages in AvroConfluent'),
		caCertificate: z.string().nullish().describe('PEM, where the broker has a private CA'),
		credentials: secretsSchema,
		reversePrivateEndpointIds: z.array(z.string().trim().min(1)).nullish(),
	})
	.passthrough();

const DISCRIMINATORS = [
	'type',
	'format',
	'authentication',
	'offset.strategy',
	'schemaRegistry.authentication',
] as const;

/** Returns what a Kafka source lacks where it comes from fields. By JSON, the API decides. */
export function kafkaOpenIssues(kafka: JsonObject): ValidationIssue[] {
	return [
		...missingDiscriminators(kafka, DISCRIMINATORS),
		...(isAbsent(kafka.credentials) ? [] : missingSecrets(kafka)),
	];
}

/** Returns the issues of a Kafka source's cross-field rules. */
export function kafkaIssues(kafka: JsonObject, input: Input): ValidationIssue[] {
	const roleNeeded = kafka.authentication === 'IAM_ROLE';
	return [
		...authenticationIssues(kafka),
		...(roleNeeded ? requiredIssues(kafka, ['iamRole'], 'with IAM role authentication') : []),
		...within('offset', offsetIssues(objectMember(kafka, 'offset') ?? {})),
		...roleSecretIssues(kafka),
		...emptySecretIssues(objectMember(kafka, 'credentials') ?? {}),
		...absentSecretIssues(kafka, input),
		...within('schemaRegistry', registryIssues(objectMember(kafka, 'schemaRegistry') ?? {})),
	];
}

/** Returns the members of `credentials` that a type and a method use; none for IAM roles and unlisted methods. */
export function kafkaSecretMembers(
	type: unknown,
	authentication: unknown,
): readonly PipeSourceMember[] {
	if (authentication === 'IAM_USER') return ACCESS_KEY_MEMBERS;
	if (authentication === 'MUTUAL_TLS') return CLIENT_CERTIFICATE_MEMBERS;
	if (!LOGIN_AUTHENTICATIONS.some((known) => known === authentication)) return [];
	return type === 'azureeventhub' ? CONNECTION_STRING_MEMBERS : LOGIN_MEMBERS;
}

function authenticationIssues(kafka: JsonObject): ValidationIssue[] {
	const type = KAFKA_TYPES.find((known) => known === kafka.type);
	const method = KAFKA_AUTHENTICATIONS.find((known) => known === kafka.authentication);
	if (type === undefined || method === undefined) return [];
	const supported = KAFKA_AUTHENTICATIONS_BY_TYPE[type];
	if (supported.includes(method)) return [];
	return [{ path: 'authentication', code: 'unsupported', value: method, by: type, supported }];
}

function offsetIssues(offset: JsonObject): ValidationIssue[] {
	if (offset.strategy !== 'from_timestamp') return [];
	return requiredIssues(offset, ['timestamp'], 'with the strategy from_timestamp');
}

/** By fields, only PLAIN goes without credentials: some brokers need none. By JSON, the API decides. */
function absentSecretIssues(kafka: JsonObject, input: Input): ValidationIssue[] {
	const { authentication, credentials } = kafka;
	const mayLack = input === 'json' || authentication === 'PLAIN';
	return mayLack || !isAbsent(credentials) ? [] : missingSecrets(kafka);
}

/** Which secrets there must be, the API may decide; an empty text is none of them. */
function emptySecretIssues(secrets: JsonObject): ValidationIssue[] {
	const given = SECRET_MEMBERS.filter((name) => !isAbsent(secrets[name]));
	return within('credentials', missingSecretIssues(secrets, given));
}

/** Returns an issue for each secret that is missing, unless there is the login that the reference lists for all methods. */
function missingSecrets(kafka: JsonObject): ValidationIssue[] {
	const { type, authentication } = kafka;
	// What else an unlisted type takes is unknown.
	if (!KAFKA_TYPES.some((known) => known === type)) return [];
	const secrets = objectMember(kafka, 'credentials') ?? {};
	if (missingSecretIssues(secrets, LOGIN_MEMBERS).length === 0) return [];
	const members = kafkaSecretMembers(type, authentication);
	return within('credentials', missingSecretIssues(secrets, members));
}

/** IAM role authentication takes no credentials. */
function roleSecretIssues({ authentication, credentials }: JsonObject): ValidationIssue[] {
	if (authentication !== 'IAM_ROLE' || isAbsent(credentials)) return [];
	return [{ path: 'credentials', code: 'secretsWithRole' }];
}

function registryIssues(registry: JsonObject): ValidationIssue[] {
	return secretGroupIssues(registry, 'credentials', LOGIN_MEMBERS, {
		required: false,
		registry: true,
	});
}
