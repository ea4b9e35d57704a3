import type { JsonObject } from '../json';
import { isJsonObject, parsedJson } from '../json';
import { truncate } from '../text';
import type { ParsedResponse } from '../http/response';

const FIRST_ERROR_STATUS = 400;
/** Members that contain a message in the bodies of APIs and of the gateways before them, in order. */
const MESSAGE_MEMBERS = ['message', 'error', 'errors', 'detail', 'title', 'description'];
const MAX_DEPTH = 4;

/**
 * Returns the API's own message in a response, fit to be shown: redacted, without markup, not too long.
 * Returns an empty text if there isn't one.
 */
export function apiMessage(
	{ status, json, text }: Pick<ParsedResponse, 'status' | 'json' | 'text'>,
	errorMember: string,
	redact: (text: string) => string,
): string {
	if (json !== undefined) {
		const own = messageIn(json[errorMember]);
		return truncate(plainText(own === '' ? messageIn(json) : own, redact));
	}
	// Half a record tells the reader nothing; half an error message may.
	if (status < FIRST_ERROR_STATUS && /^\s*[[{]/.test(text)) return '';
	// A JSON list or JSON text contains messages too; any other text is one.
	const value = parsedJson(text);
	return truncate(plainText(value === undefined ? text : messageIn(value), redact));
}

function messageIn(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (depth === MAX_DEPTH) return '';
	if (Array.isArray(value)) {
		const elements: unknown[] = value;
		const messages = elements.map((element) => messageIn(element, depth + 1));
		return messages.filter((message) => message !== '').join('; ');
	}
	return isJsonObject(value) ? messageOf(value, depth) : '';
}

function messageOf(object: JsonObject, depth: number): string {
	const messages = MESSAGE_MEMBERS.map((name) => messageIn(object[name], depth + 1));
	return messages.find((message) => message !== '') ?? '';
}

function plainText(text: string, redact: (text: string) => string): string {
	// Redacted as a whole: the title by itself could end within a secret.
	const redacted = redact(text);
	return looksLikeMarkup(redacted) ? titleOf(redacted) : redacted;
}

function looksLikeMarkup(text: string): boolean {
	return /<(?:!doctype|\?xml|html|head|body|title)\b/i.test(text);
}

function titleOf(markup: string): string {
	// No tag contains a "<", so each one is read once.
	const title = /<title[^<>]*>([^<]*)/i.exec(markup)?.[1] ?? '';
	return title.replace(/[<>]/g, '');
}
