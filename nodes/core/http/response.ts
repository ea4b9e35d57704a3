import type { JsonObject } from '../json';
import { isDeeperThan, isJsonObject, MAX_DEPTH } from '../json';

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
	/** Whether the JSON is nested too deep to be read. */
	tooDeep?: true;
}

/** Parses a response's body. JSON is read as UTF-8, and where it is not, in the charset that the response names. */
export function parseResponse({ status, headers, body }: RawResponse): ParsedResponse {
	if (isJsonObject(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
		return { status, headers, json: body, text: '' };
	}
	const [text, inNamedCharset] = textsOf(body, headers);
	const json = jsonObject(text) ?? jsonObject(inNamedCharset);
	if (isDeeperThan(json, MAX_DEPTH)) return { status, headers, text: '', tooDeep: true };
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
	const utf8 = decoded(body, 'utf-8');
	if (utf8 !== undefined && /^utf-?8$/i.test(named)) return [utf8, utf8];
	const inNamedCharset = decoded(body, named) ?? new TextDecoder().decode(body);
	return [utf8 ?? inNamedCharset, inNamedCharset];
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

function jsonObject(text: string): JsonObject | undefined {
	try {
		const parsed: unknown = JSON.parse(text);
		return isJsonObject(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
