import { Random } from '../random';

export interface LatencyOptions {
	baseMs: number;
	/** Up to this much is added, drawn from a seeded sequence. */
	jitterMs?: number;
	seed?: number;
}

/** Returns a function that draws the next delay in milliseconds; 0 without options. */
export function latencySource(options: LatencyOptions | undefined): () => number {
	if (options === undefined) return () => 0;
	const random = new Random(options.seed ?? 1);
	return () => options.baseMs + random.next() * (options.jitterMs ?? 0);
}
