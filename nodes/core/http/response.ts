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

/** Parses a response's body, which is read as UTF-8. */
export function parseResponse({ status, headers, body }: RawResponse): ParsedResponse {
	if (isJsonObject(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
		return { status, headers, json: body, text: '' };
	}
	const text = textOf(body);
	const excess = jsonExcess(text);
	if (excess !== undefined) return { status, headers, text: '', excess };
	const json = parsed(text);
	if (isJsonObject(json)) return { status, headers, json, text: '' };
	return { status, headers, text, ...(Array.isArray(json) ? { list: json } : {}) };
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

/** Made once: every response is UTF-8, as JSON has to be. */
const UTF_8 = new TextDecoder();

function textOf(body: unknown): string {
	if (typeof body === 'string') return body;
	return body instanceof Uint8Array || body instanceof ArrayBuffer ? UTF_8.decode(body) : '';
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
