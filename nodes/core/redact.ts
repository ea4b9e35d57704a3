import type { HttpRequest } from './http/request';
import { requestUrl } from './http/request';
import type { JsonObject } from './json';
import { isJsonObject } from './json';

/** What is shown in place of a secret. */
export const REDACTED = '***';

/** Which members are made for secrets, by name. */
export interface SecretMembers {
	/** Secret at any depth, with all they hold. */
	names: readonly string[];
	/** Other names that are secret, too. */
	pattern?: RegExp;
	/** Also secret, but only below a member of the given name. */
	namesBelow?: Readonly<Record<string, readonly string[]>>;
	/** Members inside a secret one that identify and prove nothing, such as a user name. */
	publicNames?: readonly string[];
}

/** What a request is shown with: the API's secret members, and the credential's base URL. */
interface ShownWith {
	api: { secretMembers: SecretMembers };
	credential: Readonly<JsonObject>;
}

const SHORTEST_SECRET = 8;
const LONGEST_SEARCHED = 20_000;
const MOST_SECRETS = 2000;
const CONNECTION_STRING = /^\s*\w+=[^;]*;/;
const SECRET_PART = /(?:key|signature|password|secret)\s*$/i;
const WITHHELD = 'The message is not shown, because it may hold a secret.';

/** Returns the value with all texts and numbers under secret members replaced; what holds none is not copied. */
export function redactMembers<T>(value: T, members: SecretMembers): T;
export function redactMembers(value: unknown, members: SecretMembers): unknown {
	return redactValue(value, members, false);
}

/** Returns the secrets under secret members, at any depth: of connection strings only what proves something. */
export function secretsIn(value: unknown, members: SecretMembers): string[] {
	const found: string[] = [];
	redactValue(value, members, false, found);
	return found.flatMap((text) => (CONNECTION_STRING.test(text) ? secretParts(text) : [text]));
}

/** Returns a path with the values of secret query parameters replaced. */
export function redactQuery(path: string, members: SecretMembers): string {
	return path.replace(/(?<=[?&])([^=&]*)=([^&]*)/g, (pair, name: string) => {
		const parameter = parameterOf(pair);
		return redactMembers(parameter, members) === parameter ? pair : `${name}=${REDACTED}`;
	});
}

/** Returns the secrets among the query parameters of a path. */
export function querySecrets(path: string, members: SecretMembers): string[] {
	const [, query = ''] = path.split('?');
	return query.split('&').flatMap((pair) => secretsIn(parameterOf(pair), members));
}

/** A request as it is shown to a person: secrets redacted. */
export interface ShownRequest {
	method: string;
	url: string;
	body?: unknown;
}

/** Returns what a request shows to a person, and what the journal compares. */
export function shownRequest(
	{ method, path, body }: HttpRequest,
	{ api, credential }: ShownWith,
): ShownRequest {
	const url = requestUrl(credential['baseUrl'], redactQuery(path, api.secretMembers));
	return {
		method,
		url,
		...(body === undefined ? {} : { body: redactMembers(body, api.secretMembers) }),
	};
}

/** Returns a credential's secrets, also joined to each other member: HTTP Basic sends such a pair as Base64. */
export function credentialSecrets(credential: JsonObject, names: readonly string[]): string[] {
	const secrets = names.map((name) => credential[name]).filter((text) => typeof text === 'string');
	const members = Object.values(credential).map(String);
	return [...secrets, ...secrets.flatMap((secret) => members.map((text) => `${text}:${secret}`))];
}

/**
 * Returns a function that replaces the secrets in a message: as they are, and as JSON, URLs and Base64 spell them.
 * Secrets of fewer than eight characters are left alone. Texts are cut to 20,000 characters. Throws nothing:
 * where it cannot finish, it returns a constant text.
 */
export function textRedactor(secrets: Iterable<string>): (text: string) => string {
	let spellings: string[] | undefined;
	return (text) => {
		try {
			spellings ??= allSpellings(new Set(secrets));
			return replaceAll(text, spellings);
		} catch {
			return WITHHELD;
		}
	};
}

function parameterOf(pair: string): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(pair));
}

function secretParts(connectionString: string): string[] {
	return connectionString.split(';').flatMap((part) => {
		const name = part.split('=', 1).join();
		return SECRET_PART.test(name) ? [part.slice(name.length + 1).trim()] : [];
	});
}

function redactValue(
	value: unknown,
	members: SecretMembers,
	secret: boolean,
	found: string[] = [],
): unknown {
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		const result = entries.map((entry) => redactValue(entry, members, secret, found));
		return result.some((entry, index) => entry !== entries[index]) ? result : value;
	}
	if (isJsonObject(value)) return redactObject(value, members, secret, found);
	if (!secret || (typeof value !== 'string' && typeof value !== 'number')) return value;
	found.push(String(value));
	return REDACTED;
}

function redactObject(
	value: Readonly<Record<string, unknown>>,
	members: SecretMembers,
	secret: boolean,
	found: string[],
): unknown {
	const { names, pattern, namesBelow = {}, publicNames = [] } = members;
	const entries = Object.entries(value);
	const result = entries.map(([name, content]) => {
		const isTaken = (secret || pattern?.test(name) === true) && !publicNames.includes(name);
		const isSecret = names.includes(name) || isTaken;
		const below = Object.hasOwn(namesBelow, name) ? namesBelow[name] : undefined;
		const inner = below === undefined ? members : { ...members, names: [...names, ...below] };
		return [name, redactValue(content, inner, isSecret, found)] as const;
	});
	const changed = result.some(([, content], index) => content !== entries[index]?.[1]);
	// Defines members instead of setting them, so that "__proto__" stays a member.
	return changed ? Object.fromEntries(result) : value;
}

function allSpellings(secrets: Set<string>): string[] {
	if (secrets.size > MOST_SECRETS) throw new Error('Too many secrets');
	const spellings = new Set([...secrets].flatMap(spellingsOf));
	return [...spellings].sort((one, other) => other.length - one.length);
}

/** PEM and other texts of several lines are also looked for line by line. */
function spellingsOf(secret: string): string[] {
	const lines = secret.split(/[\r\n]+/).filter((line) => !line.startsWith('-----'));
	const parts = [secret, secret.trim(), ...lines].filter((part) => part.length >= SHORTEST_SECRET);
	return parts.flatMap((part) => {
		const json = JSON.stringify(part).slice(1, -1);
		const url = encodeURIComponent(part.toWellFormed());
		const base64 = Buffer.from(part).toString('base64');
		return [
			part,
			json,
			// A cut response is shown unparsed: JSON that quotes JSON.
			JSON.stringify(json).slice(1, -1),
			url,
			url.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
			url.replaceAll('%20', '+'),
			base64,
			base64.replace(/=+$/, ''),
			Buffer.from(part).toString('base64url'),
		];
	});
}

function replaceAll(text: string, spellings: readonly string[]): string {
	let shown = text.slice(0, LONGEST_SEARCHED);
	for (const spelling of spellings) shown = shown.replaceAll(spelling, () => REDACTED);
	return spellings.reduce(withoutBeginning, shown);
}

/** Replaces the beginning of a secret at the end of a text: the API, or this module, cut the text there. */
function withoutBeginning(text: string, spelling: string): string {
	const head = spelling.slice(0, SHORTEST_SECRET);
	let start = text.indexOf(head, text.length - spelling.length);
	while (start >= 0 && !spelling.startsWith(text.slice(start)))
		start = text.indexOf(head, start + 1);
	return start < 0 ? text : text.slice(0, start) + REDACTED;
}
