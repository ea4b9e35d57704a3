import type { RateLimit } from '../request';

/** If a response is missing for this long, waiting requests no longer wait for it. */
const MAX_RESPONSE_WAIT_MS = 1000;
const MIN_OWN_PAUSE_MS = 1000;
const MAX_OWN_PAUSE_MS = 60_000;
/** After this many times the expected requests without a 429, the limiter assumes that there's no limit. */
const NO_LIMIT_FACTOR = 4;
/** Longest pause that the API can ask for. A longer pause is probably a mistake, such as a wrong unit. */
const MAX_NAMED_PAUSE_MS = 3_600_000;
/** Number of start times that the limiter keeps. It can't pace requests for a larger limit, and only reacts to 429s. */
const MAX_KEPT_STARTS = 1000;

/** Counts the requests from a pause's end to the next throttled request. */
interface RateWindow {
	readonly startedAt: number;
	accepted: number;
	inFlight: number;
}

export interface Permit {
	readonly window: RateWindow;
	readonly startedAt: number;
}

/** Why a request may not be sent yet. */
export interface Hold {
	/** When the hold ends, unless a response ends it sooner. */
	until: number;
	/**
	 * True if the rate limit holds the request back. False if the request only waits for responses to other requests.
	 */
	byRateLimit: boolean;
}

/**
 * Decides when requests may be sent, so that few are throttled and little time is lost. Callers pass times in.
 *
 * 1. Until the first 429, requests start as fast as responses arrive, slowly at first, as in TCP.
 * 2. A 429 pauses all requests until the time that the API named.
 * 3. After the pause, it sends as many requests as the last window accepted, spread over the time of that window plus its
 *    pause.
 * 4. After the expected number of requests or the expected time, it sends a request early, in case the limit has risen.
 */
export class RateLimiter {
	private window = newWindow(-Infinity);
	/** The last window that accepted requests, and the time from its start to the end of the pause after it. */
	private measured: { window: RateWindow; ms: number } | undefined;
	/** When the latest requests started, not counting throttled requests. */
	private readonly starts: number[] = [];
	private lastStart = -Infinity;
	private pausedUntil = -Infinity;
	private throttledAt = -Infinity;
	private throttledInRow = 0;

	constructor(private readonly expected: RateLimit) {}

	/** A permit, or how long the request has to wait. */
	tryAcquire(now: number): Permit | Hold {
		if (this.pausedUntil > now) return { until: this.pausedUntil, byRateLimit: true };
		this.forgetIdleWindow(now);
		const hold = this.holdForResponses(now) ?? this.holdForLimit(now);
		if (hold !== undefined) return hold;
		this.window.inFlight += 1;
		this.lastStart = now;
		this.starts.push(now);
		if (this.starts.length > MAX_KEPT_STARTS) this.starts.shift();
		return { window: this.window, startedAt: now };
	}

	/** Every response except a 429 means that the API accepted the request. */
	accepted(permit: Permit): void {
		this.unanswered(permit);
		permit.window.accepted += 1;
		if (permit.window !== this.window) return;
		this.throttledInRow = 0;
		const knownLimit = (this.measured?.window.accepted ?? 0) + this.expected.requests;
		if (permit.window.accepted > NO_LIMIT_FACTOR * knownLimit) this.measured = undefined;
	}

	/**
	 * Gives back the permit of a request that got no response. A missing response shows nothing about the rate limit.
	 */
	unanswered({ window }: Permit): void {
		window.inFlight -= 1;
	}

	/** Takes back a permit that wasn't used. */
	unused(permit: Permit): void {
		this.unanswered(permit);
		this.forgetStart(permit);
	}

	/** `retryAt` is the time that the API named, if any. Returns the new pause's end, or undefined during a pause. */
	throttled(permit: Permit, now: number, retryAt = now): number | undefined {
		this.unanswered(permit);
		const resumeAt = Math.min(retryAt, now + MAX_NAMED_PAUSE_MS);
		this.forgetStart(permit);
		const { window } = permit;
		if (window !== this.window) {
			this.pausedUntil = Math.max(this.pausedUntil, resumeAt);
			return undefined;
		}
		this.pausedUntil = Math.max(resumeAt, now + this.ownPause(resumeAt > now));
		this.throttledAt = now;
		this.throttledInRow += 1;
		// The API accepted nothing since the pause, so there's nothing to measure.
		if (window.accepted + window.inFlight > 0) {
			this.measured = { window, ms: this.pausedUntil - window.startedAt };
		}
		this.window = newWindow(this.pausedUntil);
		return this.pausedUntil;
	}

	private forgetStart({ startedAt }: Permit): void {
		const index = this.starts.lastIndexOf(startedAt);
		if (index >= 0) this.starts.splice(index, 1);
	}

	/**
	 * The shortest pause, even if the API names a shorter one. It's zero if the API names a time for the first time,
	 * and doubles whenever the API throttles again.
	 */
	private ownPause(isNamed: boolean): number {
		const step = this.throttledInRow - (isNamed ? 1 : 0);
		const longest = this.measured === undefined ? MAX_OWN_PAUSE_MS : this.expected.ms;
		return step < 0 ? 0 : Math.min(longest, MIN_OWN_PAUSE_MS * 2 ** step);
	}

	/** Forgets what was measured before an idle time, because it doesn't show how many requests are possible now. */
	private forgetIdleWindow(now: number): void {
		const { window, throttledAt } = this;
		const isIdle = throttledAt === -Infinity && window.inFlight === 0;
		if (isIdle && now - window.startedAt >= this.expected.ms) this.window = newWindow(now);
	}

	/** Briefly holds a request while the maximum is in flight. */
	private holdForResponses(now: number): Hold | undefined {
		const until = this.lastStart + MAX_RESPONSE_WAIT_MS;
		if (this.window.inFlight < this.maxInFlight() || until <= now) return undefined;
		return { until, byRateLimit: false };
	}

	/** Slow start, as in TCP. */
	private maxInFlight(): number {
		const { accepted } = this.window;
		if (this.throttledAt > -Infinity) return accepted + 1;
		const first = this.expected.requests + 1;
		// As many requests may be in flight as were accepted so far.
		if (accepted > first) return accepted;
		// Sends one request more than expected, and then a single request, to see whether the API accepts more.
		return Math.max(1, first - accepted);
	}

	/** Holds a request until the measured limit allows it, or until it's time to try early. */
	private holdForLimit(now: number): Hold | undefined {
		if (this.measured === undefined) return undefined;
		const { window: measuredWindow, ms } = this.measured;
		const allowedAt = (this.starts.at(-Math.max(1, measuredWindow.accepted)) ?? -Infinity) + ms;
		if (allowedAt <= now) return undefined;
		const { accepted, inFlight } = this.window;
		const dueAt = accepted >= this.expected.requests ? now : this.throttledAt + this.expected.ms;
		// An early request is sent alone. If the limit hasn't risen, only this request is throttled.
		const aloneAt = inFlight === 0 ? now : this.lastStart + MAX_RESPONSE_WAIT_MS;
		const earlyAt = Math.max(dueAt, aloneAt);
		return earlyAt <= now ? undefined : { until: Math.min(allowedAt, earlyAt), byRateLimit: true };
	}
}

function newWindow(startedAt: number): RateWindow {
	return { startedAt, accepted: 0, inFlight: 0 };
}
