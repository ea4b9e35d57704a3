import type { ErrorDetails } from './errorDetails';
import type { JsonBody, JsonObject } from './json';
import { isJsonObject } from './json';

export const UNAUTHORIZED = 401;
export const CREATED = 201;
export const NO_CONTENT = 204;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const REQUEST_TIMEOUT = 408;
export const TOO_LARGE = 413;
export const TOO_MANY_REQUESTS = 429;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `path` is encoded, includes the query, and is relative to the base URL. */
export interface HttpRequest {
	method: HttpMethod;
	path: string;
	body?: JsonBody;
	/** Marks a request that only reads, such as a search, although its method isn't GET. */
	onlyReads?: true;
	/** Defaults to the credential's base URL. */
	host?: RequestHost;
	/** Reads a success's body. Defaults to JSON. */
	reader?: ReaderSource;
}

/** Checks right before a change is sent that it may still be sent. */
export interface SendCheck {
	/** Runs after each wait, because too long a wait between the check and the change would make the check useless. */
	isDue: () => boolean;
	/** The reason not to send. The change's waits so far (`waited`) count toward the check's Max Wait. */
	findRefusal: (waited: number) => Promise<SendRefusal | undefined>;
}

/** The code in http/ passes this on without reading it. */
export type SendRefusal = ErrorDetails;

/** Another host of the same API, which also receives the credential's key. */
export interface RequestHost {
	baseUrl: string;
	/** Label of the credential's field, for messages. */
	label: string;
	headers: Readonly<Record<string, string>>;
}

/** Largest accepted response, in bytes. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024;

/** Opens a new reader for each attempt. Requests whose readers have different `name`s don't share a response. */
export interface ReaderSource {
	name: string;
	open: (status: number) => BodyReader;
}

export interface BodyReader {
	/** False if the reader needs no more, which closes the connection. */
	write(chunk: Uint8Array): boolean;
	/** The client calls this at the end of the body, or after `write` returned false. */
	end(): BrokenBody | JsonObject;
}

/** A success whose body is unusable, so the outcome is unknown. `text` comes from the API. */
export class BrokenBody {
	constructor(
		readonly message: string,
		readonly advice: string,
		readonly text: string,
		/** The same request would fail again. */
		readonly isLasting: boolean,
	) {}
}

export interface RequestIdentity {
	method: string;
	url: string;
	body?: unknown;
}

/** Workflows can change a dry run's output, so any value is possible. */
export type ShownRequest = Partial<Record<keyof RequestIdentity, unknown>>;

/** An empty object for a body that isn't an object. */
export function objectBody({ body }: Pick<HttpRequest, 'body'>): JsonObject {
	return isJsonObject(body) ? body : {};
}

/** Reads may run in parallel, and may be resent. Every other request is a change, even if it stores nothing. */
export function isRead({ method, onlyReads }: Pick<HttpRequest, 'method' | 'onlyReads'>): boolean {
	return method === 'GET' || onlyReads === true;
}

/** Journal, approval, and dry run identify a request by these parts. */
export function requestIdentity(
	{ method, path, body, host }: HttpRequest,
	credential: Readonly<JsonObject>,
): RequestIdentity {
	const url = requestUrl(host?.baseUrl ?? credential['baseUrl'], path);
	return { method, url, ...(body !== undefined && { body }) };
}

/** Matches a host on this machine. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Matches a host as people type it. Text without a scheme, such as a word without a port, isn't an address. */
const BARE_HOST =
	/^(localhost|(?:[a-z\d-]+\.)+[a-z][a-z\d-]*\.?|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:]+\]|[a-z\d-]+(?=:\d))(?::\d+)?(?=[/?#]|$)/i;

/** Trims, and adds a scheme to a bare host: http:// on this machine, where APIs rarely use TLS, otherwise https://. */
export function fullBaseUrl(baseUrl: unknown): string {
	const text = String(baseUrl).trim();
	const host = BARE_HOST.exec(text)?.[1];
	if (host === undefined) return text;
	return `${LOOPBACK.test(host) ? 'http' : 'https'}://${text}`;
}

const HAS_HOST = /^\w+:\/\/[^/]/;
const API_VERSION = /^(?:\/api)?\/v\d+(?=\/|$)/;

/** If the base URL ends with a pasted version and the path starts with it, keeps only one. */
export function requestUrl(baseUrl: unknown, path: string): string {
	const relative = `/${path.replace(/^\/+/, '')}`;
	const base = withoutTrailingSlashes(fullBaseUrl(baseUrl));
	const version = API_VERSION.exec(relative)?.[0] ?? '';
	const withoutVersion = base.slice(0, base.length - version.length);
	const pasted = base.toLowerCase().endsWith(version) && HAS_HOST.test(withoutVersion);
	return (pasted ? withoutTrailingSlashes(withoutVersion) : base) + relative;
}

/** Uses a loop, because a pattern would start again at each slash. */
export function withoutTrailingSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}

/** An API's way of paging long lists. */
export interface Paging {
	/** Records on a full page. */
	pageSize: number;
	/** Opens a list. Each call returns the page after the given page. */
	start: () => (page: Page) => NextPage;
	/** Makes a page's request. By default, the query selects the page. */
	requestOf?: (previous: HttpRequest, page: PageQuery) => HttpRequest;
	/** Key of a record's ID. Omitted for rows, because two rows may be equal. */
	idKey?: string;
	/** Key of the row count, which is updated to count all pages. */
	countKey?: string;
}

export interface PagedList {
	paging: Paging;
	maxRecords: number;
	/** True for the record we're looking for. Reading stops there. */
	isWanted?: (record: unknown) => boolean;
}

export interface Page {
	body: JsonObject;
	/** Records on this page, and how many of them are new. */
	count: number;
	fresh: number;
	/** Records read so far, and records still wanted. */
	read: number;
	remaining: number;
	/** True if records have IDs, so the reader can recognize repeats. */
	hasIds: boolean;
	/** True if the page starts with the same record as the previous page, as if the API ignored the query. */
	startsAgain: boolean;
}

/** `cut`: the API's pages may not include all records. `incomplete`: records are missing. */
export type NextPage = PageQuery | 'complete' | 'cut' | 'incomplete';

export type PageQuery = { limit: number } & ({ offset: number } | { cursor: string });

/** The rate that an API is assumed to allow until it shows its limit. */
export interface RateLimit {
	requests: number;
	ms: number;
}

/** How requests are sent. Times are in milliseconds. */
export interface Limits {
	/** Maximum number of requests in progress, including requests that wait for a retry. */
	maxConcurrency: number;
	maxRetries: number;
	/** Total time that a request may wait for the rate limit, or because the API asks it to. */
	maxWait: number;
	timeout: number;
}

/** Marks by which to recognize an error that the API wrote, and not a gateway. */
export interface ErrorForm {
	/** Key of the API's message in an error body. */
	errorKey: string;
	/** Further marks: keys of the body, or its text. */
	ownErrors?: {
		keys?: readonly string[];
		texts?: readonly string[];
		/** Keys that gateways use too. They explain a failure, but don't prove that a record is missing. */
		commonKeys?: readonly string[];
	};
}
