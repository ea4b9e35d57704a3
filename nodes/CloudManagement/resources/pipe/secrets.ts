import type { Finding } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, objectMember, withoutUndefined } from '../../../engine/json';
import type { PlanContext } from '../../../engine/operation';
import { emptyToUndefined } from '../../../engine/parameters/values';
import type { IssueSubject } from '../../../engine/issue';
import type { ValidationOptions } from '../../../engine/issues/checks';
import type { PipeSourceMember, SecretMember } from './sources/authentication';
import {
	ACCESS_KEY_MEMBERS,
	CLIENT_CERTIFICATE_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	credentialMember,
	LOGIN_MEMBERS,
	PIPE_SOURCE_MEMBER_NAMES,
	PIPE_SOURCE_METHODS,
	REGISTRY_LOGIN_MEMBERS,
	SERVICE_ACCOUNT_FILE_MEMBERS,
	SERVICE_ACCOUNT_MEMBERS,
	BASIC,
	methodName,
	SOURCE_CREDENTIAL_LABEL,
} from './sources/authentication';
import { sourcesIn } from './sources';
import type { SecretUse, Source } from './sources/source';

const BOUNDARY = /-----(BEGIN|END) ([A-Z0-9 ]+)-----/g;
const PARTS = /^(-----BEGIN [A-Z0-9 ]+-----)(.*)(-----END [A-Z0-9 ]+-----)$/s;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** So long are the lines of a PEM block. */
const LINE = /.{1,64}/g;

/**
 * Returns PEM text with its line breaks, which a one-line input loses or turns into spaces or `\n`.
 * Text that has its breaks, and blocks whose content isn't plain base64, are returned unchanged.
 */
export function restoredPem(text: string): string {
	if (!/-----BEGIN [A-Z0-9 ]+-----(?!\r?\n)/.test(text)) return text;
	const blocks = pemBlocks(text);
	return blocks.length === 0 ? text : blocks.join('');
}

/** Returns the blocks of PEM text, each ending in a line break; those on one line have their breaks restored. */
export function pemBlocks(text: string): string[] {
	return wholeBlocks(text).map((block) => `${block.replace(PARTS, withBreaks)}\n`);
}

/** Reads the boundaries once, from front to back: one pattern for a whole block would look for each end again. */
function wholeBlocks(text: string): string[] {
	const blocks: string[] = [];
	let begin: { index: number; label: string | undefined } | undefined;
	for (const { 0: boundary, 1: kind, 2: label, index } of text.matchAll(BOUNDARY)) {
		if (begin === undefined) {
			if (kind === 'BEGIN') begin = { index, label };
		} else if (kind === 'END' && label === begin.label) {
			blocks.push(text.slice(begin.index, index + boundary.length));
			begin = undefined;
		}
	}
	return blocks;
}

function withBreaks(block: string, begin: string, content: string, end: string): string {
	const packed = content.replace(/\\r|\\n|\s/g, '');
	return BASE64.test(packed) ? `${begin}\n${packed.replace(LINE, '$&\n')}${end}` : block;
}

/** Takes the key file of a Google service account, or its base64, and returns its base64. */
export function keyFileAsBase64(text: string): string {
	const trimmed = text.trim();
	const isFile = trimmed.startsWith('{');
	return isFile ? Buffer.from(trimmed).toString('base64') : trimmed.replace(/\s/g, '');
}

type Credential = Readonly<JsonObject>;
type SelectedCredential = Pick<PlanContext, 'extraCredential' | 'extraCredentialName'>;
type Input = ValidationOptions['input'];

/** The object of the source's kind, and the secrets that it uses. */
interface SourceUse extends Pick<Source, 'kind' | 'label' | 'methodOf' | 'secretUse'> {
	owner: JsonObject;
	use: SecretUse;
}

const [REGISTRY_USERNAME, REGISTRY_PASSWORD] = REGISTRY_LOGIN_MEMBERS;

/**
 * Puts the selected credential's secrets into the keys that the source's authentication uses.
 * Secrets that the source already contains win; keys that the authentication doesn't use are never filled in.
 * Returns the source itself if nothing is filled in.
 */
export function fillSecrets(
	source: JsonObject,
	credential: Credential | undefined,
	{ input }: { input: Input },
): JsonObject {
	const found = sourceUse(source);
	if (credential === undefined || found === undefined) return source;
	const { kind, owner } = found;
	const use = useOf(found, credential, input);
	const filled = supplies(credential, use) ? withSecrets(owner, use, credential) : owner;
	const registry = kind === 'kafka' ? objectMember(filled, 'schemaRegistry') : undefined;
	// A registry may need no login: a credential without one for it fills nothing in.
	const hasLogin = REGISTRY_LOGIN_MEMBERS.some(
		(name) => emptyToUndefined(credential[name]) !== undefined,
	);
	if (registry === undefined || !hasLogin) {
		return filled === owner ? source : { ...source, [kind]: filled };
	}
	const login = {
		username: credential[REGISTRY_USERNAME],
		password: credential[REGISTRY_PASSWORD],
	};
	const registryUse = { group: 'credentials', members: LOGIN_MEMBERS };
	const schemaRegistry = withSecrets(registry, registryUse, login);
	if (filled === owner && schemaRegistry === registry) return source;
	return { ...source, [kind]: { ...filled, schemaRegistry } };
}

