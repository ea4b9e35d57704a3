import { DateTime } from 'luxon';
import { z } from 'zod';
import {
	API_DEFAULT,
	choice,
	FILLED,
	flag,
	list,
	matching,
	object,
	text,
	time,
} from '../../../../engine/body/fields';
import { prefixPaths } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject, objectMember, valueAt } from '../../../../engine/json';
import { asWritten } from '../../../../engine/summary/sentences';
import type { Secrets } from './secrets';
import {
	ACCESS_KEY,
	CLIENT_CERTIFICATE,
	CONNECTION_STRING,
	GROUPED_SECRETS,
	LOGIN,
	missingSecrets,
	REGISTRY_LOGIN,
	secretGroup,
	sourceCredentialNotice,
} from './secrets';
import { EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID } from '../../../../clickhouseCloud/identifiers';
import { noticeField } from '../../../../engine/parameters/properties';
import { emptyToUndefined, textList } from '../../../../engine/parameters/values';
import {
	GLUE,
	GLUE_LABEL,
	GLUE_NAMES,
	glueFields,
	protobufRule,
	protobufSchema,
	streamFormat,
} from './registry';
import {
	authentication,
	CERTIFICATES,
	iamRole,
	methods,
	NO_AUTHENTICATION,
	NO_SCHEME,
	source,
	WORKLOAD_IDENTITY,
} from './source';
import type { Issue } from '../../../../engine/issue';
import { NOT_SET, neededText, unusual } from '../../../../engine/issue';

const KAFKA_TYPES = {
	kafka: 'Apache Kafka',
	redpanda: 'Redpanda',
	msk: 'Amazon MSK',
	confluent: 'Confluent',
	warpstream: 'WarpStream',
	azureeventhub: 'Azure Event Hubs',
	dokafka: 'DigitalOcean Kafka',
	gcmk: 'Google Cloud Managed Kafka',
};
const TOMBSTONES = {
	delete: 'Delete the Row (delete)',
	soft_delete: 'Mark the Row as Deleted (soft_delete)',
};
const OFFSETS = {
	from_beginning: 'Oldest Message (from_beginning)',
	from_latest: 'New Messages Only (from_latest)',
	from_timestamp: 'Point in Time (from_timestamp)',
};
/** Methods with a login. For Azure Event Hubs, the login is a connection string. */
const LOGIN_METHODS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];
const IAM_METHODS = ['IAM_ROLE', 'IAM_USER'];
const KAFKA_METHODS = methods(...LOGIN_METHODS, ...IAM_METHODS, 'MUTUAL_TLS', WORKLOAD_IDENTITY);
/** Methods without secrets. */
const SECRETLESS: Readonly<Record<string, string>> = {
	IAM_ROLE: 'an IAM role',
	[WORKLOAD_IDENTITY]: 'workload identity',
};

/** Remains when the credential appears, because the credential is out of sight. */
const CREDENTIAL_APPEARS = noticeField(
	sourceCredentialNotice.name,
	`${sourceCredentialNotice.displayName} It appears once you fill in Brokers; otherwise, n8n might select a credential for other brokers.`,
);

/** Trims the names in a comma-separated list and drops empty names. */
function trimNames(names: string, separator: RegExp | string = ','): string {
	const trimmed = names.split(separator).map((name) => name.trim());
	return trimmed.filter((name) => name !== '').join(',');
}

/** Brokers never contain spaces, so a space also separates them. */
function trimBrokers(brokers: string): string {
	return trimNames(brokers, /[\s,]/);
}

const MINUTE = "yyyy-MM-dd'T'HH:mm";
const minuteSchema = z
	.string()
	.refine(isMinute, 'must be a UTC time to the minute, such as 2026-05-31T14:30.');

/** True for an existing time of the form YYYY-MM-DDTHH:MM. */
function isMinute(value: string): boolean {
	const isShaped = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value);
	return isShaped && DateTime.fromFormat(value, MINUTE, { zone: 'utc' }).isValid;
}

const REGISTRIES = { confluent: '', [GLUE]: GLUE_LABEL };
const registrySchema = matching(
	/^https:\/\/[^\s/]/i,
	'must be an HTTPS address, such as https://registry.example.com.',
);

