import { DateTime } from 'luxon';
import { MS_PER_SECOND } from '../time';
import type { JsonExcess, JsonObject } from '../json';
import { isJsonObject, jsonExcess, parsedJson } from '../json';
import type { NetworkError } from './networkError';
import type { HttpRequest } from '../operation';
import { isRead } from '../operation';

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

/** Why a request ended without a success, as facts. */
export type Failure = {
	/** How often the request was sent. */
	attempts: number;
	/** Whether the API may have received it without saying no. */
	maybeSent: boolean;
	/** How long the API asks to wait before the next attempt, in milliseconds, if it does. */
	retryAfter?: number | undefined;
	/** Whether that is longer than allowed. */
	pauseTooLong?: true;
} & (
	| Rejection
	/** The API throttled it, and the wait until it may go again is longer than `maxWait` milliseconds. */
	| { kind: 'throttled'; response: ParsedResponse; maxWait: number }
	| { kind: 'network'; error: NetworkError }
	/** Held back, because others were throttled: its wait would be longer than `maxWait` milliseconds. */
	| { kind: 'blocked'; maxWait: number }
	| { kind: 'stopped' }
	| { kind: 'unexpected'; error: unknown }
);

interface Rejection {
	/** `rejected`: the API refused it. `unclear`: the response doesn't show whether the request was applied. */
	kind: 'rejected' | 'unclear';
	response: ParsedResponse;
	/** What is wrong with a success that has a payload. */
	flaw?: ResponseFlaw;
}

/** A list whose pages don't lead to its end, or a payload without the list that is to be output. */
type ResponseFlaw = 'incompleteList' | { missing: string };

/** What a response means by its status, before its body is read. */
type ResponseKind = 'success' | 'rejected' | 'throttled' | 'unclear';

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
/** Redirects that ask for the same request elsewhere: nothing was done here. */
const SAME_REQUEST_ELSEWHERE: readonly number[] = [307, 308];

/**
 * Classifies the response to a request by its status. If a gateway gave up, the request may have been
 * applied, and so it may after any other redirect of a change: it may lead to the page that follows the change.
 */
export function responseKind(
	{ status }: Pick<ParsedResponse, 'status'>,
	request: Pick<HttpRequest, 'method'>,
): ResponseKind {
	if (status === TOO_MANY_REQUESTS) return 'throttled';
	if (status === REQUEST_TIMEOUT || status >= 500) return 'unclear';
	if (isSuccess({ status })) return 'success';
	const isRejected = status >= 400 || SAME_REQUEST_ELSEWHERE.includes(status);
	return isRejected || isRead(request) ? 'rejected' : 'unclear';
}

/** Returns the failure of a success whose payload has a flaw. */
export function flawed(
	{ status, headers, body, attempts }: ResponseHead & { body: JsonObject; attempts: number },
	flaw: ResponseFlaw,
): Failure {
	const response = { status, headers, json: body, text: '' };
	return { kind: 'unclear', response, flaw, attempts, maybeSent: true };
}

/** Returns whether the status of a response is one of a success. */
export function isSuccess({ status }: Pick<ParsedResponse, 'status'>): boolean {
	return status >= 200 && status < 300;
}

/** Many services send these with every response: only after a 429 do they set the time of the next request. */
const RATE_LIMIT_RESETS = ['x-ratelimit-reset', 'ratelimit-reset'];

/** A larger number of seconds than this is a point in time: no API asks to wait for thirty years. */
const EPOCH_THRESHOLD_SECONDS = 1_000_000_000;
const EPOCH_THRESHOLD_MS = EPOCH_THRESHOLD_SECONDS * MS_PER_SECOND;

/**
 * Reads from a response how long to wait before the next request: `Retry-After` in seconds or as an HTTP date, and for
 * a 429 also `X-RateLimit-Reset` or `RateLimit-Reset` in seconds or as a point in time; fractions count.
 * Returns milliseconds from `now`, a time since 1970, or undefined if the API sets no time.
 */
export function requestedWait({ status, headers }: ResponseHead, now: number): number | undefined {
	const retryAfter = fromRetryAfter(header(headers, 'retry-after'), now);
	if (retryAfter !== undefined || status !== TOO_MANY_REQUESTS) return retryAfter;
	const resets = RATE_LIMIT_RESETS.map((name) => fromNumber(header(headers, name), now));
	return resets.find((reset) => reset !== undefined);
}

function fromRetryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	const number = fromNumber(value, now);
	if (number !== undefined) return number;
	const date = DateTime.fromHTTP(value.trim());
	return date.isValid ? until(date.toMillis(), now) : undefined;
}

function fromNumber(value: string | undefined, now: number): number | undefined {
	if (value === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
	const number = Number(value);
	if (number >= EPOCH_THRESHOLD_MS) return until(number, now);
	if (number >= EPOCH_THRESHOLD_SECONDS) return until(number * MS_PER_SECOND, now);
	return number * MS_PER_SECOND;
}

function until(time: number, now: number): number {
	return Math.max(0, time - now);
}
