import { isJsonObject } from './formValues';
import type { JsonObject } from './operation';

/** A service's answer as it comes off the wire. */
export interface RawAnswer {
	status: number;
	headers: JsonObject;
	body: unknown;
}

/** A service's answer, read: its JSON object where it is one, and its text otherwise. */
export interface Answer {
	status: number;
	headers: JsonObject;
	json?: JsonObject;
	text: string;
}

/** Reads an answer's body. JSON is taken as UTF-8, and where it is not, in the encoding that the answer names. */
export function readAnswer({ status, headers, body }: RawAnswer): Answer {
	if (isJsonObject(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
		return { status, headers, json: body, text: '' };
	}
	const [text, inNamedEncoding] = textsOf(body, headers);
	const json = jsonObject(text) ?? jsonObject(inNamedEncoding);
	return { status, headers, text: json === undefined ? text : '', ...(json && { json }) };
}

/** A header's value as text, whatever the case of its name. */
export function header(headers: JsonObject, name: string): string | undefined {
	const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
	const content = found === undefined ? undefined : headers[found];
	const value: unknown = Array.isArray(content) ? content[0] : content;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A body as text, first as UTF-8 if it can be that, and as the encoding that the answer names. */
function textsOf(body: unknown, headers: JsonObject): [string, string] {
	if (typeof body === 'string') return [body, body];
	if (!(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) return ['', ''];
	const type = header(headers, 'content-type') ?? '';
	const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8';
	const inNamedEncoding = decoded(body, named) ?? new TextDecoder().decode(body);
	return [decoded(body, 'utf-8') ?? inNamedEncoding, inNamedEncoding];
}

function decoded(body: Uint8Array | ArrayBuffer, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(body);
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
