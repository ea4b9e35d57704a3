import type { Clock } from '../time';
import { sleepUnlessAborted } from '../time';
import type { Failure, ParsedResponse } from './response';
import type { NetworkError } from './networkError';
import { bytesOf, responseKind, parseResponse, requestedWait } from './response';
import {
	classifyNetworkError,
	isNothingSent,
	isTransient,
	isProgrammingError,
} from './networkError';
import type { QueuedRequest, SharedLimiter } from './requestQueue';
import type { HttpRequest, Limits, SendCheck, SendRefusal } from '../request';
import { isRead, TOO_LARGE } from '../request';
import { MaxWaitExceeded, RequestQueue } from './requestQueue';
import type { Transport } from './transport';

/** Created once, because an error's stack is costly. */
const CLIENT_CLOSED = new Error('The client was closed.');

/**
 * If this many reads in a row have failed in all attempts, each read gets a single attempt until the API accepts or
 * rejects a request.
 */
const MAX_FAILED_READS = 10;
const MIN_RETRY_WAIT_MS = 1000;
const MAX_RETRY_WAIT_MS = 30_000;
/** A wait gets longer or shorter at random by up to this share. */
const JITTER_WIDTH = 0.5;

/** Undefined if the response isn't the expected success. */
export type ParseSuccess<Body> = (response: ParsedResponse) => Body | undefined;

export type Result<Body> = Success<Body> | Failure;

export interface Success<Body> {
	kind: 'success';
	/** The parsed response, or the parsed pages of a list. */
	body: Body;
	/** The response as the API sent it. For a list, its last page. */
	response: ParsedResponse;
	/** Bytes of text in the response, or in all pages of a list. */
	bytes: number;
	attempts: number;
	/** True if the list may have more pages. */
	isCut?: true;
	/** True if other items use the same body. */
	isShared?: true;
}

/** Times are in milliseconds. */
export interface ClientOptions extends Omit<Limits, 'timeout'> {
	transport: Transport;
	/** All clients with the same rate limit share this limiter. */
	limiter: SharedLimiter;
	clock: Clock;
	/** A random number from 0 to 1. It keeps parallel executions from sending retries and checks at the same time. */
	random?: () => number;
	/** Closes the client when it aborts. */
	signal?: AbortSignal | undefined;
	/** Receives events for the log. */
	observe: (sent: SentRequest, event: ClientEvent) => void;
	/** Time for all requests together. If omitted, the client runs until it's closed. */
	budget?: number;
}

/** Times are in milliseconds. */
type ClientEvent =
	| { kind: 'response'; response: ParsedResponse; ms: number }
	| { kind: 'networkError'; error: NetworkError; ms: number }
	/** The client resends the request after a wait. */
	| { kind: 'retry'; ms: number }
	/** The API throttled this request, so all requests wait. */
	| { kind: 'pause'; ms: number }
	| { kind: 'unexpected'; error: unknown };

export interface SendOptions {
	/** The request's place in the queue. Defaults to the item's position. */
	order?: number;
	check?: SendCheck | undefined;
	/** Set for a check before a change: how many milliseconds the change has waited. */
	waited?: number | undefined;
}

interface SentRequest {
	request: HttpRequest;
	index: number;
	attempts: number;
}

interface PendingRequest<Body> extends QueuedRequest, SentRequest {
	parse: ParseSuccess<Body>;
	check: SendCheck | undefined;
	/** Number of failures so far, not counting 429s. */
	failures: number;
	maybeSent: boolean;
	/** The last 429 for this request. */
	throttled?: ParsedResponse;
}

type AttemptResult<Body> =
	| Success<Body>
	| { kind: 'rejected' | 'unclear'; response: ParsedResponse }
	| { kind: 'throttled'; response: ParsedResponse }
	| { kind: 'network'; error: NetworkError };

/** A failure after which the request may be resent. */
type AttemptFailure = Extract<Failure, { kind: 'network' | 'rejected' | 'unclear' }>;

/** Sends requests within the rate limit and retries them when that's safe. Close it after the last request. */
export class Client {
	readonly queue: RequestQueue;
	private readonly controller = new AbortController();
	readonly signal = this.controller.signal;
	readonly random: () => number;
	/**
	 * Each task has an abort controller of its own, because Node.js 20 warns of a leak if more than ten tasks listen to
	 * the same signal.
	 */
	private readonly running = new Set<AbortController>();
	private deadline = Infinity;
	/** Number of reads in a row that failed in all attempts. */
	private failedReads = 0;

	constructor(private readonly options: ClientOptions) {
		const { limiter, clock, random = Math.random, signal, budget } = options;
		this.random = random;
		if (signal?.aborted === true) this.close();
		signal?.addEventListener('abort', this.close, { signal: this.signal });
		// Uses the machine's clock even if the client has another clock, because n8n times polls by the machine's.
		if (budget !== undefined) this.closeAfter(budget, sleepUnlessAborted);
		this.queue = new RequestQueue(limiter, clock, options, this.signal);
	}

