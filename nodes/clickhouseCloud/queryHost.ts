import { baseUrlIssue, PASTED_VERSION } from '../engine/credentials/baseUrl';
import type { Issue } from '../engine/issue';
import type { JsonObject } from '../engine/json';
import { textMember } from '../engine/json';
import type { RequestHost } from '../engine/request';
import { fullBaseUrl } from '../engine/request';

/** The label of the credential's field `queryBaseUrl`. */
export const QUERY_BASE_URL = 'Query Base URL';
const API_HOST = /^(https?:\/\/)api\.(?:control-plane\.)?/i;
/** The subject of a sentence about the domains that n8n allows. */
const CREDENTIAL = 'The credential';

/** The host that runs query endpoints: the second one that the key is sent to. It never comes from a response. */
export function queryHost(credential: Readonly<JsonObject>): {
	host: RequestHost;
	issues: Issue[];
} {
	const baseUrl = textMember(credential, 'queryBaseUrl')?.trim() ?? derivedFrom(credential);
	const sentence =
		baseUrl === ''
			? `${QUERY_BASE_URL} is empty, and Base URL doesn't start with https://api., so the node can't tell where queries run. Enter the address in the credential.`
			: baseUrlIssue({ ...credential, baseUrl }, QUERY_BASE_URL);
	// Without it, the last saved version of the endpoint decides how rows are spelled.
	const headers = { 'x-clickhouse-endpoint-version': '2' };
	const host = { baseUrl, label: QUERY_BASE_URL, headers };
	if (sentence === undefined) return { host, issues: [] };
	const label = sentence.startsWith(CREDENTIAL) ? CREDENTIAL : QUERY_BASE_URL;
	const text = sentence.slice(label.length + 1);
	return { host, issues: [{ path: 'credential.queryBaseUrl', label, text }] };
}

/** Empty if the base URL isn't the address of an `api` host. */
function derivedFrom({ baseUrl }: Readonly<JsonObject>): string {
	const address = fullBaseUrl(baseUrl).replace(PASTED_VERSION, '');
	return API_HOST.test(address) ? address.replace(API_HOST, '$1queries.') : '';
}
