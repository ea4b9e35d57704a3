import type { Clock } from '../clock';
import { MS_PER_SECOND } from '../clock';
import { counted, times } from '../text';
import type { Hold, Permit } from './permit';
import type { Participant, SharedLimiter } from './sharedLimiter';

const FIRST_WIDTH = 10;
/** Shorter waits are part of the pace, and not worth telling. */
const SHORTEST_TOLD_WAIT_MS = 500;

/** Thrown when a request would have to wait for the rate limit longer than allowed. */
export class MaxWaitExceeded extends Error {}

/** Thrown to those who wait when the whole run is stopped. */
export class QueueAborted extends Error {}

/** One request that asks to go. `waited` grows with the pauses it sits through. */
export interface QueuedRequest {
	/** Its index in the order of items. */
	itemIndex: number;
	/** Whether the API has already refused it: such requests go first. */
	throttledBefore: boolean;
	waited: number;
}

/** What one execution is allowed. */
export interface QueueLimits {
	/** How long one request may wait for the rate limit in all. */
	maxWait: number;
	/** How many requests may be in progress. */
	maxConcurrency: number;
}

interface Waiting {
	queued: QueuedRequest;
	since: number;
	go: (permit: Permit) => void;
	fail: (error: Error) => void;
}

interface Pause {
	from: number;
	until: number;
}

/**
 * The requests of one execution that wait for the rate limiter it shares with others, rate-limited ones first.
 * How many are in progress grows from ten while none is refused.
 */
export class RequestQueue implements Participant {
	/** How often the execution waited for the rate limit, and for how long in all. */
	readonly rateLimitWaits = { count: 0, ms: 0 };

	refused = false;
	private closed = false;
	private waiting: Waiting[] = [];
	private readonly permits = new Set<Permit>();
	private width: number;
	private acceptedAtWidth = 0;
	/** The pause that holds this execution now. */
	private pause: Pause | undefined;
	/** Who has come since the waits were last held against this pause. */
	private newcomers: Waiting[] = [];
	private sleeping: { until: number; controller: AbortController } | undefined;

	constructor(
		private readonly shared: SharedLimiter,
		private readonly clock: Clock,
		private readonly limits: QueueLimits,
		signal: AbortSignal,
	) {
		this.width = Math.min(FIRST_WIDTH, limits.maxConcurrency);
		shared.join(this);
		signal.addEventListener('abort', () => {
			this.close();
		});
		if (signal.aborted) this.close();
	}

	get ready(): boolean {
		return this.waiting.length > 0 && this.permits.size < this.width;
	}

	/** Resolves when the request may go. Throws `MaxWaitExceeded` or `QueueAborted` when it must not. */
	async acquire(queued: QueuedRequest): Promise<Permit> {
		if (this.closed) throw new QueueAborted();
		const since = this.clock.now();
		return await new Promise((go, fail) => {
			this.enqueue({ queued, since, go, fail });
			this.shared.drain(since);
		});
	}

	/** The API took the request. */
	accepted(permit: Permit): void {
		if (!this.permits.delete(permit)) return;
		this.refused = false;
		this.acceptedAtWidth += 1;
		if (this.acceptedAtWidth >= this.width) this.setWidth(this.width * 2);
		this.shared.accepted(permit, this.clock.now());
	}

	/** The API refused the request for its rate. `until` is the time it named, if any. */
	throttled(permit: Permit, until?: number): void {
		if (!this.permits.delete(permit)) return;
		this.refused = true;
		this.setWidth(FIRST_WIDTH);
		this.shared.rateLimited(permit, this.clock.now(), until);
	}

	/** Gives a permit back that neither was accepted nor refused; does nothing otherwise. */
	released(permit: Permit): void {
		if (this.permits.delete(permit)) this.shared.released(permit, this.clock.now());
	}

