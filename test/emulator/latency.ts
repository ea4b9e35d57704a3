export interface LatencyOptions {
	baseMs: number;
	/** Up to so much is added, drawn from a seeded sequence. */
	jitterMs?: number;
	seed?: number;
}

/** Gives a seeded sequence of numbers from 0 up to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** Gives a function that draws the next delay in milliseconds; 0 without options. */
export function latencySource(options: LatencyOptions | undefined): () => number {
	if (options === undefined) return () => 0;
	const random = seededRandom(options.seed ?? 1);
	return () => options.baseMs + random() * (options.jitterMs ?? 0);
}
