import type { Answer } from './answer';
import { header } from './answer';
import type { Api, JsonObject, Operation } from './operation';

/** What an answer means for what is to be done next. */
export type Verdict =
	| { kind: 'success'; body: JsonObject }
	/** Refused for its rate; may be sent again whatever it was. */
	| { kind: 'limited' }
	/** The service says no: the request was not carried out. */
	| { kind: 'refused' }
	/** The answer leaves open whether the request was carried out. */
	| { kind: 'unclear'; because: string };

const TOO_MANY_REQUESTS = 429;

/** Judges an answer by its status and by what its body holds. */
export function judge(
	{ status, headers, json, text }: Answer,
	api: Pick<Api, 'payloadMember'>,
	operation: Pick<Operation, 'emptyResult'>,
): Verdict {
	if (status === TOO_MANY_REQUESTS) return { kind: 'limited' };
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
	if (json !== undefined) return `The answer has no "${payloadMember}"`;
	if (text.trim() === '') return 'The answer is empty';
	const html = (header(headers, 'content-type') ?? '').includes('html') || /^\s*</.test(text);
	if (html) return 'The answer is a web page instead of JSON';
	return 'The answer is not whole or not JSON';
}
