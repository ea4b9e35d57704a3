/**
 * How a rate limit counts:
 * `first-request`: windows that begin with the first request after the end of the one before;
 * `fixed-clock`: windows that begin at multiples of their length, whatever arrives;
 * `sliding-log`: as many admitted requests as the limit in any period of a window's length;
 * `token-bucket`: a bucket of as many tokens as the limit, refilled evenly over a window's length.
 */
export type RateLimitKind = 'first-request' | 'fixed-clock' | 'sliding-log' | 'token-bucket';

export interface BudgetRule {
	requests: number;
	windowMs: number;
	kind?: RateLimitKind;
}

/** What remains of a rate limit, for one key. */
export interface RequestBudget {
	/** Returns 0 if the request is admitted, otherwise the milliseconds until one would be. */
	take(now: number): number;
	/** The window (from 0) of the latest request; -1 before any. */
	readonly window: number;
}

class FirstRequestBudget implements RequestBudget {
	window = -1;

	private start = 0;

	private used = 0;

	constructor(private readonly rule: BudgetRule) {}

	take(now: number): number {
		const { requests, windowMs } = this.rule;
		if (this.window < 0 || now >= this.start + windowMs) {
			this.window += 1;
			this.start = now;
			this.used = 0;
		}
		this.used += 1;
		return this.used <= requests ? 0 : this.start + windowMs - now;
	}
}

class FixedClockBudget implements RequestBudget {
	window = -1;

	private first: number | undefined;

	private used = 0;

	constructor(private readonly rule: BudgetRule) {}

	take(now: number): number {
		const { requests, windowMs } = this.rule;
		const current = Math.floor(now / windowMs);
		this.first ??= current;
		if (current - this.first !== this.window) this.used = 0;
		this.window = current - this.first;
		this.used += 1;
		return this.used <= requests ? 0 : (current + 1) * windowMs - now;
	}
}

/** Numbers periods of a window's length from the first request on, for kinds without windows. */
class NumberedPeriods {
	window = -1;

	private first: number | undefined;

	constructor(private readonly lengthMs: number) {}

	enter(now: number): void {
		this.first ??= now;
		this.window = Math.floor((now - this.first) / this.lengthMs);
	}
}

class SlidingLogBudget extends NumberedPeriods implements RequestBudget {
	private admitted: number[] = [];

	constructor(private readonly rule: BudgetRule) {
		super(rule.windowMs);
	}

	take(now: number): number {
		this.enter(now);
		const { requests, windowMs } = this.rule;
		this.admitted = this.admitted.filter((at) => at + windowMs > now);
		const [oldest] = this.admitted;
		if (oldest !== undefined && this.admitted.length >= requests) return oldest + windowMs - now;
		this.admitted.push(now);
		return 0;
	}
}

/** Makes a token that is complete except for rounding count as complete. */
const ROUNDING = 1e-9;

class TokenBucketBudget extends NumberedPeriods implements RequestBudget {
	private tokens: number;

	private filledAt: number | undefined;

	constructor(private readonly rule: BudgetRule) {
		super(rule.windowMs);
		this.tokens = rule.requests;
	}

	take(now: number): number {
		this.enter(now);
		const { requests, windowMs } = this.rule;
		const refilled = ((now - (this.filledAt ?? now)) * requests) / windowMs;
		this.tokens = Math.min(requests, this.tokens + refilled);
		this.filledAt = now;
		if (this.tokens < 1 - ROUNDING) return Math.ceil(((1 - this.tokens) * windowMs) / requests);
		this.tokens -= 1;
		return 0;
	}
}

const BUDGETS: Record<RateLimitKind, new (rule: BudgetRule) => RequestBudget> = {
	'first-request': FirstRequestBudget,
	'fixed-clock': FixedClockBudget,
	'sliding-log': SlidingLogBudget,
	'token-bucket': TokenBucketBudget,
};

/** Returns the full budget of a rule; without a kind, windows begin with their first request. */
export function budgetOf(rule: BudgetRule): RequestBudget {
	return new BUDGETS[rule.kind ?? 'first-request'](rule);
}

/** Returns the shortest time in which a rule admits a number of requests, the first one at a given time. */
export function minimumMs(rule: BudgetRule, requests: number, firstAt: number): number {
	const budget = budgetOf(rule);
	let now = firstAt;
	for (let sent = 0; sent < requests; sent += 1) {
		const wait = budget.take(now);
		if (wait === 0) continue;
		now += wait;
		budget.take(now);
	}
	return now - firstAt;
}
