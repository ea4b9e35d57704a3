import type { ClientName, LatencyName, Limiter, Played, Run } from './clients';
import { CLIENTS, LATENCIES, Play } from './clients';
import type { Kind, Limit, NamingName } from './servers';
import { KINDS } from './servers';

export const LIMITS = {
	'10 per 2 s': { requests: 10, windowMs: 2000 },
	'10 per 10 s': { requests: 10, windowMs: 10_000 },
	'60 per minute': { requests: 60, windowMs: 60_000 },
	'1 per second': { requests: 1, windowMs: 1000 },
	'100 per second': { requests: 100, windowMs: 1000 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** One point of the grid. */
export interface Cell {
	kind: Kind;
	limit: LimitName;
	naming: NamingName;
	latency: LatencyName;
	client: ClientName;
}

/** How a limiter performed in a cell. */
export interface Measured {
	cell: Cell;
	/** Whether the limit decides how long it takes. */
	isBound: boolean;
	/** 1 plus the time beyond what the limit takes, as a fraction of that time or of a window, whichever is longer. */
	ratio: number;
	lostMs: number;
	/** How many requests were throttled on average in a window, and per process; undefined in fewer than five windows. */
	throttledPerWindow: number | undefined;
}

/** Returns all cells with these namings and clients. Two limits at once are tried only with the first size. */
export function cellsOf(namings: readonly NamingName[], clients: readonly ClientName[]): Cell[] {
	const limits = Object.keys(LIMITS) as LimitName[];
	const kinds = Object.keys(KINDS) as Kind[];
	const latencies = Object.keys(LATENCIES) as LatencyName[];
	return kinds.flatMap((kind) =>
		(kind === 'stacked' ? limits.slice(0, 1) : limits).flatMap((limit) =>
			namings.flatMap((naming) =>
				latencies.flatMap((latency) =>
					clients.map((client) => ({ kind, limit, naming, latency, client })),
				),
			),
		),
	);
}

/** What the limit and the latency take by themselves, by cell and seed. */
const leastTimes = new Map<string, { limited: number; unlimited: number }>();

/** Simulates one cell with a limiter for each process. */
export function measure(cell: Cell, seed: number, limiterOf: () => Limiter): Measured {
	const run = runOf(cell, seed);
	const { limited, unlimited } = leastTimeOf(cell, run);
	const { windowMs } = LIMITS[cell.limit];
	const played = new Play(run, limiterOf).play(20 * limited + 600_000);
	const lostMs = played.took - limited;
	return {
		cell,
		isBound: limited > 1.2 * unlimited + 100,
		ratio: 1 + lostMs / Math.max(limited, windowMs),
		lostMs,
		throttledPerWindow: perWindow(cell, played),
	};
}

function runOf({ kind, limit, naming, latency, client }: Cell, seed: number): Run {
	const size: Limit = LIMITS[limit];
	const { requests, windowMs } = size;
	const sustained = kind === 'stacked' ? { requests, windowMs: 3 * windowMs } : size;
	return {
		server: (random) => KINDS[kind](size, random),
		...{ naming, latency, executions: CLIENTS[client], seed },
		other: client === 'sharedKey' ? sustained : undefined,
	};
}

function leastTimeOf(
	{ kind, limit, latency, client }: Cell,
	run: Run,
): { limited: number; unlimited: number } {
	const key = [kind, limit, latency, client, run.seed].join();
	const known = leastTimes.get(key);
	if (known !== undefined) return known;
	const unlimited = { ...run, server: () => ({ wait: () => 0, admit: () => undefined }) };
	const least = {
		limited: new Play(run).play(Infinity).took,
		unlimited: new Play(unlimited).play(Infinity).took,
	};
	leastTimes.set(key, least);
	return least;
}

/** The first two windows are left out, in which the limit is found, and the last one, which is incomplete. */
function perWindow({ limit, client }: Cell, { took, throttled }: Played): number | undefined {
	const { windowMs } = LIMITS[limit];
	const windows = Math.floor(took / windowMs);
	if (windows < 5) return undefined;
	const counted = throttled.filter((at) => at >= 2 * windowMs && at < windows * windowMs);
	const processes = new Set(CLIENTS[client].map(({ process }) => process)).size;
	return counted.length / (windows - 2) / processes;
}

/** Returns the value below which this fraction of the values lies; the largest for 1. */
export function quantile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}
