import type { Execution } from '../executionState';
import { memoized } from '../caching';
import type { Api } from '../operation';
import type { HttpRequest, RequestIdentity } from '../request';
import { requestIdentity } from '../request';
import type { JsonObject } from '../json';
import { endOfValue, isJsonObject, jsonExcess, parsedJson } from '../json';
import {
	CONNECTION_STRING_START,
	CONTENT_NAME,
	isPlain,
	isSecretName,
	isSecretSetting,
	isUri,
	PEM_BEGIN,
	REDACTED,
	redactParts,
	SECRET_MAP_NAME,
} from './secretNames';
import type { OnSecret } from './secretNames';
import { withoutEscapes } from '../text';

const MIN_SECRET_LENGTH = 8;
const MAX_SEARCHED_LENGTH = 20_000;
const MAX_SECRETS = 2000;
/** JSON in a message may contain JSON as text, whose quotes are then escaped. */
const MAX_ESCAPE_LAYERS = 2;
const JSON_START = /^\s*[[{]/;
const JSON_MEMBER = /"\s*:/;
const BASE64 = /^[\w\s+/=-]+$/;
const VALUE_NAME = /^value$/i;
const WITHHELD = "The message isn't shown because it may contain a secret.";

const ORDINARY_WORD = /^\p{L}{8,11}$/u;

const ignore: OnSecret = () => undefined;

/**
 * Replaces secrets: values under a secret's name, logins and secret parameters in URLs, secret parts of connection
 * strings, PEM private keys, and all of these within JSON text. A value without secrets isn't copied. `onSecret`
 * receives each secret, logins also as HTTP Basic sends them, but only the authenticating parts of a connection string.
 * Outside of JSON text, every value in headers and query parameters is a secret.
 */
export function redactSecrets<T>(value: T, onSecret?: OnSecret): T;
export function redactSecrets(value: unknown, onSecret: OnSecret = ignore): unknown {
	return redactValue(value, false, onSecret, SECRET_MAP_NAME);
}

function secretsIn(value: unknown): string[] {
	const secrets: string[] = [];
	redactSecrets(value, (secret) => secrets.push(secret));
	return secrets;
}

/** True if the text was copied from an output, in which a login, a parameter, or the whole secret is redacted. */
export function standsForSecret(path: readonly string[], text: string): boolean {
	if (!text.includes(REDACTED)) return false;
	const name = path.at(-1) ?? '';
	const member = path.some((outer) => SECRET_MAP_NAME.test(outer))
		? { headers: { [name]: text } }
		: { [name]: text };
	return text.includes(`://${REDACTED}@`) || secretsIn(member).includes(REDACTED);
}

/** Cached for the journal, the summary, and every text of the API. */
export const redactRequest = memoized((request: HttpRequest) => {
	const secrets: string[] = [];
	const redacted = redactSecrets(request, (secret) => secrets.push(secret));
	return { redacted, secrets };
});

export function shownRequest(
	request: HttpRequest,
	{ credential }: { credential: Readonly<JsonObject> },
): RequestIdentity {
	const identity = requestIdentity(redactRequest(request).redacted, credential);
	return { ...identity, url: redactSecrets(identity.url) };
}

/**
 * Paths of ordinary texts that redaction hides, at least in part, without positions in lists. Database addresses, which
 * always contain a login, and values under a secret's name are left out.
 */
export function hiddenPaths(
	value: unknown,
	redacted: unknown,
	path: readonly string[] = [],
	isSecret = false,
): Array<readonly string[]> {
	if (value === redacted || (isSecret && redacted === REDACTED)) return [];
	if (!Array.isArray(value) && !isJsonObject(value)) return isUri(path.at(-1) ?? '') ? [] : [path];
	const redactedMembers: unknown[] = Object.values(redacted ?? {});
	return Object.entries(value).flatMap(([name, member], index) => {
		if (Array.isArray(value)) return hiddenPaths(member, redactedMembers[index], path, isSecret);
		if (SECRET_MAP_NAME.test(name)) return [];
		const isInner = isSecretMember(value, name, isSecret);
		return hiddenPaths(member, redactedMembers[index], [...path, name], isInner);
	});
}

/** Includes the Authorization pair in Base64, as HTTP Basic sends it. */
export function credentialSecrets(
	credential: JsonObject,
	api: Pick<Api, 'authorizationProperties' | 'secretCredentialProperties'>,
): string[] {
	const propertyTexts = (names: readonly string[]): string[] =>
		names.map((name) => credential[name]).filter((text) => typeof text === 'string');
	const secrets = propertyTexts(api.secretCredentialProperties);
	const sentTexts = propertyTexts(Object.keys(api.authorizationProperties)).map((text) =>
		text.trim(),
	);
	return sentTexts.length < 2 ? secrets : [...secrets, ...basicLogin(sentTexts.join(':'))];
}

function basicLogin(pair: string): string[] {
	const login = Buffer.from(pair);
	return [login.toString('base64'), login.toString('base64url')];
}

/** A secret of 8 to 11 letters could be a word in a sentence. */
function isOrdinaryWord(secret: string): boolean {
	return ORDINARY_WORD.test(secret);
}

/**
 * Replaces secrets in a message, plain or spelled as JSON, HTML, SQL, URL, or Base64. `words` are secrets that look
 * like ordinary words, so only whole words match. Secrets under eight characters stay. Text is cut to 20,000
 * characters. Never throws; if redaction can't finish, a constant text replaces the message.
 */
export function textRedactor(
	secrets: Iterable<string>,
	words: Iterable<string> = [],
): (text: string) => string {
	let replace: ((text: string) => string) | undefined;
	return (text) => {
		try {
			replace ??= replacer(new Set(secrets), new Set(words));
			let result = replace(text);
			let redacted = result;
			for (let decodings = 0; decodings < MAX_ESCAPE_LAYERS; decodings += 1) {
				const decoded = withoutEscapes(redacted);
				if (decoded === redacted) break;
				redacted = replace(decoded);
				// The spelling in the message stays, unless an escape hides a secret.
				if (redacted !== decoded) result = redacted;
			}
			return result;
		} catch {
			return WITHHELD;
		}
	};
}

function redactValue(
	value: unknown,
	isSecret: boolean,
	onSecret: OnSecret,
	secretMaps?: RegExp,
): unknown {
	if (typeof value === 'string') return redactText(value, isSecret, onSecret);
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		const result = entries.map((entry) => redactValue(entry, isSecret, onSecret, secretMaps));
		return result.some((entry, index) => entry !== entries[index]) ? result : value;
	}
	if (isJsonObject(value)) return redactObject(value, isSecret, onSecret, secretMaps);
	if (!isSecret || typeof value !== 'number') return value;
	onSecret(String(value));
	return REDACTED;
}

function redactObject(
	value: Readonly<Record<string, unknown>>,
	isSecret: boolean,
	onSecret: OnSecret,
	secretMaps?: RegExp,
): unknown {
	let copy: Record<string, unknown> | undefined;
	for (const name of Object.keys(value)) {
		const content = value[name];
		if (!isSecret && isPlain(name, content)) continue;
		const redacted = secretMaps?.test(name)
			? redactMap(content, onSecret)
			: redactValue(content, isSecretMember(value, name, isSecret), onSecret, secretMaps);
		if (redacted === content) continue;
		// The spread defines keys, so "__proto__" stays an ordinary key.
		copy ??= { ...value };
		copy[name] = redacted;
	}
	const { username, password } = value;
	if (typeof username === 'string' && typeof password === 'string')
		basicLogin(`${username}:${password}`).forEach(onSecret);
	return copy ?? value;
}

/** `isSecret`: the object is under a secret's name. */
function isSecretMember(
	value: Readonly<Record<string, unknown>>,
	name: string,
	isSecret: boolean,
): boolean {
	const content = value[name];
	return (
		isSecretName(name, content) ||
		(isSecret && CONTENT_NAME.test(name)) ||
		(VALUE_NAME.test(name) && isSecretSetting(value, content))
	);
}

/** Redacts every value, at any depth. In a list of names and values, only the values are secret. */
function redactMap(value: unknown, onSecret: OnSecret): unknown {
	if (Array.isArray(value)) {
		return value.map((entry: unknown) => {
			if (!isNamedValue(entry)) return redactMap(entry, onSecret);
			const { value: content, ...attributes } = entry;
			return { ...redactSecrets(attributes, onSecret), value: redactMap(content, onSecret) };
		});
	}
	if (!isJsonObject(value)) return redactValue(value, true, onSecret);
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([name, member]) => [name, redactMap(member, onSecret)]));
}

