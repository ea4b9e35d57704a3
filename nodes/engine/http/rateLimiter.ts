import type { RateLimit } from '../request';

/** How long one request without a response delays those that wait for responses. */
const MAX_RESPONSE_WAIT_MS = 1000;
const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;
/** Past this multiple of the expected requests, assume no limit. */
const NO_LIMIT_FACTOR = 4;
/** A longer pause is probed by one request a minute: the API may have sent it by mistake. */
const MAX_TRUSTED_PAUSE_MS = 300_000;
const PROBE_INTERVAL_MS = 60_000;
/** No more requests than these are remembered: only refusals reveal a larger limit. */
const MAX_KEPT_STARTS = 1000;

/** The requests from the end of one pause to the next throttled request. */
interface Window {
	readonly startedAt: number;
	accepted: number;
	inFlight: number;
}

export interface Permit {
	readonly window: Window;
	readonly startedAt: number;
	/** Whether it's sent during a long pause, to see whether the limit still applies. */
	readonly isProbe: boolean;
}

/** Why and until when a request is held back. */
export interface Delay {
	/** A response that arrives earlier may end the delay. */
	until: number;
	/** Whether the rate limit delays the request, and not only a pending response. */
	isLimited: boolean;
}

/**
 * Decides when requests may be sent, so that throttled ones are few and little time is lost. Until the first one it
 * starts slowly, as TCP does. A throttled request pauses all until the time that the API sets. After that, as many are
 * sent as the last window let pass, in as much time as it took with its pause (a sliding window log); and once as many
 * as the API is expected to allow have passed, or as much time, one is sent early, by itself, to measure the limit
 * again. Has no clock and no timers: times are passed in.
 */
export class RateLimiter {
	private window = newWindow(-Infinity);
	/** The last window that let anything pass, and the time from its start to the end of its pause. */
	private measured: { window: Window; ms: number } | undefined;
	/** When the latest requests were sent, except throttled ones. */
	private readonly starts: number[] = [];
	private lastStart = -Infinity;
	private pausedUntil = -Infinity;
	private throttledAt = -Infinity;
	private throttledInRow = 0;

	constructor(private readonly expected: RateLimit) {}

	/** A permit if a request may be sent now, otherwise how long it is delayed. */
	tryAcquire(now: number): Permit | Delay {
		const pause = this.pausedUntil - now;
		const isProbe = pause > MAX_TRUSTED_PAUSE_MS && now - this.lastStart >= PROBE_INTERVAL_MS;
		if (pause > 0 && !isProbe) return { until: this.pausedUntil, isLimited: true };
		this.forgetIdleWindow(now);
		const delay = this.responseDelay(now) ?? this.limitDelay(now);
		if (delay !== undefined) return delay;
		this.window.inFlight += 1;
		this.lastStart = now;
		this.starts.push(now);
		if (this.starts.length > MAX_KEPT_STARTS) this.starts.shift();
		return { window: this.window, startedAt: now, isProbe };
	}

	/** The API accepted the request, whatever it responded. */
	accepted(permit: Permit, now: number): void {
		this.released(permit);
		permit.window.accepted += 1;
		if (permit.window !== this.window) return;
		this.throttledInRow = 0;
		if (permit.isProbe) this.pausedUntil = now;
		const most = (this.measured?.window.accepted ?? 0) + this.expected.requests;
		if (permit.isProbe || permit.window.accepted > NO_LIMIT_FACTOR * most) {
			this.measured = undefined;
		}
	}

	/** No response arrived: it reveals nothing about the rate. */
	released({ window }: Permit): void {
		window.inFlight -= 1;
	}

	/**
	 * The API throttled the request. `retryAfter` is when it allows the next one, if it sets a time. Returns until when
	 * all requests pause, or undefined if they paused already.
	 */
	throttled(permit: Permit, now: number, retryAfter = now): number | undefined {
		this.released(permit);
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
		// A window in which nothing passed measures nothing.
		if (window.accepted + window.inFlight > 0) {
			this.measured = { window, ms: this.pausedUntil - window.startedAt };
		}
		this.window = newWindow(this.pausedUntil);
		return this.pausedUntil;
	}

	/** A time set by the API is trusted once; if it throttles again at that time, longer ones follow. */
	private backoff(isNamed: boolean): number {
		const step = this.throttledInRow - (isNamed ? 1 : 0);
		const longest = this.measured === undefined ? MAX_BACKOFF_MS : this.expected.ms;
		return step < 0 ? 0 : Math.min(longest, MIN_BACKOFF_MS * 2 ** step);
	}

	/** Requests that passed long ago don't show how many may be sent at once. */
	private forgetIdleWindow(now: number): void {
		const { window, throttledAt } = this;
		const isIdle = throttledAt === -Infinity && window.inFlight === 0;
		if (isIdle && now - window.startedAt >= this.expected.ms) this.window = newWindow(now);
	}

	/** Holds a request while the maximum is in flight, but not for long. */
	private responseDelay(now: number): Delay | undefined {
		const until = this.lastStart + MAX_RESPONSE_WAIT_MS;
		if (this.window.inFlight < this.maxInFlight() || until <= now) return undefined;
		return { until, isLimited: false };
	}

	/**
	 * Slow start: one more than expected in flight and accepted together; past that, as many in flight as were accepted.
	 * After a 429, one more than were accepted since.
	 */
	private maxInFlight(): number {
		const { accepted } = this.window;
		if (this.throttledAt > -Infinity) return accepted + 1;
		const first = this.expected.requests + 1;
		return accepted > first ? accepted : Math.max(1, first - accepted);
	}

	/** Holds a request until the measured limit allows it, or until it is time to send one early. */
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
