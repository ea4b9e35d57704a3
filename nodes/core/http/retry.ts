import type { JsonObject } from '../json';
import type { ParsedResponse, RawResponse, Transport } from './response';
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
	withLongPause,
} from '../errors/requestErrors';
import type { Permit } from './permit';
import type { QueuedRequest, RequestQueue } from './requestQueue';
import type { Clock } from '../clock';
import { MaxWaitExceeded } from './requestQueue';
import type { ResponseClass } from './classifyResponse';
import { classifyResponse } from './classifyResponse';
import { retryTime } from './retryAfter';
import type { Api, Operation, PlannedRequest } from '../operation';

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
/** The part of a delay that is left to chance. */
const JITTER = 0.5;

/** What all requests of one execution have in common. */
export interface SendContext {
	api: Api;
	operation: Operation;
	transport: Transport;
	queue: RequestQueue;
	clock: Clock;
	/** Returns a number from 0 to 1, so that retries of many executions do not come at once. */
	random: () => number;
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

/** How long to wait before a request is sent again. */
interface Delay {
	ms: number;
	/** How much of it the API asks for, which counts towards Max Wait. */
	asked: number;
}

/** One request on its way. */
interface Attempts {
	queued: QueuedRequest;
	/** How often it was sent. */
	count: number;
	/** Whether it has been sent and its outcome is not known yet. */
	inFlight: boolean;
	/** How often it failed for another reason than its rate. */
	failures: number;
	/** The last response that refused it for its rate. */
	refusal?: ParsedResponse;
}

/**
 * Sends one request, again where that is safe, and returns its outcome. Throws nothing.
 * A rate-limited request is sent again after the pause, as often as Max Wait allows.
 * A read is sent again after a failure that may pass; a write only where nothing was sent.
 */
export async function sendWithRetry(
	sendContext: SendContext,
	itemRequest: ItemRequest,
): Promise<Outcome> {
	const queued = { itemIndex: itemRequest.itemIndex, rateLimitedBefore: false, waited: 0 };
	const attempts: Attempts = { queued, count: 0, inFlight: false, failures: 0 };
	try {
		let outcome: Outcome | undefined;
		while (outcome === undefined) outcome = await attempt(sendContext, itemRequest, attempts);
		return outcome;
	} catch (error) {
		const { count, inFlight, refusal } = attempts;
		const context = errorContext(sendContext, itemRequest, count);
		if (error instanceof MaxWaitExceeded) {
			return { error: maxWaitError(sendContext.maxWait, refusal, context) };
		}
		if (sendContext.signal.aborted) return { error: stoppedError(context, inFlight) };
		return { error: unexpectedError(context, inFlight) };
	}
}

/** Sends once. Returns the outcome, or undefined where the request is to be sent again, after any wait. */
async function attempt(
	sendContext: SendContext,
	itemRequest: ItemRequest,
	attempts: Attempts,
): Promise<Outcome | undefined> {
	const { queue } = sendContext;
	const permit = await queue.acquire(attempts.queued);
	let reply: Reply;
	try {
		attempts.count += 1;
		attempts.inFlight = true;
		reply = await exchange(sendContext, itemRequest, permit);
		attempts.inFlight = false;
	} finally {
		queue.released(permit);
	}
	if (isSuccess(reply)) return { body: reply.result.body };
	attempts.queued.rateLimitedBefore = isRateLimited(reply);
	if (isRateLimited(reply)) {
		attempts.refusal = reply.response;
		return undefined;
	}
	attempts.failures += 1;
	const delay = delayBeforeRetry(sendContext, itemRequest, reply, attempts.failures);
	if (delay === undefined) {
		return { error: finalError(sendContext, itemRequest, reply, attempts.count) };
	}
	attempts.queued.waited += delay.asked;
	if (delay.asked > 0 && attempts.queued.waited > sendContext.maxWait) {
		return { error: withLongPause(finalError(sendContext, itemRequest, reply, attempts.count)) };
	}
	await sendContext.clock.sleep(delay.ms, sendContext.signal);
	return undefined;
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
		return { kind: 'networkError', error: classifyNetworkError(error) };
	}
	const response = parseResponse(raw);
	const result = classifyResponse(response, api, operation);
	if (result.kind === 'rateLimited') queue.rateLimited(permit, retryTime(response, clock.now()));
	else queue.accepted(permit);
	return { kind: 'response', response, result };
}

/** Returns how long to wait before the request is sent again, or undefined where it must not be. */
function delayBeforeRetry(
	{ clock, random, maxRetries, signal }: SendContext,
	{ request }: ItemRequest,
	reply: Reply,
	failures: number,
): Delay | undefined {
	if (signal.aborted || failures > maxRetries) return undefined;
	const read = request.method === 'GET';
	if (reply.kind === 'networkError') {
		const safe = reply.error.retryable && (read || reply.error.nothingSent);
		return safe ? { ms: retryDelay(failures, random()), asked: 0 } : undefined;
	}
	const { response, result } = reply;
	const now = clock.now();
	const named = retryTime(response, now);
	const passing = result.kind === 'unclear' || isPassing(response, named);
	// A response that was too much to be read would be so again.
	if (!read || !passing || response.excess !== undefined) return undefined;
	const asked = (named ?? now) - now;
	return { ms: Math.max(asked, retryDelay(failures, random())), asked };
}

/** An API that names a time with status 413 is short of room for a while (RFC 9110, 15.5.14). */
function isPassing({ status }: ParsedResponse, named: number | undefined): boolean {
	return status === 413 && named !== undefined;
}

function isSuccess(reply: Reply): reply is Responded<Extract<ResponseClass, { kind: 'success' }>> {
	return reply.kind === 'response' && reply.result.kind === 'success';
}

function isRateLimited(
	reply: Reply,
): reply is Responded<Extract<ResponseClass, { kind: 'rateLimited' }>> {
	return reply.kind === 'response' && reply.result.kind === 'rateLimited';
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

/**
 * Returns how long to wait after so many failures: twice as long each time, up to half a minute,
 * a quarter more or less as `random` (from 0 to 1) says.
 */
export function retryDelay(failures: number, random: number): number {
	const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
	return Math.round(delay * (1 + JITTER * (random - 0.5)));
}
