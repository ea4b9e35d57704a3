import type { Case, Client, MemoryCase } from './grid';
import type { Counts } from './server/counts';
import type { Share } from './share';
import type { Spread } from './statistics';

/** What one client did in a case, over all rounds. Times are in milliseconds. */
export interface Measured extends Pick<Counts, 'requests' | 'connections' | 'mostInFlight'> {
	ms: Spread;
}

export interface CaseResult {
	case: Case;
	measured: Partial<Record<Client, Measured>>;
}

/** The memory of n8n's process in bytes: before the run, and at its peak. */
export interface MemoryResult {
	case: MemoryCase;
	measured: Record<Client, { before: Spread; peak: Spread }>;
}

export interface BenchResults {
	cases: CaseResult[];
	memory: MemoryResult[];
	share: Share;
	/** How long n8n took to start, with the package. */
	startMs: Spread;
}
