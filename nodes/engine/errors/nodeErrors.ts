import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure, NetworkErrorKind, ParsedResponse } from '../http/response';
import { header, isOwnError, isSuccess, isWebPage } from '../http/response';
import { dataObject, withoutUndefined } from '../json';
import type { Api, ChangeOperation, UnknownOutcome } from '../operation';
import type { HttpRequest } from '../request';
import type { ErrorDetails, ErrorOutcome, ErrorReason, ErrorText } from '../errorDetails';
import { isRead } from '../request';
import { NEXT_ACTIONS } from '../errorDetails';
import { isUsedAsTool } from '../items';
import { counted, nameOfError, times, truncate, withoutHtml } from '../text';
import { apiMessage, clausesOf, FIRST_ERROR_STATUS } from './apiMessage';
import { rateLimitText, stopText } from './interruptions';

export function errorDetails(
	reason: ErrorReason,
	outcome: ErrorOutcome,
	message: string,
	description: string,
	attempts = 0,
): ErrorDetails {
	return { message, description, outcome, reason, attempts };
}

/** Input that was not sent because it is invalid. */
export function invalidInput({ message, description }: ErrorText): ErrorDetails {
	return errorDetails('invalidInput', 'notSent', message, description);
}

/** An error as data, for error items and thrown errors. */
export function errorData(details: ErrorDetails): IDataObject {
	const { message, outcome, reason, httpCode, requestId, attempts, target } = details;
	const nextAction = NEXT_ACTIONS[reason];
	const facts = { message, outcome, reason, nextAction, target, httpCode, requestId, attempts };
	return dataObject(withoutUndefined(facts));
}

/** Builds n8n's error for a failed request. It contains only the details, nothing of request or response. */
export function requestError(node: INode, failed: ErrorDetails, itemIndex: number): NodeApiError {
	const { httpCode, target } = failed;
	const targetText = target === undefined ? '' : `The request was for ${target}.`;
	const details = { ...failed, description: sentences(failed.description, targetText) };
	const { message, description } = shownText(node, details);
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, itemIndex, ...(httpCode === undefined ? {} : { httpCode }) },
	);
	return shownAsIs(error, message, details);
}

/** Builds n8n's error for input that can't be sent. */
export function inputError(node: INode, text: ErrorText, itemIndex?: number): NodeOperationError {
	return operationError(node, invalidInput(text), itemIndex);
}

/** Builds n8n's error for an execution that can't start or continue. */
export function operationError(
	node: INode,
	details: ErrorDetails,
	itemIndex?: number,
): NodeOperationError {
	const { message, description } = shownText(node, details);
	const position = itemIndex === undefined ? {} : { itemIndex };
	const error = new NodeOperationError(node, message, { description, ...position });
	return shownAsIs(error, message, details);
}

/** n8n replaces a message that happens to contain an error code with its own text. */
export function withMessage<NodeError extends NodeApiError | NodeOperationError>(
	error: NodeError,
	message: string,
): NodeError {
	return Object.assign(error, { message });
}

/** Adds the details. n8n collapses the lines of a description, but not those of its template, which is HTML. */
function shownAsIs<NodeError extends NodeApiError | NodeOperationError>(
	error: NodeError,
	message: string,
	details: ErrorDetails,
): NodeError {
	const { context } = error;
	context.details = errorData(details);
	const { description } = details;
	if (description.includes('\n')) {
		context.descriptionTemplate = withoutHtml(description).replaceAll('\n', '<br>');
	}
	return withMessage(error, message);
}

/**
 * The canvas shows both texts as HTML. n8n passes only a tool's error message to the model, so the message explains the
 * next step as well.
 */
function shownText(node: INode, { message, description }: ErrorText): ErrorText {
	const all = isUsedAsTool(node) ? `${message}\n${description}` : message;
	return { message: withoutHtml(all), description: withoutHtml(description) };
}

/** The facts for the texts about a failed request. */
interface FailureContext {
	api: Pick<
		Api,
		'adviceFor' | 'errorKey' | 'ownErrors' | 'payloadKey' | 'reasons' | 'requestIdKey'
	>;
	operation: Pick<ChangeOperation, 'texts' | 'unknownOutcome'>;
	request: Pick<HttpRequest, 'host' | 'method' | 'reads'>;
	redact: (text: string) => string;
}