	/** Lets nobody wait any longer and gives all permits back, so that other executions can go on. */
	close(): void {
		this.closed = true;
		this.shared.leave(this);
		this.sleeping?.controller.abort();
		this.sleeping = undefined;
		const all = this.waiting;
		this.waiting = [];
		for (const { fail } of all) fail(new QueueAborted());
		for (const permit of this.permits) this.released(permit);
	}

	go(permit: Permit): void {
		this.endPause(permit.startedAt);
		this.permits.add(permit);
		this.waiting.shift()?.go(permit);
	}

	hold({ until, limited }: Hold): void {
		const now = this.clock.now();
		if (limited) {
			const from = this.pause !== undefined && now < this.pause.until ? this.pause.from : now;
			const known = this.pause?.from === from && this.pause.until === until;
			// A new pause takes the place of one that ended with the turn of another execution.
			this.pause = { from, until };
			// Those who came before have been held against the same pause already.
			this.rejectTooLong(known ? this.newcomers : this.waiting, this.pause);
			this.newcomers = [];
		}
		if (this.waiting.length > 0) void this.wakeAt(until, now);
	}

	private enqueue(entry: Waiting): void {
		const last = this.waiting.at(-1);
		if (last === undefined || !precedes(entry.queued, last.queued)) this.waiting.push(entry);
		else {
			const index = this.waiting.findIndex(({ queued }) => precedes(entry.queued, queued));
			this.waiting.splice(index, 0, entry);
		}
		if (this.pause !== undefined) this.newcomers.push(entry);
	}

	private setWidth(width: number): void {
		this.width = Math.min(width, this.limits.maxConcurrency);
		this.acceptedAtWidth = 0;
	}

	/** Charges the pause to all who waited. */
	private endPause(now: number): void {
		if (this.pause === undefined) return;
		const { from } = this.pause;
		this.pause = undefined;
		this.newcomers = [];
		for (const { queued, since } of this.waiting) queued.waited += now - Math.max(from, since);
		if (now - from < SHORTEST_TOLD_WAIT_MS) return;
		this.rateLimitWaits.count += 1;
		this.rateLimitWaits.ms += now - from;
	}

	/** Rejects those among the entries whose wait would be too long. */
	private rejectTooLong(entries: readonly Waiting[], { from, until }: Pause): void {
		const tooLong = new Set<Waiting>();
		for (const entry of entries) {
			const waits = until - Math.max(from, entry.since);
			if (entry.queued.waited + waits > this.limits.maxWait) tooLong.add(entry);
		}
		if (tooLong.size === 0) return;
		this.waiting = this.waiting.filter((entry) => !tooLong.has(entry));
		for (const { fail } of tooLong) fail(new MaxWaitExceeded());
	}

	private async wakeAt(until: number, now: number): Promise<void> {
		if (this.sleeping !== undefined && this.sleeping.until <= until) return;
		this.sleeping?.controller.abort();
		const sleeping = { until, controller: new AbortController() };
		this.sleeping = sleeping;
		try {
			await this.clock.sleep(until - now, sleeping.controller.signal);
		} catch {
			// Either another sleep took its place, or nothing will ever wake those who wait.
			if (this.sleeping === sleeping) this.close();
			return;
		}
		this.sleeping = undefined;
		this.shared.drain(this.clock.now());
	}
}

function precedes(one: QueuedRequest, other: QueuedRequest): boolean {
	if (one.throttledBefore !== other.throttledBefore) return one.throttledBefore;
	return one.itemIndex < other.itemIndex;
}

/** Returns the hint that tells how often and how long an execution waited for the rate limit, if it did. */
export function rateLimitHint({ count, ms }: RequestQueue['rateLimitWaits']): string | undefined {
	if (count === 0) return undefined;
	const seconds = Math.max(1, Math.round(ms / MS_PER_SECOND));
	return `The API limits the rate of requests: the node waited ${times(count)}, ${counted(seconds, 'second')} in all.`;
}
