import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { managementApi } from '../CloudManagement/api/managementApi';
import { inputError } from '../core/errors/nodeErrors';
import { AbortSignals } from '../core/http/abortSignals';
import { openQueue } from '../core/http/openQueue';
import type { Clock, RequestQueue } from '../core/http/requestQueue';
import type { RawResponse } from '../core/http/response';
import { header } from '../core/http/response';
import type { Outcome, Transport } from '../core/http/retry';
import { sendWithRetry } from '../core/http/retry';
import { retryTime } from '../core/http/retryAfter';
import { n8nTransport } from '../core/http/transport';
import type { Operation, Parameters, PlannedRequest } from '../core/operation';
import { credentialSecrets, redactMembers, textRedactor } from '../core/redact/redact';
import type { ReadError } from './pollError';

/** What n8n gives a poll where it does not say so itself. */
const DEFAULT_BUDGET_MS = 300_000;
/** The next poll comes soon: a longer pause is left to n8n. */
const MAX_WAIT_MS = 30_000;
const MAX_RETRIES = 2;
const MAX_CONCURRENCY = 10;
const TIMEOUT_MS = 60_000;

const OUT_OF_TIME: ReadError = {
	message: 'The API took longer to respond than n8n gives one poll.',
	description: 'Nothing is lost: the next poll reads again.',
};
const RATE_LIMITED: ReadError = {
	message: 'The API limits the rate of requests.',
	description:
		'Nothing is lost: a later poll reads again. Poll less often, or let fewer workflows use the same key.',
	httpCode: '429',
};

/** A payload that was read, with the API's time where the response tells it, or why it was not read. */
export type ReadResult =
	{ payload: unknown; serviceTime: number | undefined } | { error: ReadError };

/** Reads from the API within the time that n8n gives one poll. */
export class PollReader {
	private readonly abortSignals = new AbortSignals();
	private readonly queue: RequestQueue;
	private readonly transport: Transport;
	private readonly deadline: number;

	constructor(
		private readonly context: IPollFunctions,
		readonly credential: ICredentialDataDecryptedObject,
		private readonly clock: Clock,
	) {
		const budget = pollBudget(context);
		this.deadline = clock.now() + budget;
		AbortSignal.timeout(budget).addEventListener('abort', () => {
			this.close();
		});
		const key = { api: managementApi, credential };
		const limits = { maxWait: MAX_WAIT_MS, maxConcurrency: MAX_CONCURRENCY };
		this.queue = openQueue(key, clock, limits, this.abortSignals.signal);
		const { credentialType } = managementApi;
		this.transport = n8nTransport(context, { credentialType, credential, timeout: TIMEOUT_MS });
	}

	/** Whether there is time for another read. */
	hasTime(): boolean {
		return !this.abortSignals.signal.aborted && this.clock.now() < this.deadline;
	}

	/** Ends what is in progress or waiting. To be called at the end of the poll. */
	close(): void {
		this.abortSignals.abort();
	}

	/** Sends the request of a reading operation. Throws a `NodeOperationError` when its parameters are invalid. */
	async read(operation: Operation, parameters: Parameters): Promise<ReadResult> {
		const request = this.plan(operation, parameters);
		let last: RawResponse | undefined;
		const transport: Transport = async (planned, signal) => {
			last = undefined;
			last = await this.transport(planned, signal);
			return last;
		};
		const outcome = await this.send(operation, request, transport);
		const headers = last?.headers ?? {};
		if ('error' in outcome) return { error: this.readError(outcome.error, headers) };
		const body = managementApi.toNeutral(outcome.body, this.credential);
		const { payloadMember, secretMembers } = managementApi;
		const payload = redactMembers(body[payloadMember], secretMembers);
		return { payload, serviceTime: timeOf(headers) };
	}

	private plan(operation: Operation, parameters: Parameters): PlannedRequest {
		const { request, issues } = operation.plan(parameters, {
			credential: this.credential,
			startedAt: this.clock.now(),
			timezone: this.context.getTimezone(),
		});
		if (issues.length === 0) return request;
		throw inputError(this.context.getNode(), {
			message: issues.map(({ field, message }) => `${field} ${message}`).join(' '),
			description: 'Nothing was sent.',
		});
	}

	private async send(
		operation: Operation,
		request: PlannedRequest,
		transport: Transport,
	): Promise<Outcome> {
		const { queue, clock, credential } = this;
		const shared = { api: managementApi, operation, transport, queue, clock, random: Math.random };
		const limits = { maxRetries: MAX_RETRIES, maxWait: MAX_WAIT_MS };
		const itemRequest = { itemIndex: 0, request, redact: redactorOf(credential) };
		return await this.abortSignals.run(
			async (signal) => await sendWithRetry({ ...shared, ...limits, signal }, itemRequest),
		);
	}

	private readError(details: ReadError, headers: RawResponse['headers']): ReadError {
		if (!this.hasTime()) return OUT_OF_TIME;
		const now = this.clock.now();
		const until = retryTime(headers, now);
		const { message, description, httpCode } = details;
		const shown =
			httpCode === RATE_LIMITED.httpCode ? RATE_LIMITED : { message, description, httpCode };
		return { ...shown, ...(until === undefined ? {} : { retryAfterMs: until - now }) };
	}
}

/** Returns how long a poll may take. n8n before 2.38 does not say. */
function pollBudget(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function redactorOf(credential: ICredentialDataDecryptedObject): (text: string) => string {
	return textRedactor(credentialSecrets(credential, managementApi.secretCredentialMembers));
}

function timeOf(headers: RawResponse['headers']): number | undefined {
	const date = DateTime.fromHTTP(header(headers, 'date') ?? '');
	return date.isValid ? date.toMillis() : undefined;
}