type Texts = Pick<ErrorDetails, 'message' | 'reason'> & {
	/** The next step if the outcome is known. */
	advice: string;
};

/** The field's label in messages. A request to another host names that host's field. */
const BASE_URL = 'Base URL';
/** The advice for a success status whose body cannot be used. */
export const CHECK_BASE_URL = 'Check the Base URL of the credential.';
const NOT_THE_API =
	"The answer isn't in the API's own form: the Base URL of the credential is probably wrong, or the API has no such path.";
const CHECK_PROXY =
	'Check whether a proxy before the API drops the query of requests, or set a lower Limit.';
const SHORTER_LIST =
	'Set a lower Limit, or use API Request with Query Parameters that narrow the list. Triggers always read the whole list: delete records that are no longer needed.';
export const REPORT = "This is a bug. Please report it, with its entry in n8n's log.";
const UNKNOWN_OUTCOME: UnknownOutcome = [
	'The change may have been made',
	'Check the result in the console before you send it again.',
];

/** The possible outcome, and how to find out. */
export function unknownOutcomeOf({
	unknownOutcome = UNKNOWN_OUTCOME,
}: Pick<ChangeOperation, 'texts' | 'unknownOutcome'>): UnknownOutcome {
	return unknownOutcome;
}
const LONG_PAUSE = 'The API asks to wait longer than Max Wait. Raise Max Wait in the options.';
const THROTTLED_ADVICE =
	'Raise Max Wait in the options, send fewer items at a time, or run the workflow later.';
const REASONS: Readonly<Record<number, ErrorReason>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	409: 'conflict',
};

/** Explains a failure to the user: the event, the fate of the request, and the next step. */
export function failureDetails(failure: Failure, context: FailureContext): ErrorDetails {
	const { kind, attempts, maybeSent } = failure;
	const { message, advice, reason } = textsOf(failure, context);
	const response = 'response' in failure ? failure.response : undefined;
	const id = response?.json?.[context.api.requestIdKey];
	const requestId = typeof id === 'string' && id !== '' ? truncate(context.redact(id)) : undefined;
	const isOutcomeUnknown = maybeSent && !isRead(context.request);
	const [happened, check] = unknownOutcomeOf(context.operation);
	const isRefused = kind === 'rejected' || kind === 'throttled';
	return {
		// The possible outcome is first: notifications show little more.
		message: isOutcomeUnknown ? `${happened}. ${message}` : message,
		description: sentences(
			isOutcomeUnknown ? sentences(check, kind === 'unexpected' ? REPORT : '') : advice,
			requestId === undefined ? '' : `Request ID: ${requestId}.`,
		),
		...(response && { httpCode: String(response.status) }),
		...(kind === 'blocked' && { httpCode: '429' }),
		outcome: isRefused ? 'refused' : maybeSent ? 'unknown' : 'notSent',
		reason: isOutcomeUnknown && kind !== 'stopped' ? 'outcomeUnknown' : reason,
		...(requestId !== undefined && { requestId }),
		attempts,
	};
}

function textsOf(failure: Failure, context: FailureContext): Texts {
	const { attempts, maybeSent } = failure;
	switch (failure.kind) {
		case 'rejected':
			return rejectedTexts(failure, context);
		case 'unclear':
			return unclearTexts(failure, context);
		case 'network':
			return networkTexts(failure, context);
		case 'throttled':
		case 'blocked': {
			const message = rateLimitText(failure);
			return {
				message:
					failure.kind === 'throttled'
						? quoting(message, failure.response, context)
						: `${message}.`,
				advice: sentences(maybeSent ? sent(attempts) : notAccepted(attempts), THROTTLED_ADVICE),
				reason: 'rateLimited',
			};
		}
		case 'stopped': {
			const stopped = 'The node stopped before the response arrived.';
			const advice = maybeSent ? stopped : notAccepted(attempts);
			return { message: stopText(), advice, reason: 'stopped' };
		}
		case 'unexpected': {
			const message = `The request couldn't be completed (${nameOfError(failure.error)}).`;
			return {
				message,
				advice: sentences(maybeSent ? '' : 'Nothing was sent.', REPORT),
				reason: 'defect',
			};
		}
	}
}

