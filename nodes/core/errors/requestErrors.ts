import { MS_PER_SECOND } from '../clock';
import type { ParsedResponse } from '../http/response';
import { header } from '../http/response';
import { serviceMessage } from '../http/serviceMessage';
import type { NetworkError } from '../http/networkError';
import type { ErrorDetails, ErrorReason } from './nodeErrors';
import type { Api, HttpMethod, Operation } from '../operation';
import { counted, times, truncate } from '../text';

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

/** What to do about a success status whose body cannot be used. */
export const CHECK_BASE_URL = 'Check the Base URL of the credential.';
const UNKNOWN_OUTCOME =
	'Whether the change was made is not known. Look at the result in the console before you send it again.';
const REASONS: Readonly<Record<number, ErrorReason>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	409: 'conflict',
	424: 'asleep',
};

/** The API refused the request. */
export function refusedError(response: ParsedResponse, context: RequestErrorContext): ErrorDetails {
	const { status, headers } = response;
	const redirected = status < 400 ? header(headers, 'location') : undefined;
	if (redirected !== undefined) return redirectError(status, redirected, context);
	return {
		message: withServiceMessage(
			`The API refused the request with status ${String(status)}`,
			response,
			context,
		),
		description: sentences(context.api.adviceFor(status), requestIdText(response, context)),
		outcome: 'refused',
		reason: REASONS[status] ?? 'refused',
		...responseData(response, context),
	};
}

/** The response leaves open whether the request was carried out. */
export function unclearResponseError(
	because: string,
	response: ParsedResponse,
	context: RequestErrorContext,
): ErrorDetails {
	const { status } = response;
	const advice = status >= 400 ? context.api.adviceFor(status) : CHECK_BASE_URL;
	const read = context.method === 'GET';
	return {
		message: withServiceMessage(`${because} (status ${String(status)})`, response, context),
		description: sentences(
			read ? sent(context.attempts) : unknownOutcomeText(context.operation),
			read ? advice : '',
			requestIdText(response, context),
		),
		outcome: read ? 'refused' : 'unknown',
		reason: read ? 'unavailable' : 'outcomeUnknown',
		...responseData(response, context),
	};
}

/** No response came. */
export function networkErrorDetails(
	{ nothingSent, external, message, advice, reason }: NetworkError,
	context: RequestErrorContext,
): ErrorDetails {
	const { attempts, method, operation, redact } = context;
	const text = external === true ? truncate(redact(message)) : message;
	if (!nothingSent && method !== 'GET') {
		return {
			message: text,
			description: unknownOutcomeText(operation),
			outcome: 'unknown',
			reason: 'outcomeUnknown',
			attempts,
		};
	}
	return {
		message: text,
		description: sentences(nothingSent ? 'Nothing was sent.' : sent(attempts), advice),
		outcome: nothingSent ? 'notSent' : 'refused',
		reason,
		attempts,
	};
}

/** The request would have to wait for the rate limit longer than the user allows. `refusal` is its last response. */
export function maxWaitError(
	maxWait: number,
	refusal: ParsedResponse | undefined,
	context: RequestErrorContext,
): ErrorDetails {
	const limit = counted(maxWait / MS_PER_SECOND, 'second');
	const message = `The API limits the rate, and the wait would be longer than Max Wait allows (${limit})`;
	const advice =
		'Raise Max Wait in the options, send fewer items at a time, or run the workflow later.';
	if (refusal === undefined) {
		const { method, attempts } = context;
		// A change is only sent again where nothing of it was sent before.
		const wasSent = method === 'GET' && attempts > 0;
		return {
			message: `${message}.`,
			description: sentences(wasSent ? sent(attempts) : 'The request was not sent.', advice),
			httpCode: '429',
			outcome: wasSent ? 'refused' : 'notSent',
			reason: 'rateLimited',
			attempts,
		};
	}
	return {
		message: withServiceMessage(message, refusal, context),
		description: sentences(
			'The request was not carried out.',
			advice,
			requestIdText(refusal, context),
		),
		outcome: 'refused',
		reason: 'rateLimited',
		...responseData(refusal, context),
	};
}

/** Adds to the error of a read why it is not sent again: the API asks for a pause that the user does not allow. */
export function withLongPause(error: ErrorDetails): ErrorDetails {
	const advice = 'The API asks to wait longer than Max Wait allows. Raise Max Wait in the options.';
	return { ...error, description: sentences(error.description, advice) };
}

/** The execution was stopped while the request was waiting, or while it was in progress (`inFlight`). */
export function stoppedError(
	{ method, operation, attempts }: RequestErrorContext,
	inFlight: boolean,
): ErrorDetails {
	const open = method !== 'GET' && inFlight;
	return {
		message: 'The execution was stopped.',
		description: open ? unknownOutcomeText(operation) : 'The request was not carried out.',
		outcome: open ? 'unknown' : 'notSent',
		reason: 'stopped',
		attempts,
	};
}

/** Sending or reading failed in an unexpected way, while the request was in progress (`inFlight`) or before. */
export function unexpectedError(
	{ method, operation, attempts }: RequestErrorContext,
	inFlight: boolean,
): ErrorDetails {
	const open = method !== 'GET' && inFlight;
	const again = inFlight ? 'Run the node again.' : 'Nothing was sent. Run the node again.';
	const outcome = open ? 'unknown' : 'refused';
	return {
		message: 'The request could not be completed.',
		description: open ? unknownOutcomeText(operation) : again,
		outcome: inFlight ? outcome : 'notSent',
		reason: open ? 'outcomeUnknown' : 'unavailable',
		attempts,
	};
}

/** Returns what may have happened when no clear response came, and how to find out. */
export function unknownOutcomeText({ unknownOutcome }: Pick<Operation, 'unknownOutcome'>): string {
	return unknownOutcome ?? UNKNOWN_OUTCOME;
}

function redirectError(
	status: number,
	location: string,
	{ redact, attempts }: RequestErrorContext,
): ErrorDetails {
	// Without a scheme, the target still names another host.
	const target = /^[\\/]{2}/.test(location) ? `https:${location}` : location;
	const host = URL.canParse(target) ? new URL(target).host : 'another path of the same host';
	return {
		message: `The API redirects to ${truncate(redact(host))} (status ${String(status)}), which is not followed.`,
		description: `The key was not sent there. ${CHECK_BASE_URL}`,
		httpCode: String(status),
		outcome: 'refused',
		reason: 'refused',
		attempts,
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

function responseData(
	response: ParsedResponse,
	context: RequestErrorContext,
): Pick<ErrorDetails, 'httpCode' | 'requestId' | 'attempts'> {
	const requestId = requestIdOf(response, context);
	return {
		httpCode: String(response.status),
		...(requestId === undefined ? {} : { requestId }),
		attempts: context.attempts,
	};
}

function requestIdText(response: ParsedResponse, context: RequestErrorContext): string {
	const id = requestIdOf(response, context);
	return id === undefined ? '' : `Request ID: ${id}.`;
}

function requestIdOf(
	{ json }: ParsedResponse,
	{ redact }: RequestErrorContext,
): string | undefined {
	const id = json?.['requestId'];
	return typeof id === 'string' && id !== '' ? truncate(redact(id)) : undefined;
}

function sent(attempts: number): string {
	return `The request was sent ${times(attempts)}.`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
