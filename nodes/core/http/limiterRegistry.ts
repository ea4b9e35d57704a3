import { hashOf } from '../json';
import { SharedLimiter } from './sharedLimiter';

const MOST_ENTRIES = 1000;
const IDLE_MS = 600_000;

/** The limiters of one n8n process, by the hash of what they belong to: no key stays in memory. */
export class LimiterRegistry {
	/** Those that were asked for longest ago come first. */
	private readonly limiters = new Map<string, SharedLimiter>();

	/** How many limiters are kept. */
	get size(): number {
		return this.limiters.size;
	}

	/**
	 * Returns the limiter for a base URL and a whole Authorization, the same for all who give the same.
	 * Drops those that nobody has used for ten minutes, and the oldest idle one beyond a thousand.
	 */
	limiterFor(baseUrl: string, authorization: string, now: number): SharedLimiter {
		const hash = hashOf([baseUrl, authorization]);
		const limiter = this.limiters.get(hash) ?? new SharedLimiter();
		limiter.use(now);
		this.limiters.delete(hash);
		this.sweep(now);
		// Where all are in use, one more limits its own execution alone.
		if (this.limiters.size < MOST_ENTRIES) this.limiters.set(hash, limiter);
		return limiter;
	}

	private sweep(now: number): void {
		for (const [hash, limiter] of this.limiters) {
			const full = this.limiters.size >= MOST_ENTRIES;
			if (!full && now - limiter.usedAt < IDLE_MS) continue;
			if (limiter.idle) this.limiters.delete(hash);
		}
	}
}

/** The limiters of this process. */
export const limiterRegistry = new LimiterRegistry();
