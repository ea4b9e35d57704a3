export type RateLimitHeader =
	'retry-after-seconds' | 'retry-after-date' | 'x-ratelimit-reset' | 'none';

export interface RateLimit {
	requests: number;
	windowMs: number;
	header: RateLimitHeader;
}

/** A request that was answered 429, and the window (from 0) that it fell into. */
export interface RefusedRequest {
	index: number;
	window: number;
	at: number;
}

export type Admission = { admitted: true } | { admitted: false; headers: Record<string, string> };

/** Fixed windows: each begins with the first request after the end of the one before. */
export class RateLimiter {
	readonly refused: RefusedRequest[] = [];

	private window = -1;

	private windowStart = 0;

	private used = 0;

	constructor(private rule: RateLimit | undefined) {}

	get limit(): RateLimit | undefined {
		return this.rule;
	}

	/** Sets another rule, or none; counts and windows begin anew. */
	set limit(rule: RateLimit | undefined) {
		this.rule = rule;
		this.window = -1;
		this.used = 0;
		this.refused.length = 0;
	}

	/** Counts a request; past the limit it is recorded as refused, with the headers of its 429. */
	admit(index: number, now: number): Admission {
		const rule = this.rule;
		if (rule === undefined) return { admitted: true };
		if (this.window < 0 || now >= this.windowStart + rule.windowMs) {
			this.window += 1;
			this.windowStart = now;
			this.used = 0;
		}
		this.used += 1;
		if (this.used <= rule.requests) return { admitted: true };
		this.refused.push({ index, window: this.window, at: now });
		return { admitted: false, headers: headersOf(rule, this.windowStart + rule.windowMs, now) };
	}

	/** Counts the refused requests of each window, in order; windows without any count 0. */
	refusedPerWindow(): number[] {
		const counts = Array.from({ length: this.window + 1 }, () => 0);
		for (const { window } of this.refused) counts[window] = (counts[window] ?? 0) + 1;
		return counts;
	}
}

/** Names the end of the window, rounded up so that a client that obeys never comes too early. */
function headersOf(rule: RateLimit, end: number, now: number): Record<string, string> {
	const seconds = String(Math.ceil((end - now) / 1000));
	switch (rule.header) {
		case 'retry-after-seconds':
			return { 'retry-after': seconds };
		case 'retry-after-date':
			return { 'retry-after': new Date(Math.ceil(end / 1000) * 1000).toUTCString() };
		case 'x-ratelimit-reset':
			return { 'x-ratelimit-reset': seconds };
		case 'none':
			return {};
	}
}
