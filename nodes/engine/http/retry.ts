import { DateTime } from 'luxon';
import { MS_PER_SECOND } from '../time';
import type { Failure, ParsedResponse, ResponseHead } from './response';
import type { NetworkError } from './networkError';
import { isNothingSent, isPassing } from './networkError';
import type { HttpRequest } from '../operation';
import { isRead } from './request';
import { header } from './response';

const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** The part of a delay that is left to chance. */
const JITTER = 0.5;
const CONTENT_TOO_LARGE = 413;

/** What a failed attempt ended in, unless it was throttled. */
export type AttemptResult =
	| { kind: Extract<Failure['kind'], 'rejected' | 'unclear'>; response: ParsedResponse }
	| { kind: 'network'; error: NetworkError };

/**
 * Returns whether a request may be sent again after a failed attempt: a read if that may help, a write only if
 * nothing of it was sent. `hasRetryAfter`: whether the API has set a time for it.
 */
export function mayRetry(
	request: Pick<HttpRequest, 'method'>,
	attempt: AttemptResult,
	hasRetryAfter: boolean,
): boolean {
	const read = isRead(request);
	switch (attempt.kind) {
		case 'network':
			return isPassing(attempt.error) && (read || isNothingSent(attempt.error));
		case 'unclear':
			// What was too much to be read would be so again.
			return read && attempt.response.excess === undefined;
		case 'rejected':
			// An API that sets a time with this status is short of space for a while (RFC 9110, 15.5.14).
			return read && hasRetryAfter && attempt.response.status === CONTENT_TOO_LARGE;
	}
}

/**
 * Returns how many milliseconds to wait before the next attempt after so many failed ones: twice as long each time,
 * up to half a minute, plus or minus a quarter by `random` (from 0 to 1), and no sooner than the API asks for.
 */
export function retryDelay(failures: number, random: number, retryAfter = 0): number {
	const delay = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1));
	return Math.max(retryAfter, Math.round(delay * (1 + JITTER * (random - 0.5))));
}

const TOO_MANY_REQUESTS = 429;
/** Many services send these with every response: only after a 429 do they set the time of the next request. */
const RATE_LIMIT_RESETS = ['x-ratelimit-reset', 'ratelimit-reset'];

/** A larger number of seconds than this is a point in time: no API asks to wait for thirty years. */
const SURELY_EPOCH_SECONDS = 1_000_000_000;
const SURELY_EPOCH_MS = SURELY_EPOCH_SECONDS * MS_PER_SECOND;

/**
 * Reads from a response how long to wait before the next request: `Retry-After` in seconds or as an HTTP date, and for
 * a 429 also `X-RateLimit-Reset` or `RateLimit-Reset` in seconds or as a point in time; fractions count.
 * Returns milliseconds from `now`, a time since 1970, or undefined if the API sets no time.
 */
export function requestedWait({ status, headers }: ResponseHead, now: number): number | undefined {
	const retryAfter = fromRetryAfter(header(headers, 'retry-after'), now);
	if (retryAfter !== undefined || status !== TOO_MANY_REQUESTS) return retryAfter;
	const resets = RATE_LIMIT_RESETS.map((name) => fromNumber(header(headers, name), now));
	return resets.find((reset) => reset !== undefined);
}

function fromRetryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	const number = fromNumber(value, now);
	if (number !== undefined) return number;
	const date = DateTime.fromHTTP(value.trim());
	return date.isValid ? until(date.toMillis(), now) : undefined;
}

function fromNumber(value: string | undefined, now: number): number | undefined {
	if (value === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
	const number = Number(value);
	if (number >= SURELY_EPOCH_MS) return until(number, now);
	if (number >= SURELY_EPOCH_SECONDS) return until(number * MS_PER_SECOND, now);
	return number * MS_PER_SECOND;
}

function until(time: number, now: number): number {
	return Math.max(0, time - now);
}
