import type { ErrorDetails, ErrorText } from '../errorDetails';
import { counted, times } from '../text';
import { MS_PER_SECOND } from '../time';

/** What the rate limit has done: a request would wait longer than allowed, or requests have waited. In milliseconds. */
type RateLimit = { maxWait: number } | { count: number; ms: number };

/** Says that the API rate-limits requests, and what that has done, as a sentence without its full stop. */
export function rateLimitText(limit?: RateLimit): string {
	const text = 'The API rate-limits requests';
	if (limit === undefined) return text;
	if ('maxWait' in limit) {
		const seconds = counted(limit.maxWait / MS_PER_SECOND, 'second');
		return `${text}, and waiting would exceed Max Wait (${seconds})`;
	}
	const seconds = counted(Math.max(1, Math.round(limit.ms / MS_PER_SECOND)), 'second');
	return `${text}: the node waited ${times(limit.count)}, ${seconds} in all`;
}

/** Says that the execution was stopped, after what it may have done by then. */
export function stopText(happened?: string): string {
	return `${happened === undefined ? '' : `${happened}. `}The execution was stopped.`;
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
