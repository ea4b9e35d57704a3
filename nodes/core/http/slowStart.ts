import { KnownLimit } from './knownLimit';
import type { Permit, Step } from './permit';

/** The rate that APIs of this kind publicly allow: so many requests in so much time. */
const PUBLIC_LIMIT = 10;
const PUBLIC_WINDOW_MS = 10_000;
/** How long one slow response keeps others waiting. */
const START_INTERVAL_MS = 1000;

/**
 * Says how many requests may go while no limit has been met: ten, two more one by one, and once those have
 * passed, twice as many as have passed. Counts by periods, so that what passed slowly lets nothing pass in a burst.
 */
export class SlowStart {
	private periodStart = -Infinity;
	private lastStart = -Infinity;
	private startedInPeriod = 0;
	private acceptedInPeriod = 0;
	private acceptedBefore = 0;
	/** Whether nothing went in the period before: then the API's own window began with this one. */
	private fresh = true;

	/** Says whether a request may go now. */
	request(now: number): Step {
		this.turnPeriod(now);
		const until = this.lastStart + START_INTERVAL_MS;
		const go = this.startedInPeriod < this.allowance() || now >= until;
		if (go) return { kind: 'go', alone: false };
		const nextPeriod = this.periodStart + PUBLIC_WINDOW_MS;
		return { kind: 'wait', until: Math.min(until, nextPeriod), limited: false };
	}

	/** Counts a request that goes. */
	started(now: number): void {
		this.lastStart = now;
		this.startedInPeriod += 1;
	}

	/** Counts a request that the API took. */
	accepted({ startedAt }: Permit): void {
		if (startedAt < this.periodStart) {
			this.acceptedBefore += 1;
			return;
		}
		this.acceptedInPeriod += 1;
	}

	/** Returns the limit that a refusal tells of. `end` is when the API takes requests again, if it says so. */
	refused(end: number | undefined): KnownLimit {
		const windowMs = end === undefined ? undefined : end - this.periodStart;
		return new KnownLimit(this.startedInPeriod - 1, windowMs);
	}

	private turnPeriod(now: number): void {
		if (now - this.periodStart < PUBLIC_WINDOW_MS) return;
		this.fresh = now - this.lastStart >= PUBLIC_WINDOW_MS;
		this.acceptedBefore = this.fresh ? 0 : this.acceptedInPeriod;
		this.periodStart = now;
		this.startedInPeriod = 0;
		this.acceptedInPeriod = 0;
	}

	/**
	 * Requests that came over two of the API's windows prove half as much, and one more than the limit
	 * proves nothing: a limit that is refilled steadily lets it pass.
	 */
	private allowance(): number {
		const enough = this.fresh ? PUBLIC_LIMIT + 1 : 2 * PUBLIC_LIMIT;
		const proven = this.acceptedInPeriod;
		const beyond = proven > enough ? 2 * proven : proven + 1;
		return Math.max(PUBLIC_LIMIT + 1, this.acceptedBefore + 1, beyond);
	}
}
