import { replaceMatches } from '../text';

/** Names of secrets end like this in JSON, queries, and connection strings. */
const SECRET_WORD = [
	'password|passphrase|passcode|passwd|(?<!by|com)pass|pwd|secret|token|credential|authorization|signature|sig|jwt|double[-_. ]?sha1',
	'(?:access|account|api|auth|client|encryption|master|private|secret|shared|signing|ssh|ssl|tls)[-_. ]?key',
	'connection[-_. ]?string|jaas[-_. ]?config|service[-_. ]?account[-_. ]?(?:file|json)|(?:^|client[-_. ]?)certificate',
].join('|');
/** Suffixes of names that tell only the secret's format. */
const SECRET_FORMAT = '(?:[-_. ]?(?:b64|base64|hash|json|pem))?';
const SECRET_NAME = new RegExp(`(?:${SECRET_WORD})(s?)${SECRET_FORMAT}[\\W\\d_]*$`, 'i');
/**
 * Keys that contain the secret itself, inside an object with a secret name. A bare `key` names the `value` next to it.
 */
export const CONTENT_NAME =
	/^(?:data|pem|text|value)$|(?:cert|(?<!public[-_. ]?)(?:(?<=.)key|key[-_. ]?file))[\W\d_]*$/i;

/** A key's location in a key store and a public SSH key aren't secret. */
const NO_SECRET =
	/^\s*(?:arn:[\w-]+:|projects\/[^/]+\/locations\/|(?:sk-)?(?:ecdsa|ssh)-\S{1,60} AAAA)/;

/** Matches addresses except web and file addresses. */
const DATABASE_URI = /^\s*(?!file:|https?:)[a-z][a-z\d+.-]*:\/\//i;
/**
 * A database address whose login can be found reliably, because it encodes every character that could end the login.
 */
const READABLE_URI = readableUri();

/** Expressions, labels, and paths, where `token=` isn't a parameter, unless they look like a URL or a request path. */
const HARMLESS_KEY = /^(?:partitionBy|path|primaryKey|tags|where)$/;
const URL_MARK = /^\/|\?|:\/\//;

/** Request objects that may contain secrets under any name. */
export const SECRET_MAP_NAME = /^(?:headers|queryParams)$/;

/** A number under a plural name is a count, such as "maxTokens". */
export function isSecretName(name: string, content: unknown): boolean {
	const plural = isUnreadableUri(name, content) ? '' : SECRET_NAME.exec(name)?.[1];
	if (plural === undefined || isPublic(content)) return false;
	return plural === '' || typeof content !== 'number';
}

/** Matches settings such as `{ name: 'password', value: … }`. */
export function isSecretSetting(
	{ key, name, Key, Name }: Readonly<Record<string, unknown>>,
	value: unknown,
): boolean {
	return [key, name, Key, Name].some(
		(text) => typeof text === 'string' && isSecretName(text, value),
	);
}

/** Expressions, labels, and paths contain no URL parts. */
export function isPlain(name: string, content: unknown): boolean {
	if (!HARMLESS_KEY.test(name)) return false;
	const texts: unknown[] = Array.isArray(content) ? content : [content];
	return texts.every((text) => typeof text === 'string' && !URL_MARK.test(text));
}

/** A database address that is redacted as a whole, because it's unclear where its login ends and its host begins. */
export function isUnreadableUri(name: string, content: unknown): boolean {
	if (!isUri(name) || typeof content !== 'string') return false;
	return DATABASE_URI.test(content) && !READABLE_URI.test(content);
}

export function isUri(name: string): boolean {
	return /^uri$/i.test(name);
}

function readableUri(): RegExp {
	const encoded = String.raw`(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*`;
	const login = `(?:${encoded}(?::${encoded})?@)?`;
	const host = String.raw`(?:[\w.-]+|\[[\da-f:.]+\])`;
	const port = String.raw`(?::\d{1,5})?`;
	const hosts = `${host}${port}(?:,${host}${port})*`;
	const database = String.raw`(?:\/[^\s/?#@"]*)?`;
	const option = String.raw`[\w.-]+=[^\s&#@"]*`;
	const address = String.raw`${login}${hosts}${database}(?:\?(?:${option}(?:&${option})*)?)?`;
	return new RegExp(DATABASE_URI.source + String.raw`${address}\s*$`, 'i');
}

function isPublic(content: unknown): boolean {
	return typeof content === 'string' && NO_SECRET.test(content);
}

export const REDACTED = '***';

