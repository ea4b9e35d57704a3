import type { JsonObject } from '../../../engine/json';
import { isAbsent, objectMember, withoutUndefined } from '../../../engine/json';
import type { PlanContext } from '../../../engine/operation';
import { emptyToUndefined } from '../../../engine/parameters/values';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { isDefinedByJson } from './sourceForm';
import { sourcesIn, unlistedKindsOf } from './sources';
import type { Secrets } from './sources/secretKinds';
import {
	CREDENTIAL_TYPE,
	LOGIN,
	missingOf,
	REGISTRY_LOGIN,
	SECRETS,
	SOURCE_CREDENTIAL_LABEL,
} from './sources/secretKinds';
import type { PipeSource, SecretUse } from './sources/source';
import { authenticationFor, BASIC, methodName, usedSecrets } from './sources/source';
import type { Issue } from '../../../engine/issue';
import { sentenceHint } from '../../../engine/issue';

/** The first listed source in a body, with the secrets that it uses. */
interface SourceSecrets {
	source: JsonObject;
	pipeSource: PipeSource;
	/** The object of the source's kind. */
	members: JsonObject;
	secretUse: SecretUse | undefined;
	context: PlanContext;
	/** In JSON, the credential may decide which secrets are used. In the form, the fields decide. */
	isJson: boolean;
}

/** Fills in secrets from the selected credential. */
export const withSecrets: Step<Draft> = ({ body }, parameters, context) => {
	const isJson = isDefinedByJson(parameters);
	const source = objectMember(body, 'source') ?? {};
	const sourceSecrets = findSource(source, context, isJson);
	const filled = sourceSecrets ? fillSecrets(sourceSecrets) : source;
	if (filled !== source) return { body: { ...body, source: filled } };
	const isReported = sourceSecrets !== undefined && credentialMismatch(sourceSecrets) !== undefined;
	const isUnused = isJson && !isReported;
	return { issues: isUnused ? unusedCredentialHints(source, context) : [] };
};

/** Warns that the selected credential isn't used, because the source needs none of its secrets. */
function unusedCredentialHints(source: JsonObject, { extraCredential }: PlanContext): Issue[] {
	if (extraCredential === undefined) return [];
	const [kind] = unlistedKindsOf(source);
	const because =
		kind === undefined
			? 'the source already contains its secrets or its authentication uses no known secrets. Correct the JSON, or clear the credential.'
			: `the API reference doesn't list the secrets of "${kind}". Enter them in the JSON.`;
	return [
		sentenceHint(`The ClickHouse Cloud Pipe Source API credential isn't used, because ${because}`),
	];
}

/**
 * Only keys that the source's authentication uses are filled, from the selected credential. Secrets in the source win.
 * If nothing is filled in, the source stays the same object.
 */
export function fillSecrets(sourceSecrets: SourceSecrets): JsonObject {
	const { source, pipeSource, members, secretUse, context } = sourceSecrets;
	const { extraCredential: credential } = context;
	if (credential === undefined) return source;
	const isSupplied = secretUse !== undefined && supplies(credential, secretUse.secrets);
	const withOwn = isSupplied ? fillIn(members, secretUse, credential) : members;
	const filled = withRegistryLogin(withOwn, pipeSource, credential);
	return filled === members ? source : { ...source, [pipeSource.kind]: filled };
}

/** Fills in the registry's login. A credential without a login fills nothing in, because a registry may need none. */
function withRegistryLogin(
	members: JsonObject,
	{ credentialUse: { hasRegistryLogin } = {} }: PipeSource,
	credential: Readonly<JsonObject>,
): JsonObject {
	const registry = objectMember(members, 'schemaRegistry');
	const hasLogin = REGISTRY_LOGIN.entries.some(
		({ field }) => emptyToUndefined(credential[field]) !== undefined,
	);
	if (!hasRegistryLogin || registry === undefined || !hasLogin) return members;
	const use = { name: 'credentials', isGroup: true, secrets: REGISTRY_LOGIN };
	const schemaRegistry = fillIn(registry, use, credential);
	return schemaRegistry === registry ? members : { ...members, schemaRegistry };
}