function isNamedValue(entry: unknown): entry is JsonObject {
	if (!isJsonObject(entry) || !Object.hasOwn(entry, 'value')) return false;
	return typeof (entry.name ?? entry.key) === 'string';
}

function redactText(text: string, isSecret: boolean, onSecret: OnSecret): string {
	let parts = 0;
	const onPart: OnSecret = (part) => {
		parts += 1;
		onSecret(part);
	};
	const mayBeJson = JSON_START.test(text) && JSON_MEMBER.test(text);
	const redacted =
		(mayBeJson ? redactJson(text, onPart) : undefined) ??
		redactParts(mayBeJson ? redactMembers(text, onPart) : text, onPart);
	if (!isSecret || text === '') return redacted;
	const file = decodedFile(text);
	// Every line of a key file counts as a secret, because a message may quote a single line.
	if (file !== undefined) redactText(file, false, onSecret);
	// Reports only a connection string's secret parts, because a message may mention its account and endpoint.
	if (parts === 0 || !CONNECTION_STRING_START.test(text)) onSecret(text);
	return REDACTED;
}

/** People paste JSON and PEM files as Base64. */
function decodedFile(text: string): string | undefined {
	if (!BASE64.test(text)) return undefined;
	const decoded = Buffer.from(text, 'base64').toString();
	return JSON_START.test(decoded) || decoded.includes(PEM_BEGIN) ? decoded : undefined;
}

