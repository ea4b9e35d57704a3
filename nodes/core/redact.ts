import type { HttpRequest } from './http/request';
import { requestUrl } from './http/request';
import type { JsonObject } from './json';
import { isJsonObject } from './json';
import type { Api } from './operation';
import { withoutEscapes } from './text';

/** What is shown in place of a secret. */
export const REDACTED = '***';

const MIN_SECRET_LENGTH = 8;
const MAX_SEARCHED_LENGTH = 20_000;
const MAX_SECRETS = 2000;
/** A cut response is shown unparsed: JSON that quotes JSON. */
const MAX_DECODINGS = 2;
const WITHHELD = 'The message is not shown, because it may contain a secret.';

/** What the names of secrets end in: in JSON, in queries and in connection strings. */
const SECRET_WORD = [
	'password|passphrase|passcode|passwd|(?<!by|com)pass|pwd|secret|token|credential|authorization|signature|sig|jwt',
	'(?:access|account|api|auth|client|master|private|secret|shared|signing|ssl|tls)[-_. ]?key',
	'connection[-_. ]?string|jaas[-_. ]?config|service[-_. ]?account[-_. ]?file|(?:^|client[-_. ]?)certificate',
].join('|');
const SECRET_NAME = new RegExp(`(?:${SECRET_WORD})(s?)[\\W\\d_]*$`, 'i');
/** The members of an object with such a name that contain the secret itself. A bare `key` names the `value` beside it. */
const CONTENT_NAME =
	/^(?:data|pem|text|value)$|(?:cert|(?<!public[-_. ]?)(?:(?<=.)key|key[-_. ]?file))[\W\d_]*$/i;

/** Expressions, labels and paths, where `token=` is no parameter, unless they may be a URL or the path of a request. */
const PLAIN_NAME = /^(?:partitionBy|path|primaryKey|tags|where)$/;
const IN_URL = /^\/|\?|:\/\//;

