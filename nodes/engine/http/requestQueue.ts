import type { RateLimit } from '../request';
import type { Clock } from '../time';
import type { Delay, Permit } from './rateLimiter';
import { RateLimiter } from './rateLimiter';

/** Shorter waits are normal pacing and not worth reporting. */
const MIN_REPORTED_WAIT_MS = 500;
const IDLE_MS = 600_000;

const CLOSED = 'The queue was closed.';
/** Shared, because aborting without a reason creates an error with a stack. */
const REPLACED = new Error('The timer was replaced or stopped.');

/** Thrown if the rate limit would hold a request longer than Max Wait. */
export class MaxWaitExceeded extends Error {}

export interface QueuedRequest {
	/** Place in the queue, usually the item's index. The lowest is first. */
	order: number;
	/** Requests that the API has throttled come first. */
	throttledBefore: boolean;
	/** Time spent at the head of the queue, over all attempts. */
	waited: number;
}

export interface QueueLimits {
	/** Total milliseconds that a request may wait for the rate limit. */
	maxWait: number;
	/** Maximum number of requests in progress, including requests that wait for a retry. */
	maxConcurrency: number;
}

interface Waiting {
	queued: QueuedRequest;
	start: (permit: Permit) => void;
	fail: (error: Error) => void;
}

/** An execution's requests that wait for the shared rate limiter, throttled requests first. */
export class RequestQueue {
	/** The execution's waits for the rate limit, with their total milliseconds. */
	readonly rateLimitWaits = { count: 0, ms: 0 };

	private closed = false;
	private readonly waiting: Waiting[] = [];
	/** Requests in progress, with their permits. A request that waits for a retry keeps its slot, but no permit. */
	private readonly slots = new Map<QueuedRequest, Permit | undefined>();
	/** Start times of the head's delay: by anything, and by the rate limit. */
	private delayedSince: number | undefined;
	private limitedSince: number | undefined;

	constructor(
		private readonly shared: SharedLimiter,
		private readonly clock: Clock,
		private readonly limits: QueueLimits,
		signal: AbortSignal,
	) {
		shared.join(this);
		signal.addEventListener('abort', this.close);
		if (signal.aborted) this.close();
	}

	/** True if a request waits and a concurrency slot is free. */
	get isReady(): boolean {
		return this.waiting.length > 0 && this.slots.size < this.limits.maxConcurrency;
	}

	/**
	 * Resolves when the request may be sent. A queued retry has given back its last slot. Throws if the queue is
	 * closed, and `MaxWaitExceeded` if the wait would be too long.
	 */
	async acquire(queued: QueuedRequest): Promise<void> {
		if (this.closed) throw new Error(CLOSED);
		await new Promise<void>((resolve, fail) => {
			const start = (permit: Permit): void => {
				this.slots.set(queued, permit);
				resolve();
			};
			this.enqueue({ queued, start, fail });
			this.slots.delete(queued);
			this.shared.drain(this.clock);
		});
	}

	/**
	 * Reports an attempt's result to the limiter and lets others proceed. `released` means that no response arrived. For
	 * `throttled`, `retryAfter` is the API's time for the next request, and the result is the new pause's end, or
	 * undefined during a pause. After `close`, nothing is left to report.
	 */
	endPermit(
		queued: QueuedRequest,
		outcome: 'accepted' | 'released' | 'throttled',
		retryAfter?: number,
	): number | undefined {
		const permit = this.slots.get(queued);
		if (permit === undefined) return undefined;
		this.slots.set(queued, undefined);
		const { limiter } = this.shared;
		const now = this.clock.elapsed();
		let until: number | undefined;
		if (outcome === 'throttled') until = limiter.throttled(permit, now, retryAfter);
		else limiter[outcome](permit);
		this.shared.drain(this.clock);
		return until;
	}

	/** Frees the slot of a request that isn't resent. An attempt that threw still has its permit. */
	release(queued: QueuedRequest): void {
		this.endPermit(queued, 'released');
		if (this.slots.delete(queued)) this.shared.drain(this.clock);
	}

	/** Rejects waiting requests and returns all permits, so that other executions can continue. */
	readonly close = (): void => {
		this.closed = true;
		for (const { fail } of this.waiting.splice(0)) fail(new Error(CLOSED));
		this.shared.leave(this);
		for (const queued of this.slots.keys()) this.endPermit(queued, 'released');
	};

