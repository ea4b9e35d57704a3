import { MS_PER_SECOND } from '../clock';
import { DateTime } from 'luxon';

import type { ResponseHead } from './response';
import { header } from './response';

const TOO_MANY_REQUESTS = 429;
/** Many services send these with every response: they name the time of the next request after a 429 alone. */
const RATE_LIMIT_RESETS = ['x-ratelimit-reset', 'ratelimit-reset'];

/** A larger number of seconds than this is a point in time: no API asks to wait for thirty years. */
const SURELY_EPOCH_SECONDS = 1_000_000_000;
const SURELY_EPOCH_MS = SURELY_EPOCH_SECONDS * MS_PER_SECOND;

/**
 * Reads from a response when the next request may go: `Retry-After` in seconds or as an HTTP date, and for a 429 also
 * `X-RateLimit-Reset` or `RateLimit-Reset` in seconds or as a point in time; fractions count.
 * Returns milliseconds since 1970, or undefined where the API names no time.
 */
export function retryTime({ status, headers }: ResponseHead, now: number): number | undefined {
	const named = fromRetryAfter(header(headers, 'retry-after'), now);
	if (named !== undefined || status !== TOO_MANY_REQUESTS) return named;
	const resets = RATE_LIMIT_RESETS.map((name) => fromNumber(header(headers, name), now));
	return resets.find((reset) => reset !== undefined);
}

function fromRetryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	const number = fromNumber(value, now);
	if (number !== undefined) return number;
	const date = DateTime.fromHTTP(value.trim());
	return date.isValid ? Math.max(now, date.toMillis()) : undefined;
}

function fromNumber(value: string | undefined, now: number): number | undefined {
	if (value === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
	const number = Number(value);
	if (number >= SURELY_EPOCH_MS) return Math.max(now, number);
	if (number >= SURELY_EPOCH_SECONDS) return Math.max(now, number * MS_PER_SECOND);
	return now + number * MS_PER_SECOND;
}
