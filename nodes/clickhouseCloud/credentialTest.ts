import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
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
import { FORBIDDEN, NOT_FOUND } from '../engine/request';

const UNAUTHORIZED = 401;
const WRONG_KEY =
	"The API doesn't accept this key. Check Key ID and Key Secret, and that the key is active.";
const WRONG_ADDRESS = "This address responds, but isn't the management API. Check Base URL.";
const UNSURE_ADDRESS =
	"This address responds, but doesn't seem to be the management API. Check Base URL.";
const NO_ORGANIZATION = "The API can't find the organization. Check Organization ID.";
const UNCLEAR = "The test can't show whether the key is valid.";
const NO_ACTIVITIES = "The key works, but its role can't read the organization's activities.";

/** Tests by reading the organization's activities, or the key's organization. */
export async function cloudManagementApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const isKeys = organizationOfKey.isNeeded(data);
	const { path, issues } = inOrganization('activities')({}, data);
	const [issue] = isKeys ? [] : issues;
	return await testCredential(this, data, {
		api: managementApi,
		// Without a valid ID, the key's organizations still prove host and key.
		request: {
			method: 'GET',
			path: issues.length === 0 ? path : organizationOfKey.need.request.path,
		},
		toResult: (test) =>
			issue === undefined
				? keyResult(test, data, isKeys)
				: organizationProblem(test, `Organization ID ${issue.text}`),
	});
}

/** A wrong address or key takes precedence. Not every API lists organizations, so a 404 alone proves little. */
function organizationProblem({ response, summary }: TestResponse, problem: string) {
	const { status } = response;
	if (status === UNAUTHORIZED) return failed(`${WRONG_KEY} ${summary}`);
	const isApi = isSuccess(response)
		? successBody(response) !== undefined
		: isOwnError(response, managementApi);
	if (!isApi && status < 500) return failed(`${UNSURE_ADDRESS} ${problem} ${summary}`);
	return failed(status === NOT_FOUND ? `${problem} Check Base URL, too. ${summary}` : problem);
}

function successBody(response: TestResponse['response']): JsonObject | undefined {
	const parse = successParser({ api: managementApi, operation: {}, credential: {} }, { path: '' });
	return parse(response);
}

function keyResult(
	{ response, summary }: TestResponse,
	credential: ICredentialDataDecryptedObject,
	isKeys: boolean,
): INodeCredentialTestResult {
	const body = successBody(response);
	if (body !== undefined && isSuccess(response)) return workingKey(body, credential);
	// The API accepts the key but denies this read.
	const isDenied = response.status === FORBIDDEN && isOwnError(response, managementApi);
	if (isDenied) return accepted(NO_ACTIVITIES, credential);
	if (response.status === UNAUTHORIZED) return failed(`${WRONG_KEY} ${summary}`);
	if (response.status !== NOT_FOUND) return failed(`${UNCLEAR} ${summary}`);
	const isApi = !isKeys && isOwnError(response, managementApi);
	return failed(`${isApi ? NO_ORGANIZATION : WRONG_ADDRESS} ${summary}`);
}

/** Names the organization if the key determines it. */
function workingKey(
	body: JsonObject,
	credential: ICredentialDataDecryptedObject,
): INodeCredentialTestResult {
	if (!organizationOfKey.isNeeded(credential)) return accepted('The key works.', credential);
	const organization = organizationIn(body[managementApi.payloadKey]);
	if (organization.problem !== undefined) {
		return failed(
			`The key works. ${organization.problem.message} ${organization.problem.description}`,
		);
	}
	const { id, name } = organization;
	const label = `${name === undefined ? '' : `"${name}" `}(${id})`;
	return accepted(`The key works, in the organization ${label}.`, credential);
}

/** Names the dialect. n8n shows no message for a success, so a dialect that doesn't fit the host is an error. */
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
