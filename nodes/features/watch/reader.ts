import type {
	INode,
	INodeProperties,
	ICredentialDataDecryptedObject,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { MS_PER_SECOND } from '../../engine/time';
import type { ValidationIssue, Api, Operation, Parameters } from '../../engine/operation';
import { withoutHtml } from '../../engine/text';
import { issuesError } from '../../engine/issues/issueTexts';
import type { PayloadReader, PayloadResult } from '../../engine/execution/reader';
import { openPayloadReader } from '../../engine/execution/reader';
import type { Clock } from '../../engine/time';
import type { ParsedResponse } from '../../engine/http/response';
import { header } from '../../engine/http/response';
import { requestedWait } from '../../engine/http/retry';
import type { JsonObject } from '../../engine/json';
import { asObject } from '../../engine/parameters/values';

/** Why a read failed, and how long the API asked to wait. */
export interface ReadError {
	message: string;
	/** What to do next, in whole sentences. */
	description: string;
	httpCode?: string | undefined;
	retryAfterMs?: number | undefined;
	/** Whether the time or the rate was the reason, and the next poll is to begin with what was not read. */
	isPostponed?: true;
	/** Whether the API itself answered that there is no such resource. */
	isNotFound?: true;
	/** Whether the response has nothing at Value Path. */
	isWrongPath?: true;
}

/**
 * Creates n8n's error for a poll that could not read. It contains the wait in both ways that n8n's backoff reads:
 * as a `retry-after` header, and as `failure` since n8n 2.41.
 */
export function pollError(node: INode, readError: ReadError): NodeApiError {
	const { httpCode, retryAfterMs } = readError;
	const message = withoutHtml(readError.message);
	const description = withoutHtml(readError.description);
	const cause = causeOf(httpCode);
	const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, ...(httpCode === undefined ? {} : { httpCode }) },
	);
	// n8n replaces a message that happens to contain an error code with its own text.
	error.message = message;
	return Object.assign(error, {
		...(cause === undefined ? {} : { failure: { cause, ...wait } }),
		...(retryAfterMs === undefined ? {} : { headers: { 'retry-after': seconds(retryAfterMs) } }),
	});
}

/** Throws a `NodeOperationError` for issues with the node's parameters. */
export function throwIssues(
	{ node, properties }: { node: INode; properties: INodeProperties[] },
	issues: readonly ValidationIssue[],
): void {
	if (issues.length > 0) throw issuesError(node, issues, { properties });
}

/** None if n8n knows the cause itself, or nobody does. Without a status, no response came. */
function causeOf(httpCode: string | undefined) {
	const status = Number(httpCode ?? 0);
	if (status === 429) return 'rate-limited';
	if (status === 401) return 'credential-invalid';
	return status === 0 || status === 408 || status >= 500 ? 'temporarily-unavailable' : undefined;
}

function seconds(ms: number): string {
	return String(Math.ceil(ms / MS_PER_SECOND));
}

/** n8n's time for a poll, if it doesn't set one itself. */
const DEFAULT_BUDGET_MS = 300_000;
const LIMITS = {
	// The next poll comes soon: a longer pause is left to n8n.
	maxWait: 30_000,
	maxRetries: 2,
	maxConcurrency: 5,
	timeout: 60_000,
};

const OUT_OF_TIME: ReadError = {
	message: 'The API took longer to respond than n8n allows per poll.',
	description: 'Nothing is lost: the next poll reads again.',
	isPostponed: true,
};
const RATE_LIMITED: ReadError = {
	message: 'The API limits the rate of requests.',
	description:
		'Nothing is lost: a later poll reads again. Poll less often, or use the key in fewer workflows.',
	httpCode: '429',
	isPostponed: true,
};

const NOT_FOUND = 404;
const FROM_GATEWAY = "It isn't JSON, so a gateway may have sent it.";

/** The clocks of the API and of what dates its records may differ by this much. */
const TOLERANCE_MS = 300_000;

/** A payload that was read, or why it was not read. */
export type ReadResult =
	| {
			payload: unknown;
			/** The whole response. */
			body: JsonObject;
			/** The API's time if the response contains it: n8n's if the API's is ahead of that. */
			serviceTime: number | undefined;
			/** What is dated later is in the future, by that time, or by n8n's clock if the response has none. */
			latest: number;
	  }
	| { error: ReadError };

/** Reads from the API within the time that n8n allows per poll. */
export interface PollReader extends Pick<PayloadReader, 'redact'> {
	/** Reads with the node's options. Throws a `NodeOperationError` if the parameters are invalid. */
	read: (operation: Operation, parameters: Parameters) => Promise<ReadResult>;
	/** Ends what is in progress or waiting. To be called at the end of the poll. */
	close: () => void;
}

export function openPollReader(
	context: IPollFunctions,
	api: Api,
	credential: ICredentialDataDecryptedObject,
	clock: Clock,
): PollReader {
	// Before the reader is opened: an expression may throw.
	const options = asObject(context.getNodeParameter('options', {}));
	const limits = { ...LIMITS, budget: pollBudget(context) };
	const reader = openPayloadReader(context, api, credential, clock, limits);
	const { client, redact } = reader;
	return {
		redact,
		close: client.close,
		read: async (operation, parameters) => {
			const result = await reader.read(operation, { ...parameters, options });
			const now = clock.now();
			if ('error' in result) {
				return { error: client.isOutOfTime ? OUT_OF_TIME : readError(result, now) };
			}
			const { payload, body, headers } = result;
			const date = timeOf(headers);
			// A date far ahead would make everything look old.
			const serviceTime = date === undefined ? undefined : Math.min(date, now);
			return { payload, body, serviceTime, latest: (serviceTime ?? now) + TOLERANCE_MS };
		},
	};
}

function readError(
	{ error, failure }: Extract<PayloadResult, { failure: unknown }>,
	now: number,
): ReadError {
	const response = 'response' in failure ? failure.response : undefined;
	const retryAfterMs = response && requestedWait(response, now);
	const { message, description, httpCode } = error;
	const shown =
		httpCode === RATE_LIMITED.httpCode ? RATE_LIMITED : { message, description, httpCode };
	return {
		...shown,
		...(response?.status === NOT_FOUND ? notFound(message, response) : {}),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
}

/** A 404 without a JSON object does not come from the API, which may know very well what was asked for. */
function notFound(message: string, { json }: ParsedResponse): Partial<ReadError> {
	return json === undefined ? { message: `${message} ${FROM_GATEWAY}` } : { isNotFound: true };
}

/** n8n before 2.38 doesn't tell how long a poll may take. */
function pollBudget(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function timeOf(headers: JsonObject): number | undefined {
	const date = DateTime.fromHTTP(header(headers, 'date') ?? '');
	return date.isValid ? date.toMillis() : undefined;
}
