import type { RateLimit } from '../request';

/** The longest time that a missing response holds back waiting requests. */
const MAX_RESPONSE_WAIT_MS = 1000;
const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;
/** Past this multiple of the expected requests, the limiter assumes that there's no limit. */
const NO_LIMIT_FACTOR = 4;
/** A longer pause may be a mistake, such as a time in the wrong unit. */
const MAX_PAUSE_MS = 3_600_000;
/** Number of start times kept. Only refusals reveal a larger limit. */
const MAX_KEPT_STARTS = 1000;

/** Requests from a pause's end to the next throttled request. */
interface Window {
	readonly startedAt: number;
	accepted: number;
	inFlight: number;
}

export interface Permit {
	readonly window: Window;
	readonly startedAt: number;
}

/** A request's delay. */
export interface Delay {
	/** An earlier response may end the delay. */
	until: number;
	/** False if only a pending response causes the delay. */
	isLimited: boolean;
}

/**
 * Decides when requests may be sent, so that few are throttled and little time is lost. Starts slowly, as TCP does. A
 * throttled request pauses all requests until the API's time. Then as many are sent as the last window accepted, in the
 * time that the window and its pause took (a sliding window log). After the expected number of requests or the expected
 * time, a single early request measures the limit again. Has no clock or timers; callers pass times in.
 */
export class RateLimiter {
	private window = newWindow(-Infinity);
	/** The last window that accepted requests, and the time from its start to its pause's end. */
	private measured: { window: Window; ms: number } | undefined;
	/** Start times of the latest requests, except throttled requests. */
	private readonly starts: number[] = [];
	private lastStart = -Infinity;
	private pausedUntil = -Infinity;
	private throttledAt = -Infinity;
	private throttledInRow = 0;

	constructor(private readonly expected: RateLimit) {}

	/** A permit, or the delay until the next permit. */
	tryAcquire(now: number): Permit | Delay {
		if (this.pausedUntil > now) return { until: this.pausedUntil, isLimited: true };
		this.forgetIdleWindow(now);
		const delay = this.responseDelay(now) ?? this.limitDelay(now);
		if (delay !== undefined) return delay;
		this.window.inFlight += 1;
		this.lastStart = now;
		this.starts.push(now);
		if (this.starts.length > MAX_KEPT_STARTS) this.starts.shift();
		return { window: this.window, startedAt: now };
	}

	/** The API accepted the request, whatever the response. */
	accepted(permit: Permit): void {
		this.released(permit);
		permit.window.accepted += 1;
		if (permit.window !== this.window) return;
		this.throttledInRow = 0;
		const most = (this.measured?.window.accepted ?? 0) + this.expected.requests;
		if (permit.window.accepted > NO_LIMIT_FACTOR * most) this.measured = undefined;
	}

	/** Without a response, nothing is learned about the rate. */
	released({ window }: Permit): void {
		window.inFlight -= 1;
	}

	/**
	 * The API throttled the request, and asked for a pause until `asked` if it named a time. Returns the new
	 * pause's end, or undefined during a pause.
	 */
	throttled(permit: Permit, now: number, asked = now): number | undefined {
		this.released(permit);
		const retryAfter = Math.min(asked, now + MAX_PAUSE_MS);
		const index = this.starts.lastIndexOf(permit.startedAt);
		if (index >= 0) this.starts.splice(index, 1);
		const { window } = permit;
		if (window !== this.window) {
			this.pausedUntil = Math.max(this.pausedUntil, retryAfter);
			return undefined;
		}
		this.pausedUntil = Math.max(retryAfter, now + this.backoff(retryAfter > now));
		this.throttledAt = now;
		this.throttledInRow += 1;
		// A window that accepted nothing measures nothing.
		if (window.accepted + window.inFlight > 0) {
			this.measured = { window, ms: this.pausedUntil - window.startedAt };
		}
		this.window = newWindow(this.pausedUntil);
		return this.pausedUntil;
	}

	/** Trusts the API's time once. If the API throttles again at that time, pauses grow. */
	private backoff(isNamed: boolean): number {
		const step = this.throttledInRow - (isNamed ? 1 : 0);
		const longest = this.measured === undefined ? MAX_BACKOFF_MS : this.expected.ms;
		return step < 0 ? 0 : Math.min(longest, MIN_BACKOFF_MS * 2 ** step);
	}

	/** Requests accepted long ago don't show how many are possible now. */
	private forgetIdleWindow(now: number): void {
		const { window, throttledAt } = this;
		const isIdle = throttledAt === -Infinity && window.inFlight === 0;
		if (isIdle && now - window.startedAt >= this.expected.ms) this.window = newWindow(now);
	}

	/** Briefly holds a request while the maximum is in flight. */
	private responseDelay(now: number): Delay | undefined {
		const until = this.lastStart + MAX_RESPONSE_WAIT_MS;
		if (this.window.inFlight < this.maxInFlight() || until <= now) return undefined;
		return { until, isLimited: false };
	}

	/**
	 * Before the first 429, starts at most one request more than expected. Once those are accepted, as many may be in
	 * flight as were accepted. After a 429, one more than were accepted since.
	 */
	private maxInFlight(): number {
		const { accepted } = this.window;
		if (this.throttledAt > -Infinity) return accepted + 1;
		const first = this.expected.requests + 1;
		return accepted > first ? accepted : Math.max(1, first - accepted);
	}

	/** Holds a request until the measured limit allows it, or until it's time to try early. */
	private limitDelay(now: number): Delay | undefined {
		if (this.measured === undefined) return undefined;
		const { window: last, ms } = this.measured;
		const free = (this.starts.at(-Math.max(1, last.accepted)) ?? -Infinity) + ms;
		if (free <= now) return undefined;
		const { accepted, inFlight } = this.window;
		const due = accepted >= this.expected.requests ? now : this.throttledAt + this.expected.ms;
		const alone = inFlight === 0 ? now : this.lastStart + MAX_RESPONSE_WAIT_MS;
		const early = Math.max(due, alone);
		return early <= now ? undefined : { until: Math.min(free, early), isLimited: true };
	}
}

function newWindow(startedAt: number): Window {
	return { startedAt, accepted: 0, inFlight: 0 };
}
