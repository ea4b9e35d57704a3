import { hashOf } from './json';
import type { HttpRequest } from './http/request';
import { requestUrl } from './http/request';
import type { Execution } from './operation';
import { redactMembers, redactQuery } from './redact';

/** A request as it is shown to a person: secrets redacted. */
export interface ShownRequest {
	method: string;
	url: string;
	body?: unknown;
}

/** Returns what a request shows to a person, and what plan and journal compare. */
export function shownRequest(
	{ method, path, body }: HttpRequest,
	{ api, credential }: Pick<Execution, 'api' | 'credential'>,
): ShownRequest {
	const url = requestUrl(credential['baseUrl'], redactQuery(path, api.secretMembers));
	return {
		method,
		url,
		...(body === undefined ? {} : { body: redactMembers(body, api.secretMembers) }),
	};
}

/** Returns the hash of one request: no secret is in it, and nothing to guess one from. */
export function requestHash({ method, url, body }: ShownRequest): string {
	return hashOf([method, url, body]);
}
