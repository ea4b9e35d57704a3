import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Field, Traits, Usual } from '../../../../core/description/fields';
import { handWritten, text, VERBATIM } from '../../../../core/description/fields';
import type { Finding, Severity } from '../../../../core/description/findings';
import { finding, prefixPaths } from '../../../../core/description/findings';
import type { JsonObject } from '../../../../core/json';
import { isAbsent, objectMember } from '../../../../core/json';
import { noticeField } from '../../../../core/parameters/properties';
import { emptyToUndefined } from '../../../../core/parameters/values';
import type { SecretMember } from '../../../api/credentialMembers';
import {
	ACCESS_KEY_MEMBERS,
	CLIENT_CERTIFICATE_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	credentialMember,
	LOGIN_MEMBERS,
	PIPE_SOURCE_MEMBER_NAMES,
	SERVICE_ACCOUNT_FILE_MEMBERS,
} from '../../../api/credentialMembers';

/** The form's value for no authentication: the body then has no `authentication`. */
export const NO_AUTHENTICATION = 'none';

/** The authentication with a login, the API's choice if none is set. */
export const BASIC = 'basic';

/** The method that needs no secrets, only a grant to the service's own identity. Second reference, 6.2. */
export const WORKLOAD_IDENTITY = 'SERVICE_ACCOUNT_WORKLOAD_IDENTITY';

/** What selectors call the methods, with what the credential then contains. */
const METHOD_LABELS: Readonly<Record<string, string>> = {
	CONNECTION_STRING: 'Connection String',
	IAM_ROLE: 'IAM Role',
	IAM_USER: 'IAM User (Access Key)',
	MUTUAL_TLS: 'Mutual TLS (Client Certificate)',
	PLAIN: 'Username and Password (PLAIN)',
	SERVICE_ACCOUNT: 'Service Account',
	[WORKLOAD_IDENTITY]: 'Workload Identity',
};

/** Returns methods with their labels. */
export function methods(...names: readonly string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, METHOD_LABELS[name] ?? name]));
}

/** Returns what messages call a method. */
export function methodName(method: string): string {
	return method === 'PLAIN' ? method : (METHOD_LABELS[method] ?? method).replace(/ \(.*/, '');
}

/** What a role looks like. */
export const ROLE_ARN: Usual = {
	shape: /^arn:[\w-]+:iam::\d+:role\/\S+$/,
	otherwise: "isn't the ARN of an IAM role",
};

/** The role that IAM role authentication assumes. */
export const iamRole = text('IAM Role ARN', {
	when: { authentication: ['IAM_ROLE'] },
	required: 'with IAM role authentication',
	placeholder: 'e.g. arn:aws:iam::123456789012:role/pipes',
	description: 'ARN of the IAM role to assume',
	note: 'ARN of the role. Required with IAM_ROLE',
	usual: ROLE_ARN,
});

/** PEM of a certificate authority. */
export const CERTIFICATES = {
	rows: 4,
	placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
	schema: VERBATIM,
};

/** The label of the credential's selector, for messages. */
export const SOURCE_CREDENTIAL_LABEL = 'Credential for the Source';

/**
 * The notice beside the authentication about the credential's selector: n8n shows all credentials at the top. Its words
 * hold with and without a selected credential: conditions can't see credentials.
 */
export function credentialNotice(since = ''): INodeProperties {
	return noticeField(
		'sourceCredentialNotice',
		`The pipe signs in with <b>${SOURCE_CREDENTIAL_LABEL}</b>, which appears at the top of this panel${since}.`,
	);
}

export const sourceCredentialNotice = credentialNotice();

/** The keys of a group of secrets. The reference lists only the login; the services publicly accept the others. */
export const SECRET_MEMBERS = [
	...LOGIN_MEMBERS,
	...ACCESS_KEY_MEMBERS,
	...CONNECTION_STRING_MEMBERS,
	...CLIENT_CERTIFICATE_MEMBERS,
	...SERVICE_ACCOUNT_FILE_MEMBERS,
];

const groupSchema = z
	.object(Object.fromEntries(SECRET_MEMBERS.map((name) => [name, z.string().nullish()])))
	.passthrough();

/** A key that a credential fills in. */
export interface SecretField extends Field {
	isSecret: true;
	/** Whether it is an object of secrets, and no secret by itself. */
	isGroup: boolean;
	/** Returns the secrets that the authentication of its owner uses; none for unlisted ones. */
	uses: (owner: JsonObject) => readonly SecretMember[];
	/** The one authentication that uses it, and the secrets that it then needs. */
	only?: { method: string; members: readonly SecretMember[] };
}

interface GroupTraits extends Pick<Traits, 'shown'> {
	notice?: INodeProperties;
}

/** A group of secrets that one method of authentication uses. */
export function secrets(
	members: readonly SecretMember[],
	method: string,
	traits: Pick<Traits, 'shown'> = {},
): SecretField {
	const uses = ({ authentication }: JsonObject) => (authentication === method ? members : []);
	const shown = { authentication: [method] };
	return { ...secretsBy(uses, { shown, ...traits }), only: { method, members } };
}

/** A secret by itself. The group beside it has the notice for both. */
export function secretText(members: readonly [SecretMember], method: string): SecretField {
	const group = secrets(members, method);
	return { ...group, ...handWritten(z.string(), []), isGroup: false };
}

/** A group whose secrets depend on its owner. */
export function secretsBy(uses: SecretField['uses'], traits: GroupTraits): SecretField {
	return { ...secretGroup(traits), isGroup: true, uses };
}

/** A group of secrets, with the notice about its credential. */
export function secretGroup({
	notice = sourceCredentialNotice,
	...traits
}: GroupTraits): Field & { isSecret: true } {
	return { ...handWritten(groupSchema, [notice], traits), isSecret: true };
}

/**
 * Returns what is wrong with a key for secrets: some are missing, or its authentication uses none. `methods` are the
 * listed ones; which secrets others use is unknown.
 */
export function secretFindings(
	name: string,
	{ uses, isGroup, only }: SecretField,
	owner: JsonObject,
	methods: readonly string[],
): Finding[] {
	const used = uses(owner);
	const group = objectMember(owner, name);
	if (used.length > 0) {
		return isGroup
			? prefixPaths(name, missingSecrets(group ?? {}, used))
			: missingSecrets(owner, used);
	}
	if (only === undefined || isAbsent(owner[name])) return [];
	if (isAbsent(owner.authentication)) {
		if (group === undefined) return [];
		// A credential would not be used here, so the advice mentions none.
		const missing = only.members.filter((member) => emptyToUndefined(group[member]) === undefined);
		return missing.map((member) =>
			finding('error', `${name}.${member}`, { code: 'halfGroup', group: name }),
		);
	}
	if (!methods.some((method) => method === owner.authentication)) return [];
	return [finding('error', name, { code: 'onlyFor', use: `${only.method} authentication` })];
}

/** Returns an issue for each secret that an object lacks, naming the credential's field that would supply it. */
export function missingSecrets(
	given: JsonObject,
	members: readonly SecretMember[],
	{ severity = 'error', of = '' }: { severity?: Severity; of?: string } = {},
): Finding[] {
	return members
		.filter((member) => emptyToUndefined(given[member]) === undefined)
		.map((member) => {
			const secret = `${of}${PIPE_SOURCE_MEMBER_NAMES[credentialMember(member)]}`;
			return finding(severity, member, { code: 'noSecret', member: secret });
		});
}
