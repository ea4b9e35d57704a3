import { z } from 'zod';

/** The run's process reports this. Memory is in bytes. */
export const batchRun = z.object({
	/** In the order of the output. */
	answers: z.array(z.unknown()),
	/** Each response is paired with this input item. */
	pairs: z.array(z.unknown()),
	/** Beyond the process's initial use. */
	peak: z.number(),
	/** Measured after the run and a garbage collection. */
	left: z.number(),
});

export type BatchRun = z.infer<typeof batchRun>;
