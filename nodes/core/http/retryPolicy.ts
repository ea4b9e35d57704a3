import type { Failure } from './failure';
import type { NetworkError } from './networkError';
import { isNothingSent, isPassing } from './networkError';
import type { HttpRequest } from './request';
import { isRead } from './request';
import type { ParsedResponse } from './response';

const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** The part of a delay that is left to chance. */
const JITTER = 0.5;
const CONTENT_TOO_LARGE = 413;

/** A failed attempt that the rate limiter does not deal with. */
export type FailedAttempt =
	| { kind: Extract<Failure['kind'], 'rejected' | 'unclear'>; response: ParsedResponse }
	| { kind: 'network'; error: NetworkError };

/**
 * Returns whether a request may be sent again after a failed attempt: a read where that may help, a write only where
 * nothing of it was sent. `named` says whether the API named a time for it.
 */
export function mayRetry(
	request: Pick<HttpRequest, 'method'>,
	attempt: FailedAttempt,
	named: boolean,
): boolean {
	const read = isRead(request);
	switch (attempt.kind) {
		case 'network':
			return isPassing(attempt.error) && (read || isNothingSent(attempt.error));
		case 'unclear':
			// What was too much to be read would be so again.
			return read && attempt.response.excess === undefined;
		case 'rejected':
			// An API that names a time with this status is short of room for a while (RFC 9110, 15.5.14).
			return read && named && attempt.response.status === CONTENT_TOO_LARGE;
	}
}

/**
 * Returns how many milliseconds to wait before the next attempt after so many failed ones: twice as long each time,
 * up to half a minute, a quarter more or less as `random` (from 0 to 1) says, and not less than the API asks for.
 */
export function retryDelay(failures: number, random: number, asked = 0): number {
	const delay = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1));
	return Math.max(asked, Math.round(delay * (1 + JITTER * (random - 0.5))));
}
