import type { INodeCredentialTestResult } from 'n8n-workflow';

import type { TestResponse } from '../../../core/credentials/testCredential';
import { failed } from '../../../core/credentials/testCredential';
import { dashboardApi } from '../../api/dashboardApi';

const ABOUT_THE_TOKEN =
	/\b(?:api|access|secret)[ _-]?keys?\b|tokens?\b|\bjwt\b|\bbearer\b|\bsessions?\b|\bcredentials?\b|\bauth\b|authori[sz]|authent|\blog(?:ged)?[ -]?in\b|\bforbidden\b|\bpermissions?\b|\baccess denied\b/i;
const FROM_A_ROUTER =
	/^\W*(?:404\W+)?(?:page )?not found\W*$|\bcannot put\b|\bno (?:such )?(?:route|path|page|endpoint|url)\b|\b(?:route|path|page|endpoint|url|method)\b.*\bnot (?:found|allowed|supported)\b/i;

/** What a gateway may respond without asking the API, in the same shape. */
const FROM_A_GATEWAY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * Returns what the response to the update of a dashboard that cannot exist says about the token. The reference
 * fixes no status for its three errors, so the message decides: an error in the API's own shape proves the token,
 * unless it is about the token, may come from a gateway or says that the address does not exist. Anything else is reported as it came.
 */
export function tokenResult({
	response,
	message,
	summary,
}: TestResponse): INodeCredentialTestResult {
	const { status, json } = response;
	const isError = status >= 400 && status < 600;
	if (status === 401 || status === 403 || (isError && ABOUT_THE_TOKEN.test(message))) {
		return failed(`The API does not accept this token. Check Access Token. ${summary}`);
	}
	const own = typeof json?.[dashboardApi.errorMember] === 'string' && message !== '';
	if (isError && own && !FROM_A_GATEWAY.has(status) && !FROM_A_ROUTER.test(message)) {
		return { status: 'OK', message: 'The token is accepted. Nothing was changed.' };
	}
	return failed(`The test cannot show whether the token is valid. Check the Base URL. ${summary}`);
}
