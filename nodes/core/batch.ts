import type { INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { ErrorDetails } from './errors/nodeErrors';
import { operationError, requestError } from './errors/nodeErrors';
import { AbortSignals } from './http/abortSignals';
import { IdenticalReads } from './http/identicalReads';
import { openQueue } from './http/openQueue';
import type { SendContext } from './http/retry';
import { sendWithRetry } from './http/retry';
import { n8nTransport } from './http/transport';
import { rateLimitHint } from './http/requestQueue';
import type { Execution, Operation } from './operation';
import type { ItemResult } from './output';
import { addHint, errorItem, resultOf, shownOutcome } from './output';
import type { PlannedItem } from './preflight';
import { formatted, were } from './text';
import { Waits } from './wait/waits';
import type { WriteJournal } from './journal/writeJournal';

/** The error of the item that ended the execution. */
interface ItemError {
	details: ErrorDetails;
	itemIndex: number;
}

/** How one item is sent, and what is done with each result as it comes. */
interface BatchContext {
	/** Sends one item's request, unless the journal forbids it. Throws nothing. */
	send: (item: PlannedItem) => Promise<ItemResult>;
	continueOnFail: boolean;
	/** Aborts everything that is in progress or waiting. */
	abort: () => void;
	onResult: (item: PlannedItem, result: ItemResult) => void;
}

/**
 * Sends all planned items, reads concurrently and writes in order, and puts what they return into the results.
 * Throws a `NodeApiError` when an item fails and the node does not continue on errors,
 * and a `NodeOperationError` when the execution is cancelled.
 */
export async function sendBatch(
	execution: Execution,
	items: PlannedItem[],
	journal?: WriteJournal,
): Promise<void> {
	const { context, options } = execution;
	const { wait } = execution.operation;
	const cancelled = context.getExecutionCancelSignal();
	const abortSignals = new AbortSignals();
	const abort = (): void => {
		abortSignals.abort();
	};
	if (cancelled?.aborted === true) abort();
	cancelled?.addEventListener('abort', abort);
	const sendContext = sendContextOf(execution, abortSignals.signal);
	try {
		const send =
			wait === undefined
				? itemSender(execution, items, abortSignals, sendContext)
				: waitingSender(execution, wait, abortSignals, sendContext);
		const batch = batchContext(execution, abort, send, journal);
		const reads = items.every(({ request }) => request.method === 'GET');
		// Items that wait hold nobody up: the request queue bounds how many of their checks are in progress.
		const concurrency = wait === undefined ? options.maxConcurrency : Infinity;
		const failed = reads
			? await sendReads(batch, items, concurrency)
			: await sendWrites(batch, items);
		if (failed !== undefined) {
			throw requestError(context.getNode(), failed.details, failed.itemIndex);
		}
	} finally {
		abort();
		cancelled?.removeEventListener('abort', abort);
		const message = rateLimitHint(sendContext.queue.rateLimitWaits);
		if (message !== undefined) addHint(context, message);
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

/** Gives all items the same error and sends none. What an earlier try has sent keeps its outcome. */
export function refuseBatch(
	{ results }: Pick<Execution, 'results'>,
	items: readonly PlannedItem[],
	error: ErrorDetails,
	journal?: WriteJournal,
): void {
	for (const item of items) {
		results[item.itemIndex] = itemsOf(journal?.refuse(item, error) ?? { error }, item.itemIndex);
	}
}

type SendItem = BatchContext['send'];

function batchContext(
	execution: Execution,
	abort: () => void,
	send: SendItem,
	journal: WriteJournal | undefined,
): BatchContext {
	return {
		continueOnFail: execution.context.continueOnFail(),
		abort,
		send: async (item) =>
			journal === undefined
				? await send(item)
				: await journal.run(item, async () => await send(item)),
		onResult: ({ itemIndex }, result) => {
			execution.results[itemIndex] = itemsOf(result, itemIndex);
		},
	};
}

function itemsOf(result: ItemResult, itemIndex: number): INodeExecutionData[] {
	return 'error' in result ? [errorItem(result.error, itemIndex)] : result.items;
}

function itemSender(
	execution: Execution,
	items: PlannedItem[],
	abortSignals: AbortSignals,
	sendContext: SendContext,
): SendItem {
	const reads = new IdenticalReads(items.map(({ request }) => request));
	return async (item) => {
		const { itemIndex, request } = item;
		const isShared = reads.isShared(request);
		const outcome = await reads.outcomeOf(request, async () => {
			// Made only where there is something to tell: most requests need none.
			const redact = (text: string): string => execution.redactorFor(request)(text);
			const sent = await abortSignals.run(
				async (signal) =>
					await sendWithRetry({ ...sendContext, signal }, { itemIndex, request, redact }),
			);
			return shownOutcome(execution, request, sent);
		});
		return resultOf(execution, item, outcome, isShared);
	};
}

/** Returns how items are sent that wait for a state. */
function waitingSender(
	execution: Execution,
	wait: NonNullable<Operation['wait']>,
	abortSignals: AbortSignals,
	sendContext: SendContext,
): SendItem {
	let waits: Waits | undefined;
	return async (item) => {
		const rule = wait(item.parameters);
		waits ??= new Waits(execution, sendContext, abortSignals, rule.timeout);
		return await waits.resultOf(item, rule);
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
		// A wait checks again anyway.
		maxRetries: operation.wait === undefined ? maxRetries : 0,
		maxWait,
	};
}

/**
 * Sends reads concurrently, up to `maxConcurrency` at a time.
 * Returns the first error, the other requests aborted, unless the execution continues on errors.
 */
async function sendReads(
	{ send, continueOnFail, abort, onResult }: BatchContext,
	items: PlannedItem[],
	maxConcurrency: number,
): Promise<ItemError | undefined> {
	const limit = pLimit(maxConcurrency);
	const errors: ItemError[] = [];
	const sendItem = async (item: PlannedItem): Promise<void> => {
		if (errors.length > 0) return;
		const result = await send(item);
		if (!('error' in result) || continueOnFail) {
			onResult(item, result);
			return;
		}
		errors.push({ details: result.error, itemIndex: item.itemIndex });
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
	{ send, continueOnFail, onResult }: BatchContext,
	items: PlannedItem[],
): Promise<ItemError | undefined> {
	for (const [index, item] of items.entries()) {
		const result = await send(item);
		if ('error' in result && !continueOnFail) {
			const details = withProgress(result.error, index, items.length);
			return { details, itemIndex: item.itemIndex };
		}
		onResult(item, result);
	}
	return undefined;
}

function withProgress(details: ErrorDetails, index: number, count: number): ErrorDetails {
	if (count === 1) return details;
	const behind = count - index - 1;
	const progress = `Of ${formatted(count)} items, ${formatted(index)} before this one ${were(index)} carried out, and ${formatted(behind)} behind it ${were(behind)} not sent.`;
	return { ...details, description: `${details.description} ${progress}` };
}
