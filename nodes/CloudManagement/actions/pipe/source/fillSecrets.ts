import type { JsonObject } from '../../../../core/json';
import { kafkaSecretMembers } from '../../../api/pipe/kafka';
import { objectMember } from '../../../api/pipe/rule';
import {
	ACCESS_KEY_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	LOGIN_MEMBERS,
	REGISTRY_LOGIN_MEMBERS,
} from '../../../api/pipe/credentialMembers';
import { secretsFromCredential } from './secretsFromCredential';

type Credential = Readonly<JsonObject> | undefined;

const [REGISTRY_USERNAME, REGISTRY_PASSWORD] = REGISTRY_LOGIN_MEMBERS;

/**
 * Puts the selected credential's secrets where the source's authentication wants them.
 * Secrets that the source holds already win; members that it needs and no one gives stay for the check to name.
 */
export function fillSecrets(source: JsonObject, credential: Credential): JsonObject {
	if (credential === undefined) return source;
	const filled = { ...source };
	for (const [kind, fill] of Object.entries(FILL)) {
		const member = objectMember(source, kind);
		if (member !== undefined) filled[kind] = fill(member, credential);
	}
	return filled;
}

const FILL: Readonly<Record<string, (member: JsonObject, credential: Credential) => JsonObject>> = {
	kafka: fillKafka,
	kinesis: fillAccessKey,
	objectStorage: fillObjectStorage,
	postgres: (postgres, credential) =>
		filledGroup(postgres, 'credentials', LOGIN_MEMBERS, credential),
};

function fillKafka(kafka: JsonObject, credential: Credential): JsonObject {
	const members = kafkaSecretMembers(kafka.type, kafka.authentication);
	const filled = filledGroup(kafka, 'credentials', members, credential);
	const registry = objectMember(kafka, 'schemaRegistry');
	if (registry === undefined) return filled;
	const login = {
		username: credential?.[REGISTRY_USERNAME],
		password: credential?.[REGISTRY_PASSWORD],
	};
	return {
		...filled,
		schemaRegistry: filledGroup(registry, 'credentials', LOGIN_MEMBERS, login),
	};
}

function fillAccessKey(owner: JsonObject, credential: Credential): JsonObject {
	if (owner.authentication !== 'IAM_USER') return owner;
	return filledGroup(owner, 'accessKey', ACCESS_KEY_MEMBERS, credential);
}

function fillObjectStorage(storage: JsonObject, credential: Credential): JsonObject {
	if (storage.authentication !== 'CONNECTION_STRING') return fillAccessKey(storage, credential);
	return { ...secretsFromCredential(credential, CONNECTION_STRING_MEMBERS), ...storage };
}

function filledGroup(
	owner: JsonObject,
	group: string,
	members: readonly string[],
	credential: Credential,
): JsonObject {
	const secrets = secretsFromCredential(credential, members);
	if (secrets === undefined || owner[group] === null) return owner;
	return { ...owner, [group]: { ...secrets, ...objectMember(owner, group) } };
}
