import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { sleepUnlessAborted } from '../time';
import { isJsonObject } from '../json';
import { readBody } from './body';
import { DeadlineExceeded, isSuccess } from './response';
import type { HttpRequest } from '../request';
import { requestUrl } from '../request';
import type { RawResponse } from './response';

/** The build replaces "development" by the package's version. */
const USER_AGENT = 'n8n-nodes-cloud-management/development';

/**
 * Sends one request and returns the response, whatever its status. Throws if none arrives, and if `controller` aborts.
 * Aborts `controller` itself when the request's time is up.
 */
export type Transport = (request: HttpRequest, controller: AbortController) => Promise<RawResponse>;

/** n8n's context of the sender: an execution, a poll, a list in the panel, or the start of a webhook. */
export type HttpContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Signs a request with a credential, as the credential type does. */
export type Authenticate = (
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/**
 * n8n's own helper, with the credential read beforehand. Every status is returned as a response, and no redirect is
 * followed. `timeout` is in milliseconds.
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
	const limit = new TimeLimit(timeout);
	return async (request, controller) =>
		await limit.run(controller, request, async (): Promise<unknown> => {
			// The credential signs only what is sent to its base URL, so it gets the request's host as such.
			const { host } = request;
			const signed =
				host === undefined
					? credentialsDecrypted
					: { ...credentialsDecrypted, data: { ...credential, baseUrl: host.baseUrl } };
			const options: IHttpRequestOptions = {
				...helperOptions(request, signed.data),
				// Read here, so that the time and the size of the whole response have a bound.
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

/** The transport of credential tests: n8n's older helper, without an abort signal. */
export function credentialTestTransport(
	{ helpers }: ICredentialTestFunctions,
	authenticate: Authenticate,
	credential: ICredentialDataDecryptedObject,
	timeout: number,
): Transport {
	const limit = new TimeLimit(timeout);
	return async (request, controller) =>
		await limit.run(controller, request, async (): Promise<unknown> => {
			const signed = await authenticate(credential, helperOptions(request, credential));
			const options = { simple: false, resolveWithFullResponse: true, useStream: true, timeout };
			return await helpers.request({ ...signed, ...options });
		});
}

/** The options that n8n's current and older helpers spell alike: method, URL, headers and body. */
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
		// Sent as text: exactly the checked text is sent.
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	};
}

/** n8n's helper reads its abort signal from the context: this one also fires when another item has failed. */
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

/** Made once: they have a stack. */
const TIME_IS_UP = new Error('The time for the request is up.');
const DONE = new Error('All requests are done.');

/**
 * The time limit of a transport's requests, which is the same for all. One timer serves them: the request that started
 * first ends first.
 */
class TimeLimit {
	private readonly open = new Map<AbortController, number>();
	private timer: AbortController | undefined;

	constructor(private readonly ms: number) {}

	/** Sends and reads the whole response. Aborts `controller` when the time is up, and throws `DeadlineExceeded`. */
	async run(
		controller: AbortController,
		{ reader }: Pick<HttpRequest, 'reader'>,
		send: () => Promise<unknown>,
	): Promise<RawResponse> {
		const { signal } = controller;
		let stage: DeadlineExceeded['kind'] = 'timeout';
		this.open.set(controller, performance.now() + this.ms);
		if (this.timer === undefined) {
			this.timer = new AbortController();
			this.abortLate(this.timer.signal).catch(() => undefined);
		}
		try {
			const response = await send();
			stage = 'incompleteResponse';
			const { statusCode, headers, body } = isJsonObject(response) ? response : {};
			const status = Number(statusCode);
			return {
				status,
				headers: isJsonObject(headers) ? headers : {},
				body: await readBody(
					body,
					signal,
					isSuccess({ status }) ? reader?.open(status) : undefined,
				),
			};
		} catch (error) {
			throw signal.reason === TIME_IS_UP ? new DeadlineExceeded(stage, this.ms) : error;
		} finally {
			this.open.delete(controller);
			if (this.open.size === 0) this.stopTimer();
		}
	}

	private stopTimer(): void {
		this.timer?.abort(DONE);
		this.timer = undefined;
	}

	/** Checks the requests in the order of their start, including those that start during the check. */
	private async abortLate(signal: AbortSignal): Promise<void> {
		for (const [controller, end] of this.open) {
			await sleepUnlessAborted(end - performance.now(), signal);
			if (this.open.has(controller)) controller.abort(TIME_IS_UP);
		}
		// The next request starts a new timer.
		this.timer = undefined;
	}
}
