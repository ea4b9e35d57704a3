import type { Operation } from '../../contract';
import type { JsonObject } from '../../contract/json';
import type { EmulatorState } from '../state';

/** A request to an operation, already checked against the contract. */
export interface Call {
	operation: Operation;
	parameters: Record<string, string>;
	/** Organization and service, if the path names them. */
	place: { organizationId?: string; serviceId?: string };
	query: JsonObject;
	body: JsonObject;
	state: EmulatorState;
	now: string;
}

/**
 * A response: a result, for a page with extra envelope keys; nothing; a status and a reason, in JSON or plain text; or
 * a body or text without envelope, possibly sent in pieces.
 */
export type Answer =
	| { result: unknown; page?: JsonObject }
	| { done: true }
	| { status: number; message: string; isPlainText?: true }
	| { status: number; body: object }
	| { text: string | Iterable<string>; status?: number; headers?: Record<string, string> };

export type Handler = (call: Call) => Answer;

/** The contract ensures that the parameter exists. */
export function parameter(call: Call, name: string): string {
	return call.parameters[name] ?? '';
}

/** True for ClickHouse Cloud, false for the neutral API. */
export function isCloud({ operation }: Call): boolean {
	return operation.api === 'clickhouseCloud';
}

export function notFound(what: string): Answer {
	return { status: 404, message: `NOT_FOUND: ${what} not found` };
}

export function badRequest(reason: string): Answer {
	return { status: 400, message: `BAD_REQUEST: ${reason}` };
}
