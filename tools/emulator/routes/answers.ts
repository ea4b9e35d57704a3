import type { Operation } from '../../contract';
import type { JsonObject } from '../../contract/json';
import type { EmulatorState } from '../state';

/** A request to an operation: already checked against the contract, in neutral spelling. */
export interface Call {
	operation: Operation;
	parameters: Record<string, string>;
	query: JsonObject;
	/** The body if it is an object; `sent` is the body, whatever it is. */
	body: JsonObject;
	sent: unknown;
	state: EmulatorState;
	/** In ISO format. */
	now: string;
	/** Whether it's the managed ClickStack of a service. */
	isManaged: boolean;
}

/**
 * An operation's response: a result, for a page with the envelope's additional keys; nothing; a status and a reason; or
 * a body without its API's envelope.
 */
export type Answer =
	| { result: unknown; page?: JsonObject }
	| { done: true }
	| { status: number; message: string }
	| { status: number; body: object | string };

export type Handler = (call: Call) => Answer;

/** Returns one path parameter; the contract ensures that it exists. */
export function parameter(call: Call, name: string): string {
	return call.parameters[name] ?? '';
}

/** Returns whether ClickHouse Cloud is asked, not the neutral API. */
export function isCloud({ operation }: Call): boolean {
	return operation.api === 'clickhouseCloud';
}

/** Answers 404, and names the missing record. */
export function notFound(what: string): Answer {
	return { status: 404, message: `NOT_FOUND: ${what} not found` };
}

/** Answers 409 with a reason. */
export function conflict(reason: string): Answer {
	return { status: 409, message: `CONFLICT: ${reason}` };
}

/** Answers 400 with a reason. */
export function badRequest(reason: string): Answer {
	return { status: 400, message: `BAD_REQUEST: ${reason}` };
}
