import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { SecretMembers } from '../../../core/redact/redact';
import type { PipeSourceMember } from './credentialMembers';
import { PIPE_SOURCE_MEMBER_NAMES } from './credentialMembers';
import type { MemberFault } from './rule';
import { objectMember, textMember, within } from './rule';

const text = z.string().optional();

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
	.optional();

/** The members of a pipe, and of the credential of its source, that are made for secrets. */
export const SECRET_MEMBERS: SecretMembers = {
	names: [
		'credentials',
		'accessKey',
		'connectionString',
		'password',
		'schemaRegistryPassword',
		'secretKey',
		'privateKey',
	],
	// Not in the reference; known to exist in sources that it does not list.
	namesBelow: { source: ['serviceAccountKey', 'serviceAccountFile', 'uri'] },
	publicNames: ['username', 'accessKeyId'],
};

/**
 * The faults of one group of secrets, such as `kafka.credentials`.
 * An absent group is a fault only where the authentication cannot work without one.
 */
export function secretGroupFaults(
	owner: JsonObject,
	group: string,
	members: readonly PipeSourceMember[],
	options: { required: boolean; registry?: boolean },
): MemberFault[] {
	const secrets = objectMember(owner, group);
	if (secrets === undefined && !options.required) return [];
	const prefix = options.registry === true ? 'Schema Registry ' : '';
	return within([group], missingSecrets(secrets ?? {}, members, prefix));
}

/** A fault for each secret member that an object lacks, naming the credential's field that would fill it. */
export function missingSecrets(
	secrets: JsonObject,
	members: readonly PipeSourceMember[],
	labelPrefix = '',
): MemberFault[] {
	return members
		.filter((member) => textMember(secrets, member) === undefined)
		.map((member) => ({
			path: [member],
			message: `is missing. Select a Cloud Pipe Source API credential whose ${labelPrefix}${PIPE_SOURCE_MEMBER_NAMES[member]} is filled in.`,
		}));
}
