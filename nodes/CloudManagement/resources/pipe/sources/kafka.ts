import { DateTime } from 'luxon';
import { z } from 'zod';
import type { Field } from '../../../../engine/body/fields';
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
import type { Issue } from '../../../../engine/issue';
import { NOT_SET, neededText, sentHint, unusual } from '../../../../engine/issue';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject } from '../../../../engine/json';
import { asWritten, phrase, phraseList } from '../../../../engine/phrase';
import { noticeField } from '../../../../engine/parameters/properties';
import { emptyToUndefined, textList } from '../../../../engine/parameters/values';
import { wordsOf } from '../../../../engine/text';
import { EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID } from '../../../../clickhouseCloud/identifiers';
import {
	IAM_METHODS,
	KAFKA_TYPES,
	kafkaSecretIssues,
	kafkaSecrets,
	LOGIN_METHODS,
	SECRETLESS,
} from './kafkaSecrets';
import {
	GLUE,
	GLUE_LABEL,
	GLUE_NAMES,
	glueFields,
	protobufRule,
	protobufSchema,
	registryHints,
	streamFormat,
} from './registry';
import { ANY_METHOD, missingSecrets, secretGroup, secretsAt } from './secretFields';
import { REGISTRY_LOGIN, SECRETS_PLACE, sourceCredentialNotice } from './secretKinds';
import {
	authentication,
	describeSource,
	iamRole,
	methodLabels,
	NO_AUTHENTICATION,
	NO_SCHEME,
	PEM_TEXT,
	WORKLOAD_IDENTITY,
} from './source';

const TOMBSTONES = {
	delete: 'Delete the Row (delete)',
	soft_delete: 'Mark the Row as Deleted (soft_delete)',
};
const OFFSETS = {
	from_beginning: 'Oldest Message (from_beginning)',
	from_latest: 'New Messages Only (from_latest)',
	from_timestamp: 'Point in Time (from_timestamp)',
};
const KAFKA_METHODS = methodLabels(
	...LOGIN_METHODS,
	...IAM_METHODS,
	'MUTUAL_TLS',
	WORKLOAD_IDENTITY,
);

/** The credential appears at the top of the panel, where users may not see it, so a notice stays visible. */
const CREDENTIAL_NOTICES = [
	{
		...noticeField('brokersNotice', `${SECRETS_PLACE}. It appears when you fill in Brokers.`),
		displayOptions: { hide: { kafkaBrokers: [{ _cnd: { not: '' } }] } },
	},
	{ ...sourceCredentialNotice, displayOptions: { hide: { kafkaBrokers: [''] } } },
];

const MINUTE = "yyyy-MM-dd'T'HH:mm";
const minuteSchema = z
	.string()
	.refine(isMinute, 'must be a UTC time to the minute, such as 2026-05-31T14:30.');

/** Checks that the time exists, as in 2026-05-31T14:30. */
function isMinute(value: string): boolean {
	const isShaped = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value);
	return isShaped && DateTime.fromFormat(value, MINUTE, { zone: 'utc' }).isValid;
}

const REGISTRIES = { confluent: '', [GLUE]: GLUE_LABEL };
const registrySchema = matching(
	/^https:\/\/[^\s/]/i,
	'must be an HTTPS address, such as https://registry.example.com.',
);

/** A Confluent registry meets these conditions. Without an authentication, there's no registry. */
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
			// If Format is an expression, n8n shows the registry's address for every format.
			marked: false,
			placeholder: 'e.g. https://registry.example.com',
			description: 'HTTPS address of the schema registry. Required for the AvroConfluent format.',
			note: 'HTTPS address. Required unless type is glue',
			schema: registrySchema,
		}),
		authentication: choice('Schema Registry Authentication', methodLabels('PLAIN'), {
			selects: true,
			when: { 'schemaRegistry.type': { not: [GLUE] } },
			note: 'Not for glue. Without it, the API decides',
			off: { name: 'No Schema Registry', value: NO_AUTHENTICATION },
			description: 'For Protobuf without a registry, choose No Schema Registry',
		}),
		caCertificate: text('Schema Registry CA Certificate', {
			...PEM_TEXT,
			when: REGISTRY_IS_CHOSEN,
			description: 'CA certificates in PEM format, to verify the schema registry',
		}),
		// With other methods, the brokers' notice is shown.
		credentials: secretGroup(
			{ [ANY_METHOD]: REGISTRY_LOGIN },
			{
				notices: CREDENTIAL_NOTICES,
				shown: {
					authentication: Object.keys(SECRETLESS),
					'schemaRegistry.type': { not: [GLUE] },
					'schemaRegistry.authentication': ['PLAIN'],
				},
			},
		),
		...glueFields('for a Glue schema registry'),
	},
	{
		when: { format: ['AvroConfluent', 'Protobuf'] },
		note: 'For messages in AvroConfluent or Protobuf',
		mainFields: ['type', 'authentication', 'url', 'credentials', ...GLUE_NAMES],
	},
);

