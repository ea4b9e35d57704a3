import { z } from 'zod';

/** A complete batch run, as its process reports it. Memory is in bytes. */
export const batchRun = z.object({
	/** Returned IDs in output order. */
	answers: z.array(z.unknown()),
	/** Each response is paired with this input item. */
	pairs: z.array(z.unknown()),
	/** The process's peak memory beyond its initial use. */
	peak: z.number(),
	/** Memory in use after the run and a garbage collection. */
	left: z.number(),
});

export type BatchRun = z.infer<typeof batchRun>;
