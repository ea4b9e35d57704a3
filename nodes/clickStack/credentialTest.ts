import type {
	INodeCredentialTestResult,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
} from 'n8n-workflow';
import type { TestResponse } from '../engine/execution/testCredential';
import { failed, testCredential } from '../engine/execution/testCredential';
import { isOwnError } from '../engine/http/response';
import { isJsonObject } from '../engine/json';
import { dashboardApi } from './api';
import { authenticateWithToken, TOKEN } from '../engine/credentials/authorization';
import type { HttpRequest } from '../engine/request';

const ABOUT_THE_TOKEN =
	/\b(?:api|access|secret)[ _-]?keys?\b|tokens?\b|\bjwt\b|\bbearer\b|\bsessions?\b|\bcredentials?\b|\bauth\b|authori[sz]|authent|\blog(?:ged)?[ -]?in\b|\bforbidden\b|\bpermissions?\b|\baccess denied\b/i;
const FROM_A_ROUTER =
	/^\W*(?:404\W+)?(?:page )?not found\W*$|\bcannot put\b|\bno (?:such )?(?:route|path|page|endpoint|url)\b|\b(?:route|path|page|endpoint|url|method)\b.*\bnot (?:found|allowed|supported)\b/i;

const NOT_FOUND = 404;

const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** A gateway may respond with these without asking the API, in the same shape. */
const FROM_A_GATEWAY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * Judges the token by the response to reading the team. Undefined if the API might not have that endpoint: only an
 * error before the route, or a team, proves anything.
 */
function teamResult(test: TestResponse): INodeCredentialTestResult | undefined {
	const { status, json } = test.response;
	if (status === 200 && isJsonObject(json?.[dashboardApi.payloadKey])) {
		return { status: 'OK', message: 'The token is accepted.' };
	}
	const isPreRouting = REFUSED.has(status) || FROM_A_GATEWAY.has(status);
	const mayBeMissing = status === 200 || (status >= 400 && status < 500 && !isPreRouting);
	return mayBeMissing ? undefined : tokenResult(test);
}

/**
 * Judges the token by the response to the update of an impossible dashboard. The neutral contract fixes no status for
 * its three errors, so the message decides: an error in the API's own shape proves the token, unless it's about the
 * token, may come from a gateway or means that the address doesn't exist. Anything else is reported unchanged.
 */
function tokenResult({ response, message, summary }: TestResponse): INodeCredentialTestResult {
	const { status } = response;
	const isError = status >= 400 && status < 600;
	if (REFUSED.has(status) || (isError && ABOUT_THE_TOKEN.test(message))) {
		return failed(`The API doesn't accept this token. Check ${TOKEN.accessToken}. ${summary}`);
	}
	const hasApiShape = isOwnError(response, dashboardApi) && message !== '';
	if (isError && hasApiShape && !FROM_A_GATEWAY.has(status) && !FROM_A_ROUTER.test(message)) {
		return { status: 'OK', message: 'The token is accepted. Nothing was changed.' };
	}
	const advice =
		status === NOT_FOUND
			? "This address responds, but isn't ClickStack's API."
			: "The test can't show whether the token is valid.";
	return failed(
		`${advice} Check the Base URL. Through ClickStack's app, it ends with /api. ${summary}`,
	);
}

/** No API assigns an ID of only zeros, and no dashboard is empty: the update is invalid, and can't change anything. */
const UPDATE_REQUEST: HttpRequest = {
	method: 'PUT',
	path: '/api/v2/dashboards/000000000000000000000000',
	body: {},
};

/** ClickStack's read of the team. Its `/api/v2` would return the token itself. */
const TEAM_REQUEST: HttpRequest = { method: 'GET', path: '/api/v2/team' };

/**
 * n8n's test for `cloudDashboardApi` credentials reads the team. If the API has none, it updates a dashboard that
 * cannot exist, and the response shows whether the token was accepted.
 */
export async function cloudDashboardApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const tested = { api: dashboardApi, authenticate: authenticateWithToken };
	const ofTeam = { ...tested, request: TEAM_REQUEST, resultOf: teamResult };
	const ofUpdate = { ...tested, request: UPDATE_REQUEST, resultOf: tokenResult };
	return (await testCredential(this, data, ofTeam)) ?? (await testCredential(this, data, ofUpdate));
}
