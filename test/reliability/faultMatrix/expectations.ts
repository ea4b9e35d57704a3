import type { ErrorOutcome, ErrorReason } from '../../../nodes/engine/operation';
import type { Fault } from '../../../tools/emulator';

/** One kind of request's behaviour under a permanent fault. Max Retries is 1. */
export interface Expected {
	/** How many requests reach the service. */
	requests: number;
	/** The error's outcome; a run without any succeeds. */
	outcome?: ErrorOutcome;
	reason?: ErrorReason;
}

/** One fault, and its expected outcome. */
export interface FaultExpectation {
	/** Its name in the docs. */
	name: string;
	/**
	 * The emulator's behaviour; "refused" is a port on which nobody listens. `{url}` is the other host, `{date}` and
	 * `{seconds}` are when it may be sent again.
	 */
	fault: Fault | 'refused';
	reads: Expected;
	changes: Expected;
	/** Whether operations succeed whose success needs no data: every Delete, and API Request → Send. */
	withoutData?: true;
	/** Whether every Create succeeds, as the response confirms that the request was carried out. */
	creations?: true;
}

export const SUCCESS: Expected = { requests: 1 };
const RETRY_AFTER = { 'retry-after': '1' };
const GATEWAY_PAGE =
	'<!DOCTYPE html><html><head><title>504 Gateway Time-out</title></head><body><b>nginx</b></body></html>';

function status(code: number, headers: Record<string, string> = {}): Fault {
	return { kind: 'status', status: code, headers };
}

function both(name: string, fault: FaultExpectation['fault'], expected: Expected) {
	return { name, fault, reads: expected, changes: expected };
}

function refused(code: number, reason: ErrorReason = 'refused'): FaultExpectation {
	const expected = { requests: 1, outcome: 'refused', reason } as const;
	return both(`Status ${String(code)}`, status(code), expected);
}

function limited(name: string, headers: Record<string, string>): FaultExpectation {
	const expected = { requests: 2, outcome: 'refused', reason: 'rateLimited' } as const;
	return both(`Status 429, ${name}`, status(429, headers), expected);
}

/** Leaves open whether the request was carried out. */
function unclear(
	name: string,
	fault: Fault,
	reason: ErrorReason = 'unavailable',
): FaultExpectation {
	return {
		name,
		fault: { ...fault, actAnyway: true },
		reads: { requests: 2, outcome: 'unknown', reason },
		changes: { requests: 1, outcome: 'unknown', reason: 'outcomeUnknown' },
	};
}

const REDIRECTED = { requests: 1, outcome: 'refused', reason: 'refused' } as const;

/** Every fault of the guarantee, with its expected requests and error. Written by hand; the docs show it. */
export const FAULT_EXPECTATIONS: readonly FaultExpectation[] = [
	both('Connection refused', 'refused', {
		...{ requests: 0, outcome: 'notSent', reason: 'noConnection' },
	}),
	unclear('Connection reset before the response', { kind: 'resetBeforeHeaders' }, 'noConnection'),
	unclear('Connection reset within the response', { kind: 'resetMidBody' }, 'noConnection'),
	unclear('No response within the timeout', { kind: 'hang' }, 'noConnection'),
	refused(400),
	refused(401, 'unauthorized'),
	refused(403, 'forbidden'),
	refused(404, 'notFound'),
	unclear('Status 408 with Retry-After', status(408, RETRY_AFTER)),
	refused(409, 'conflict'),
	refused(413),
	// Temporarily out of room: a read is worth another attempt.
	{
		...refused(413),
		name: 'Status 413 with Retry-After',
		fault: status(413, RETRY_AFTER),
		reads: { requests: 2, outcome: 'refused', reason: 'refused' },
	},
	refused(422),
	refused(424, 'asleep'),
	limited('Retry-After in seconds', { 'retry-after': '{seconds}' }),
	limited('Retry-After as a date', { 'retry-after': '{date}' }),
	limited('X-RateLimit-Reset', { 'x-ratelimit-reset': '{seconds}' }),
	limited('no time named', {}),
	unclear('Status 500', status(500)),
	unclear('Status 502', status(502)),
	unclear('Status 503', status(503)),
	unclear('Status 503 with Retry-After', status(503, RETRY_AFTER)),
	unclear('Status 504 with a web page', { kind: 'status', status: 504, body: GATEWAY_PAGE }),
	unclear('Status 200 with a web page', { kind: 'html200' }),
	unclear('Status 200, JSON cut off', { kind: 'cutJson200' }),
	{ ...unclear('Status 200, empty body', { kind: 'empty200' }), withoutData: true },
	{
		...unclear('Status 200 without the data', { kind: 'noResult200' }),
		...{ withoutData: true, creations: true },
	},
	{
		...unclear('Status 200 with {}', { kind: 'status', status: 200, body: {} }),
		withoutData: true,
	},
	{
		...unclear('Status 201 with {}', { kind: 'status', status: 201, body: {} }),
		...{ withoutData: true, creations: true },
	},
	both('Status 200, 1 MB of JSON', { kind: 'hugeBody', bytes: 1_000_000 }, SUCCESS),
	both('Status 200, Latin-1 said to be UTF-8', { kind: 'wrongCharset' }, SUCCESS),
	unclear('Status 200, UTF-16 said to be UTF-8', { kind: 'wrongCharset', encoding: 'utf16le' }),
	// It leaves a change's outcome open, unless it asks for the same request elsewhere.
	{
		name: 'Redirect to another host',
		fault: { kind: 'redirect', location: '{url}', status: 302 },
		reads: REDIRECTED,
		changes: { requests: 1, outcome: 'unknown', reason: 'outcomeUnknown' },
	},
	both(
		'Redirect of the same request (307 or 308)',
		{ kind: 'redirect', location: '{url}', status: 307 },
		REDIRECTED,
	),
];
