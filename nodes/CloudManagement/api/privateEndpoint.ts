import { z } from 'zod';

/** Reference, "Create private endpoint". */
export const privateEndpointSchema = z.object({
	id: z.string().min(1),
	description: z.string().optional(),
});