	get isOutOfTime(): boolean {
		return this.options.clock.elapsed() >= this.deadline;
	}

	/** Ends all active and queued requests. */
	readonly close = (): void => {
		this.controller.abort(CLIENT_CLOSED);
		for (const controller of this.running) controller.abort(CLIENT_CLOSED);
	};

	closeAfter(ms: number, sleep: Clock['sleep'] = this.options.clock.sleep): void {
		this.deadline = this.options.clock.elapsed() + ms;
		this.withController(async ({ signal }) => {
			await sleep.call(this.options.clock, ms, signal);
			this.deadline = -Infinity;
			this.close();
		}).catch(() => undefined);
	}

	/** Rejects if the client is closed before or during the wait. */
	async sleep(ms: number): Promise<void> {
		await this.withController(async ({ signal }) => {
			await this.options.clock.sleep(ms, signal);
		});
	}

	/**
	 * Runs a task with an abort controller. It aborts with the client, or when the task calls it. It doesn't abort
	 * afterward, because n8n's helper would destroy a finished connection.
	 */
	private async withController<T>(task: (controller: AbortController) => Promise<T>): Promise<T> {
		const controller = new AbortController();
		if (this.signal.aborted) controller.abort(CLIENT_CLOSED);
		this.running.add(controller);
		try {
			return await task(controller);
		} finally {
			this.running.delete(controller);
		}
	}

	/**
	 * Sends a request. Never throws. As long as Max Wait allows, resends throttled requests, reads after temporary
	 * failures, and changes that the API can't have received. `index` is the item's position.
	 */
	async send<Body>(
		request: HttpRequest,
		index: number,
		parse: ParseSuccess<Body>,
		{ order = index, check, waited }: SendOptions = {},
	): Promise<Result<Body>> {
		const precedesChange = waited !== undefined;
		const queued = { order, throttledBefore: false, waited: waited ?? 0, precedesChange };
		const counters = { attempts: 0, failures: 0, maybeSent: false };
		const pending: PendingRequest<Body> = { request, index, parse, check, ...queued, ...counters };
		try {
			return await this.sendUntilSettled(pending);
		} catch (error) {
			return this.failureOf(error, pending);
		} finally {
			this.queue.finish(pending);
		}
	}

	private async sendUntilSettled<Body>(pending: PendingRequest<Body>): Promise<Result<Body>> {
		for (;;) {
			const refusal = await this.acquireChecked(pending);
			if (refusal !== undefined) {
				const { attempts, maybeSent } = pending;
				return { kind: 'withdrawn', error: refusal, attempts, maybeSent };
			}
			const result = await this.attempt(pending);
			if (result.kind === 'success') return result;
			// The queue holds the request until the API accepts requests again.
			if (result.kind === 'throttled') continue;
			const { attempts, maybeSent } = pending;
			const failure: AttemptFailure = { ...result, attempts, maybeSent };
			const ms = this.waitBeforeRetry(failure, pending);
			if (ms === undefined) return failure;
			this.options.observe(pending, { kind: 'retry', ms });
			await this.sleep(ms);
		}
	}

	/**
	 * Waits until a request may be sent. After a long wait, runs its check, and returns the reason if it must not be
	 * sent.
	 */
	private async acquireChecked<Body>(
		pending: PendingRequest<Body>,
	): Promise<SendRefusal | undefined> {
		const { check } = pending;
		await this.queue.acquire(pending);
		while (check?.isDue() === true) {
			const refusal = await this.queue.giveWay(pending, check.findRefusal);
			if (refusal !== undefined) return refusal;
			await this.queue.acquire(pending);
		}
		return undefined;
	}

	/** Sends once, and stores what the result shows about the request. */
	private async attempt<Body>(pending: PendingRequest<Body>): Promise<AttemptResult<Body>> {
		const { maybeSent } = pending;
		pending.attempts += 1;
		// If the attempt throws, this stays true.
		pending.maybeSent = true;
		const result = await this.sendOnce(pending);
		if (result.kind === 'throttled') pending.throttled = result.response;
		if (result.kind === 'rejected' || result.kind === 'success') this.failedReads = 0;
		if (hadNoEffect(result)) pending.maybeSent = maybeSent;
		return result;
	}

