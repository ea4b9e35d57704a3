import type { NodeError } from 'n8n-workflow';
import type { ErrorDetails, Execution, PlannedItem, ItemResult, OnResult } from '../operation';
import { operationError, requestError } from '../errors/nodeErrors';
import type { Client, Result } from '../http/client';
import { flawed } from '../http/response';
import type { SendPage } from '../http/pages';
import { readPages } from '../http/pages';
import { isRead } from '../http/request';
import type { JsonObject } from '../json';
import type { WriteJournal } from '../journal/writeJournal';
import { n8nTransport } from '../http/transport';
import { nodeLog } from './log';
import { openClient } from './reader';
import { addRateLimitHint, resultOf, successBody } from '../output/output';
import { targetOf } from '../approval/sentences';
import { formatted } from '../text';
import { Waits } from '../wait/waits';

/**
 * Sends one item's request and returns what the item ends in. Throws nothing. `isSentAgain`: whether an earlier attempt
 * may have applied it already.
 */
type SendItem = (item: PlannedItem, isSentAgain?: boolean) => Promise<ItemResult>;

const NOT_FOUND = 404;
const ALREADY_DELETED =
	'The API found nothing left to delete: the earlier attempt, whose outcome was unknown, did it.';

/** The error of the item that ended the execution. */
interface ItemError {
	details: ErrorDetails;
	item: PlannedItem;
}

/**
 * Sends all planned items, reads side by side and writes in order. Throws a `NodeApiError` when an item fails and the
 * node does not continue on errors, and a `NodeOperationError` when the execution is stopped.
 */
export async function sendItems(
	execution: Execution,
	items: readonly PlannedItem[],
	journal: WriteJournal | undefined,
	onResult: OnResult,
): Promise<void> {
	const { context } = execution;
	const client = executionClient(execution);
	const sendRequest = sender(execution, items, client);
	const send: SendItem =
		journal === undefined
			? sendRequest
			: async (item) =>
					await journal.run(item, async (isSentAgain) => await sendRequest(item, isSentAgain));
	const reads = items.every(({ request }) => isRead(request));
	const onFailure = context.continueOnFail() ? undefined : client.close;
	try {
		const failed = await (reads ? sendReads : sendWrites)(items, send, onResult, onFailure);
		if (failed !== undefined) {
			const { details, item } = failed;
			const target = targetOf(item, execution);
			throw requestError(context.getNode(), { ...details, target }, item.itemIndex);
		}
		if (context.getExecutionCancelSignal()?.aborted === true) throw stoppedError(execution, reads);
	} finally {
		client.close();
		addRateLimitHint(context, client.rateLimitWaits);
	}
}

function executionClient(execution: Execution): Client {
	const { api, clock, context, credential, operation, options, redactorFor } = execution;
	const { observe } = nodeLog(context.logger, redactorFor);
	return openClient(api, credential, {
		...options,
		// A wait checks again anyway.
		...(operation.wait === undefined ? {} : { maxRetries: 0 }),
		...{ clock, observe, signal: context.getExecutionCancelSignal() },
		transport: n8nTransport(context, api.credentialType, credential, options.timeout),
	});
}

function stoppedError({ context }: Execution, reads: boolean): NodeError {
	return operationError(context.getNode(), {
		message: `${reads ? '' : 'Requests may have been applied. '}The execution was stopped.`,
		description: `Requests in progress were aborted, and the rest were not sent.${reads ? ' Only reads were sent, so nothing was changed.' : ''}`,
		outcome: 'unknown',
		reason: 'stopped',
		attempts: 0,
	});
}

