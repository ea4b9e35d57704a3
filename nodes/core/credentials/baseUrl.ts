import type { JsonObject } from '../json';

/** The version of an API, which may have been pasted with its address. */
const PASTED_VERSION = /(?:\/api)?\/v\d+\/*$/i;
/** Servers and gateways may decode a path more than once. */
const MAX_DECODINGS = 4;
/** What leads elsewhere, or was encoded more often. */
const UNCLEAR_SEGMENT = /^\.{1,2}(?:;|$)|%[\da-f]{2}/i;

/** The label of the switch `allowHttp` of a credential, which messages name. */
export const ALLOW_HTTP_LABEL = 'Allow HTTP';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns why a credential's base URL must not be used, as a whole sentence, or undefined when it may be. */
export function baseUrlIssue(credential: Readonly<JsonObject>): string | undefined {
	return checkBaseUrl(credential) ?? checkAllowedDomains(credential);
}

/**
 * Returns a whole sentence that says what is wrong with a credential's base URL, or undefined when requests may be
 * sent to it: it is an https address (or http, on this machine itself or where the credential allows it) and contains
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
		return 'Base URL is not a web address. Enter it whole, such as https://api.example.com.';
	}
	if (url.protocol === 'http:' && allowHttp !== true && !LOOPBACK.test(url.hostname)) {
		// Only a credential with the switch has a value for it.
		const other = allowHttp === undefined ? '' : `, unless ${ALLOW_HTTP_LABEL} is on`;
		return `Base URL must start with https://, because the key would travel unencrypted. Plain http is accepted only for this machine itself, such as http://127.0.0.1:8080${other}.`;
	}
	if (url.username !== '' || url.password !== '') {
		return 'Base URL contains a login. Remove it and enter the key in its own field.';
	}
	if (/[?#]/.test(value)) {
		return 'Base URL contains a "?" or a "#". Enter only the address and, where needed, a path.';
	}
	return undefined;
}

/** Whether an address, which may be relative to another one, has the scheme, host and port of a base URL. */
export function sameOrigin(address: string, baseUrl: string, relativeTo?: string): boolean {
	const [one, other] = [parsed(address) ?? parsed(address, relativeTo), parsed(baseUrl)];
	return one !== undefined && other !== undefined && one.origin === other.origin;
}

/** Whether a Host header names the host of a base URL, with or without the default port. */
export function sameHost(hostHeader: string, baseUrl: string): boolean {
	const url = parsed(baseUrl);
	if (url === undefined) return false;
	const defaultPort = url.protocol === 'https:' ? '443' : '80';
	const withPort = url.port === '' ? `${url.host}:${defaultPort}` : url.host;
	return [url.host, withPort].includes(hostHeader.trim().toLowerCase());
}

function parsed(text: string, relativeTo?: string): URL | undefined {
	try {
		return new URL(text.trim(), relativeTo);
	} catch {
		return undefined;
	}
}

/**
 * Holds a credential's base URL against n8n's "Allowed HTTP Request Domains" of the same credential.
 * Gives a whole sentence when the list leaves the base URL's host out, and undefined otherwise.
 * "None" bars the HTTP Request node alone: the base URL is the credential's own.
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
 * Whether an address lies under the path of a base URL, segment by segment, however often a server decodes it.
 * The address may be relative to another one. A version at the end of the base URL is not part of its path.
 */
export function isUnderBasePath(address: string, baseUrl: string, relativeTo = ''): boolean {
	const { pathname } = new URL(baseUrl.trim());
	const base = segmentsOf(pathname.replace(PASTED_VERSION, ''));
	if (base.length === 0) return true;
	const paths = urlsOf(address, relativeTo).map((url) => readings(url?.pathname ?? ''));
	return paths.flat().every((path) => startsWith(path, base));
}

/** Returns each URL that a client may take an address for: a whole one, or one joined to what it is relative to. */
function urlsOf(address: string, relativeTo: string): Array<URL | undefined> {
	const whole = parsed(/^\s*[\\/]{2}/.test(address) ? `https:${address.trim()}` : address);
	if (relativeTo === '' || /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(address)) return [whole];
	const path = address === '' ? '' : `/${address.replace(/^\/+/, '')}`;
	const joined = parsed(relativeTo.replace(/\/?\/$/, '') + path);
	return whole === undefined ? [joined] : [whole, joined];
}

function startsWith(path: string, base: readonly string[]): boolean {
	const segments = segmentsOf(path);
	const isUnclear = (segment: string): boolean => UNCLEAR_SEGMENT.test(segment);
	return base.every((segment, index) => segment === segments[index]) && !segments.some(isUnclear);
}

/** Returns the decoded segments of a path. */
function segmentsOf(path: string): string[] {
	const segments = path.split(/[\\/]/).filter((segment) => segment !== '');
	return segments.map((segment) => readings(segment).reduce((_, decoded) => decoded));
}

/** Returns text as it is, and after each decoding. */
function readings(text: string): string[] {
	let next = text;
	return Array.from({ length: MAX_DECODINGS + 1 }, () => {
		const reading = next;
		// Byte by byte: there is nothing that cannot be decoded, and both sides are compared alike.
		next = reading.replace(/%([\da-f]{2})/gi, (_, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		);
		return reading;
	});
}
