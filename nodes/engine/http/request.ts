import { HttpRequest } from '../operation';
import type { JsonObject } from '../json';
import { isJsonObject } from '../json';

/** Returns a request's body, empty if it has none or a list. */
export function objectBody({ body }: Pick<HttpRequest, 'body'>): JsonObject {
	return isJsonObject(body) ? body : {};
}

/**
 * Returns whether a request is a read, which may be sent side by side with others, and again. Every other one is a
 * change, even one that stores nothing.
 */
export function isRead({ method }: Pick<HttpRequest, 'method'>): boolean {
	return method === 'GET';
}

const HAS_HOST = /^\w+:\/\/[^/]/;
const API_VERSION = /^(?:\/api)?\/v\d+(?=\/|$)/;

/**
 * Joins a base URL, its own path kept, and a request's path. If the base URL was pasted with the version that
 * the path begins with (`/v1`, `/api/v2`), the version is kept once.
 */
export function requestUrl(baseUrl: unknown, path: string): string {
	const relative = `/${path.replace(/^\/+/, '')}`;
	const base = withoutTrailingSlashes(String(baseUrl).trim());
	const version = API_VERSION.exec(relative)?.[0] ?? '';
	const rest = base.slice(0, base.length - version.length);
	const pasted = base.toLowerCase().endsWith(version) && HAS_HOST.test(rest);
	return (pasted ? withoutTrailingSlashes(rest) : base) + relative;
}

/** Returns the text without slashes at its end. Not by a pattern, which would start over at each slash. */
export function withoutTrailingSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}
