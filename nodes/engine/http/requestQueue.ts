import type { Limits, RateLimit } from '../request';
import type { Clock } from '../time';
import type { Hold, Permit } from './rateLimiter';
import { RateLimiter } from './rateLimiter';

/** Shorter waits are normal pacing and aren't reported. */
const MIN_REPORTED_WAIT_MS = 500;
const IDLE_MS = 600_000;

const QUEUE_CLOSED = 'The queue was closed.';
/** Created once, because aborting without a reason creates an error with a costly stack. */
const REPLACED = new Error('The timer was replaced or stopped.');

/** Thrown if the rate limit would hold a request longer than Max Wait. */
export class MaxWaitExceeded extends Error {
	/** `until`: when the API may accept requests again. */
	constructor(readonly until: number) {
		super();
	}
}

/** A request that waits for a permit or has a permit. Only the queue changes it. */
export interface QueuedRequest {
	/** Place in the queue, usually the item's index. The lowest goes first. */
	order: number;
	/** True if the API has throttled this request, which then goes first. */
	throttledBefore: boolean;
	/** Milliseconds that the request has waited in all attempts, toward Max Wait. */
	waited: number;
	/** Set if a change waits for this read. The change's queue then keeps its turn. */
	precedesChange?: boolean;
}

interface Waiting {
	queued: QueuedRequest;
	start: (permit: Permit) => void;
	fail: (error: Error) => void;
}

/** Holds an execution's requests until the shared rate limiter permits them, throttled requests first. */
export class RequestQueue {
	/** The execution's waits for the rate limit, with their total milliseconds. */
	readonly rateLimitWaits = { count: 0, ms: 0 };

	private closed = false;
	private readonly waiting: Waiting[] = [];
	/**
	 * Requests in progress, with their permits. While a request waits for a retry, it keeps its slot but has no permit.
	 */
	private readonly slots = new Map<QueuedRequest, Permit | undefined>();
	/** Since when the rate limit has held the queue. */
	private heldSince: number | undefined;
	/** Since when the rate limit has held the first request. */
	private headHeldSince: number | undefined;

	constructor(
		private readonly limiter: SharedLimiter,
		private readonly clock: Clock,
		private readonly limits: Pick<Limits, 'maxConcurrency' | 'maxWait'>,
		signal: AbortSignal,
	) {
		limiter.join(this);
		signal.addEventListener('abort', this.close);
		if (signal.aborted) this.close();
	}

	get isReady(): boolean {
		return this.waiting.length > 0 && this.slots.size < this.limits.maxConcurrency;
	}

	/** Adds another queue's waits to this queue's, so both are reported together. */
	addWaitsOf({ rateLimitWaits: { count, ms } }: RequestQueue): void {
		this.rateLimitWaits.count += count;
		this.rateLimitWaits.ms += ms;
	}

	/**
	 * Resolves when the request may be sent. Throws if the queue is closed, and `MaxWaitExceeded` if the wait would be too
	 * long.
	 */
	async acquire(queued: QueuedRequest): Promise<void> {
		if (this.closed) throw new Error(QUEUE_CLOSED);
		// A retry goes back into the queue. If it kept its turn, the requests before it might never get one.
		this.slots.delete(queued);
		await new Promise<void>((resolve, fail) => {
			const start = (permit: Permit): void => {
				this.slots.set(queued, permit);
				resolve();
			};
			this.enqueue({ queued, start, fail });
			this.limiter.drain(this.clock);
		});
	}

	/** Lets a task send requests with this request's permit. The task's time counts as waiting. */
	async giveWay<Value>(
		queued: QueuedRequest,
		task: (waited: number) => Promise<Value>,
	): Promise<Value> {
		this.returnPermit(queued, 'unused');
		this.finish(queued);
		const startedAt = this.clock.elapsed();
		const value = await task(queued.waited);
		queued.waited += this.clock.elapsed() - startedAt;
		return value;
	}

	/** Adds a wait that the API asked only this request for. Returns false if the total exceeds Max Wait. */
	addWait(queued: QueuedRequest, ms: number): boolean {
		queued.waited += ms;
		return queued.waited <= this.limits.maxWait;
	}

