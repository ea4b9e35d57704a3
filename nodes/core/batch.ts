import type { INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { ErrorDetails } from './errors/nodeErrors';
import { operationError, requestError } from './errors/nodeErrors';
import { AbortSignals } from './http/abortSignals';
import { IdenticalReads } from './http/identicalReads';
import { openQueue } from './http/openQueue';
import type { Outcome, SendContext } from './http/retry';
import { sendWithRetry } from './http/retry';
import { n8nTransport } from './http/transport';
import { waitHint } from './http/waitHint';
import type { Execution } from './operation';
import { errorItem, successItems } from './output';
import type { PlannedItem } from './preflight';

/** The error of the item that ended the execution. */
interface ItemError {
	details: ErrorDetails;
	itemIndex: number;
}

/** How one item is sent, and what is done with each outcome as it comes. */
interface BatchContext {
	/** Sends one item's request. Throws nothing. */
	send: (item: PlannedItem) => Promise<Outcome>;
	continueOnFail: boolean;
	/** Aborts everything that is in progress or waiting. */
	abort: () => void;
	onOutcome: (item: PlannedItem, outcome: Outcome) => void;
}

/**
 * Sends all planned items, reads concurrently and writes in order, and puts what they return into the results.
 * Throws a `NodeApiError` when an item fails and the node does not continue on errors,
 * and a `NodeOperationError` when the execution is cancelled.
 */
export async function sendBatch(execution: Execution, items: PlannedItem[]): Promise<void> {
	const { context, options } = execution;
	const cancelled = context.getExecutionCancelSignal();
	const abortSignals = new AbortSignals();
	const abort = (): void => {
		abortSignals.abort();
	};
	if (cancelled?.aborted === true) abort();
	cancelled?.addEventListener('abort', abort);
	const sendContext = sendContextOf(execution, abortSignals.signal);
	try {
		const batch = batchContext(execution, items, abortSignals, sendContext);
		const reads = items.every(({ request }) => request.method === 'GET');
		const failed = reads
			? await sendReads(batch, items, options.maxConcurrency)
			: await sendWrites(batch, items);
		if (failed !== undefined) {
			throw requestError(context.getNode(), failed.details, failed.itemIndex);
		}
	} finally {
		abort();
		cancelled?.removeEventListener('abort', abort);
		const message = waitHint(sendContext.queue.rateLimitWaits);
		if (message !== undefined) context.addExecutionHints({ message, location: 'outputPane' });
	}
	if (cancelled?.aborted === true) {
		throw operationError(context.getNode(), {
			message: 'The execution was stopped.',
			description: 'Requests in progress were aborted, and the rest were not sent.',
			outcome: items.every(({ request }) => request.method === 'GET') ? 'notSent' : 'unknown',
			reason: 'stopped',
			attempts: 0,
		});
	}
}

function batchContext(
	execution: Execution,
	items: PlannedItem[],
	abortSignals: AbortSignals,
	sendContext: SendContext,
): BatchContext {
	const reads = new IdenticalReads(items.map(({ request }) => request));
	return {
		continueOnFail: execution.context.continueOnFail(),
		abort: () => {
			abortSignals.abort();
		},
		send: async ({ itemIndex, request }) =>
			await reads.outcomeOf(request, async () => {
				// Made only where there is something to tell: most requests need none.
				const redact = (text: string): string => execution.redactorFor(request.body)(text);
				return await abortSignals.run(
					async (signal) =>
						await sendWithRetry({ ...sendContext, signal }, { itemIndex, request, redact }),
				);
			}),
		onOutcome: (item, outcome) => {
			execution.results[item.itemIndex] = itemsOf(execution, item, outcome);
		},
	};
}

function sendContextOf(execution: Execution, signal: AbortSignal): SendContext {
	const { context, api, operation, credential, clock, options } = execution;
	const { maxConcurrency, maxRetries, maxWait, timeout } = options;
	return {
		api,
		operation,
		transport: n8nTransport(context, { credentialType: api.credentialType, credential, timeout }),
		queue: openQueue({ api, credential }, clock, { maxWait, maxConcurrency }, signal),
		clock,
		random: Math.random,
		signal,
		maxRetries,
		maxWait,
	};
}

function itemsOf(
	execution: Execution,
	{ itemIndex, parameters }: PlannedItem,
	outcome: Outcome,
): INodeExecutionData[] {
	if ('error' in outcome) return [errorItem(outcome.error, itemIndex)];
	return successItems(outcome.body, itemIndex, parameters, execution);
}

/**
 * Sends reads concurrently, up to `maxConcurrency` at a time.
 * Returns the first error, the other requests aborted, unless the execution continues on errors.
 */
async function sendReads(
	{ send, continueOnFail, abort, onOutcome }: BatchContext,
	items: PlannedItem[],
	maxConcurrency: number,
): Promise<ItemError | undefined> {
	const limit = pLimit(maxConcurrency);
	const errors: ItemError[] = [];
	const sendItem = async (item: PlannedItem): Promise<void> => {
		if (errors.length > 0) return;
		const outcome = await send(item);
		if (!('error' in outcome) || continueOnFail) {
			onOutcome(item, outcome);
			return;
		}
		errors.push({ details: outcome.error, itemIndex: item.itemIndex });
		abort();
	};
	await Promise.all(
		items.map(async (item) => {
			await limit(sendItem, item);
		}),
	);
	return errors[0];
}

/**
 * Sends writes strictly one after another.
 * Returns the first error, later writes unsent, unless the execution continues on errors.
 */
async function sendWrites(
	{ send, continueOnFail, onOutcome }: BatchContext,
	items: PlannedItem[],
): Promise<ItemError | undefined> {
	for (const [index, item] of items.entries()) {
		const outcome = await send(item);
		if ('error' in outcome && !continueOnFail) {
			const details = withProgress(outcome.error, index, items.length);
			return { details, itemIndex: item.itemIndex };
		}
		onOutcome(item, outcome);
	}
	return undefined;
}

function withProgress(details: ErrorDetails, index: number, count: number): ErrorDetails {
	if (count === 1) return details;
	const behind = count - index - 1;
	const progress = `Of ${String(count)} items, ${String(index)} before this one ${were(index)} carried out, and ${String(behind)} behind it ${were(behind)} not sent.`;
	return { ...details, description: `${details.description} ${progress}` };
}

function were(count: number): string {
	return count === 1 ? 'was' : 'were';
}
