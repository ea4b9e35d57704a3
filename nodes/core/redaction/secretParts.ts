import { SECRET_FORMAT, SECRET_WORD } from './secretNames';

export const REDACTED = '***';

/** A text of parts in the manner of `AccountName=…;AccountKey=…`. */
const CONNECTION_STRING = /^[\w\s]+=[^;]*;/;
const CONNECTION_STRING_PART = secretPair(`key|${SECRET_WORD}`, '[^;]+');
const QUERY_PARAMETER = secretPair(SECRET_WORD, String.raw`"[^"]+"|'[^']+'|[^\s&#"]+`);
/** The one secret among the properties of a MongoDB login. */
const SESSION_TOKEN = /(?<=AWS_SESSION_TOKEN(?::|%3A))[^\s,&#"']+/gi;
/** The login of a URL. With a password in which slashes are not encoded, it ends at the next at sign. */
const USERINFO = /(?<=:\/\/)(?:[^\s/?#"]*@|[^\s/?#@":]*:(?!\d*(?:[\s/?#"]|$))[^\s@"]{1,200}@)/g;

export const PEM_BEGIN = '-----BEGIN ';
const PRIVATE_KEY =
	/-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----([^]*?)(?:-----END[A-Z\d ]{0,60}-----|$)/g;
/** A line of a key, which a sentence about keys has not, or one that was replaced, with which half of another may be left. */
const KEY_LINE = /[A-Za-z\d+/]{24}|^(?:\s|\\[nr])*\*{3}/;

export type OnSecret = (secret: string) => void;

/** Its account and its endpoint may well appear in a message. */
export function isConnectionString(text: string): boolean {
	return CONNECTION_STRING.test(text);
}

/** Replaces what proves something in URLs and connection strings, wherever they are in text. */
export function redactParts(text: string, onSecret: OnSecret): string {
	if (!text.includes('=') && !text.includes('://')) return text;
	const pair = isConnectionString(text) ? CONNECTION_STRING_PART : QUERY_PARAMETER;
	return text
		.replace(USERINFO, (userinfo) => {
			const [, ...password] = userinfo.slice(0, -1).split(':');
			spellingsInUrl(password.join(':')).forEach(onSecret);
			return `${REDACTED}@`;
		})
		.replace(pair, (_, name: string, value: string) => {
			spellingsInUrl(value.trim()).forEach(onSecret);
			return name + REDACTED;
		})
		.replace(SESSION_TOKEN, (token) => {
			spellingsInUrl(token).forEach(onSecret);
			return REDACTED;
		});
}

/** Replaces private keys in PEM, also cut ones, wherever they are in text. */
export function redactPrivateKeys(text: string, onSecret: OnSecret): string {
	if (!text.includes(PEM_BEGIN)) return text;
	return text.replace(PRIVATE_KEY, (block, content: string) => {
		if (!KEY_LINE.test(content)) return block;
		onSecret(block);
		return REDACTED;
	});
}

/** Matches the end of a secret's name with the equals sign, and the value after it; a path has no such pairs. */
function secretPair(words: string, value: string): RegExp {
	const noPath = String.raw`(?<=(?:^|[\s?&#;="'])[^\s?&#;="'/]{1,80})`;
	const equals = String.raw`s?${SECRET_FORMAT}(?:[-\d_. \]]|%[\da-f]{2})*=`;
	return new RegExp(`((?:${words})${noPath}${equals})(${value})`, 'gi');
}

/** Returns text of a URL unchanged and decoded: a message may quote either. */
function spellingsInUrl(text: string): string[] {
	const query = `text=${text.replace(/[&+]/g, encodeURIComponent)}`;
	return [...new Set([text, ...new URLSearchParams(query).values()])];
}
