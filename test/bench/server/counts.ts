import { z } from 'zod';

/** What the server has counted since its counts were last reset. */
export const counts = z.object({
	requests: z.number(),
	connections: z.number(),
	mostInFlight: z.number(),
	/** Requests that were not answered with 200: there should be none. */
	refused: z.number(),
});

export type Counts = z.infer<typeof counts>;

/** Where the server listens. */
export const addresses = z.object({ plain: z.string(), tls: z.string() });

export type Addresses = z.infer<typeof addresses>;
