import { sleep } from 'n8n-workflow';

import type { Permit, RateLimiter } from './rateLimiter';

/** n8n 1.x cannot abort a sleep: there, this is how late an abort may be noticed. */
const SLICE_MS = 500;

/** The clock and the waiting, as n8n gives them or as a test plays them. */
export interface Clock {
	now: () => number;
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Thrown when a request would have to wait for the rate limit longer than allowed. */
export class MaxWaitExceeded extends Error {}

/** Thrown to those who wait when the whole run is stopped. */
export class QueueAborted extends Error {}

/** One request that asks to go. `waited` grows with the pauses it sits through. */
export interface QueuedRequest {
	/** Its index in the order of items. */
	itemIndex: number;
	/** Whether the service has already refused it: such requests go first. */
	rateLimitedBefore: boolean;
	waited: number;
}

interface Waiting {
	queued: QueuedRequest;
	since: number;
	go: (permit: Permit) => void;
	fail: (error: Error) => void;
}

/** Lets requests through the rate limiter one by one, rate-limited ones first, and all after one pause together. */
export class RequestQueue {
	private waiting: Waiting[] = [];
	private sleeping = false;
	private retryTime = 0;

	constructor(
		private readonly limiter: RateLimiter,
		private readonly clock: Clock,
		private readonly maxWait: number,
		private readonly signal: AbortSignal,
	) {
		signal.addEventListener('abort', () => {
			this.rejectAll();
		});
	}

	/** Resolves when the request may go. Throws `MaxWaitExceeded` or `QueueAborted` when it must not. */
	async acquire(queued: QueuedRequest): Promise<Permit> {
		const since = this.clock.now();
		return await new Promise((go, fail) => {
			const behind = this.waiting.findIndex(({ queued: other }) => precedes(queued, other));
			this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, {
				queued,
				since,
				go,
				fail,
			});
			this.drain();
		});
	}

	/** To be called with the outcome of every request that went. */
	accepted(permit: Permit): void {
		this.limiter.accepted(permit);
		this.drain();
	}

	released(permit: Permit): void {
		this.limiter.released(permit);
		this.drain();
	}

	rateLimited(permit: Permit, until?: number): void {
		this.limiter.rateLimited(permit, this.clock.now(), until);
		this.drain();
	}

	private drain(): void {
		if (this.signal.aborted) {
			this.rejectAll();
			return;
		}
		let first = this.waiting[0];
		while (first !== undefined && !this.sleeping) {
			const decision = this.limiter.request(this.clock.now());
			if (decision.kind === 'waitForResponses') return;
			if (decision.kind === 'waitUntil') {
				this.rejectTooLong(decision.time);
				if (this.waiting.length > 0) void this.pause(decision.time);
				return;
			}
			this.waiting.shift();
			first.go(decision.permit);
			first = this.waiting[0];
		}
		if (this.sleeping) this.rejectTooLong(this.retryTime);
	}

	private rejectTooLong(until: number): void {
		const pause = until - this.clock.now();
		const tooLong = this.waiting.filter(({ queued }) => queued.waited + pause > this.maxWait);
		this.waiting = this.waiting.filter((entry) => !tooLong.includes(entry));
		for (const { fail } of tooLong) fail(new MaxWaitExceeded());
	}

	private async pause(until: number): Promise<void> {
		this.sleeping = true;
		this.retryTime = until;
		const from = this.clock.now();
		try {
			await this.clock.sleep(until - from, this.signal);
		} catch {
			this.rejectAll();
			return;
		}
		const now = this.clock.now();
		for (const { queued, since } of this.waiting) queued.waited += now - Math.max(from, since);
		this.sleeping = false;
		this.drain();
	}

	private rejectAll(): void {
		const all = this.waiting;
		this.waiting = [];
		for (const { fail } of all) fail(new QueueAborted());
	}
}

function precedes(one: QueuedRequest, other: QueuedRequest): boolean {
	if (one.rateLimitedBefore !== other.rateLimitedBefore) return one.rateLimitedBefore;
	return one.itemIndex < other.itemIndex;
}

/** Waits that many milliseconds. Throws when the signal aborts before or meanwhile. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0; left = end - Date.now()) {
		signal.throwIfAborted();
		await sleep(Math.min(left, SLICE_MS), signal);
	}
	signal.throwIfAborted();
}
