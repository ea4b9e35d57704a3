import type { Operation } from '../../contract';
import type { JsonObject } from '../../contract/json';
import type { EmulatorState } from '../state';

/** A request to an operation: already checked against the contract. */
export interface Call {
	operation: Operation;
	parameters: Record<string, string>;
	/** The organization and the service that are asked, if the path names them. */
	place: { organizationId?: string; serviceId?: string };
	query: JsonObject;
	body: JsonObject;
	state: EmulatorState;
	/** In ISO format. */
	now: string;
}

/**
 * An operation's response: a result, for a page with the envelope's additional keys; nothing; a status and a reason, in
 * JSON or as plain text; or a body or a text without its API's envelope, which may be sent piece by piece.
 */
export type Answer =
	| { result: unknown; page?: JsonObject }
	| { done: true }
	| { status: number; message: string; isPlainText?: true }
	| { status: number; body: object }
	| { text: string | Iterable<string>; status?: number; headers?: Record<string, string> };

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

/** Answers 400 with a reason. */
export function badRequest(reason: string): Answer {
	return { status: 400, message: `BAD_REQUEST: ${reason}` };
}
