import type { Case, Client, MemoryCase, MemoryClient } from './grid';

/** The median of several measurements, and their range. */
export interface Spread {
	median: number;
	min: number;
	max: number;
}

/** Times in milliseconds, over all rounds. */
export interface CaseResult {
	case: Case;
	measured: Partial<Record<Client, Spread>>;
}

/** The memory of n8n's process in bytes: before the run, and at its peak. */
export interface MemoryResult {
	case: MemoryCase;
	measured: Record<MemoryClient, { before: Spread; peak: Spread }>;
}

export interface BenchResults {
	cases: CaseResult[];
	memory: MemoryResult[];
}

/** Returns the median with the smallest and the largest. Throws if there is none. */
export function spreadOf(values: readonly number[]): Spread {
	const sorted = [...values].sort((one, other) => one - other);
	const [min, max] = [sorted[0], sorted.at(-1)];
	const middle = (sorted.length - 1) / 2;
	const [lower, upper] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
	if (min === undefined || max === undefined || lower === undefined || upper === undefined) {
		throw new Error('Nothing was measured');
	}
	return { median: (lower + upper) / 2, min, max };
}
