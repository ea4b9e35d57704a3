import type { IExecuteFunctions } from 'n8n-workflow';

import type { ErrorDetails } from '../errors/nodeErrors';
import { operationError, requestError } from '../errors/nodeErrors';
import type { Client, Result } from '../http/client';
import type { HttpRequest } from '../http/request';
import { isRead } from '../http/request';
import type { JsonObject } from '../json';
import type { WriteJournal } from '../journal/writeJournal';
import type { Execution, InputItem, PlannedItem } from '../operation';
import type { ItemResult } from './output';
import { resultOf, successBody } from './output';
import { targetOf } from '../approval/summary';
import { formatted } from '../text';
import { Waits } from '../wait/waits';

/** Sends one item's request and returns what the item ends in. Throws nothing. */
type SendItem = (item: PlannedItem) => Promise<ItemResult>;

/** The error of the item that ended the execution. */
interface ItemError {
	details: ErrorDetails;
	item: PlannedItem;
}

/** What the items are sent with. */
export interface Sending {
	context: IExecuteFunctions;
	client: Client;
	journal: WriteJournal | undefined;
	/** Takes what an item ends in, as soon as it is there. */
	onResult: (item: InputItem, result: ItemResult) => void;
}

/**
 * Sends all planned items, reads side by side and writes in order. Throws a `NodeApiError` when an item fails and the
 * node does not continue on errors, and a `NodeOperationError` when the execution is stopped.
 */
export async function sendItems(
	execution: Execution,
	items: readonly PlannedItem[],
	{ context, client, journal, onResult }: Sending,
): Promise<void> {
	const reads = items.every(({ request }) => isRead(request));
	const onFailure = context.continueOnFail() ? undefined : client.close;
	const sendRequest = sender(execution, items, client);
	const send: SendItem =
		journal === undefined
			? sendRequest
			: async (item) => await journal.run(item, async () => await sendRequest(item));
	const sendAll = reads ? sendReads : sendWrites;
	const failed = await sendAll(items, send, onResult, onFailure);
	if (failed !== undefined) {
		const { details, item } = failed;
		const target = targetOf(item, execution);
		throw requestError(context.getNode(), { ...details, target }, item.itemIndex);
	}
	if (context.getExecutionCancelSignal()?.aborted === true) {
		throw operationError(context.getNode(), {
			message: 'The execution was stopped.',
			description: `Requests in progress were aborted, and the rest were not sent.${reads ? ' Only reads were sent, so nothing was changed.' : ''}`,
			outcome: 'unknown',
			reason: 'stopped',
			attempts: 0,
		});
	}
}

function sender(execution: Execution, items: readonly PlannedItem[], client: Client): SendItem {
	const { wait } = execution.operation;
	if (wait !== undefined) {
		const waits = new Waits(execution, client, wait);
		return async (item) => await waits.resultOf(item);
	}
	const bodyOf = successBody(execution);
	const reads = new IdenticalReads(items.map(({ request }) => request));
	return async (item) => {
		const { itemIndex, request } = item;
		const isShared = reads.isShared(request);
		const result = await reads.resultOf(
			request,
			async () => await client.send(request, itemIndex, bodyOf),
		);
		return resultOf(execution, item, result, isShared);
	};
}

/** Sends identical reads once. Their items share one result, so none of them may change it. */
class IdenticalReads {
	/** How many items have yet to ask, and what they get, by path. */
	private readonly shared = new Map<
		string,
		{ left: number; result?: Promise<Result<JsonObject>> }
	>();

	constructor(requests: readonly HttpRequest[]) {
		// Beside a write nothing is shared: a read after it must see what it has changed.
		if (!requests.every(isRead)) return;
		const counts = new Map<string, number>();
		for (const { path } of requests) counts.set(path, (counts.get(path) ?? 0) + 1);
		for (const [path, left] of counts) if (left > 1) this.shared.set(path, { left });
	}

	/** Returns whether an item that has yet to ask shares its result with others. */
	isShared({ path }: HttpRequest): boolean {
		return this.shared.has(path);
	}

	/** Returns what `send` returns, where it is shared what it returned for the first of its path. */
	async resultOf(
		{ path }: HttpRequest,
		send: () => Promise<Result<JsonObject>>,
	): Promise<Result<JsonObject>> {
		const read = this.shared.get(path);
		if (read === undefined) return await send();
		read.result ??= send();
		read.left -= 1;
		// Nothing is kept for the rest of the execution.
		if (read.left === 0) this.shared.delete(path);
		return await read.result;
	}
}

/**
 * Sends reads side by side, as many at a time as the client allows.
 * Returns the first error, the other requests aborted, unless the execution continues on errors.
 */
async function sendReads(
	items: readonly PlannedItem[],
	send: SendItem,
	onResult: Sending['onResult'],
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
	onResult: Sending['onResult'],
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
