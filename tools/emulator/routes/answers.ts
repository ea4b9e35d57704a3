import type { Operation } from '../../contract';
import type { JsonObject } from '../../contract/json';
import type { EmulatorState } from '../state';

/** The contract has already been checked. */
export interface Call {
	operation: Operation;
	parameters: Record<string, string>;
	/** Empty if the path contains no organization and no service. */
	place: { organizationId?: string; serviceId?: string };
	query: JsonObject;
	body: JsonObject;
	state: EmulatorState;
	now: string;
}

/** A result may have extra envelope keys for its page. A body or text without an envelope may be sent in pieces. */
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

export function isCloud({ operation }: Call): boolean {
	return operation.api === 'clickhouseCloud';
}

export function notFound(what: string): Answer {
	return { status: 404, message: `NOT_FOUND: ${what} not found` };
}

export function badRequest(reason: string): Answer {
	return { status: 400, message: `BAD_REQUEST: ${reason}` };
}
