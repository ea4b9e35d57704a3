import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Clock } from '../time';
import { failureDetails, REPORT } from '../errors/failureDetails';
import type { ErrorDetails, Api, Operation, Parameters, ExecutionOptions } from '../operation';
import { nameOfError, operationError } from '../errors/nodeErrors';
import type { ClientOptions } from '../http/client';
import { Client } from '../http/client';
import type { Failure } from '../http/response';
import { isProgrammingError } from '../http/networkError';
import type { SendPage } from '../http/pages';
import { readPages } from '../http/pages';
import { limiterRegistry } from '../http/requestQueue';
import { withoutTrailingSlashes } from '../http/request';
import type { HttpContext } from '../http/transport';
import { n8nTransport } from '../http/transport';
import { hashOf } from '../json';
import type { JsonObject } from '../json';
import { nodeLog } from './log';
import { successBody } from '../output/output';
import { credentialSecrets, textRedactor } from '../redaction/redact';
import { issuesError } from '../issues/issueTexts';

/**
 * Opens a client for requests with a credential. All clients of a process with the same base URL and Authorization
 * share a rate limiter and are served in turn. Close it when nothing more is to be sent.
 */
export function openClient(
	api: Pick<Api, 'authorizationProperties'>,
	credential: ICredentialDataDecryptedObject,
	options: Omit<ClientOptions, 'limiter'>,
): Client {
	const key = limiterKey(api, credential);
	return new Client({
		...options,
		limiter: limiterRegistry.limiterFor(key, options.clock.elapsed()),
	});
}

/** Returns a hash of what a credential grants access with: the base URL and everything in its Authorization. */
export function limiterKey(
	api: Pick<Api, 'authorizationProperties'>,
	credential: ICredentialDataDecryptedObject,
): string {
	const members = api.authorizationProperties.map((name) => trimmed(credential[name]));
	return hashOf([withoutTrailingSlashes(trimmed(credential['baseUrl'])), ...members]);
}

function trimmed(value: unknown): string {
	return String(value).trim();
}

/** A payload that was read, or why it was not read: for the user, and as facts. */
export type PayloadResult =
	| { payload: unknown; body: JsonObject; headers: JsonObject }
	| { error: ErrorDetails; failure: Failure };

/** Reads outside of an execution: for a poll, or for a list in the panel. */
export interface PayloadReader {
	/** To be closed when nothing more is to be read. */
	client: Client;
	/** Removes the credential's secrets from text that the API sent. */
	redact: (text: string) => string;
	/** Sends the request of a reading operation. Throws a `NodeOperationError` when its parameters are invalid. */
	read: (operation: Operation, parameters: Parameters) => Promise<PayloadResult>;
}

/** Opens a reader with a credential. `timeout` is in milliseconds, as all limits are. */
export function openPayloadReader(
	context: HttpContext,
	api: Api,
	credential: ICredentialDataDecryptedObject,
	clock: Clock,
	{ timeout, ...limits }: ExecutionOptions & Pick<ClientOptions, 'budget'>,
): PayloadReader {
	const { credentialType, payloadMember } = api;
	const transport = n8nTransport(context, credentialType, credential, timeout);
	const redact = textRedactor(credentialSecrets(credential, api));
	const { observe } = nodeLog(context.logger, () => redact);
	const client = openClient(api, credential, { transport, clock, observe, ...limits });
	return {
		client,
		redact,
		read: async (operation, parameters) => {
			const time = { startedAt: clock.now(), timezone: context.getTimezone() };
			const { request, issues } = operation.plan(parameters, { credential, ...time });
			if (issues.length > 0) {
				throw issuesError(context.getNode(), issues, operation);
			}
			const bodyOf = successBody({ api, operation, credential });
			const send: SendPage = async (page) => await client.send(page, 0, bodyOf);
			const list = operation.pages?.(parameters);
			const result = await readPages(request, list, payloadMember, send);
			if (result.kind !== 'success') {
				const error = failureDetails(result, { api, operation, request, redact });
				return { error, failure: result };
			}
			const { body, headers } = result;
			return { payload: body[payloadMember], body, headers };
		},
	};
}

/**
 * Runs a read outside an execution; `what` describes it. If a bug in the node makes it throw, n8n's log
 * gets the error, and the caller a `NodeOperationError`: a raw one could show a secret.
 */
export async function reportDefects<Result>(
	context: HttpContext,
	{ api, credential }: { api: Api; credential: ICredentialDataDecryptedObject },
	what: string,
	task: () => Promise<Result>,
): Promise<Result> {
	return await task().catch((error: unknown) => {
		if (!isProgrammingError(error)) throw error;
		const redact = textRedactor(credentialSecrets(credential, api));
		nodeLog(context.logger, () => redact).unexpected(what, error);
		throw operationError(context.getNode(), {
			message: `The node couldn't finish ${what} (${nameOfError(error)}).`,
			description: `Nothing was changed. ${REPORT}`,
			outcome: 'unknown',
			reason: 'defect',
			attempts: 0,
		});
	});
}
