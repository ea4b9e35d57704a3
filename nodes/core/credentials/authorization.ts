import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isJsonObject } from '../json';
import { checkBaseUrl, isUnderBaseUrl } from './baseUrl';

/** A request in n8n's current spelling or in the older one that its HTTP Request node uses. */
type AnyRequest = IHttpRequestOptions & { uri?: unknown; rejectUnauthorized?: unknown };

/** What the options of an agent may contain besides `rejectUnauthorized`: the certificate of the client. */
const CLIENT_CERTIFICATE = ['cert', 'key', 'passphrase'];

/** Options of n8n and of the HTTP clients below it that choose a server or how to connect to one. */
const CONNECTION_OPTIONS = [
	...['adapter', 'agent', 'baseURL', 'host', 'hostname', 'httpAgent', 'httpsAgent'],
	...['lookup', 'port', 'proxy', 'servername', 'socketPath', 'transport'],
];

/** Anything but visible ASCII and spaces. */
const NOT_FOR_HEADERS = /[^ -~]/;

/** Turns redirects off in both spellings: a redirect would carry the key along. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/**
 * Returns the request with an Authorization header, and with redirects turned off.
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
	const others = headersOf(request).filter(([name]) => headerName(name) !== 'authorization');
	const headers = { ...Object.fromEntries(others), Authorization: authorization };
	return { ...request, ...NO_REDIRECTS, headers };
}

/** Returns why the key must not go with the request, and what to do about it. */
function refusalOf(baseUrl: string, request: AnyRequest): [string, string] | undefined {
	const names = refusedOptions(request);
	if (names.length > 0) {
		return [
			`The request sets ${names.join(', ')}, which could let others read the key`,
			"Remove it from the node's options or headers. Proxies and private CAs belong in n8n's environment variables: HTTPS_PROXY, NODE_EXTRA_CA_CERTS.",
		];
	}
	const { url, uri } = request;
	const addresses: unknown[] = [url, uri].filter((address) => address !== undefined);
	const staysHere = addresses.every((address) => isUnderBaseUrl(String(address), baseUrl));
	if (addresses.length > 0 && staysHere) return undefined;
	return [
		'The request goes to another address than the Base URL of the credential',
		'Use a URL that begins with the Base URL, or another credential.',
	];
}

/** Returns the options that could send the key to another server, or let one pose as the API. */
function refusedOptions(request: AnyRequest): string[] {
	const { skipSslCertificateValidation, rejectUnauthorized, agentOptions = {} } = request;
	const ofAgent = Object.entries(agentOptions).filter(([name, value]) => {
		const isKept =
			name === 'rejectUnauthorized' ? value === true : CLIENT_CERTIFICATE.includes(name);
		return value !== undefined && !isKept;
	});
	return [
		...CONNECTION_OPTIONS.filter((name) => Boolean(Reflect.get(request, name))),
		...(skipSslCertificateValidation === true || rejectUnauthorized === false
			? ["'Ignore SSL Issues'"]
			: []),
		...ofAgent.map(([name]) => `agentOptions.${name}`),
		...(hasHost(request) ? ["the header 'Host'"] : []),
	];
}

/** Whether there is a Host header, also in a group of headers such as `common` or `get`, which axios unpacks. */
function hasHost(request: IHttpRequestOptions): boolean {
	const isHost = (name: string): boolean => headerName(name) === 'host';
	return headersOf(request).some(
		([name, value]) => isHost(name) || (isJsonObject(value) && Object.keys(value).some(isHost)),
	);
}

function headersOf({ headers }: IHttpRequestOptions): Array<[string, unknown]> {
	return Object.entries(headers ?? {});
}

/** Returns a header's name as axios sends it, without the spaces around it. */
function headerName(name: string): string {
	return name.trim().toLowerCase();
}

/** Returns a property of a credential as text without surrounding spaces; throws a `UserError` if it's empty. */
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
 * Returns a property of a credential for use in a header; throws a `UserError` if it's empty or contains
 * anything but visible ASCII and spaces. The HTTP client would drop such characters, and the API would echo a text
 * that differs from the redacted one.
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

/** Returns why a text can't be sent unchanged in a header, or undefined. */
export function headerIssue(text: string, label: string): string | undefined {
	const position = text.search(NOT_FOR_HEADERS) + 1;
	if (position === 0) return undefined;
	return `${label} contains a character that HTTP doesn't allow, at position ${String(position)}. It may be invisible. Enter the value in the credential again.`;
}
