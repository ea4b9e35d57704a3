import type { INode, NodeError } from 'n8n-workflow';
import type {
	ErrorDetails,
	Execution,
	HttpRequest,
	PlannedItem,
	ItemResult,
	ItemResults,
} from '../operation';
import { errorDetails, operationError, requestError } from '../errors/nodeErrors';
import type { Client, Result } from '../http/client';
import { flawed } from '../http/response';
import type { SendPage } from '../http/pages';
import { readPages } from '../http/pages';
import { isRead } from '../operation';
import type { JsonObject } from '../json';
import type { WriteJournal } from '../journal/writeJournal';
import { n8nTransport } from '../http/transport';
import { nodeLog, openClient } from './reader';
import { recovered } from './recover';
import { resultOf, successBody } from '../output/output';
import { targetOf } from '../approval/sentences';
import { counted, formatted, times } from '../text';
import { addHint } from '../items';
import { MS_PER_SECOND } from '../time';
import { Waits } from '../wait/waits';

const NOT_FOUND = 404;
const ALREADY_DELETED =
	'The API found nothing left to delete: the earlier attempt, whose outcome was unknown, did it.';

/**
 * Sends all planned items, reads side by side and writes one after another, and returns their results. If an item fails
 * and the node does not continue on errors, the others are aborted or not sent, and a `NodeApiError` is thrown; if the
 * execution is stopped, a `NodeOperationError`.
 */
export async function sendItems(
	execution: Execution,
	items: readonly PlannedItem[],
	journal: WriteJournal | undefined,
): Promise<ItemResults> {
	const { context } = execution;
	const node = context.getNode();
	const client = executionClient(execution);
	const sendRequest = requestSender(execution, items, client, journal);
	const isReading = items.every(({ request }) => isRead(request));
	const results: ItemResults = new Map();
	const failures: Array<{ item: PlannedItem; error: ErrorDetails }> = [];
	const send = async (item: PlannedItem): Promise<void> => {
		if (failures.length > 0) return;
		const result = await (journal?.run(item, sendRequest) ?? sendRequest(item, false));
		results.set(item, result);
		if (!('error' in result) || context.continueOnFail()) return;
		failures.push({ item, error: result.error });
		client.close();
	};
	try {
		if (isReading) await Promise.all(items.map(send));
		else for (const item of items) await send(item);
		const [failure] = failures;
		if (failure !== undefined) {
			const { item, error } = failure;
			const details = isReading ? error : withProgress(error, results.size - 1, items.length);
			throw requestError(node, { ...details, target: targetOf(item, execution) }, item.itemIndex);
		}
		if (context.getExecutionCancelSignal()?.aborted === true) throw stoppedError(node, isReading);
		return results;
	} finally {
		client.close();
		const { count, ms } = client.queue.rateLimitWaits;
		const seconds = counted(Math.max(1, Math.round(ms / MS_PER_SECOND)), 'second');
		const waits = `the node waited ${times(count)}, ${seconds} in all.`;
		if (count > 0) addHint(context, `The API rate-limits requests: ${waits}`);
	}
}

function executionClient(execution: Execution): Client {
	const { api, clock, context, credential, operation, options, redactorFor } = execution;
	const { observe } = nodeLog(context.logger, redactorFor);
	return openClient(api, credential, {
		...options,
		// A wait checks again anyway.
		...(operation.wait === undefined ? {} : { maxRetries: 0 }),
		clock,
		observe,
		signal: context.getExecutionCancelSignal(),
		transport: n8nTransport(context, api.credentialType, credential, options.timeout),
	});
}

function stoppedError(node: INode, isReading: boolean): NodeError {
	const message = `${isReading ? '' : 'Requests may have been applied. '}The execution was stopped.`;
	const unsent = 'Requests in progress were aborted, and the rest were not sent.';
	const description = `${unsent}${isReading ? ' Only reads were sent, so nothing was changed.' : ''}`;
	return operationError(node, errorDetails('stopped', 'unknown', message, description));
}

