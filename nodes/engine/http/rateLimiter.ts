import type { RateLimit } from '../request';

/** The longest time that a missing response holds back waiting requests. */
const MAX_RESPONSE_WAIT_MS = 1000;
const MIN_OWN_PAUSE_MS = 1000;
const MAX_OWN_PAUSE_MS = 60_000;
/** Past this multiple of the expected requests, the limiter assumes that there's no limit. */
const NO_LIMIT_FACTOR = 4;
/** Longest pause that the API can ask for. A longer one is probably a mistake, such as a wrong unit. */
const MAX_NAMED_PAUSE_MS = 3_600_000;
/** Number of start times kept. The limiter can't pace requests for a larger limit, and only notices its 429s. */
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
	/** When the hold ends at the latest. A response may end it sooner. */
	until: number;
	/** False if only responses to other requests hold the request back, not the rate limit. */
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
	/** Start times of the latest requests, except throttled requests. */
	private readonly starts: number[] = [];
	private lastStart = -Infinity;
	private pausedUntil = -Infinity;
	private throttledAt = -Infinity;
	private throttledInRow = 0;

	constructor(private readonly expected: RateLimit) {}

	/** A permit, or how long the request is held. */
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

	/** Any response except a 429 counts as accepted. */
	accepted(permit: Permit): void {
		this.unanswered(permit);
		permit.window.accepted += 1;
		if (permit.window !== this.window) return;
		this.throttledInRow = 0;
		const knownLimit = (this.measured?.window.accepted ?? 0) + this.expected.requests;
		if (permit.window.accepted > NO_LIMIT_FACTOR * knownLimit) this.measured = undefined;
	}

	/** Gives back the permit of a request without a response, which tells nothing about the rate limit. */
	unanswered({ window }: Permit): void {
		window.inFlight -= 1;
	}

	/** Takes back a permit without a request. */
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
		// A window that accepted nothing measures nothing.
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
	 * The shortest pause, whatever the API names. It's zero if the API names a time for the first time, and doubles
	 * each time that the API throttles again.
	 */
	private ownPause(isNamed: boolean): number {
		const step = this.throttledInRow - (isNamed ? 1 : 0);
		const longest = this.measured === undefined ? MAX_OWN_PAUSE_MS : this.expected.ms;
		return step < 0 ? 0 : Math.min(longest, MIN_OWN_PAUSE_MS * 2 ** step);
	}

	/** Forgets an idle window, because requests accepted long ago don't show how many are possible now. */
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
		// One request more than expected, then a single request to see if the API accepts more.
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
		// An early request is sent alone, so that a limit that hasn't risen throttles only one.
		const aloneAt = inFlight === 0 ? now : this.lastStart + MAX_RESPONSE_WAIT_MS;
		const earlyAt = Math.max(dueAt, aloneAt);
		return earlyAt <= now ? undefined : { until: Math.min(allowedAt, earlyAt), byRateLimit: true };
	}
}

function newWindow(startedAt: number): RateWindow {
	return { startedAt, accepted: 0, inFlight: 0 };
}