/** Returns the issue of a credential whose secrets are not those that the source needs, or undefined. */
export function credentialMismatch(
	source: JsonObject,
	selected: SelectedCredential,
	{ input }: { input: Input },
): Finding | undefined {
	const { extraCredential } = selected;
	const found = sourceUse(source);
	if (extraCredential === undefined || found === undefined) return undefined;
	const { owner } = found;
	const use = useOf(found, extraCredential, input);
	const available = membersOfMethod(extraCredential);
	if (available === undefined || supplies(extraCredential, use)) return undefined;
	if (!isAbsent(owner[use.group ?? use.members.join()])) return undefined;
	// Brokers without a login can still have a registry with one.
	const hasRegistry = objectMember(owner, 'schemaRegistry') !== undefined;
	if (available === REGISTRY_LOGIN_MEMBERS && hasRegistry && isOptionalLogin(use, owner, input)) {
		return undefined;
	}
	const facts = { contained: contentOf(available), need: needOf({ ...found, use }) };
	return { ...credentialSubject(selected), severity: 'error', code: 'otherSecrets', ...facts };
}

/** Warns of brokers without secrets although their authentication uses some: a few need none. */
export function withoutSecrets(source: JsonObject): Finding[] {
	const found = sourceUse(source);
	if (found?.kind !== 'kafka') return [];
	const { owner, use } = found;
	if (use.members.length === 0 || !isAbsent(owner.credentials)) return [];
	const facts = { contained: contentOf(use.members), user: userOf(found) };
	const subject = { path: '', label: 'The pipe', severity: 'warning' } as const;
	return [{ ...subject, code: 'withoutSecrets', ...facts }];
}

