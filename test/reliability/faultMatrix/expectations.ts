import type { ErrorOutcome, ErrorReason } from '../../../nodes/engine/errorDetails';
import type { Fault } from '../../../tools/emulator';

/** The result under a lasting fault, with Max Retries at 1. */
export interface Expected {
	/** Number of requests that reach the service. */
	requests: number;
	/** The error states this outcome. Undefined if the run succeeds. */
	outcome?: ErrorOutcome;
	reason?: ErrorReason;
}

/** These operations succeed even if the response has no data. */
export type NeedsNoData = 'Delete' | 'Create' | 'API Request' | 'Run';

export interface FaultExpectation {
	/** docs/development/faults.md shows this name. */
	name: string;
	/** "refused" is a closed port. `{url}` is the other host, and `{date}` and `{seconds}` say when to resend. */
	fault: Fault | 'refused';
	reads: Expected;
	changes: Expected;
	/** Changes that this response confirms although it has no data. */
	confirms?: readonly NeedsNoData[];
	/** Set if only the management API can respond like this, because the other API has no envelope. */
	hasEnvelope?: true;
}

export const SUCCESS: Expected = { requests: 1 };
const REFUSED: Expected = { requests: 1, outcome: 'refused', reason: 'refused' };
const NOT_SENT: Expected = { requests: 0, outcome: 'notSent', reason: 'noConnection' };
const RATE_LIMITED: Expected = { requests: 2, outcome: 'refused', reason: 'rateLimited' };
const UNKNOWN_CHANGE: Expected = { requests: 1, outcome: 'unknown', reason: 'outcomeUnknown' };
const UNCLEAR_READ: Expected = { requests: 2, outcome: 'unknown', reason: 'unavailable' };
const BROKEN_READ: Expected = { requests: 2, outcome: 'unknown', reason: 'noConnection' };

/** The response leaves the outcome open, so the emulator makes the change. */
const UNCLEAR = { reads: UNCLEAR_READ, changes: UNKNOWN_CHANGE };
const BROKEN = { reads: BROKEN_READ, changes: UNKNOWN_CHANGE };
const GATEWAY_PAGE =
	'<!DOCTYPE html><html><head><title>504 Gateway Time-out</title></head><body><b>nginx</b></body></html>';

function status(code: number, headers: Record<string, string> = {}): Fault {
	return { kind: 'status', status: code, headers };
}

function done(fault: Fault): Fault {
	return { ...fault, actAnyway: true };
}

function refused(code: number, reason: ErrorReason = 'refused'): FaultExpectation {
	const expected = { ...REFUSED, reason };
	return {
		name: `Status ${String(code)}`,
		fault: status(code),
		reads: expected,
		changes: expected,
	};
}

function rateLimited(name: string, headers: Record<string, string>): FaultExpectation {
	return {
		name: `Status 429, ${name}`,
		fault: status(429, headers),
		reads: RATE_LIMITED,
		changes: RATE_LIMITED,
	};
}

function failed(code: number): FaultExpectation {
	return { name: `Status ${String(code)}`, fault: done(status(code)), ...UNCLEAR };
}

/** Each fault with its expected requests and error is guaranteed, and written manually. The docs show the list. */
export const FAULT_EXPECTATIONS: readonly FaultExpectation[] = [
	{ name: 'Connection refused', fault: 'refused', reads: NOT_SENT, changes: NOT_SENT },
	{
		name: 'Connection reset before the response',
		fault: done({ kind: 'resetBeforeHeaders' }),
		...BROKEN,
	},
	{
		name: 'Connection reset within the response',
		fault: done({ kind: 'resetMidBody' }),
		...BROKEN,
	},
	{ name: 'No response within the timeout', fault: done({ kind: 'hang' }), ...BROKEN },
	refused(400),
	refused(401, 'unauthorized'),
	refused(403, 'forbidden'),
	refused(404, 'notFound'),
	{
		name: 'Status 408 with Retry-After',
		fault: done(status(408, { 'retry-after': '1' })),
		...UNCLEAR,
	},
	refused(409, 'conflict'),
	refused(413),
	{
		name: 'Status 413 with Retry-After',
		fault: status(413, { 'retry-after': '1' }),
		// The API is out of space temporarily, so a read is worth retrying.
		reads: { ...REFUSED, requests: 2 },
		changes: REFUSED,
	},
	refused(422),
	refused(424, 'asleep'),
	rateLimited('Retry-After in seconds', { 'retry-after': '{seconds}' }),
	rateLimited('Retry-After as a date', { 'retry-after': '{date}' }),
	rateLimited('X-RateLimit-Reset', { 'x-ratelimit-reset': '{seconds}' }),
	rateLimited('no time named', {}),
	failed(500),
	failed(502),
	failed(503),
	{
		name: 'Status 503 with Retry-After',
		fault: done(status(503, { 'retry-after': '1' })),
		...UNCLEAR,
	},
	{
		name: 'Status 504 with a web page',
		fault: done({ kind: 'status', status: 504, body: GATEWAY_PAGE }),
		...UNCLEAR,
	},
	{ name: 'Status 200 with a web page', fault: done({ kind: 'html200' }), ...UNCLEAR },
	{ name: 'Status 200 with truncated JSON', fault: done({ kind: 'cutJson200' }), ...UNCLEAR },
	{
		name: 'Status 200 with an empty body',
		fault: done({ kind: 'empty200' }),
		...UNCLEAR,
		confirms: ['Delete', 'API Request', 'Run'],
	},
	{
		name: 'Status 200 without the data',
		fault: done({ kind: 'noResult200' }),
		...UNCLEAR,
		confirms: ['Delete', 'Create', 'API Request', 'Run'],
		hasEnvelope: true,
	},
	{
		name: 'Status 200 with {}',
		fault: done({ kind: 'status', status: 200, body: {} }),
		...UNCLEAR,
		confirms: ['Delete', 'API Request', 'Run'],
	},
	{
		name: 'Status 201 with {}',
		fault: done({ kind: 'status', status: 201, body: {} }),
		...UNCLEAR,
		confirms: ['Delete', 'Create', 'API Request'],
	},
	{
		name: 'Status 200 with 1 MB of JSON',
		fault: { kind: 'hugeBody' },
		reads: SUCCESS,
		changes: SUCCESS,
	},
	{
		name: 'Status 200 with Latin-1 labeled as UTF-8',
		fault: { kind: 'wrongCharset', encoding: 'latin1' },
		reads: SUCCESS,
		changes: SUCCESS,
	},
	{
		name: 'Status 200 with UTF-16 labeled as UTF-8',
		fault: done({ kind: 'wrongCharset', encoding: 'utf16le' }),
		...UNCLEAR,
	},
	{
		name: 'Redirect to another host',
		fault: { kind: 'redirect', location: '{url}', status: 302 },
		reads: REFUSED,
		// The redirect may lead to the page that follows the change.
		changes: UNKNOWN_CHANGE,
	},
	{
		name: 'Redirect of the same request (307 or 308)',
		fault: { kind: 'redirect', location: '{url}', status: 307 },
		reads: REFUSED,
		changes: REFUSED,
	},
];
