import type { JsonObject } from '../../../engine/json';
import { isAbsent, objectMember, withoutUndefined } from '../../../engine/json';
import type { PlanContext } from '../../../engine/operation';
import { emptyToUndefined } from '../../../engine/parameters/values';
import { sourcesIn } from './sources';
import type { Secrets } from './sources/secrets';
import {
	ACCESS_KEY,
	CREDENTIAL_TYPE,
	LOGIN,
	REGISTRY_LOGIN,
	SECRETS,
	SOURCE_CREDENTIAL_LABEL,
} from './sources/secrets';
import type { PipeSource, SecretUse } from './sources/source';
import { BASIC, methodName } from './sources/source';
import type { Issue } from '../../../engine/issue';

type SourceCredential = Readonly<JsonObject>;
type SelectedCredential = Pick<PlanContext, 'extraCredential' | 'extraCredentialName'>;
export type Input = 'fields' | 'json';

/** A body's source with its object, and the secrets that it uses. */
interface BodySource {
	from: PipeSource;
	owner: JsonObject;
	use: SecretUse | undefined;
}

/**
 * Fills the selected credential's secrets into the keys that the source's authentication uses. Secrets in the source
 * win, and other keys are never filled. Returns the same source if nothing was filled in.
 */
export function fillSecrets(
	source: JsonObject,
	{ extraCredential: credential }: SelectedCredential,
	input: Input,
): JsonObject {
	const bodySource = findSource(source, credential, input);
	if (credential === undefined || bodySource === undefined) return source;
	const { from, owner, use } = bodySource;
	const isSupplied = use !== undefined && supplies(credential, use.secrets);
	const filled = isSupplied ? fillIn(owner, use, credential) : owner;
	const registry = from.kind === 'kafka' ? objectMember(filled, 'schemaRegistry') : undefined;
	// A registry may need no login, so a credential without a login fills nothing in.
	const hasLogin = REGISTRY_LOGIN.members.some(
		({ field }) => emptyToUndefined(credential[field]) !== undefined,
	);
	const schemaRegistry =
		registry !== undefined && hasLogin
			? fillIn(registry, groupOf(REGISTRY_LOGIN), credential)
			: registry;
	if (filled === owner && schemaRegistry === registry) return source;
	return { ...source, [from.kind]: { ...filled, ...(schemaRegistry && { schemaRegistry }) } };
}

/** Reports a credential with other secrets than the source needs. */
export function credentialMismatch(
	source: JsonObject,
	selected: SelectedCredential,
	input: Input,
): Issue | undefined {
	const { extraCredential: credential } = selected;
	const bodySource = findSource(source, credential, input);
	const contained = credential && containedIn(credential);
	if (contained === undefined || bodySource?.use === undefined) return undefined;
	const { owner, use } = bodySource;
	if (contained.method === use.secrets.method || !isAbsent(owner[use.name])) return undefined;
	// Brokers may need no login while their registry does. With SCRAM, only JSON can omit the login.
	const isOptional =
		use.secrets === LOGIN && (input === 'json' || owner.authentication === 'PLAIN');
	const hasRegistry = objectMember(owner, 'schemaRegistry') !== undefined;
	if (contained === REGISTRY_LOGIN && hasRegistry && isOptional) return undefined;
	return credentialIssue(selected, otherSecretsText(contained, requirement(bodySource)));
}

/** Warns about brokers without secrets, because only a few need none. */
export function missingSecretHints(source: JsonObject): Issue[] {
	const bodySource = findSource(source);
	if (bodySource?.from.kind !== 'kafka' || bodySource.use === undefined) return [];
	if (!isAbsent(bodySource.owner.credentials)) return [];
	const { called } = bodySource.use.secrets;
	const text = `lacks ${called} for ${consumerLabel(bodySource)}. If the brokers need a login, select a ${CREDENTIAL_TYPE} credential.`;
	return [{ path: '', label: 'The pipe', verdict: 'hint', text }];
}

