import { type BudgetRule, budgetOf, minimumMs, type RequestBudget } from './requestBudget';

export type RateLimitHeader =
	'retry-after-seconds' | 'retry-after-date' | 'x-ratelimit-reset' | 'none';

export interface RateLimit extends BudgetRule {
	header: RateLimitHeader;
	/** Every `Authorization` has its own budget; otherwise, all requests share one. */
	perKey?: boolean;
}

/** A request that was answered with 429, and the window (from 0) in which it came. */
export interface RefusedRequest {
	index: number;
	window: number;
	at: number;
}

/** What a rate limit has seen since it was set, or since the log was cleared. */
export interface RateLimitStatistics {
	/** When each request came, admitted or not, in milliseconds since 1970. */
	times: number[];
	admitted: number;
	refused: number;
	/** Kinds without windows count periods of a window's length from the first request on. */
	refusedPerWindow: number[];
	/** From the first request to the last one that was admitted. */
	elapsedMs: number;
	/** The shortest time in which this limit admits as many requests from the same moment on. */
	minimumMs: number;
}

type Admission = { admitted: true } | { admitted: false; headers: Record<string, string> };

/** What is counted for one key. */
interface Tally {
	budget: RequestBudget;
	times: number[];
	admitted: number[];
	refused: RefusedRequest[];
}

/** Admits requests by a rule, and records the outcome. */
export class RateLimiter {
	readonly refused: RefusedRequest[] = [];

	private readonly tallies = new Map<string, Tally>();

	constructor(private rule: RateLimit | undefined) {}

	get limit(): RateLimit | undefined {
		return this.rule;
	}

	/** Sets another rule, or none; counts and windows start again. */
	set limit(rule: RateLimit | undefined) {
		this.rule = rule;
		this.tallies.clear();
		this.refused.length = 0;
	}

	/** Counts a request; above the limit it is recorded as refused, with the headers of its 429. */
	admit(index: number, now: number, authorization = ''): Admission {
		const rule = this.rule;
		if (rule === undefined) return { admitted: true };
		const tally = this.tallyFor(rule, authorization);
		tally.times.push(now);
		const wait = tally.budget.take(now);
		if (wait === 0) {
			tally.admitted.push(now);
			return { admitted: true };
		}
		const refusal = { index, window: tally.budget.window, at: now };
		tally.refused.push(refusal);
		this.refused.push(refusal);
		return { admitted: false, headers: headersOf(rule, now, wait) };
	}

	/**
	 * Returns what was counted; with a limit per key, for one `Authorization`.
	 * Throws if such a limit has never seen it.
	 */
	statistics(authorization = ''): RateLimitStatistics {
		const tally = this.tallies.get(this.rule?.perKey === true ? authorization : '');
		if (this.rule?.perKey === true && tally === undefined) {
			throw new Error('the rate limit has counted no request with this Authorization');
		}
		const { times = [], admitted = [], refused = [] } = tally ?? {};
		const refusedPerWindow = Array.from({ length: (tally?.budget.window ?? -1) + 1 }, () => 0);
		for (const { window } of refused) {
			refusedPerWindow[window] = (refusedPerWindow[window] ?? 0) + 1;
		}
		const [first = 0] = times;
		return {
			times: [...times],
			admitted: admitted.length,
			refused: refused.length,
			refusedPerWindow,
			elapsedMs: (admitted.at(-1) ?? first) - first,
			minimumMs: this.rule === undefined ? 0 : minimumMs(this.rule, admitted.length, first),
		};
	}

	/** Forgets what was counted; the budgets stay as they are. */
	clearStatistics(): void {
		this.refused.length = 0;
		for (const { times, admitted, refused } of this.tallies.values()) {
			for (const list of [times, admitted, refused]) list.length = 0;
		}
	}

	private tallyFor(rule: RateLimit, authorization: string): Tally {
		const key = rule.perKey === true ? authorization : '';
		const known = this.tallies.get(key);
		if (known !== undefined) return known;
		const tally: Tally = { budget: budgetOf(rule), times: [], admitted: [], refused: [] };
		this.tallies.set(key, tally);
		return tally;
	}
}

/** Names the end of the wait, rounded up so that a client that obeys it never comes too early. */
function headersOf(rule: RateLimit, now: number, wait: number): Record<string, string> {
	const seconds = String(Math.ceil(wait / 1000));
	switch (rule.header) {
		case 'retry-after-seconds':
			return { 'retry-after': seconds };
		case 'retry-after-date':
			return { 'retry-after': new Date(Math.ceil((now + wait) / 1000) * 1000).toUTCString() };
		case 'x-ratelimit-reset':
			return { 'x-ratelimit-reset': seconds };
		case 'none':
			return {};
	}
}
