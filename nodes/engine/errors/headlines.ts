import type { Failure, ParsedResponse } from '../http/response';
import { header, isOwnError, isSuccess, isWebPage, reportsFailure } from '../http/response';
import type { ErrorReason } from '../errorDetails';
import { NEXT_ACTIONS } from '../errorDetails';
import type { Api, ChangeOperation } from '../operation';
import type { HttpRequest } from '../request';
import type { Interruptions } from './interruptions';
import {
	FORBIDDEN,
	fullBaseUrl,
	isRead,
	NOT_FOUND,
	REQUEST_TIMEOUT,
	TOO_LARGE,
	UNAUTHORIZED,
} from '../request';
import { isText } from '../parameters/values';
import { capitalized, shortLine } from '../text';

export interface FailureContext {
	api: Pick<
		Api,
		| 'adviceFor'
		| 'baseUrlHint'
		| 'errorKey'
		| 'headlineFor'
		| 'missingParent'
		| 'ownErrors'
		| 'payloadKey'
		| 'reasons'
		| 'requestIdKey'
	>;
	operation: Pick<ChangeOperation, 'texts' | 'unknownOutcome'>;
	request: Pick<HttpRequest, 'host' | 'method' | 'onlyReads'>;
	/** The credential's Base URL. Requests with their own host don't use it. */
	baseUrl: unknown;
	/** What the request is about, redacted. */
	target?: string | undefined;
	/** Method and path, redacted and without the query. Set if the operation can't say what the request is about. */
	call?: string | undefined;
	/** Triggers and lists have their own texts, because they have no options that advice could name. */
	interruptions?: Pick<Interruptions, 'timedOut'> | undefined;
	redact: (text: string) => string;
}

export type ResponseFailure = Extract<Failure, { kind: 'rejected' | 'unclear' }>;

/** Label of the base URL in messages. For a request to another host, messages name that host's field. */
export const BASE_URL = 'Base URL';

const CONFLICT = 409;
const REASONS: Readonly<Record<number, ErrorReason>> = {
	[UNAUTHORIZED]: 'unauthorized',
	[FORBIDDEN]: 'forbidden',
	[NOT_FOUND]: 'notFound',
	[CONFLICT]: 'conflict',
};

export function refusalReason(status: number, { api }: FailureContext): ErrorReason {
	return api.reasons[status] ?? REASONS[status] ?? 'refused';
}

/**
 * A web page, or a 404 that doesn't look like the API's, comes from a proxy or from an API that doesn't know the path.
 */
export function isFromElsewhere(
	response: ParsedResponse,
	{ api, request }: FailureContext,
): boolean {
	const { status } = response;
	if (status < 500 && isWebPage(response)) return true;
	const keys = api.ownErrors?.commonKeys ?? [];
	const isOwn = isOwnError(response, api) || keys.some((key) => isText(response.json?.[key]));
	return status === NOT_FOUND && request.host === undefined && !isOwn;
}

/** Says that the API refused the request and why, without a period. The API's own message may follow. */
export function refusalHeadline(response: ParsedResponse, context: FailureContext): string {
	const { status } = response;
	const text = isFromElsewhere(response, context)
		? elsewhereText(response, context)
		: refusedText(status, context);
	return withStatus(text, status, context);
}

function elsewhereText(response: ParsedResponse, context: FailureContext): string {
	const wrong = wrongAddress(context);
	return isWebPage(response)
		? `${wrong}, or a proxy intervened: a web page answered instead of the API`
		: `${wrong}, or the API has no such path`;
}

function refusedText(status: number, context: FailureContext): string {
	const { api, operation, target } = context;
	const { advice, createsSubject = false, permission } = operation.texts ?? {};
	const subject = targetWithoutId(target);
	// If the operation has advice for a 403, the reason isn't a missing permission.
	const isOtherReason = status === FORBIDDEN && advice?.[status] !== undefined;
	const apiText = isOtherReason ? undefined : api.headlineFor?.(status, permission);
	if (apiText !== undefined) return apiText;
	switch (status) {
		case UNAUTHORIZED:
			return "The API doesn't accept the key";
		case FORBIDDEN:
			return `The key isn't allowed to access ${subject}`;
		case NOT_FOUND:
			return createsSubject
				? `The API can't find where ${subject} belongs`
				: `The API can't find ${subject}`;
		case CONFLICT:
			return createsSubject
				? `${capitalized(subject)} conflicts with something that exists`
				: `${capitalized(subject)} is in use, changing, or in a state that doesn't allow this`;
		case TOO_LARGE:
			return `The request for ${subject} is too large for the API`;
		default:
			return NEXT_ACTIONS[refusalReason(status, context)] === 'wait'
				? "The API isn't ready for this request"
				: `The API refused the request${target === undefined ? '' : ` for ${subject}`}`;
	}
}

