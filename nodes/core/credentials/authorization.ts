import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { checkBaseUrl, sameOrigin } from './baseUrl';

const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:)?[\\/]{2}|^[a-z][a-z\d+.-]*:/i;

/**
 * Takes a credential with a `baseUrl`, a request and the value for its Authorization header.
 * Gives the request with that header.
 * Throws a `UserError`, and so sends nothing, when the base URL is refused or the request goes elsewhere.
 */
export function withAuthorization(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
	authorization: string,
): IHttpRequestOptions {
	const { baseUrl } = credentials;
	const fault = checkBaseUrl(baseUrl);
	if (fault !== undefined) throw new UserError(fault);
	if (typeof baseUrl !== 'string' || !staysWith(baseUrl, request)) {
		throw new UserError(
			'The request goes to another address than the Base URL of the credential, so the key was not sent and neither was the request. Use a URL that begins with the Base URL, or another credential.',
		);
	}
	return { ...request, headers: { ...otherHeaders(request), Authorization: authorization } };
}

/** Whether every address that the request names, in old or new spelling, is the base URL's. */
function staysWith(baseUrl: string, request: IHttpRequestOptions & { uri?: unknown }): boolean {
	const addresses = [request.url, request.uri].filter((url) => url !== undefined && url !== '');
	const targets = addresses.map((url) => target(String(url), request.baseURL));
	if (targets.length === 0) targets.push(request.baseURL ?? '');
	return targets.every((url) => sameOrigin(url, baseUrl));
}

function target(url: string, baseURL: string | undefined): string {
	return ABSOLUTE.test(url) ? url : (baseURL ?? '');
}

function otherHeaders(request: IHttpRequestOptions): IDataObject {
	const headers = Object.entries(request.headers ?? {});
	return Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'authorization'));
}

/** A member of a credential as text without surrounding blanks; throws a `UserError` when it is empty. */
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
