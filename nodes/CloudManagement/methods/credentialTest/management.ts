import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { CloudManagementApi } from '../../../../credentials/CloudManagementApi.credentials';
import type { TestResponse } from '../../../core/credentials/testCredential';
import { failed, testCredential } from '../../../core/credentials/testCredential';
import { isSuccess } from '../../../core/http/failure';
import type { ParsedResponse } from '../../../core/http/response';
import { successBody } from '../../../core/execution/output';
import { sentenceOf } from '../../../core/validation/issue';
import { uuidSegment } from '../../../core/validation/pathSegment';
import { activitiesPath } from '../../actions/shared/identifiers';
import { managementApi } from '../../api/managementApi';

const ADVICE: Readonly<Record<number, string>> = {
	401: 'The API does not accept this key. Check Key ID and Key Secret, and that the key is active.',
	404: 'The API finds no such organization. Check Organization ID, and that Base URL is the address of the management API.',
};

const FORBIDDEN = 403;
const NO_ACTIVITIES =
	'The key is accepted, but its role may not read the activities of the organization.';

/** n8n's test of a `cloudManagementApi` credential: reads the activities of the organization. */
export async function cloudManagementApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const organization = uuidSegment('organizationId', data['organizationId']);
	const { path, issues } = activitiesPath(organization);
	const [issue] = issues;
	if (issue !== undefined) return failed(`Organization ID ${sentenceOf(issue)}`);
	const { authenticate } = new CloudManagementApi();
	return await testCredential(this, data, {
		api: managementApi,
		request: { method: 'GET', path },
		authenticate,
		resultOf: keyResult,
	});
}

function keyResult({ response, summary }: TestResponse): INodeCredentialTestResult {
	const hasPayload =
		successBody({ api: managementApi, operation: {}, credential: {} })(response) !== undefined;
	if (hasPayload && isSuccess(response)) return { status: 'OK', message: 'The key is accepted.' };
	if (isForbidden(response)) return { status: 'OK', message: NO_ACTIVITIES };
	const advice = ADVICE[response.status] ?? 'The test cannot show whether the key is valid.';
	return failed(`${advice} ${summary}`);
}

/** Whether the API itself knows the key and denies it this read. A gateway that denies everybody responds in another shape. */
function isForbidden({ status, json }: ParsedResponse): boolean {
	const error = json?.[managementApi.errorMember];
	return status === FORBIDDEN && typeof error === 'string' && error.trim() !== '';
}