/** No broker contains these, so a list with them stays as entered, and `brokerIssues` reports it. */
const UNREADABLE = /[;@]/;

/** IPv6 addresses are in brackets. */
const WITH_PORT = /^(?:[^\s:;@[\]/\\?#]+|\[[\da-f:.]+(?:%[\w.-]+)?\]):([1-9]\d{0,4})$/i;
const MAX_PORT = 65_535;
/** A single colon precedes a port, so the lookahead requires the two colons of an IPv6 address. */
const WITHOUT_PORT = /^(?:[^\s:;@[\]/\\?#]+|\[?(?=(?:[^:]*:){2})[\da-f:.]+(?:%[\w.-]+)?\]?)$/i;

export const kafka = describeSource('kafka', 'Kafka', {
	mainFields: 'type brokers authentication credentials iamRole topics offset format schemaRegistry',
	option: {
		name: 'Kafka (Confluent, MSK, Redpanda)',
		description:
			'Apache Kafka, or a service that speaks its protocol, such as Azure Event Hubs or WarpStream',
	},
	isStream: true,
	rules: [
		registryRule,
		registryHints,
		protobufRule,
		tombstoneRule,
		identityRule,
		kafkaSecretIssues,
	],
	// n8n preselects only one of all shown credentials. In a new node, that should be the API's. Also, no secret may go
	// to brokers that nobody chose it for.
	secrets: { shownWith: 'brokers', users: { azureeventhub: KAFKA_TYPES.azureeventhub } },
	change: {
		ignored: wordsOf(
			'type format brokers topics consumerGroup offset schemaRegistry exactlyOnce tombstoneMode',
		),
		refused: ['schemaRegistry.credentials'],
	},
	cloud: {
		only: wordsOf(`
			type=gcmk format=Protobuf authentication=${WORKLOAD_IDENTITY} schemaRegistry.type
			exactlyOnce tombstoneMode protobufSchema
		`),
		settings: {
			kafka_read_committed: flag('Kafka Read Committed', {
				description: 'Whether to read only messages of committed transactions',
			}),
		},
		rules: [cloudRegistryRule],
	},
	summary: {
		describe: (tell) => {
			const topics = textList(tell('topics'));
			return phrase`Kafka ${topics.length > 1 ? 'topics' : 'topic'} ${phraseList(topics, asWritten)}`;
		},
		presets: { type: 'kafka', 'schemaRegistry.type': 'confluent' },
		startWords: {
			from_beginning: 'from the oldest message',
			from_latest: 'new messages only',
			from_timestamp: 'from a point in time',
		},
	},
	fields: {
		type: choice('Kafka Type', KAFKA_TYPES, {
			selects: true,
			required: 'byFields',
		}),
		format: streamFormat('message'),
		brokers: text('Brokers', {
			required: true,
			placeholder: 'e.g. broker.example.com:9092',
			description: 'Brokers with their ports, separated by commas',
			note: 'host:port of each broker, separated by commas',
			schema: FILLED.regex(
				NO_SCHEME,
				'contains a scheme, such as https://. Leave it out: enter host:port.',
			).transform(trimBrokers),
			rule: ofEach(brokerIssues),
		}),
		topics: text('Topics', {
			required: true,
			placeholder: 'e.g. orders',
			description: 'Topics that the pipe reads, separated by commas',
			note: 'The topics, separated by commas',
			schema: FILLED.transform(trimNames),
			rule: ofEach(topicIssues),
		}),
		consumerGroup: text('Consumer Group', {
			placeholder: 'e.g. warehouse-orders',
			description: 'Leave empty to derive the name from the pipe ID',
		}),
		authentication: authentication(KAFKA_METHODS, {
			// Each `type` supports these authentication methods.
			support: {
				by: 'type',
				groups: [
					[['kafka'], methodLabels(...LOGIN_METHODS, 'MUTUAL_TLS')],
					[['redpanda'], methodLabels('SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS')],
					[['msk'], methodLabels('SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS')],
					[['confluent'], methodLabels('PLAIN', 'MUTUAL_TLS')],
					[['gcmk'], methodLabels('PLAIN', 'MUTUAL_TLS', WORKLOAD_IDENTITY)],
					[['warpstream'], methodLabels('PLAIN')],
					[['azureeventhub'], { PLAIN: 'Connection String (PLAIN)' }],
					[['dokafka'], methodLabels('SCRAM-SHA-256', 'MUTUAL_TLS')],
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
				description: 'First message that the pipe reads',
			}),
			// Truncated, never rounded up, so that no message of the minute is skipped.
			timestamp: time('Start Time', (start) => start.toFormat(MINUTE), {
				when: { 'offset.strategy': ['from_timestamp'] },
				required: 'with the from_timestamp strategy',
				description:
					'Time at which the pipe starts reading. The node sends it in UTC, to the minute.',
				note: 'Only for from_timestamp: UTC to the minute, such as 2026-05-31T14:30',
				schema: minuteSchema,
			}),
		}),
		schemaRegistry,
		caCertificate: text('CA Certificate', {
			...PEM_TEXT,
			description: 'CA certificates in PEM format, to verify the brokers',
			note: 'PEM, if the broker has a private CA',
		}),
		credentials: kafkaSecrets(CREDENTIAL_NOTICES),
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

/** Trims the names in a comma-separated list and drops empty names. */
function trimNames(names: string): string {
	return textList(names).join(',');
}

/** Brokers never contain spaces, so a space also separates them. */
function trimBrokers(names: string): string {
	return UNREADABLE.test(names) ? names.trim() : trimNames(names.replace(/\s/g, ','));
}

function ofEach(ruleOf: (text: string) => Array<Omit<Issue, 'path'>>): NonNullable<Field['rule']> {
	return (texts) => (typeof texts === 'string' ? textList(texts).map(String).flatMap(ruleOf) : []);
}

/** Catches separators other than commas, such as semicolons. */
function brokerIssues(broker: string): Array<Omit<Issue, 'path'>> {
	const [, port] = WITH_PORT.exec(broker) ?? [];
	// The schema reports a scheme.
	if (Number(port) <= MAX_PORT || !NO_SCHEME.test(broker)) return [];
	if (WITHOUT_PORT.test(broker)) {
		return [sentHint(`contains "${broker}", which has no port`)];
	}
	// Text before an @ may contain a password, so the message doesn't quote the broker.
	const [separator] = UNREADABLE.exec(broker) ?? [];
	const problem =
		separator === undefined
			? `contains "${broker}", which isn't a host with a port`
			: `contains a broker with ${separator}`;
	return [unusual(problem, 'Enter host:port, with commas between brokers.')];
}

function topicIssues(topic: string): Array<Omit<Issue, 'path'>> {
	if (!/\s/.test(topic)) return [];
	const problem = `contains "${topic}", which contains a space`;
	return [unusual(problem, 'Separate topics with commas.')];
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

/** Only the neutral contract has registries without a login. */
function* cloudRegistryRule({ schemaRegistry }: JsonObject): Iterable<Issue> {
	if (!isJsonObject(schemaRegistry) || schemaRegistry.type === GLUE) return;
	const because = 'for a Confluent schema registry in ClickHouse Cloud';
	if (isAbsent(schemaRegistry.authentication)) {
		yield { path: 'schemaRegistry.authentication', text: neededText(because) };
	}
	if (!isAbsent(schemaRegistry.credentials)) return;
	yield* missingSecrets({}, secretsAt('schemaRegistry.credentials', REGISTRY_LOGIN));
}

/** Only one type supports workload identity, and the API doesn't default to that type. */
function* identityRule({ authentication, type }: JsonObject): Iterable<Issue> {
	if (authentication !== WORKLOAD_IDENTITY || !isAbsent(type)) return;
	yield { path: 'type', text: neededText('with workload identity') };
}

function* tombstoneRule({ tombstoneMode, exactlyOnce }: JsonObject): Iterable<Issue> {
	if (tombstoneMode !== 'delete' || exactlyOnce === true) return;
	yield { path: 'exactlyOnce', text: neededText('to delete rows') };
}
