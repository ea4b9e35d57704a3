import type { ParsedResponse } from '../http/response';
import { FIRST_ERROR_STATUS } from '../http/response';
import { isJsonObject, parsedJson } from '../json';
import { shortLine } from '../text';

/** Message keys in error bodies from APIs and gateways, in order of preference. */
const MESSAGE_KEYS = ['message', 'error', 'errors', 'detail', 'title', 'description'];
const MAX_MESSAGE_DEPTH = 4;
/** Compares only this much of a message's parts, because searching long texts is slow. */
const MAX_JOINED_LENGTH = 2000;
const WEB_PAGE = /<(?:!doctype|\?xml|html|head|body|title)\b/i;

/**
 * The API's own message, redacted and shortened. Empty if the response has none or is a web page, because a proxy or a
 * sign-in page sends web pages.
 */
export function apiMessage(
	{ status, json, text }: Pick<ParsedResponse, 'status' | 'json' | 'text'>,
	errorKey: string,
	redact: (text: string) => string,
): string {
	// In a success, broken JSON is a truncated record and explains nothing. In an error, it may contain a message.
	if (json === undefined && status < FIRST_ERROR_STATUS && /^\s*[[{]/.test(text)) return '';
	// JSON lists and JSON texts can contain messages. Any other text is the message itself.
	const value = json ?? parsedJson(text);
	const ownMessage = messageIn(json?.[errorKey]);
	const message = value === undefined ? text : messageIn(value);
	const isMarkup = value === undefined && /^\s*</.test(text);
	if (isMarkup || [ownMessage, message].some((part) => WEB_PAGE.test(part))) return '';
	// Redacts before it cuts, because half a secret isn't recognized.
	const redacted = (part: string) => withoutRepeats(redact(part)).slice(0, MAX_JOINED_LENGTH);
	return shortLine(withoutStatus(joinedMessage(redacted(ownMessage), redacted(message)), status));
}

/** Gateways put only the status's name under the error key, as in "Bad Request: name is required". */
function joinedMessage(ownMessage: string, message: string): string {
	if (message.includes(ownMessage)) return message;
	return ownMessage.includes(message) ? ownMessage : `${ownMessage}: ${message}`;
}

/** Removes the status, because the headline ends with it: "404 Not Found" becomes "Not Found". */
function withoutStatus(message: string, status: number): string {
	const [start = ''] = /^(?:error )?\d{3}\b[\s:.|-]*/i.exec(message) ?? [];
	return start.includes(String(status)) ? message.slice(start.length) : message;
}

const CLAUSE_END = /;\s|\n/;

/** Removes repeated clauses, because validators repeat a clause for each type that they tried. */
export function clausesOf(message: string): string[] {
	const clauses = message.split(CLAUSE_END).map((clause) => clause.trim());
	// A prefix can come before the first clause, as in "Body validation failed: name: Required".
	const [first = ''] = clauses;
	const bare = first.replace(/^[\w ]+ failed: /, '');
	const isRepeated = (clause: string) =>
		clause === bare || (clause.includes(': ') && first.endsWith(`: ${clause}`));
	return [...new Set(clauses)].filter((clause, index) => index === 0 || !isRepeated(clause));
}

function withoutRepeats(message: string): string {
	const clauses = clausesOf(message);
	return clauses.length < message.split(CLAUSE_END).length ? clauses.join('; ') : message;
}

function messageIn(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (depth === MAX_MESSAGE_DEPTH) return '';
	const innerMessage = (inner: unknown) => messageIn(inner, depth + 1);
	const isMessage = (message: string) => message !== '';
	if (Array.isArray(value)) return value.map(innerMessage).filter(isMessage).join('; ');
	if (!isJsonObject(value)) return '';
	return MESSAGE_KEYS.map((name) => innerMessage(value[name])).find(isMessage) ?? '';
}
