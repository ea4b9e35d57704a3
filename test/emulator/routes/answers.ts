import type { JsonObject } from '../../contract/json';
import type { EmulatorState } from '../state';

/** A request to an operation: already checked against the contract, in neutral spelling. */
export interface Call {
	parameters: Record<string, string>;
	query: JsonObject;
	body: JsonObject;
	state: EmulatorState;
	now: Date;
	/** Whether ClickHouse Cloud is asked, not the API of the neutral reference. */
	isCloud: boolean;
}

/** The response of an operation: a result, or a status and a reason. */
export type Answer = { result: unknown } | { done: true } | { status: number; message: string };

export type Handler = (call: Call) => Answer;

/** Returns one path parameter; the contract has made sure that it is there. */
export function parameter(call: Call, name: string): string {
	return call.parameters[name] ?? '';
}

/** Answers 404, and names what was not found. */
export function notFound(what: string): Answer {
	return { status: 404, message: `NOT_FOUND: ${what} not found` };
}

/** Answers 400 with a reason. */
export function badRequest(reason: string): Answer {
	return { status: 400, message: `BAD_REQUEST: ${reason}` };
}

/** Answers with a record, or that there is none. */
export function found(record: object | undefined, what: string): Answer {
	return record === undefined ? notFound(what) : { result: record };
}
