import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { SYSTEM_CLOCK } from '../time';
import { apiMessage } from '../errors/apiMessage';
import { followedBy } from '../errors/headlines';
import { rateLimitText } from '../errors/interruptions';
import type { ParsedResponse } from '../http/response';
import { isWebPage } from '../http/response';
import type { Api } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import type { HttpRequest } from '../request';
import { withSession } from './session';
import { baseUrlIssue } from '../credentials/baseUrl';

export interface TestResponse {
	response: ParsedResponse;
	/** The API's own message, redacted, or empty. */
	message: string;
	/** Status and message as a sentence. */
	summary: string;
}

/** Matches what routers say about a path they don't know. */
export const UNKNOWN_PATH =
	/\bcannot (?:get|put)\b|\bno (?:such )?(?:route|path|page|endpoint|url)\b|\b(?:route|path|page|endpoint|url|method)\b.{0,200}\bnot (?:found|allowed|supported)\b/i;

/** Short limits, because a user is waiting for the test's result. */
const CREDENTIAL_TEST_LIMITS = {
	timeout: 60_000,
	maxWait: 10_000,
	maxRetries: 0,
	maxConcurrency: 1,
};

/**
 * Tests a credential with a single harmless request. Checks, signs, and redacts it like the node's requests. Never
 * throws.
 */
export async function testCredential<Result>(
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
	{
		api,
		request,
		toResult,
	}: { api: Api; request: HttpRequest; toResult: (response: TestResponse) => Result },
): Promise<INodeCredentialTestResult | Result> {
	const issue = baseUrlIssue(credential, api);
	if (issue !== undefined) return failedTest(issue);
	const limits = CREDENTIAL_TEST_LIMITS;
	const opening = { api, clock: SYSTEM_CLOCK, context, credential, limits };
	return await withSession(opening, async (session) => {
		const result = await session.client.send(request, 0, (response) => response);
		if (result.kind !== 'success' && !('response' in result)) {
			return failedTest(failureMessage(session.errorOf(result, request, {})));
		}
		const { response } = result;
		const message = apiMessage(response, api.errorKey, (text) => session.redact(text));
		return toResult({ response, message, summary: responseText(response, message) });
	});
}

function responseText(response: ParsedResponse, message: string): string {
	const start = isWebPage(response)
		? 'A web page answered instead of the API,'
		: 'The API responded';
	return followedBy(`${start} with status ${String(response.status)}`, message);
}

export function failedTest(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

/** A credential test has its own advice, because it has neither retries nor options. */
function failureMessage({ message, description, reason }: ErrorDetails): string {
	if (reason === 'rateLimited') return `${rateLimitText()}. Test again in a minute.`;
	return `${message} ${reason === 'invalidInput' ? description : 'Check the Base URL.'}`;
}
