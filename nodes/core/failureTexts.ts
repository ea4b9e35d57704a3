import type { Answer } from './answer';
import { header } from './answer';
import type { ConnectionFault } from './connectionFault';
import type { Failure } from './failure';
import type { Api, HttpMethod, Operation } from './operation';
import { serviceWords, shortened } from './serviceWords';

/** What the texts of one request's failures are made from. */
export interface FailureContext {
	api: Pick<Api, 'errorMember' | 'adviceFor'>;
	operation: Pick<Operation, 'unknownOutcome'>;
	method: HttpMethod;
	/** Keeps secrets out of a text. */
	mask: (text: string) => string;
	/** How often the request was sent. */
	attempts: number;
}

const UNKNOWN_OUTCOME =
	'Whether the change was made is not known. Look at the service before you send it again.';
const MS_PER_SECOND = 1000;

/** The service said no. */
export function refusedFailure(answer: Answer, context: FailureContext): Failure {
	const { status, headers } = answer;
	const redirected = status < 400 ? header(headers, 'location') : undefined;
	if (redirected !== undefined) return redirectFailure(status, redirected, context);
	return {
		message: withWords(
			`The service refused the request with status ${String(status)}`,
			answer,
			context,
		),
		description: sentences(context.api.adviceFor(status), requestId(answer, context)),
		httpCode: String(status),
	};
}

/** The service still refuses the request for its rate. */
export function limitedFailure(answer: Answer, context: FailureContext): Failure {
	const tried = `The service limits the rate and refused the request ${times(context.attempts)}`;
	return {
		message: withWords(tried, answer, context),
		description: sentences(
			'The request was not carried out.',
			context.api.adviceFor(answer.status),
			requestId(answer, context),
		),
		httpCode: String(answer.status),
	};
}

/** The answer leaves open what happened. */
export function unclearFailure(because: string, answer: Answer, context: FailureContext): Failure {
	const status = String(answer.status);
	const read = context.method === 'GET';
	const advice = answer.status >= 500 ? context.api.adviceFor(answer.status) : '';
	return {
		message: withWords(`${because} (status ${status})`, answer, context),
		description: sentences(
			read ? sent(context.attempts) : outcomeUnknown(context.operation),
			read ? advice : '',
			requestId(answer, context),
		),
		httpCode: status,
	};
}

/** No answer came. */
export function faultFailure(fault: ConnectionFault, context: FailureContext): Failure {
	const unknown = !fault.nothingSent && context.method !== 'GET';
	return {
		message: fault.foreign === true ? shortened(context.mask(fault.message)) : fault.message,
		description: unknown
			? outcomeUnknown(context.operation)
			: sentences(
					fault.nothingSent ? 'Nothing was sent.' : sent(context.attempts),
					'Check the Base URL of the credential and the network, or try again later.',
				),
	};
}

/** The request would have to wait for the rate limit longer than the user allows. */
export function waitFailure(maxWait: number, attempts: number): Failure {
	const limit = String(maxWait / MS_PER_SECOND);
	return {
		message: `The service limits the rate, and the wait would be longer than Max Wait allows (${limit} seconds).`,
		description: sentences(
			attempts === 0 ? 'The request was not sent.' : 'The request was not carried out.',
			'Raise Max Wait in the options, send fewer items at a time, or run the workflow later.',
		),
		httpCode: '429',
	};
}

/** The whole run was stopped while the request was waiting or under way. */
export function stoppedFailure({ method, operation, attempts }: FailureContext): Failure {
	const open = method !== 'GET' && attempts > 0;
	return {
		message: 'The execution was stopped.',
		description: open ? outcomeUnknown(operation) : 'The request was not carried out.',
	};
}

/** Sending or reading failed in a way that was not foreseen. */
export function brokenFailure({ method, operation }: FailureContext): Failure {
	return {
		message: 'The request could not be brought to an end.',
		description: method === 'GET' ? 'Run the node again.' : outcomeUnknown(operation),
	};
}

function outcomeUnknown({ unknownOutcome }: FailureContext['operation']): string {
	return unknownOutcome ?? UNKNOWN_OUTCOME;
}

function redirectFailure(status: number, location: string, { mask }: FailureContext): Failure {
	const host = URL.canParse(location) ? new URL(location).host : 'another path of the same host';
	return {
		message: `The service redirects to ${shortened(mask(host))} (status ${String(status)}), which is not followed.`,
		description: 'The key was not sent there. Check the Base URL of the credential.',
		httpCode: String(status),
	};
}

function withWords(start: string, answer: Answer, { api, mask }: FailureContext): string {
	const words = serviceWords(answer, api.errorMember, mask);
	return words === '' ? `${start}.` : `${start}: ${words}`;
}

function requestId({ json }: Answer, { mask }: FailureContext): string {
	const id = json?.['requestId'];
	return typeof id === 'string' && id !== '' ? `Request ID: ${shortened(mask(id))}.` : '';
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
