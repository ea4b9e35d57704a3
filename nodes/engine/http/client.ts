import type { Clock } from '../time';
import { sleepUnlessAborted } from '../time';
import type { JsonObject } from '../json';
import type { Failure, ParsedResponse, NetworkError } from './response';
import {
	bytesOf,
	responseKind,
	parseResponse,
	requestedWait,
	classifyNetworkError,
	isNothingSent,
	isPassing,
	isProgrammingError,
} from './response';
import type { Permit } from './rateLimiter';
import type { QueuedRequest, QueueLimits, SharedLimiter } from './requestQueue';
import type { HttpRequest } from '../request';
import { isRead } from '../request';
import { MaxWaitExceeded, RequestQueue } from './requestQueue';
import type { Transport } from './transport';

/** Made once: it has a stack. */
const CLOSED = new Error('The client was closed.');

/** After this many consecutive reads have failed in all their attempts, each gets one attempt until one succeeds. */
const MAX_FAILED_READS = 10;
const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** The random part of a delay. */
const JITTER = 0.5;
const TOO_LARGE = 413;

/** Returns the body of a success, or undefined if the response isn't one. */
export type ParseSuccess<Body> = (response: ParsedResponse) => Body | undefined;

export type Result<Body> = Success<Body> | Failure;

interface Success<Body> {
	kind: 'success';
	status: number;
	body: Body;
	headers: JsonObject;
	/** How many bytes of text the response had, or all pages of a list together. */
	bytes: number;
	attempts: number;
	/** Whether there may be more than the pages that were read. */
	isCut?: true;
}

/** A client's transport, helpers and limits. Times are in milliseconds. */
export interface ClientOptions extends QueueLimits {
	transport: Transport;
	/** Shared by all clients that the API counts together. */
	limiter: SharedLimiter;
	clock: Clock;
	/** Returns a number from 0 to 1, so that retries of many executions aren't sent at the same time. */
	random?: () => number;
	/** Closes the client when it aborts. */
	signal?: AbortSignal | undefined;
	/** Receives events for the log. */
	observe: (sent: SentRequest, event: ClientEvent) => void;
	/** How long all requests together may take. Left out: until the client is closed. */
	budget?: number;
	maxRetries: number;
}

/** One event of a request. Times are in milliseconds. */
type ClientEvent =
	| { kind: 'response'; response: ParsedResponse; ms: number }
	| { kind: 'networkError'; error: NetworkError; ms: number }
	/** It is sent again after a wait. */
	| { kind: 'retry'; ms: number }
	/** The API throttled it, so all others wait as well. */
	| { kind: 'pause'; ms: number }
	| { kind: 'unexpected'; error: unknown };

/** One request, the position of its item, and how often it was sent. */
interface SentRequest {
	request: HttpRequest;
	index: number;
	attempts: number;
}

/** A request in progress. */
interface PendingRequest<Body> extends QueuedRequest, SentRequest {
	parse: ParseSuccess<Body>;
	/** How often it failed for another reason than its rate. */
	failures: number;
	/** Milliseconds that the API asked to pause after such failures. They pause no other request. */
	paused: number;
	maybeSent: boolean;
	/** The last response that throttled it. */
	throttled?: ParsedResponse;
}

type AttemptResult<Body> =
	| Success<Body>
	| { kind: 'rejected' | 'unclear'; response: ParsedResponse }
	| { kind: 'throttled'; response: ParsedResponse }
	| { kind: 'network'; error: NetworkError };

/** Sends requests within the rate limit, and retries them if that's safe. Close it when nothing more is sent. */
export class Client {
	readonly queue: RequestQueue;
	private readonly controller = new AbortController();
	/** Aborts when the client is closed. */
	readonly signal = this.controller.signal;
	/** One for each task: Node 20 warns of a leak when more than ten listen to the same signal. */
	private readonly running = new Set<AbortController>();
	private deadline = Infinity;
	/** How many consecutive reads have failed in all their attempts. */
	private failedReads = 0;

	constructor(private readonly options: ClientOptions) {
		const { limiter, clock, signal, budget } = options;
		if (signal?.aborted === true) this.close();
		signal?.addEventListener('abort', this.close, { signal: this.signal });
		// The machine's clock, even if the client has another: n8n counts a poll's time with it.
		if (budget !== undefined) this.closeAfter(budget, sleepUnlessAborted);
		this.queue = new RequestQueue(limiter, clock, options, this.signal);
	}

