import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { managementApi } from '../CloudManagement/api/managementApi';
import type { PayloadReader } from '../core/execution/openClient';
import { openPayloadReader } from '../core/execution/openClient';
import type { Failure } from '../core/http/failure';
import type { Clock } from '../core/clock';
import type { ParsedResponse } from '../core/http/response';
import { header } from '../core/http/response';
import { retryTime } from '../core/http/retryPolicy';
import type { JsonObject } from '../core/json';
import type { Operation, Parameters } from '../core/operation';
import type { ReadError } from './pollError';

/** What n8n gives a poll where it does not say so itself. */
const DEFAULT_BUDGET_MS = 300_000;
const LIMITS = {
	// The next poll comes soon: a longer pause is left to n8n.
	maxWait: 30_000,
	maxRetries: 2,
	maxConcurrency: 10,
	timeout: 60_000,
};

const OUT_OF_TIME: ReadError = {
	message: 'The API took longer to respond than n8n gives one poll.',
	description: 'Nothing is lost: the next poll reads again.',
	isPostponed: true,
};
const RATE_LIMITED: ReadError = {
	message: 'The API limits the rate of requests.',
	description:
		'Nothing is lost: a later poll reads again. Poll less often, or let fewer workflows use the same key.',
	httpCode: '429',
	isPostponed: true,
};

const NOT_FOUND = 404;
const FROM_GATEWAY = "It isn't JSON, so a gateway may have sent it.";

/** The clocks of the API and of what dates its records may differ by so much. */
const TOLERANCE_MS = 300_000;

/** A payload that was read, or why it was not read. */
export type ReadResult =
	| {
			payload: unknown;
			/** The whole response. */
			body: JsonObject;
			/** The API's time, where the response contains it: n8n's, where the API's is ahead of that. */
			serviceTime: number | undefined;
			/** What is dated later is in the future, by that time, or by n8n's clock where the response has none. */
			latest: number;
			/** The time by n8n's clock. */
			now: number;
	  }
	| { error: ReadError };

/** Reads from the API within the time that n8n gives one poll. */
export class PollReader {
	private readonly reader: PayloadReader;

	constructor(
		context: IPollFunctions,
		credential: ICredentialDataDecryptedObject,
		private readonly clock: Clock,
	) {
		const limits = { ...LIMITS, budget: pollBudget(context) };
		this.reader = openPayloadReader(context, managementApi, credential, clock, limits);
	}

	/** Whether there is time for another read. */
	hasTime(): boolean {
		return !this.reader.client.signal.aborted && !this.reader.client.isOutOfTime;
	}

	/** Removes the credential's secrets from text that the API sent. */
	redact(text: string): string {
		return this.reader.redact(text);
	}

	/** Ends what is in progress or waiting. To be called at the end of the poll. */
	close(): void {
		this.reader.client.close();
	}

	/** Sends the request of a reading operation. Throws a `NodeOperationError` when its parameters are invalid. */
	async read(operation: Operation, parameters: Parameters): Promise<ReadResult> {
		const result = await this.reader.read(operation, parameters);
		if ('error' in result) return { error: this.readError(result.error, result.failure) };
		const now = this.clock.now();
		const date = timeOf(result.headers);
		// A date far ahead would make everything look old.
		const serviceTime = date === undefined ? undefined : Math.min(date, now);
		const latest = (serviceTime ?? now) + TOLERANCE_MS;
		const { payload, body } = result;
		return { payload, body, serviceTime, latest, now };
	}

	private readError(details: ReadError, failure: Failure): ReadError {
		if (this.reader.client.isOutOfTime) return OUT_OF_TIME;
		const now = this.clock.now();
		const response = 'response' in failure ? failure.response : undefined;
		const until = response && retryTime(response, now);
		const { message, description, httpCode } = details;
		const shown =
			httpCode === RATE_LIMITED.httpCode ? RATE_LIMITED : { message, description, httpCode };
		return {
			...shown,
			...(response?.status === NOT_FOUND ? notFound(message, response) : {}),
			...(until === undefined ? {} : { retryAfterMs: until - now }),
		};
	}
}

/** A 404 without a JSON object does not come from the API, which may know very well what was asked for. */
function notFound(message: string, { json }: ParsedResponse): Partial<ReadError> {
	return json === undefined ? { message: `${message} ${FROM_GATEWAY}` } : { isNotFound: true };
}

/** Returns how long a poll may take. n8n before 2.38 does not say. */
function pollBudget(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function timeOf(headers: JsonObject): number | undefined {
	const date = DateTime.fromHTTP(header(headers, 'date') ?? '');
	return date.isValid ? date.toMillis() : undefined;
}
