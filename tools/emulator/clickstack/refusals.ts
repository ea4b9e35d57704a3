import type { Answer } from '../routes/answers';

/** The server refuses more bodies than the contract, in its own words. */
export function badBody(reason: string): Answer {
	return { status: 400, message: `Body validation failed: ${reason}` };
}

/** Missing dashboards and connections get plain text, other records JSON. */
export const NOT_FOUND: Answer = { status: 404, message: 'Not Found', isPlainText: true };

export function noSuch(name: string): () => Answer {
	return () => ({ status: 404, message: `${name} not found` });
}
