import { type Enforced, type Limit, LIMIT_KINDS, type LimitKind } from './limits';

export interface RateLimit extends Limit {
	/** By default, windows start with their first request. */
	kind?: LimitKind;
	header: RateLimitHeader;
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

/** Counts a request. Returns undefined if it is admitted, otherwise the headers of its 429. */
export type Admit = (now: number) => Record<string, string> | undefined;

/** Returns a function that admits requests by a rule, whatever their key. */
export function rateLimiter(rule: RateLimit): Admit {
	const enforced = enforcedBy(rule);
	return (now) => {
		const wait = enforced.wait(now);
		if (wait > 0) return HEADERS[rule.header](wait, now);
		enforced.admit(now);
		return undefined;
	};
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