/**
 * Returns a function that sends one item's request, or waits for it, and returns the item's result. Throws nothing.
 * `isSentAgain`: whether an earlier attempt may have applied it already.
 */
function requestSender(
	execution: Execution,
	items: readonly PlannedItem[],
	client: Client,
	journal: WriteJournal | undefined,
): (item: PlannedItem, isSentAgain: boolean) => Promise<ItemResult> {
	const { wait } = execution.operation;
	if (wait !== undefined) {
		const waits = new Waits(execution, client, wait);
		return async (item) => await waits.resultOf(item);
	}
	const parse = successBody(execution);
	const repeated = repeatedReads(items);
	const sent = new Map<string, Promise<Result<JsonObject>>>();
	return async (item, isSentAgain) => {
		// Serializing a body takes time, and mostly nothing is shared.
		const isShared = repeated.size > 0 && repeated.has(readKey(item.request));
		const sendPage: SendPage = async (request) => {
			if (!isShared) return await client.send(request, item.itemIndex, parse);
			const key = readKey(request);
			const pending = sent.get(key) ?? client.send(request, item.itemIndex, parse);
			sent.set(key, pending);
			return await pending;
		};
		const first = await readItem(execution, item, sendPage);
		const result = await recovered(execution, client, item, first, parse, journal);
		if (!('kind' in result)) return result;
		if (isSentAgain && isAlreadyDeleted(result, item, execution)) {
			const { attempts } = result;
			const done = resultOf(execution, item, { kind: 'success', body: {}, attempts }, false);
			return { ...done, hint: ALREADY_DELETED };
		}
		return resultOf(execution, item, result, isShared);
	};
}

/** Sends an item's request and those of further pages. A success without the list to output is unclear. */
async function readItem(
	{ api, operation }: Execution,
	{ request, parameters }: PlannedItem,
	sendPage: SendPage,
): Promise<Result<JsonObject>> {
	const { payloadKey } = api;
	const list = operation.pages?.(parameters);
	const result = await readPages(request, list, payloadKey, sendPage);
	if (result.kind !== 'success') return result;
	const missing = operation.missingList?.(result.body[payloadKey], parameters);
	return missing === undefined ? result : flawed(result, { missing });
}

/** Returns whether the API has nothing left to delete. A 404 that isn't in its form is from a gateway. */
function isAlreadyDeleted(
	result: Result<JsonObject>,
	{ request }: PlannedItem,
	{ api, operation }: Execution,
): boolean {
	if (result.kind !== 'rejected' || result.response.status !== NOT_FOUND) return false;
	const isOfApi = Object.hasOwn(result.response.json ?? {}, api.errorKey);
	return isOfApi && request.method === 'DELETE' && operation.repeatable === true;
}

/** Returns a key that equal reads share. */
function readKey({ path, body }: HttpRequest): string {
	return body === undefined ? path : path + JSON.stringify(body);
}

/**
 * Returns the keys that several reads have. They are sent once, and their items share the response. Nothing is shared
 * next to a write: a read after it must see its change.
 */
function repeatedReads(items: readonly PlannedItem[]): Set<string> {
	const seen = new Set<string>();
	const repeated = new Set<string>();
	if (!items.every(({ request }) => isRead(request))) return repeated;
	for (const { request } of items) {
		const key = readKey(request);
		(seen.has(key) ? repeated : seen).add(key);
	}
	return repeated;
}

function withProgress(details: ErrorDetails, index: number, count: number): ErrorDetails {
	if (count === 1) return details;
	const after = count - index - 1;
	const rest = after === 1 ? 'one after it was' : `${formatted(after)} after it were`;
	const unsent = after === 0 ? '' : `; the ${rest} not sent`;
	const progress = `${formatted(index)} of ${formatted(count)} items succeeded before this one${unsent}.`;
	return { ...details, description: `${details.description} ${progress}` };
}
