import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import type { PayloadReader, PayloadResult } from '../execution/openClient';
import { openPayloadReader } from '../execution/openClient';
import type { Clock } from '../clock';
import type { ParsedResponse } from '../http/response';
import { header } from '../http/response';
import { requestedWait } from '../http/retryPolicy';
import type { JsonObject } from '../json';
import type { Api, Operation, Parameters } from '../operation';
import { asObject } from '../parameters/values';
import type { ReadError } from './pollError';

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
