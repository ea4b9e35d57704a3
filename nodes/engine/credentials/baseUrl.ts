import type { JsonObject } from '../json';
import type { Api } from '../operation';
import { fullBaseUrl, LOOPBACK, requestUrl } from '../request';
import { DOT_SEGMENT, decodingsOf } from '../text';

/**
 * Matches an API version at the end of a pasted address. If `/api` comes before the version, it belongs to the base
 * URL.
 */
export const PASTED_VERSION = /\/v\d+\/*$/i;

export const ALLOW_HTTP_LABEL = 'Allow HTTP';

/** The problem with the base URL, as a whole sentence. Undefined if it may be used. */
export function baseUrlIssue(
	credential: Readonly<JsonObject>,
	{ hostIssue, exampleBaseUrl }: Pick<Api, 'exampleBaseUrl' | 'hostIssue'>,
): string | undefined {
	const problem = baseUrlProblem(credential, exampleBaseUrl);
	if (problem !== undefined) return `Base URL ${problem}`;
	const domainsProblem = allowedDomainsProblem(credential, 'Base URL');
	return domainsProblem ? `The credential ${domainsProblem}` : hostIssue?.(credential);
}

/**
 * The problem with the address, as text after the label "Base URL". Undefined for an https address without login,
 * query, or fragment. Accepts plain http on this machine, or if the credential allows it.
 */
export function baseUrlProblem(
	{ baseUrl: value, allowHttp }: Readonly<JsonObject>,
	example = 'https://api.example.com',
): string | undefined {
	if (typeof value !== 'string' || value.trim() === '') {
		return `is empty. Enter the address of the API, such as ${example}.`;
	}
	const url = parseUrl(fullBaseUrl(value));
	if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
		return `isn't a valid URL. Enter the full URL, such as ${example}.`;
	}
	if (url.protocol === 'http:' && allowHttp !== true && !LOOPBACK.test(url.hostname)) {
		// `allowHttp` is undefined if the credential has no Allow HTTP switch.
		const exception = allowHttp === undefined ? '' : `, unless ${ALLOW_HTTP_LABEL} is on`;
		return `must start with https://; otherwise, the key is sent unencrypted. Plain http is accepted only for this machine, such as http://127.0.0.1:8080${exception}.`;
	}
	if (url.username !== '' || url.password !== '') {
		return 'contains a login. Remove it and enter the key in its own field.';
	}
	if (/[?#]/.test(value)) {
		return 'contains a "?" or a "#". Enter only the address and, if needed, a path.';
	}
	return undefined;
}

/**
 * Makes base URLs equal if they lead to the same address, whatever the host's case, a default port, or a pasted
 * version.
 */
export function normalBaseUrl(baseUrl: unknown, { versionPath }: Pick<Api, 'versionPath'>): string {
	const text = fullBaseUrl(baseUrl);
	return requestUrl(parseUrl(text)?.href ?? text, versionPath).slice(0, -versionPath.length);
}

export function parseUrl(text: string): URL | undefined {
	return URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
}

/**
 * Checks the base URL against the credential's "Allowed HTTP Request Domains". The text follows "The credential".
 * "None" only blocks the HTTP Request node, because the base URL is part of the credential.
 */
export function allowedDomainsProblem(
	credential: Readonly<JsonObject>,
	label: string,
): string | undefined {
	if (credential['allowedHttpRequestDomains'] !== 'domains') return undefined;
	const host = hostOf(credential['baseUrl']) ?? '';
	const { allowedDomains = '' } = credential;
	const allowed = String(allowedDomains)
		.split(',')
		.map((domain) => domain.trim().toLowerCase().replace(/\.$/, ''));
	const isAllowed = allowed.some((domain) =>
		domain.startsWith('*.')
			? domain.length > 2 && host.endsWith(domain.slice(1))
			: domain !== '' && domain === host,
	);
	if (isAllowed) return undefined;
	return `can't be used with ${host}. Add the host to Allowed Domains in the credential, or correct the ${label}.`;
}

export function hostOf(baseUrl: unknown): string | undefined {
	return parseUrl(fullBaseUrl(baseUrl))?.hostname.replace(/\.$/, '');
}

/** Excludes escapes, empty segments, and dot segments. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w~-][\w.~-]*)+$/;

/**
 * Scheme, host, and port must match, and the path must be below the base URL's path, segment by segment, however often
 * a server decodes it. A version at the end of the base URL isn't part of the base URL's path.
 */
export function isUnderBaseUrl(address: string, baseUrl: string): boolean {
	// Fast path, because most addresses are spelled like the base URL and parsing URLs is slow.
	if (PLAIN_ADDRESS.test(address) && address.startsWith(`${baseUrl}/`)) return true;
	const [url, base] = [parseUrl(address), parseUrl(fullBaseUrl(baseUrl))];
	if (url === undefined || url.origin !== base?.origin) return false;
	// If the base URL ends with a pasted version, requests contain the `/api` before it in lower case.
	const bases = [base.pathname, base.pathname.replace(/\/api(?=\/v\d+\/*$)/i, '/api')].map((path) =>
		segmentsOf(path.replace(PASTED_VERSION, '')),
	);
	if (bases.some(({ length }) => length === 0)) return true;
	const decodings = decodingsOf(url.pathname)?.map((reading) => reading.replaceAll('\\', '/'));
	const isUnder = (path: string): boolean => {
		const segments = segmentsOf(path);
		const isBelow = (baseSegments: unknown[]) =>
			baseSegments.every((segment, index) => segment === segments[index]);
		return !DOT_SEGMENT.test(path) && bases.some(isBelow);
	};
	return decodings?.every(isUnder) === true;
}

function segmentsOf(path: string): unknown[] {
	const segments = path.split('/').filter((segment) => segment !== '');
	return segments.map((segment) => decodingsOf(segment)?.at(-1));
}
