import { type Enforced, type Limit, LIMIT_KINDS, type LimitKind } from './limits';

export interface RateLimit extends Limit {
	/** By default, a window that starts with its first request. */
	kind?: LimitKind;
	header: RateLimitHeader;
}

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

/** Rounds up, because a client that obeys must never send too early. */
function seconds(ms: number): string {
	return String(Math.ceil(ms / 1000));
}

/** Returns the headers of a 429, or undefined if the request is admitted. */
export type Admit = (now: number) => Record<string, string> | undefined;

/** If true, the rule counts all requests together, whatever their key. */
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

/** The shortest time in which a client that obeys the rule can send this many requests. */
export function minimumMs(rule: RateLimit, requests: number, firstAt: number): number {
	const enforced = enforcedBy(rule);
	let now = firstAt;
	for (let sent = 0; sent < requests; sent += 1) {
		now += enforced.wait(now);
		enforced.admit(now);
	}
	return now - firstAt;
}
