import type { JsonObject } from '../../contract/json';
import type { ClickStackState } from './state';

/** A request to an operation, checked against the contract. */
export interface Call {
	state: ClickStackState;
	id: string;
	query: JsonObject;
	/** The body where it is an object; `sent` is the body, whatever it is. */
	body: JsonObject;
	sent: unknown;
	now: string;
}

/** A response: JSON, or plain text where the body is one. */
export interface Reply {
	status: number;
	body: object | string;
	headers?: Record<string, string>;
}

export type Handler = (call: Call) => Reply;

/** What an unknown dashboard is answered with. */
export const NOT_FOUND: Reply = { status: 404, body: 'Not Found' };

/** Answers with a payload. */
export function data(payload: unknown): Reply {
	return { status: 200, body: { data: payload } };
}

/** Answers 400 with a message. */
export function badRequest(message: string): Reply {
	return { status: 400, body: { message } };
}

/** Answers that a record other than a dashboard is unknown. */
export function missing(what: string): Reply {
	return { status: 404, body: { message: `${what} not found` } };
}