	/** Whether the time for all requests is up. */
	get isOutOfTime(): boolean {
		return this.options.clock.elapsed() >= this.deadline;
	}

	/** Ends all requests in progress or waiting, and sends nothing more. */
	readonly close = (): void => {
		this.controller.abort(CLOSED);
		for (const controller of this.running) controller.abort(CLOSED);
	};

	/** Closes the client after this many milliseconds. */
	closeAfter(ms: number, sleep: Clock['sleep'] = this.options.clock.sleep): void {
		this.deadline = this.options.clock.elapsed() + ms;
		this.run(async ({ signal }) => {
			await sleep.call(this.options.clock, ms, signal);
			this.deadline = -Infinity;
			this.close();
		}).catch(() => undefined);
	}

	/** Waits that many milliseconds. Throws if the client is closed before or during the wait. */
	async sleep(ms: number): Promise<void> {
		await this.run(async ({ signal }) => {
			await this.options.clock.sleep(ms, signal);
		});
	}

	/**
	 * Runs a task with its own abort controller, which aborts with the client, or if the task itself aborts it. Once the
	 * task is done it never aborts: n8n's helper would destroy a connection that is already finished.
	 */
	private async run<T>(task: (controller: AbortController) => Promise<T>): Promise<T> {
		const controller = new AbortController();
		if (this.signal.aborted) controller.abort(CLOSED);
		this.running.add(controller);
		try {
			return await task(controller);
		} finally {
			this.running.delete(controller);
		}
	}

	/**
	 * Sends one request and returns its result. Throws nothing. A throttled request is sent again after the pause, as
	 * often as Max Wait allows; a read after a failure that may be temporary; a write only if nothing was sent. `index` is
	 * the position of its item, and `order` its place in the queue.
	 */
	async send<Body>(
		request: HttpRequest,
		index: number,
		parse: ParseSuccess<Body>,
		order = index,
	): Promise<Result<Body>> {
		const queued = { order, throttledBefore: false, waited: 0 };
		const facts = { attempts: 0, failures: 0, paused: 0, maybeSent: false };
		const pending: PendingRequest<Body> = { request, index, parse, ...queued, ...facts };
		try {
			for (;;) {
				const result = await this.withPermit(pending);
				if (result.kind === 'success') return result;
				if (result.kind === 'throttled') {
					// The queue waits.
					pending.throttled = result.response;
					continue;
				}
				const { attempts, maybeSent } = pending;
				const failure = await this.waitBeforeRetry({ ...result, attempts, maybeSent }, pending);
				if (failure !== undefined) return failure;
			}
		} catch (error) {
			return this.thrown(error, pending);
		} finally {
			this.queue.finished(pending);
		}
	}

	/** Sends once, as soon as the rate limit allows. */
	private async withPermit<Body>(pending: PendingRequest<Body>): Promise<AttemptResult<Body>> {
		const { maybeSent } = pending;
		const permit = await this.queue.acquire(pending);
		try {
			pending.attempts += 1;
			pending.maybeSent = true;
			const result = await this.sendOnce(pending, permit);
			pending.throttledBefore = result.kind === 'throttled';
			const isRejected = result.kind === 'rejected';
			if (isRejected || result.kind === 'success') this.failedReads = 0;
			const isCertain = result.kind === 'network' ? isNothingSent(result.error) : isRejected;
			if (isCertain || pending.throttledBefore) pending.maybeSent = maybeSent;
			return result;
		} finally {
			this.queue.endPermit(permit, 'released');
		}
	}

	private async sendOnce<Body>(
		pending: PendingRequest<Body>,
		permit: Permit,
	): Promise<AttemptResult<Body>> {
		const { queue } = this;
		const { clock, observe, transport } = this.options;
		const { request } = pending;
		const startedAt = clock.elapsed();
		const raw = await this.run(async (controller) => await transport(request, controller)).catch(
			networkErrorOf,
		);
		const ms = clock.elapsed() - startedAt;
		if ('kind' in raw) {
			observe(pending, { kind: 'networkError', error: raw, ms });
			return { kind: 'network', error: raw };
		}
		const response = parseResponse(raw);
		observe(pending, { kind: 'response', response, ms });
		const kind = responseKind(response, request);
		if (kind === 'throttled') {
			const until = queue.endPermit(permit, 'throttled', retryTime(response, permit, clock));
			if (until !== undefined) observe(pending, { kind: 'pause', ms: until - clock.elapsed() });
			return { kind, response };
		}
		queue.endPermit(permit, 'accepted');
		if (kind !== 'success') return { kind, response };
		const { broken, excess } = response;
		const body = (broken ?? excess) === undefined ? pending.parse(response) : undefined;
		if (body === undefined) return { kind: 'unclear', response };
		const { status, headers } = response;
		return { kind, status, body, headers, bytes: bytesOf(raw.body), attempts: pending.attempts };
	}

