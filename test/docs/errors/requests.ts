import { failureDetails } from '../../../nodes/core/errors/failureDetails';
import type { ErrorDetails } from '../../../nodes/core/errors/nodeErrors';
import type { Failure } from '../../../nodes/core/http/failure';
import { responseKind } from '../../../nodes/core/http/failure';
import {
	classifyNetworkError,
	DeadlineExceeded,
	isNothingSent,
	ResponseTooLarge,
} from '../../../nodes/core/http/networkError';
import type { HttpRequest } from '../../../nodes/core/http/request';
import type { ParsedResponse } from '../../../nodes/core/http/response';
import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';
import { plain, table } from '../markdown';

/** The files whose messages the table has. */
export const REQUEST_FILES: readonly string[] = ['nodes/core/errors/failureDetails.ts'];

const MAX_WAIT = 300_000;

/** What may happen to a request, in the order of the table. */
function failures(request: Pick<HttpRequest, 'method'>): Failure[] {
	const facts = { attempts: 1, maybeSent: true };
	const answered = { attempts: 1, maybeSent: false };
	return [
		...networkErrors().map((thrown): Failure => {
			const error = classifyNetworkError(thrown);
			return { kind: 'network', error, attempts: 1, maybeSent: !isNothingSent(error) };
		}),
		...unclearResponses().map((found): Failure => ({ kind: 'unclear', response: found, ...facts })),
		{ kind: 'unclear', response: response(503, ''), pauseTooLong: true, ...facts },
		{ kind: 'rejected', response: { ...response(400, ''), json: { requestId: '…' } }, ...answered },
		...redirects().map((found): Failure => {
			const isUnclear = responseKind(found, request) === 'unclear';
			return isUnclear
				? { kind: 'unclear', response: found, ...facts }
				: { kind: 'rejected', response: found, ...answered };
		}),
		{ kind: 'throttled', response: response(429, ''), maxWait: MAX_WAIT, ...answered },
		{ kind: 'stopped', ...facts },
		{ kind: 'unexpected', error: new TypeError(), ...facts },
	];
}

function networkErrors(): Error[] {
	const failed = (code: string, syscall = 'connect'): Error =>
		Object.assign(new Error(code), { code, syscall });
	return [
		failed('ECONNREFUSED'),
		failed('ENOTFOUND', 'getaddrinfo'),
		failed('EAI_AGAIN', 'getaddrinfo'),
		failed('EHOSTUNREACH'),
		failed('ENETUNREACH'),
		failed('ETIMEDOUT'),
		failed('CERT_HAS_EXPIRED'),
		failed('EPROTO', 'write'),
		Object.assign(
			new Error('Client network socket disconnected before secure TLS connection was established'),
			{ code: 'ECONNRESET' },
		),
		new DeadlineExceeded('timeout'),
		new DeadlineExceeded('incompleteResponse'),
		new ResponseTooLarge(),
		failed('ECONNRESET', 'read'),
	];
}

function redirects(): ParsedResponse[] {
	const headers = { location: 'https://example.com/' };
	return [response(302, '', headers), response(304, ''), response(307, '', headers)];
}

function unclearResponses(): ParsedResponse[] {
	return [
		response(408, ''),
		response(500, ''),
		response(200, ''),
		response(200, '<html>', { 'content-type': 'text/html' }),
		response(200, '{'),
		{ ...response(200, '[]'), value: [] },
		{ ...response(200, 'true'), value: true },
		{ ...response(200, ''), excess: 'depth' },
		{ ...response(200, ''), excess: 'values' },
		{ ...response(200, '{}'), json: {} },
	];
}

function response(
	status: number,
	text: string,
	headers: Record<string, string> = {},
): ParsedResponse {
	return { status, text, headers };
}

function changeAdvice(read: ErrorDetails, write: ErrorDetails): string {
	if (write.outcome === 'unknown') return '_unknown_';
	return write.description === read.description ? 'the same' : plain(write.description);
}

/** Returns the table of what may happen to a request, and what to do about it. */
export function requestTable(): string {
	const context = { api: managementApi, operation: {}, redact: (text: string) => text };
	const [reads = [], writes = []] = (['GET', 'POST'] as const).map((method) =>
		failures({ method }).map((failure) =>
			failureDetails(failure, { ...context, request: { method } }),
		),
	);
	const rows = reads.map((read, index) => {
		const write = writes[index] ?? read;
		// That a change may have been made precedes the message, as the page says.
		const ofWrite = write.message.replace(/^The change may have been made\. /, '');
		const messages = [...new Set([read.message, ofWrite])].map(plain).join('\n');
		return [messages, plain(read.description), changeAdvice(read, write)];
	});
	const advices = [...new Set(rows.map(([, ...advice]) => advice.join('\n')))];
	const grouped = advices.map((advice) => {
		const same = rows.filter(([, ...own]) => own.join('\n') === advice);
		return [same.map(([message]) => message).join('\n'), ...advice.split('\n')];
	});
	return table(['Message', 'After a read', 'After a change'], grouped);
}
