import type { RateLimit } from '../request';
import type { Clock } from '../time';
import type { Delay, Permit } from './rateLimiter';
import { RateLimiter } from './rateLimiter';

/** Shorter waits are part of the pace, and not worth reporting. */
const MIN_REPORTED_WAIT_MS = 500;
const IDLE_MS = 600_000;

const CLOSED = 'The queue was closed.';
/** Made once: an abort without a reason makes an error with a stack. */
const REPLACED = new Error('The timer was replaced or stopped.');

/** Thrown if a request would have to wait for the rate limit longer than allowed. */
export class MaxWaitExceeded extends Error {}

/** A request waiting for a permit. */
export interface QueuedRequest {
	/** Its place in the queue, usually the index of its item: the lowest is first. */
	order: number;
	/** Whether the API has already throttled it: such requests are first. */
	throttledBefore: boolean;
	/** For how long it has waited at the head of its queue, in all its attempts. */
	waited: number;
}

/** One execution's limits. */
export interface QueueLimits {
	/** How long one request may wait for the rate limit in all, in milliseconds. */
	maxWait: number;
	/** How many requests may be in progress, including those that wait before they are sent again. */
	maxConcurrency: number;
}

interface Waiting {
	queued: QueuedRequest;
	go: (permit: Permit) => void;
	fail: (error: Error) => void;
}

/** One execution's requests that wait for the shared rate limiter, throttled ones first. */
export class RequestQueue {
	/** How often the execution waited for the rate limit, and for how many milliseconds in all. */
	readonly rateLimitWaits = { count: 0, ms: 0 };

	private closed = false;
	private readonly waiting: Waiting[] = [];
	/** The permits of requests that are in flight. */
	private readonly inFlight = new Set<Permit>();
	/** The requests in progress: one that waits before it is sent again keeps its slot. */
	private readonly slots = new Set<QueuedRequest>();
	/** When the request at the head was first delayed, and when the rate limit first delayed it. */
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

	/** Whether a request is waiting and a concurrency slot is free. */
	get isReady(): boolean {
		return this.waiting.length > 0 && this.slots.size < this.limits.maxConcurrency;
	}

	/**
	 * Resolves when the request may be sent. While it's queued again, it has given back the slot of its last attempt.
	 * Throws if the queue is closed, and `MaxWaitExceeded` if it would wait too long.
	 */
	async acquire(queued: QueuedRequest): Promise<Permit> {
		if (this.closed) throw new Error(CLOSED);
		return await new Promise((resolve, fail) => {
			const go = (permit: Permit): void => {
				this.slots.add(queued);
				resolve(permit);
			};
			this.enqueue({ queued, go, fail });
			this.slots.delete(queued);
			this.shared.drain(this.clock);
		});
	}

	/**
	 * Reports a request's result to the limiter once, and lets others proceed. `released`: no response arrived. When
	 * throttled, `retryAfter` is when the API allows the next request, if it sets a time. Then returns until when all
	 * requests pause, or undefined if they paused already.
	 */
	endPermit(
		permit: Permit,
		outcome: 'accepted' | 'released' | 'throttled',
		retryAfter?: number,
	): number | undefined {
		if (!this.inFlight.delete(permit)) return undefined;
		const { limiter } = this.shared;
		const now = this.clock.elapsed();
		let until: number | undefined;
		if (outcome === 'throttled') until = limiter.throttled(permit, now, retryAfter);
		else limiter[outcome](permit, now);
		this.shared.drain(this.clock);
		return until;
	}

	/** Releases the slot of a request that is not sent again. */
	finished(queued: QueuedRequest): void {
		if (this.slots.delete(queued)) this.shared.drain(this.clock);
	}

	/** Rejects all waiting requests and returns all permits, so that other executions can continue. */
	readonly close = (): void => {
		this.closed = true;
		for (const { fail } of this.waiting.splice(0)) fail(new Error(CLOSED));
		this.shared.leave(this);
		for (const permit of this.inFlight) this.endPermit(permit, 'released');
	};

	/** Lets its next request proceed. */
	go(permit: Permit): void {
		const waited = permit.startedAt - (this.limitedSince ?? permit.startedAt);
		if (waited >= MIN_REPORTED_WAIT_MS) {
			this.rateLimitWaits.count += 1;
			this.rateLimitWaits.ms += waited;
		}
		this.limitedSince = undefined;
		this.leaveHead();
		this.inFlight.add(permit);
		this.waiting.shift()?.go(permit);
	}

	/** Reports that none of its requests may be sent yet. Returns whether any still waits. */
	delay({ until, isLimited }: Delay, now: number): boolean {
		this.delayedSince ??= now;
		if (!isLimited) return true;
		this.limitedSince ??= now;
		for (let [head] = this.waiting; head !== undefined; [head] = this.waiting) {
			if (head.queued.waited + until - this.delayedSince <= this.limits.maxWait) return true;
			this.waiting.shift();
			// The next one has only just reached the head.
			this.delayedSince = now;
			head.fail(new MaxWaitExceeded());
		}
		this.delayedSince = undefined;
		this.limitedSince = undefined;
		return false;
	}

	/** Adds the time at the head to the head's wait, before it leaves the head. */
	private leaveHead(): void {
		const [head] = this.waiting;
		if (head !== undefined && this.delayedSince !== undefined) {
			head.queued.waited += this.clock.elapsed() - this.delayedSince;
		}
		this.delayedSince = undefined;
	}

	/** Most requests arrive in the order of their items, so the search for the place starts at the end. */
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

/** One rate limiter for all executions that use the same key; they are served in turn. */
export class SharedLimiter {
	static readonly all = new Map<string, SharedLimiter>();

	readonly limiter: RateLimiter;
	private lastUse = -Infinity;
	/** Those whose turn is next are first. */
	private queues: RequestQueue[] = [];
	/** The one timer that wakes waiting queues. */
	private timer: { until: number; controller: AbortController } | undefined;

	constructor(expected: RateLimit) {
		this.limiter = new RateLimiter(expected);
	}

	/** One limiter for each key in this n8n process. Drops limiters that nobody has used for ten minutes. */
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

	/** Lets requests proceed, one of each execution in turn, for as long as the limiter allows. */
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
			next.go(decision);
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
			// Stopped, or replaced by an earlier one.
			() => undefined,
		);
	}

	private stopTimer(): void {
		const { timer } = this;
		this.timer = undefined;
		timer?.controller.abort(REPLACED);
	}
}
