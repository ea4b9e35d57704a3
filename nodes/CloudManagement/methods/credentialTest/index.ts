import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { pipeSourceIssues } from './pipeSource';

export { cloudManagementApiTest } from './management';

/**
 * n8n's test of a `cloudPipeSourceApi` credential: what can be checked without the source.
 * Each failure names its member.
 */
export async function cloudPipeSourceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const issues = pipeSourceIssues(credential.data ?? {});
	if (issues.length === 0) {
		return await Promise.resolve({
			status: 'OK',
			message: 'The secrets are complete and well formed. The source itself was not contacted.',
		});
	}
	return await Promise.resolve({
		status: 'Error',
		message: issues.map(({ field, message }) => `${field} ${message}`).join(' '),
	});
}
