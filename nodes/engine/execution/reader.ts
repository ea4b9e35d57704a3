import type { ICredentialDataDecryptedObject, Logger } from 'n8n-workflow';
import type { Clock } from '../time';
import { MS_PER_SECOND } from '../time';
import {
	failureDetails,
	REPORT,
	errorDetails,
	nameOfError,
	operationError,
} from '../errors/nodeErrors';
import type {
	Api,
	ChangeOperation,
	DefectLog,
	Execution,
	ExecutionOptions,
	Need,
	Operation,
	Parameters,
} from '../operation';
import type { HttpRequest, PagedList } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { pagedListOf } from '../operation';
import { isRead } from '../request';
import type { ClientOptions } from '../http/client';
import { Client } from '../http/client';
import type { Failure } from '../http/response';
import { isProgrammingError } from '../http/response';
import type { SendPage } from '../http/pages';
import { readPages } from '../http/pages';
import { SharedLimiter } from '../http/requestQueue';
import type { HttpContext } from '../http/transport';
import { n8nTransport } from '../http/transport';
import type { JsonObject } from '../json';
import { successParser } from '../output/output';
import { credentialSecrets, textRedactor } from '../redaction/redact';
import { issuesError } from '../issues/issueTexts';
import { accessKey } from './identity';
import type { Known } from './needs';
import { Reads } from './needs';
import { wirePlan } from './plan';

/**
 * Opens a client for requests with a credential. All clients of a process with the same base URL and Authorization
 * share a rate limiter and are served in turn. Close it when nothing more is sent.
 */
