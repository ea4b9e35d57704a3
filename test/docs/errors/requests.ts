import { failureDetails } from '../../../nodes/core/errors/failureDetails';
import type { Failure } from '../../../nodes/core/http/failure';
import {
	classifyNetworkError,
	DeadlineExceeded,
	isNothingSent,
	ResponseTooLarge,
} from '../../../nodes/core/http/networkError';
import type { ParsedResponse } from '../../../nodes/core/http/response';
import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';
import { plain, table } from '../markdown';

/** The files whose messages the table has. */
export const REQUEST_FILES: readonly string[] = ['nodes/core/errors/failureDetails.ts'];

const MAX_WAIT = 300_000;

/** What may happen to a request, in the order of the table. */
function failures(): Failure[] {
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
		{
			kind: 'rejected',
			response: response(302, '', { location: 'https://example.com/' }),
			...answered,
		},
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
		failed('ERR_INVALID_CHAR'),
		failed('CERT_HAS_EXPIRED'),
		failed('EPROTO'),
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

function unclearResponses(): ParsedResponse[] {
	return [
		response(408, ''),
		response(500, ''),
		response(200, ''),
		response(200, '<html>', { 'content-type': 'text/html' }),
		response(200, '{'),
		{ ...response(200, '[]'), list: [] },
		{ ...response(200, ''), excess: 'depth' },
		{ ...response(200, ''), excess: 'containers' },
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

/** Returns the table of what may happen to a request, and what to do about it. */
export function requestTable(): string {
	const context = { api: managementApi, operation: {}, redact: (text: string) => text };
	const rows = failures().map((failure) => {
		const read = failureDetails(failure, { ...context, request: { method: 'GET' } });
		const write = failureDetails(failure, { ...context, request: { method: 'POST' } });
		return [plain(read.message), plain(read.description), plain(write.description)];
	});
	const advices = [...new Set(rows.map(([, ...advice]) => advice.join('\n')))];
	const grouped = advices.map((advice) => {
		const same = rows.filter(([, ...own]) => own.join('\n') === advice);
		return [same.map(([message]) => message).join('\n'), ...advice.split('\n')];
	});
	return table(['Message', 'After a read', 'After a change'], grouped);
}
