import { KeyedHash } from './keyedHash';
import { SharedLimiter } from './sharedLimiter';

interface Entry {
	limiter: SharedLimiter;
	usedAt: number;
}

const MOST_ENTRIES = 1000;
const IDLE_MS = 600_000;

/** The limiters of one n8n process, by what they belong to. Only hashes are kept, under a key of this process. */
export class LimiterRegistry {
	private readonly hashes = new KeyedHash();
	/** The least recently used come first. */
	private readonly entries = new Map<string, Entry>();

	/** How many limiters are kept. */
	get size(): number {
		return this.entries.size;
	}

	/**
	 * Returns the limiter for a base URL and a whole Authorization, the same for all who give the same.
	 * Drops those that nobody has used for ten minutes, and the oldest idle one beyond a thousand.
	 */
	limiterFor(baseUrl: string, authorization: string, now: number): SharedLimiter {
		const hash = this.hashes.of([baseUrl, authorization]);
		const limiter = this.entries.get(hash)?.limiter ?? new SharedLimiter();
		this.entries.delete(hash);
		this.sweep(now);
		// Where all are in use, one more limits its own execution alone.
		if (this.entries.size < MOST_ENTRIES) this.entries.set(hash, { limiter, usedAt: now });
		return limiter;
	}

	private sweep(now: number): void {
		for (const [hash, { limiter, usedAt }] of this.entries) {
			const full = this.entries.size >= MOST_ENTRIES;
			if (!full && now - usedAt < IDLE_MS) return;
			if (limiter.idle) this.entries.delete(hash);
		}
	}
}

/** The limiters of this process. */
export const limiterRegistry = new LimiterRegistry();
