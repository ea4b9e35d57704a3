import type { JsonObject, JsonExcess } from '../json';
import { isJsonObject, parsedJson } from '../json';
import { truncate, counted, times } from '../text';
import type { ParsedResponse, Failure } from '../http/response';
import { MS_PER_SECOND } from '../time';
import { isSuccess, header, isWebPage } from '../http/response';
import type { NetworkError, NetworkErrorKind } from '../http/networkError';
import type {
	HttpRequest,
	Api,
	Operation,
	UnknownOutcome,
	ErrorDetails,
	ErrorOutcome,
	ErrorReason,
} from '../operation';
import { isRead } from '../operation';
import { nameOfError } from './nodeErrors';

const FIRST_ERROR_STATUS = 400;
/** Members that contain a message in the bodies of APIs and of the gateways before them, in order. */
const MESSAGE_MEMBERS = ['message', 'error', 'errors', 'detail', 'title', 'description'];
const MAX_DEPTH = 4;

/**
 * Returns the API's own message in a response, fit to be shown: redacted, without markup, not too long.
 * Returns an empty text if there isn't one.
 */
export function apiMessage(
	{ status, json, text }: Pick<ParsedResponse, 'status' | 'json' | 'text'>,
	errorMember: string,
	redact: (text: string) => string,
): string {
	if (json !== undefined) {
		const own = messageIn(json[errorMember]);
		return truncate(plainText(own === '' ? messageIn(json) : own, redact));
	}
	// Half a record tells the reader nothing; half an error message may.
	if (status < FIRST_ERROR_STATUS && /^\s*[[{]/.test(text)) return '';
	// A JSON list or JSON text contains messages too; any other text is one.
	const value = parsedJson(text);
	return truncate(plainText(value === undefined ? text : messageIn(value), redact));
}

function messageIn(value: unknown, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	if (depth === MAX_DEPTH) return '';
	if (Array.isArray(value)) {
		const elements: unknown[] = value;
		const messages = elements.map((element) => messageIn(element, depth + 1));
		return messages.filter((message) => message !== '').join('; ');
	}
	return isJsonObject(value) ? messageOf(value, depth) : '';
}

function messageOf(object: JsonObject, depth: number): string {
	const messages = MESSAGE_MEMBERS.map((name) => messageIn(object[name], depth + 1));
	return messages.find((message) => message !== '') ?? '';
}

function plainText(text: string, redact: (text: string) => string): string {
	// Redacted as a whole: the title by itself could end within a secret.
	const redacted = redact(text);
	return looksLikeMarkup(redacted) ? titleOf(redacted) : redacted;
}

function looksLikeMarkup(text: string): boolean {
	return /<(?:!doctype|\?xml|html|head|body|title)\b/i.test(text);
}

function titleOf(markup: string): string {
	// No tag contains a "<", so each one is read once.
	const title = /<title[^<>]*>([^<]*)/i.exec(markup)?.[1] ?? '';
	return title.replace(/[<>]/g, '');
}

/** What the texts about a failed request are made from. */
interface FailureContext {
	api: Pick<Api, 'adviceFor' | 'errorMember' | 'payloadMember'>;
	operation: Pick<Operation, 'advice' | 'unknownOutcome'>;
	request: Pick<HttpRequest, 'method'>;
	redact: (text: string) => string;
}

type Texts = Pick<ErrorDetails, 'message' | 'reason'> & {
	/** What to do next if the outcome is known. */
	advice: string;
};

/** What to do about a success status whose body cannot be used. */
export const CHECK_BASE_URL = 'Check the Base URL of the credential.';
const CHECK_PROXY =
	'Check whether a proxy before the API drops the query of requests, or set a lower Limit.';
export const REPORT = "This is a bug. Please report it, with its entry in n8n's log.";
const UNKNOWN_OUTCOME: UnknownOutcome = [
	'The change may have been made',
	'Check the result in the console before you send it again.',
];
const LONG_PAUSE = 'The API asks to wait longer than Max Wait. Raise Max Wait in the options.';
const THROTTLED_ADVICE =
	'Raise Max Wait in the options, send fewer items at a time, or run the workflow later.';
const REASONS: Readonly<Record<number, ErrorReason>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	409: 'conflict',
	424: 'asleep',
};

/** Returns what a failure means for the user: what happened, what became of the request, and what to do next. */
export function failureDetails(failure: Failure, context: FailureContext): ErrorDetails {
	const { attempts, maybeSent } = failure;
	const { message, advice, reason } = textsOf(failure, context);
	const response = 'response' in failure ? failure.response : undefined;
	const requestId = requestIdOf(response, context);
	const isOpen = maybeSent && !isRead(context.request);
	const [happened, check] = unknownOutcomeOf(context.operation);
	return {
		// What may have happened comes first: notifications show little more.
		message: isOpen ? `${happened}. ${message}` : message,
		description: sentences(
			isOpen ? sentences(check, failure.kind === 'unexpected' ? REPORT : '') : advice,
			requestId === undefined ? '' : `Request ID: ${requestId}.`,
		),
		...(response === undefined ? {} : { httpCode: String(response.status) }),
		...(failure.kind === 'blocked' ? { httpCode: '429' } : {}),
		outcome: outcomeOf(failure),
		reason: isOpen && failure.kind !== 'stopped' ? 'outcomeUnknown' : reason,
		...(requestId === undefined ? {} : { requestId }),
		attempts,
	};
}

export function unknownOutcomeOf({
	unknownOutcome,
}: Pick<Operation, 'unknownOutcome'>): UnknownOutcome {
	return unknownOutcome ?? UNKNOWN_OUTCOME;
}

function outcomeOf({ kind, maybeSent }: Failure): ErrorOutcome {
	if (kind === 'rejected' || kind === 'throttled') return 'refused';
	return maybeSent ? 'unknown' : 'notSent';
}

function textsOf(failure: Failure, context: FailureContext): Texts {
	switch (failure.kind) {
		case 'rejected':
			return rejectedTexts(failure, context);
		case 'unclear':
			return unclearTexts(failure, context);
		case 'network':
			return networkTexts(failure, context);
		case 'throttled':
		case 'blocked':
			return throttledTexts(failure, context);
		case 'stopped': {
			const advice = failure.maybeSent
				? 'The node stopped before the response arrived.'
				: notAccepted(failure);
			return { message: 'The execution was stopped.', advice, reason: 'stopped' };
		}
		case 'unexpected':
			return unexpectedTexts(failure.error, failure.maybeSent);
	}
}

function rejectedTexts(
	{ response, pauseTooLong }: Extract<Failure, { kind: 'rejected' | 'unclear' }>,
	context: FailureContext,
): Texts {
	const { status } = response;
	const redirect = redirectMessage(response, context);
	if (redirect !== undefined) {
		const advice = `The key was not sent there. ${CHECK_BASE_URL}`;
		return { message: redirect, advice, reason: 'refused' };
	}
	return {
		message: quoting(
			`The API refused the request with status ${String(status)}`,
			response,
			context,
		),
		advice: sentences(adviceFor(status, context), pauseTooLong === true ? LONG_PAUSE : ''),
		reason: REASONS[status] ?? 'refused',
	};
}

function unclearTexts(
	failure: Extract<Failure, { kind: 'rejected' | 'unclear' }>,
	context: FailureContext,
): Texts {
	const { response, attempts, pauseTooLong } = failure;
	const flaw = `${flawOf(failure, context)} (status ${String(response.status)})`;
	const advice = unclearAdvice(failure, context);
	return {
		message: redirectMessage(response, context) ?? quoting(flaw, response, context),
		advice: sentences(sent(attempts), advice, pauseTooLong === true ? LONG_PAUSE : ''),
		reason: 'unavailable',
	};
}

function unclearAdvice(
	{ response, flaw }: Extract<Failure, { kind: 'rejected' | 'unclear' }>,
	context: FailureContext,
): string {
	const { status, excess } = response;
	if (status >= 400) return adviceFor(status, context);
	if (flaw === 'incompleteList') return CHECK_PROXY;
	if (flaw !== undefined) return context.operation.advice?.[status] ?? CHECK_BASE_URL;
	return excess === 'values' ? LESS_DATA : CHECK_BASE_URL;
}

function redirectMessage(
	{ status, headers }: ParsedResponse,
	context: FailureContext,
): string | undefined {
	const location = status >= 300 && status < 400 ? header(headers, 'location') : undefined;
	if (location === undefined) return undefined;
	return `The API redirects to ${hostOf(location, context)} (status ${String(status)}), and redirects aren't followed.`;
}

function adviceFor(status: number, { api, operation }: FailureContext): string {
	return operation.advice?.[status] ?? api.adviceFor(status);
}

const EXCESSIVE: Readonly<Record<JsonExcess, string>> = {
	depth: 'The response is nested too deeply',
	values: 'The response has too many values to be read',
};

function flawOf(
	{ response, flaw }: Extract<Failure, { kind: 'rejected' | 'unclear' }>,
	{ api }: FailureContext,
): string {
	const { status, json, value, text, excess } = response;
	if (flaw === 'incompleteList') return "The list is incomplete: its pages repeat or don't end";
	if (flaw !== undefined) return `The response has no list "${flaw.missing}"`;
	if (status === 408) return 'The API timed out waiting for the request';
	if (status >= 500) return 'The API failed';
	if (!isSuccess(response)) return 'The API neither confirmed nor refused the request';
	if (excess !== undefined) return EXCESSIVE[excess];
	if (json !== undefined) return `The response has no "${api.payloadMember}"`;
	if (text.trim() === '') return 'The response is empty';
	if (isWebPage(response)) return 'The response is a web page instead of JSON';
	if (value === undefined) return 'The response is incomplete or not JSON';
	return `The response is a ${Array.isArray(value) ? 'list' : 'single value'} instead of an object`;
}

const LESS_DATA =
	'Request less data at a time, for example with API Request and Query Parameters that narrow the response.';
const NO_CONNECTION = 'Check the Base URL of the credential and the network, or try again later.';
const RAISE_TIMEOUT = 'Raise Request Timeout (Milliseconds) in the options, or try again later.';

/** What happened, and what to do about it; without advice, checking address and network helps. */
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
	// Errors of n8n and the credential already explain what to do.
	notAllowed: { text: '', advice: '', reason: 'invalidInput' },
	responseTooLarge: {
		text: 'The response is larger than 50 MB, so the node stopped reading',
		advice: LESS_DATA,
		reason: 'unavailable',
	},
	timeout: { text: "The API didn't respond within the timeout", advice: RAISE_TIMEOUT },
	tlsFailed: { text: "Couldn't establish a TLS connection to the API" },
};

