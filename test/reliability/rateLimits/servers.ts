/** A number of requests in a period of time. */
export interface Limit {
	requests: number;
	windowMs: number;
}

/** A rate limit as a service enforces it. */
export interface Server {
	/** Returns the milliseconds until one more request is admitted: 0 for now. */
	wait: (now: number) => number;
	admit: (now: number) => void;
}

/** Makes a request count as complete that has come back except for rounding. */
const ROUNDING = 1e-6;

/** Windows by the clock, the first of which began at any time before. */
function fixedClock({ requests, windowMs }: Limit, random: () => number): Server {
	const offset = Math.floor(random() * windowMs);
	let [current, used] = [-1, 0];
	const windowAt = (now: number) => Math.floor((now + offset + ROUNDING) / windowMs);
	return {
		wait: (now) => {
			const isFull = windowAt(now) === current && used >= requests;
			return isFull ? (current + 1) * windowMs - offset - now : 0;
		},
		admit: (now) => {
			if (windowAt(now) !== current) [current, used] = [windowAt(now), 0];
			used += 1;
		},
	};
}

/** Windows that begin with the first request after the end of the one before. */
function firstRequest({ requests, windowMs }: Limit): Server {
	let [end, used] = [-Infinity, 0];
	const isOver = (now: number) => now + ROUNDING >= end;
	return {
		wait: (now) => (isOver(now) || used < requests ? 0 : end - now),
		admit: (now) => {
			if (isOver(now)) [end, used] = [now + windowMs, 0];
			used += 1;
		},
	};
}

/** As many as the limit in any period of a window's length. */
function slidingLog({ requests, windowMs }: Limit): Server {
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

/** A bucket of as many tokens as the limit, which come back evenly. */
function bucket({ requests, windowMs }: Limit, size: number): Server {
	let [tokens, filledAt] = [size, 0];
	const fill = (now: number) => {
		tokens = Math.min(size, tokens + ((now - filledAt) * requests) / windowMs);
		filledAt = now;
	};
	return {
		wait: (now) => {
			fill(now);
			return tokens >= 1 - ROUNDING ? 0 : ((1 - tokens) * windowMs) / requests;
		},
		admit: (now) => {
			fill(now);
			tokens -= 1;
		},
	};
}

/** Two limits at once: the second allows a third of the first one's rate. */
function stacked(limit: Limit, random: () => number): Server {
	const { requests, windowMs } = limit;
	const long = { requests: requests * 10, windowMs: windowMs * 30 };
	const both = [fixedClock(limit, random), fixedClock(long, random)];
	return {
		wait: (now) => Math.max(...both.map((one) => one.wait(now))),
		admit: (now) => {
			for (const one of both) one.admit(now);
		},
	};
}

/** No limit, but the request of this number is throttled, for a second. */
export function strayAt(number: number): Server {
	let count = 0;
	return {
		wait: () => ((count += 1) === number ? 1000 : 0),
		admit: () => undefined,
	};
}

export const KINDS = {
	fixedClock,
	firstRequest,
	slidingLog,
	bucket: (limit: Limit) => bucket(limit, limit.requests),
	halfBucket: (limit: Limit) => bucket(limit, Math.max(1, limit.requests / 2)),
	stacked,
} as const satisfies Record<string, (limit: Limit, random: () => number) => Server>;

export type Kind = keyof typeof KINDS;

/** The clock of the service is not at a full second when simulated time begins. */
const CLOCK_AT_START_MS = 1_800_000_003_210;
const SECOND_MS = 1000;

const secondsFrom = (startedAt: number, wait: number) =>
	startedAt + Math.max(1, Math.ceil(wait / SECOND_MS)) * SECOND_MS;

/** How a client understands the wait: when it sent the request, when that arrived, and how long it must wait from then. */
type Naming = (startedAt: number, arrivedAt: number, wait: number) => number | undefined;

export const HONEST_NAMINGS = {
	seconds: (startedAt, _arrivedAt, wait) => secondsFrom(startedAt, wait),
	date: (_startedAt, arrivedAt, wait) => {
		const end = CLOCK_AT_START_MS + arrivedAt + wait;
		return Math.ceil(end / SECOND_MS) * SECOND_MS - CLOCK_AT_START_MS;
	},
} as const satisfies Record<string, Naming>;

export const OTHER_NAMINGS = {
	roundedDown: (startedAt, _arrivedAt, wait) =>
		startedAt + Math.floor(wait / SECOND_MS) * SECOND_MS,
	always0: (startedAt) => startedAt,
	none: () => undefined,
} as const satisfies Record<string, Naming>;

export const NAMINGS = { ...HONEST_NAMINGS, ...OTHER_NAMINGS };

export type NamingName = keyof typeof NAMINGS;