/** Withholds JSON that can't be parsed safely. Undefined for other text. */
function redactJson(text: string, onSecret: OnSecret): string | undefined {
	if (jsonExcess(text) !== undefined) return REDACTED;
	const value = parsedJson(text);
	if (value === undefined) return undefined;
	const redacted = redactValue(value, false, onSecret);
	return redacted === value ? text : JSON.stringify(redacted);
}

/** Matches a key and the start of its value: a whole number, or the opening quote, bracket, or brace. */
const MEMBER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*(-?\d[\w.+-]*|["[{])/g;

/** Handles JSON that can't be parsed, because it's truncated or part of other text. */
function redactMembers(text: string, onSecret: OnSecret): string {
	let redacted = '';
	let from = 0;
	for (const { 0: member, 1: name = '', 2: value = '', index } of text.matchAll(MEMBER)) {
		if (index < from) continue;
		const start = index + member.length - value.length;
		const number = /\d$/.test(value) ? Number(value) : undefined;
		const [content = ''] = value === '"' ? textsIn(text.slice(start, endOfValue(text, start))) : [];
		if (!isSecretName(name, number ?? content)) continue;
		const end = number === undefined ? endOfValue(text, start) : start + value.length;
		if (number === undefined) textsIn(text.slice(start, end)).forEach(onSecret);
		else onSecret(value);
		redacted += `${text.slice(from, start)}"${REDACTED}"`;
		from = end;
	}
	return redacted + text.slice(from);
}

/** The last string may be truncated. */
function textsIn(json: string): string[] {
	return (json.match(/"(?:[^"\\]|\\.)*"?/g) ?? []).map((text) => {
		const parsed = parsedJson(text);
		return typeof parsed === 'string' ? parsed : text.slice(1);
	});
}