/** What needs no code to be understood. */
const SELF_EVIDENT: ReadonlySet<NetworkErrorKind> = new Set([
	...(['connectionClosedBeforeTls', 'connectionRefused', 'timeout'] as const),
]);

function networkTexts(
	{ error, attempts, maybeSent }: Extract<Failure, { kind: 'network' }>,
	{ redact }: FailureContext,
): Texts {
	const { advice = NO_CONNECTION, reason = 'noConnection' } = NETWORK_ERRORS[error.kind];
	return {
		message: networkMessage(error, redact),
		advice: sentences(maybeSent ? sent(attempts) : 'Nothing was sent.', advice),
		reason,
	};
}

function networkMessage(
	{ kind, code, message }: NetworkError,
	redact: (text: string) => string,
): string {
	if (message !== undefined) return truncate(redact(message));
	const named = code === '' || SELF_EVIDENT.has(kind) ? '' : ` (${code})`;
	return `${NETWORK_ERRORS[kind].text}${named}.`;
}

function throttledTexts(
	failure: Extract<Failure, { kind: 'throttled' | 'blocked' }>,
	context: FailureContext,
): Texts {
	const { kind, maxWait, attempts, maybeSent } = failure;
	const limit = counted(maxWait / MS_PER_SECOND, 'second');
	const message = `The API limits the rate, and waiting would exceed Max Wait (${limit})`;
	return {
		message: kind === 'throttled' ? quoting(message, failure.response, context) : `${message}.`,
		advice: sentences(maybeSent ? sent(attempts) : notAccepted(failure), THROTTLED_ADVICE),
		reason: 'rateLimited',
	};
}