const CONNECTION_STRING = /^[\w\s]+=[^;]*;/;
const CONNECTION_STRING_PART = secretPair(`key|${SECRET_WORD}`, '[^;]+');
const QUERY_PARAMETER = secretPair(SECRET_WORD, String.raw`"[^"]+"|'[^']+'|[^\s&#"]+`);
/** The login of a URL. With a password in which slashes are not encoded, it ends at the next at sign. */
const USERINFO = /(?<=:\/\/)(?:[^\s/?#"]*@|[^\s/?#@":]*:(?!\d*(?:[\s/?#"]|$))[^\s@"]{1,200}@)/g;

const ORDINARY_WORD = /^\p{L}{8,11}$/u;

type OnSecret = (secret: string) => void;

/**
 * Returns the value with its secrets replaced: texts and numbers under a name that ends in a word for a secret, and in
 * every other text the login and the secret parameters of URLs, and the secret parts of connection strings.
 * What has none is not copied. `onSecret` is told each of them: of connection strings only what proves something.
 */
export function redactSecrets<T>(value: T, onSecret?: OnSecret): T;
export function redactSecrets(value: unknown, onSecret: OnSecret = () => undefined): unknown {
	return redactValue(value, false, onSecret);
}

/** Returns the secrets that `redactSecrets` tells. */
export function secretsIn(value: unknown): string[] {
	const found: string[] = [];
	redactSecrets(value, (secret) => found.push(secret));
	return found;
}

/** A request as it is shown to a person: secrets redacted. */
export interface ShownRequest {
	method: string;
	url: string;
	body?: unknown;
}

/** A request with its secrets replaced, and these secrets. */
interface RedactedRequest {
	shown: HttpRequest;
	secrets: readonly string[];
}

/** The journal, the summary and each text from the API ask for the same request. */
const redactedRequests = new WeakMap<HttpRequest, RedactedRequest>();

/** Returns a request redacted, and its secrets. Worked out once, so the request must not change any more. */
export function redactRequest(request: HttpRequest): RedactedRequest {
	const known = redactedRequests.get(request);
	if (known !== undefined) return known;
	const secrets: string[] = [];
	const redacted = { shown: redactSecrets(request, (secret) => secrets.push(secret)), secrets };
	redactedRequests.set(request, redacted);
	return redacted;
}

/** Returns what a request shows to a person, and what the journal compares. */
export function shownRequest(
	request: HttpRequest,
	{ credential }: { credential: Readonly<JsonObject> },
): ShownRequest {
	const { method, path, body } = redactRequest(request).shown;
	const url = redactSecrets(requestUrl(credential['baseUrl'], path));
	return { method, url, ...(body === undefined ? {} : { body }) };
}

/** Returns a credential's secrets, and what its Authorization is made of: HTTP Basic sends such a pair as Base64. */
export function credentialSecrets(
	credential: JsonObject,
	api: Pick<Api, 'authorizationMembers' | 'secretCredentialMembers'>,
): string[] {
	const textsOf = (names: readonly string[]): string[] =>
		names.map((name) => credential[name]).filter((text) => typeof text === 'string');
	const sent = textsOf(api.authorizationMembers).map((text) => text.trim());
	return [...textsOf(api.secretCredentialMembers), sent.join(':')];
}

/** Returns whether a secret may be a word of an ordinary sentence: letters only, and fewer than twelve. */
export function isOrdinaryWord(secret: string): boolean {
	return ORDINARY_WORD.test(secret);
}

/**
 * Returns a function that replaces the secrets in a message: as they are, and as JSON, HTML, URLs and Base64 spell
 * them. `words` are secrets that look like ordinary words: they are only replaced where they are whole words.
 * Secrets of fewer than eight characters are left alone. Texts are cut to 20,000 characters. Throws nothing:
 * where it cannot finish, it returns a constant text.
 */
export function textRedactor(
	secrets: Iterable<string>,
	words: Iterable<string> = [],
): (text: string) => string {
	let replace: ((text: string) => string) | undefined;
	return (text) => {
		try {
			replace ??= replacer(new Set(secrets), new Set(words));
			let shown = replace(text.slice(0, MAX_SEARCHED_LENGTH));
			let redacted = shown;
			for (let decodings = 0; decodings < MAX_DECODINGS; decodings += 1) {
				const decoded = withoutEscapes(redacted);
				if (decoded === redacted) break;
				redacted = replace(decoded);
				// The text stays as it was written, unless an escape hides a secret.
				if (redacted !== decoded) shown = redacted;
			}
			return shown;
		} catch {
			return WITHHELD;
		}
	};
}

function redactValue(value: unknown, isSecret: boolean, onSecret: OnSecret): unknown {
	if (typeof value === 'string') return redactText(value, isSecret, onSecret);
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		const result = entries.map((entry) => redactValue(entry, isSecret, onSecret));
		return result.some((entry, index) => entry !== entries[index]) ? result : value;
	}
	if (isJsonObject(value)) return redactObject(value, isSecret, onSecret);
	if (!isSecret || typeof value !== 'number') return value;
	onSecret(String(value));
	return REDACTED;
}

function redactObject(
	value: Readonly<Record<string, unknown>>,
	isSecret: boolean,
	onSecret: OnSecret,
): unknown {
	const entries = Object.entries(value);
	const result = entries.map(([name, content]) => {
		if (!isSecret && PLAIN_NAME.test(name) && isPlain(content)) return [name, content] as const;
		const isInner = isSecretName(name, content) || (isSecret && CONTENT_NAME.test(name));
		return [name, redactValue(content, isInner, onSecret)] as const;
	});
	const changed = result.some(([, content], index) => content !== entries[index]?.[1]);
	// Defines members instead of setting them, so that "__proto__" stays a member.
	return changed ? Object.fromEntries(result) : value;
}

/** Returns whether a text, or each text of a list, can be no URL. */
function isPlain(content: unknown): boolean {
	const texts: unknown[] = Array.isArray(content) ? content : [content];
	return texts.every((text) => typeof text === 'string' && !IN_URL.test(text));
}

/** A number under a plural is a count, such as "maxTokens". */
function isSecretName(name: string, content: unknown): boolean {
	const plural = SECRET_NAME.exec(name)?.[1];
	return plural !== undefined && (plural === '' || typeof content !== 'number');
}

function redactText(text: string, isSecret: boolean, onSecret: OnSecret): string {
	let parts = 0;
	const shown = redactParts(text, (part) => {
		parts += 1;
		onSecret(part);
	});
	if (!isSecret) return shown;
	// The account and the endpoint of a connection string may well stand in a message.
	if (parts === 0 || !CONNECTION_STRING.test(text)) onSecret(text);
	return REDACTED;
}

/** Replaces what proves something in URLs and connection strings, wherever they are in text. */
function redactParts(text: string, onSecret: OnSecret): string {
	if (!text.includes('=') && !text.includes('://')) return text;
	const pair = CONNECTION_STRING.test(text) ? CONNECTION_STRING_PART : QUERY_PARAMETER;
	return text
		.replace(USERINFO, (userinfo) => {
			const [, ...password] = userinfo.slice(0, -1).split(':');
			spellingsInUrl(password.join(':')).forEach(onSecret);
			return `${REDACTED}@`;
		})
		.replace(pair, (_, name: string, value: string) => {
			spellingsInUrl(value.trim()).forEach(onSecret);
			return name + REDACTED;
		});
}

/** Matches the end of a secret's name with the equals sign, and the value after it; a path has no such pairs. */
function secretPair(words: string, value: string): RegExp {
	const noPath = String.raw`(?<=(?:^|[\s?&#;="'])[^\s?&#;="'/]{1,80})`;
	const equals = String.raw`s?(?:[-\d_. \]]|%[\da-f]{2})*=`;
	return new RegExp(`((?:${words})${noPath}${equals})(${value})`, 'gi');
}

/** Returns text of a URL as it is and decoded: a message may quote either. */
function spellingsInUrl(text: string): string[] {
	const query = `text=${text.replace(/[&+]/g, encodeURIComponent)}`;
	return [...new Set([text, ...new URLSearchParams(query).values()])];
}

/** Returns a function that replaces secrets wherever they are, and words where they stand alone. */
function replacer(secrets: Set<string>, words: Set<string>): (text: string) => string {
	if (secrets.size + words.size > MAX_SECRETS) throw new Error('Too many secrets');
	const ofWords = [...words].flatMap(spellingsOf).filter((spelling) => !words.has(spelling));
	const spellings = [...new Set([...[...secrets].flatMap(spellingsOf), ...ofWords])].sort(
		(one, other) => other.length - one.length,
	);
	const heads = [...new Set(spellings.map(headOf))];
	const alone = wordsAlone(words);
	return (text) => {
		// Most texts contain no secret, and there are many spellings to look for.
		const found = heads.some((head) => text.includes(head)) ? spellings : [];
		let shown = text;
		for (const spelling of found) shown = shown.replaceAll(spelling, () => REDACTED);
		if (alone !== undefined) shown = shown.replace(alone, REDACTED);
		shown = redactParts(shown, () => undefined);
		return found.reduce(withoutBeginning, shown);
	};
}

/** Mostly there are none, and a pattern with \p takes long to compile. */
function wordsAlone(words: ReadonlySet<string>): RegExp | undefined {
	if (words.size === 0) return undefined;
	return new RegExp(`(?<![\\p{L}\\d])(?:${[...words].join('|')})(?![\\p{L}\\d])`, 'gu');
}

/** PEM and other texts of several lines are also looked for line by line. */
function spellingsOf(secret: string): string[] {
	const lines = secret.split(/[\r\n]+/).filter((line) => !line.startsWith('-----'));
	const parts = new Set([secret, secret.trim(), ...lines]);
	const searched = [...parts].filter((part) => part.length >= MIN_SECRET_LENGTH);
	return searched.flatMap((part) => {
		const json = JSON.stringify(part).slice(1, -1);
		const url = encodeURIComponent(part.toWellFormed());
		const base64 = Buffer.from(part).toString('base64');
		return [
			part,
			json,
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

/** What every text that contains a secret, or its beginning, contains. */
function headOf(spelling: string): string {
	return spelling.slice(0, MIN_SECRET_LENGTH);
}

/** Replaces the beginning of a secret at the end of text: the API, or this module, cut it there. */
function withoutBeginning(text: string, spelling: string): string {
	const head = headOf(spelling);
	let start = text.indexOf(head, text.length - spelling.length);
	while (start >= 0 && !spelling.startsWith(text.slice(start)))
		start = text.indexOf(head, start + 1);
	return start < 0 ? text : text.slice(0, start) + REDACTED;
}
