import type { JsonObject } from '../json';
import type { ParsedResponse } from './response';
import { header } from './response';
import type { Api, Operation } from '../operation';

/** What a response means for what is to be done next. */
export type ResponseClass =
	| { kind: 'success'; body: JsonObject }
	/** Refused for its rate; may be sent again whatever it was. */
	| { kind: 'rateLimited' }
	/** The API says no: the request was not carried out. */
	| { kind: 'refused' }
	/** The response leaves open whether the request was carried out. */
	| { kind: 'unclear'; because: string };

const TOO_MANY_REQUESTS = 429;
/** Sent by the API or by a gateway that gave up; whether the request was carried out is open. */
const REQUEST_TIMEOUT = 408;

/** Classifies a response by its status and by what its body holds. */
export function classifyResponse(
	response: ParsedResponse,
	api: Pick<Api, 'payloadMember'>,
	operation: Pick<Operation, 'emptyResult' | 'isDone'>,
): ResponseClass {
	const { status, json, text } = response;
	if (status === TOO_MANY_REQUESTS) return { kind: 'rateLimited' };
	if (status === REQUEST_TIMEOUT) return { kind: 'unclear', because: 'The API gave up waiting' };
	if (status >= 500) return { kind: 'unclear', because: 'The API failed' };
	if (status < 200 || status >= 300) return { kind: 'refused' };
	if (operation.emptyResult !== undefined) {
		if (json !== undefined) return { kind: 'success', body: json };
		if (text.trim() === '') return { kind: 'success', body: {} };
	}
	const payload = json?.[api.payloadMember];
	const hasPayload = typeof payload === 'object' && payload !== null;
	if (json !== undefined && (hasPayload || operation.isDone?.(json) === true)) {
		return { kind: 'success', body: json };
	}
	return { kind: 'unclear', because: flawOf(response, api.payloadMember) };
}

function flawOf({ headers, json, text, tooDeep }: ParsedResponse, payloadMember: string): string {
	if (tooDeep === true) return 'The response is nested too deep';
	if (json !== undefined) return `The response has no "${payloadMember}"`;
	if (text.trim() === '') return 'The response is empty';
	const html = (header(headers, 'content-type') ?? '').includes('html') || /^\s*</.test(text);
	if (html) return 'The response is a web page instead of JSON';
	if (isJsonList(text)) return 'The response is a JSON list in place of an object';
	return 'The response is not whole or not JSON';
}

function isJsonList(text: string): boolean {
	try {
		return Array.isArray(JSON.parse(text));
	} catch {
		return false;
	}
}