	/** Waits before the next attempt. Returns the failure if there won't be one. */
	private async waitBeforeRetry<Body>(
		failure: Failure,
		pending: PendingRequest<Body>,
	): Promise<Failure | undefined> {
		const { clock, maxWait, observe, random = Math.random } = this.options;
		const { request, attempts, maybeSent } = pending;
		const hasResponse = 'response' in failure;
		if (hasResponse) failure.retryAfter = requestedWait(failure.response, clock.now());
		pending.failures += 1;
		if (this.signal.aborted) return { kind: 'stopped', attempts, maybeSent };
		if (!mayRetry(request, failure)) return failure;
		const read = isRead(request);
		const maxRetries = read && this.failedReads >= MAX_FAILED_READS ? 0 : this.options.maxRetries;
		if (pending.failures > maxRetries) {
			if (read) this.failedReads += 1;
			return failure;
		}
		const { retryAfter = 0 } = failure;
		pending.paused += retryAfter;
		if (hasResponse && retryAfter > 0 && pending.paused > maxWait) {
			return { ...failure, pauseTooLong: true };
		}
		const ms = retryDelay(pending.failures, random(), retryAfter);
		observe(pending, { kind: 'retry', ms });
		await this.sleep(ms);
		return undefined;
	}

	private thrown<Body>(error: unknown, pending: PendingRequest<Body>): Failure {
		const { maxWait, observe } = this.options;
		const { attempts, maybeSent, throttled } = pending;
		const facts = { attempts, maybeSent };
		if (error instanceof MaxWaitExceeded) {
			return throttled === undefined
				? { kind: 'blocked', maxWait, ...facts }
				: { kind: 'throttled', response: throttled, maxWait, ...facts };
		}
		if (this.signal.aborted) return { kind: 'stopped', ...facts };
		observe(pending, { kind: 'unexpected', error });
		return { kind: 'unexpected', error, ...facts };
	}
}

/**
 * When the API accepts requests again, if it sets a time. Seconds count from the time the request was sent: the API's
 * clock may have started by then.
 */
function retryTime(response: ParsedResponse, { startedAt }: Permit, clock: Clock) {
	const asked = requestedWait(response, clock.now() - (clock.elapsed() - startedAt));
	return asked === undefined ? undefined : startedAt + asked;
}

/** Rethrows programming errors; the rest are network errors. */
function networkErrorOf(thrown: unknown): NetworkError {
	if (isProgrammingError(thrown)) throw thrown;
	return classifyNetworkError(thrown);
}

/** A read may be sent again if that may help, a write only if nothing of it was sent. */
function mayRetry(request: HttpRequest, failure: Failure): boolean {
	if (failure.kind === 'network') {
		return isPassing(failure.error) && (isRead(request) || isNothingSent(failure.error));
	}
	if (!isRead(request)) return false;
	// A response that was too large would be too large again.
	if (failure.kind === 'unclear') {
		const { broken, excess } = failure.response;
		return excess === undefined && broken?.isLasting !== true;
	}
	// An API that sets a time with this status is short of space for a while (RFC 9110, 15.5.14).
	const isTooLarge = failure.kind === 'rejected' && failure.response.status === TOO_LARGE;
	return isTooLarge && failure.retryAfter !== undefined;
}

/**
 * Milliseconds before the next attempt after this many failed ones: twice as long each time, up to half a minute, plus
 * or minus a quarter by `random` (from 0 to 1), and no sooner than the API asks for.
 */
function retryDelay(failures: number, random: number, retryAfter: number): number {
	const delay = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1));
	return Math.max(retryAfter, Math.round(delay * (1 + JITTER * (random - 0.5))));
}
