import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure, ParsedResponse } from '../http/response';
import { FIRST_ERROR_STATUS, isWebPage } from '../http/response';
import { dataObject, withoutUndefined } from '../json';
import type { ChangeOperation, UnknownOutcome } from '../operation';
import type { ErrorDetails, ErrorOutcome, ErrorReason, ErrorText } from '../errorDetails';
import { isRead, NOT_FOUND, TOO_MANY_REQUESTS } from '../request';
import { NEXT_ACTIONS } from '../errorDetails';
import { RESEND_UNKNOWN_LABEL } from '../parameterNames';
import { isUsedAsTool } from '../items';
import { counted, itemNumber, nameOfError, times, shortLine, withoutHtml } from '../text';
import { apiMessage, clausesOf } from './apiMessage';
import { toldToModel } from './modelText';
import type { FailureContext, ResponseFailure } from './headlines';
import {
	followedBy,
	isFromElsewhere,
	nameRecord,
	outcomeHeadline,
	redirectHeadline,
	refusalHeadline,
	refusalReason,
	unclearHeadline,
} from './headlines';
import { pagesAdvice, RAISE_MAX_WAIT, rateLimitText, stopText } from './interruptions';
import { LESS_DATA, networkTexts } from './networkTexts';

export function errorDetails(
	reason: ErrorReason,
	outcome: ErrorOutcome,
	message: string,
	description: string,
	attempts = 0,
): ErrorDetails {
	return { message, description, outcome, reason, attempts };
}

export function invalidInput({ message, description }: ErrorText): ErrorDetails {
	return errorDetails('invalidInput', 'notSent', message, description);
}

/** Don't rename these keys: workflows read them. */
export function errorData(details: ErrorDetails): IDataObject {
	const { message, outcome, reason, item, httpCode, requestId, attempts, target } = details;
	const nextAction = NEXT_ACTIONS[reason];
	return dataObject(
		withoutUndefined({
			message,
			outcome,
			reason,
			nextAction,
			item,
			target,
			httpCode,
			requestId,
			attempts,
		}),
	);
}

/**
 * Adds the item's number, counted from 1, if there are several items. If n8n got the index, it would add its own
 * number, counted from 0.
 */
export function withItemNumber(
	details: ErrorDetails,
	itemIndex: number,
	count: number,
): ErrorDetails {
	if (count === 1) return details;
	const message = `Item ${itemNumber(itemIndex)}: ${details.message}`;
	return { ...details, message, item: itemIndex + 1 };
}

/**
 * The error that n8n shows for a failed request. Leaves out the raw request and response, because they could expose
 * secrets.
 */
export function requestError(node: INode, failure: ErrorDetails): NodeApiError {
	const { httpCode, target } = failure;
	// A headline may begin with the target.
	const isNamed =
		target === undefined || failure.message.toLowerCase().includes(target.toLowerCase());
	const targetText = isNamed ? '' : `Target: ${target}.`;
	const details = { ...failure, description: sentences(failure.description, targetText) };
	const texts = shownText(node, details);
	const code = httpCode === undefined ? {} : { httpCode };
	const error = new NodeApiError(node, { message: texts.message }, { ...texts, ...code });
	return shownAsIs(error, texts, details);
}

export function inputError(node: INode, text: ErrorText): NodeOperationError {
	return operationError(node, invalidInput(text));
}

/** The error n8n shows when an execution can't start or continue. */
export function operationError(node: INode, details: ErrorDetails): NodeOperationError {
	const texts = shownText(node, details);
	return shownAsIs(new NodeOperationError(node, texts.message, texts), texts, details);
}

/** Sets the message last, because n8n replaces a message that contains an error code with its own text. */
export function withMessage<NodeError extends NodeApiError | NodeOperationError>(
	error: NodeError,
	message: string,
): NodeError {
	return Object.assign(error, { message });
}

/** n8n joins a description's lines, but keeps the line breaks of its HTML template. */
function shownAsIs<NodeError extends NodeApiError | NodeOperationError>(
	error: NodeError,
	{ message, description }: ErrorText,
	details: ErrorDetails,
): NodeError {
	const { context } = error;
	context.details = errorData(details);
	if (description.includes('\n')) {
		context.descriptionTemplate = description.replaceAll('\n', '<br>');
	}
	return withMessage(error, message);
}

/**
 * Removes HTML, because the canvas renders both texts. n8n passes only the message to an agent's model, so a tool's
 * message contains the whole text. The tool's description is empty, because the panel would show everything twice.
 */
function shownText(node: INode, text: ErrorText): ErrorText {
	if (!isUsedAsTool(node)) {
		return { message: withoutHtml(text.message), description: withoutHtml(text.description) };
	}
	const { message, description } = toldToModel(text);
	const lines = [message, description].filter((line) => line !== '');
	return { message: withoutHtml(lines.join('\n')), description: '' };
}

