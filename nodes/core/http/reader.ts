import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { ErrorDetails } from '../errors/nodeErrors';
import { issuesError } from '../errors/nodeErrors';
import type { Api, Operation, Parameters, PlannedRequest } from '../operation';
import { credentialSecrets, redactMembers, textRedactor } from '../redact/redact';
import { AbortSignals } from './abortSignals';
import { openQueue } from './openQueue';
import type { RequestQueue } from './requestQueue';
import type { Clock } from '../clock';
import type { ResponseHead } from './response';
import type { Outcome } from './retry';
import type { Transport } from './response';
import { sendWithRetry } from './retry';
import type { HttpContext } from './transport';
import { n8nTransport } from './transport';

/** How a reader reads. Times are in milliseconds. */
export interface ReaderLimits {
	/** How long all reads together may take. */
	budget: number;
	maxWait: number;
	maxRetries: number;
	maxConcurrency: number;
	timeout: number;
}

/** A payload that was read, or why it was not read, with the start of the last response: status 0 where none came. */
export type ReaderResult = { response: ResponseHead } & (
	{ payload: unknown } | { error: ErrorDetails }
);

const NO_RESPONSE: ResponseHead = { status: 0, headers: {} };

/** Reads outside of an execution: for a poll, or for a list in the panel. */
export class Reader {
	private readonly abortSignals = new AbortSignals();
	private readonly queue: RequestQueue;
	private readonly transport: Transport;
	private readonly deadline: number;

	constructor(
		private readonly context: HttpContext,
		private readonly api: Api,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly clock: Clock,
		private readonly limits: ReaderLimits,
	) {
		const { budget, timeout } = limits;
		this.deadline = clock.now() + budget;
		AbortSignal.timeout(budget).addEventListener('abort', () => {
			this.close();
		});
		this.queue = openQueue({ api, credential }, clock, limits, this.abortSignals.signal);
		const { credentialType } = api;
		this.transport = n8nTransport(context, { credentialType, credential, timeout });
	}

	/** Whether there is time for another read. */
	hasTime(): boolean {
		return !this.abortSignals.signal.aborted && this.clock.now() < this.deadline;
	}

	/** Ends what is in progress or waiting. To be called when nothing more is to be read. */
	close(): void {
		this.abortSignals.abort();
	}

	/** Sends the request of a reading operation. Throws a `NodeOperationError` when its parameters are invalid. */
	async read(operation: Operation, parameters: Parameters): Promise<ReaderResult> {
		const request = this.plan(operation, parameters);
		let response = NO_RESPONSE;
		const transport: Transport = async (planned, signal) => {
			response = NO_RESPONSE;
			const raw = await this.transport(planned, signal);
			response = raw;
			return raw;
		};
		const outcome = await this.send(operation, request, transport);
		if ('error' in outcome) return { error: outcome.error, response };
		const body = this.api.toNeutral(outcome.body, this.credential);
		const { payloadMember, secretMembers } = this.api;
		return { payload: redactMembers(body[payloadMember], secretMembers), response };
	}

	private plan(operation: Operation, parameters: Parameters): PlannedRequest {
		const { request, issues } = operation.plan(parameters, {
			credential: this.credential,
			startedAt: this.clock.now(),
			timezone: this.context.getTimezone(),
		});
		if (issues.length === 0) return request;
		throw issuesError(this.context.getNode(), issues);
	}

	private async send(
		operation: Operation,
		request: PlannedRequest,
		transport: Transport,
	): Promise<Outcome> {
		const { api, queue, clock, credential } = this;
		const { maxRetries, maxWait } = this.limits;
		const shared = { api, operation, transport, queue, clock, random: Math.random };
		const redact = textRedactor(credentialSecrets(credential, api.secretCredentialMembers));
		return await this.abortSignals.run(
			async (signal) =>
				await sendWithRetry(
					{ ...shared, maxRetries, maxWait, signal },
					{ itemIndex: 0, request, redact },
				),
		);
	}
}
