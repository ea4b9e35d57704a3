import { type Enforced, type Limit, LIMIT_KINDS, type LimitKind } from './limits';

export interface RateLimit extends Limit {
	/** By default, windows start with their first request. */
	kind?: LimitKind;
	header: RateLimitHeader;
}

/** A rate limit's counts since it was set, or since the log was cleared. */
export interface RateLimitStatistics {
	admitted: number;
	refused: number;
	/** Kinds without windows count periods of a window's length from the first request on. */
	refusedPerWindow: number[];
	/** From the first request to the last one that was admitted. */
	elapsedMs: number;
}

interface Arrival {
	at: number;
	wait: number;
	window: number;
}

/** How the end of a wait is stated. */
const HEADERS = {
	'retry-after-seconds': (wait) => ({ 'retry-after': seconds(wait) }),
	'retry-after-date': (wait, now) => ({
		'retry-after': new Date(Math.ceil((now + wait) / 1000) * 1000).toUTCString(),
	}),
	'x-ratelimit-reset': (wait) => ({ 'x-ratelimit-reset': seconds(wait) }),
	none: () => ({}),
	'rounded-down': (wait) => ({ 'retry-after': String(Math.floor(wait / 1000)) }),
	'always-0': () => ({ 'retry-after': '0' }),
} as const satisfies Record<string, (wait: number, now: number) => Record<string, string>>;

export type RateLimitHeader = keyof typeof HEADERS;

/** Rounded up, so that an obedient client never sends too early. */
function seconds(ms: number): string {
	return String(Math.ceil(ms / 1000));
}

/** Admits requests by a rule, whatever their key, and records the outcome. */
export class RateLimiter {
	private arrivals: Arrival[] = [];

	private rule: RateLimit | undefined;

	private enforced: Enforced | undefined;

	private first: number | undefined;

	constructor(rule: RateLimit | undefined) {
		this.limit = rule;
	}

	get limit(): RateLimit | undefined {
		return this.rule;
	}

	/** Sets another rule, or none; counts and windows start again. */
	set limit(rule: RateLimit | undefined) {
		this.rule = rule;
		this.enforced = rule && enforcedBy(rule);
		this.first = undefined;
		this.clearStatistics();
	}

	/** Counts a request. Returns undefined if it is admitted, otherwise the headers of its 429. */
	admit(now: number): Record<string, string> | undefined {
		const { rule, enforced } = this;
		if (rule === undefined || enforced === undefined) return undefined;
		this.first ??= now;
		const period = Math.floor((now - this.first) / rule.windowMs);
		const wait = enforced.wait(now);
		const window = enforced.windowAt?.(now) ?? period;
		this.arrivals.push({ at: now, wait, window });
		if (wait > 0) return HEADERS[rule.header](wait, now);
		enforced.admit(now);
		return undefined;
	}

	/** Returns the milliseconds until one more request is admitted: 0 for now. */
	wait(now: number): number {
		return this.enforced?.wait(now) ?? 0;
	}

	statistics(): RateLimitStatistics {
		const refused = this.arrivals.filter(({ wait }) => wait > 0);
		const admitted = this.arrivals.filter(({ wait }) => wait === 0);
		const windows = [...new Set(this.arrivals.map(({ window }) => window))];
		const first = this.arrivals[0]?.at ?? 0;
		return {
			admitted: admitted.length,
			refused: refused.length,
			refusedPerWindow: windows.map(
				(window) => refused.filter((arrival) => arrival.window === window).length,
			),
			elapsedMs: (admitted.at(-1)?.at ?? first) - first,
		};
	}

	/** Forgets the counts; the windows stay unchanged. */
	clearStatistics(): void {
		this.arrivals = [];
	}
}

function enforcedBy(rule: RateLimit): Enforced {
	return LIMIT_KINDS[rule.kind ?? 'firstRequest'](rule);
}

/** Returns the shortest time in which a rule admits a number of requests, the first one at this time. */
export function minimumMs(rule: RateLimit, requests: number, firstAt: number): number {
	const enforced = enforcedBy(rule);
	let now = firstAt;
	for (let sent = 0; sent < requests; sent += 1) {
		now += enforced.wait(now);
		enforced.admit(now);
	}
	return now - firstAt;
}