	private async sendOnce<Body>(pending: PendingRequest<Body>): Promise<AttemptResult<Body>> {
		const { queue } = this;
		const { clock, observe, transport } = this.options;
		const { request } = pending;
		const startedAt = clock.elapsed();
		const raw = await this.withController(
			async (controller) => await transport(request, controller),
		).catch(networkErrorOf);
		const ms = clock.elapsed() - startedAt;
		if ('kind' in raw) {
			queue.returnPermit(pending, 'unanswered');
			observe(pending, { kind: 'networkError', error: raw, ms });
			return { kind: 'network', error: raw };
		}
		const response = parseResponse(raw);
		observe(pending, { kind: 'response', response, ms });
		const kind = responseKind(response, request);
		if (kind === 'throttled') {
			const until = queue.returnPermit(pending, 'throttled', retryTime(response, startedAt, clock));
			if (until !== undefined) observe(pending, { kind: 'pause', ms: until - clock.elapsed() });
			return { kind, response };
		}
		queue.returnPermit(pending, 'accepted');
		if (kind !== 'success') return { kind, response };
		const { broken, excess } = response;
		const body = (broken ?? excess) === undefined ? pending.parse(response) : undefined;
		if (body === undefined) return { kind: 'unclear', response };
		return { kind, body, response, bytes: bytesOf(raw.body), attempts: pending.attempts };
	}

	/** Milliseconds until the next attempt. Undefined if the failure is final. */
	private waitBeforeRetry<Body>(
		failure: AttemptFailure,
		pending: PendingRequest<Body>,
	): number | undefined {
		const { clock, maxWait } = this.options;
		this.signal.throwIfAborted();
		if ('response' in failure) failure.retryAfter = requestedWait(failure.response, clock.now());
		if (!mayRetry(pending.request, failure) || !this.takeRetry(pending)) return undefined;
		const { retryAfter = 0 } = failure;
		if (retryAfter > 0 && !this.queue.addWait(pending, retryAfter)) {
			failure.maxWait = maxWait;
			return undefined;
		}
		return retryWait(pending.failures, this.random(), retryAfter);
	}

	/** Counts the failure. Returns false if no further attempt is allowed. */
	private takeRetry<Body>(pending: PendingRequest<Body>): boolean {
		const { maxRetries } = this.options;
		const isReading = isRead(pending.request);
		pending.failures += 1;
		const isOutage = isReading && this.failedReads >= MAX_FAILED_READS;
		if (pending.failures <= (isOutage ? 0 : maxRetries)) return true;
		if (isReading) this.failedReads += 1;
		return false;
	}

	private failureOf<Body>(error: unknown, pending: PendingRequest<Body>): Failure {
		const { clock, maxWait, observe } = this.options;
		const { attempts, maybeSent, throttled: response } = pending;
		const details = { attempts, maybeSent };
		if (error instanceof MaxWaitExceeded) {
			const retryAfter = error.until - clock.elapsed();
			const throttled = response && { response };
			return { kind: 'rateLimited', ...throttled, maxWait, retryAfter, ...details };
		}
		if (this.signal.aborted) return { kind: 'stopped', ...details };
		observe(pending, { kind: 'unexpected', error });
		return { kind: 'unexpected', error, ...details };
	}
}

/** Counts the API's wait from the time when the request was sent, because the API may count from then. */
function retryTime(response: ParsedResponse, startedAt: number, clock: Clock) {
	const waitMs = requestedWait(response, clock.now() - (clock.elapsed() - startedAt));
	return waitMs === undefined ? undefined : startedAt + waitMs;
}

/** Rethrows programming errors, so that they aren't reported as network errors. */
function networkErrorOf(thrown: unknown): NetworkError {
	if (isProgrammingError(thrown)) throw thrown;
	return classifyNetworkError(thrown);
}

/** True if the API can't have applied the request. */
function hadNoEffect<Body>(result: AttemptResult<Body>): boolean {
	if (result.kind === 'network') return isNothingSent(result.error);
	return result.kind === 'rejected' || result.kind === 'throttled';
}

/**
 * The client may resend a read unless it would fail again in the same way, and a change only if the API can't have
 * received it.
 */
function mayRetry(request: HttpRequest, failure: AttemptFailure): boolean {
	if (failure.kind === 'network') {
		return isTransient(failure.error) && (isRead(request) || isNothingSent(failure.error));
	}
	if (!isRead(request)) return false;
	// A response that was too large will be too large again.
	if (failure.kind === 'unclear') {
		const { broken, excess } = failure.response;
		return excess === undefined && broken?.isLasting !== true;
	}
	// A 413 with a retry time means that the server lacks space for now (RFC 9110, 15.5.14).
	return failure.response.status === TOO_LARGE && failure.retryAfter !== undefined;
}

/**
 * Milliseconds until the next attempt. They double after each failure up to half a minute, vary by a quarter, and are
 * never fewer than `retryAfter`.
 */
function retryWait(failures: number, random: number, retryAfter: number): number {
	const wait = Math.min(MAX_RETRY_WAIT_MS, MIN_RETRY_WAIT_MS * 2 ** (failures - 1));
	return Math.max(retryAfter, Math.round(wait * (1 + JITTER_WIDTH * (random - 0.5))));
}
