import type { JsonObject } from '../../../engine/json';
import {
	isAbsent,
	mergeObjects,
	objectMember,
	ownValue,
	valueAt,
	withoutUndefined,
} from '../../../engine/json';
import type { PlanContext } from '../../../engine/operation';
import { asObject, emptyToUndefined } from '../../../engine/parameters/values';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { isDefinedByJson } from './sourceForm';
import { sourcesIn, unlistedKindsOf } from './sources';
import type { SecretUse } from './sources/secretFields';
import { isSecretField, missingOf, secretsAt } from './sources/secretFields';
import type { Secret, Secrets } from './sources/secretKinds';
import {
	CREDENTIAL_TYPE,
	LOGIN,
	REGISTRY_LOGIN,
	SECRETS,
	SOURCE_CREDENTIAL_LABEL,
} from './sources/secretKinds';
import type { PipeSource } from './sources/source';
import { authenticationFor, BASIC, methodName, secretFields, usedSecrets } from './sources/source';
import type { Issue } from '../../../engine/issue';
import { sentenceHint } from '../../../engine/issue';

/** The first listed source in a body, with the secrets that it uses. */
interface SourceSecrets {
	source: JsonObject;
	pipeSource: PipeSource;
	/** The object of the source's kind. */
	members: JsonObject;
	secretUse: SecretUse | undefined;
	registryUse: SecretUse | undefined;
	context: PlanContext;
	/** In JSON, the credential may decide which secrets are used. In the form, the fields decide that. */
	isJson: boolean;
}

