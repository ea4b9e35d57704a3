import { DateTime } from 'luxon';
import { MS_PER_SECOND } from '../time';
import type { JsonExcess, JsonObject } from '../json';
import { isJsonObject, jsonExcess, parsedJson, roundedIntegers, textMember } from '../json';
import type { ErrorForm, HttpRequest, SendRefusal } from '../request';
import type { NetworkError } from './networkError';
import { BrokenBody, isRead, NOT_FOUND, REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../request';

interface ResponseHead {
	status: number;
	headers: JsonObject;
}

export interface RawResponse extends ResponseHead {
	body: unknown;
}

/** `json` is set if the body is a JSON object. Otherwise, `text` holds the body. */
export interface ParsedResponse extends ResponseHead {
	json?: JsonObject;
	/** JSON that isn't an object: a list, or a single value with a JSON content type. */
	value?: unknown;
	text: string;
	/** Integers in the JSON object that JavaScript rounded, as the API wrote them. */
	rounded?: readonly string[];
	/** Set if the JSON wasn't parsed because parsing it would take too much time and memory. */
	excess?: JsonExcess;
	/** Set if the response was a success that the reader couldn't use, and why. */
	broken?: BrokenBody;
}

export function parseResponse({ status, headers, body }: RawResponse): ParsedResponse {
	if (body instanceof BrokenBody) return { status, headers, text: body.text, broken: body };
	if (isJsonObject(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
		return { status, headers, json: body, text: '' };
	}
	const text = decodedText(body);
	const excess = jsonExcess(text);
	if (excess !== undefined) return { status, headers, text: '', excess };
	const json = parsedJson(text);
	if (isJsonObject(json)) {
		const rounded = roundedIntegers(text);
		return { status, headers, json, text: '', ...(rounded.length > 0 && { rounded }) };
	}
	// In plain text, "1.10" isn't a number.
	const isValue = Array.isArray(json) || (json !== undefined && isJsonType(headers));
	return { status, headers, text, ...(isValue ? { value: json } : {}) };
}

/** Number of bytes. Zero if n8n's helper has parsed the body. */
export function bytesOf(body: unknown): number {
	if (typeof body === 'string') return Buffer.byteLength(body);
	return body instanceof Uint8Array || body instanceof ArrayBuffer ? body.byteLength : 0;
}

/** `name` must be in lower case; the header's own case doesn't matter. */
export function header(headers: JsonObject, name: string): string | undefined {
	const headerKey = Object.keys(headers).find((key) => key.toLowerCase() === name);
	const content = headerKey === undefined ? undefined : headers[headerKey];
	const value: unknown = Array.isArray(content) ? content[0] : content;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Text that starts with "<" counts as a web page too, unless its content type is XML. */
export function isWebPage({ headers, text }: Pick<ParsedResponse, 'headers' | 'text'>): boolean {
	const type = contentType(headers);
	return type.includes('html') || (/^\s*</.test(text) && !XML_TYPE.test(type));
}

/** False for web pages, truncated JSON, and binary data. */
export function isPlainText({ headers, text }: Pick<ParsedResponse, 'headers' | 'text'>): boolean {
	if (text.trim() === '' || isWebPage({ headers, text }) || isJsonType(headers)) return false;
	const type = contentType(headers);
	if (type === '') return !/^\s*[[{]/.test(text);
	// The decoder writes U+FFFD for bytes that aren't valid UTF-8.
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

/** A single decoder for all responses, because JSON is always UTF-8. */
const UTF_8 = new TextDecoder();

function decodedText(body: unknown): string {
	if (typeof body === 'string') return body;
	return body instanceof Uint8Array || body instanceof ArrayBuffer ? UTF_8.decode(body) : '';
}

export type Failure = {
	attempts: number;
	/** True if the API may have received the request and didn't refuse it. */
	maybeSent: boolean;
	/** Milliseconds until the next attempt, because the API or its rate limit requires a wait. */
	retryAfter?: number | undefined;
	/** Max Wait in milliseconds, set if the request's waits would then exceed it. */
	maxWait?: number;
} & (
	| {
			/**
			 * `rejected`: the API refused the request. `unclear`: the response doesn't show whether it was applied.
			 */
			kind: 'rejected' | 'unclear';
			response: ParsedResponse;
			/** Set for a success whose payload is unusable, and why. */
			flaw?: ResponseFlaw;
	  }
	| { kind: 'network'; error: NetworkError }
	/**
	 * The rate limit would hold the request longer than Max Wait. `response` is the request's own last 429, if it got
	 * one.
	 */
	| { kind: 'rateLimited'; response: ParsedResponse; maxWait: number }
	| { kind: 'rateLimited'; maxWait: number }
	| { kind: 'stopped' }
	/** The check right before sending refused the request. */
	| { kind: 'withdrawn'; error: SendRefusal }
	| { kind: 'unexpected'; error: unknown }
);

/** The list's pages don't reach its end or are too large together, or the payload lacks the expected list. */
type ResponseFlaw = 'incompleteList' | 'listTooLarge' | { missing: string };

export const FIRST_ERROR_STATUS = 400;
const LAST_ERROR_STATUS = 599;
/** These redirects ask for the same request at another address, so the API did nothing. */
const SAME_REQUEST_ELSEWHERE: readonly number[] = [307, 308];

/**
 * Classifies a response by its status. After a gateway's timeout, the API may have applied the request. After any other
 * redirect, too, because the redirect may lead to the page that follows a change.
 */
export function responseKind(
	{ status }: Pick<ParsedResponse, 'status'>,
	request: Pick<HttpRequest, 'method' | 'onlyReads'>,
): 'rejected' | 'success' | 'throttled' | 'unclear' {
	if (status === TOO_MANY_REQUESTS) return 'throttled';
	if (status === REQUEST_TIMEOUT || status >= 500) return 'unclear';
	if (isSuccess({ status })) return 'success';
	const isRejected = status >= FIRST_ERROR_STATUS || SAME_REQUEST_ELSEWHERE.includes(status);
	return isRejected || isRead(request) ? 'rejected' : 'unclear';
}

/** For the node, a success with an unusable payload is a failure. */
export function flawedFailure(
	{ response, attempts }: { response: ParsedResponse; attempts: number },
	flaw: ResponseFlaw,
): Failure {
	return { kind: 'unclear', response, flaw, attempts, maybeSent: true };
}

/** The gateways Kong and Gravitee refuse an unknown path like this, in JSON that otherwise looks like an API's own. */
const NO_ROUTE = /^no (?:context-path match|route match)/i;

/** A gateway in front of the API may send errors in any other form. */
export function isOwnError(
	{ json, text }: Pick<ParsedResponse, 'json' | 'text'>,
	{ errorKey, ownErrors: { keys = [], texts = [] } = {} }: ErrorForm,
): boolean {
	if (json === undefined) return texts.includes(text.trim());
	return [errorKey, ...keys].some(
		(key) => Object.hasOwn(json, key) && !NO_ROUTE.test(textMember(json, key) ?? ''),
	);
}

/** A 404 proves that the record doesn't exist only if it has the API's own form. */
export function isUnknownToApi(failure: Failure, api: ErrorForm): boolean {
	if (failure.kind !== 'rejected' || failure.response.status !== NOT_FOUND) return false;
	return isOwnError(failure.response, api);
}

export function isSuccess({ status }: Pick<ParsedResponse, 'status'>): boolean {
	return status >= 200 && status < 300;
}

export function isErrorStatus(status: number): boolean {
	return status >= FIRST_ERROR_STATUS && status <= LAST_ERROR_STATUS;
}

/** Some services report a failure in the body of a success. */
export function reportsFailure({ status, error }: JsonObject): boolean {
	return isErrorStatus(Number(status)) || Boolean(error);
}

/** Headers that count only after a 429, because many services send them with every response. */
const RATE_LIMIT_RESETS = ['x-ratelimit-reset', 'ratelimit-reset'];

/** A larger number is a point in time, because no API asks anybody to wait for thirty years. */
const EPOCH_THRESHOLD_SECONDS = 1_000_000_000;
const EPOCH_THRESHOLD_MS = EPOCH_THRESHOLD_SECONDS * MS_PER_SECOND;

/**
 * Reads how many milliseconds, counted from `now`, the API asks to wait, including fractions: `Retry-After` in seconds
 * or as an HTTP date, and after a 429 also `X-RateLimit-Reset` or `RateLimit-Reset`, in seconds or as a point in time.
 * Undefined if the API asks for no wait.
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
