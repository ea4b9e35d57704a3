import type { Clock } from '../clock';
import { sleepUnlessAborted } from '../clock';
import type { JsonObject } from '../json';
import type { Failure } from './failure';
import { responseKind } from './failure';
import { Lifetime } from './lifetime';
import type { NetworkError } from './networkError';
import { classifyNetworkError, isNothingSent, isProgrammingError } from './networkError';
import type { Permit } from './rateLimiter';
import type { HttpRequest } from './request';
import { isRead } from './request';
import type { QueuedRequest, SharedLimiter } from './requestQueue';
import { MaxWaitExceeded, RequestQueue } from './requestQueue';
import type { ParsedResponse, RawResponse } from './response';
import { parseResponse } from './response';
import { mayRetry, retryDelay, retryTime } from './retryPolicy';
import type { FailedAttempt } from './retryPolicy';
import type { Transport } from './transport';

/** After so many reads in a row that failed in all their attempts, each gets one attempt until one succeeds. */
const MAX_FAILED_READS = 10;

/** Returns the body of a success, or undefined where the response is none. */
export type BodyOf<Body> = (response: ParsedResponse) => Body | undefined;

/** What became of a request. */
export type Result<Body> = { kind: 'success'; body: Body; headers: JsonObject } | Failure;

/** What a client may take. Times are in milliseconds. */
export interface ClientLimits {
	/** How long all requests together may take. Left out: until the client is closed. */
	budget?: number;
	/** How long one request may wait for the rate limit. */
	maxWait: number;
	maxRetries: number;
	maxConcurrency: number;
}

/** What a client sends with. */
export interface ClientOptions {
	transport: Transport;
	/** Shared by all clients that the API counts together. */
	limiter: SharedLimiter;
	clock: Clock;
	/** Returns a number from 0 to 1, so that retries of many executions do not come at once. */
	random: () => number;
	/** Closes the client when it aborts. */
	signal?: AbortSignal | undefined;
	/** Told what happens, for the log. */
	observe: (event: ClientEvent) => void;
}

/** What happens to a request. Times are in milliseconds. */
type Happening =
	| { kind: 'response'; response: ParsedResponse; ms: number }
	| { kind: 'networkError'; error: NetworkError; ms: number }
	/** It is sent again after a wait. */
	| { kind: 'retry'; ms: number }
	/** The API throttled it, and so all others wait as well. */
	| { kind: 'pause'; ms: number }
	| { kind: 'unexpected'; error: unknown };

/** One thing that happened to a request, by its position and the number of its attempt. */
export type ClientEvent = { request: HttpRequest; index: number; attempt: number } & Happening;

/** One request on its way. */
interface Attempts<Body> {
	request: HttpRequest;
	index: number;
	bodyOf: BodyOf<Body>;
	queued: QueuedRequest;
	/** How often it was sent. */
	count: number;
	/** How often it failed for another reason than its rate. */
	failures: number;
	maybeSent: boolean;
	/** What it was last sent with. */
	permit?: Permit;
	/** The last response that throttled it. */
	throttled?: ParsedResponse;
}

type Attempt<Body> =
	| { kind: 'success'; body: Body; headers: JsonObject }
	| { kind: 'throttled'; response: ParsedResponse }
	| FailedAttempt;

/**
 * Sends requests, each again where that is safe, within the rate limit. To be closed when nothing more is to be sent.
 */
export class Client {
	readonly clock: Clock;
	/** Returns a number from 0 to 1. */
	readonly random: () => number;
	private readonly lifetime: Lifetime;
	private readonly queue: RequestQueue;
	/** How many reads in a row have failed in all their attempts. */
	private failedReads = 0;

	constructor(
		private readonly options: ClientOptions,
		private readonly limits: ClientLimits,
	) {
		const { limiter, clock, random, signal } = options;
		this.clock = clock;
		this.random = random;
		this.lifetime = new Lifetime(clock, signal);
		// The machine's clock, whatever the client's: so n8n counts the time of a poll.
		if (limits.budget !== undefined) this.lifetime.endAfter(limits.budget, sleepUnlessAborted);
		this.queue = new RequestQueue(limiter, clock, limits, this.signal);
	}

	/** Aborts when the client is closed. */
	get signal(): AbortSignal {
		return this.lifetime.signal;
	}

	/** Whether the time for all requests is up. */
	get isOutOfTime(): boolean {
		return this.lifetime.isOutOfTime;
	}

	/** How often the client waited for the rate limit, and for how long in all. */
	get rateLimitWaits(): RequestQueue['rateLimitWaits'] {
		return this.queue.rateLimitWaits;
	}

	/** Ends what is in progress or waiting, and sends nothing more. */
	readonly close = (): void => {
		this.lifetime.end();
	};

	/** Closes the client after so many milliseconds. */
	closeAfter(ms: number): void {
		this.lifetime.endAfter(ms, this.clock.sleep.bind(this.clock));
	}

	/** Waits that many milliseconds. Throws when the client is closed before or meanwhile. */
	async sleep(ms: number): Promise<void> {
		await this.lifetime.run(async (signal) => {
			await this.clock.sleep(ms, signal);
		});
	}

	/**
	 * Sends one request and returns what became of it. Throws nothing.
	 * A throttled request is sent again after the pause, as often as Max Wait allows; a read after a failure that may
	 * pass; a write only where nothing was sent. `index` is the position of its item, and `order` its place in the queue.
	 */
	async send<Body>(
		request: HttpRequest,
		index: number,
		bodyOf: BodyOf<Body>,
		order = index,
	): Promise<Result<Body>> {
		const queued = { itemIndex: order, throttledBefore: false, waited: 0 };
		const facts = { count: 0, failures: 0, maybeSent: false };
		const attempts: Attempts<Body> = { request, index, bodyOf, queued, ...facts };
		try {
			for (;;) {
				const result = await this.attempt(attempts);
				if (result !== undefined) return result;
			}
		} catch (error) {
			return this.thrown(error, attempts);
		} finally {
			if (attempts.permit !== undefined) this.queue.finished(attempts.permit);
		}
	}

