import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import type { Authenticate } from '../http/transport';
import type { Api } from '../operation';
import { textMember } from '../json';
import { asObject } from '../parameters/values';
import { wordsOf } from '../text';
import { baseUrlProblem, isUnderBaseUrl } from './baseUrl';

/** A request in n8n's current format, or in the format of its older HTTP Request node. */
type AnyRequest = IHttpRequestOptions & { uri?: unknown; rejectUnauthorized?: unknown };

/** Agent options allowed besides `rejectUnauthorized`: the client certificate. */
const CERTIFICATE_OPTIONS = ['cert', 'key', 'passphrase'];

/** Options of n8n and its HTTP clients that choose a server, or how to reach it. */
const CONNECTION_OPTIONS = wordsOf(
	`adapter agent baseURL host hostname httpAgent httpsAgent lookup port proxy servername socketPath
	transport`,
);

/** Matches everything except visible ASCII and spaces. */
const NOT_FOR_HEADERS = /[^ -~]/;

/** Covers n8n's two request formats, because a redirect would carry the key along. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/**
 * Adds an Authorization header and turns redirects off. Throws a `UserError` before anything is sent if the base URL is
 * refused, the request goes to another address, or its options would expose the key.
 */
function withAuthorization(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
	authorization: string,
): IHttpRequestOptions {
	const problem = baseUrlProblem(credentials);
	if (problem !== undefined) throw new UserError(`Base URL ${problem}`);
	const refusal = refusalOf(textMember(credentials, 'baseUrl')?.trim() ?? '', request);
	if (refusal !== undefined) throw new UserError(refusal);
	const otherHeaders = Object.entries<unknown>(request.headers ?? {}).filter(
		([name]) => headerName(name) !== 'authorization',
	);
	const headers = { ...Object.fromEntries(otherHeaders), Authorization: authorization };
	return { ...request, ...NO_REDIRECTS, headers };
}

function refusalOf(baseUrl: string, request: AnyRequest): string | undefined {
	const names = refusedOptions(request);
	if (names.length > 0) {
		return `Nothing was sent: the request sets ${names.join(', ')}, which could expose the key. Remove it from the node's options or headers. Proxies and private CAs belong in n8n's environment variables: HTTPS_PROXY, NODE_EXTRA_CA_CERTS.`;
	}
	const { url, uri } = request;
	const addresses: unknown[] = [url, uri].filter((address) => address !== undefined);
	const isUnder = addresses.every((address) => isUnderBaseUrl(String(address), baseUrl));
	if (addresses.length > 0 && isUnder) return undefined;
	return `The request's address isn't under the credential's Base URL, so neither the key nor the request was sent. Use a URL that starts with the Base URL, or a different credential.`;
}

/** Options that could send the key to another server, or let a server pose as the API. */
function refusedOptions(request: AnyRequest): string[] {
	const { skipSslCertificateValidation, rejectUnauthorized, agentOptions = {} } = request;
	const agentEntries = Object.entries(agentOptions).filter(([name, value]) => {
		const isKept =
			name === 'rejectUnauthorized' ? value === true : CERTIFICATE_OPTIONS.includes(name);
		return value !== undefined && !isKept;
	});
	const ignoresSsl = skipSslCertificateValidation === true || rejectUnauthorized === false;
	// Axios unpacks header groups such as `common` or `get`.
	const headers = Object.entries<unknown>(request.headers ?? {});
	const isHost = (name: string): boolean => headerName(name) === 'host';
	const hasHost = headers.some(
		([name, value]) => isHost(name) || Object.keys(asObject(value)).some(isHost),
	);
	return [
		...CONNECTION_OPTIONS.filter((name) => Boolean(Reflect.get(request, name))),
		...(ignoresSsl ? ['"Ignore SSL Issues"'] : []),
		...agentEntries.map(([name]) => `agentOptions.${name}`),
		...(hasHost ? ['the "Host" header'] : []),
	];
}

/** Trims the same characters as Axios. */
function headerName(name: string): string {
	return name.trim().toLowerCase();
}

/**
 * Refuses characters that HTTP clients drop from headers. If the API then repeated the shortened key, redaction
 * wouldn't recognize it.
 */
function headerIssue(text: string, label: string): string | undefined {
	const position = text.search(NOT_FOR_HEADERS) + 1;
	if (position === 0) return undefined;
	return `${label} contains a character that HTTP doesn't allow, at position ${String(position)}. It may be invisible. Enter the value in the credential again.`;
}

/** A credential with a single property is a token, which is sent in a header unchanged. */
export function authorizationIssue(
	credential: ICredentialDataDecryptedObject,
	properties: Api['authorizationProperties'],
): string | undefined {
	const labels = Object.entries(properties);
	const issues = labels.map(([member, label]) => {
		const value = textMember(credential, member)?.trim();
		if (value === undefined) return `${label} is empty. Enter it in the credential.`;
		return labels.length === 1 ? headerIssue(value, label) : undefined;
	});
	return issues.find((issue) => issue !== undefined);
}

/** Signs with a token, or with a key pair as HTTP Basic. */
export function authenticateWith(properties: Api['authorizationProperties']): Authenticate {
	const members = Object.keys(properties);
	return async (credentials, request) => {
		const issue = authorizationIssue(credentials, properties);
		if (issue !== undefined) throw new UserError(issue);
		const key = members.map((member) => textMember(credentials, member)?.trim()).join(':');
		const login = Buffer.from(key, 'utf8').toString('base64');
		const authorization = members.length === 1 ? `Bearer ${key}` : `Basic ${login}`;
		return await Promise.resolve(withAuthorization(credentials, request, authorization));
	};
}
