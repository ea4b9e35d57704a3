import type { JsonObject } from '../json';
import { DOT_SEGMENT, readingsOf } from '../text';

/** The version of an API, which may have been pasted with its address. */
const PASTED_VERSION = /(?:\/api)?\/v\d+\/*$/i;

/** The label of the credential's switch `allowHttp`, for messages. */
export const ALLOW_HTTP_LABEL = 'Allow HTTP';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns why a credential's base URL must not be used, as a whole sentence, or undefined when it may be. */
export function baseUrlIssue(credential: Readonly<JsonObject>): string | undefined {
	return checkBaseUrl(credential) ?? checkAllowedDomains(credential);
}

/**
 * Returns a full sentence on what is wrong with a credential's base URL, or undefined if requests may be
 * sent to it: it is an https address (or http, on this machine or if the credential allows it) and contains
 * no login, query or fragment.
 */
export function checkBaseUrl({
	baseUrl: value,
	allowHttp,
}: Readonly<JsonObject>): string | undefined {
	if (typeof value !== 'string' || value.trim() === '') {
		return 'Base URL is empty. Enter the address of the API, such as https://api.example.com.';
	}
	const url = parsed(value);
	if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
		return "Base URL isn't a valid URL. Enter the full URL, such as https://api.example.com.";
	}
	if (url.protocol === 'http:' && allowHttp !== true && !LOOPBACK.test(url.hostname)) {
		// Only a credential with the switch has a value for it.
		const other = allowHttp === undefined ? '' : `, unless ${ALLOW_HTTP_LABEL} is on`;
		return `Base URL must start with https://, otherwise the key is sent unencrypted. Plain http is accepted only for this machine itself, such as http://127.0.0.1:8080${other}.`;
	}
	if (url.username !== '' || url.password !== '') {
		return 'Base URL contains a login. Remove it and enter the key in its own field.';
	}
	if (/[?#]/.test(value)) {
		return 'Base URL contains a "?" or a "#". Enter only the address and, if needed, a path.';
	}
	return undefined;
}

function parsed(text: string): URL | undefined {
	try {
		return new URL(text.trim());
	} catch {
		return undefined;
	}
}

/**
 * Checks a credential's base URL against n8n's "Allowed HTTP Request Domains" of the same credential.
 * Returns a full sentence if the list doesn't contain the base URL's host, otherwise undefined.
 * "None" blocks only the HTTP Request node: the base URL is the credential's own.
 */
export function checkAllowedDomains(credential: Readonly<JsonObject>): string | undefined {
	if (credential['allowedHttpRequestDomains'] !== 'domains') return undefined;
	const host = hostOf(credential['baseUrl']) ?? String(credential['baseUrl']).trim();
	const { allowedDomains } = credential;
	const allowed = (typeof allowedDomains === 'string' ? allowedDomains : '')
		.split(',')
		.map((domain) => domain.trim().toLowerCase().replace(/\.$/, ''));
	if (allowed.some((domain) => covers(domain, host))) return undefined;
	return `The credential may not be used with ${host}. Add the host to Allowed Domains in the credential, or correct the Base URL.`;
}

function covers(domain: string, host: string): boolean {
	if (domain.startsWith('*.')) return domain.length > 2 && host.endsWith(domain.slice(1));
	return domain !== '' && domain === host;
}

/** Returns the host of a credential's base URL, without port and trailing dot; undefined if it's no URL. */
export function hostOf(baseUrl: unknown): string | undefined {
	return parsed(String(baseUrl))?.hostname.replace(/\.$/, '');
}

/**
 * Whether an address has the scheme, host and port of a base URL, and lies under its path, segment by segment, however
 * often a server decodes it. A version at the end of the base URL is not part of its path.
 */
export function isUnderBaseUrl(address: string, baseUrl: string): boolean {
	const [url, base] = [parsed(address), parsed(baseUrl)];
	if (url === undefined || url.origin !== base?.origin) return false;
	const wanted = segmentsOf(base.pathname.replace(PASTED_VERSION, ''));
	if (wanted.length === 0) return true;
	const readings = readingsOf(url.pathname)?.map((reading) => reading.replaceAll('\\', '/'));
	return readings?.every((path) => !DOT_SEGMENT.test(path) && startsWith(path, wanted)) === true;
}

function startsWith(path: string, wanted: readonly unknown[]): boolean {
	const segments = segmentsOf(path);
	return wanted.every((segment, index) => segment === segments[index]);
}

function segmentsOf(path: string): unknown[] {
	const segments = path.split('/').filter((segment) => segment !== '');
	return segments.map((segment) => readingsOf(segment)?.at(-1));
}