type Texts = Pick<ErrorDetails, 'message' | 'reason'> & {
	/** The next step when the outcome is known. */
	advice: string;
	/** True if something other than the API responded, such as a proxy. */
	isElsewhere?: boolean;
};

/** Advice if something other than the API may have responded. */
export const CHECK_BASE_URL = "Check the credential's Base URL.";
export const REPORT = "This is a bug. Please report it, with its entry in n8n's log.";

/** How to send a change again although its outcome is unknown, without the final period. */
export const RESEND = `start a new execution for this item. To let a retry send it again, turn on "${RESEND_UNKNOWN_LABEL}" in the options, save the workflow, and then retry`;

/**
 * Advice after an unknown outcome: where to look, and what to do next. A retry alone resends only changes that are safe
 * to repeat.
 */
export function checkFirst(
	place: string,
	done: string,
	repeatable?: ChangeOperation['repeatable'],
): string {
	const retryAdvice = repeatable === true ? 'retry the execution' : RESEND;
	return `${place}. If ${done}, you're done. If not, ${retryAdvice}.`;
}

const UNKNOWN_OUTCOME: UnknownOutcome = [
	'The change may have been made',
	checkFirst('Check what the request would change', 'the change is there'),
];

export function unknownOutcomeOf({
	unknownOutcome = UNKNOWN_OUTCOME,
}: Pick<ChangeOperation, 'texts' | 'unknownOutcome'>): UnknownOutcome {
	return unknownOutcome;
}

const REDIRECTED = `Redirects aren't followed, and the key wasn't sent there. ${CHECK_BASE_URL}`;
const RATE_LIMITED_ADVICE =
	'Send fewer items at a time, or run the workflow later. You can also raise Max Wait in the options.';
/** Explains a failure: what happened, whether the request was applied, and what to do next. */
export function failureDetails(failure: Failure, context: FailureContext): ErrorDetails {
	const { kind, attempts, maybeSent } = failure;
	if (kind === 'withdrawn') return { ...failure.error, attempts };
	const { message, advice, reason, isElsewhere = false } = textsOf(failure, context);
	const response = 'response' in failure ? failure.response : undefined;
	const id = response?.json?.[context.api.requestIdKey];
	const requestId = typeof id === 'string' && id !== '' ? shortLine(context.redact(id)) : undefined;
	const isOutcomeUnknown = maybeSent && !isRead(context.request);
	const [happened, check] = unknownOutcomeOf(context.operation);
	const isRateLimited = kind === 'rateLimited';
	const isRefused = kind === 'rejected' || (isRateLimited && response !== undefined);
	const status = isRateLimited ? TOO_MANY_REQUESTS : response?.status;
	const checks = sentences(isElsewhere ? CHECK_BASE_URL : '', check);
	const apiWords = response === undefined ? [] : quotableWords(response, context);
	return {
		message: isOutcomeUnknown
			? outcomeHeadline(nameRecord(happened, context.target), message, isElsewhere)
			: message,
		description: sentences(
			isOutcomeUnknown ? sentences(checks, kind === 'unexpected' ? REPORT : '') : advice,
			requestId === undefined ? '' : `Request ID: ${requestId}.`,
		),
		...(status !== undefined && { httpCode: String(status) }),
		outcome: isRefused ? 'refused' : maybeSent ? 'unknown' : 'notSent',
		reason: isOutcomeUnknown && kind !== 'stopped' ? 'outcomeUnknown' : reason,
		...(apiWords.length > 0 && { apiWords }),
		...(requestId !== undefined && { requestId }),
		...(context.target !== undefined && { target: context.target }),
		attempts,
	};
}

function textsOf(failure: Exclude<Failure, { kind: 'withdrawn' }>, context: FailureContext): Texts {
	const { attempts, maybeSent } = failure;
	switch (failure.kind) {
		case 'rejected':
			return rejectedTexts(failure, context);
		case 'unclear':
			return unclearTexts(failure, context);
		case 'network': {
			const { advice, ...texts } = networkTexts(failure.error, context);
			const sent = maybeSent ? attemptsText(attempts) : 'Nothing was sent.';
			return { ...texts, advice: sentences(sent, advice) };
		}
		case 'rateLimited': {
			const message = rateLimitText(failure);
			const sent = maybeSent ? attemptsText(attempts) : notAcceptedText(attempts);
			return {
				message:
					'response' in failure ? quoting(message, failure.response, context) : `${message}.`,
				advice: sentences(sent, RATE_LIMITED_ADVICE),
				reason: 'rateLimited',
			};
		}
		case 'stopped': {
			const stopped = 'The node stopped before the response arrived.';
			const advice = maybeSent ? stopped : notAcceptedText(attempts);
			return { message: stopText(), advice, reason: 'stopped' };
		}
		case 'unexpected':
			return {
				message: `The request couldn't be completed (${nameOfError(failure.error)}).`,
				advice: sentences(maybeSent ? '' : 'Nothing was sent.', REPORT),
				reason: 'defect',
			};
	}
}

