import {
	allowedDomainsProblem,
	baseUrlProblem,
	PASTED_VERSION,
} from '../engine/credentials/baseUrl';
import type { WithIssues } from '../engine/issue';
import type { JsonObject } from '../engine/json';
import { textMember } from '../engine/json';
import type { RequestHost } from '../engine/request';
import { fullBaseUrl } from '../engine/request';

export const QUERY_BASE_URL = 'Query Base URL';
const API_HOST_START = /^(https?:\/\/)api\.(?:control-plane\.)?/i;

/** The key is sent to this host, so the host never comes from a response. */
export function queryHost(credential: Readonly<JsonObject>): WithIssues<RequestHost> {
	const baseUrl = textMember(credential, 'queryBaseUrl')?.trim() ?? derivedFrom(credential);
	const path = 'credential.queryBaseUrl';
	const target = { ...credential, baseUrl };
	const urlProblem =
		baseUrl === ''
			? "is empty, and Base URL doesn't show where queries run, because it doesn't start with https://api. Enter the address in the credential."
			: baseUrlProblem(target);
	// Without this header, the endpoint's last saved version decides the format of rows.
	const headers = { 'x-clickhouse-endpoint-version': '2' };
	const value = { baseUrl, label: QUERY_BASE_URL, headers };
	if (urlProblem !== undefined) {
		return { value, issues: [{ path, label: QUERY_BASE_URL, text: urlProblem }] };
	}
	const domainsProblem = allowedDomainsProblem(target, QUERY_BASE_URL);
	if (domainsProblem === undefined) return { value, issues: [] };
	return { value, issues: [{ path, label: 'The credential', text: domainsProblem }] };
}

/** Empty if the base URL isn't an `api` host. */
function derivedFrom({ baseUrl }: Readonly<JsonObject>): string {
	const address = fullBaseUrl(baseUrl).replace(PASTED_VERSION, '');
	return API_HOST_START.test(address) ? address.replace(API_HOST_START, '$1queries.') : '';
}
