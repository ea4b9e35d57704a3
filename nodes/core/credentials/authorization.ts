import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { checkBaseUrl, sameHost, sameOrigin } from './baseUrl';

/** A request in n8n's current spelling or in the older one that its HTTP Request node uses. */
type AnyRequest = IHttpRequestOptions & { uri?: unknown; rejectUnauthorized?: unknown };

const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:)?[\\/]{2}|^[a-z][a-z\d+.-]*:/i;

/** Turns redirects off in both spellings: a redirect would take the key along. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/**
 * Takes a credential with a `baseUrl`, a request and the value for its Authorization header.
 * Returns the request with that header, and with redirects turned off.
 * Throws a `UserError`, and so sends nothing, when the base URL is refused, when the request goes elsewhere,
 * or when its options would let others read the key.
 */
export function withAuthorization(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
	authorization: string,
): IHttpRequestOptions {
	const issue = checkBaseUrl(credentials['baseUrl']);
	if (issue !== undefined) throw new UserError(issue);
	const refusal = refusalOf(neededText(credentials, 'baseUrl', 'Base URL'), request);
	if (refusal !== undefined) {
		const [reason, advice] = refusal;
		throw new UserError(
			`${reason}, so the key was not sent and neither was the request. ${advice}`,
		);
	}
	const headers = { ...otherHeaders(request), Authorization: authorization };
	return { ...request, ...NO_REDIRECTS, headers };
}

/** Returns why the key must not go with the request, and what to do about it. */
function refusalOf(baseUrl: string, request: AnyRequest): [string, string] | undefined {
	if (!staysWith(baseUrl, request)) {
		return [
			'The request goes to another address than the Base URL of the credential',
			'Use a URL that begins with the Base URL, or another credential.',
		];
	}
	if (Boolean(request.proxy)) {
		return [
			'The request goes through a proxy, which could read the key',
			"Remove the proxy from the node's options. A proxy for the whole of n8n belongs in its environment variables.",
		];
	}
	if (skipsTlsChecks(request)) {
		return [
			'The request does not check the TLS certificate of the API, and anyone on the way could read the key',
			"Turn off 'Ignore SSL Issues' in the node's options.",
		];
	}
	if (headersNamed(request, 'host').some((host) => !sameHost(String(host), baseUrl))) {
		return [
			"The request carries a 'Host' header that names another host than the Base URL of the credential",
			'Remove the header.',
		];
	}
	return undefined;
}

/** Whether every address that the request names, in old or new spelling, is the base URL's. */
function staysWith(baseUrl: string, request: AnyRequest): boolean {
	const addresses = [request.url, request.uri].filter((url) => url !== undefined && url !== '');
	const targets = addresses.map((url) => target(String(url), request.baseURL));
	if (targets.length === 0) targets.push(request.baseURL ?? '');
	return targets.every((url) => sameOrigin(url, baseUrl));
}

function target(url: string, baseURL: string | undefined): string {
	return ABSOLUTE.test(url) ? url : (baseURL ?? '');
}

function skipsTlsChecks(request: AnyRequest): boolean {
	const { skipSslCertificateValidation, rejectUnauthorized, agentOptions } = request;
	return (
		skipSslCertificateValidation === true ||
		rejectUnauthorized === false ||
		agentOptions?.rejectUnauthorized === false
	);
}

function headersNamed(request: IHttpRequestOptions, wanted: string): unknown[] {
	const headers = Object.entries(request.headers ?? {});
	return headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
}

function otherHeaders(request: IHttpRequestOptions): IDataObject {
	const headers = Object.entries(request.headers ?? {});
	return Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'authorization'));
}

/** Returns a member of a credential as text without surrounding blanks; throws a `UserError` when it is empty. */
export function neededText(
	credentials: ICredentialDataDecryptedObject,
	member: string,
	label: string,
): string {
	const value = credentials[member];
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw new UserError(`${label} is empty. Enter it in the credential.`);
	return text;
}