/** Without a method, there's no registry. */
const REGISTRY_IS_CHOSEN = {
	'schemaRegistry.type': { not: [GLUE] },
	'schemaRegistry.authentication': { not: [NO_AUTHENTICATION, '', null, undefined] },
};

const schemaRegistry = object(
	{
		type: choice('Schema Registry Type', REGISTRIES, {
			selects: true,
			off: { name: 'Confluent', value: 'confluent' },
			default: 'confluent',
		}),
		url: text('Schema Registry URL', {
			when: REGISTRY_IS_CHOSEN,
			// If Format is an expression, n8n shows this field for every format.
			marked: false,
			placeholder: 'e.g. https://registry.example.com',
			description: 'HTTPS address of the schema registry. Required for the format AvroConfluent.',
			note: 'HTTPS address. Required unless type is glue',
			schema: registrySchema,
		}),
		authentication: choice('Schema Registry Authentication', methods('PLAIN'), {
			selects: true,
			when: { 'schemaRegistry.type': { not: [GLUE] } },
			note: 'Not for glue. Otherwise, set it, or the API decides',
			off: { name: 'No Schema Registry', value: NO_AUTHENTICATION },
			description: 'For Protobuf without a registry, choose No Schema Registry',
		}),
		caCertificate: text('Schema Registry CA Certificate', {
			...CERTIFICATES,
			when: REGISTRY_IS_CHOSEN,
			description: 'CA certificates in PEM format, to verify the schema registry',
		}),
		// With other methods, the brokers' notice is shown.
		credentials: secretGroup({
			uses: () => REGISTRY_LOGIN,
			notice: CREDENTIAL_APPEARS,
			shown: {
				authentication: Object.keys(SECRETLESS),
				'schemaRegistry.type': { not: [GLUE] },
				'schemaRegistry.authentication': ['PLAIN'],
			},
		}),
		...glueFields('for a Glue schema registry'),
	},
	{
		when: { format: ['AvroConfluent', 'Protobuf'] },
		note: 'For messages in AvroConfluent or Protobuf',
		panel: ['type', 'authentication', 'url', 'credentials', ...GLUE_NAMES],
	},
);

