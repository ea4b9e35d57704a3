import type { JsonObject } from '../json';
import type { ParsedResponse, RawResponse } from './response';
import { parseResponse } from './response';
import type { NetworkError } from './networkError';
import { classifyNetworkError } from './networkError';
import type { ErrorDetails } from '../errors/nodeErrors';
import type { RequestErrorContext } from '../errors/requestErrors';
import {
	maxWaitError,
	networkErrorDetails,
	refusedError,
	stoppedError,
	unclearResponseError,
	unexpectedError,
} from '../errors/requestErrors';
import type { QueuedRequest, RequestQueue, Clock } from './requestQueue';
import { MaxWaitExceeded } from './requestQueue';
import type { ResponseClass } from './classifyResponse';
import { classifyResponse } from './classifyResponse';
import { retryTime } from './retryAfter';
import type { Api, HttpMethod, Operation, PlannedRequest } from '../operation';
import type { Permit } from './rateLimiter';

/** Sends one request and returns the response, whatever its status. Throws when none came. */
export type Transport = (request: PlannedRequest, signal: AbortSignal) => Promise<RawResponse>;

/** What all requests of one execution have in common. */
export interface SendContext {
	api: Api;
	operation: Operation;
	transport: Transport;
	queue: RequestQueue;
	clock: Clock;
	/** Aborts with the execution. One per request. */
	signal: AbortSignal;
	maxRetries: number;
	maxWait: number;
}

/** One item's request, and what keeps its secrets out of messages. */
export interface ItemRequest {
	itemIndex: number;
	request: PlannedRequest;
	redact: (text: string) => string;
}

/** What became of one request. */
export type Outcome = { body: JsonObject } | { error: ErrorDetails };

type Reply = Responded<ResponseClass> | { kind: 'networkError'; error: NetworkError };

interface Responded<V extends ResponseClass> {
	kind: 'response';
	response: ParsedResponse;
	result: V;
}

const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;

/**
 * Sends a request and retries it where that is safe: after a rate-limit response as long as Max Wait allows,
 * after other failures as often as Max Retries allows. Throws nothing.
 */
export async function sendWithRetry(
	sendContext: SendContext,
	itemRequest: ItemRequest,
): Promise<Outcome> {
	const queued: QueuedRequest = {
		itemIndex: itemRequest.itemIndex,
		rateLimitedBefore: false,
		waited: 0,
	};
	let attempts = 0;
	let inFlight = false;
	let failures = 0;
	let refusal: ParsedResponse | undefined;
	try {
		for (;;) {
			const permit = await sendContext.queue.acquire(queued);
			attempts += 1;
			inFlight = true;
			const reply = await exchange(sendContext, itemRequest, permit);
			inFlight = false;
			if (isSuccess(reply)) return { body: reply.result.body };
			queued.rateLimitedBefore = isRateLimited(reply);
			if (isRateLimited(reply)) {
				refusal = reply.response;
				continue;
			}
			failures += 1;
			const again = failures <= sendContext.maxRetries && !sendContext.signal.aborted;
			if (!again || !mayRetry(reply, itemRequest.request.method)) {
				return { error: finalError(sendContext, itemRequest, reply, attempts) };
			}
			await waitBeforeRetry(sendContext, failures);
		}
	} catch (error) {
		const context = errorContext(sendContext, itemRequest, attempts);
		if (error instanceof MaxWaitExceeded) {
			return { error: maxWaitError(sendContext.maxWait, refusal, context) };
		}
		// Between attempts the outcome is known: the one before was certainly not carried out.
		if (sendContext.signal.aborted) return { error: stoppedError(context, inFlight) };
		return { error: unexpectedError(context, inFlight) };
	}
}

async function exchange(
	sendContext: SendContext,
	itemRequest: ItemRequest,
	permit: Permit,
): Promise<Reply> {
	const { api, operation, queue, transport, clock, signal } = sendContext;
	let raw: RawResponse;
	try {
		raw = await transport(itemRequest.request, signal);
	} catch (error) {
		queue.released(permit);
		return { kind: 'networkError', error: classifyNetworkError(error) };
	}
	const response = parseResponse(raw);
	const result = classifyResponse(response, api, operation);
	if (result.kind === 'rateLimited')
		queue.rateLimited(permit, retryTime(response.headers, clock.now()));
	else queue.accepted(permit);
	return { kind: 'response', response, result };
}

function mayRetry(reply: Reply, method: HttpMethod): boolean {
	if (reply.kind === 'networkError') {
		return reply.error.retryable && (method === 'GET' || reply.error.nothingSent);
	}
	return method === 'GET' && reply.result.kind === 'unclear';
}

function isSuccess(reply: Reply): reply is Responded<Extract<ResponseClass, { kind: 'success' }>> {
	return reply.kind === 'response' && reply.result.kind === 'success';
}

function isRateLimited(
	reply: Reply,
): reply is Responded<Extract<ResponseClass, { kind: 'rateLimited' }>> {
	return reply.kind === 'response' && reply.result.kind === 'rateLimited';
}

async function waitBeforeRetry({ clock, signal }: SendContext, failures: number): Promise<void> {
	await clock.sleep(Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1)), signal);
}

function finalError(
	sendContext: SendContext,
	itemRequest: ItemRequest,
	reply: Reply,
	attempts: number,
): ErrorDetails {
	const context = errorContext(sendContext, itemRequest, attempts);
	if (reply.kind === 'networkError') {
		return sendContext.signal.aborted
			? stoppedError(context, !reply.error.nothingSent)
			: networkErrorDetails(reply.error, context);
	}
	const { response, result } = reply;
	if (result.kind === 'unclear') return unclearResponseError(result.because, response, context);
	return refusedError(response, context);
}

function errorContext(
	sendContext: SendContext,
	itemRequest: ItemRequest,
	attempts: number,
): RequestErrorContext {
	const { api, operation } = sendContext;
	return {
		api,
		operation,
		method: itemRequest.request.method,
		redact: itemRequest.redact,
		attempts,
	};
}