/** Rewrites what was found about missing secrets for the form, which has no fields for them: a credential supplies them. */
export function withCredential(
	findings: readonly Finding[],
	source: JsonObject,
	selected: SelectedCredential,
): Finding[] {
	const found = sourceUse(source);
	const rewritten = findings.map((one): Finding => {
		if (one.code !== 'noSecret' || found === undefined) return one;
		const subject = { ...credentialSubject(selected), severity: 'error' } as const;
		return selected.extraCredential === undefined
			? { ...subject, code: 'noCredential', need: needOf(found) }
			: { ...subject, code: 'credentialLacks', member: one.member };
	});
	return [...new Map(rewritten.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Returns the source of a change with its secrets, or why it gets none. A change need not repeat how its source
 * authenticates: if only one method uses such secrets, it is sent, too.
 */
export function changedSecrets(
	source: JsonObject,
	selected: SelectedCredential,
): { source: JsonObject; findings: Finding[] } {
	const { extraCredential: credential } = selected;
	const subject = { ...credentialSubject(selected), severity: 'error' } as const;
	const found = sourceUse(source);
	if (found === undefined) return { source, findings: [] };
	if (credential === undefined) {
		const need = 'Send Source Secrets needs a login or key';
		return { source, findings: [{ ...subject, code: 'noCredential', need }] };
	}
	const { kind } = found;
	const authentication =
		found.owner.authentication ?? found.methodOf((members) => supplies(credential, { members }));
	const owner = withoutUndefined({ ...found.owner, authentication });
	const use = useOf({ ...found, owner, use: found.secretUse(owner) }, credential, 'json');
	const isUsed = use.members.length > 0;
	if (!isUsed || !supplies(credential, use)) {
		const contained = contentOf(membersOfMethod(credential) ?? use.members);
		const need = isUsed ? needOf({ ...found, use }) : `${userOf(found)} doesn't use it`;
		return { source, findings: [{ ...subject, code: 'otherSecrets', contained, need }] };
	}
	const missing = use.members
		.map(credentialMember)
		.filter((name) => !emptyToUndefined(credential[name]));
	return {
		source: { ...source, [kind]: withSecrets(owner, use, credential) },
		findings: missing.map((name) => {
			return { ...subject, code: 'credentialLacks', member: PIPE_SOURCE_MEMBER_NAMES[name] };
		}),
	};
}

function sourceUse(source: JsonObject): SourceUse | undefined {
	const [found] = sourcesIn(source);
	const owner = found && objectMember(source, found.kind);
	if (found === undefined || owner === undefined) return undefined;
	const { kind, label, methodOf } = found;
	const { secretUse } = found;
	return { kind, label, methodOf, secretUse, owner, use: secretUse(owner) };
}

/**
 * Returns the secrets that a credential fills in. By fields, they are those that the form asks for. By JSON, a login
 * counts for any secrets of Kafka, because the reference lists no others, and without an authentication the
 * credential decides.
 */
function useOf({ kind, owner, use }: SourceUse, credential: Credential, input: Input): SecretUse {
	const available = membersOfMethod(credential);
	if (input === 'fields' || available === undefined) return use;
	const apiDecides = isAbsent(owner.authentication);
	if (kind === 'kinesis' && apiDecides && available === ACCESS_KEY_MEMBERS) {
		return { group: 'accessKey', members: available };
	}
	if (kind !== 'kafka' || available === REGISTRY_LOGIN_MEMBERS) return use;
	const isLogin = available === LOGIN_MEMBERS && use.members.length > 0;
	const own = Object.entries(objectMember(owner, 'credentials') ?? {});
	const isOther = own.some(
		([name, value]) => !isAbsent(value) && !available.some((one) => one === name),
	);
	return (apiDecides || isLogin) && !isOther ? { group: 'credentials', members: available } : use;
}

/** Returns the keys of the credential's method, or undefined if it has none. */
function membersOfMethod({ method }: Credential): readonly PipeSourceMember[] | undefined {
	return typeof method === 'string' ? PIPE_SOURCE_METHODS.get(method) : undefined;
}

/** Returns whether the credential's method has such secrets. A credential without a method counts as having all. */
function supplies(credential: Credential, { members }: SecretUse): boolean {
	const available = membersOfMethod(credential);
	return (
		available === undefined ||
		members.every((member) => available.includes(credentialMember(member)))
	);
}

function withSecrets(
	owner: JsonObject,
	{ group, members }: SecretUse,
	credential: Credential,
): JsonObject {
	const own = group === undefined ? owner : (objectMember(owner, group) ?? {});
	const missing = members.filter((name) => isAbsent(own[name]));
	// A whole login, as the reference lists it, needs no other secrets beside it.
	const hasLogin = LOGIN_MEMBERS.every((name) => !isAbsent(own[name]));
	if (missing.length === 0 || hasLogin) return owner;
	// A key that the credential lacks becomes an empty text, which the validation reports.
	const secrets = Object.fromEntries(missing.map((name) => [name, secretOf(credential, name)]));
	const filled = { ...own, ...secrets };
	return group === undefined ? filled : { ...owner, [group]: filled };
}

/** How files that were pasted into the credential are sent: PEM with its line breaks, a key file as base64. */
const WRITTEN: ReadonlyMap<PipeSourceMember, (text: string) => string> = new Map([
	...CLIENT_CERTIFICATE_MEMBERS.map((name) => [name, restoredPem] as const),
	...SERVICE_ACCOUNT_MEMBERS.map((name) => [name, keyFileAsBase64] as const),
]);

function secretOf(credential: Credential, member: SecretMember): unknown {
	const name = credentialMember(member);
	const value = credential[name] ?? '';
	const written = WRITTEN.get(name);
	return written !== undefined && typeof value === 'string' ? written(value) : value;
}

/** Returns whether the brokers may need no login: with SCRAM, only who writes JSON may leave it out. */
function isOptionalLogin(
	{ members }: SecretUse,
	{ authentication }: JsonObject,
	input: Input,
): boolean {
	return members === LOGIN_MEMBERS && (input === 'json' || authentication === 'PLAIN');
}

function needOf(found: SourceUse): string {
	return `${userOf(found)} needs ${contentOf(found.use.members)}`;
}

/** Returns what uses the secrets, as the form calls it. */
function userOf({ label, owner: { type, authentication } }: SourceUse): string {
	if (type === 'azureeventhub') return 'Azure Event Hubs';
	const isNamed = typeof authentication === 'string' && authentication !== BASIC;
	return isNamed ? methodName(authentication) : label;
}

function contentOf(members: readonly SecretMember[]): string {
	switch (members) {
		case ACCESS_KEY_MEMBERS:
			return 'an access key';
		case CLIENT_CERTIFICATE_MEMBERS:
			return 'a client certificate';
		case CONNECTION_STRING_MEMBERS:
			return 'a connection string';
		case SERVICE_ACCOUNT_FILE_MEMBERS:
		case SERVICE_ACCOUNT_MEMBERS:
			return 'the key of a service account';
		case REGISTRY_LOGIN_MEMBERS:
			return 'the login of a schema registry';
		default:
			return 'a username and password';
	}
}

/** The credential, or its selector if none is selected. */
function credentialSubject({
	extraCredential,
	extraCredentialName,
}: SelectedCredential): IssueSubject {
	const path = 'cloudPipeSourceApi';
	if (extraCredential === undefined) return { path, label: SOURCE_CREDENTIAL_LABEL };
	if (extraCredentialName === undefined) return { path, label: 'The selected credential' };
	return { path, label: `The credential '${extraCredentialName}'` };
}
