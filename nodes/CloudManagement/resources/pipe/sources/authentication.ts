import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Field, Traits, Usual } from '../../../../engine/body/fields';
import { handWritten, text, VERBATIM } from '../../../../engine/body/fields';
import type { Finding, Severity } from '../../../../engine/body/interpret';
import { finding, prefixPaths } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, objectMember } from '../../../../engine/json';
import { noticeField } from '../../../../engine/parameters/properties';
import { emptyToUndefined } from '../../../../engine/parameters/values';

/** The display names of `cloudPipeSourceApi`'s fields, as the credential's form shows them. */
export const PIPE_SOURCE_MEMBER_NAMES = {
	method: 'Method',
	username: 'Username',
	password: 'Password',
	accessKeyId: 'Access Key ID',
	secretKey: 'Secret Key',
	connectionString: 'Connection String',
	certificate: 'Certificate',
	privateKey: 'Private Key',
	serviceAccountKey: 'Service Account Key',
	schemaRegistryUsername: 'Schema Registry Username',
	schemaRegistryPassword: 'Schema Registry Password',
} as const;

export type PipeSourceMember = keyof typeof PIPE_SOURCE_MEMBER_NAMES;

/** The parts of a login, an access key and so on, with the same names in the credential and in a pipe's body. */
export const LOGIN_MEMBERS = ['username', 'password'] as const;
export const ACCESS_KEY_MEMBERS = ['accessKeyId', 'secretKey'] as const;
export const CLIENT_CERTIFICATE_MEMBERS = ['certificate', 'privateKey'] as const;
export const CONNECTION_STRING_MEMBERS = ['connectionString'] as const;
export const SERVICE_ACCOUNT_MEMBERS = ['serviceAccountKey'] as const;

/** The same key in a group of its own, with another name. */
export const SERVICE_ACCOUNT_FILE_MEMBERS = ['serviceAccountFile'] as const;

/** A secret by its key in the body. */
export type SecretMember = PipeSourceMember | (typeof SERVICE_ACCOUNT_FILE_MEMBERS)[number];

/** Returns the field of the credential that contains a secret of the body. */
export function credentialMember(member: SecretMember): PipeSourceMember {
	return member === 'serviceAccountFile' ? 'serviceAccountKey' : member;
}

/** The login of a schema registry; in the body, it looks like any other login. */
export const REGISTRY_LOGIN_MEMBERS = ['schemaRegistryUsername', 'schemaRegistryPassword'] as const;

/** The fields that each method of the credential needs. */
export const PIPE_SOURCE_METHODS: ReadonlyMap<string, readonly PipeSourceMember[]> = new Map<
	string,
	readonly PipeSourceMember[]
>([
	['accessKey', ACCESS_KEY_MEMBERS],
	['clientCertificate', CLIENT_CERTIFICATE_MEMBERS],
	['connectionString', CONNECTION_STRING_MEMBERS],
	['schemaRegistryOnly', REGISTRY_LOGIN_MEMBERS],
	['serviceAccount', SERVICE_ACCOUNT_MEMBERS],
	['usernamePassword', LOGIN_MEMBERS],
]);

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
