import {
	maxWaitError,
	networkErrorDetails,
	refusedError,
	stoppedError,
	unclearResponseError,
	unexpectedError,
} from '../../../nodes/core/errors/requestErrors';
import type { RequestErrorContext } from '../../../nodes/core/errors/requestErrors';
import type { ErrorDetails } from '../../../nodes/core/errors/nodeErrors';
import { classifyResponse } from '../../../nodes/core/http/classifyResponse';
import {
	classifyNetworkError,
	DeadlineExceeded,
	ResponseTooLarge,
} from '../../../nodes/core/http/networkError';
import type { ParsedResponse } from '../../../nodes/core/http/response';
import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';
import { plain, table } from '../markdown';

/** The files whose messages the table has. */
export const REQUEST_FILES: readonly string[] = [
	'nodes/core/errors/requestErrors.ts',
	'nodes/core/http/classifyResponse.ts',
	'nodes/core/http/networkError.ts',
	'nodes/core/http/readBody.ts',
	'nodes/core/http/transport.ts',
	'nodes/core/http/abortSignals.ts',
];

const SECONDS = 300;

/** Makes the error of a request for a read and for a change. */
type ErrorOf = (context: RequestErrorContext) => ErrorDetails;

/** What may happen to a request, in the order of the table. */
function errors(): ErrorOf[] {
	return [
		...networkErrors().map(
			(thrown): ErrorOf =>
				(context) =>
					networkErrorDetails(classifyNetworkError(thrown), context),
		),
		...unclearResponses().map((response): ErrorOf => (context) => {
			const found = classifyResponse(response, managementApi, {});
			const because = found.kind === 'unclear' ? found.because : '';
			return unclearResponseError(because, response, context);
		}),
		(context) => refusedError({ ...response(400, ''), json: { requestId: '…' } }, context),
		(context) => refusedError(response(302, '', { location: 'https://example.com/' }), context),
		(context) => maxWaitError(SECONDS * 1000, response(429, ''), context),
		(context) => stoppedError(context, true),
		(context) => unexpectedError(context, true),
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
		new DeadlineExceeded('The API did not respond within the timeout.'),
		new DeadlineExceeded('The response was not complete within the timeout.'),
		new ResponseTooLarge('The response is larger than 50 MB, and was not read further.'),
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
		response(200, '[]'),
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
	const context = {
		api: managementApi,
		operation: {},
		redact: (text: string) => text,
		attempts: 1,
	};
	const rows = errors().map((errorOf) => {
		const read = errorOf({ ...context, method: 'GET' });
		const write = errorOf({ ...context, method: 'POST' });
		return [plain(read.message), plain(read.description), plain(write.description)];
	});
	const unique = new Map(rows.map((row) => [row[0], row]));
	return table(['Message', 'After a read', 'After a change'], [...unique.values()]);
}