	/** Lets the next request proceed. */
	startNext(permit: Permit): void {
		const waited = permit.startedAt - (this.limitedSince ?? permit.startedAt);
		if (waited >= MIN_REPORTED_WAIT_MS) {
			this.rateLimitWaits.count += 1;
			this.rateLimitWaits.ms += waited;
		}
		this.limitedSince = undefined;
		this.leaveHead();
		this.waiting.shift()?.start(permit);
	}

	/** Delays the queue's requests. Returns true while any still waits. */
	delay({ until, isLimited }: Delay, now: number): boolean {
		this.delayedSince ??= now;
		if (!isLimited) return true;
		this.limitedSince ??= now;
		for (let [head] = this.waiting; head !== undefined; [head] = this.waiting) {
			if (head.queued.waited + until - this.delayedSince <= this.limits.maxWait) return true;
			this.waiting.shift();
			// The next request has only just reached the head.
			this.delayedSince = now;
			head.fail(new MaxWaitExceeded());
		}
		this.delayedSince = undefined;
		this.limitedSince = undefined;
		return false;
	}

	/** Adds the time at the head to the request's wait before it leaves. */
	private leaveHead(): void {
		const [head] = this.waiting;
		if (head !== undefined && this.delayedSince !== undefined) {
			head.queued.waited += this.clock.elapsed() - this.delayedSince;
		}
		this.delayedSince = undefined;
	}

	/** Searches from the end, because most requests arrive in their items' order. */
	private enqueue(entry: Waiting): void {
		const before = this.waiting.findLastIndex(({ queued }) => !precedes(entry.queued, queued));
		if (before < 0) this.leaveHead();
		this.waiting.splice(before + 1, 0, entry);
	}
}

function precedes(first: QueuedRequest, second: QueuedRequest): boolean {
	if (first.throttledBefore !== second.throttledBefore) return first.throttledBefore;
	return first.order < second.order;
}

/** A rate limiter shared by all executions with the same key. They take turns. */
export class SharedLimiter {
	static readonly all = new Map<string, SharedLimiter>();

	readonly limiter: RateLimiter;
	private lastUse = -Infinity;
	/** In order of turns. */
	private queues: RequestQueue[] = [];
	/** Wakes the waiting queues. */
	private timer: { until: number; controller: AbortController } | undefined;

	constructor(expected: RateLimit) {
		this.limiter = new RateLimiter(expected);
	}

	/** A limiter for each key in this n8n process. Unused limiters are dropped after ten minutes. */
	static of(limiterKey: string, expected: RateLimit, now: number): SharedLimiter {
		const limiter = this.all.get(limiterKey) ?? new SharedLimiter(expected);
		limiter.lastUse = now;
		this.all.set(limiterKey, limiter);
		for (const [key, { queues, lastUse }] of this.all) {
			if (queues.length === 0 && now - lastUse >= IDLE_MS) this.all.delete(key);
		}
		return limiter;
	}

	join(queue: RequestQueue): void {
		this.queues.push(queue);
	}

	leave(queue: RequestQueue): void {
		this.queues = this.queues.filter((joined) => joined !== queue);
		if (!this.queues.some(({ isReady }) => isReady)) this.stopTimer();
	}

	/** Lets executions send in turn for as long as the limiter allows. */
	drain(clock: Clock): void {
		const now = clock.elapsed();
		this.lastUse = now;
		for (;;) {
			const ready = this.queues.filter(({ isReady }) => isReady);
			const [next] = ready;
			if (next === undefined) return;
			const decision = this.limiter.tryAcquire(now);
			if ('until' in decision) {
				const waiting = ready.filter((queue) => queue.delay(decision, now));
				if (waiting.length > 0) this.wakeAt(decision.until, clock);
				return;
			}
			this.queues = [...this.queues.filter((queue) => queue !== next), next];
			next.startNext(decision);
		}
	}

	private wakeAt(until: number, clock: Clock): void {
		if (this.timer !== undefined && this.timer.until <= until) return;
		this.stopTimer();
		const timer = { until, controller: new AbortController() };
		this.timer = timer;
		clock.sleep(until - clock.elapsed(), timer.controller.signal).then(
			() => {
				if (this.timer === timer) this.timer = undefined;
				this.drain(clock);
			},
			// Stopped, or replaced by an earlier timer.
			() => undefined,
		);
	}

	private stopTimer(): void {
		const { timer } = this;
		this.timer = undefined;
		timer?.controller.abort(REPLACED);
	}
}
