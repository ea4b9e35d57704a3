import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import type { TestResponse } from '../engine/execution/testCredential';
import { failedTest, testCredential, UNKNOWN_PATH } from '../engine/execution/testCredential';
import { isOwnError, isSuccess, isWebPage } from '../engine/http/response';
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
import {
	FORBIDDEN,
	fullBaseUrl,
	NOT_FOUND,
	UNAUTHORIZED,
	withoutTrailingSlashes,
} from '../engine/request';

const WRONG_KEY =
	"The API doesn't accept this key. Check Key ID and Key Secret, and make sure the key is active.";
const WRONG_ADDRESS = "This address responds, but isn't the management API. Check Base URL.";
const UNSURE_ADDRESS =
	"This address responds, but doesn't seem to be the management API. Check Base URL.";
const NO_ORGANIZATION = "The API can't find the organization. Check Organization ID.";
const NO_ORGANIZATION_OR_ADDRESS =
	"The API can't find the organization, or this address isn't the management API. Check Organization ID and Base URL.";
const NO_LIST = "This address doesn't list organizations.";
const UNCLEAR = "The test can't show whether the key is valid.";
const NO_ACTIVITIES = "The key works, but its role can't read the organization's activities.";

export async function cloudManagementApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const readsOrganizations = organizationOfKey.isNeeded(data);
	const { value: path, issues } = inOrganization('activities')({}, data);
	const [issue] = readsOrganizations ? [] : issues;
	return await testCredential(this, data, {
		api: managementApi,
		// Without a valid organization ID, reading the key's organizations still proves host and key.
		request: {
			method: 'GET',
			path: issues.length === 0 ? path : organizationOfKey.need.request.path,
		},
		toResult: (test) => {
			const pathProblem = pathProblemOf(test, data);
			if (pathProblem !== undefined) return failedTest(`${pathProblem} ${test.summary}`);
			return issue === undefined
				? keyResult(test, data, readsOrganizations)
				: organizationProblem(test, `Organization ID ${issue.text}`, data);
		},
	});
}

/** People paste the address of a request. A proxy may have such a path, too, so only a 404 shows that it's wrong. */
function pathProblemOf({ response }: TestResponse, { baseUrl }: JsonObject): string | undefined {
	const [, version] = /(\/v\d+)\/+[^/]/i.exec(fullBaseUrl(baseUrl)) ?? [];
	if (response.status !== NOT_FOUND || version === undefined) return undefined;
	return `Base URL contains more than the API's address. Remove ${version} and what follows it.`;
}

/**
 * A wrong address or key matters more than the organization. Not every API lists organizations, so a 404 alone proves
 * little.
 */
function organizationProblem(
	{ response, summary }: TestResponse,
	problem: string,
	{ baseUrl }: JsonObject,
) {
	const { status } = response;
	if (isWrongKey(response)) return failedTest(`${WRONG_KEY} ${summary}`);
	const isApi = isSuccess(response)
		? successBody(response) !== undefined
		: isOwnError(response, managementApi);
	if (!isApi && status < 500) return failedTest(`${UNSURE_ADDRESS} ${problem} ${summary}`);
	if (status !== NOT_FOUND) return failedTest(problem);
	const path = withoutTrailingSlashes(new URL(fullBaseUrl(baseUrl)).pathname);
	const advice = path === '' ? `Check Base URL. ${problem}` : pathAdvice(path);
	return failedTest(`${NO_LIST} ${advice} ${summary}`);
}

/** A wrong path is more likely than an API that doesn't list organizations. */
function pathAdvice(path: string): string {
	return `Check the path ${path} in Base URL. If it's right, check Organization ID.`;
}

/** A proxy may also ask for a login, with a web page. */
function isWrongKey(response: TestResponse['response']): boolean {
	return response.status === UNAUTHORIZED && !isWebPage(response);
}

function successBody(response: TestResponse['response']): JsonObject | undefined {
	const parse = successParser({ api: managementApi, operation: {}, credential: {} }, { path: '' });
	return parse(response);
}

function keyResult(
	{ response, message, summary }: TestResponse,
	credential: ICredentialDataDecryptedObject,
	readsOrganizations: boolean,
): INodeCredentialTestResult {
	const body = successBody(response);
	if (body !== undefined && isSuccess(response)) return workingKey(body, credential);
	// The API accepts the key but denies this read.
	const isDenied = response.status === FORBIDDEN && isOwnError(response, managementApi);
	if (isDenied) return passedTest(NO_ACTIVITIES, credential);
	if (isWrongKey(response)) return failedTest(`${WRONG_KEY} ${summary}`);
	if (response.status !== NOT_FOUND) {
		const isElsewhere = response.status < 500 && isWebPage(response);
		return failedTest(`${isElsewhere ? UNSURE_ADDRESS : UNCLEAR} ${summary}`);
	}
	const isApi = !readsOrganizations && isOwnError(response, managementApi);
	return failedTest(`${isApi ? notFoundText(message) : WRONG_ADDRESS} ${summary}`);
}

/** The API's words decide, because a wrong path in Base URL can have the same 404 as a wrong organization. */
function notFoundText(message: string): string {
	if (UNKNOWN_PATH.test(message)) return WRONG_ADDRESS;
	return /\borgani[sz]ation\b/i.test(message) ? NO_ORGANIZATION : NO_ORGANIZATION_OR_ADDRESS;
}

function workingKey(
	body: JsonObject,
	credential: ICredentialDataDecryptedObject,
): INodeCredentialTestResult {
	if (!organizationOfKey.isNeeded(credential)) return passedTest('The key works.', credential);
	const organization = organizationIn(body[managementApi.payloadKey]);
	if ('problem' in organization) {
		const { message, description } = organization.problem;
		return failedTest(`The key works. ${message} ${description}`);
	}
	const { id, name } = organization;
	const label = `${name === undefined ? '' : `"${name}" `}(${id})`;
	return passedTest(`The key works, in the organization ${label}.`, credential);
}

/** n8n shows no message for a success, so a dialect that doesn't fit the host is reported as an error. */
function passedTest(
	message: string,
	credential: ICredentialDataDecryptedObject,
): INodeCredentialTestResult {
	const name = DIALECT_NAMES[dialectOf(credential)];
	const hostDialect = dialectOfHost(credential['baseUrl']);
	if (hostDialect === 'standard' || credential['apiDialect'] !== 'standard')
		return { status: 'OK', message: `${message} API Dialect: ${name}.` };
	return failedTest(
		`${message} But API Dialect is ${name}, and this host is ${DIALECT_NAMES[hostDialect]}. Set API Dialect to Automatic.`,
	);
}
