import type { Clock } from '../time';
import { sleepUnlessAborted } from '../time';
import type { JsonObject } from '../json';
import type { Failure, ParsedResponse } from './response';
import { responseKind, parseResponse } from './response';
import type { NetworkError } from './networkError';
import { classifyNetworkError, isNothingSent, isProgrammingError } from './networkError';
import type { Permit } from './rateLimiter';
import type { HttpRequest } from '../operation';
import { isRead } from './request';
import type { QueuedRequest, QueueLimits, SharedLimiter } from './requestQueue';
import { MaxWaitExceeded, RequestQueue } from './requestQueue';
import type { AttemptResult } from './retry';
import { mayRetry, requestedWait, retryDelay } from './retry';
import type { Transport } from './transport';

/** Made once: it has a stack. */
const ENDED = new Error('The client was closed.');

/** How long a client lives: until it is ended, or its time is up. */
export class Lifetime {
	private readonly controller = new AbortController();
	/** One for each task: Node 20 warns of a leak when more than ten listen to the same signal. */
	private readonly open = new Set<AbortController>();
	private deadline = Infinity;
	private timeIsUp = false;

	/** `outer` ends it when it aborts. */
	constructor(
		private readonly clock: Clock,
		outer: AbortSignal | undefined,
	) {
		if (outer?.aborted === true) this.end();
		outer?.addEventListener('abort', this.end, { signal: this.signal });
	}

	/** Aborts when it ends. For those who wait on behalf of all tasks. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** Whether its time is up. */
	get isOutOfTime(): boolean {
		return this.timeIsUp || this.clock.elapsed() >= this.deadline;
	}

	/** Aborts all tasks, those in progress and those to come. */
	readonly end = (): void => {
		this.controller.abort(ENDED);
		for (const own of this.open) own.abort(ENDED);
	};

	/** Ends it after so many milliseconds, which `sleep` waits. */
	endAfter(ms: number, sleep: Clock['sleep']): void {
		this.deadline = this.clock.elapsed() + ms;
		this.run(async ({ signal }) => {
			await sleep(ms, signal);
			this.timeIsUp = true;
			this.end();
		}).catch(() => undefined);
	}

	/**
	 * Runs a task with an abort controller of its own, which aborts with the lifetime, or when the task itself aborts it.
	 * Once the task is done it never aborts: n8n's helper would take apart a connection that is already finished.
	 */
	async run<T>(task: (own: AbortController) => Promise<T>): Promise<T> {
		const own = new AbortController();
		if (this.signal.aborted) own.abort(ENDED);
		this.open.add(own);
		try {
			return await task(own);
		} finally {
			this.open.delete(own);
		}
	}
}

/** After so many reads in a row that failed in all their attempts, each gets one attempt until one succeeds. */
const MAX_FAILED_READS = 10;

/** Returns the body of a success, or undefined if the response isn't one. */
export type BodyOf<Body> = (response: ParsedResponse) => Body | undefined;

/** What became of a request. */
export type Result<Body> = Success<Body> | Failure;

interface Success<Body> {
	kind: 'success';
	status: number;
	body: Body;
	headers: JsonObject;
	/** How often the request was sent. */
	attempts: number;
}

/** What a client sends with, and its limits. Times are in milliseconds. */
export interface ClientOptions extends QueueLimits {
	transport: Transport;
	/** Shared by all clients that the API counts together. */
	limiter: SharedLimiter;
	clock: Clock;
	/** Returns a number from 0 to 1, so that retries of many executions do not come at once. */
	random?: () => number;
	/** Closes the client when it aborts. */
	signal?: AbortSignal | undefined;
	/** Told what happens, for the log. */
	observe: (event: ClientEvent) => void;
	/** How long all requests together may take. Left out: until the client is closed. */
	budget?: number;
	maxRetries: number;
}

/** One thing that happened to a request, by its position and the number of its attempt. Times are in milliseconds. */
export type ClientEvent = { request: HttpRequest; index: number; attempt: number } & (
	| { kind: 'response'; response: ParsedResponse; ms: number }
	| { kind: 'networkError'; error: NetworkError; ms: number }
	/** It is sent again after a wait. */
	| { kind: 'retry'; ms: number }
	/** The API throttled it, and so all others wait as well. */
	| { kind: 'pause'; ms: number }
	| { kind: 'unexpected'; error: unknown }
);

/** One request on its way. */
interface PendingRequest<Body> extends QueuedRequest {
	request: HttpRequest;
	index: number;
	bodyOf: BodyOf<Body>;
	/** How often it was sent. */
	attempts: number;
	/** How often it failed for another reason than its rate. */
	failures: number;
	maybeSent: boolean;
	/** The last response that throttled it. */
	throttled?: ParsedResponse;
}

interface Throttled {
	kind: 'throttled';
	response: ParsedResponse;
}

/**
 * Sends requests within the rate limit, and retries them if that's safe. Close it when nothing more is to be sent.
 */
export class Client {
	private readonly lifetime: Lifetime;
	private readonly queue: RequestQueue;
	/** How many reads in a row have failed in all their attempts. */
	private failedReads = 0;

