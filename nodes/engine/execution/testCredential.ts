import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { SYSTEM_CLOCK } from '../time';
import { apiMessage } from '../errors/apiMessage';
import { failureDetails } from '../errors/nodeErrors';
import type { Failure, ParsedResponse } from '../http/response';
import type { Api } from '../operation';
import type { HttpRequest } from '../request';
import type { Authenticate } from '../http/transport';
import { credentialTestTransport } from '../http/transport';
import { nodeLog, openClient } from './reader';
import { credentialSecrets, textRedactor } from '../redaction/redact';
import { baseUrlIssue } from '../credentials/authorization';

export interface TestResponse {
	response: ParsedResponse;
	/** The API's own message, redacted; empty if it sent none. */
	message: string;
	/** The status and the message, as a sentence. */
	summary: string;
}

/** How a credential is tested with one request that changes nothing. */
interface CredentialTest<Result> {
	api: Api;
	request: HttpRequest;
	/** The credential type's own function, so that a test signs requests as the node does. */
	authenticate: Authenticate;
	/** Interprets a response for the credential. */
	resultOf: (response: TestResponse) => Result;
}

const TIMEOUT_MS = 60_000;
/** A user is waiting for the result. */
const LIMITS = { maxWait: 10_000, maxRetries: 0, maxConcurrency: 1 };

/**
 * Tests a credential with one request, which is checked, signed, read and redacted like the node's requests. Returns
 * n8n's result; throws nothing.
 */
export async function testCredential<Result>(
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
	{ api, request, authenticate, resultOf }: CredentialTest<Result>,
): Promise<INodeCredentialTestResult | Result> {
	const issue = baseUrlIssue(credential);
	if (issue !== undefined) return failed(issue);
	const redact = textRedactor(credentialSecrets(credential, api));
	const transport = credentialTestTransport(context, authenticate, credential, TIMEOUT_MS);
	const { observe } = nodeLog(context.logger, () => redact, api.credentialType);
	const options = { ...LIMITS, transport, clock: SYSTEM_CLOCK, observe };
	const client = openClient(api, credential, options);
	const result = await client.send(request, 0, (response) => response);
	client.close();
	if (result.kind !== 'success' && !('response' in result)) {
		return failed(failureMessage(result, api, request, redact));
	}
	const response = result.kind === 'success' ? result.body : result.response;
	const message = apiMessage(response, api.errorKey, redact);
	const summary = `The API responded with status ${String(response.status)}${message === '' ? '.' : `: ${message}`}`;
	return resultOf({ response, message, summary });
}

export function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

/** Explains why no response arrived. The node's retries and options don't apply to credential tests. */
function failureMessage(
	failure: Failure,
	api: Api,
	request: HttpRequest,
	redact: (text: string) => string,
): string {
	if (failure.kind === 'blocked') return 'The API rate-limits requests. Test again in a minute.';
	const details = failureDetails(failure, { api, operation: {}, request, redact });
	const { message, description, reason } = details;
	return `${message} ${reason === 'invalidInput' ? description : 'Check the Base URL.'}`;
}