function rejectedTexts(failure: ResponseFailure, context: FailureContext): Texts {
	const { response } = failure;
	const { status } = response;
	const redirect = redirectHeadline(response, context);
	if (redirect !== undefined) {
		return { message: redirect, advice: REDIRECTED, reason: 'refused', isElsewhere: true };
	}
	const isElsewhere = isFromElsewhere(response, context);
	// After a web page, the address must be wrong.
	const isPage = isElsewhere && isWebPage(response);
	const { message, details } = headline(refusalHeadline(response, context), response, context);
	return {
		message,
		advice: sentences(
			details,
			isElsewhere ? CHECK_BASE_URL : '',
			isPage ? (context.api.baseUrlHint ?? '') : nextStep(response, context),
			pauseAdvice(failure, context),
		),
		reason: refusalReason(status, context),
		isElsewhere,
	};
}

function unclearTexts(failure: ResponseFailure, context: FailureContext): Texts {
	const { response, attempts } = failure;
	const redirect = redirectHeadline(response, context);
	const message = redirect ?? quoting(unclearHeadline(failure, context), response, context);
	const advice = redirect === undefined ? unclearAdvice(failure, context) : REDIRECTED;
	return {
		message,
		advice: sentences(attemptsText(attempts), advice, pauseAdvice(failure, context)),
		reason: 'unavailable',
		isElsewhere: redirect !== undefined || isFromElsewhere(response, context),
	};
}

/** Advice if the API asks to wait too long. */
function pauseAdvice({ maxWait }: ResponseFailure, { interruptions }: FailureContext): string {
	return maxWait === undefined ? '' : (interruptions?.timedOut ?? RAISE_MAX_WAIT);
}

function unclearAdvice({ response, flaw }: ResponseFailure, context: FailureContext): string {
	const { status, broken, excess } = response;
	if (broken !== undefined) return broken.advice;
	if (status >= FIRST_ERROR_STATUS) return nextStep(response, context);
	if (flaw === 'incompleteList' || flaw === 'listTooLarge')
		return pagesAdvice(flaw, context.interruptions === undefined);
	if (flaw !== undefined) return context.operation.texts?.advice?.[status] ?? CHECK_BASE_URL;
	if (excess === 'values') return LESS_DATA;
	return sentences(CHECK_BASE_URL, isWebPage(response) ? (context.api.baseUrlHint ?? '') : '');
}

function nextStep(response: ParsedResponse, { api, operation, redact }: FailureContext): string {
	const { status } = response;
	const { advice, permission } = operation.texts ?? {};
	const message = apiMessage(response, api.errorKey, redact);
	const lacksParent = status === NOT_FOUND && api.missingParent?.test(message);
	return (lacksParent ? undefined : advice?.[status]) ?? api.adviceFor(status, permission, message);
}

function quoting(start: string, response: ParsedResponse, { api, redact }: FailureContext): string {
	return followedBy(start, apiMessage(response, api.errorKey, redact));
}

/** The API's message, and its first clause. */
function quotableWords(response: ParsedResponse, { api, redact }: FailureContext): string[] {
	const apiText = apiMessage(response, api.errorKey, redact);
	const words = [apiText, ...clausesOf(apiText).slice(0, 1)];
	return [...new Set(words.map((text) => text.replace(/(?<![.!?])[.!?]+$/, '')))].filter(
		(text) => text !== '',
	);
}

/** Longest API message that a headline quotes in full. */
const MAX_HEADLINE_LENGTH = 200;

/** Quotes the API. If the clauses are too long for the headline, it quotes the first, and the details quote all. */
function headline(
	start: string,
	response: ParsedResponse,
	context: FailureContext,
): { message: string; details: string } {
	const apiText = apiMessage(response, context.api.errorKey, context.redact);
	const [first, ...laterClauses] = clausesOf(apiText);
	if (first === undefined || laterClauses.length === 0 || apiText.length <= MAX_HEADLINE_LENGTH) {
		return { message: followedBy(start, apiText), details: '' };
	}
	const message = `${start}: ${first}, and ${counted(laterClauses.length, 'more issue')}`;
	return { message, details: `All issues: ${apiText.replace(/\.?$/, '.')}` };
}

function attemptsText(attempts: number): string {
	return `The request was sent ${times(attempts)}.`;
}

function notAcceptedText(attempts: number): string {
	if (attempts === 0) return "The request wasn't sent.";
	const tried = attempts === 1 ? '' : ` in ${counted(attempts, 'attempt')}`;
	return `The API didn't accept the request${tried}.`;
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
