import { z } from 'zod';

/** What one run of the whole batch came to, as the process that ran it reports. Memory is in bytes. */
export const batchRun = z.object({
	error: z.string().optional(),
	/** The IDs that came back, in output order. */
	answers: z.array(z.unknown()),
	/** The input item that each answer is paired with. */
	pairs: z.array(z.unknown()),
	/** The most memory the process held above what it held before. */
	peak: z.number(),
	/** What was in use after the run and a garbage collection. */
	left: z.number(),
});

export type BatchRun = z.infer<typeof batchRun>;
