import { z } from 'zod';

import { CALLS, type CallName } from '../calls';

function isCallName(name: string): name is CallName {
	return name in CALLS;
}

/** What a plain client is to do. */
export const job = z.object({
	client: z.enum(['nodeHttp', 'fetch']),
	call: z.string().refine(isCallName),
	baseUrl: z.string(),
	items: z.number(),
	copies: z.number(),
});

export type Job = z.infer<typeof job>;

/** How long all of it took, with the responses parsed and kept. */
export const jobResult = z.object({ ms: z.number() });
