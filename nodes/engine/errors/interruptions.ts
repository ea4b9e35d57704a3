import type { ErrorDetails, ErrorText } from '../errorDetails';
import { counted, times } from '../text';
import { MS_PER_SECOND } from '../time';

/**
 * Describes the rate limit in a sentence without full stop: a wait longer than Max Wait, or the waits so far. Times are
 * in milliseconds.
 */
export function rateLimitText(limit?: { maxWait: number } | { count: number; ms: number }): string {
	if (limit === undefined) return 'The API rate-limits requests';
	const ms = 'maxWait' in limit ? limit.maxWait : Math.max(MS_PER_SECOND, limit.ms);
	const seconds = counted(Math.round(ms / MS_PER_SECOND), 'second');
	return 'maxWait' in limit
		? `The API rate-limits requests, and waiting would exceed Max Wait (${seconds})`
		: `The API rate-limits requests: the node waited ${times(limit.count)}, ${seconds} in all`;
}

/** Says that the execution was stopped, after the changes it may have made. */
export function stopText(happened?: string): string {
	const stop = 'The execution was stopped.';
	return happened === undefined ? stop : `${happened}. ${stop}`;
}

/** Texts for triggers and lists, where nobody can set Max Wait and a budget limits the time. */
export interface Interruptions {
	/** Advice after the rate limit held a request back. */
	rateLimited: string;
	/** The error when the budget is used up. */
	outOfTime: ErrorText;
}

/** Replaces the error if the rate limit or the budget ended the request. */
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
