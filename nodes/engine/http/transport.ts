import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { isJsonObject } from '../json';
import { isSuccess } from './response';
import { DeadlineExceeded, ResponseTooLarge } from './networkError';
import type { BodyReader, HttpRequest } from '../request';
import { MAX_BODY_BYTES, requestUrl } from '../request';
import type { RawResponse } from './response';

/** The build replaces "development" with the package's version. */
const USER_AGENT = 'n8n-nodes-cloud-management/development';

/**
 * Sends a request and returns the response, whatever its status. Throws if no response arrives or `controller` aborts.
 * Aborts `controller` when the request's time is up.
 */
export type Transport = (request: HttpRequest, controller: AbortController) => Promise<RawResponse>;

/** n8n's context: an execution, a poll, a panel list, or a webhook's start. */
export type HttpContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Signs a request in the credential type's way. */
export type Authenticate = (
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/**
 * Uses n8n's helper with a decrypted credential. No status throws, and the helper follows no redirects. `timeout` is in
 * milliseconds.
 */
export function n8nTransport(
	context: HttpContext,
	credentialType: string,
	credential: ICredentialDataDecryptedObject,
	timeout: number,
): Transport {
	const selected = context.getNode().credentials?.[credentialType];
	const credentialsDecrypted = {
		id: selected?.id ?? '',
		name: selected?.name ?? '',
		type: credentialType,
		data: credential,
	};
	return async (request, controller) =>
		await completeResponse(controller, timeout, request, async (): Promise<unknown> => {
			// Passes the other host as base URL, because the credential signs only requests to its base URL.
			const { host } = request;
			const signed =
				host === undefined
					? credentialsDecrypted
					: { ...credentialsDecrypted, data: { ...credential, baseUrl: host.baseUrl } };
			const options: IHttpRequestOptions = {
				...helperOptions(request, signed.data),
				// Streamed, so that the response's total time and size can be limited.
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				timeout,
			};
			return await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, controller.signal),
				credentialType,
				options,
				{ credentialsDecrypted: signed },
			);
		});
}

/** Sends credential tests, which get n8n's older helper without an abort signal. */
export function credentialTestTransport(
	{ helpers }: ICredentialTestFunctions,
	authenticate: Authenticate,
	credential: ICredentialDataDecryptedObject,
	timeout: number,
): Transport {
	return async (request, controller) =>
		await completeResponse(controller, timeout, request, async (): Promise<unknown> => {
			const signed = await authenticate(credential, helperOptions(request, credential));
			const options = { simple: false, resolveWithFullResponse: true, useStream: true, timeout };
			return await helpers.request({ ...signed, ...options });
		});
}

/** Sets only options that have the same names in n8n's current and older helpers. */
function helperOptions(
	{ method, path, body, host }: HttpRequest,
	credential: ICredentialDataDecryptedObject,
): IHttpRequestOptions {
	return {
		method,
		url: requestUrl(credential['baseUrl'], path),
		headers: {
			Accept: 'application/json',
			'User-Agent': USER_AGENT,
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...host?.headers,
		},
		// Serialized here, so that exactly the checked text is sent.
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	};
}

/** n8n's helper reads the abort signal from the context. The signal passed here also fires when another item fails. */
function withSignal(context: HttpContext, signal: AbortSignal): HttpContext {
	return new Proxy(context, {
		// n8n checks whether the context has a signal, and a poll's context has none.
		has: (target, name) => name === 'getExecutionCancelSignal' || Reflect.has(target, name),
		get(target, name): unknown {
			if (name === 'getExecutionCancelSignal') return () => signal;
			return Reflect.get(target, name);
		},
	});
}

/** Created once, because an error's stack is costly. */
const TIME_IS_UP = new Error('The time for the request is up.');

/**
 * Sends a request and reads the whole response. When the time is up, aborts `controller` and throws `DeadlineExceeded`.
 */
async function completeResponse(
	controller: AbortController,
	timeout: number,
	{ reader }: Pick<HttpRequest, 'reader'>,
	send: () => Promise<unknown>,
): Promise<RawResponse> {
	const { signal } = controller;
	let stage: DeadlineExceeded['kind'] = 'timeout';
	const timer = AbortSignal.timeout(timeout);
	const abort = (): void => {
		controller.abort(TIME_IS_UP);
	};
	timer.addEventListener('abort', abort);
	try {
		const response = await send();
		stage = 'incompleteResponse';
		const { statusCode, headers, body } = isJsonObject(response) ? response : {};
		const status = Number(statusCode);
		return {
			status,
			headers: isJsonObject(headers) ? headers : {},
			body: await readBody(body, signal, isSuccess({ status }) ? reader?.open(status) : undefined),
		};
	} catch (error) {
		throw signal.reason === TIME_IS_UP ? new DeadlineExceeded(stage, timeout) : error;
	} finally {
		timer.removeEventListener('abort', abort);
	}
}

interface BodyStream {
	readonly destroyed: boolean;
	on(event: 'data', listener: (chunk: unknown) => void): unknown;
	once(event: 'close' | 'end' | 'error', listener: (error: unknown) => void): unknown;
	destroy(error?: Error): unknown;
}

/** Created once, because every stream closes in the end, and an error's stack is costly. */
const ABORTED = new Error('The request was aborted.');
const CLOSED_EARLY = new Error('The connection closed before the response was complete.');

/**
 * Reads and unpacks a stream, up to 50 MB, or until its reader needs no more. Returns any other body unchanged. Throws
 * if the request's signal aborts, and `ResponseTooLarge` beyond the limit. Uses events, because an iterator creates
 * twice as many objects.
 */
async function readBody(body: unknown, signal: AbortSignal, reader?: BodyReader): Promise<unknown> {
	if (!isStream(body)) return body;
	const chunks: Uint8Array[] = [];
	let size = 0;
	return await new Promise((resolve, reject) => {
		const endedEarly = (): void => {
			reject(CLOSED_EARLY);
		};
		const stop = (): void => {
			body.destroy(ABORTED);
		};
		if (body.destroyed) endedEarly();
		body.on('data', (chunk) => {
			// A destroyed stream may still emit chunks that it has buffered.
			if (!(chunk instanceof Uint8Array) || body.destroyed) return;
			if (reader !== undefined) {
				if (reader.write(chunk)) return;
				resolve(reader.end());
				body.destroy();
				return;
			}
			size += chunk.byteLength;
			chunks.push(chunk);
			// Also ends the connection, because the API would keep sending.
			if (size > MAX_BODY_BYTES) body.destroy(new ResponseTooLarge());
		});
		body.once('end', () => {
			resolve(reader?.end() ?? Buffer.concat(chunks, size));
		});
		body.once('error', reject);
		body.once('close', endedEarly);
		signal.addEventListener('abort', stop);
		if (signal.aborted) stop();
	});
}

function isStream(body: unknown): body is BodyStream {
	return typeof body === 'object' && body !== null && 'on' in body && 'destroy' in body;
}
