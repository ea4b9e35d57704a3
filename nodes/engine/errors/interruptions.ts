import type { ErrorDetails, ErrorText } from '../errorDetails';
import { counted, times } from '../text';
import { MS_PER_SECOND } from '../time';

/**
 * A sentence without its full stop about the rate limit, and what it has done: a request would wait longer than
 * allowed, or requests have waited. Times are in milliseconds.
 */
export function rateLimitText(limit?: { maxWait: number } | { count: number; ms: number }): string {
	if (limit === undefined) return 'The API rate-limits requests';
	const ms = 'maxWait' in limit ? limit.maxWait : Math.max(MS_PER_SECOND, limit.ms);
	const seconds = counted(Math.round(ms / MS_PER_SECOND), 'second');
	return 'maxWait' in limit
		? `The API rate-limits requests, and waiting would exceed Max Wait (${seconds})`
		: `The API rate-limits requests: the node waited ${times(limit.count)}, ${seconds} in all`;
}

/** Says that the execution was stopped, after what it may have done by then. */
export function stopText(happened?: string): string {
	const stop = 'The execution was stopped.';
	return happened === undefined ? stop : `${happened}. ${stop}`;
}

/** What errors say where nobody can set Max Wait, and a budget limits the time. */
export interface Interruptions {
	/** The advice after the rate limit held a request back. */
	rateLimited: string;
	/** The error when the time for all requests is up. */
	outOfTime: ErrorText;
}

/** The error of a request, unless the rate limit or the time for all requests has ended it: these have their texts. */
export function interrupted(
	error: ErrorDetails,
	isOutOfTime: boolean,
	texts: Interruptions | undefined,
): ErrorDetails {
	if (texts === undefined) return error;
	const { rateLimited, outOfTime } = texts;
	if (isOutOfTime) return { ...error, ...outOfTime, reason: 'stopped', httpCode: undefined };
	if (error.reason !== 'rateLimited') return error;
	return { ...error, message: `${rateLimitText()}.`, description: rateLimited };
}
