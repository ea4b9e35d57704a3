import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';
import type { Api } from '../../core/operation';
import { engineSettingPrefixOf, normalizeRecord } from './dialect';
import { WAKE_UP } from './states';

const CHECK_BASE_URL = 'Check the base URL in the ClickHouse Cloud Management API credential.';
const CORRECT_FIELDS = "Correct the fields as the API's message explains, then run the node again.";

const ADVICE: Readonly<Record<number, string>> = {
	400: "Correct the fields as the API's message explains, then run the node again.",
	401: 'Check the key ID and the key secret in the ClickHouse Cloud Management API credential, and that the key is active.',
	403: 'This key lacks the permission. Give it a role that has it, or use another key.',
	404: 'Check the IDs, and that they belong to the organization in the credential or the node.',
	405: CHECK_BASE_URL,
	408: 'The API timed out waiting for the request. Run the node again.',
	409: 'Something else is changing this resource. Check its state before you run the node again.',
	413: 'The request is too large for the API. Send less data at a time.',
	424: `The service isn't running. If it is idle, ${WAKE_UP}; if it is stopped, use Service → Start. Then run the node again.`,
};

/** The management API, as the shared engine must know it. Reference: "Authentication", "Errors", "Envelopes". */
export const managementApi: Api = {
	credentialType: 'cloudManagementApi',
	secretCredentialProperties: ['keySecret'],
	authorizationProperties: ['keyId', 'keySecret'],
	payloadMember: 'result',
	errorMember: 'error',
	adviceFor,
	normalizeNames,
};

function adviceFor(status: number): string {
	if (status >= 500) return 'The API failed to handle the request. Try again later.';
	return ADVICE[status] ?? (status < 400 ? CHECK_BASE_URL : CORRECT_FIELDS);
}

function normalizeNames(body: JsonObject, credential: Readonly<JsonObject>): JsonObject {
	const prefix = engineSettingPrefixOf(credential);
	const { result } = body;
	if (Array.isArray(result)) {
		const elements: unknown[] = result;
		const renamed = elements.map((element) =>
			isJsonObject(element) ? normalizeRecord(element, prefix) : element,
		);
		return { ...body, result: renamed };
	}
	return isJsonObject(result) ? { ...body, result: normalizeRecord(result, prefix) } : body;
}
