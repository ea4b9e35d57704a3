import { z } from 'zod';

/** The run's process reports this. Memory is in bytes. */
export const batchRun = z.object({
	/** The output items, in order. */
	answers: z.array(z.unknown()),
	/** Each response is paired with this input item. */
	pairs: z.array(z.unknown()),
	/** Peak memory, minus what the process used at its start. */
	peak: z.number(),
	/** Measured after the run and a garbage collection. */
	left: z.number(),
});

export type BatchRun = z.infer<typeof batchRun>;
