import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isJsonObject } from '../json';
import { withDeadline } from './deadline';
import { readBody } from './readBody';
import type { RawResponse } from './response';
import type { Transport } from './response';
import type { PlannedRequest } from '../operation';

/** What n8n gives a node that sends requests: in an execution, in a poll, or for a list in the panel. */
export type HttpContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What a request needs besides itself. */
export interface Sender {
	credentialType: string;
	credential: ICredentialDataDecryptedObject;
	timeout: number;
}

/**
 * Gives the one way out to the network: n8n's own helper, with the credential read beforehand.
 * Every status comes back as a response, and no redirect is followed.
 */
export function n8nTransport(context: HttpContext, sender: Sender): Transport {
	const selected = context.getNode().credentials?.[sender.credentialType];
	const credentialsDecrypted = {
		id: selected?.id ?? '',
		name: selected?.name ?? '',
		type: sender.credentialType,
		data: sender.credential,
	};
	return async (request, signal) => {
		let message = 'The API did not respond within the timeout.';
		const exchange = async (ownSignal: AbortSignal): Promise<RawResponse> => {
			const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, ownSignal),
				sender.credentialType,
				optionsFor(request, sender),
				{ credentialsDecrypted },
			);
			message = 'The response was not complete within the timeout.';
			const { body, ...head } = rawResponse(response);
			return { ...head, body: await readBody(body, ownSignal) };
		};
		return await withDeadline(sender.timeout, signal, () => message, exchange);
	};
}

function optionsFor(request: PlannedRequest, { credential, timeout }: Sender): IHttpRequestOptions {
	return {
		...requestOptions(request, credential),
		// Read here, so that the time and the size of the whole response have a bound.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		timeout,
	};
}

/** Returns what n8n's current and older request options spell alike: method, URL, headers and body. */
export function requestOptions(
	{ method, path, body }: PlannedRequest,
	credential: ICredentialDataDecryptedObject,
): IHttpRequestOptions {
	return {
		method,
		url: requestUrl(credential['baseUrl'], path),
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		// Sent as text: what is checked is what goes out, member by member.
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	};
}

/** n8n's helper takes its abort signal from the context: this one's also fires when another item has failed. */
function withSignal(context: HttpContext, signal: AbortSignal): HttpContext {
	return new Proxy(context, {
		// A poll's context has no signal of its own, and n8n looks whether there is one.
		has: (target, name) => name === 'getExecutionCancelSignal' || Reflect.has(target, name),
		get(target, name): unknown {
			if (name === 'getExecutionCancelSignal') return () => signal;
			return Reflect.get(target, name);
		},
	});
}

/** Reads a response as n8n's helpers return it. */
export function rawResponse(response: unknown): RawResponse {
	const { statusCode, headers, body } = isJsonObject(response) ? response : {};
	return {
		status: Number(statusCode),
		headers: isJsonObject(headers) ? headers : {},
		body,
	};
}

const HAS_HOST = /^\w+:\/\/[^/]/;
const API_VERSION = /^(?:\/api)?\/v\d+(?=\/|$)/;

/**
 * Joins a credential's base URL, its own path kept, and a planned path. Where the base URL was pasted with the
 * version that the path begins with (`/v1`, `/api/v2`), the version is taken once.
 */
export function requestUrl(baseUrl: unknown, path: string): string {
	const relative = `/${path.replace(/^\/+/, '')}`;
	const base = withoutTrailingSlashes(String(baseUrl).trim());
	const version = API_VERSION.exec(relative)?.[0] ?? '';
	const rest = base.slice(0, base.length - version.length);
	const pasted = base.toLowerCase().endsWith(version) && HAS_HOST.test(rest);
	return (pasted ? withoutTrailingSlashes(rest) : base) + relative;
}

/** Returns the text without slashes at its end: a pattern for them would be tried again at each of them. */
export function withoutTrailingSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}
