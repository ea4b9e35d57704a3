import { hashOf } from '../../../core/json';

interface Entry<Value> {
	value: Value;
	until: number;
}

/** Values that are kept for a while, at most so many, and found only by who gives the same texts again. */
export class ExpiringCache<Value> {
	/** The oldest come first. */
	private readonly entries = new Map<string, Entry<Value>>();

	constructor(
		private readonly lifetimeMs: number,
		private readonly maxEntries: number,
	) {}

	/** How many values are kept. */
	get size(): number {
		return this.entries.size;
	}

	/** Returns the value that was kept under these texts, unless it has expired. */
	get(texts: readonly string[], now: number): Value | undefined {
		const entry = this.entries.get(hashOf(texts));
		return entry !== undefined && now < entry.until ? entry.value : undefined;
	}

	/** Keeps a value. Drops those that have expired, and the oldest beyond the most that are kept. */
	set(texts: readonly string[], value: Value, now: number): void {
		const hash = hashOf(texts);
		this.entries.delete(hash);
		this.entries.set(hash, { value, until: now + this.lifetimeMs });
		for (const [oldest, { until }] of this.entries) {
			if (until > now && this.entries.size <= this.maxEntries) return;
			this.entries.delete(oldest);
		}
	}
}
