import { type Limit, LIMIT_KINDS, type LimitKind } from '../../../tools/emulator/limits';
import type { RateLimit, RateLimitHeader } from '../../../tools/emulator/rateLimit';
import type { Execution, Latency } from './playRuns';
import { playRuns } from './playRuns';

const EXECUTIONS = {
	reads60: [{ reads: 60 }],
	twentyTogether: Array.from({ length: 20 }, () => ({ reads: 5 })),
	tenInARow: [{ reads: 10, maxConcurrency: 1 }],
	sixtyInARow: [{ reads: 60, maxConcurrency: 1 }],
	threeProcesses: [0, 1, 2].map((process) => ({ reads: 40, process, begin: process * 900 })),
	sharedKey: [{ reads: 80 }],
} satisfies Record<string, readonly Execution[]>;

export type ExecutionsName = keyof typeof EXECUTIONS;

const LATENCIES: Record<string, Latency> = {
	none: () => [0, 0],
	ms20: () => [10, 10],
	ms300: () => [150, 150],
	/** Most latencies are 0.15 seconds, a few up to 2.5. Responses come out of order in both directions. */
	tail: (random) => {
		const sum = Array.from({ length: 12 }, random).reduce((total, one) => total + one, -6);
		const ms = Math.min(2500, 150 * Math.exp(1.1 * sum));
		const there = random() * ms;
		return [there, ms - there];
	},
	underLoad: (_random, inFlight) => [10 + 5 * inFlight, 10 + 5 * inFlight],
};

const LIMITS: readonly Limit[] = [
	{ requests: 10, windowMs: 2000 },
	{ requests: 10, windowMs: 10_000 },
	{ requests: 60, windowMs: 60_000 },
	{ requests: 1, windowMs: 1000 },
	{ requests: 100, windowMs: 1000 },
];
const UNLIMITED = 1e9;
/**
 * The complete grid takes minutes, so only some cells are played. No factor has this many values, so nearly every pair
 * of values occurs.
 */
const EVERY = 13;
/** Simulated time starts off the service's full seconds. */
const START = 1_800_000_003_210;

export interface Measured {
	name: string;
	windowMs: number;
	/** Set if the limit determines the duration. */
	isBound: boolean;
	/** 1 plus the extra time, as a share of the limit's own time or of a window, whichever is longer. */
	ratio: number;
	lostMs: number;
	/** Per window and process. Undefined in fewer than five windows. */
	throttledPerWindow: number | undefined;
}

interface Cell {
	name: string;
	limit: RateLimit;
	latency: Latency;
	executions: readonly Execution[];
	isShared: boolean;
}

function cellsOf(
	headers: readonly RateLimitHeader[],
	executions: readonly ExecutionsName[],
): Cell[] {
	const kinds = Object.keys(LIMIT_KINDS) as LimitKind[];
	const cells = kinds.flatMap((kind) =>
		// Two simultaneous limits are tried only with the first size.
		LIMITS.slice(0, kind === 'stacked' ? 1 : LIMITS.length).flatMap((limit) =>
			headers.flatMap((header) =>
				Object.entries(LATENCIES).flatMap(([latencyName, latency]) =>
					executions.map((name) => ({
						name: [kind, limit.requests, limit.windowMs, header, latencyName, name].join(', '),
						limit: { ...limit, kind, header },
						latency,
						executions: EXECUTIONS[name],
						isShared: name === 'sharedKey',
					})),
				),
			),
		),
	);
	return cells.filter((_, index) => index % EVERY === 0);
}

async function measure({ name, isShared, ...cell }: Cell): Promise<Measured> {
	const { kind, windowMs } = cell.limit;
	const sustained = { ...cell.limit, windowMs: kind === 'stacked' ? 3 * windowMs : windowMs };
	const run = { ...cell, start: START, maxWait: Infinity, other: isShared ? sustained : undefined };
	const unlimited = await playRuns({ ...run, limit: { ...cell.limit, requests: UNLIMITED } });
	const played = await playRuns(run);
	const failures = played.runs.flatMap((one) => one.failures);
	if (failures.length > 0) throw new Error(`Requests failed: ${name}`);
	const least = Math.max(played.leastMs, unlimited.took);
	const lostMs = played.took - least;
	return {
		name,
		windowMs,
		lostMs,
		isBound: played.leastMs > 1.2 * unlimited.took + 100,
		ratio: 1 + lostMs / Math.max(least, windowMs),
		throttledPerWindow: perWindow(cell, played),
	};
}

/** Omits the first two windows, which find the limit, and the incomplete last window. */
function perWindow(
	{ limit: { windowMs }, executions }: Pick<Cell, 'limit' | 'executions'>,
	{ took, throttled }: { took: number; throttled: readonly number[] },
): number | undefined {
	const windows = Math.floor(took / windowMs);
	if (windows < 5) return undefined;
	const counted = throttled.filter((at) => at >= 2 * windowMs && at < windows * windowMs);
	return counted.length / (windows - 2) / new Set(executions.map(({ process }) => process)).size;
}

/** Simulates part of the grid, cell by cell. */
export async function measured(
	headers: readonly RateLimitHeader[],
	executions: readonly ExecutionsName[],
): Promise<Measured[]> {
	const all: Measured[] = [];
	for (const cell of cellsOf(headers, executions)) all.push(await measure(cell));
	return all;
}

/** A share of 1 gives the largest value. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}
