import type {
	INodeCredentialTestResult,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
} from 'n8n-workflow';
import type { TestResponse } from '../engine/execution/testCredential';
import { failedTest, testCredential, UNKNOWN_PATH } from '../engine/execution/testCredential';
import { isErrorStatus, isOwnError, isWebPage } from '../engine/http/response';
import { isJsonObject } from '../engine/json';
import { ACCESS_TOKEN, dashboardApi, NOT_INGESTION_KEY, THROUGH_APP } from './api';
import type { HttpRequest } from '../engine/request';
import {
	FORBIDDEN,
	NOT_FOUND,
	REQUEST_TIMEOUT,
	TOO_MANY_REQUESTS,
	UNAUTHORIZED,
} from '../engine/request';

const ABOUT_THE_TOKEN =
	/\b(?:api|access|secret)[ _-]?keys?\b|tokens?\b|\bjwt\b|\bbearer\b|\bsessions?\b|\bcredentials?\b|\bauth\b|authori[sz]|authent|\blog(?:ged)?[ -]?in\b|\bforbidden\b|\bpermissions?\b|\baccess denied\b/i;
const NOT_FOUND_ALONE = /^\W*(?:404\W+)?(?:page )?not found\W*$/i;

const REFUSED: ReadonlySet<number> = new Set([UNAUTHORIZED, FORBIDDEN]);

/** A gateway may send these statuses in the API's form without asking the API. */
const FROM_A_GATEWAY: ReadonlySet<number> = new Set([
	REQUEST_TIMEOUT,
	TOO_MANY_REQUESTS,
	502,
	503,
	504,
]);

/** Only a team, or an error raised before routing, proves anything about the key. Undefined for any other response. */
function teamResult(test: TestResponse): INodeCredentialTestResult | undefined {
	const { status, json } = test.response;
	if (status === 200 && isJsonObject(json?.[dashboardApi.payloadKey])) {
		return { status: 'OK', message: 'The key is accepted.' };
	}
	const isPreRouting = REFUSED.has(status) || FROM_A_GATEWAY.has(status);
	const mayBeMissing = status === 200 || (status >= 400 && status < 500 && !isPreRouting);
	return mayBeMissing ? undefined : tokenResult(test);
}

/**
 * The contract fixes no status for this error, so the message decides. An error in the API's own form proves the token,
 * unless it's about the token, may come from a gateway, or says that the address doesn't exist.
 */
function tokenResult({ response, message, summary }: TestResponse): INodeCredentialTestResult {
	const { status } = response;
	const isError = isErrorStatus(status);
	const isRefused = REFUSED.has(status) && !isWebPage(response);
	if (isRefused || (isError && ABOUT_THE_TOKEN.test(message))) {
		return failedTest(
			`The API doesn't accept this key. Check ${ACCESS_TOKEN.accessToken}. ${NOT_INGESTION_KEY} ${summary}`,
		);
	}
	const hasApiShape = isOwnError(response, dashboardApi) && message !== '';
	const isFromARouter = UNKNOWN_PATH.test(message) || NOT_FOUND_ALONE.test(message);
	if (isError && hasApiShape && !FROM_A_GATEWAY.has(status) && !isFromARouter) {
		return { status: 'OK', message: 'The key is accepted. Nothing was changed.' };
	}
	const advice =
		status === NOT_FOUND
			? "This address responds, but isn't ClickStack's API."
			: "The test can't show whether the key is valid.";
	return failedTest(`${advice} Check the Base URL. ${THROUGH_APP} ${summary}`);
}

/**
 * This request can't change anything, because no API assigns an ID of only zeros, and an empty dashboard is invalid.
 */
const UPDATE_REQUEST: HttpRequest = {
	method: 'PUT',
	path: '/api/v2/dashboards/000000000000000000000000',
	body: {},
};

/** `/api/v2` itself would return the token, so the test reads the team. */
const TEAM_REQUEST: HttpRequest = { method: 'GET', path: '/api/v2/team' };

/**
 * Tests by reading the team. If the API has no such endpoint, updates a dashboard that can't exist, and the response
 * shows whether the token was accepted.
 */
export async function cloudDashboardApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const teamTest = { api: dashboardApi, request: TEAM_REQUEST, toResult: teamResult };
	const updateTest = { api: dashboardApi, request: UPDATE_REQUEST, toResult: tokenResult };
	return (
		(await testCredential(this, data, teamTest)) ?? (await testCredential(this, data, updateTest))
	);
}
