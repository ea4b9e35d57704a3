import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { checkBaseUrl } from '../../../core/credentials/baseUrl';
import { judgeTokenAnswer } from './tokenResponse';

// No service gives an ID of zeros only, so the update can change nothing.
const NO_DASHBOARD = '000000000000000000000000';
const TIMEOUT_MS = 60_000;

/**
 * n8n's test of a `cloudDashboardApi` credential. The API has no documented read, so a dashboard that cannot
 * exist is updated and the answer judged (`judgeTokenAnswer`). Redirects are not followed.
 */
export async function cloudDashboardApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, accessToken } = credential.data ?? {};
	const fault = checkBaseUrl(baseUrl);
	if (fault !== undefined || typeof baseUrl !== 'string') {
		return { status: 'Error', message: fault ?? 'Base URL is empty.' };
	}
	const token = typeof accessToken === 'string' ? accessToken.trim() : '';
	if (token === '') {
		return { status: 'Error', message: 'Access Token is empty. Enter it in the credential.' };
	}
	// A test of a credential is given no newer helper than this one.
	const { helpers } = this;
	try {
		return judgeTokenAnswer(answerOf(await helpers.request(probe(baseUrl, token))));
	} catch (error) {
		return { status: 'Error', message: `The service could not be reached: ${reasonOf(error)}` };
	}
}

function probe(baseUrl: string, token: string): object {
	return {
		method: 'PUT',
		uri: `${baseUrl.trim().replace(/\/+$/, '')}/api/v2/dashboards/${NO_DASHBOARD}`,
		headers: { Authorization: `Bearer ${token}` },
		body: { name: 'Credential test', tiles: [], tags: [] },
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TIMEOUT_MS,
	};
}

function answerOf(response: unknown): { status: number; body: unknown } {
	if (typeof response !== 'object' || response === null) return { status: 0, body: response };
	const status = 'statusCode' in response ? response.statusCode : undefined;
	return {
		status: typeof status === 'number' ? status : 0,
		body: 'body' in response ? response.body : undefined,
	};
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return 'the reason is not known';
	return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
