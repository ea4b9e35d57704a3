export interface Limit {
	requests: number;
	windowMs: number;
}

/** A limit that a service applies per key. */
export interface Enforced {
	/** Returns the milliseconds until another request is admitted. 0 means now. */
	wait: (now: number) => number;
	admit: (now: number) => void;
}

/** Absorbs floating-point errors of times and token counts that are almost whole. */
const ROUNDING = 1e-6;

/** Each window admits the limit. `startAt` computes when a window starts. */
function windows({ requests, windowMs }: Limit, startAt: (now: number, before: number) => number) {
	let [start, used] = [-Infinity, 0];
	const windowAt = (now: number): number => {
		const current = startAt(now, start);
		if (current !== start) [start, used] = [current, 0];
		return start;
	};
	return {
		wait: (now: number) => {
			const end = windowAt(now) + windowMs;
			return used < requests ? 0 : end - now;
		},
		admit: (now: number) => {
			windowAt(now);
			used += 1;
		},
	};
}

/** A window starts with the first request after the end of the previous window. */
function firstRequest(limit: Limit): Enforced {
	return windows(limit, (now, before) => (now + ROUNDING < before + limit.windowMs ? before : now));
}

/** Windows start at multiples of their length. */
function fixedClock(limit: Limit): Enforced {
	const { windowMs } = limit;
	return windows(limit, (now) => Math.floor((now + ROUNDING) / windowMs) * windowMs);
}

/** Admits the limit in any period of a window's length. */
function slidingLog({ requests, windowMs }: Limit): Enforced {
	const admitted: number[] = [];
	return {
		wait: (now) => {
			const end = (admitted.at(-requests) ?? -Infinity) + windowMs;
			return end <= now + ROUNDING ? 0 : end - now;
		},
		admit: (now) => {
			admitted.push(now);
		},
	};
}

/** A token bucket, refilled evenly at the limit per window. */
function bucket({ requests, windowMs }: Limit, size = requests): Enforced {
	let [tokens, filledAt] = [size, 0];
	const fill = (now: number): void => {
		tokens = Math.min(size, tokens + ((now - filledAt) * requests) / windowMs);
		filledAt = now;
	};
	return {
		wait: (now) => {
			fill(now);
			return tokens >= 1 - ROUNDING ? 0 : Math.ceil(((1 - tokens) * windowMs) / requests);
		},
		admit: (now) => {
			fill(now);
			tokens -= 1;
		},
	};
}

/** Two limits at the same time: the given limit, and a third of its rate. */
function stacked(limit: Limit): Enforced {
	const long = { requests: limit.requests * 10, windowMs: limit.windowMs * 30 };
	const both = [fixedClock(limit), fixedClock(long)];
	return {
		wait: (now) => Math.max(...both.map((one) => one.wait(now))),
		admit: (now) => {
			for (const one of both) one.admit(now);
		},
	};
}

/** Services count requests in different ways, so tests try each. */
export const LIMIT_KINDS = {
	firstRequest,
	fixedClock,
	slidingLog,
	bucket: (limit: Limit) => bucket(limit),
	halfBucket: (limit: Limit) => bucket(limit, Math.max(1, limit.requests / 2)),
	stacked,
} as const satisfies Record<string, (limit: Limit) => Enforced>;

export type LimitKind = keyof typeof LIMIT_KINDS;