	constructor(private readonly options: ClientOptions) {
		const { limiter, clock, signal, budget } = options;
		this.lifetime = new Lifetime(clock, signal);
		// The machine's clock, whatever the client's: so n8n counts the time of a poll.
		if (budget !== undefined) this.lifetime.endAfter(budget, sleepUnlessAborted);
		this.queue = new RequestQueue(limiter, clock, options, this.signal);
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
		const { clock } = this.options;
		this.lifetime.endAfter(ms, clock.sleep.bind(clock));
	}

	/** Waits that many milliseconds. Throws when the client is closed before or meanwhile. */
	async sleep(ms: number): Promise<void> {
		await this.lifetime.run(async ({ signal }) => {
			await this.options.clock.sleep(ms, signal);
		});
	}

	/**
	 * Sends one request and returns what became of it. Throws nothing.
	 * A throttled request is sent again after the pause, as often as Max Wait allows; a read after a failure that may be
	 * temporary; a write only if nothing was sent. `index` is the position of its item, and `order` its place in the queue.
	 */
	async send<Body>(
		request: HttpRequest,
		index: number,
		bodyOf: BodyOf<Body>,
		order = index,
	): Promise<Result<Body>> {
		const queued = { order, throttledBefore: false, waited: 0 };
		const facts = { attempts: 0, failures: 0, maybeSent: false };
		const pending: PendingRequest<Body> = { request, index, bodyOf, ...queued, ...facts };
		try {
			for (;;) {
				const result = await this.withPermit(pending);
				const end =
					result.kind === 'success' ? result : await this.waitBeforeRetry(result, pending);
				if (end !== undefined) return end;
			}
		} catch (error) {
			return this.thrown(error, pending);
		} finally {
			this.queue.finished(pending);
		}
	}

	/** Sends once, as soon as the rate limit allows. */
	private async withPermit<Body>(
		pending: PendingRequest<Body>,
	): Promise<Success<Body> | Throttled | AttemptResult> {
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
			this.queue.released(permit);
		}
	}

	private async sendOnce<Body>(
		pending: PendingRequest<Body>,
		permit: Permit,
	): Promise<Success<Body> | Throttled | AttemptResult> {
		const { queue } = this;
		const { clock, observe, transport } = this.options;
		const { request } = pending;
		const startedAt = clock.elapsed();
		const raw = await this.lifetime
			.run(async (own) => await transport(request, own))
			.catch(networkErrorOf);
		const ms = clock.elapsed() - startedAt;
		if ('kind' in raw) {
			observe({ ...eventOf(pending), kind: 'networkError', error: raw, ms });
			return { kind: 'network', error: raw };
		}
		const response = parseResponse(raw);
		observe({ ...eventOf(pending), kind: 'response', response, ms });
		const kind = responseKind(response, request);
		if (kind === 'throttled') {
			const until = queue.throttled(permit, retryTime(response, permit, clock));
			if (until !== undefined)
				observe({ ...eventOf(pending), kind: 'pause', ms: until - clock.elapsed() });
			return { kind, response };
		}
		queue.accepted(permit);
		if (kind !== 'success') return { kind, response };
		const body = response.excess === undefined ? pending.bodyOf(response) : undefined;
		if (body === undefined) return { kind: 'unclear', response };
		const { status, headers } = response;
		return { kind, status, body, headers, attempts: pending.attempts };
	}

	/** Waits before the next attempt. Returns the failure if there won't be one. */
	private async waitBeforeRetry<Body>(
		result: Throttled | AttemptResult,
		pending: PendingRequest<Body>,
	): Promise<Failure | undefined> {
		if (result.kind === 'throttled') {
			// The queue waits.
			pending.throttled = result.response;
			return undefined;
		}
		const { clock, maxWait, observe, random = Math.random } = this.options;
		const { request, attempts, maybeSent } = pending;
		const asked =
			result.kind === 'network' ? undefined : requestedWait(result.response, clock.now());
		const failure: Failure = { ...result, attempts, maybeSent, retryAfter: asked };
		pending.failures += 1;
		if (this.signal.aborted) return { kind: 'stopped', attempts, maybeSent };
		if (!mayRetry(request, result, asked !== undefined)) return failure;
		const read = isRead(request);
		const maxRetries = read && this.failedReads >= MAX_FAILED_READS ? 0 : this.options.maxRetries;
		if (pending.failures > maxRetries) {
			if (read) this.failedReads += 1;
			return failure;
		}
		const retryAfter = asked ?? 0;
		pending.waited += retryAfter;
		if (retryAfter > 0 && pending.waited > maxWait && failure.kind !== 'network') {
			return { ...failure, pauseTooLong: true };
		}
		const ms = retryDelay(pending.failures, random(), retryAfter);
		observe({ ...eventOf(pending), kind: 'retry', ms });
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
		observe({ ...eventOf(pending), kind: 'unexpected', error });
		return { kind: 'unexpected', error, ...facts };
	}
}

/**
 * Returns when the API accepts requests again, if it sets a time. Seconds count from when the request went: by then
 * the API's clock may have started.
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

function eventOf<Body>({ request, index, attempts }: PendingRequest<Body>): {
	request: HttpRequest;
	index: number;
	attempt: number;
} {
	return { request, index, attempt: attempts };
}