/** Fills in secrets from the selected credential. */
export const withSecrets: Step<Draft> = ({ body }, parameters, context) => {
	const isJson = isDefinedByJson(parameters);
	const source = objectMember(body, 'source') ?? {};
	const sourceSecrets = findSource(source, context, isJson);
	const filled = sourceSecrets ? fillSecrets(sourceSecrets) : source;
	if (filled !== source) return { body: { ...body, source: filled } };
	const isReported = sourceSecrets && credentialMismatch(sourceSecrets);
	return { issues: isJson && !isReported ? unusedCredentialHints(source, context) : [] };
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
 * Fills only keys that the source's authentication uses, from the selected credential. Secrets in the source win. If it
 * fills nothing, returns the same object.
 */
export function fillSecrets(sourceSecrets: SourceSecrets): JsonObject {
	const { source, pipeSource, members, secretUse, registryUse, context } = sourceSecrets;
	const { extraCredential: credential } = context;
	if (credential === undefined) return source;
	const supplied = [secretUse, registryUse].flatMap((use) =>
		use && supplies(credential, use.secrets) ? [use] : [],
	);
	const filled = supplied.reduce((owner, use) => fillIn(owner, use, credential), members);
	return filled === members ? source : { ...source, [pipeSource.kind]: filled };
}

/** An issue if the selected credential contains secrets that the source can't use. */
export function credentialMismatch(sourceSecrets: SourceSecrets): Issue | undefined {
	const { members, secretUse, registryUse, context, isJson } = sourceSecrets;
	const { extraCredential: credential } = context;
	const contained = credential && containedIn(credential);
	if (contained === undefined || secretUse === undefined) return undefined;
	const { path, field, secrets } = secretUse;
	if (contained.method === secrets.method || !isAbsent(members[path])) return undefined;
	// A source may need no login while its registry does.
	const isOptional = secrets === LOGIN && (isJson || !field.optional?.isNeeded(members));
	if (contained === REGISTRY_LOGIN && registryUse && isOptional) return undefined;
	return credentialIssue(context, otherSecretsText(contained, requirement(sourceSecrets)));
}

/** In the form, a credential supplies the secrets, so issues about missing secrets name it. */
export function withCredentialIssues(
	bodyIssues: readonly Issue[],
	sourceSecrets: SourceSecrets,
): Issue[] {
	const { members, secretUse, context, isJson } = sourceSecrets;
	const issues = [...missingSecretHints(sourceSecrets), ...bodyIssues];
	if (isJson) return issues;
	const isSelected = context.extraCredential !== undefined;
	const unselected = credentialIssue(context, noCredentialText(requirement(sourceSecrets)));
	const rewritten = issues.map((issue): Issue => {
		const { credentialField } = issue;
		if (credentialField === undefined) return issue;
		return isSelected ? lackingSecret(context, credentialField) : unselected;
	});
	const isNeeded = secretUse?.field.optional?.isNeeded(members) === true;
	if (!isSelected && isNeeded) rewritten.push(unselected);
	return [...new Map(rewritten.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** Warns about a source that can work without its secrets, but rarely does. */
function missingSecretHints(sourceSecrets: SourceSecrets): Issue[] {
	const { members, secretUse } = sourceSecrets;
	const { optional } = secretUse?.field ?? {};
	if (!secretUse || !optional || !isAbsent(members[secretUse.path])) return [];
	const { nameInMessages } = secretUse.secrets;
	const text = `lacks ${nameInMessages} for ${secretsUser(sourceSecrets)}. ${optional.advice}`;
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
	const stated = findSource(source, context, true);
	if (stated === undefined) return { source, issues: [] };
	const unfilled = (text: string) => ({ source, issues: [credentialIssue(context, text)] });
	if (credential === undefined) {
		return unfilled(noCredentialText('Replace Login needs a login or key'));
	}
	const { pipeSource } = stated;
	const authentication =
		stated.members.authentication ??
		authenticationFor(pipeSource, (secrets) => supplies(credential, secrets));
	const members = withoutUndefined({ ...stated.members, authentication });
	const secretUse = secretUseOf(pipeSource, members, credential);
	if (secretUse === undefined || !supplies(credential, secretUse.secrets)) {
		const need = secretUse
			? requirement({ ...stated, secretUse })
			: `${secretsUser(stated)} doesn't use it`;
		return unfilled(otherSecretsText(containedIn(credential) ?? LOGIN, need));
	}
	const filled = fillIn(members, secretUse, credential);
	const missing =
		filled === members ? [] : missingOf(secretsAt(secretUse.path, secretUse.secrets), filled);
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
	const credential = isJson ? context.extraCredential : undefined;
	const secretUse = secretUseOf(pipeSource, members, credential);
	const registryUse = registryUseOf(pipeSource, members);
	return { source, pipeSource, members, secretUse, registryUse, context, isJson };
}

/** In JSON, a login can be any secret, because the neutral contract lists no others. */
function secretUseOf(
	pipeSource: PipeSource,
	members: JsonObject,
	credential: Readonly<JsonObject> | undefined,
): SecretUse | undefined {
	const used = usedSecrets(pipeSource, members);
	const contained = credential && containedIn(credential);
	if (contained === undefined) return used;
	const open = secretFields(pipeSource).find(({ field }) => field.openTo?.includes(contained));
	const isOpen = isAbsent(members.authentication) || (contained === LOGIN && used !== undefined);
	if (open === undefined || !isOpen) return used;
	const isOther = Object.entries(objectMember(members, open.path) ?? {}).some(
		([name, value]) => !isAbsent(value) && !contained.entries.some(({ key }) => key === name),
	);
	return isOther ? used : { ...open, secrets: contained };
}

/** Undefined if the source has no registry that takes a login of its own. */
function registryUseOf({ fields }: PipeSource, members: JsonObject): SecretUse | undefined {
	const field = fields.schemaRegistry?.members?.credentials;
	const hasRegistry = objectMember(members, 'schemaRegistry') !== undefined;
	if (!field || !isSecretField(field) || !hasRegistry) return undefined;
	return { path: 'schemaRegistry.credentials', field, secrets: REGISTRY_LOGIN };
}

/** Undefined for a credential without a known method. */
function containedIn(credential: Readonly<JsonObject>): Secrets | undefined {
	return SECRETS.find(({ method }) => method === credential.method);
}

/** A credential without a method supplies all secrets. A credential with any method may contain a registry's login. */
function supplies(credential: Readonly<JsonObject>, secrets: Secrets): boolean {
	return secrets === REGISTRY_LOGIN
		? secrets.entries.some(({ field }) => emptyToUndefined(credential[field]) !== undefined)
		: (containedIn(credential) ?? secrets).method === secrets.method;
}

function fillIn(
	members: JsonObject,
	{ path, secrets }: SecretUse,
	credential: Readonly<JsonObject>,
): JsonObject {
	const isGiven = ({ key }: Secret) => !isAbsent(valueAt(members, key));
	// A complete login, as in the neutral contract, makes other secrets unnecessary.
	if (secretsAt(path, LOGIN).every(isGiven)) return members;
	const missing = secretsAt(path, secrets).filter((secret) => !isGiven(secret));
	return missing.reduce((filled, { key, field }) => {
		// The validation reports empty text as a missing key.
		const value = credential[field] ?? '';
		const secret = typeof value === 'string' ? secrets.encode(value) : value;
		const added = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), secret);
		return mergeObjects(asObject(added), filled);
	}, members);
}

function requirement(sourceSecrets: SourceSecrets): string {
	const { nameInMessages } = sourceSecrets.secretUse?.secrets ?? LOGIN;
	return `${secretsUser(sourceSecrets)} needs ${nameInMessages}`;
}

/** Messages name the brokers or the service that use the secrets. */
function secretsUser({ pipeSource, members }: SourceSecrets): string {
	const { authentication, type } = members;
	const isNamed = typeof authentication === 'string' && authentication !== BASIC;
	const ofAuthentication = isNamed ? methodName(authentication) : pipeSource.label;
	return ownValue(pipeSource.secrets?.users ?? {}, String(type)) ?? ofAuthentication;
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
