import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isJsonObject } from '../json';
import { checkBaseUrl, isUnderBasePath, sameHost, sameOrigin } from './baseUrl';

/** A request in n8n's current spelling or in the older one that its HTTP Request node uses. */
type AnyRequest = IHttpRequestOptions & { uri?: unknown; rejectUnauthorized?: unknown };

/** What the options of an agent may contain besides `rejectUnauthorized`: the certificate of the client. */
const CLIENT_CERTIFICATE = ['cert', 'key', 'passphrase'];
const CERTIFICATE_AUTHORITY = 'agentOptions.ca';

/** Options of the HTTP clients below n8n that name a server, or what connects to one. n8n sets none of them. */
const CONNECTION_OPTIONS = [
	...['adapter', 'agent', 'host', 'hostname', 'httpAgent', 'httpsAgent'],
	...['lookup', 'port', 'servername', 'socketPath', 'transport'],
];

/** Anything but visible ASCII and spaces. */
const NOT_FOR_HEADERS = /[^ -~]/;

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
	const issue = checkBaseUrl(credentials);
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
	if (!staysWith(baseUrl, request) || !staysUnderPath(baseUrl, request)) {
		return [
			'The request goes to another address than the Base URL of the credential',
			'Use a URL that begins with the Base URL, or another credential.',
		];
	}
	if (request.proxy) {
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
	return optionsRefusal(request);
}

/** Returns why the options of the connection keep the key here, by their names. */
function optionsRefusal(request: AnyRequest): [string, string] | undefined {
	const refused = refusedOptions(request);
	const [name] = refused;
	if (name === undefined) return undefined;
	if (refused.every((option) => option === CERTIFICATE_AUTHORITY)) {
		return [
			`The request brings a certificate authority of its own (${name}), which could vouch for another server`,
			"Remove the CA from the node's SSL certificates. To trust a private CA, name the file of its certificate in NODE_EXTRA_CA_CERTS, an environment variable of n8n.",
		];
	}
	return [
		`The request sets ${refused.join(', ')}, which could take the key to another server`,
		'Remove it from the request, for example from the parameters of its pagination.',
	];
}

/** Whether every address that the request names, in old or new spelling, is the base URL's. */
function staysWith(baseUrl: string, { baseURL, url, uri }: AnyRequest): boolean {
	const addresses: unknown[] = [baseURL, url, uri].filter((address) => address !== undefined);
	return (
		addresses.length > 0 &&
		addresses.every((address) => sameOrigin(String(address), baseUrl, baseURL))
	);
}

/** Whether every address that the request names lies under the path of the base URL. */
function staysUnderPath(baseUrl: string, { baseURL, url, uri }: AnyRequest): boolean {
	const named = [url, uri].filter((address) => address !== undefined && address !== '');
	const addresses = named.length === 0 ? [''] : named;
	return addresses.every((address) => isUnderBasePath(String(address), baseUrl, baseURL));
}

function skipsTlsChecks(request: AnyRequest): boolean {
	const { skipSslCertificateValidation, rejectUnauthorized, agentOptions } = request;
	return (
		skipSslCertificateValidation === true ||
		rejectUnauthorized === false ||
		agentOptions?.rejectUnauthorized === false
	);
}

/** Returns the names of the options that could take the key to another server, or let one pose as the API. */
function refusedOptions(request: AnyRequest): string[] {
	const ofAgent = Object.entries(request.agentOptions ?? {})
		.filter(([name, value]) => {
			const isKept =
				name === 'rejectUnauthorized' ? value === true : CLIENT_CERTIFICATE.includes(name);
			return value !== undefined && !isKept;
		})
		.map(([name]) => `agentOptions.${name}`);
	const given = new Map(Object.entries(request));
	return [...ofAgent, ...CONNECTION_OPTIONS.filter((name) => given.get(name) !== undefined)];
}

/** Returns the values of a header, also in a group of headers such as `common` or `get`, which axios unpacks. */
function headersNamed(request: IHttpRequestOptions, wanted: string): unknown[] {
	const headers: Array<[string, unknown]> = Object.entries(request.headers ?? {});
	const grouped = headers.flatMap(([, value]) =>
		isJsonObject(value) ? Object.entries(value) : [],
	);
	return [...headers, ...grouped]
		.filter(([name]) => headerName(name) === wanted)
		.map(([, value]) => value);
}

function otherHeaders(request: IHttpRequestOptions): IDataObject {
	const headers = Object.entries(request.headers ?? {});
	return Object.fromEntries(headers.filter(([name]) => headerName(name) !== 'authorization'));
}

/** Returns a header's name as it is sent: axios removes spaces around it. */
function headerName(name: string): string {
	return name.trim().toLowerCase();
}

/** Returns a member of a credential as text without surrounding spaces; throws a `UserError` when it is empty. */
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

/**
 * Returns a member of a credential as it stands in a header; throws a `UserError` when it is empty or contains
 * anything but visible ASCII and spaces. The HTTP client would leave that out, and the API would echo another text
 * than the one that is redacted.
 */
export function headerText(
	credentials: ICredentialDataDecryptedObject,
	member: string,
	label: string,
): string {
	const text = neededText(credentials, member, label);
	const issue = headerIssue(text, label);
	if (issue === undefined) return text;
	throw new UserError(issue);
}

/** Returns what keeps a text from being sent in a header as it is, or undefined. */
export function headerIssue(text: string, label: string): string | undefined {
	const position = text.search(NOT_FOR_HEADERS) + 1;
	if (position === 0) return undefined;
	return `${label} contains a character that HTTP does not allow, at position ${String(position)}. It may be invisible: enter it in the credential again.`;
}
