import type { ErrorDetails, ErrorText } from '../errorDetails';
import { counted, times } from '../text';
import { MS_PER_SECOND } from '../time';

/**
 * Describes waits for the rate limit, without a period: either a wait longer than Max Wait, or the sum of all waits so
 * far. Times are in milliseconds.
 */
export function rateLimitText(limit?: { maxWait: number } | { count: number; ms: number }): string {
	if (limit === undefined) return 'The API rate-limits requests';
	const ms = 'maxWait' in limit ? limit.maxWait : Math.max(MS_PER_SECOND, limit.ms);
	const seconds = counted(Math.round(ms / MS_PER_SECOND), 'second');
	return 'maxWait' in limit
		? `The API rate-limits requests, and waiting would exceed Max Wait (${seconds})`
		: `Requests waited for the API's rate limit ${times(limit.count)}, ${seconds} in all`;
}

/** Says that the execution was stopped, after a sentence about the changes that it may have made. */
export function stopText(happened?: string): string {
	const stop = 'The execution was stopped.';
	return happened === undefined ? stop : `${happened}. ${stop}`;
}

/** Texts for triggers and lists, which have no options and no Limit, and may have a time budget. */
export interface Interruptions {
	/** Advice if the rate limit held a request back. */
	rateLimited: string;
	/** Advice if a response took too long, or the API asks to wait too long. */
	timedOut: string;
	/** The error if the time budget runs out. Only clients with a budget need it. */
	outOfTime?: ErrorText;
}

/** For reads that have neither options nor a schedule. */
export const TRY_LATER: Interruptions = {
	rateLimited: 'Try again later.',
	timedOut: 'Try again later.',
};

/** Replaces the error of a request that the rate limit or the budget ended. */
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
