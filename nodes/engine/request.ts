import type { JsonBody, JsonObject } from './json';
import { isJsonObject } from './json';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One HTTP request. `path` is encoded, with its query, and relative to the base URL. */
export interface HttpRequest {
	method: HttpMethod;
	path: string;
	body?: JsonBody;
	/** Whether it only reads although its method isn't GET, as a search does. */
	reads?: true;
	/** Left out: the credential's base URL. */
	host?: RequestHost;
	/** Reads a success's body. Left out: the body is JSON. */
	reader?: ReaderSource;
}

/** Another host of the same API, to which the credential's key is sent as well. */
export interface RequestHost {
	baseUrl: string;
	/** The label of the credential's field, for messages. */
	label: string;
	headers: Readonly<Record<string, string>>;
}

/** The bytes that a response may have. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024;

/** Opens a reader for each attempt. Two that make different JSON of a body have different names. */
export interface ReaderSource {
	name: string;
	open: (status: number) => BodyReader;
}

/** Reads a body while it arrives. */
export interface BodyReader {
	/** False if the rest isn't needed: the connection is closed. */
	write(chunk: Uint8Array): boolean;
	/** The body's JSON, once it has ended or `write` wanted no more. */
	end(): BrokenBody | JsonObject;
}

/** A success's body that can't be used, which leaves open what happened. `text` is the API's. */
export class BrokenBody {
	constructor(
		readonly message: string,
		readonly advice: string,
		readonly text: string,
		/** Whether the same request would fail again. */
		readonly isLasting: boolean,
	) {}
}

/** A request with its whole URL. */
export interface RequestIdentity {
	method: string;
	url: string;
	body?: unknown;
}

/** A request as a dry run output it: anything, because workflows can change it. */
export type ShownRequest = Partial<Record<keyof RequestIdentity, unknown>>;

/** Empty if the request has no body, or a list. */
export function objectBody({ body }: Pick<HttpRequest, 'body'>): JsonObject {
	return isJsonObject(body) ? body : {};
}

/**
 * A read may be sent side by side with others, and again. Every other request is a change, even one that stores
 * nothing.
 */
export function isRead({ method, reads }: Pick<HttpRequest, 'method' | 'reads'>): boolean {
	return method === 'GET' || reads === true;
}

/** What journal, approval and dry run know a request by. */
export function requestIdentity(
	{ method, path, body, host }: HttpRequest,
	credential: Readonly<JsonObject>,
): RequestIdentity {
	const url = requestUrl(host?.baseUrl ?? credential['baseUrl'], path);
	return { method, url, ...(body !== undefined && { body }) };
}

/** A host with a domain, as people type it: nothing else that lacks a scheme is an address. */
const BARE_HOST = /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*\.?(?::\d+)?(?=[/?#]|$)/i;

/** A base URL without surrounding spaces, and with https:// if it's entered as a host. */
export function fullBaseUrl(baseUrl: unknown): string {
	const text = String(baseUrl).trim();
	return BARE_HOST.test(text) ? `https://${text}` : text;
}

const HAS_HOST = /^\w+:\/\/[^/]/;
const API_VERSION = /^(?:\/api)?\/v\d+(?=\/|$)/;

/**
 * Joins a base URL, its own path kept, and a request's path. If the base URL was pasted with the version that the path
 * starts with, the version is kept once.
 */
export function requestUrl(baseUrl: unknown, path: string): string {
	const relative = `/${path.replace(/^\/+/, '')}`;
	const base = withoutTrailingSlashes(fullBaseUrl(baseUrl));
	const version = API_VERSION.exec(relative)?.[0] ?? '';
	const withoutVersion = base.slice(0, base.length - version.length);
	const pasted = base.toLowerCase().endsWith(version) && HAS_HOST.test(withoutVersion);
	return (pasted ? withoutTrailingSlashes(withoutVersion) : base) + relative;
}

/** Not by a pattern, which would start over at each slash. */
export function withoutTrailingSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}

/** How an API pages a long list. */
export interface Paging {
	/** How many records a page has at most. */
	most: number;
	/** Starts to read a list. */
	start: () => NextPage;
	/** Returns the request of another page. Left out: the query of its path chooses it. */
	requestOf?: (previous: HttpRequest, page: PageQuery) => HttpRequest;
	/** The key with a record's ID. Left out: rows, which may be equal. */
	idKey?: string;
	/** The key with the number of rows, which then counts those of all pages. */
	countKey?: string;
}

/** A list that is read page by page. */
export interface PagedList {
	paging: Paging;
	/** How many records are wanted. */
	wanted: number;
	/** Whether a record is the only one that is wanted: the rest isn't read. */
	isWanted?: (record: unknown) => boolean;
}

/** A page that was read. */
interface Page {
	body: JsonObject;
	/** How many records it has, and how many of them are on no page before it. */
	count: number;
	fresh: number;
	/** How many records were read so far, and how many are still wanted. */
	read: number;
	remaining: number;
	/** Whether records have IDs, so that a repeated one is recognized. */
	hasIds: boolean;
}

export type PageQuery = { limit: number } & ({ offset: number } | { cursor: string });

/**
 * Returns the query of the next page, undefined after the last one, `cut` if there may be more than the API's pages
 * lead to, or `incomplete` if there should be more records and no page leads to them.
 */
type NextPage = (page: Page) => PageQuery | 'cut' | 'incomplete' | undefined;

/** How many requests an API is expected to allow in a time, until it shows its limit. */
export interface RateLimit {
	requests: number;
	ms: number;
}

/** What shows that an API wrote an error itself. */
export interface ErrorForm {
	/** The key of an error body that contains the API's message. */
	errorKey: string;
	/** What else shows it: further keys of the body, or its text. */
	ownErrors?: { keys?: readonly string[]; texts?: readonly string[] };
}