export const kafka = source('kafka', 'Kafka', {
	panel: 'type brokers authentication credentials iamRole topics offset format schemaRegistry',
	optionDescription:
		'Apache Kafka, Amazon MSK, Azure Event Hubs, Confluent, Google Cloud, Redpanda and others',
	isStream: true,
	rules: [portRule, registryRule, protobufRule, tombstoneRule, identityRule],
	secretRules,
	// Not in a new node, because n8n automatically selects the most recent of all shown credentials and no other. That
	// should be the API's, and secrets must not be sent to brokers that nobody selected them for.
	credentialWhen: { kafkaBrokers: [{ _cnd: { not: '' } }] },
	needsCredential,
	summarize: ({ topics }) =>
		`Kafka ${String(topics).includes(',') ? 'topics' : 'topic'} ${asWritten(topics)}`,
	fields: {
		type: choice('Kafka Type', KAFKA_TYPES, {
			selects: true,
			required: 'byFields',
			description: 'Kafka service with the topics',
		}),
		format: streamFormat('message'),
		brokers: text('Brokers', {
			required: true,
			placeholder: 'e.g. broker.example.com:9092',
			description: 'Brokers to connect to, each with its port, separated by commas',
			note: 'host:port of each broker, separated by commas',
			schema: FILLED.regex(
				NO_SCHEME,
				'contains a scheme, such as https://. Leave it out: enter host:port.',
			).transform(trimBrokers),
			usual: {
				shape: { test: (broker: string) => broker.includes(':') && !broker.endsWith(']') },
				each: true,
				otherwise: 'has no port',
			},
		}),
		topics: text('Topics', {
			required: true,
			placeholder: 'e.g. orders',
			description: 'Topics to read, separated by commas',
			note: 'The topics, separated by commas',
			schema: FILLED.transform((topics) => trimNames(topics)),
			usual: {
				shape: /^\S*$/,
				each: true,
				otherwise: 'contains a space',
				remedy: 'Separate topics with commas.',
			},
		}),
		consumerGroup: text('Consumer Group', {
			placeholder: 'e.g. warehouse-orders',
			description: 'Leave empty to derive the name from the pipe ID',
		}),
		authentication: authentication(KAFKA_METHODS, {
			// Authentication methods that each `type` supports.
			support: {
				by: 'type',
				groups: [
					[['kafka'], methods(...LOGIN_METHODS, 'MUTUAL_TLS')],
					[['redpanda'], methods('SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS')],
					[['msk'], methods('SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS')],
					[['confluent'], methods('PLAIN', 'MUTUAL_TLS')],
					[['gcmk'], methods('PLAIN', 'MUTUAL_TLS', WORKLOAD_IDENTITY)],
					[['warpstream'], methods('PLAIN')],
					[['azureeventhub'], { PLAIN: 'Connection String (PLAIN)' }],
					[['dokafka'], methods('SCRAM-SHA-256', 'MUTUAL_TLS')],
				],
			},
			required: 'byFields',
			default: 'SCRAM-SHA-256',
		}),
		iamRole,
		offset: object({
			strategy: choice('Start From', OFFSETS, {
				selects: true,
				required: 'byFields',
				off: API_DEFAULT,
				description: 'First message to read',
			}),
			// Truncated, never rounded up, so that no message of the minute is skipped.
			timestamp: time('Start Time', (start) => start.toFormat(MINUTE), {
				when: { 'offset.strategy': ['from_timestamp'] },
				required: 'with the strategy from_timestamp',
				description: 'Time to start from. The node sends it in UTC, to the minute.',
				note: 'Only for from_timestamp: UTC to the minute, such as 2026-05-31T14:30',
				schema: minuteSchema,
			}),
		}),
		schemaRegistry,
		caCertificate: text('CA Certificate', {
			...CERTIFICATES,
			description: 'CA certificates in PEM format, to verify the brokers',
			note: 'PEM, if the broker has a private CA',
		}),
		credentials: secretGroup({
			uses: secretsUsed,
			notice: CREDENTIAL_APPEARS,
			shown: { authentication: { not: Object.keys(SECRETLESS) } },
		}),
		exactlyOnce: flag('Exactly Once', {
			description: "Whether to insert each message exactly once. You can't change this later.",
		}),
		tombstoneMode: choice('Tombstone Mode', TOMBSTONES, {
			description:
				"Action when a key gets a message without a value: delete its row or mark it. You can't change this later.",
			note: 'delete needs exactlyOnce true',
		}),
		protobufSchema: {
			...protobufSchema,
			shown: {
				format: ['Protobuf'],
				'schemaRegistry.type': { not: [GLUE] },
				'schemaRegistry.authentication': [NO_AUTHENTICATION],
			},
		},
		reversePrivateEndpointIds: list('Reverse Private Endpoint IDs', {
			placeholder: `e.g. ${EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID}`,
			description: 'Endpoints for a private connection, separated by commas',
			schema: z.array(FILLED),
		}),
	},
});

/** A host, or an IPv6 address in brackets, with or without a port. */
const HOST_AND_PORT = /^(?:[^:[\]]+|\[[^\]]+\])(?::(?<port>\d+))?$/;
const IPV6 = z.string().ip({ version: 'v6' });

const MAX_PORT = 65_535;

/** A broker without a port may have the usual one. */
function* portRule({ brokers }: JsonObject): Iterable<Issue> {
	for (const broker of textList(brokers).map(String)) {
		if (isBroker(broker)) continue;
		const [separator] = /[;@]/.exec(broker) ?? [];
		// Before an @, there may be a password.
		const problem =
			separator === undefined
				? `contains "${broker}", which isn't a host with a port from 1 to ${String(MAX_PORT)}`
				: `contains a broker with ${separator}`;
		const remedy = 'Enter host:port, with commas between brokers.';
		yield { path: 'brokers', ...unusual(problem, remedy) };
	}
}

function isBroker(broker: string): boolean {
	if (/[;@]/.test(broker)) return false;
	const match = HOST_AND_PORT.exec(broker);
	const { port = '1' } = match?.groups ?? {};
	if (match === null) return IPV6.safeParse(broker.split('%', 1).join('')).success;
	return Number(port) >= 1 && Number(port) <= MAX_PORT;
}

