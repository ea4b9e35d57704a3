import { failureDetails } from '../../../nodes/engine/errors/nodeErrors';
import type { HttpRequest } from '../../../nodes/engine/request';
import type { ErrorDetails } from '../../../nodes/engine/errorDetails';
import type { Failure, ParsedResponse } from '../../../nodes/engine/http/response';
import {
	responseKind,
	classifyNetworkError,
	DeadlineExceeded,
	isNothingSent,
	ResponseTooLarge,
} from '../../../nodes/engine/http/response';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { plain, table } from '../markdown';

const MAX_WAIT = 300_000;
const TIMEOUT = 60_000;

const failed = (code: string, syscall = 'connect', message = code): Error =>
	Object.assign(new Error(message), { code, syscall });

/** Errors that a request may throw, in table order. */
const THROWN: readonly Error[] = [
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((code) =>
		failed(code),
	),
	failed('ETIMEDOUT'),
	failed('ETIMEDOUT', 'read'),
	failed('CERT_HAS_EXPIRED'),
	failed('EPROTO', 'write'),
	failed('ECONNRESET', 'read', 'before secure TLS connection was established'),
	new DeadlineExceeded('timeout', TIMEOUT),
	new DeadlineExceeded('incompleteResponse', TIMEOUT),
	new ResponseTooLarge(),
	failed('ECONNRESET', 'read'),
];

/** Possible responses, in table order. */
const RESPONSES: ReadonlyArray<Partial<ParsedResponse> & { status: number; pauseTooLong?: true }> =
	[
		{ status: 408 },
		{ status: 500 },
		{ status: 200 },
		{ status: 200, text: '<html>', headers: { 'content-type': 'text/html' } },
		{ status: 200, text: '{' },
		{ status: 200, text: '[]', value: [] },
		{ status: 200, text: 'true', value: true },
		{ status: 200, excess: 'depth' },
		{ status: 200, excess: 'values' },
		{ status: 200, text: '{}', json: {} },
		{ status: 503, pauseTooLong: true },
		{ status: 400, json: { requestId: '…' } },
		{ status: 302, headers: { location: 'https://example.com/' } },
		{ status: 304 },
		{ status: 404, text: 'no such path' },
		{ status: 307, headers: { location: 'https://example.com/' } },
		{ status: 307, headers: { location: '/other' } },
	];

/** Parts that a success may lack. */
const FLAWS = ['incompleteList', 'listTooLarge', { missing: 'costs' }] as const;

/** Possible ends of a request. */
function failures(request: Pick<HttpRequest, 'method'>): Failure[] {
	const sent = { attempts: 1, maybeSent: true };
	const throttled = { status: 429, text: '', headers: {} };
	return [
		...THROWN.map((thrown): Failure => {
			const error = classifyNetworkError(thrown);
			return { kind: 'network', error, attempts: 1, maybeSent: !isNothingSent(error) };
		}),
		...RESPONSES.map(({ pauseTooLong, ...given }): Failure => {
			const kind = responseKind(given, request) === 'rejected' ? 'rejected' : 'unclear';
			const response = { text: '', headers: {}, ...given };
			const facts = { attempts: 1, maybeSent: kind === 'unclear' };
			return { kind, response, ...facts, ...(pauseTooLong && { pauseTooLong }) };
		}),
		...FLAWS.map((flaw): Failure => {
			const response = { status: 200, json: {}, text: '', headers: {} };
			return { kind: 'unclear', response, flaw, ...sent };
		}),
		{ kind: 'throttled', response: throttled, maxWait: MAX_WAIT, attempts: 1, maybeSent: false },
		{ kind: 'blocked', maxWait: MAX_WAIT, attempts: 0, maybeSent: false },
		{ kind: 'stopped', ...sent },
		{ kind: 'unexpected', error: new TypeError(), ...sent },
	];
}

/** A request's possible ends, with the advice for each. */
export function requestTable(): string {
	const detailsOf = (method: 'GET' | 'POST') =>
		failures({ method }).map((failure) => {
			const redact = (text: string) => text;
			const context = { api: managementApi, operation: {}, request: { method }, redact };
			return failureDetails(failure, context);
		});
	const writes = detailsOf('POST');
	const grouped = new Map<string, string[]>();
	for (const [index, read] of detailsOf('GET').entries()) {
		const write = writes[index] ?? read;
		// The page explains that "A change may have been made" precedes the message.
		const ofWrite = write.message.replace(/^The change may have been made\. /, '');
		const advice = [plain(read.description), changeAdvice(read, write)].join('\n');
		const messages = [...new Set([read.message, ofWrite])].map(plain);
		grouped.set(advice, [...(grouped.get(advice) ?? []), ...messages]);
	}
	const rows = [...grouped].map(([advice, messages]) => [
		messages.join('\n'),
		...advice.split('\n'),
	]);
	return table(['Message', 'After a read', 'After a change'], rows);
}

function changeAdvice(read: ErrorDetails, write: ErrorDetails): string {
	if (write.outcome === 'unknown') return '_unknown_';
	return write.description === read.description ? 'the same' : plain(write.description);
}
