import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { baseUrlIssue } from './baseUrl';
import { classifyNetworkError } from '../http/networkError';
import type { ParsedResponse } from '../http/response';
import { parseResponse } from '../http/response';
import { serviceMessage } from '../http/serviceMessage';
import { rawResponse, requestOptions } from '../http/transport';
import type { Api, PlannedRequest } from '../operation';
import { credentialSecrets, textRedactor } from '../redact';
import { truncate } from '../text';

/** A response to a test request. */
export interface TestResponse {
	response: ParsedResponse;
	/** The API's own message, redacted; empty where there is none. */
	message: string;
	/** The status and the message, as a sentence. */
	summary: string;
}

/** How a credential is tested with one request that changes nothing. */
export interface CredentialTest {
	api: Pick<Api, 'secretCredentialMembers' | 'errorMember'>;
	request: PlannedRequest;
	/** The credential type's own function, so that a test signs requests as the node does. */
	authenticate: (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	) => Promise<IHttpRequestOptions>;
	/** Returns what a response says about the credential. */
	resultOf: (response: TestResponse) => INodeCredentialTestResult;
}

const TIMEOUT_MS = 60_000;

/** Every status comes back as a response, and the body as bytes, in the spelling of n8n's older request helper. */
const OLDER_SPELLING = {
	simple: false,
	resolveWithFullResponse: true,
	encoding: null,
	timeout: TIMEOUT_MS,
};

/**
 * Tests a credential with one request, which is checked, signed, read and redacted as the node's requests are.
 * Returns n8n's result; throws nothing.
 */
export async function testCredential(
	{ helpers }: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
	{ api, request, authenticate, resultOf }: CredentialTest,
): Promise<INodeCredentialTestResult> {
	const issue = baseUrlIssue(credential);
	if (issue !== undefined) return failed(issue);
	const redact = textRedactor(credentialSecrets(credential, api.secretCredentialMembers));
	let response: ParsedResponse;
	try {
		const options = await authenticate(credential, requestOptions(request, credential));
		// n8n gives the test of a credential no newer helper than this one.
		const raw: unknown = await helpers.request({ ...options, ...OLDER_SPELLING });
		response = parseResponse(rawResponse(raw));
	} catch (error) {
		return failed(networkMessage(error, redact));
	}
	const message = serviceMessage(response, api.errorMember, redact);
	const summary = `The API responded with status ${String(response.status)}${message === '' ? '.' : `: ${message}`}`;
	return resultOf({ response, message, summary });
}

/** Returns the result of a test that failed. */
export function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

function networkMessage(error: unknown, redact: (text: string) => string): string {
	const { message, external, advice, reason } = classifyNetworkError(error);
	if (external === true) return truncate(redact(message));
	return `${message} ${reason === 'invalidInput' ? advice : 'Check the Base URL.'}`;
}
