import type { Answer } from '../routes/answers';

/** The response to an unknown dashboard, connection, member or invitation. */
export const NOT_FOUND: Answer = { status: 404, body: 'Not Found' };

/** Answers 400 with a message. */
export function badRequest(message: string): Answer {
	return { status: 400, message };
}

/** Answers that any other record is unknown. */
export function missing(what: string): Answer {
	return { status: 404, message: `${what} not found` };
}
