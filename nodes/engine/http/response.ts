import { NodeOperationError, UserError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { MS_PER_SECOND } from '../time';
import type { JsonExcess, JsonObject } from '../json';
import { isJsonObject, jsonExcess, parsedJson } from '../json';
import type { ErrorForm, HttpRequest } from '../request';
import { BrokenBody, isRead } from '../request';

interface ResponseHead {
	status: number;
	headers: JsonObject;
}

/** A response as it arrives. */
export interface RawResponse extends ResponseHead {
	body: unknown;
}

/** A parsed response: its JSON object if it is one, otherwise its text. */
export interface ParsedResponse extends ResponseHead {
	json?: JsonObject;
	/** The JSON of a body that is no object: a list, or a single value with a JSON content type. */
	value?: unknown;
	text: string;
	/** Why the JSON wasn't parsed: it would need too much time and memory. */
	excess?: JsonExcess;
	/** Why the request's reader could make nothing of a success. */
	broken?: BrokenBody;
}

/** Parses a response's body, which is read as UTF-8. */
export function parseResponse({ status, headers, body }: RawResponse): ParsedResponse {
	if (body instanceof BrokenBody) return { status, headers, text: body.text, broken: body };
	if (isJsonObject(body) && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
		return { status, headers, json: body, text: '' };
	}
	const text = decodedText(body);
	const excess = jsonExcess(text);
	if (excess !== undefined) return { status, headers, text: '', excess };
	const json = parsedJson(text);
	if (isJsonObject(json)) return { status, headers, json, text: '' };
	// As plain text, "1.10" is no number.
	const isValue = Array.isArray(json) || (json !== undefined && isJsonType(headers));
	return { status, headers, text, ...(isValue ? { value: json } : {}) };
}

/** How many bytes of text a body arrived in: zero if something else has already parsed it. */
export function bytesOf(body: unknown): number {
	if (typeof body === 'string') return Buffer.byteLength(body);
	return body instanceof Uint8Array || body instanceof ArrayBuffer ? body.byteLength : 0;
}

/** Header names ignore case. */
export function header(headers: JsonObject, name: string): string | undefined {
	const headerKey = Object.keys(headers).find((key) => key.toLowerCase() === name);
	const content = headerKey === undefined ? undefined : headers[headerKey];
	const value: unknown = Array.isArray(content) ? content[0] : content;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Decided by the content type, or because the text starts like a web page. */
export function isWebPage({ headers, text }: Pick<ParsedResponse, 'headers' | 'text'>): boolean {
	const type = contentType(headers);
	return type.includes('html') || (/^\s*</.test(text) && !XML_TYPE.test(type));
}

/** True for text for people or scripts: no web page, no JSON that was cut off, nothing binary. */
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

function decodedText(body: unknown): string {
	if (typeof body === 'string') return body;
	return body instanceof Uint8Array || body instanceof ArrayBuffer ? UTF_8.decode(body) : '';
}

/** Why a request ended without a success, as facts. */
export type Failure = {
	attempts: number;
	/** Whether the API may have received it without refusing it. */
	maybeSent: boolean;
	/** How long the API asks to wait before the next attempt, in milliseconds, if it does. */
	retryAfter?: number | undefined;
	/** Whether that is longer than allowed. */
	pauseTooLong?: true;
} & (
	| {
			/** `rejected`: the API refused it. `unclear`: the response doesn't show whether the request was applied. */
			kind: 'rejected' | 'unclear';
			response: ParsedResponse;
			/** The flaw of a success that has a payload. */
			flaw?: ResponseFlaw;
	  }
	/** The API throttled it, and the wait until it may be sent again is longer than `maxWait` milliseconds. */
	| { kind: 'throttled'; response: ParsedResponse; maxWait: number }
	| { kind: 'network'; error: NetworkError }
	/** Held back, because others were throttled: its wait would be longer than `maxWait` milliseconds. */
	| { kind: 'blocked'; maxWait: number }
	| { kind: 'stopped' }
	| { kind: 'unexpected'; error: unknown }
);

/** A list whose pages don't lead to its end, or are too large together, or a payload without the list to output. */
type ResponseFlaw = 'incompleteList' | 'listTooLarge' | { missing: string };

const NOT_FOUND = 404;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
/** Redirects that ask for the same request elsewhere: nothing was done here. */
const SAME_REQUEST_ELSEWHERE: readonly number[] = [307, 308];

/**
 * Classifies the response to a request by its status. If a gateway gave up, the request may have been applied, and so
 * it may after any other redirect of a change, which may lead to the page that follows the change.
 */
export function responseKind(
	{ status }: Pick<ParsedResponse, 'status'>,
	request: Pick<HttpRequest, 'method' | 'reads'>,
): 'rejected' | 'success' | 'throttled' | 'unclear' {
	if (status === TOO_MANY_REQUESTS) return 'throttled';
	if (status === REQUEST_TIMEOUT || status >= 500) return 'unclear';
	if (isSuccess({ status })) return 'success';
	const isRejected = status >= 400 || SAME_REQUEST_ELSEWHERE.includes(status);
	return isRejected || isRead(request) ? 'rejected' : 'unclear';
}

/** The failure of a success whose payload has a flaw. */
export function flawed(
	{ status, headers, body, attempts }: ResponseHead & { body: JsonObject; attempts: number },
	flaw: ResponseFlaw,
): Failure {
	const response = { status, headers, json: body, text: '' };
	return { kind: 'unclear', response, flaw, attempts, maybeSent: true };
}

/** Whether the API wrote an error itself, in its own form: a gateway before it may answer in any other. */
export function isOwnError(
	{ json, text }: Pick<ParsedResponse, 'json' | 'text'>,
	{ errorKey, ownErrors: { keys = [], texts = [] } = {} }: ErrorForm,
): boolean {
	if (json === undefined) return texts.includes(text.trim());
	return [errorKey, ...keys].some((key) => Object.hasOwn(json, key));
}

/** Whether the API itself says that there is no such record. */
export function isUnknownToApi(failure: Failure, api: ErrorForm): boolean {
	if (failure.kind !== 'rejected' || failure.response.status !== NOT_FOUND) return false;
	return isOwnError(failure.response, api);
}

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
 * a 429 `X-RateLimit-Reset` or `RateLimit-Reset` in seconds or as a point in time; fractions count. Returns
 * milliseconds from `now`, a time since 1970, or undefined if the API sets no time.
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

/** Why no response arrived, with its consequences: the API received nothing; another attempt would fail as well. */
const KINDS = {
	certificateRejected: { nothingSent: true, lasting: true },
	connectionClosed: {},
	connectionClosedBeforeTls: { nothingSent: true },
	connectionRefused: { nothingSent: true },
	connectTimeout: { nothingSent: true },
	hostNotFound: { nothingSent: true },
	hostUnreachable: { nothingSent: true },
	incompleteResponse: {},
	lookupFailed: { nothingSent: true },
	networkUnreachable: { nothingSent: true },
	notAllowed: { nothingSent: true, lasting: true },
	responseTooLarge: { lasting: true },
	timeout: {},
	tlsFailed: { nothingSent: true, lasting: true },
} as const satisfies Readonly<Record<string, { nothingSent?: true; lasting?: true }>>;

export type NetworkErrorKind = keyof typeof KINDS;

/** Why no response arrived, as facts: nothing of the error itself, which carries the request with its authorization. */
export interface NetworkError {
	kind: NetworkErrorKind;
	/** The operating system's or TLS's code, empty if there is none worth showing. */
	code: string;
	/** Why n8n or the credential didn't allow the request: the text may contain anything. */
	message?: string;
	/** The host that couldn't be looked up. */
	host?: string;
	/** The node's own timeout, in milliseconds. */
	timeout?: number;
}

/** Thrown if a response does not arrive in full within the timeout. */
export class DeadlineExceeded extends Error {
	constructor(
		readonly kind: 'incompleteResponse' | 'timeout',
		readonly timeout: number,
	) {
		super();
	}
}

/** Thrown if a response is larger than the bound. */
export class ResponseTooLarge extends Error {}

/** Failures before the connection is established. */
const BEFORE_CONNECTION: Readonly<Record<string, NetworkErrorKind>> = {
	ECONNREFUSED: 'connectionRefused',
	EAI_AGAIN: 'lookupFailed',
	EHOSTUNREACH: 'hostUnreachable',
	ENETUNREACH: 'networkUnreachable',
	ENOTFOUND: 'hostNotFound',
};

const TIMEOUTS: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);
/** Node's codes for a certificate that it rejects when the handshake ends. It sends nothing after that. */
const CERTIFICATE_CODE =
	/^(?:(?:CERT|CRL|ERROR_IN|UNABLE_TO)_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|ERR_TLS_CERT_ALTNAME_INVALID)$/;
/** More of these, with other names. The last is any other reason, such as a key that is too weak. */
const OTHER_CERTIFICATE_CODES =
	/^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|OUT_OF_MEM|PATH_LENGTH_EXCEEDED|UNSPECIFIED)$/;