/** Secrets of a type and method. None for IAM roles and unlisted methods. */
function secretsUsed({ type, authentication }: JsonObject): Secrets | undefined {
	if (authentication === 'IAM_USER') return ACCESS_KEY;
	if (authentication === 'MUTUAL_TLS') return CLIENT_CERTIFICATE;
	if (!LOGIN_METHODS.some((method) => method === authentication)) return undefined;
	return type === 'azureeventhub' ? CONNECTION_STRING : LOGIN;
}

/** Confluent's registry, the default, needs an address; Glue's needs a role if the source has none. */
function* registryRule({ schemaRegistry, authentication }: JsonObject): Iterable<Issue> {
	if (!isJsonObject(schemaRegistry)) return;
	const { type, url, authentication: method, glueRoleArn } = schemaRegistry;
	if (type === GLUE) {
		const hasRole = isAbsent(authentication) || IAM_METHODS.some((iam) => iam === authentication);
		if (hasRole || emptyToUndefined(glueRoleArn) !== undefined) return;
		const because = 'for a source that authenticates without IAM';
		yield { path: 'schemaRegistry.glueRoleArn', text: neededText(because) };
	} else if (isAbsent(type) || type === 'confluent') {
		const because = 'for a Confluent schema registry';
		if (isAbsent(url)) yield { path: 'schemaRegistry.url', text: neededText(because) };
		if (!isAbsent(method)) return;
		yield { path: 'schemaRegistry.authentication', verdict: 'hint', text: NOT_SET };
	}
}

/** Only a single type supports it, and the API doesn't default to that type. */
function* identityRule({ authentication, type }: JsonObject): Iterable<Issue> {
	if (authentication !== WORKLOAD_IDENTITY || !isAbsent(type)) return;
	yield { path: 'type', text: neededText('with workload identity') };
}

function* tombstoneRule({ tombstoneMode, exactlyOnce }: JsonObject): Iterable<Issue> {
	if (tombstoneMode !== 'delete' || exactlyOnce === true) return;
	yield { path: 'exactlyOnce', text: neededText('to delete rows') };
}

function* secretRules(owner: JsonObject): Iterable<Issue> {
	const { authentication, credentials } = owner;
	const secrets = objectMember(owner, 'credentials') ?? {};
	const method = SECRETLESS[String(authentication)];
	if (method !== undefined && !isAbsent(credentials)) {
		yield { path: 'credentials', text: `aren't used with ${method}. Remove them.` };
	}
	// The API may decide which secrets are required, but empty text never counts.
	const presentSecrets = GROUPED_SECRETS.filter(({ key }) => !isAbsent(secrets[key]));
	yield* prefixPaths('credentials', missingSecrets(secrets, presentSecrets));
	for (const { path } of isAbsent(credentials) ? [] : missingMembers(owner)) {
		yield { path, verdict: 'hint', text: NOT_SET };
	}
	const login = valueAt(owner, 'schemaRegistry.credentials');
	if (!isJsonObject(login)) return;
	const missing = missingSecrets(login, REGISTRY_LOGIN.members);
	yield* prefixPaths('schemaRegistry.credentials', missing);
}

/** Nothing is missing besides the login that the neutral contract lists for all methods. */
function missingMembers(owner: JsonObject): Issue[] {
	const secrets = objectMember(owner, 'credentials') ?? {};
	const hasLogin = missingSecrets(secrets, LOGIN.members).length === 0;
	// Nobody knows which other secrets an unlisted type accepts.
	if (hasLogin || !Object.keys(KAFKA_TYPES).some((type) => type === owner.type)) return [];
	const used = secretsUsed(owner)?.members ?? [];
	return prefixPaths('credentials', missingSecrets(secrets, used));
}

/** In the form, only PLAIN works without credentials, because some brokers need none. In JSON, the API decides. */
function needsCredential(owner: JsonObject): boolean {
	if (!isAbsent(owner.credentials)) return false;
	return owner.authentication !== 'PLAIN' && missingMembers(owner).length > 0;
}