/** An issue if the selected credential contains secrets that the source can't use. */
export function credentialMismatch(sourceSecrets: SourceSecrets): Issue | undefined {
	const { pipeSource, members, secretUse, context, isJson } = sourceSecrets;
	const { extraCredential: credential } = context;
	const contained = credential && containedIn(credential);
	if (contained === undefined || secretUse === undefined) return undefined;
	const { name, secrets } = secretUse;
	if (contained.method === secrets.method || !isAbsent(members[name])) return undefined;
	// A source may need no login while its registry does.
	const { isNeeded, hasRegistryLogin } = pipeSource.credentialUse ?? {};
	const isOptional = secrets === LOGIN && (isJson || !isNeeded?.(members));
	const hasRegistry = hasRegistryLogin && objectMember(members, 'schemaRegistry') !== undefined;
	if (contained === REGISTRY_LOGIN && hasRegistry && isOptional) return undefined;
	return credentialIssue(context, otherSecretsText(contained, requirement(sourceSecrets)));
}

/** In the form, a credential supplies the secrets, so issues about missing secrets name it. */
export function withCredentialIssues(
	bodyIssues: readonly Issue[],
	sourceSecrets: SourceSecrets,
): Issue[] {
	const { pipeSource, members, context, isJson } = sourceSecrets;
	const issues = [...missingSecretHints(sourceSecrets), ...bodyIssues];
	if (isJson) return issues;
	const isSelected = context.extraCredential !== undefined;
	const unselected = credentialIssue(context, noCredentialText(requirement(sourceSecrets)));
	const rewritten = issues.map((issue): Issue => {
		const { credentialField } = issue;
		if (credentialField === undefined) return issue;
		return isSelected ? lackingSecret(context, credentialField) : unselected;
	});
	if (!isSelected && pipeSource.credentialUse?.isNeeded?.(members)) rewritten.push(unselected);
	return [...new Map(rewritten.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** Warns about a source that can work without its secrets, but rarely does. */
function missingSecretHints(sourceSecrets: SourceSecrets): Issue[] {
	const { pipeSource, members, secretUse } = sourceSecrets;
	const { adviceIfMissing: advice } = pipeSource.credentialUse ?? {};
	if (advice === undefined || secretUse === undefined) return [];
	if (!isAbsent(members[secretUse.name])) return [];
	const { nameInMessages } = secretUse.secrets;
	const text = `lacks ${nameInMessages} for ${secretsUser(sourceSecrets)}. ${advice}`;
	return [{ path: '', label: 'The pipe', verdict: 'hint', text }];
}

/**
 * Fills the login into a change, or says why it can't. If only one authentication uses these secrets, it's sent too.
 */
export function withReplacedLogin(
	source: JsonObject,
	context: PlanContext,
): { source: JsonObject; issues: Issue[] } {
	const { extraCredential: credential } = context;
	const sourceSecrets = findSource(source, context, false);
	if (sourceSecrets === undefined) return { source, issues: [] };
	const unfilled = (text: string) => ({ source, issues: [credentialIssue(context, text)] });
	if (credential === undefined) {
		return unfilled(noCredentialText('Replace Login needs a login or key'));
	}
	const { pipeSource } = sourceSecrets;
	const authentication =
		sourceSecrets.members.authentication ??
		authenticationFor(pipeSource, (secrets) => supplies(credential, secrets));
	const members = withoutUndefined({ ...sourceSecrets.members, authentication });
	const secretUse = secretUseOf(pipeSource, members, credential, true);
	if (secretUse === undefined || !supplies(credential, secretUse.secrets)) {
		const need = secretUse
			? requirement({ ...sourceSecrets, secretUse })
			: `${secretsUser(sourceSecrets)} doesn't use it`;
		return unfilled(otherSecretsText(containedIn(credential) ?? LOGIN, need));
	}
	const filled = fillIn(members, secretUse, credential);
	const { entries } = secretUse.secrets;
	const missing = filled === members ? [] : missingOf(entries, holderIn(filled, secretUse));
	return {
		source: { ...source, [pipeSource.kind]: filled },
		issues: missing.map(({ label }) => lackingSecret(context, label)),
	};
}

function otherSecretsText({ nameInMessages }: Secrets, need: string): string {
	return `contains ${nameInMessages}, but ${need}. Select a different credential.`;
}

function noCredentialText(need: string): string {
	return `isn't selected. ${need}. Select a ${CREDENTIAL_TYPE} credential that contains it at the top of the panel.`;
}

function lackingSecret(context: PlanContext, label: string): Issue {
	const isOfRegistry = REGISTRY_LOGIN.entries.some((member) => member.label === label);
	// With other methods, the credential shows a registry's login only if Schema Registry Login is on.
	const isHidden = isOfRegistry && context.extraCredential?.method !== REGISTRY_LOGIN.method;
	const step = isHidden
		? 'Turn on Schema Registry Login there, and enter it.'
		: 'Enter it in the credential.';
	return credentialIssue(context, `has no ${label}. ${step}`);
}

/** Finds the first listed source of a body with its secrets. Undefined if there's none. */
export function findSource(
	source: JsonObject,
	context: PlanContext,
	isJson: boolean,
): SourceSecrets | undefined {
	const [pipeSource] = sourcesIn(source);
	const members = pipeSource && objectMember(source, pipeSource.kind);
	if (pipeSource === undefined || members === undefined) return undefined;
	const secretUse = secretUseOf(pipeSource, members, context.extraCredential, isJson);
	return { source, pipeSource, members, secretUse, context, isJson };
}

function secretUseOf(
	pipeSource: PipeSource,
	members: JsonObject,
	credential: Readonly<JsonObject> | undefined,
	isJson: boolean,
): SecretUse | undefined {
	const contained = isJson && credential ? containedIn(credential) : undefined;
	const useInJson = contained && pipeSource.credentialUse?.inJson?.(members, contained);
	return useInJson ?? usedSecrets(pipeSource, members);
}

/** Undefined for a credential without a known method. */
function containedIn(credential: Readonly<JsonObject>): Secrets | undefined {
	return SECRETS.find(({ method }) => method === credential.method);
}

/** A credential without a method counts as having all secrets. */
function supplies(credential: Readonly<JsonObject>, { method }: Secrets): boolean {
	return (containedIn(credential)?.method ?? method) === method;
}

function holderIn(members: JsonObject, { name, isGroup }: SecretUse): JsonObject {
	return isGroup ? (objectMember(members, name) ?? {}) : members;
}

function fillIn(owner: JsonObject, use: SecretUse, credential: Readonly<JsonObject>): JsonObject {
	const { name, isGroup } = use;
	const { entries, encode } = use.secrets;
	const holder = holderIn(owner, use);
	const missing = entries.filter(({ key }) => isAbsent(holder[key]));
	// A complete login, as in the neutral contract, makes other secrets unnecessary.
	const hasLogin = LOGIN.entries.every(({ key }) => !isAbsent(holder[key]));
	if (missing.length === 0 || hasLogin) return owner;
	const filled = { ...holder };
	for (const { key, field } of missing) {
		// The validation reports empty text as a missing key.
		const value = credential[field] ?? '';
		filled[key] = typeof value === 'string' ? encode(value) : value;
	}
	return isGroup ? { ...owner, [name]: filled } : filled;
}

function requirement(sourceSecrets: SourceSecrets): string {
	const { nameInMessages } = sourceSecrets.secretUse?.secrets ?? LOGIN;
	return `${secretsUser(sourceSecrets)} needs ${nameInMessages}`;
}

/** Messages name the brokers or the service that use the secrets. */
function secretsUser({ pipeSource, members }: SourceSecrets): string {
	const { authentication } = members;
	const isNamed = typeof authentication === 'string' && authentication !== BASIC;
	const ofAuthentication = isNamed ? methodName(authentication) : pipeSource.label;
	return pipeSource.credentialUse?.secretsUser?.(members) ?? ofAuthentication;
}

/** An issue about the selected credential, or about its selector if none is selected. */
function credentialIssue(
	{ extraCredential, extraCredentialName }: PlanContext,
	text: string,
): Issue {
	const name =
		extraCredentialName === undefined ? undefined : `The credential "${extraCredentialName}"`;
	const label = extraCredential ? (name ?? 'The selected credential') : SOURCE_CREDENTIAL_LABEL;
	return { path: 'cloudPipeSourceApi', label, text };
}
