import type {
	Execution,
	ItemResult,
	ItemResults,
	PlannedItem,
	SentResult,
	SendableItem,
} from '../executionState';
import type { ErrorDetails } from '../errorDetails';
import { withItemNumber, requestError } from '../errors/nodeErrors';
import { stoppedError } from '../errors/progress';
import type { Result } from '../http/client';
import { flawedFailure, isUnknownToApi } from '../http/response';
import type { SendPage } from '../http/pages';
import { readPages } from '../http/pages';
import { isRead } from '../request';
import type { JsonObject } from '../json';
import type { WriteJournal } from '../journal/writeJournal';
import { Preparations } from './preparations';
import { RecordChains } from './recordChains';
import type { Session } from './session';
import { pagedListOf } from './session';
import { resultOf } from '../output/output';
import { targetOf } from '../summary/summaries';
import { formatted } from '../text';
import { Waits } from '../wait/waits';

const ALREADY_DELETED =
	'The API found nothing left to delete. The earlier attempt, whose outcome was unknown, had deleted it.';

/**
 * Sends reads in parallel and changes one after another. If an item fails and the node stops on errors, aborts or holds
 * back all other items and throws a `NodeApiError`. If the execution is stopped, throws a `NodeOperationError`.
 */
export async function sendItems(
	execution: Execution,
	items: readonly SendableItem[],
	session: Session,
	journal: WriteJournal | undefined,
): Promise<ItemResults> {
	if (items.length === 0) return new Map();
	journal?.hintEarlierAttempts();
	const { context, progress } = execution;
	const sendRequest = requestSender(execution, session);
	const sendChange = changeSender(execution, session, journal, sendRequest);
	// Items with a preparation, such as a wake, run one after another, because all of them share the preparation.
	const isReading = items.every(
		({ request, preparation }) => isRead(request) && preparation === undefined,
	);
	if (items.some(({ request }) => isRead(request))) progress.sent = 'reads';
	const results: ItemResults = new Map();
	const failures: Array<{ item: SendableItem; error: ErrorDetails }> = [];
	const send = async (item: SendableItem): Promise<void> => {
		if (failures.length > 0) return;
		const isRequest = isReading && item.state === 'planned';
		const result = await (isRequest ? sendRequest(item, false) : sendChange(item));
		results.set(item, result);
		if (!('error' in result) || context.continueOnFail()) return;
		failures.push({ item, error: result.error });
		session.client.close();
	};
	if (isReading) await Promise.all(items.map(send));
	else for (const item of items) await send(item);
	const [failure] = failures;
	if (failure !== undefined) {
		const { item, error } = failure;
		const details = isReading ? error : withProgress(error, results.size - 1, items.length);
		const withTarget = { ...details, target: targetOf(item, execution) };
		const count = context.getInputData().length;
		throw requestError(context.getNode(), withItemNumber(withTarget, item.itemIndex, count));
	}
	if (context.getExecutionCancelSignal()?.aborted === true) throw stoppedError(execution);
	return results;
}

/** Sends an item's request, or runs its wait. Never throws. `isResend`: an earlier attempt may have made the change. */
type SendRequest = (item: PlannedItem, isResend: boolean) => Promise<SentResult>;

/**
 * Prepares and sends an item's change. Doesn't send an item that is settled. If the settled item failed, later items
 * for its record fail too.
 */
function changeSender(
	execution: Execution,
	session: Session,
	journal: WriteJournal | undefined,
	sendRequest: SendRequest,
): (item: SendableItem) => Promise<ItemResult> {
	const chains = new RecordChains(execution, session);
	const preparations = new Preparations(execution, session);
	return async (item) => {
		if (item.state === 'settled') {
			if ('error' in item.result) chains.remember(item, item.result);
			return item.result;
		}
		const unready = await preparations.prepare(item);
		const nextItem = unready === undefined ? await chains.onLatestRecord(item) : { error: unready };
		const result =
			'error' in nextItem
				? nextItem
				: await (journal?.recordAndSend(nextItem, sendRequest) ?? sendRequest(nextItem, false));
		chains.remember('error' in nextItem ? item : nextItem, result);
		return 'error' in result ? { error: preparations.withCommandText(item, result.error) } : result;
	};
}

function requestSender(execution: Execution, session: Session): SendRequest {
	const { api, operation, progress } = execution;
	if (operation.kind === 'wait') {
		const waits = new Waits(execution, session.client, operation.rule);
		return async (item) => await waits.waitFor(item);
	}
	return async (item, isResend) => {
		const { check, itemIndex, replaces } = item;
		const result = await sendAllPages(execution, item, async (page) => {
			if (!isRead(page)) progress.sent = 'changes';
			return await session.sendForItem(page, operation, itemIndex, check);
		});
		if (isResend && isAlreadyDeleted(result, item, execution)) {
			const { attempts } = result;
			const deleted = resultOf(execution, item, { kind: 'success', body: {}, attempts });
			return { ...deleted, hint: ALREADY_DELETED };
		}
		const itemResult = resultOf(execution, item, result);
		if (replaces === undefined || result.kind !== 'success') return itemResult;
		return { ...itemResult, payload: result.response.json?.[api.payloadKey] };
	};
}

/** A success without the expected list leaves the outcome unknown. */
async function sendAllPages(
	{ api, operation }: Execution,
	{ request, parameters }: PlannedItem,
	sendPage: SendPage,
): Promise<Result<JsonObject>> {
	const { payloadKey } = api;
	const list = pagedListOf(operation, parameters);
	const result = await readPages(request, list, payloadKey, sendPage);
	if (result.kind !== 'success') return result;
	if (operation.kind !== 'list') return result;
	const missingKey = operation.missingList?.(result.body[payloadKey], parameters);
	return missingKey === undefined ? result : flawedFailure(result, { missing: missingKey });
}

/** If a delete that may be sent twice finds no record, the first delete probably worked. */
function isAlreadyDeleted(
	result: Result<JsonObject>,
	{ request }: PlannedItem,
	{ api, operation }: Execution,
): boolean {
	const isRepeatable = operation.kind === 'change' && operation.repeatable === true;
	const isRepeated = request.method === 'DELETE' && isRepeatable;
	return isRepeated && result.kind !== 'success' && isUnknownToApi(result, api);
}

function withProgress(details: ErrorDetails, index: number, count: number): ErrorDetails {
	if (count === 1) return details;
	const after = count - index - 1;
	const following = after === 1 ? 'one after it was' : `${formatted(after)} after it were`;
	const unsent = after === 0 ? '' : `; the ${following} not sent`;
	const progress = `${formatted(index)} of ${formatted(count)} items succeeded before this one${unsent}.`;
	return { ...details, description: `${details.description} ${progress}` };
}