function networkTexts(
	{ error, attempts, maybeSent }: Extract<Failure, { kind: 'network' }>,
	{ request, redact }: FailureContext,
): Texts {
	const { kind, code, message } = error;
	const { text, advice = NO_CONNECTION, reason = 'noConnection' } = NETWORK_ERRORS[kind];
	const codeSuffix = code === '' || SELF_EVIDENT.includes(kind) ? '' : ` (${code})`;
	const { label = BASE_URL } = request.host ?? {};
	const explanation = `${text.replace(BASE_URL, label)}${codeSuffix}.`;
	return {
		message: message === undefined ? explanation : truncate(redact(message)),
		advice: sentences(
			maybeSent ? sent(attempts) : 'Nothing was sent.',
			advice.replace(BASE_URL, label),
		),
		reason,
	};
}

type ResponseFailure = Extract<Failure, { kind: 'rejected' | 'unclear' }>;

function rejectedTexts(
	{ response, pauseTooLong }: ResponseFailure,
	context: FailureContext,
): Texts {
	const { status } = response;
	const redirect = redirectMessage(response, context);
	if (redirect !== undefined) {
		const advice = `The key was not sent there. ${CHECK_BASE_URL}`;
		return { message: redirect, advice, reason: 'refused' };
	}
	const refused = `The API refused the request with status ${String(status)}`;
	const { message, details } = headline(refused, response, context);
	return {
		message,
		advice: sentences(
			details,
			isFromElsewhere(response, context) ? NOT_THE_API : '',
			nextStep(status, context),
			pauseTooLong ? LONG_PAUSE : '',
		),
		reason: context.api.reasons[status] ?? REASONS[status] ?? 'refused',
	};
}

/** A 404 in another form than the API's is from a wrong host, or from a path that the API doesn't have. */
function isFromElsewhere(response: ParsedResponse, { api, request }: FailureContext): boolean {
	return response.status === 404 && request.host === undefined && !isOwnError(response, api);
}

function unclearTexts(failure: ResponseFailure, context: FailureContext): Texts {
	const { response, attempts, pauseTooLong } = failure;
	const flaw = `${flawOf(failure, context)} (status ${String(response.status)})`;
	const advice = unclearAdvice(failure, context);
	return {
		message: redirectMessage(response, context) ?? quoting(flaw, response, context),
		advice: sentences(sent(attempts), advice, pauseTooLong ? LONG_PAUSE : ''),
		reason: 'unavailable',
	};
}

function unclearAdvice({ response, flaw }: ResponseFailure, context: FailureContext): string {
	const { status, broken, excess } = response;
	if (broken !== undefined) return broken.advice;
	if (status >= FIRST_ERROR_STATUS) return nextStep(status, context);
	if (flaw === 'incompleteList') return CHECK_PROXY;
	if (flaw === 'listTooLarge') return SHORTER_LIST;
	if (flaw !== undefined) return context.operation.texts?.advice?.[status] ?? CHECK_BASE_URL;
	return excess === 'values' ? LESS_DATA : CHECK_BASE_URL;
}

/** Describes a redirect without following it, or returns undefined for any other response. */
function redirectMessage(
	{ status, headers }: ParsedResponse,
	{ redact }: FailureContext,
): string | undefined {
	const location = status >= 300 && status < 400 ? header(headers, 'location') : undefined;
	if (location === undefined) return undefined;
	// Redacted before it is parsed, which changes the case of a secret. Without a scheme, it still points to another host.
	const target = redact(/^[\\/]{2}/.test(location) ? `https:${location}` : location);
	const host = URL.canParse(target)
		? truncate(new URL(target).host)
		: 'another path of the same host';
	return `The API redirects to ${host} (status ${String(status)}), and redirects aren't followed.`;
}

function nextStep(status: number, { api, operation }: FailureContext): string {
	const { advice, permission } = operation.texts ?? {};
	return advice?.[status] ?? api.adviceFor(status, permission);
}

