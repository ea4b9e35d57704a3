import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { CloudDashboardApi } from '../../../../credentials/CloudDashboardApi.credentials';
import { testCredential } from '../../../core/credentials/testCredential';
import type { HttpRequest } from '../../../core/http/request';
import { dashboardApi } from '../../api/dashboardApi';
import { tokenResult } from './tokenResult';

/** No API gives an ID of zeros only, and no dashboard is empty: the update is invalid, and can change nothing. */
const REQUEST: HttpRequest = {
	method: 'PUT',
	path: '/api/v2/dashboards/000000000000000000000000',
	body: {},
};

/**
 * n8n's test of a `cloudDashboardApi` credential. The API has no documented read, so a dashboard that cannot
 * exist is updated, and the response shows whether the token was accepted.
 */
export async function cloudDashboardApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { authenticate } = new CloudDashboardApi();
	return await testCredential(this, data, {
		...{ api: dashboardApi, request: REQUEST, authenticate, resultOf: tokenResult },
	});
}
