import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { readCredential } from '../credentials/read';
import type { Interruptions } from '../errors/interruptions';
import { interrupted } from '../errors/interruptions';
import { readPages } from '../http/pages';
import { isUnknownToApi, requestedWait } from '../http/response';
import type { HttpContext } from '../http/transport';
import { issuesError } from '../issues/issueTexts';
import type { JsonObject } from '../json';
import type { ErrorDetails } from '../errorDetails';
import type { Operation, Parameters } from '../operation';
import { pagedListOf } from '../operation';
import type { HttpRequest, PagedList } from '../request';
import { completedCredential } from './completion';
import { wirePlan } from './plan';
import type { Opening, SentOperation } from './session';
import { withSession } from './session';

/** A response, or the reason why it can't be used, as text and as facts. */
export type NodeResult = { payload: unknown; body: JsonObject; headers: JsonObject } | Unread;

export interface Unread {
	error: ErrorDetails;
	/** True if the API itself says that the record doesn't exist. */
	isUnknown: boolean;
	/** Milliseconds that the API asks to wait. */
	retryAfter: number | undefined;
}

/** Shared by polls, panel lists, and a trigger's start and end. */
export interface NodeSession {
	credential: ICredentialDataDecryptedObject;
	/** Removes the credential's secrets from the API's text. */
	redact: (text: string) => string;
	/** Sends a reading operation's request. Throws a `NodeOperationError` for invalid parameters. */
	run: (operation: Operation, parameters: Parameters) => Promise<NodeResult>;
	/** Sends a request. A change is resent only if nothing can have been sent. */
	send: (request: HttpRequest, operation: SentOperation) => Promise<NodeResult>;
}

interface NodeOpening extends Pick<Opening, 'api' | 'clock' | 'limits'> {
	/** Names the task in a defect's error. */
	purpose: string;
	/** Parameters of all reads, such as the node's options. */
	parameters: Parameters;
	/** Secrets in requests that the credential doesn't contain. */
	secretsOf?: (credential: ICredentialDataDecryptedObject) => string[];
	/** Defaults to an execution's texts. */
	interruptions?: Interruptions;
	/** n8n's error for a credential that can't be completed. */
	errorFor: (error: ErrorDetails) => Error;
}

/** Opens a session for a task and closes it afterwards. Throws n8n's errors. */
export async function withNodeSession<Result>(
	context: HttpContext,
	{ parameters: common, secretsOf, interruptions, errorFor, ...opening }: NodeOpening,
	task: (session: NodeSession) => Promise<Result>,
): Promise<Result> {
	const { api, clock } = opening;
	const { options } = common;
	const stored = await readCredential(context, api);
	const use = { api, clock, credential: stored };
	const completed = await completedCredential(context, use, options);
	if ('error' in completed) throw errorFor(interrupted(completed.error, false, interruptions));
	const { credential } = completed;
	const secrets = secretsOf?.(credential) ?? [];
	return await withSession({ ...opening, context, credential, secrets }, async (session) => {
		const send = async (
			request: HttpRequest,
			operation: SentOperation,
			list?: PagedList,
			subject?: string,
		) => {
			const sendPage = async (page: HttpRequest) => await session.send(page, operation);
			const result = await readPages(request, list, api.payloadKey, sendPage);
			if (result.kind !== 'success') {
				const details = session.errorOf(result, request, operation, subject);
				const error = interrupted(details, session.client.isOutOfTime, interruptions);
				const retryAfter =
					'response' in result ? requestedWait(result.response, clock.now()) : undefined;
				return { error, isUnknown: isUnknownToApi(result, api), retryAfter };
			}
			const { body, response } = result;
			return { payload: body[api.payloadKey], body, headers: response.headers };
		};
		const run: NodeSession['run'] = async (operation, more) => {
			const parameters = { ...more, ...common };
			const time = { startedAt: clock.now(), timezone: context.getTimezone() };
			const { request, issues } = wirePlan({ api, operation }, parameters, { credential, ...time });
			if (issues.length > 0) throw issuesError(context.getNode(), issues, operation);
			const subject = operation.texts?.subjectOf?.(request, parameters);
			return await send(request, operation, pagedListOf(operation, parameters), subject);
		};
		return await task({ credential, redact: (text) => session.redact(text), run, send });
	});
}