function sender(execution: Execution, items: readonly PlannedItem[], client: Client): SendItem {
	const { wait } = execution.operation;
	if (wait !== undefined) {
		const waits = new Waits(execution, client, wait);
		return async (item) => await waits.resultOf(item);
	}
	const bodyOf = successBody(execution);
	// Beside a write nothing is shared: a read after it must see what it has changed.
	const sharedPaths = items.every(({ request }) => isRead(request))
		? repeatedPaths(items)
		: new Set<string>();
	const sent = new Map<string, Promise<Result<JsonObject>>>();
	return async (item, isSentAgain = false) => {
		const isShared = sharedPaths.has(item.request.path);
		const sendPage: SendPage = async (request) => {
			const known = isShared ? sent.get(request.path) : undefined;
			const pending = known ?? client.send(request, item.itemIndex, bodyOf);
			if (isShared) sent.set(request.path, pending);
			const page = await pending;
			// All items have asked by now: reads begin at once. Nothing is kept for the rest of the execution.
			sent.delete(request.path);
			return page;
		};
		const result = await readItem(execution, item, sendPage);
		if (isSentAgain && isAlreadyDeleted(result, item, execution)) {
			const { attempts } = result;
			const done = resultOf(execution, item, { kind: 'success', body: {}, attempts }, false);
			return { ...done, hint: ALREADY_DELETED };
		}
		return resultOf(execution, item, result, isShared);
	};
}

/** Sends an item's request, and those of further pages. A success without the list that is to be output is unclear. */
async function readItem(
	{ api, operation }: Execution,
	{ request, parameters }: PlannedItem,
	sendPage: SendPage,
): Promise<Result<JsonObject>> {
	const { payloadMember } = api;
	const list = operation.pages?.(parameters);
	const result = await readPages(request, list, payloadMember, sendPage);
	if (result.kind !== 'success') return result;
	const missing = operation.missingList?.(result.body[payloadMember], parameters);
	return missing === undefined ? result : flawed(result, { missing });
}

/** Returns whether the API has nothing left to delete. A 404 that isn't in its form comes from a gateway. */
function isAlreadyDeleted(
	result: Result<JsonObject>,
	{ request }: PlannedItem,
	{ api, operation }: Execution,
): boolean {
	if (result.kind !== 'rejected' || result.response.status !== NOT_FOUND) return false;
	const isOfApi = Object.hasOwn(result.response.json ?? {}, api.errorMember);
	return isOfApi && request.method === 'DELETE' && operation.repeatable === true;
}

/** Returns the paths that several reads have. They are sent once, and their items share what comes back. */
function repeatedPaths(items: readonly PlannedItem[]): Set<string> {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	for (const { request } of items) (seen.has(request.path) ? repeated : seen).add(request.path);
	return repeated;
}

/**
 * Sends reads side by side, as many at a time as the client allows.
 * Returns the first error, the other requests aborted, unless the execution continues on errors.
 */
async function sendReads(
	items: readonly PlannedItem[],
	send: SendItem,
	onResult: OnResult,
	onFailure: (() => void) | undefined,
): Promise<ItemError | undefined> {
	const errors: ItemError[] = [];
	await Promise.all(
		items.map(async (item) => {
			const result = await send(item);
			if ('error' in result && onFailure !== undefined) {
				errors.push({ details: result.error, item });
				onFailure();
			} else onResult(item, result);
		}),
	);
	return errors[0];
}

/**
 * Sends writes strictly one after another.
 * Returns the first error, later writes unsent, unless the execution continues on errors.
 */
async function sendWrites(
	items: readonly PlannedItem[],
	send: SendItem,
	onResult: OnResult,
	onFailure: (() => void) | undefined,
): Promise<ItemError | undefined> {
	for (const [index, item] of items.entries()) {
		const result = await send(item);
		if ('error' in result && onFailure !== undefined) {
			const details = withProgress(result.error, index, items.length);
			return { details, item };
		}
		onResult(item, result);
	}
	return undefined;
}

function withProgress(details: ErrorDetails, index: number, count: number): ErrorDetails {
	if (count === 1) return details;
	const after = count - index - 1;
	const rest = after === 1 ? 'one after it was' : `${formatted(after)} after it were`;
	const unsent = after === 0 ? '' : `; the ${rest} not sent`;
	const progress = `${formatted(index)} of ${formatted(count)} items succeeded before this one${unsent}.`;
	return { ...details, description: `${details.description} ${progress}` };
}
