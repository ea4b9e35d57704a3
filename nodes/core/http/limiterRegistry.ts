import { hashOf } from '../json';
import { SharedLimiter } from './requestQueue';

/** The limiters of one n8n process, by a hash of what they belong to. */
export class LimiterRegistry {
	private readonly limiters = new Map<string, SharedLimiter>();

	/** How many limiters are kept. */
	get size(): number {
		return this.limiters.size;
	}

	/**
	 * Returns the limiter for a base URL and a whole Authorization, the same for all who give the same.
	 * Drops those that nobody has used for ten minutes.
	 */
	limiterFor(baseUrl: string, authorization: string, now: number): SharedLimiter {
		const hash = hashOf([baseUrl, authorization]);
		const limiter = this.limiters.get(hash) ?? new SharedLimiter();
		limiter.use(now);
		this.limiters.set(hash, limiter);
		for (const [key, other] of this.limiters) {
			if (other.isExpired(now)) this.limiters.delete(key);
		}
		return limiter;
	}
}

/** The limiters of this process. */
export const limiterRegistry = new LimiterRegistry();