/** Explains, without a period, why the response doesn't show whether the API applied the request. */
export function unclearHeadline(failure: ResponseFailure, context: FailureContext): string {
	return withStatus(flawOf(failure, context), failure.response.status, context);
}

function flawOf({ response, flaw }: ResponseFailure, context: FailureContext): string {
	const { json, value, text, broken, excess } = response;
	if (broken !== undefined) return broken.message;
	if (flaw === 'incompleteList')
		return "The list is incomplete: its pages repeat, are empty, or don't end";
	if (flaw === 'listTooLarge') return 'The list is larger than the limit of 200 MB';
	if (flaw !== undefined) return `The response has no list "${flaw.missing}"`;
	if (!isSuccess(response)) return unclearStatus(response.status, context);
	if (excess === 'depth') return 'The response is nested too deeply';
	if (excess === 'values') return 'The response has too many values to be read';
	if (json !== undefined && reportsFailure(json)) return 'The response reports an error';
	if (json !== undefined) return `The response has no "${context.api.payloadKey}"`;
	if (text.trim() === '') return 'The response is empty';
	if (isWebPage(response)) return elsewhereText(response, context);
	if (value === undefined) return 'The response is incomplete or not JSON';
	return `The response is a ${Array.isArray(value) ? 'list' : 'single value'} instead of an object`;
}

function unclearStatus(status: number, context: FailureContext): string {
	if (status === REQUEST_TIMEOUT) return 'The API timed out waiting for the request';
	if (status === 504) return 'The API took too long';
	if (status === 502 || status === 503) return 'The API is unavailable';
	if (status < 500) return 'The API neither confirmed nor refused the request';
	return `The API failed to ${taskOf(context)} ${targetWithoutId(context.target)}`;
}

function taskOf({ request, operation }: FailureContext): string {
	if (isRead(request)) return 'read';
	if (request.method === 'DELETE') return 'delete';
	return operation.texts?.createsSubject === true ? 'create' : 'change';
}

/** Says where a redirect leads. The node never follows it. */
export function redirectHeadline(
	{ status, headers }: ParsedResponse,
	context: FailureContext,
): string | undefined {
	const location = status >= 300 && status < 400 ? header(headers, 'location') : undefined;
	if (location === undefined) return undefined;
	// `//host` also leads to another host.
	const target = /^[\\/]{2}/.test(location) ? `https:${location}` : location;
	const host = shownHost(target, context) ?? 'a different path on the same host';
	return `${withStatus(`${wrongAddress(context)}: it redirects to ${host}`, status, context)}.`;
}

/** Redacts first, because parsing changes a secret's case. */
function shownHost(address: string, { redact }: FailureContext): string | undefined {
	const redactedAddress = redact(address);
	return URL.canParse(redactedAddress) ? shortLine(new URL(redactedAddress).host) : undefined;
}

/** The host that the request was sent to. */
export function requestedHost(context: FailureContext): string {
	const { label = BASE_URL, baseUrl = context.baseUrl } = context.request.host ?? {};
	return shownHost(fullBaseUrl(baseUrl), context) ?? `the host of the ${label}`;
}

/** Puts the possible outcome first, because notifications cut the rest. Only a wrong address is more important. */
export function outcomeHeadline(happened: string, message: string, isElsewhere: boolean): string {
	return isElsewhere ? `${message.replace(/\.?$/, '.')} ${happened}.` : `${happened}. ${message}`;
}

/** Puts the record's name into a sentence: "The thing may …" becomes 'Thing "Red" may …'. */
export function nameRecord(sentence: string, target: string | undefined): string {
	const subject = targetWithoutId(target);
	const kind = /^[^"\d]*(?= )/.exec(subject)?.[0] ?? '';
	const start = `The ${kind} `;
	const namesKind = kind !== '' && sentence.startsWith(start);
	return namesKind ? `${capitalized(subject)} ${sentence.slice(start.length)}` : sentence;
}

export function followedBy(start: string, message: string): string {
	return message === '' ? `${start}.` : `${start}: ${message}`;
}

function wrongAddress({ request }: FailureContext): string {
	return `The ${request.host?.label ?? BASE_URL} is probably wrong`;
}

function withStatus(text: string, status: number, { call }: FailureContext): string {
	return `${text} (${String(status)}${call === undefined ? '' : ` for ${call}`})`;
}

/** Matches the ID after a record's name, which a headline leaves out. */
const ID_AFTER_NAME = /(?<=") \([\w-]+\)$/;

function targetWithoutId(target: string | undefined): string {
	return target?.replace(ID_AFTER_NAME, '') ?? 'the record';
}
