import { errorDetails, invalidInput } from '../errors/nodeErrors';
import { describeIssues } from '../issues/issueMessages';
import type { JsonObject } from '../json';
import { includesAll, isJsonObject, isSameButAdditions } from '../json';
import { isSameJson } from '../crypto';
import type {
	Execution,
	InputItem,
	PlannedItem,
	SendableItem,
	SentResult,
} from '../executionState';
import { lastReadOfRecord } from '../executionState';
import type { ErrorDetails } from '../errorDetails';
import type { Need } from '../operation';
import { RECORD, currentRecord } from '../operation';
import { isDryRun, readItemOptions } from '../options/requestOptions';
import { OPTIONS } from '../parameterNames';
import { emptyToUndefined } from '../parameters/values';
import type { HttpRequest } from '../request';
import { objectBody } from '../request';
import { itemNumber } from '../text';
import { planItem } from './plan';
import type { RecordRead } from './recordCheck';
import { recordCheck } from './recordCheck';
import type { Session } from './session';

/** The run's latest item that changes a record. */
interface LatestChange {
	item: SendableItem;
	hasFailed: boolean;
	/** The record from the response. Undefined if the response lacks something that was sent. */
	record: RecordRead | undefined;
}

/**
 * Plans each item on the result of the previous item for the same record. Dry-run items and sent items form separate
 * chains.
 */
export function chainPlans(execution: Execution, items: readonly InputItem[]): InputItem[] {
	const { idKey } = execution.api;
	const latestRecords = new Map<string, JsonObject>();
	return items.map((item) => {
		const { replaces, request } = item;
		if (replaces === undefined || request === undefined || item.state === 'settled') return item;
		const stored = lastReadOfRecord(item)?.value;
		const key = `${String(isDryRun(item))} ${chainKey(request, stored, idKey)}`;
		const nextItem = planOn(execution, item, latestRecords.get(key) ?? stored);
		const record = nextItem.state === 'planned' ? nextItem.replaces?.expected : undefined;
		if (record) latestRecords.set(key, record);
		return nextItem;
	});
}

/**
 * Identifies a record by its request's path and the ID in the record. Paths ignore case, so the ID tells records apart
 * whose IDs differ only in case. The path of the read doesn't identify the record, because it may be the list's path.
 */
function chainKey({ path }: HttpRequest, record: unknown, idKey: string): string {
	return `${path.toLowerCase()} ${String(isJsonObject(record) ? record[idKey] : undefined)}`;
}

/** Plans an item again on a newer state of the record it replaces. */
function planOn(execution: Execution, item: InputItem, record: unknown): InputItem {
	const { facts } = item;
	if (facts[RECORD] === record) return item;
	return planItem(execution, { ...item, facts: { ...facts, [RECORD]: record } });
}

/**
 * Records that this run's requests replace. Each item builds on the previous response for the same record, so that
 * nobody else's change is overwritten.
 */
export class RecordChains {
	private readonly latestChanges = new Map<string, LatestChange>();

	constructor(
		private readonly execution: Execution,
		private readonly session: Pick<Session, 'readNow'>,
	) {}

	/**
	 * The item, planned on the latest record, with a check that runs right before it's sent. If the item can't be sent,
	 * the reason.
	 */
	async onLatestRecord(item: PlannedItem): Promise<PlannedItem | { error: ErrorDetails }> {
		const storedRead = lastReadOfRecord(item);
		if (storedRead === undefined) return item;
		const { need } = storedRead;
		const earlier = this.latestChangeOf(item);
		if (earlier === undefined) return this.withCheck(item, need, storedRead);
		const { itemIndex } = earlier.item;
		if (earlier.hasFailed) return { error: earlierFailed(itemIndex) };
		const latest = earlier.record ?? (await this.session.readNow(need, item.itemIndex));
		if ('error' in latest) return latest;
		const nextItem = planOn(this.execution, item, latest.value);
		if (nextItem.state !== 'planned') {
			const text = describeIssues([nextItem], 1, this.execution, "The item wasn't sent.");
			return { error: invalidInput(text) };
		}
		if (isUndoneBy(nextItem, earlier.item, item)) return { error: changeNotShown(itemIndex) };
		return differsFromApproved(nextItem, item)
			? { error: NOT_AS_APPROVED }
			: this.withCheck(nextItem, need, latest);
	}

