import type { Clock } from '../clock';
import { hashOf } from '../json';
import type { Hold, Permit } from './rateLimiter';
import { RateLimiter } from './rateLimiter';

/** Shorter waits are part of the pace, and not worth telling. */
const MIN_TOLD_WAIT_MS = 500;
const IDLE_MS = 600_000;

/** Thrown when a request would have to wait for the rate limit longer than allowed. */
export class MaxWaitExceeded extends Error {}

/** Thrown to those who wait when the whole run is stopped. */
export class QueueAborted extends Error {}

/** One request that asks to go. */
export interface QueuedRequest {
	/** Its place in the queue, mostly the index of its item: the lowest goes first. */
	itemIndex: number;
	/** Whether the API has already throttled it: such requests go first. */
	throttledBefore: boolean;
	/** For how long it has waited at the head of its queue, in all its attempts. */
	waited: number;
}

/** What one execution is allowed. */
export interface QueueLimits {
	/** How long one request may wait for the rate limit in all, in milliseconds. */
	maxWait: number;
	/** How many requests may be in progress, those included that wait before they are sent again. */
	maxConcurrency: number;
}

interface Waiting {
	queued: QueuedRequest;
	go: (permit: Permit) => void;
	fail: (error: Error) => void;
}

/** The requests of one execution that wait for the rate limiter it shares with others, throttled ones first. */
export class RequestQueue {
	/** How often the execution waited for the rate limit, and for how many milliseconds in all. */
	readonly rateLimitWaits = { count: 0, ms: 0 };

	private closed = false;
	private readonly waiting: Waiting[] = [];
	/** The permits of requests that are in flight. */
	private readonly inFlight = new Set<Permit>();
	/** Those of requests in progress: one that waits before it is sent again keeps its place. */
	private readonly places = new Set<Permit>();
	/** When the request at the head was first delayed, and when the rate limit first delayed it. */
	private heldSince: number | undefined;
	private limitedSince: number | undefined;

	constructor(
		private readonly shared: SharedLimiter,
		private readonly clock: Clock,
		private readonly limits: QueueLimits,
		signal: AbortSignal,
	) {
		shared.join(this);
		signal.addEventListener('abort', () => {
			this.close();
		});
		if (signal.aborted) this.close();
	}

	/** Whether a request waits that may be in progress beside those that are. */
	get isReady(): boolean {
		return this.waiting.length > 0 && this.places.size < this.limits.maxConcurrency;
	}

	/**
	 * Resolves when the request may go. `previous` is the permit of its last attempt, whose place it had until now.
	 * Throws `MaxWaitExceeded` or `QueueAborted` when it must not go.
	 */
	async acquire(queued: QueuedRequest, previous?: Permit): Promise<Permit> {
		if (this.closed) throw new QueueAborted();
		return await new Promise((go, fail) => {
			this.enqueue({ queued, go, fail });
			if (previous !== undefined) this.places.delete(previous);
			this.shared.drain(this.clock);
		});
	}

	/** The API took the request. */
	accepted(permit: Permit): void {
		if (this.inFlight.delete(permit)) this.shared.accepted(permit, this.clock);
	}

	/**
	 * The API throttled the request. `named` is the time that it named for the next one, if any.
	 * Returns until when all requests pause, or undefined where they paused already.
	 */
	throttled(permit: Permit, named?: number): number | undefined {
		if (!this.inFlight.delete(permit)) return undefined;
		return this.shared.throttled(permit, this.clock, named);
	}

	/** Tells that no response came, where the request was neither accepted nor throttled. */
	released(permit: Permit): void {
		if (this.inFlight.delete(permit)) this.shared.released(permit, this.clock);
	}

	/** Gives up the place of a request that is not sent again. */
	finished(permit: Permit): void {
		if (this.places.delete(permit)) this.shared.drain(this.clock);
	}

	/** Lets nobody wait any longer and gives all permits back, so that other executions can go on. */
	close(): void {
		this.closed = true;
		for (const { fail } of this.waiting.splice(0)) fail(new QueueAborted());
		this.shared.leave(this);
		for (const permit of this.inFlight) this.released(permit);
	}

	/** Lets its next request go. */
	go(permit: Permit): void {
		const { limitedSince } = this;
		this.leaveHead();
		this.inFlight.add(permit);
		this.places.add(permit);
		const waited = permit.startedAt - (limitedSince ?? permit.startedAt);
		if (waited >= MIN_TOLD_WAIT_MS) {
			this.rateLimitWaits.count += 1;
			this.rateLimitWaits.ms += waited;
		}
		this.limitedSince = undefined;
		this.waiting.shift()?.go(permit);
	}