	/** Sends once. Returns undefined where the request is to be sent again, after any wait. */
	private async attempt<Body>(attempts: Attempts<Body>): Promise<Result<Body> | undefined> {
		const attempt = await this.exchange(attempts);
		attempts.queued.throttledBefore = attempt.kind === 'throttled';
		if (attempt.kind === 'throttled') {
			attempts.throttled = attempt.response;
			return undefined;
		}
		if (attempt.kind === 'success' || attempt.kind === 'rejected') this.failedReads = 0;
		return attempt.kind === 'success' ? attempt : await this.retried(attempt, attempts);
	}

	/** Waits before the next attempt. Returns the failure where there is to be none. */
	private async retried<Body>(
		attempt: FailedAttempt,
		attempts: Attempts<Body>,
	): Promise<Failure | undefined> {
		const { clock, random } = this;
		const { request, queued, count: sent, maybeSent } = attempts;
		const failure: Failure = { ...attempt, attempts: sent, maybeSent };
		const now = clock.now();
		const until = attempt.kind === 'network' ? undefined : retryTime(attempt.response, now);
		attempts.failures += 1;
		if (this.signal.aborted) return { kind: 'stopped', attempts: sent, maybeSent };
		if (!mayRetry(request, attempt, until !== undefined)) return failure;
		if (attempts.failures > this.maxRetries(request)) {
			if (isRead(request)) this.failedReads += 1;
			return failure;
		}
		const asked = (until ?? now) - now;
		queued.waited += asked;
		if (asked > 0 && queued.waited > this.limits.maxWait && failure.kind !== 'network') {
			return { ...failure, pauseTooLong: true };
		}
		const ms = retryDelay(attempts.failures, random(), asked);
		this.observe({ kind: 'retry', ms }, attempts);
		await this.sleep(ms);
		return undefined;
	}

	private maxRetries(request: HttpRequest): number {
		const isSpent = isRead(request) && this.failedReads >= MAX_FAILED_READS;
		return isSpent ? 0 : this.limits.maxRetries;
	}

	private async exchange<Body>(attempts: Attempts<Body>): Promise<Attempt<Body>> {
		const { queue } = this;
		const before = attempts.maybeSent;
		const permit = await queue.acquire(attempts.queued, attempts.permit);
		attempts.permit = permit;
		try {
			attempts.count += 1;
			attempts.maybeSent = true;
			const startedAt = this.clock.now();
			const attempt = await this.respond(attempts, permit, startedAt);
			const isCertain =
				attempt.kind === 'network'
					? isNothingSent(attempt.error)
					: attempt.kind === 'rejected' || attempt.kind === 'throttled';
			if (isCertain) attempts.maybeSent = before;
			return attempt;
		} finally {
			queue.released(permit);
		}
	}

	private async respond<Body>(
		attempts: Attempts<Body>,
		permit: Permit,
		startedAt: number,
	): Promise<Attempt<Body>> {
		const { transport } = this.options;
		const { queue, clock } = this;
		let raw: RawResponse;
		try {
			raw = await this.lifetime.run(async (signal) => await transport(attempts.request, signal));
		} catch (thrown) {
			const ms = clock.now() - startedAt;
			return this.withoutResponse(thrown, ms, attempts);
		}
		const response = parseResponse(raw);
		this.observe({ kind: 'response', response, ms: clock.now() - startedAt }, attempts);
		const kind = responseKind(response, attempts.request);
		if (kind === 'throttled') {
			// Seconds count from when the request went: by then the API's clock may have started.
			const until = queue.throttled(permit, retryTime(response, permit.startedAt));
			if (until !== undefined) this.observe({ kind: 'pause', ms: until - clock.now() }, attempts);
			return { kind, response };
		}
		queue.accepted(permit);
		if (kind !== 'success') return { kind, response };
		const body = response.excess === undefined ? attempts.bodyOf(response) : undefined;
		const { headers } = response;
		return body === undefined ? { kind: 'unclear', response } : { kind, body, headers };
	}

	/** Throws what a defect threw: only the network fails. */
	private withoutResponse<Body>(
		thrown: unknown,
		ms: number,
		attempts: Attempts<Body>,
	): FailedAttempt {
		if (isProgrammingError(thrown)) throw thrown;
		const error = classifyNetworkError(thrown);
		this.observe({ kind: 'networkError', error, ms }, attempts);
		return { kind: 'network', error };
	}

	private thrown<Body>(error: unknown, attempts: Attempts<Body>): Failure {
		const { maxWait } = this.limits;
		const facts = { attempts: attempts.count, maybeSent: attempts.maybeSent };
		if (error instanceof MaxWaitExceeded) {
			return attempts.throttled === undefined
				? { kind: 'blocked', maxWait, ...facts }
				: { kind: 'throttled', response: attempts.throttled, maxWait, ...facts };
		}
		if (this.signal.aborted) return { kind: 'stopped', ...facts };
		this.observe({ kind: 'unexpected', error }, attempts);
		return { kind: 'unexpected', error, ...facts };
	}

	private observe<Body>(happening: Happening, { request, index, count }: Attempts<Body>): void {
		this.options.observe({ ...happening, request, index, attempt: count });
	}
}