export function openClient(
	api: Pick<Api, 'authorizationProperties'>,
	credential: ICredentialDataDecryptedObject,
	options: Omit<ClientOptions, 'limiter'>,
): Client {
	const key = accessKey(api, credential);
	return new Client({ ...options, limiter: SharedLimiter.of(key, options.clock.elapsed()) });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The log of one execution or poll: each attempt and retry of a request at the level debug, each pause at info.
 * `redactorFor` supplies the function that keeps secrets out of it, including the request's. `source` is the type of
 * the node or credential, which n8n's log doesn't name otherwise.
 */
export function nodeLog(
	logger: Logger,
	redactorFor: Execution['redactorFor'],
	source: string,
): DefectLog & Pick<ClientOptions, 'observe'> {
	const redact = redactorFor(undefined, 'node');
	const unexpected: DefectLog['unexpected'] = (step, error, request) => {
		const stack = redactorFor(request, 'node')(stackOf(error));
		logger.error(`${source}: ${step} failed unexpectedly. ${stack}`);
	};
	return {
		unexpected,
		observe: ({ request, index, attempts }, event) => {
			// A query may contain anything that a user searches for.
			const name = `${request.method} ${redact(request.path.split('?', 1).join(''))}`;
			const facts = { item: index, attempt: attempts };
			const ms = 'ms' in event ? event.ms : 0;
			switch (event.kind) {
				case 'response': {
					const { status, json } = event.response;
					const requestId = shownRequestId(json, redact);
					logger.debug(`${name} responded ${String(status)}`, { ...facts, status, ms, requestId });
					break;
				}
				case 'networkError': {
					const { kind, code } = event.error;
					logger.debug(`${name} got no response: ${kind}`, { ...facts, ms, code });
					break;
				}
				case 'retry':
					logger.debug(`${name} is sent again in ${String(ms)} ms`, facts);
					break;
				case 'pause': {
					const wait = `wait for ${String(Math.ceil(ms / MS_PER_SECOND))} s`;
					logger.info(`${name} was throttled: requests with this credential ${wait}`, facts);
					break;
				}
				case 'unexpected':
					unexpected(name, event.error, request);
			}
		},
	};
}

function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Only a request ID in the documented form: other text may repeat parts of the request, secrets included. */
function shownRequestId(json: JsonObject | undefined, redact: (text: string) => string) {
	const id = json?.['requestId'];
	return typeof id === 'string' && UUID.test(id) && redact(id) === id ? id : undefined;
}

/** A payload that was read, or why it was not read: for the user, and as facts. */
export type PayloadResult =
	| { payload: unknown; body: JsonObject; headers: JsonObject }
	| { error: ErrorDetails; failure: Failure; isOutOfTime: boolean };

/** Reads and sends outside of an execution: for a poll, a list in the panel, or the start and end of a trigger. */
export interface PayloadReader {
	/** Removes the credential's secrets from text that the API sent. */
	redact: (text: string) => string;
	/** Sends the request of a reading operation. Throws a `NodeOperationError` if its parameters are invalid. */
	read: (operation: Operation, parameters: Parameters) => Promise<PayloadResult>;
	/** Reads what a plan or a credential needs. */
	readNeed: (need: Need) => Promise<Known>;
	/** Sends a change, with an execution's retries: again only if certainly nothing was sent. */
	send: (request: HttpRequest, operation: SentOperation) => Promise<PayloadResult>;
}

/** The traits that the texts about a change and the reading of its response depend on. */
type SentOperation = Pick<ChangeOperation, 'output' | 'texts' | 'unknownOutcome'>;

/** The parameters that open a reader. `timeout` is in milliseconds, as all limits are. */
interface ReaderOptions {
	api: Api;
	credential: ICredentialDataDecryptedObject;
	clock: Clock;
	limits: ExecutionOptions & Pick<ClientOptions, 'budget'>;
	/** The reader's purpose, as messages describe it. */
	purpose: string;
	/** Secrets in the request that the credential doesn't contain. */
	secrets?: readonly string[];
}

/**
 * Opens a reader for a task, and closes it afterwards: others that use the key would wait for its turns. If a bug in
 * the node makes the task throw, n8n's log gets the error, and the caller a `NodeOperationError`: a raw one could show
 * a secret.
 */
export async function withReader<Result>(
	context: HttpContext,
	{ api, credential, clock, limits: { timeout, ...limits }, purpose, secrets = [] }: ReaderOptions,
	task: (reader: PayloadReader) => Promise<Result>,
): Promise<Result> {
	const transport = n8nTransport(context, api.credentialType, credential, timeout);
	const redact = textRedactor([...credentialSecrets(credential, api), ...secrets]);
	const { observe, unexpected } = nodeLog(context.logger, () => redact, context.getNode().type);
	const client = openClient(api, credential, { transport, clock, observe, ...limits });
	let changes = 0;
	const sendAll = async (request: HttpRequest, operation: SentOperation, list?: PagedList) => {
		if (!isRead(request)) changes += 1;
		const parse = successParser({ api, operation, credential });
		const sendPage: SendPage = async (page) => await client.send(page, 0, parse);
		const result = await readPages(request, list, api.payloadKey, sendPage);
		if (result.kind !== 'success') {
			const error = failureDetails(result, { api, operation, request, redact });
			return { error, failure: result, isOutOfTime: client.isOutOfTime };
		}
		const { body, headers } = result;
		return { payload: body[api.payloadKey], body, headers };
	};
	const read: PayloadReader['read'] = async (operation, parameters) => {
		const time = { startedAt: clock.now(), timezone: context.getTimezone() };
		const { request, issues } = wirePlan({ api, operation }, parameters, { credential, ...time });
		if (issues.length > 0) throw issuesError(context.getNode(), issues, operation);
		return await sendAll(request, operation, pagedListOf(operation, parameters));
	};
	const reads = new Reads({ api, clock, credential, redactorFor: () => redact }, client);
	const readNeed: PayloadReader['readNeed'] = async (need) => await reads.read(need, 0);
	try {
		return await task({ redact, read, readNeed, send: sendAll }).catch((error: unknown) => {
			if (!isProgrammingError(error)) throw error;
			unexpected(purpose, error);
			const details = defectDetails(purpose, error, changes > 0);
			throw operationError(context.getNode(), details);
		});
	} finally {
		client.close();
	}
}

function defectDetails(purpose: string, error: unknown, mayHaveChanged: boolean): ErrorDetails {
	const message = `The node couldn't finish ${purpose} (${nameOfError(error)}).`;
	const description = mayHaveChanged ? REPORT : `Nothing was changed. ${REPORT}`;
	return errorDetails('defect', 'unknown', message, description);
}
