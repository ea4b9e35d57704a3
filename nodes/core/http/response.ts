import type { JsonObject } from '../json';
import { isJsonObject } from '../json';

const LONGEST_MESSAGE = 600;
const FIRST_ERROR_STATUS = 400;

/** A response as it comes off the wire. */
export interface RawResponse {
	status: number;
	headers: JsonObject;
	body: unknown;
}

/** A response, parsed: its JSON object where it is one, and its text otherwise. */
export interface ParsedResponse {
	status: number;
	headers: JsonObject;
	json?: JsonObject;
	text: string;
}

/** Parses a response's body. JSON is read as UTF-8, and where it is not, in the charset that the response names. */
export function parseResponse({ status, headers, body }: RawResponse): ParsedResponse {
	if (isJsonObject(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
		return { status, headers, json: body, text: '' };
	}
	const [text, inNamedCharset] = textsOf(body, headers);
	const json = jsonObject(text) ?? jsonObject(inNamedCharset);
	return { status, headers, text: json === undefined ? text : '', ...(json && { json }) };
}

/** Returns a header's value as text, whatever the case of its name. */
export function header(headers: JsonObject, name: string): string | undefined {
	const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
	const content = found === undefined ? undefined : headers[found];
	const value: unknown = Array.isArray(content) ? content[0] : content;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns a body as text, first as UTF-8 if it can be that, and in the charset that the response names. */
function textsOf(body: unknown, headers: JsonObject): [string, string] {
	if (typeof body === 'string') return [body, body];
	if (!(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) return ['', ''];
	const type = header(headers, 'content-type') ?? '';
	const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8';
	const inNamedCharset = decoded(body, named) ?? new TextDecoder().decode(body);
	return [decoded(body, 'utf-8') ?? inNamedCharset, inNamedCharset];
}

function decoded(body: Uint8Array | ArrayBuffer, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(body);
	} catch {
		return undefined;
	}
}

function jsonObject(text: string): JsonObject | undefined {
	try {
		const parsed: unknown = JSON.parse(text);
		return isJsonObject(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Returns the service's own message in a response, fit to be shown: redacted, without markup, not too long.
 * Returns an empty text where there is none.
 */
export function serviceMessage(
	{ status, json, text }: Pick<ParsedResponse, 'status' | 'json' | 'text'>,
	errorMember: string,
	redact: (text: string) => string,
): string {
	if (json !== undefined) return truncate(memberText(json[errorMember], redact));
	// Half a record says nothing to the reader; half an error message may.
	if (status < FIRST_ERROR_STATUS && /^\s*[[{]/.test(text)) return '';
	return truncate(plainText(text, redact));
}

/** Returns a text on one line, cut where it is too long to read. */
export function truncate(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE).toWellFormed()}…` : line;
}

function memberText(value: unknown, redact: (text: string) => string): string {
	if (value === undefined || value === null) return '';
	return plainText(typeof value === 'string' ? value : JSON.stringify(value), redact);
}

function plainText(text: string, redact: (text: string) => string): string {
	// Redacted as a whole: the title alone could end within a secret.
	const redacted = redact(text);
	return looksLikeMarkup(redacted) ? titleOf(redacted) : redacted;
}

function looksLikeMarkup(text: string): boolean {
	return /<(?:!doctype|\?xml|html|head|body|title)\b/i.test(text);
}

function titleOf(markup: string): string {
	const title = /<title[^>]*>([^<]*)/i.exec(markup)?.[1] ?? '';
	return title.replace(/[<>]/g, '');
}