/** Matches text such as `AccountName=…;AccountKey=…`. */
export const CONNECTION_STRING_START = /^[\w\s]+=[^;]*;/;
const CONNECTION_STRING_PART = secretPair(`key|${SECRET_WORD}`, '[^;]+');
/** The quote at a word's end belongs to a sentence that quotes the value. */
const SENTENCE_QUOTE = String.raw`'[,.:;)]{0,2}(?:\s|$)`;
const QUERY_PARAMETER = secretPair(
	SECRET_WORD,
	String.raw`"[^"]+"|'[^']+'|[^\s&#"]+?(?=${SENTENCE_QUOTE}|[\s&#"]|$)`,
);
/** A database login's properties use colons instead of equals signs. */
const SESSION_TOKEN = /(?<=_SESSION_TOKEN(?::|%3A))[^\s,&#"']+/gi;
/**
 * A URL's login. If the password contains unencoded slashes, it ends at the next at sign, but not in another URL, so
 * that a text of many URLs is searched once.
 */
const USERINFO =
	/(?<=:\/\/)(?:[^\s/?#"]*@|[^\s/?#@":]*:(?!\d*(?:[\s/?#"]|$))(?:[^\s@":]|:(?!\/\/)){1,200}@)/g;

/** In a web address, a backslash ends the host, so the text before a later at sign isn't a login. */
const WEB_HOST = /^[^:\\]+(?=(?::\d*)?\\)/;
const isWebAddress = (start: string): boolean =>
	/(?:^|[^a-z\d+.-])(?:http|ws)s?:\/\/$/i.test(start);

export const PEM_BEGIN = '-----BEGIN ';
const PRIVATE_KEY =
	/-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----([^]*?)(?:-----END[A-Z\d ]{0,60}-----|$)/g;
/**
 * Matches a key's line, but not a sentence about keys. Also matches a replaced line, because half of another line may
 * remain next to it.
 */
const KEY_LINE = /[A-Za-z\d+/]{24}|^(?:\s|\\[nr])*\*{3}/;

export type OnSecret = (secret: string) => void;

/** Replaces private keys, and the secret parts of URLs and connection strings. */
export function redactParts(text: string, onSecret: OnSecret): string {
	const withoutKeys = redactPrivateKeys(text, onSecret);
	if (!withoutKeys.includes('=') && !withoutKeys.includes('://')) return withoutKeys;
	const pair = CONNECTION_STRING_START.test(withoutKeys) ? CONNECTION_STRING_PART : QUERY_PARAMETER;
	const redact = (secret: string): string => {
		spellingsInUrl(secret.trim()).forEach(onSecret);
		return REDACTED;
	};
	const withoutLogins = replaceMatches(withoutKeys, USERINFO, ({ 0: userinfo, index }) => {
		const [host] = (isWebAddress(withoutKeys.slice(0, index)) && WEB_HOST.exec(userinfo)) || [];
		const start = host === undefined ? '' : `${host}\\`;
		return `${start}${redact(userinfo.slice(0, -1).replace(/^[^:]*:?/, ''))}@`;
	});
	const redactPair = ([, name = '', value = '']: RegExpExecArray) => name + redact(value);
	const withoutPairs = replaceMatches(withoutLogins, pair, redactPair);
	return replaceMatches(withoutPairs, SESSION_TOKEN, ([token]) => redact(token));
}

/** A truncated key has no END line, but is a secret too. */
function redactPrivateKeys(text: string, onSecret: OnSecret): string {
	if (!text.includes(PEM_BEGIN)) return text;
	return text.replace(PRIVATE_KEY, (block, content: string) => {
		if (!KEY_LINE.test(content)) return block;
		onSecret(block);
		return REDACTED;
	});
}

/** Requires an equals sign between the secret's name and its value. Paths contain no such pairs. */
function secretPair(words: string, value: string): RegExp {
	const noPath = String.raw`(?<=(?:^|[\s?&#;="'])[^\s?&#;="'/]{1,80})`;
	const equals = String.raw`s?${SECRET_FORMAT}(?:[-\d_. \]]|%[\da-f]{2})*=`;
	return new RegExp(`((?:${words})${noPath}${equals})(${value})`, 'gi');
}

/** Includes the decoded text, because messages may quote either. */
function spellingsInUrl(text: string): string[] {
	if (!/[%+]/.test(text)) return [text];
	const query = `text=${text.replace(/[&+]/g, encodeURIComponent)}`;
	return [...new Set([text, ...new URLSearchParams(query).values()])];
}