	/** Tells that none of its requests may go yet. Returns whether any still waits. */
	hold({ until, isLimited }: Hold, now: number): boolean {
		this.heldSince ??= now;
		if (!isLimited) return true;
		this.limitedSince ??= now;
		for (let [head] = this.waiting; head !== undefined; [head] = this.waiting) {
			if (head.queued.waited + until - this.heldSince <= this.limits.maxWait) return true;
			this.waiting.shift();
			// The next one has only come to the head.
			this.heldSince = now;
			head.fail(new MaxWaitExceeded());
		}
		this.heldSince = undefined;
		this.limitedSince = undefined;
		return false;
	}

	/** Charges its wait to the request at the head, which goes or is preceded by another one. */
	private leaveHead(): void {
		const [head] = this.waiting;
		if (head !== undefined && this.heldSince !== undefined) {
			head.queued.waited += this.clock.now() - this.heldSince;
		}
		this.heldSince = undefined;
	}

	/** Most requests come in the order of their items, so the place is looked for from the end. */
	private enqueue(entry: Waiting): void {
		const before = this.waiting.findLastIndex(({ queued }) => !precedes(entry.queued, queued));
		if (before < 0) this.leaveHead();
		this.waiting.splice(before + 1, 0, entry);
	}
}

function precedes(one: QueuedRequest, other: QueuedRequest): boolean {
	if (one.throttledBefore !== other.throttledBefore) return one.throttledBefore;
	return one.itemIndex < other.itemIndex;
}

/** One rate limiter for all executions that use the same key, which take turns. */
export class SharedLimiter {
	private readonly limiter = new RateLimiter();
	/** Those whose turn is next come first. */
	private queues: RequestQueue[] = [];
	/** The one timer that wakes those who wait. */
	private timer: { until: number; controller: AbortController } | undefined;
	private lastUse = -Infinity;

	/** Whether no execution uses it, and none has for ten minutes. */
	isExpired(now: number): boolean {
		return this.queues.length === 0 && now - this.lastUse >= IDLE_MS;
	}

	/** Notes that it is used at this time. */
	use(now: number): void {
		this.lastUse = now;
	}

	join(queue: RequestQueue): void {
		this.queues.push(queue);
	}

	leave(queue: RequestQueue): void {
		this.queues = this.queues.filter((other) => other !== queue);
		if (!this.queues.some(({ isReady }) => isReady)) this.stopTimer();
	}

	accepted(permit: Permit, clock: Clock): void {
		this.limiter.accepted(permit, clock.now());
		this.drain(clock);
	}

	released(permit: Permit, clock: Clock): void {
		this.limiter.released(permit);
		this.drain(clock);
	}

	/** Returns until when all requests pause, or undefined where they paused already. */
	throttled(permit: Permit, clock: Clock, named?: number): number | undefined {
		const until = this.limiter.throttled(permit, clock.now(), named);
		this.drain(clock);
		return until;
	}

	/** Lets requests go, one of each execution in turn, for as long as the limiter allows. */
	drain(clock: Clock): void {
		const now = clock.now();
		this.use(now);
		let until = Infinity;
		for (let gone = true; gone;) {
			gone = false;
			until = Infinity;
			for (const queue of [...this.queues]) {
				if (!queue.isReady) continue;
				const decision = this.limiter.request(now);
				if ('until' in decision) {
					if (queue.hold(decision, now)) until = Math.min(until, decision.until);
					continue;
				}
				gone = true;
				this.queues = this.queues.filter((other) => other !== queue);
				this.queues.push(queue);
				queue.go(decision);
			}
		}
		if (until < Infinity) void this.wakeAt(until, clock);
	}

	private async wakeAt(until: number, clock: Clock): Promise<void> {
		if (this.timer !== undefined && this.timer.until <= until) return;
		this.stopTimer();
		const timer = { until, controller: new AbortController() };
		this.timer = timer;
		try {
			await clock.sleep(until - clock.now(), timer.controller.signal);
		} catch {
			if (this.timer !== timer) return;
			// Nothing would ever wake those who wait.
			for (const queue of [...this.queues]) queue.close();
			return;
		}
		if (this.timer === timer) this.timer = undefined;
		this.drain(clock);
	}

	private stopTimer(): void {
		const { timer } = this;
		this.timer = undefined;
		timer?.controller.abort();
	}
}

/** The limiters of one n8n process, by a hash of what they belong to. */
export class LimiterRegistry {
	private readonly limiters = new Map<string, SharedLimiter>();

	/** How many limiters are kept. */
	get size(): number {
		return this.limiters.size;
	}

	/**
	 * Returns the limiter for a base URL and a whole Authorization, the same for all who give the same.
	 * Drops those that nobody has used for ten minutes.
	 */
	limiterFor(baseUrl: string, authorization: string, now: number): SharedLimiter {
		const hash = hashOf([baseUrl, authorization]);
		const limiter = this.limiters.get(hash) ?? new SharedLimiter();
		limiter.use(now);
		this.limiters.set(hash, limiter);
		for (const [key, other] of this.limiters) {
			if (other.isExpired(now)) this.limiters.delete(key);
		}
		return limiter;
	}
}

/** The limiters of this process. */
export const limiterRegistry = new LimiterRegistry();
