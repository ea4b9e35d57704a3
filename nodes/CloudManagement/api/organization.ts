import { z } from 'zod';

/** What every address has. zod's own pattern refuses real ones, such as jane&john@example.com. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** RFC 5321. The pattern's time grows with the square of the length. */
export const MAX_EMAIL_LENGTH = 254;

export const ROLES = ['admin', 'developer'] as const;

/** Reference, "Create invitation". */
export const invitationSchema = z.object({
	email: z
		.string()
		.refine(
			(text) => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text),
			"isn't an email address. Enter one, such as ada@example.com.",
		),
	role: z.enum(ROLES).optional(),
});

/** Reference, "Update organization member". */
export const memberSchema = z.object({ role: z.enum(ROLES).optional() });
