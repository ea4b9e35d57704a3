import { z } from 'zod';

export const ROLES = ['admin', 'developer'] as const;

/** Reference, "Create invitation". */
export const invitationSchema = z.object({
	email: z.string().email('is not an e-mail address. Enter one, such as ada@example.com.'),
	role: z.enum(ROLES),
});

/** Reference, "Update organization member". */
export const memberSchema = z.object({ role: z.enum(ROLES) });

/** Reference, "Create private endpoint". */
export const privateEndpointSchema = z.object({
	id: z.string().min(1),
	description: z.string().optional(),
});
