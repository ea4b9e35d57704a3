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
	const texts = textsOf(body, headers);
	for (const text of texts) {
		const json = jsonObject(text);
		if (json !== undefined) return { status, headers, json, text: '' };
	}
	return { status, headers, text: texts[0] ?? '' };
}

/** A header's value as text, whatever the case of its name. */
export function header(headers: JsonObject, name: string): string | undefined {
	const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
	const content = found === undefined ? undefined : headers[found];
	const value: unknown = Array.isArray(content) ? content[0] : content;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function textsOf(body: unknown, headers: JsonObject): string[] {
	if (typeof body === 'string') return [body];
	if (!(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) return [];
	const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(header(headers, 'content-type') ?? '')?.[1];
	const texts = ['utf-8', named ?? 'utf-8'].map((encoding) => decoded(body, encoding, true));
	const whole = texts.filter((text) => text !== undefined);
	return whole.length > 0 ? whole : [decoded(body, 'utf-8', false) ?? ''];
}

function decoded(
	body: Uint8Array | ArrayBuffer,
	encoding: string,
	fatal: boolean,
): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal }).decode(body);
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
