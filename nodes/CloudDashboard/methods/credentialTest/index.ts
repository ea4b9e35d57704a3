import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { CloudDashboardApi } from '../../../../credentials/CloudDashboardApi.credentials';
import { testCredential } from '../../../core/credentials/testCredential';
import type { HttpRequest } from '../../../core/http/request';
import { dashboardApi } from '../../api/dashboardApi';
import { teamResult, tokenResult } from './tokenResult';

/** No API assigns an ID of only zeros, and no dashboard is empty: the update is invalid, and can't change anything. */
const UPDATE_REQUEST: HttpRequest = {
	method: 'PUT',
	path: '/api/v2/dashboards/000000000000000000000000',
	body: {},
};

/** ClickStack's read of the team. Its `/api/v2` would return the token itself. */
const TEAM_REQUEST: HttpRequest = { method: 'GET', path: '/api/v2/team' };

/**
 * n8n's test of a `cloudDashboardApi` credential: the team is read. Where the API has none, a dashboard that cannot
 * exist is updated, and the response shows whether the token was accepted.
 */
export async function cloudDashboardApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { authenticate } = new CloudDashboardApi();
	const tested = { api: dashboardApi, authenticate };
	const found = { team: true };
	const result = await testCredential(this, data, {
		...{ ...tested, request: TEAM_REQUEST },
		resultOf: (response) => {
			const said = teamResult(response);
			found.team = said !== undefined;
			return said ?? tokenResult(response);
		},
	});
	if (found.team) return result;
	return await testCredential(this, data, {
		...{ ...tested, request: UPDATE_REQUEST, resultOf: tokenResult },
	});
}