	/**
	 * Ends an attempt and lets the next request start. `accepted`: the API sent any response except a 429. A missing
	 * response shows nothing about the limit. `unused` gives back a permit without an attempt. `retryAt` is the time
	 * that a 429 named. Returns when the new pause ends, or undefined during a pause.
	 */
	returnPermit(
		queued: QueuedRequest,
		outcome: 'accepted' | 'throttled' | 'unanswered' | 'unused',
		retryAt?: number,
	): number | undefined {
		const permit = this.slots.get(queued);
		// `close` may have ended the attempt already.
		if (permit === undefined) return undefined;
		this.slots.set(queued, undefined);
		const { rates } = this.limiter;
		let until: number | undefined;
		if (outcome === 'throttled') {
			queued.throttledBefore = true;
			until = rates.throttled(permit, this.clock.elapsed(), retryAt);
		} else rates[outcome](permit);
		// The change has to be sent next, because its check would otherwise be too old.
		if (outcome === 'unused' || queued.precedesChange === true) this.limiter.keepTurn(this);
		this.limiter.drain(this.clock);
		return until;
	}

	/** Frees a request's slot. If its attempt threw, also gives back its permit. */
	finish(queued: QueuedRequest): void {
		const permit = this.slots.get(queued);
		if (permit !== undefined) this.limiter.rates.unanswered(permit);
		if (this.slots.delete(queued)) this.limiter.drain(this.clock);
	}

	/** Rejects waiting requests and ends the others, so that other executions can continue. */
	readonly close = (): void => {
		this.closed = true;
		for (const { fail } of this.waiting.splice(0)) fail(new Error(QUEUE_CLOSED));
		this.limiter.leave(this);
		for (const queued of this.slots.keys()) this.finish(queued);
	};

	startNext(permit: Permit): void {
		const held = permit.startedAt - (this.heldSince ?? permit.startedAt);
		if (held >= MIN_REPORTED_WAIT_MS) {
			this.rateLimitWaits.count += 1;
			this.rateLimitWaits.ms += held;
		}
		this.heldSince = undefined;
		this.leaveHead();
		this.waiting.shift()?.start(permit);
	}

	/** Fails the requests whose wait would exceed Max Wait. Returns true if any request is left. */
	failOverdue({ until, byRateLimit }: Hold, now: number): boolean {
		if (!byRateLimit) return true;
		this.heldSince ??= now;
		this.headHeldSince ??= now;
		for (let [head] = this.waiting; head !== undefined; [head] = this.waiting) {
			if (head.queued.waited + until - this.headHeldSince <= this.limits.maxWait) return true;
			this.waiting.shift();
			// The next request has only just come first, so its wait starts now.
			this.headHeldSince = now;
			head.fail(new MaxWaitExceeded(until));
		}
		this.heldSince = undefined;
		this.headHeldSince = undefined;
		return false;
	}

	/**
	 * Adds the time that the rate limit held the first request to its wait, even if a throttled request now takes its
	 * place.
	 */
	private leaveHead(): void {
		const [head] = this.waiting;
		if (head !== undefined && this.headHeldSince !== undefined) {
			head.queued.waited += this.clock.elapsed() - this.headHeldSince;
		}
		this.headHeldSince = undefined;
	}

	/** Inserts a request at its place. Searches from the end, because most requests arrive in item order. */
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

/** All executions with the same key share a rate limiter and take turns. */
export class SharedLimiter {
	static readonly all = new Map<string, SharedLimiter>();

	readonly rates: RateLimiter;
	private lastUse = -Infinity;
	/** The executions' queues, in the order of their turns. */
	private queues: RequestQueue[] = [];
	private timer: { until: number; controller: AbortController } | undefined;

	constructor(expected: RateLimit) {
		this.rates = new RateLimiter(expected);
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

	/** Gives a queue the next turn. */
	keepTurn(queue: RequestQueue): void {
		this.queues = [queue, ...this.queues.filter((joined) => joined !== queue)];
	}

	/** Lets executions send in turn for as long as the limiter allows. */
	drain(clock: Clock): void {
		const now = clock.elapsed();
		this.lastUse = now;
		for (;;) {
			const ready = this.queues.filter(({ isReady }) => isReady);
			const [nextQueue] = ready;
			if (nextQueue === undefined) return;
			const permitOrHold = this.rates.tryAcquire(now);
			if ('until' in permitOrHold) {
				const waiting = ready.filter((queue) => queue.failOverdue(permitOrHold, now));
				if (waiting.length > 0) this.wakeAt(permitOrHold.until, clock);
				return;
			}
			this.queues = [...this.queues.filter((queue) => queue !== nextQueue), nextQueue];
			nextQueue.startNext(permitOrHold);
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
			// The timer was stopped, or replaced by an earlier timer.
			() => undefined,
		);
	}

	private stopTimer(): void {
		const { timer } = this;
		this.timer = undefined;
		timer?.controller.abort(REPLACED);
	}
}
