import type { ErrorDetails, ErrorText } from '../errorDetails';
import { counted, times } from '../text';
import { MS_PER_SECOND } from '../time';

/**
 * Describes the rate limit in a sentence without a period: a wait longer than Max Wait, or the waits so far. Times are
 * in milliseconds.
 */
export function rateLimitText(limit?: { maxWait: number } | { count: number; ms: number }): string {
	if (limit === undefined) return 'The API rate-limits requests';
	const ms = 'maxWait' in limit ? limit.maxWait : Math.max(MS_PER_SECOND, limit.ms);
	const seconds = counted(Math.round(ms / MS_PER_SECOND), 'second');
	return 'maxWait' in limit
		? `The API rate-limits requests, and waiting would exceed Max Wait (${seconds})`
		: `Requests waited for the API's rate limit ${times(limit.count)}, ${seconds} in all`;
}

/** Says that the execution was stopped, after the changes it may have made. */
export function stopText(happened?: string): string {
	const stop = 'The execution was stopped.';
	return happened === undefined ? stop : `${happened}. ${stop}`;
}

/** Texts for triggers and lists, where nobody can set options or a limit, and a budget may limit the time. */
export interface Interruptions {
	/** Advice after the rate limit held a request back. */
	rateLimited: string;
	/** Advice after a response that took too long, or for which the API asks to wait too long. */
	timedOut: string;
	/** The error if the budget runs out. Only clients with a budget need it. */
	outOfTime?: ErrorText;
}

/** For reads without options or a schedule of their own. */
export const TRY_LATER: Interruptions = {
	rateLimited: 'Try again later.',
	timedOut: 'Try again later.',
};

/** Replaces the error if the rate limit or the budget ended the request. */
export function withInterruption(
	error: ErrorDetails,
	isOutOfTime: boolean,
	texts: Interruptions | undefined,
): ErrorDetails {
	if (texts === undefined) return error;
	const { rateLimited, outOfTime } = texts;
	if (isOutOfTime && outOfTime !== undefined)
		return { ...error, ...outOfTime, reason: 'stopped', httpCode: undefined };
	if (error.reason !== 'rateLimited') return error;
	return { ...error, message: `${rateLimitText()}.`, description: rateLimited };
}

export const RAISE_TIMEOUT =
	'Try again later. You can also raise Request Timeout (Milliseconds) in the options.';
export const RAISE_MAX_WAIT =
	'Waiting as long as the API asks would exceed Max Wait. Raise Max Wait in the options.';

/** Advice about a list's pages. Only an execution can set a Limit. */
export function pagesAdvice(flaw: 'incompleteList' | 'listTooLarge', hasLimit: boolean): string {
	if (flaw === 'incompleteList')
		return `A proxy may be dropping query strings. Check the proxy${hasLimit ? ', or set a lower Limit' : ''}.`;
	return hasLimit
		? 'Set a lower Limit, or use API Request with Query Parameters that narrow the list.'
		: 'Delete records that you no longer need.';
}
