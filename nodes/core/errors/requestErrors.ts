import type { ParsedResponse } from '../http/response';
import { header } from '../http/response';
import type { NetworkError } from '../http/networkError';
import type { ErrorDetails } from './nodeErrors';
import type { Api, HttpMethod, Operation } from '../operation';
import { serviceMessage, truncate } from '../http/response';

/** What the messages about one request are made from. */
export interface RequestErrorContext {
	api: Pick<Api, 'errorMember' | 'adviceFor'>;
	operation: Pick<Operation, 'unknownOutcome'>;
	method: HttpMethod;
	/** Keeps secrets out of a message. */
	redact: (text: string) => string;
	/** How often the request was sent. */
	attempts: number;
}

const UNKNOWN_OUTCOME =
	'Whether the change was made is not known. Look at the service before you send it again.';
const MS_PER_SECOND = 1000;

/** The service refused the request. */
export function refusedError(response: ParsedResponse, context: RequestErrorContext): ErrorDetails {
	const { status, headers } = response;
	const redirected = status < 400 ? header(headers, 'location') : undefined;
	if (redirected !== undefined) return redirectError(status, redirected, context);
	return {
		message: withServiceMessage(
			`The service refused the request with status ${String(status)}`,
			response,
			context,
		),
		description: sentences(context.api.adviceFor(status), requestId(response, context)),
		httpCode: String(status),
	};
}

/** The response leaves open whether the request was carried out. */
export function unclearResponseError(
	because: string,
	response: ParsedResponse,
	context: RequestErrorContext,
): ErrorDetails {
	const status = String(response.status);
	const read = context.method === 'GET';
	const advice = response.status >= 500 ? context.api.adviceFor(response.status) : '';
	return {
		message: withServiceMessage(`${because} (status ${status})`, response, context),
		description: sentences(
			read ? sent(context.attempts) : unknownOutcomeText(context.operation),
			read ? advice : '',
			requestId(response, context),
		),
		httpCode: status,
	};
}

/** No response came. */
export function networkErrorDetails(
	error: NetworkError,
	context: RequestErrorContext,
): ErrorDetails {
	const unknown = !error.nothingSent && context.method !== 'GET';
	return {
		message: error.external === true ? truncate(context.redact(error.message)) : error.message,
		description: unknown
			? unknownOutcomeText(context.operation)
			: sentences(
					error.nothingSent ? 'Nothing was sent.' : sent(context.attempts),
					'Check the Base URL of the credential and the network, or try again later.',
				),
	};
}

/** The request would have to wait for the rate limit longer than the user allows. `refusal` is its last response. */
export function maxWaitError(
	maxWait: number,
	refusal: ParsedResponse | undefined,
	context: RequestErrorContext,
): ErrorDetails {
	const limit = String(maxWait / MS_PER_SECOND);
	const message = `The service limits the rate, and the wait would be longer than Max Wait allows (${limit} seconds)`;
	const advice =
		'Raise Max Wait in the options, send fewer items at a time, or run the workflow later.';
	if (refusal === undefined) {
		const description = sentences('The request was not sent.', advice);
		return { message: `${message}.`, description, httpCode: '429' };
	}
	return {
		message: withServiceMessage(message, refusal, context),
		description: sentences('The request was not carried out.', advice, requestId(refusal, context)),
		httpCode: '429',
	};
}

/** The execution was stopped while the request was waiting or in progress. */
export function stoppedError({ method, operation, attempts }: RequestErrorContext): ErrorDetails {
	const open = method !== 'GET' && attempts > 0;
	return {
		message: 'The execution was stopped.',
		description: open ? unknownOutcomeText(operation) : 'The request was not carried out.',
	};
}

/** Sending or reading failed in an unexpected way. */
export function unexpectedError({ method, operation }: RequestErrorContext): ErrorDetails {
	return {
		message: 'The request could not be brought to an end.',
		description: method === 'GET' ? 'Run the node again.' : unknownOutcomeText(operation),
	};
}

function unknownOutcomeText({ unknownOutcome }: RequestErrorContext['operation']): string {
	return unknownOutcome ?? UNKNOWN_OUTCOME;
}

function redirectError(
	status: number,
	location: string,
	{ redact }: RequestErrorContext,
): ErrorDetails {
	const host = URL.canParse(location) ? new URL(location).host : 'another path of the same host';
	return {
		message: `The service redirects to ${truncate(redact(host))} (status ${String(status)}), which is not followed.`,
		description: 'The key was not sent there. Check the Base URL of the credential.',
		httpCode: String(status),
	};
}

function withServiceMessage(
	start: string,
	response: ParsedResponse,
	{ api, redact }: RequestErrorContext,
): string {
	const message = serviceMessage(response, api.errorMember, redact);
	return message === '' ? `${start}.` : `${start}: ${message}`;
}

function requestId({ json }: ParsedResponse, { redact }: RequestErrorContext): string {
	const id = json?.['requestId'];
	return typeof id === 'string' && id !== '' ? `Request ID: ${truncate(redact(id))}.` : '';
}

function sent(attempts: number): string {
	return `The request was sent ${times(attempts)}.`;
}

function times(count: number): string {
	return count === 1 ? 'once' : `${String(count)} times`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
