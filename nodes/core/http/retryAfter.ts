import { MS_PER_SECOND } from '../clock';
import { DateTime } from 'luxon';

import type { JsonObject } from '../json';
import { header } from './response';

/** A larger number of seconds than this is a point in time: no API asks to wait for thirty years. */
const SURELY_EPOCH_SECONDS = 1_000_000_000;
const SURELY_EPOCH_MS = SURELY_EPOCH_SECONDS * MS_PER_SECOND;

/**
 * Reads from the headers of a refused request when the next one may go: `Retry-After` in seconds or as an
 * HTTP date, or `X-RateLimit-Reset` in seconds or as a point in time.
 * Gives milliseconds since 1970, or undefined where the API names no time.
 */
export function retryTime(headers: JsonObject, now: number): number | undefined {
	return (
		fromRetryAfter(header(headers, 'retry-after'), now) ??
		fromNumber(header(headers, 'x-ratelimit-reset'), now)
	);
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
