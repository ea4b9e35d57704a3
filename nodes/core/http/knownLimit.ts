import type { Permit, Step } from './permit';

/** How many requests more than the limit must pass before it is taken to be gone. */
const FAR_BEYOND = 10;
/** After a refusal, the limit is not tried again for so long. */
const PROBE_INTERVAL_MS = 10_000;
/** In the last part of a window, requests wait for the next one rather than be refused. */
const NEAR_END = 0.1;
/** A limit that refills steadily may let a few requests more pass than its rate. */
const TOLERANCE = 3;
/** Such windows are over as a whole when the API says so, which it does in whole seconds. */
const SHORT_WINDOW_MS = 2000;
const LONGEST_WINDOW_MS = 3_600_000;

/**
 * How a limit is kept:
 * `measuring`: one request at a time, until the next refusal tells how many a whole window takes;
 * `burst`: as many as that side by side in a window, then one at a time until the API refuses;
 * `steady`: the API gives back a little at a time, so requests go one by one at that rate.
 */
type Mode = 'measuring' | 'burst' | 'steady';

/** A limit that the API has shown by a refusal: so many requests in so much time. */
export class KnownLimit {
	private mode: Mode = 'measuring';
	private requests: number;
	/** When the requests of the last window went. */
	private starts: number[] = [];
	private acceptedSinceRefusal = 0;
	private firstStart: number | undefined;
	private lastRefusal = -Infinity;

	/** `windowMs` is undefined where the API names no time: then it stays unknown. */
	constructor(
		requests: number,
		private windowMs: number | undefined,
	) {
		this.requests = Math.max(1, requests);
	}

	/** Says whether a request may go now. */
	request(now: number): Step {
		if (this.mode === 'measuring' || this.windowMs === undefined) return this.go(true);
		const windowMs = this.windowMs;
		this.starts = this.starts.filter((start) => start > now - windowMs);
		const last = this.starts[this.starts.length - this.requests];
		if (last === undefined) return this.go(this.mode === 'steady');
		const until = last + windowMs;
		const near = this.mode === 'burst' && until - now <= windowMs * NEAR_END;
		// A refusal in each long window keeps step with the API; more often would be too many.
		const often = this.mode === 'burst' && windowMs > SHORT_WINDOW_MS;
		const probe = !near && (often || now - this.lastRefusal >= PROBE_INTERVAL_MS);
		return probe ? this.go(true) : { kind: 'wait', until, limited: true };
	}

	/** Counts a request that goes. */
	started(now: number): void {
		this.starts.push(now);
		this.firstStart ??= now;
	}

	/** Counts a request that the API took. Returns whether the limit is gone. */
	accepted({ alone }: Permit): boolean {
		this.acceptedSinceRefusal += 1;
		const passed = this.mode === 'measuring' ? this.acceptedSinceRefusal : this.starts.length;
		return alone && passed > this.requests + FAR_BEYOND;
	}

	/** Learns from a refusal. `end` is when the API takes requests again, if it says so. */
	refused(now: number, end: number | undefined): void {
		this.starts.pop();
		const more = this.starts.length - this.requests;
		if (this.mode === 'measuring') this.measure(end);
		else if (more < -this.requests / 2) this.mode = 'measuring';
		else if (this.mode === 'steady' && more > TOLERANCE) this.adjust(now);
		this.lastRefusal = now;
		const short = this.windowMs !== undefined && this.windowMs <= SHORT_WINDOW_MS;
		if (this.mode === 'measuring' || (this.mode === 'burst' && short)) this.starts = [];
		this.acceptedSinceRefusal = 0;
		this.firstStart = undefined;
	}

	/** One more request of the window before was refused. */
	refusedLate(): void {
		this.requests = Math.max(1, this.requests - 1);
	}

	/** Takes the rate from one refusal to the next. One less: part of a request may have been left at the first. */
	private adjust(now: number): void {
		const passed = this.acceptedSinceRefusal - 1;
		this.windowMs = ((now - this.lastRefusal) * this.requests) / Math.max(1, passed);
	}

	private measure(end: number | undefined): void {
		const passed = this.acceptedSinceRefusal;
		if (end === undefined || this.firstStart === undefined || passed === 0) return;
		const measured = end - this.firstStart;
		// Part of a window says nothing of its length: the rate must not rise.
		const least = ((this.windowMs ?? 0) * Math.min(passed, this.requests)) / this.requests;
		this.mode = passed < this.requests ? 'steady' : 'burst';
		this.requests = passed;
		const windowMs = measured <= SHORT_WINDOW_MS ? end - (this.starts.at(-1) ?? end) : measured;
		this.windowMs = Math.min(
			LONGEST_WINDOW_MS,
			Math.max(windowMs, this.mode === 'steady' ? least : 0),
		);
	}

	private go(alone: boolean): Step {
		return { kind: 'go', alone };
	}
}
