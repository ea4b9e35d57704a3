import type { JsonObject } from '../json';
import type { ParsedResponse } from './response';
import { header } from './response';
import type { Api, Operation } from '../operation';

/** What an response means for what is to be done next. */
export type ResponseClass =
	| { kind: 'success'; body: JsonObject }
	/** Refused for its rate; may be sent again whatever it was. */
	| { kind: 'rateLimited' }
	/** The service says no: the request was not carried out. */
	| { kind: 'refused' }
	/** The response leaves open whether the request was carried out. */
	| { kind: 'unclear'; because: string };

const TOO_MANY_REQUESTS = 429;

/** Judges an response by its status and by what its body holds. */
export function classifyResponse(
	{ status, headers, json, text }: ParsedResponse,
	api: Pick<Api, 'payloadMember'>,
	operation: Pick<Operation, 'emptyResult'>,
): ResponseClass {
	if (status === TOO_MANY_REQUESTS) return { kind: 'rateLimited' };
	if (status >= 500) return { kind: 'unclear', because: 'The service failed' };
	if (status < 200 || status >= 300) return { kind: 'refused' };
	if (operation.emptyResult !== undefined) {
		if (json !== undefined) return { kind: 'success', body: json };
		if (text.trim() === '') return { kind: 'success', body: {} };
	}
	const payload = json?.[api.payloadMember];
	if (json !== undefined && typeof payload === 'object' && payload !== null) {
		return { kind: 'success', body: json };
	}
	return { kind: 'unclear', because: faultOf(json, text, headers, api.payloadMember) };
}

function faultOf(
	json: JsonObject | undefined,
	text: string,
	headers: JsonObject,
	payloadMember: string,
): string {
	if (json !== undefined) return `The response has no "${payloadMember}"`;
	if (text.trim() === '') return 'The response is empty';
	const html = (header(headers, 'content-type') ?? '').includes('html') || /^\s*</.test(text);
	if (html) return 'The response is a web page instead of JSON';
	return 'The response is not whole or not JSON';
}