/** Node's text for a connection that ends within the TLS handshake; its code is the same as for any reset. */
const RESET_BEFORE_TLS = /before secure TLS connection was established/;
/** Codes of the operating system and of TLS help support; those of libraries don't. */
const TELLING_CODE = /^(?:E[A-Z]+|ERR_(?:SSL|TLS)_\w+)$/;
const MAX_CAUSES = 6;
/** Node throws them for network failures as well, but then with a code. */
const PROGRAMMING_ERRORS = ['RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'];

/** True if the API certainly received nothing. */
export function isNothingSent({ kind }: NetworkError): boolean {
	return 'nothingSent' in KINDS[kind];
}

export function isPassing({ kind }: NetworkError): boolean {
	return !('lasting' in KINDS[kind]);
}

/** True for a defect in code, rather than a failure of the network or the input. */
export function isProgrammingError(error: unknown): boolean {
	const chain = causes(error);
	if (chain.some((link) => isThrownByN8n(link) || codeOf(link) !== undefined)) return false;
	return chain.some((link) => PROGRAMMING_ERRORS.includes(String(member(link, 'name'))));
}

export function classifyNetworkError(error: unknown): NetworkError {
	if (error instanceof DeadlineExceeded) {
		return { kind: error.kind, code: '', timeout: error.timeout };
	}
	if (error instanceof ResponseTooLarge) return { kind: 'responseTooLarge', code: '' };
	const chain = causes(error);
	const refusal = chain.find(isThrownByN8n);
	if (refusal !== undefined) return { kind: 'notAllowed', code: '', message: refusal.message };
	const code = chain.map(codeOf).find((value) => value !== undefined) ?? '';
	const kind = networkErrorKind(code, chain);
	const host = chain
		.map((link) => member(link, 'hostname'))
		.find((value) => typeof value === 'string');
	return {
		kind,
		code: kind !== 'connectionClosed' || TELLING_CODE.test(code) ? code : '',
		...(host !== undefined && { host }),
	};
}

