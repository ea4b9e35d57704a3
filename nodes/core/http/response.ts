import type { JsonExcess, JsonObject } from '../json';
import { isJsonObject, jsonExcess, parsedJson } from '../json';

/** The start of a response. */
export interface ResponseHead {
	status: number;
	headers: JsonObject;
}

/** A response as it comes off the wire. */
export interface RawResponse extends ResponseHead {
	body: unknown;
}

/** A parsed response: its JSON object if it is one, otherwise its text. */
export interface ParsedResponse extends ResponseHead {
	json?: JsonObject;
	/** The JSON of a body that is no object: a list, or a single value that the content type calls JSON. */
	value?: unknown;
	text: string;
	/** Why the JSON wasn't parsed: it would need too much time and memory. */
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
	const json = parsedJson(text);
	if (isJsonObject(json)) return { status, headers, json, text: '' };
	// As plain text, "1.10" is no number.
	const isValue = Array.isArray(json) || (json !== undefined && isJsonType(headers));
	return { status, headers, text, ...(isValue ? { value: json } : {}) };
}

/** Returns a header's value as text. Names of headers ignore case. */
export function header(headers: JsonObject, name: string): string | undefined {
	const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
	const content = found === undefined ? undefined : headers[found];
	const value: unknown = Array.isArray(content) ? content[0] : content;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns whether a response is a web page: by its content type, or because its text begins like one. */
export function isWebPage({ headers, text }: Pick<ParsedResponse, 'headers' | 'text'>): boolean {
	const type = contentType(headers);
	return type.includes('html') || (/^\s*</.test(text) && !XML_TYPE.test(type));
}

/** Returns whether a response is text for people or scripts: no web page, no JSON that was cut off, nothing binary. */
export function isPlainText({ headers, text }: Pick<ParsedResponse, 'headers' | 'text'>): boolean {
	if (text.trim() === '' || isWebPage({ headers, text }) || isJsonType(headers)) return false;
	const type = contentType(headers);
	if (type === '') return !/^\s*[[{]/.test(text);
	// The second replaces bytes that aren't valid UTF-8.
	return type.startsWith('text/') || !(text.includes('\0') || text.includes('\ufffd'));
}

const JSON_TYPE = /[/+]json\s*(?:;|$)/;
const XML_TYPE = /[/+]xml\s*(?:;|$)/;

function isJsonType(headers: JsonObject): boolean {
	return JSON_TYPE.test(contentType(headers));
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
