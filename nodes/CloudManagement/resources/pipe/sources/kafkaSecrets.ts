import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject, objectMember, ownValue, valueAt } from '../../../../engine/json';
import type { Issue } from '../../../../engine/issue';
import { NOT_SET } from '../../../../engine/issue';
import type { SecretField, SecretTable } from './secretFields';
import { missingOf, missingSecrets, secretGroup, secretsAt, secretsWith } from './secretFields';
import type { Secret, Secrets } from './secretKinds';
import {
	ACCESS_KEY,
	CLIENT_CERTIFICATE,
	CONNECTION_STRING,
	CREDENTIAL_TYPE,
	GROUPED_SECRETS,
	LOGIN,
	REGISTRY_LOGIN,
	SECRETS,
} from './secretKinds';
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
export const LOGIN_METHODS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];
export const IAM_METHODS = ['IAM_ROLE', 'IAM_USER'];
/** These methods need no secrets. Each value is the method's name in a sentence. */
export const SECRETLESS: Readonly<Record<string, string>> = {
	IAM_ROLE: 'an IAM role',
	[WORKLOAD_IDENTITY]: 'workload identity',
};

function tableWith(login: Secrets): SecretTable {
	return {
		...Object.fromEntries(LOGIN_METHODS.map((method) => [method, login])),
		IAM_USER: ACCESS_KEY,
		MUTUAL_TLS: CLIENT_CERTIFICATE,
	};
}

const BROKER_SECRETS = tableWith(LOGIN);
/** For Azure Event Hubs, the login is a connection string. */
const EVENT_HUB_SECRETS = tableWith(CONNECTION_STRING);

function tableFor({ type }: JsonObject): SecretTable {
	return type === 'azureeventhub' ? EVENT_HUB_SECRETS : BROKER_SECRETS;
}

export function kafkaSecrets(notices: INodeProperties[]): SecretField {
	return secretGroup(tableFor, {
		notices,
		openTo: SECRETS.filter((secrets) => secrets !== REGISTRY_LOGIN),
		optional: {
			advice: `If the brokers need a login, select a ${CREDENTIAL_TYPE} credential.`,
			// Some brokers need no login with PLAIN.
			isNeeded: (members) =>
				isAbsent(members.credentials) &&
				members.authentication !== 'PLAIN' &&
				missingCredentials(members).length > 0,
		},
	});
}

export function* kafkaSecretIssues(members: JsonObject): Iterable<Issue> {
	const { authentication, credentials } = members;
	const secrets = objectMember(members, 'credentials') ?? {};
	const method = ownValue(SECRETLESS, String(authentication));
	if (method !== undefined && !isAbsent(credentials)) {
		yield { path: 'credentials', text: `aren't used with ${method}. Remove them.` };
	}
	// The API decides which secrets are required, but empty text never counts as one.
	const entries = GROUPED_SECRETS.filter(({ key }) => !isAbsent(secrets[key]));
	yield* missingSecrets(members, secretsAt('credentials', { entries }));
	for (const { key } of isAbsent(credentials) ? [] : missingCredentials(members)) {
		yield { path: key, verdict: 'hint', text: NOT_SET };
	}
	const path = 'schemaRegistry.credentials';
	if (!isJsonObject(valueAt(members, path))) return;
	yield* missingSecrets(members, secretsAt(path, REGISTRY_LOGIN));
}

/** With a complete login, nothing else counts as missing, because the neutral contract lists only the login. */
function missingCredentials(members: JsonObject): Secret[] {
	const hasLogin = missingOf(secretsAt('credentials', LOGIN), members).length === 0;
	// Nobody knows which other secrets an unlisted type accepts.
	if (hasLogin || !Object.keys(KAFKA_TYPES).some((type) => type === members.type)) return [];
	const used = secretsWith(tableFor(members), members.authentication);
	return used ? missingOf(secretsAt('credentials', used), members) : [];
}