function flawOf({ response, flaw }: ResponseFailure, { api }: FailureContext): string {
	const { status, json, value, text, broken, excess } = response;
	if (broken !== undefined) return broken.message;
	if (flaw === 'incompleteList') return "The list is incomplete: its pages repeat or don't end";
	if (flaw === 'listTooLarge') return 'The list is larger than 200 MB, so the node stopped reading';
	if (flaw !== undefined) return `The response has no list "${flaw.missing}"`;
	if (status === 408) return 'The API timed out waiting for the request';
	if (status >= 500) return 'The API failed';
	if (!isSuccess(response)) return 'The API neither confirmed nor refused the request';
	if (excess === 'depth') return 'The response is nested too deeply';
	if (excess === 'values') return 'The response has too many values to be read';
	if (json !== undefined) return `The response has no "${api.payloadKey}"`;
	if (text.trim() === '') return 'The response is empty';
	if (isWebPage(response)) return 'The response is a web page instead of JSON';
	if (value === undefined) return 'The response is incomplete or not JSON';
	return `The response is a ${Array.isArray(value) ? 'list' : 'single value'} instead of an object`;
}

const LESS_DATA =
	'Request less data at a time, for example with API Request and Query Parameters that narrow the response.';
const NO_CONNECTION = 'Check the Base URL of the credential and the network, or try again later.';
const RAISE_TIMEOUT = 'Raise Request Timeout (Milliseconds) in the options, or try again later.';

/** The event, and its advice; if there's no advice, checking address and network helps. */
const NETWORK_ERRORS: Readonly<
	Record<NetworkErrorKind, { text: string; advice?: string; reason?: ErrorReason }>
> = {
	connectionClosed: { text: 'The connection closed before the response was complete' },
	connectionClosedBeforeTls: { text: 'The connection closed during the TLS handshake' },
	certificateRejected: { text: "The API's certificate wasn't accepted" },
	connectionRefused: { text: 'The API refused the connection' },
	connectTimeout: { text: 'Connecting to the API timed out' },
	hostNotFound: { text: "Couldn't find the host of the Base URL" },
	hostUnreachable: { text: "Couldn't reach the host of the Base URL" },
	incompleteResponse: {
		text: "The response wasn't complete within the timeout",
		advice: RAISE_TIMEOUT,
	},
	lookupFailed: { text: "Couldn't look up the host of the Base URL" },
	networkUnreachable: { text: "Couldn't reach the network of the host in the Base URL" },
	// Errors of n8n and the credential already contain advice.
	notAllowed: { text: '', advice: '', reason: 'invalidInput' },
	responseTooLarge: {
		text: 'The response is larger than 50 MB, so the node stopped reading',
		advice: LESS_DATA,
		reason: 'unavailable',
	},
	timeout: { text: "The API didn't respond within the timeout", advice: RAISE_TIMEOUT },
	tlsFailed: { text: "Couldn't establish a TLS connection to the API" },
};

/** Errors that are clear without a code. */
const SELF_EVIDENT: readonly NetworkErrorKind[] = [
	'connectionClosedBeforeTls',
	'connectionRefused',
	'timeout',
];

function quoting(start: string, response: ParsedResponse, { api, redact }: FailureContext): string {
	return followedBy(start, apiMessage(response, api.errorKey, redact));
}

function followedBy(start: string, message: string): string {
	return message === '' ? `${start}.` : `${start}: ${message}`;
}

/** The length up to which the API's own message stays whole in the headline. */
const MAX_HEADLINE_LENGTH = 200;

/** Quotes the API: if several clauses are long together, the first one, and all of them in the details. */
function headline(
	start: string,
	response: ParsedResponse,
	context: FailureContext,
): { message: string; details: string } {
	const whole = apiMessage(response, context.api.errorKey, context.redact);
	const [first, ...laterClauses] = clausesOf(whole);
	if (first === undefined || laterClauses.length === 0 || whole.length <= MAX_HEADLINE_LENGTH) {
		return { message: followedBy(start, whole), details: '' };
	}
	const message = `${start}: ${first}, and ${counted(laterClauses.length, 'more issue')}`;
	return { message, details: `All issues: ${whole.replace(/\.?$/, '.')}` };
}

function sent(attempts: number): string {
	return `The request was sent ${times(attempts)}.`;
}

/** Describes the fate of a request that the API has certainly not accepted. */
function notAccepted(attempts: number): string {
	if (attempts === 0) return 'The request was not sent.';
	const tried = attempts === 1 ? '' : ` in ${counted(attempts, 'attempt')}`;
	return `The API didn't accept the request${tried}.`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
