import type { JsonObject } from './operation';

/**
 * Holds a credential's base URL against n8n's "Allowed HTTP Request Domains" of the same credential.
 * Gives a whole sentence when the list leaves the base URL's host out, and undefined otherwise.
 * "None" bars the HTTP Request node alone: the base URL is the credential's own.
 */
export function checkAllowedDomains(credential: Readonly<JsonObject>): string | undefined {
	if (credential['allowedHttpRequestDomains'] !== 'domains') return undefined;
	const host = hostOf(credential['baseUrl']);
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

function hostOf(baseUrl: unknown): string {
	const text = String(baseUrl).trim();
	return URL.canParse(text) ? new URL(text).hostname.replace(/\.$/, '') : text;
}
