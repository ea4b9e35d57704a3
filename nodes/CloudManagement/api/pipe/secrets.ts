import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { optional } from '../../../core/parameters/values';
import type { PipeSourceMember } from './credentialMembers';
import {
	ACCESS_KEY_MEMBERS,
	CLIENT_CERTIFICATE_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	LOGIN_MEMBERS,
	PIPE_SOURCE_MEMBER_NAMES,
} from './credentialMembers';
import { isAbsent, objectMember, within } from './members';

const text = z.string().nullish();

/** A group of secrets. Which of them are needed follows from the authentication. */
export const secretsSchema = z
	.object({
		username: text,
		password: text,
		accessKeyId: text,
		secretKey: text,
		connectionString: text,
		certificate: text,
		privateKey: text,
	})
	.passthrough()
	.nullish();

/** Every name under which the contract takes a secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
	'accessKey',
	'credentials',
	...ACCESS_KEY_MEMBERS,
	...CLIENT_CERTIFICATE_MEMBERS,
	...CONNECTION_STRING_MEMBERS,
	...LOGIN_MEMBERS,
]);

/** The members of a pipe below which a name marks a secret. Below others, such as tags, names are free. */
const LISTED_MEMBERS = ['destination', 'fieldMappings', 'scaling', 'settings', 'source'];

/** The only paths of secrets in the body. Reference, "Credential members accepted on creation only". */
export const SECRET_PATHS: readonly string[] = [
	'source.kafka.credentials',
	'source.kafka.schemaRegistry.credentials',
	'source.kinesis.accessKey',
	'source.objectStorage.accessKey',
	'source.objectStorage.connectionString',
	'source.postgres.credentials',
];

/**
 * Returns the issues of one group of secrets, such as `kafka.credentials`.
 * An absent group is an issue only where the authentication cannot work without one.
 */
export function secretGroupIssues(
	owner: JsonObject,
	group: string,
	members: readonly PipeSourceMember[],
	options: { required: boolean; registry?: boolean },
): ValidationIssue[] {
	const secrets = objectMember(owner, group);
	if (secrets === undefined && !options.required) return [];
	const prefix = options.registry === true ? 'Schema Registry ' : '';
	return within(group, missingSecretIssues(secrets ?? {}, members, prefix));
}

/**
 * Returns an issue for each member that a group lacks beside others, where no authentication says what it is for.
 * A credential would not be used there, so the advice names none.
 */
export function halfGroupIssues(
	owner: JsonObject,
	group: string,
	members: readonly PipeSourceMember[],
): ValidationIssue[] {
	const secrets = objectMember(owner, group);
	if (secrets === undefined) return [];
	const missing = members.filter((member) => optional(secrets[member]) === undefined);
	return within(
		group,
		missing.map((path) => ({ path, code: 'halfGroup', group })),
	);
}

/** Returns an issue for each secret that an object lacks, naming the credential's field that would supply it. */
export function missingSecretIssues(
	secrets: JsonObject,
	members: readonly PipeSourceMember[],
	labelPrefix = '',
): ValidationIssue[] {
	return members
		.filter((member) => optional(secrets[member]) === undefined)
		.map((path) => ({
			path,
			code: 'noSecret',
			member: `${labelPrefix}${PIPE_SOURCE_MEMBER_NAMES[path]}`,
		}));
}

/**
 * Returns an issue for a group of secrets that the source does not use: its authentication is another one of
 * `listed`. Which secrets an unlisted one takes is unknown.
 */
export function unusedSecretIssues(
	owner: JsonObject,
	group: string,
	authentication: string,
	listed: readonly string[],
): ValidationIssue[] {
	const others = listed.filter((method) => method !== authentication);
	const isUnused = others.some((method) => method === owner.authentication);
	if (!isUnused || isAbsent(owner[group])) return [];
	return [{ path: group, code: 'onlyFor', use: `${authentication} authentication` }];
}

/**
 * Returns an issue for each secret that stands where the API takes none, and might store it unencrypted.
 * `allowed` names the paths below which secrets may stand.
 */
export function misplacedSecretIssues(
	value: unknown,
	allowed: readonly string[],
	path = '',
): ValidationIssue[] {
	if (allowed.includes(path) || typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
		const inner = path === '' ? name : `${path}.${name}`;
		const isMisplaced =
			isJsonObject(value) &&
			SECRET_NAMES.has(name) &&
			!isAbsent(member) &&
			!allowed.includes(inner);
		const isSearched = path !== '' || LISTED_MEMBERS.includes(name);
		if (isMisplaced) return [{ path: inner, code: 'misplacedSecret' }];
		return isSearched ? misplacedSecretIssues(member, allowed, inner) : [];
	});
}