function networkErrorKind(code: string, chain: unknown[]): NetworkErrorKind {
	const syscall = chain.map((link) => member(link, 'syscall')).find((value) => value !== undefined);
	const before = BEFORE_CONNECTION[code];
	if (before !== undefined && syscall !== 'read' && syscall !== 'write') return before;
	if (code === 'ETIMEDOUT' && syscall === 'connect') return 'connectTimeout';
	const codes = [CERTIFICATE_CODE, OTHER_CERTIFICATE_CODES];
	if (codes.some((pattern) => pattern.test(code))) return 'certificateRejected';
	// The first write, which waits for the handshake, fails like this. Later TLS failures have another code.
	if (code === 'EPROTO' && syscall === 'write') return 'tlsFailed';
	if (chain.some((link) => RESET_BEFORE_TLS.test(String(member(link, 'message'))))) {
		return 'connectionClosedBeforeTls';
	}
	return TIMEOUTS.has(code) ? 'timeout' : 'connectionClosed';
}

/** Errors that n8n and the credential throw on purpose, before anything is sent. */
function isThrownByN8n(error: unknown): error is Error {
	return error instanceof UserError || error instanceof NodeOperationError;
}

function causes(error: unknown): unknown[] {
	const chain: unknown[] = [];
	let next = error;
	while (next !== undefined && next !== null && chain.length < MAX_CAUSES) {
		chain.push(next);
		next = member(next, 'cause') ?? firstOf(member(next, 'errors'));
	}
	return chain;
}

/** If several addresses of a host were tried, the first attempt counts for all. */
function firstOf(errors: unknown): unknown {
	return Array.isArray(errors) ? errors[0] : undefined;
}

function codeOf(error: unknown): string | undefined {
	const candidates = [member(error, 'code'), member(error, 'httpCode')];
	return candidates
		.filter((value) => typeof value === 'string')
		.find((value) => /^[A-Z]/.test(value));
}

function member(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
