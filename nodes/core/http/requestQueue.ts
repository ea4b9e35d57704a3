import type { Clock } from '../clock';
import type { Participant, SharedLimiter } from './limiterRegistry';
import type { Hold, Permit } from './rateLimiter';

/** Shorter waits are part of the pace, and not worth telling. */
const MIN_TOLD_WAIT_MS = 500;

/** Thrown when a request would have to wait for the rate limit longer than allowed. */
export class MaxWaitExceeded extends Error {}

/** Thrown to those who wait when the whole run is stopped. */
export class QueueAborted extends Error {}

/** One request that asks to go. */
export interface QueuedRequest {
	/** Its index in the order of items. */
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
	/** How many requests may be in progress. */
	maxConcurrency: number;
}

interface Waiting {
	queued: QueuedRequest;
	go: (permit: Permit) => void;
	fail: (error: Error) => void;
}

/** The requests of one execution that wait for the rate limiter it shares with others, throttled ones first. */
export class RequestQueue implements Participant {
	/** How often the execution waited for the rate limit, and for how many milliseconds in all. */
	readonly rateLimitWaits = { count: 0, ms: 0 };

	private closed = false;
	private readonly waiting: Waiting[] = [];
	private readonly permits = new Set<Permit>();
	/** When the request at the head was first held, and when the rate limit first held it. */
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

	get isReady(): boolean {
		return this.waiting.length > 0 && this.permits.size < this.limits.maxConcurrency;
	}

	/** Resolves when the request may go. Throws `MaxWaitExceeded` or `QueueAborted` when it must not. */
	async acquire(queued: QueuedRequest): Promise<Permit> {
		if (this.closed) throw new QueueAborted();
		return await new Promise((go, fail) => {
			this.enqueue({ queued, go, fail });
			this.shared.drain(this.clock);
		});
	}

	/** The API took the request. */
	accepted(permit: Permit): void {
		if (this.permits.delete(permit)) this.shared.accepted(permit, this.clock);
	}

	/**
	 * The API throttled the request. `named` is the time that it named for the next one, if any.
	 * Returns until when all requests pause, or undefined where they paused already.
	 */
	throttled(permit: Permit, named?: number): number | undefined {
		if (!this.permits.delete(permit)) return undefined;
		return this.shared.throttled(permit, this.clock, named);
	}

	/** Gives a permit back that neither was accepted nor throttled; does nothing otherwise. */
	released(permit: Permit): void {
		if (this.permits.delete(permit)) this.shared.released(permit, this.clock);
	}

	/** Lets nobody wait any longer and gives all permits back, so that other executions can go on. */
	close(): void {
		this.closed = true;
		for (const { fail } of this.waiting.splice(0)) fail(new QueueAborted());
		this.shared.leave(this);
		for (const permit of this.permits) this.released(permit);
	}

	go(permit: Permit): void {
		const { limitedSince } = this;
		this.leaveHead();
		this.permits.add(permit);
		const waited = permit.startedAt - (limitedSince ?? permit.startedAt);
		if (waited >= MIN_TOLD_WAIT_MS) {
			this.rateLimitWaits.count += 1;
			this.rateLimitWaits.ms += waited;
		}
		this.limitedSince = undefined;
		this.waiting.shift()?.go(permit);
	}

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
