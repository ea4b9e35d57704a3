import type { JsonObject } from '../json';
import type { NetworkError } from './networkError';
import type { HttpRequest } from './request';
import { isRead } from './request';
import type { ParsedResponse, ResponseHead } from './response';

/** Why a request ended without a success, as facts. */
export type Failure = {
	/** How often the request was sent. */
	attempts: number;
	/** Whether the API may have received it without saying no. */
	maybeSent: boolean;
	/** How long the API asks to wait before the next attempt, in milliseconds, if it does. */
	retryAfter?: number | undefined;
} & (
	| Rejection
	/** The API throttled it, and the wait until it may go again is longer than `maxWait` milliseconds. */
	| { kind: 'throttled'; response: ParsedResponse; maxWait: number }
	| { kind: 'network'; error: NetworkError }
	/** Held back, because others were throttled: its wait would be longer than `maxWait` milliseconds. */
	| { kind: 'blocked'; maxWait: number }
	| { kind: 'stopped' }
	| { kind: 'unexpected'; error: unknown }
);

interface Rejection {
	/** `rejected`: the API refused it. `unclear`: the response doesn't show whether the request was applied. */
	kind: 'rejected' | 'unclear';
	response: ParsedResponse;
	/** What is wrong with a success that has a payload. */
	flaw?: ResponseFlaw;
	/** Whether the API asks for a longer pause before the next attempt than is allowed. */
	pauseTooLong?: true;
}

/** A list whose pages don't lead to its end, or a payload without the list that is to be output. */
type ResponseFlaw = 'incompleteList' | { missing: string };

/** What a response means by its status, before its body is read. */
export type ResponseKind = 'success' | 'rejected' | 'throttled' | 'unclear';

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
/** Redirects that ask for the same request elsewhere: nothing was done here. */
const SAME_REQUEST_ELSEWHERE: readonly number[] = [307, 308];

/**
 * Classifies the response to a request by its status. If a gateway gave up, the request may have been
 * applied, and so it may after any other redirect of a change: it may lead to the page that follows the change.
 */
export function responseKind(
	{ status }: Pick<ParsedResponse, 'status'>,
	request: Pick<HttpRequest, 'method'>,
): ResponseKind {
	if (status === TOO_MANY_REQUESTS) return 'throttled';
	if (status === REQUEST_TIMEOUT || status >= 500) return 'unclear';
	if (isSuccess({ status })) return 'success';
	const isRejected = status >= 400 || SAME_REQUEST_ELSEWHERE.includes(status);
	return isRejected || isRead(request) ? 'rejected' : 'unclear';
}

/** Returns the failure of a success whose payload has a flaw. */
export function flawed(
	{ status, headers, body, attempts }: ResponseHead & { body: JsonObject; attempts: number },
	flaw: ResponseFlaw,
): Failure {
	const response = { status, headers, json: body, text: '' };
	return { kind: 'unclear', response, flaw, attempts, maybeSent: true };
}

/** Returns whether the status of a response is one of a success. */
export function isSuccess({ status }: Pick<ParsedResponse, 'status'>): boolean {
	return status >= 200 && status < 300;
}
