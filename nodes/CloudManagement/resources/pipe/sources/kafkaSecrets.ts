import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject, objectMember, ownValue, valueAt } from '../../../../engine/json';
import { prefixPaths } from '../../../../engine/body/interpret';
import type { Issue } from '../../../../engine/issue';
import { NOT_SET } from '../../../../engine/issue';
import type { Secrets } from './secretKinds';
import {
	ACCESS_KEY,
	CLIENT_CERTIFICATE,
	CONNECTION_STRING,
	CREDENTIAL_TYPE,
	GROUPED_SECRETS,
	LOGIN,
	missingSecrets,
	REGISTRY_LOGIN,
} from './secretKinds';
import type { PipeSource, SecretUse } from './source';
import { WORKLOAD_IDENTITY } from './source';

export const KAFKA_TYPES = {
	kafka: 'Apache Kafka',
	redpanda: 'Redpanda',
	msk: 'Amazon MSK',
	confluent: 'Confluent',
	warpstream: 'WarpStream',
	azureeventhub: 'Azure Event Hubs',
	dokafka: 'DigitalOcean Kafka',
	gcmk: 'Google Cloud Managed Kafka',
};
/** These methods use a login. For Azure Event Hubs, the login is a connection string. */
export const LOGIN_METHODS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];
/** These methods need no secrets. Each value is the method's name in a sentence. */
export const SECRETLESS: Readonly<Record<string, string>> = {
	IAM_ROLE: 'an IAM role',
	[WORKLOAD_IDENTITY]: 'workload identity',
};

/**
 * The credential is hidden in a new node, because n8n preselects only the most recent of all shown credentials. That
 * should be the API's, and no secret may go to brokers that nobody chose it for.
 */
export const KAFKA_CREDENTIAL: NonNullable<PipeSource['credentialUse']> = {
	shownWith: 'brokers',
	isNeeded: needsCredential,
	inJson: secretUseInJson,
	hasRegistryLogin: true,
	secretsUser: ({ type }) => (type === 'azureeventhub' ? KAFKA_TYPES[type] : undefined),
	adviceIfMissing: `If the brokers need a login, select a ${CREDENTIAL_TYPE} credential.`,
};

/** IAM roles and unlisted methods use no secrets. */
export function kafkaSecrets({ type, authentication }: JsonObject): Secrets | undefined {
	if (authentication === 'IAM_USER') return ACCESS_KEY;
	if (authentication === 'MUTUAL_TLS') return CLIENT_CERTIFICATE;
	if (!LOGIN_METHODS.some((method) => method === authentication)) return undefined;
	return type === 'azureeventhub' ? CONNECTION_STRING : LOGIN;
}

export function* kafkaSecretIssues(members: JsonObject): Iterable<Issue> {
	const { authentication, credentials } = members;
	const secrets = objectMember(members, 'credentials') ?? {};
	const method = ownValue(SECRETLESS, String(authentication));
	if (method !== undefined && !isAbsent(credentials)) {
		yield { path: 'credentials', text: `aren't used with ${method}. Remove them.` };
	}
	// The API decides which secrets are required, but empty text never counts as one.
	const presentSecrets = GROUPED_SECRETS.filter(({ key }) => !isAbsent(secrets[key]));
	yield* prefixPaths('credentials', missingSecrets(secrets, presentSecrets));
	for (const { path } of isAbsent(credentials) ? [] : missingCredentials(members)) {
		yield { path, verdict: 'hint', text: NOT_SET };
	}
	const login = valueAt(members, 'schemaRegistry.credentials');
	if (!isJsonObject(login)) return;
	const loginIssues = missingSecrets(login, REGISTRY_LOGIN.entries);
	yield* prefixPaths('schemaRegistry.credentials', loginIssues);
}

/** With a complete login, nothing else counts as missing, because the neutral contract lists only the login. */
function missingCredentials(members: JsonObject): Issue[] {
	const secrets = objectMember(members, 'credentials') ?? {};
	const hasLogin = missingSecrets(secrets, LOGIN.entries).length === 0;
	// Nobody knows which other secrets an unlisted type accepts.
	if (hasLogin || !Object.keys(KAFKA_TYPES).some((type) => type === members.type)) return [];
	const used = kafkaSecrets(members)?.entries ?? [];
	return prefixPaths('credentials', missingSecrets(secrets, used));
}

/** In the form, only PLAIN works without credentials, because some brokers need none. In JSON, the API decides. */
function needsCredential(members: JsonObject): boolean {
	if (!isAbsent(members.credentials)) return false;
	return members.authentication !== 'PLAIN' && missingCredentials(members).length > 0;
}

/**
 * A login can be any secret, because the neutral contract lists no others. Without an authentication, the credential
 * decides.
 */
function secretUseInJson(members: JsonObject, contained: Secrets): SecretUse | undefined {
	if (contained === REGISTRY_LOGIN) return undefined;
	const isLogin = contained === LOGIN && kafkaSecrets(members) !== undefined;
	const isOther = Object.entries(objectMember(members, 'credentials') ?? {}).some(
		([name, value]) => !isAbsent(value) && !contained.entries.some(({ key }) => key === name),
	);
	if (isOther || !(isLogin || isAbsent(members.authentication))) return undefined;
	return { name: 'credentials', isGroup: true, secrets: contained };
}
