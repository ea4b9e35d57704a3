import { z } from 'zod';

/** The result of one run of the complete batch, as the process that ran it reports. Memory is in bytes. */
export const batchRun = z.object({
	/** The returned IDs, in output order. */
	answers: z.array(z.unknown()),
	/** The input item that each response is paired with. */
	pairs: z.array(z.unknown()),
	/** The peak memory of the process, above its use before. */
	peak: z.number(),
	/** The memory in use after the run and a garbage collection. */
	left: z.number(),
});

export type BatchRun = z.infer<typeof batchRun>;
