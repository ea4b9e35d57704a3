import type { JsonObject } from '../../contract/json';
import type { EmulatorState } from '../state';

/** A request to an operation: already checked against the contract, in neutral spelling. */
export interface Call {
	parameters: Record<string, string>;
	query: JsonObject;
	body: JsonObject;
	state: EmulatorState;
	now: Date;
	/** Whether ClickHouse Cloud is asked, not the neutral API. */
	isCloud: boolean;
}

/** An operation's response: a result, 201 if set, for a page with its additional keys; or a status and a reason. */
export type Answer =
	| { result: unknown; page?: JsonObject; isNew?: boolean }
	| { done: true }
	| { status: number; message: string };

export type Handler = (call: Call) => Answer;

/** Returns one path parameter; the contract ensures that it exists. */
export function parameter(call: Call, name: string): string {
	return call.parameters[name] ?? '';
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

const PAGE_SIZE = 250;

/** Answers with a page of records. The cursor is the ID of the previous page's last record. */
export function cursorPage(
	{ query }: Call,
	records: readonly JsonObject[],
	size = PAGE_SIZE,
): Answer {
	const limit = Number(query['limit'] ?? size);
	const start = records.findIndex(({ id }) => cursorAt(id) === query['cursor']) + 1;
	const result = records.slice(start, start + limit);
	const isLast = start + limit >= records.length;
	const nextCursor = isLast ? null : cursorAt(result.at(-1)?.['id']);
	return { result, page: { limit, totalCount: records.length, nextCursor } };
}

function cursorAt(id: unknown): string {
	return Buffer.from(`after ${String(id)}`).toString('base64');
}

/** Answers with a record, or that there is none. */
export function found(record: object | undefined, what: string): Answer {
	return record === undefined ? notFound(what) : { result: record };
}
