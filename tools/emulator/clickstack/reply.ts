import type { JsonObject } from '../../contract/json';
import type { ClickStackState } from './state';

const MAX_PAGE = 1000;

/** A request to an operation, checked against the contract. */
export interface Call {
	state: ClickStackState;
	/** Whether it's the managed ClickStack of a service. */
	isManaged: boolean;
	id: string;
	query: JsonObject;
	/** The body if it is an object; `sent` is the body, whatever it is. */
	body: JsonObject;
	sent: unknown;
	now: string;
}

/** A response: JSON, or plain text if the body is text. */
export interface Reply {
	status: number;
	body: object | string;
	headers?: Record<string, string>;
}

export type Handler = (call: Call) => Reply;

/** The response to an unknown dashboard, connection, member or invitation. */
export const NOT_FOUND: Reply = { status: 404, body: 'Not Found' };

/** Answers with a payload. */
export function data(payload: unknown): Reply {
	return { status: 200, body: { data: payload } };
}

/** Answers with a page of records. */
export function page({ query }: Call, all: readonly JsonObject[]): Reply {
	const [limit, offset] = [Number(query['limit'] ?? MAX_PAGE), Number(query['offset'] ?? 0)];
	const meta = { total: all.length, limit, offset };
	const headers = { 'x-total-count': String(all.length) };
	return { status: 200, headers, body: { data: all.slice(offset, offset + limit), meta } };
}

/** Answers 400 with a message. */
export function badRequest(message: string): Reply {
	return { status: 400, body: { message } };
}

/** Answers that any other record is unknown. */
export function missing(what: string): Reply {
	return { status: 404, body: { message: `${what} not found` } };
}
