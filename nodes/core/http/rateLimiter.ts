/** One request that was let through: which window it belongs to and whether it went alone. */
export interface Permit {
	window: number;
	alone: boolean;
}

/** Whether the next request may go now, at a time, or when those under way have been answered. */
export type Decision =
	| { kind: 'go'; permit: Permit }
	| { kind: 'waitUntil'; time: number }
	| { kind: 'waitForResponses' };

/** The rate that services of this kind publicly allow: so many requests before they may refuse. */
const FIRST_BUDGET = 10;
const FIRST_BACKOFF_MS = 2000;
const LONGEST_BACKOFF_MS = 60_000;

/**
 * Decides when requests may go, so that a refusal costs one request and stops all others.
 * A window starts with a budget of requests that may go side by side; after them, requests go alone.
 * Once more have passed than the first budget, the limit is taken to be far and all may go.
 * A refusal ends the window: the next budget is what passed in it, after the pause.
 * Knows no clock and no timers: times are handed in.
 */
export class RateLimiter {
	private window = 0;
	private budget = FIRST_BUDGET;
	private lifted = false;
	private started = 0;
	private acceptedInWindow = 0;
	private inFlight = 0;
	private pausedUntil = 0;
	/** After a pause that the service did not name, the first request goes alone. */
	private cautious = false;
	private rateLimitedInRow = 0;

	/** Says whether a request may go at this time; a "go" counts it as under way. */
	request(now: number): Decision {
		if (now < this.pausedUntil) return { kind: 'waitUntil', time: this.pausedUntil };
		const sideBySide = this.lifted || (!this.cautious && this.started < Math.max(1, this.budget));
		if (!sideBySide && this.inFlight > 0) return { kind: 'waitForResponses' };
		this.started += 1;
		this.inFlight += 1;
		return { kind: 'go', permit: { window: this.window, alone: !sideBySide } };
	}

	/** The service took the request, whatever it answered. */
	accepted(permit: Permit): void {
		if (permit.window !== this.window) {
			this.learnFromLateResponse(permit);
			return;
		}
		this.inFlight -= 1;
		this.acceptedInWindow += 1;
		this.rateLimitedInRow = 0;
		this.cautious = false;
		if (permit.alone && this.acceptedInWindow > FIRST_BUDGET) this.lifted = true;
	}

	/** No answer came: nothing is learned about the rate. */
	released(permit: Permit): void {
		if (permit.window === this.window) this.inFlight -= 1;
	}

	/** The service refused the request for its rate. `until` is the time it named, if any. */
	rateLimited(permit: Permit, now: number, until?: number): void {
		const current = permit.window === this.window;
		const least = current ? now + this.leastPause(until !== undefined) : now;
		this.pausedUntil = Math.max(this.pausedUntil, least, until ?? now);
		if (!current) return;
		this.window += 1;
		this.budget = Math.min(FIRST_BUDGET, this.acceptedInWindow);
		this.lifted = false;
		this.cautious = until === undefined;
		this.started = 0;
		this.acceptedInWindow = 0;
		this.inFlight = 0;
	}

	/** A time that the service names is believed the first time; when it refuses again at that time, longer ones. */
	private leastPause(named: boolean): number {
		const step = named ? this.rateLimitedInRow - 1 : this.rateLimitedInRow;
		this.rateLimitedInRow += 1;
		return step < 0 ? 0 : Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** step);
	}

	/** Answers of a window may come in after its refusal; they passed nonetheless. */
	private learnFromLateResponse(permit: Permit): void {
		const before = permit.window === this.window - 1 && this.started === 0;
		if (before) this.budget = Math.min(FIRST_BUDGET, this.budget + 1);
	}
}