/** Returns the texts about a bug in the node. `maybeSent`: whether requests may have gone out. */
function unexpectedTexts(error: unknown, maybeSent: boolean): Texts {
	return {
		message: `The request couldn't be completed (${nameOfError(error)}).`,
		advice: sentences(maybeSent ? '' : 'Nothing was sent.', REPORT),
		reason: 'defect',
	};
}

function hostOf(location: string, { redact }: FailureContext): string {
	// Without a scheme, the target still points to another host.
	const target = /^[\\/]{2}/.test(location) ? `https:${location}` : location;
	// Redacted before it is parsed, which changes the case of a secret.
	const shown = redact(target);
	return URL.canParse(shown) ? truncate(new URL(shown).host) : 'another path of the same host';
}

function quoting(start: string, response: ParsedResponse, { api, redact }: FailureContext): string {
	const message = apiMessage(response, api.errorMember, redact);
	return message === '' ? `${start}.` : `${start}: ${message}`;
}

function requestIdOf(
	response: ParsedResponse | undefined,
	{ redact }: FailureContext,
): string | undefined {
	const id = response?.json?.['requestId'];
	return typeof id === 'string' && id !== '' ? truncate(redact(id)) : undefined;
}

function sent(attempts: number): string {
	return `The request was sent ${times(attempts)}.`;
}

/** Returns what became of a request that the API has certainly not accepted. */
function notAccepted({ attempts }: Pick<Failure, 'attempts'>): string {
	if (attempts === 0) return 'The request was not sent.';
	const tried = attempts === 1 ? '' : ` in ${counted(attempts, 'attempt')}`;
	return `The API didn't accept the request${tried}.`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
