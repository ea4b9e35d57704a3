import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { authenticateWithKeyPair } from '../engine/credentials/authorization';
import type { TestResponse } from '../engine/execution/testCredential';
import { failed, testCredential } from '../engine/execution/testCredential';
import { isOwnError, isSuccess } from '../engine/http/response';
import { successParser } from '../engine/output/output';
import { inOrganization } from './identifiers';
import type { JsonObject } from '../engine/json';
import {
	DIALECT_NAMES,
	dialectOf,
	dialectOfHost,
	managementApi,
	organizationIn,
	organizationOfKey,
} from './api';

const ADVICE: Readonly<Record<number, string>> = {
	401: "The API doesn't accept this key. Check Key ID and Key Secret, and that the key is active.",
	404: "The API can't find the organization. Check Organization ID, and that Base URL is the address of the management API.",
};

const FORBIDDEN = 403;
const NO_ACTIVITIES = "The key works, but its role can't read the organization's activities.";

/** n8n's test for `cloudManagementApi` credentials reads the organization's activities, or the key's organization. */
export async function cloudManagementApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const isOpen = organizationOfKey.isNeeded(data, {});
	const { path, issues } = isOpen
		? { path: organizationOfKey.need.request.path, issues: [] }
		: inOrganization('activities')({}, data);
	const [issue] = issues;
	if (issue !== undefined) return failed(`Organization ID ${issue.text}`);
	return await testCredential(this, data, {
		api: managementApi,
		request: { method: 'GET', path },
		authenticate: authenticateWithKeyPair,
		resultOf: (response) => keyResult(response, data),
	});
}

function keyResult(
	{ response, summary }: TestResponse,
	credential: ICredentialDataDecryptedObject,
): INodeCredentialTestResult {
	const body = successParser({ api: managementApi, operation: {}, credential: {} })(response);
	if (body !== undefined && isSuccess(response)) return workingKey(body, credential);
	// The API itself accepts the key, but denies this read.
	const isDenied = response.status === FORBIDDEN && isOwnError(response, managementApi);
	if (isDenied) return accepted(NO_ACTIVITIES, credential);
	const advice = ADVICE[response.status] ?? "The test can't show whether the key is valid.";
	return failed(`${advice} ${summary}`);
}

/** Names the organization if the key decides it. */
function workingKey(
	body: JsonObject,
	credential: ICredentialDataDecryptedObject,
): INodeCredentialTestResult {
	if (!organizationOfKey.isNeeded(credential, {})) return accepted('The key works.', credential);
	const organization = organizationIn(body[managementApi.payloadKey]);
	if (organization.problem !== undefined) {
		return failed(
			`The key works. ${organization.problem.message} ${organization.problem.description}`,
		);
	}
	const { id, name } = organization;
	const label = `${name === undefined ? '' : `'${name}' `}(${id})`;
	return accepted(`The key works, in the organization ${label}.`, credential);
}

/** Names the dialect. n8n shows no message for a success, so a dialect that the host doesn't use is an error. */
function accepted(
	message: string,
	credential: ICredentialDataDecryptedObject,
): INodeCredentialTestResult {
	const name = DIALECT_NAMES[dialectOf(credential)];
	const hostDialect = dialectOfHost(credential['baseUrl']);
	if (hostDialect === 'standard' || credential['apiDialect'] !== 'standard')
		return { status: 'OK', message: `${message} API Dialect: ${name}.` };
	return failed(
		`${message} But API Dialect is ${name}, and this host is ${DIALECT_NAMES[hostDialect]}. Set API Dialect to Automatic.`,
	);
}