/** Rewrites issues about missing secrets for the form, where a credential supplies them. */
export function credentialIssues(
	issues: readonly Issue[],
	source: JsonObject,
	selected: SelectedCredential,
): Issue[] {
	const bodySource = findSource(source);
	if (bodySource === undefined) return [...issues];
	const { from, owner } = bodySource;
	const isSelected = selected.extraCredential !== undefined;
	const unselected = credentialIssue(selected, noCredentialText(requirement(bodySource)));
	const rewritten = issues.map((issue): Issue => {
		const { credentialField } = issue;
		if (credentialField === undefined) return issue;
		return isSelected ? credentialIssue(selected, lackingText(credentialField)) : unselected;
	});
	if (!isSelected && from.needsCredential?.(owner)) rewritten.push(unselected);
	return [...new Map(rewritten.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/**
 * Fills in a change's secrets or explains why it gets none. A change needn't repeat its authentication; if only a
 * single method uses these secrets, that method is sent as well.
 */
export function changedSecrets(
	source: JsonObject,
	selected: SelectedCredential,
): { source: JsonObject; issues: Issue[] } {
	const { extraCredential: credential } = selected;
	const bodySource = findSource(source);
	if (bodySource === undefined) return { source, issues: [] };
	const unfilled = (text: string) => ({ source, issues: [credentialIssue(selected, text)] });
	if (credential === undefined) {
		return unfilled(noCredentialText('Replace Login needs a login or key'));
	}
	const { from } = bodySource;
	const authentication =
		bodySource.owner.authentication ?? from.methodUsing((secrets) => supplies(credential, secrets));
	const owner = withoutUndefined({ ...bodySource.owner, authentication });
	const use = useOf(from, owner, credential, 'json');
	if (use === undefined || !supplies(credential, use.secrets)) {
		const need = use
			? requirement({ ...bodySource, use })
			: `${consumerLabel(bodySource)} doesn't use it`;
		return unfilled(otherSecretsText(containedIn(credential) ?? LOGIN, need));
	}
	const missing = use.secrets.members.filter(({ field }) => !emptyToUndefined(credential[field]));
	return {
		source: { ...source, [from.kind]: fillIn(owner, use, credential) },
		issues: missing.map(({ label }) => credentialIssue(selected, lackingText(label))),
	};
}

function otherSecretsText({ called }: Secrets, need: string): string {
	return `contains ${called}, but ${need}. Select another credential.`;
}

function noCredentialText(need: string): string {
	return `isn't selected. ${need}, so select a ${CREDENTIAL_TYPE} credential that contains it at the top of the panel.`;
}

function lackingText(label: string): string {
	return `has no ${label}. Enter it in the credential.`;
}

function findSource(
	source: JsonObject,
	credential?: SourceCredential,
	input: Input = 'fields',
): BodySource | undefined {
	const [from] = sourcesIn(source);
	const owner = from && objectMember(source, from.kind);
	return from && owner && { from, owner, use: useOf(from, owner, credential, input) };
}

/**
 * In the form, the fields decide which secrets are filled in. In JSON, a login can be any Kafka secret, because the
 * neutral contract lists no others, and without an authentication the credential decides.
 */
function useOf(
	{ kind, secretUse }: PipeSource,
	owner: JsonObject,
	credential: SourceCredential | undefined,
	input: Input,
): SecretUse | undefined {
	const use = secretUse(owner);
	const contained = credential && containedIn(credential);
	if (input === 'fields' || contained === undefined) return use;
	const apiDecides = isAbsent(owner.authentication);
	if (kind === 'kinesis' && apiDecides && contained === ACCESS_KEY) {
		return groupOf(contained, 'accessKey');
	}
	if (kind !== 'kafka' || contained === REGISTRY_LOGIN) return use;
	const isLogin = contained === LOGIN && use !== undefined;
	const isOther = Object.entries(objectMember(owner, 'credentials') ?? {}).some(
		([name, value]) => !isAbsent(value) && !contained.members.some(({ key }) => key === name),
	);
	return (apiDecides || isLogin) && !isOther ? groupOf(contained) : use;
}

function groupOf(secrets: Secrets, name = 'credentials'): SecretUse {
	return { name, isGroup: true, secrets };
}

/** The credential's secrets by its method. Undefined without any. */
function containedIn(credential: SourceCredential): Secrets | undefined {
	return SECRETS.find(({ method }) => method === credential.method);
}

/** True if a credential has these secrets. Without a method, it counts as having all. */
function supplies(credential: SourceCredential, { method }: Secrets): boolean {
	return (containedIn(credential)?.method ?? method) === method;
}

function fillIn(
	owner: JsonObject,
	{ name, isGroup, secrets: { members, encode } }: SecretUse,
	credential: SourceCredential,
): JsonObject {
	const holder = isGroup ? (objectMember(owner, name) ?? {}) : owner;
	const missing = members.filter(({ key }) => isAbsent(holder[key]));
	// A complete login, as in the neutral contract, needs no other secrets.
	const hasLogin = LOGIN.members.every(({ key }) => !isAbsent(holder[key]));
	if (missing.length === 0 || hasLogin) return owner;
	const filled = { ...holder };
	for (const { key, field } of missing) {
		// A missing key becomes empty text, which the validation reports.
		const value = credential[field] ?? '';
		filled[key] = typeof value === 'string' ? encode(value) : value;
	}
	return isGroup ? { ...owner, [name]: filled } : filled;
}

function requirement(bodySource: BodySource): string {
	const { called } = bodySource.use?.secrets ?? LOGIN;
	return `${consumerLabel(bodySource)} needs ${called}`;
}

/** The form's label for the brokers or service that use the secrets. */
function consumerLabel({ from: { label }, owner: { type, authentication } }: BodySource): string {
	if (type === 'azureeventhub') return 'Azure Event Hubs';
	const isNamed = typeof authentication === 'string' && authentication !== BASIC;
	return isNamed ? methodName(authentication) : label;
}

/** An issue with the credential, or with its selector if none is selected. */
function credentialIssue(
	{ extraCredential, extraCredentialName }: SelectedCredential,
	text: string,
): Issue {
	const name =
		extraCredentialName === undefined ? undefined : `The credential "${extraCredentialName}"`;
	const label = extraCredential ? (name ?? 'The selected credential') : SOURCE_CREDENTIAL_LABEL;
	return { path: 'cloudPipeSourceApi', label, text };
}
