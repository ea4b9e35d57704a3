import type { JsonExcess, JsonObject } from '../json';
import { isJsonObject, jsonExcess } from '../json';

/** The start of a response. */
export interface ResponseHead {
	status: number;
	headers: JsonObject;
}

/** A response as it comes off the wire. */
export interface RawResponse extends ResponseHead {
	body: unknown;
}

/** A response, parsed: its JSON object or list where it is one, and its text where it is no object. */
export interface ParsedResponse extends ResponseHead {
	json?: JsonObject;
	list?: unknown[];
	text: string;
	/** Why the JSON was not parsed: it would take too long and too much memory. */
	excess?: JsonExcess;
}

/** Parses a response's body. JSON is read as UTF-8, and where it is not, in the charset that the response names. */
export function parseResponse({ status, headers, body }: RawResponse): ParsedResponse {
	if (isJsonObject(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
		return { status, headers, json: body, text: '' };
	}
	const texts = textsOf(body, headers);
	for (const text of texts) {
		const excess = jsonExcess(text);
		if (excess !== undefined) return { status, headers, text: '', excess };
		const json = parsed(text);
		if (isJsonObject(json)) return { status, headers, json, text: '' };
		if (Array.isArray(json)) return { status, headers, list: json, text };
	}
	return { status, headers, text: texts[0] };
}

/** Returns a header's value as text, whatever the case of its name. */
export function header(headers: JsonObject, name: string): string | undefined {
	const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
	const content = found === undefined ? undefined : headers[found];
	const value: unknown = Array.isArray(content) ? content[0] : content;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns whether a response is a web page: by its content type, or because its text begins like one. */
export function isWebPage({ headers, text }: Pick<ParsedResponse, 'headers' | 'text'>): boolean {
	return contentType(headers).includes('html') || /^\s*</.test(text);
}

/** Returns whether a response is text for people or scripts: no web page, and no JSON that was cut off. */
export function isPlainText({ headers, text }: Pick<ParsedResponse, 'headers' | 'text'>): boolean {
	if (text.trim() === '' || isWebPage({ headers, text })) return false;
	const type = contentType(headers);
	return type === '' ? !/^\s*[[{]/.test(text) : /^text\/(?!json)/.test(type);
}

function contentType(headers: JsonObject): string {
	return (header(headers, 'content-type') ?? '').trim().toLowerCase();
}

/** Returns a body as text: as UTF-8 if it can be that, and in the charset that the response names where it is another. */
function textsOf(body: unknown, headers: JsonObject): [string, ...string[]] {
	if (typeof body === 'string') return [body];
	if (!(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) return [''];
	const type = header(headers, 'content-type') ?? '';
	const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8';
	const utf8 = decoded(body, 'utf-8');
	if (utf8 !== undefined && /^utf-?8$/i.test(named)) return [utf8];
	const inNamedCharset = decoded(body, named) ?? new TextDecoder().decode(body);
	return utf8 === undefined ? [inNamedCharset] : [utf8, inNamedCharset];
}

/** Made once: nearly every response is UTF-8. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function decoded(body: Uint8Array | ArrayBuffer, charset: string): string | undefined {
	try {
		const decoder = charset === 'utf-8' ? UTF_8 : new TextDecoder(charset, { fatal: true });
		return decoder.decode(body);
	} catch {
		return undefined;
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