function replacer(secrets: Set<string>, words: Set<string>): (text: string) => string {
	if (secrets.size + words.size > MAX_SECRETS) throw new Error('Too many secrets');
	const wordSpellings = [...words].flatMap(spellingsOf).filter((spelling) => !words.has(spelling));
	const spellings = [...new Set([...[...secrets].flatMap(spellingsOf), ...wordSpellings])];
	// Longest first, because a longer secret can't be found once a shorter secret inside is replaced.
	const longestFirst = spellings.sort((first, second) => second.length - first.length);
	const longest = longestFirst[0]?.length ?? 0;
	const alone = wordsAlone(words);
	return (text) => {
		let redacted = text.slice(0, MAX_SEARCHED_LENGTH + longest);
		const isCut = redacted.length < text.length;
		for (const spelling of longestFirst) redacted = redacted.replaceAll(spelling, REDACTED);
		// Drops the end of a long text, where truncation may have split a secret.
		redacted = redacted.slice(
			0,
			Math.min(MAX_SEARCHED_LENGTH, redacted.length - (isCut ? longest : 0)),
		);
		if (alone !== undefined) redacted = redacted.replace(alone, REDACTED);
		return redactParts(redactMembers(redacted, ignore), ignore);
	};
}

/** Compiled only when needed, because patterns with \p are slow to compile. */
function wordsAlone(words: ReadonlySet<string>): RegExp | undefined {
	if (words.size === 0) return undefined;
	return new RegExp(`(?<![\\p{L}\\d])(?:${[...words].join('|')})(?![\\p{L}\\d])`, 'gu');
}

/** Includes every line of PEM and other multi-line secrets, and what decoding a message makes of the secret. */
function spellingsOf(secret: string): string[] {
	const lines = secret.split(/[\r\n]+/).filter((line) => !line.startsWith('-----'));
	const decoded = withoutEscapes(secret);
	const parts = new Set([secret, secret.trim(), ...lines, decoded, withoutEscapes(decoded)]);
	for (const part of [...parts]) parts.add(part.normalize('NFC')).add(part.normalize('NFD'));
	const searched = [...parts].filter((part) => part.length >= MIN_SECRET_LENGTH);
	return searched.flatMap((part) => {
		const json = JSON.stringify(part).slice(1, -1);
		const encoded = [encodeURIComponent, encodeURI].map((encode) => encode(part.toWellFormed()));
		// JavaScript leaves five characters that other languages escape.
		const urls = [...encoded, ...encoded.map((url) => url.replace(/[!'()*]/g, percentOf))];
		const bytes = Buffer.from(part);
		urls.push(bytes.toString('hex').toUpperCase().replace(/../g, '%$&'));
		const base64 = bytes.toString('base64');
		return [
			part,
			json,
			JSON.stringify(json).slice(1, -1),
			part.replace(/['\\]/g, String.raw`\$&`),
			part.replaceAll("'", "''"),
			part.replaceAll('"', '""'),
			...urls.flatMap((url) => [
				url,
				url.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
				url.replaceAll('%20', '+'),
			]),
			base64,
			base64.replaceAll('=', ''),
			bytes.toString('base64url'),
		];
	});
}

function percentOf(character: string): string {
	return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The redactors know the secrets of the credentials and of a request. */
export function redactorOf(
	api: Api,
	credential: JsonObject,
	extraCredential: JsonObject | undefined,
): Execution['redactorFor'] {
	const credentialValues = credentialSecrets(credential, api);
	const extraValues = secretsIn(extraCredential);
	const cachedByAuthor = new Map<string, { secrets: string; redact: (text: string) => string }>();
	return (request, author = 'api') => {
		const requestValues = request === undefined ? [] : redactRequest(request).secrets;
		const itemSecrets = [...new Set([...extraValues, ...requestValues])];
		const secrets = JSON.stringify(itemSecrets);
		const cached = cachedByAuthor.get(author);
		// Consecutive requests usually share secrets, so the pattern is cached.
		if (cached?.secrets === secrets) return cached.redact;
		const words = author === 'node' ? [] : itemSecrets.filter(isOrdinaryWord);
		const uncommonSecrets = itemSecrets.filter((secret) => !isOrdinaryWord(secret));
		const redact = textRedactor([...credentialValues, ...uncommonSecrets], words);
		cachedByAuthor.set(author, { secrets, redact });
		return redact;
	};
}