	private withCheck(item: PlannedItem, need: Need, read: RecordRead): PlannedItem {
		const { itemIndex, replaces } = item;
		const readAgain = async (waited: number) => await this.session.readNow(need, itemIndex, waited);
		const { clock } = this.execution;
		return { ...item, check: recordCheck(clock, read, readAgain, replaces?.readOnly) };
	}

	/** Stores the item, with the record from its response. */
	remember(item: SendableItem, result: SentResult): void {
		const hasFailed = 'error' in result;
		if (this.latestChangeOf(item)?.hasFailed === true) return;
		if (!hasFailed && item.replaces === undefined) return;
		const { api, clock } = this.execution;
		const { payload } = result;
		const stored = lastReadOfRecord(item)?.value;
		// If the response lacks something that was sent, such as a row, the next item would delete it.
		const showsAllSent =
			isJsonObject(payload) &&
			isJsonObject(stored) &&
			payload[api.idKey] === stored[api.idKey] &&
			includesAll(payload, item.request.body);
		const record = showsAllSent ? { value: payload, readAt: clock.elapsed() } : undefined;
		const key = chainKey(item.request, stored, api.idKey);
		this.latestChanges.set(key, { item, hasFailed, record });
	}

	/**
	 * An item that an earlier attempt settled hasn't read its record, so its key has no ID. Stores only its failure. A
	 * failure counts even if an earlier item succeeded.
	 */
	private latestChangeOf(item: SendableItem): LatestChange | undefined {
		const keyWith = (record: unknown) => chainKey(item.request, record, this.execution.api.idKey);
		const withoutId = this.latestChanges.get(keyWith(undefined));
		return withoutId ?? this.latestChanges.get(keyWith(lastReadOfRecord(item)?.value));
	}
}

function earlierFailed(failedItem: number): ErrorDetails {
	return errorDetails(
		'earlierFailed',
		'notSent',
		`Item ${itemNumber(failedItem)} changes the same record, and it failed.`,
		`This item may depend on item ${itemNumber(failedItem)}, so it wasn't sent. Correct item ${itemNumber(failedItem)}, then retry.`,
	);
}

function changeNotShown(itemIndex: number): ErrorDetails {
	return errorDetails(
		'unavailable',
		'notSent',
		`The API doesn't show item ${itemNumber(itemIndex)}'s change yet.`,
		`This item changes the same record, and sending it could undo item ${itemNumber(itemIndex)}'s change. It wasn't sent. To send it, retry the execution.`,
	);
}

const NOT_AS_APPROVED = errorDetails(
	'planDiffers',
	'notSent',
	'Someone changed the record after the plan was approved.',
	"The item wasn't sent, because its request differs from the approved plan now. Do a new dry run, and have the new plan approved.",
);

/**
 * True if sending the item would undo the previous item's change, because the record it was planned on doesn't show
 * that change yet. `expectedItem` is the item planned on the changed record.
 */
function isUndoneBy(
	{ facts, request }: PlannedItem,
	earlier: SendableItem,
	expectedItem: PlannedItem,
): boolean {
	const [before = {}, record = {}] = [earlier.facts, facts].map(currentRecord);
	const expected = earlier.replaces?.expected ?? {};
	const [body, expectedBody] = [objectBody(request), objectBody(expectedItem.request)];
	return Object.keys({ ...before, ...expected }).some(
		(name) =>
			!isSameJson(before[name], expected[name]) &&
			isSameJson(before[name], record[name]) &&
			!isSameJson(emptyToUndefined(body[name]), emptyToUndefined(expectedBody[name])),
	);
}

/**
 * The API may have added something to the record, such as a row's ID. Any other difference means that the request
 * wasn't approved.
 */
function differsFromApproved({ request }: PlannedItem, approved: PlannedItem): boolean {
	const { approvedPlan } = readItemOptions(approved.parameters[OPTIONS]);
	if (approvedPlan === undefined) return false;
	return !isSameButAdditions(objectBody(request), objectBody(approved.request));
}
