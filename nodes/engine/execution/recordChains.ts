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

/** A record after the run's latest item for it, or the item that failed to replace it. Items count from 0. */
type LatestRecord = ReplacedRecord | { failedItem: number };

interface ReplacedRecord {
	itemIndex: number;
	before: JsonObject | undefined;
	/** The record as the item should have left it. */
	expected: JsonObject | undefined;
	/** The record from the response. Undefined if the response didn't show all that was sent. */
	latest: RecordRead | undefined;
}

/** Plans each item on the earlier item's result for the same record. Dry-run items and sent items form separate chains. */
export function chainPlans(execution: Execution, items: readonly InputItem[]): InputItem[] {
	const { idKey } = execution.api;
	const latestRecords = new Map<string, JsonObject>();
	return items.map((item) => {
		const { replaces, request } = item;
		if (replaces === undefined || request === undefined || item.state === 'settled') return item;
		const stored = lastReadOfRecord(item)?.value;
		const key = `${String(isDryRun(item))} ${chainKey(request, recordIdIn(stored, idKey))}`;
		const nextItem = planOn(execution, item, latestRecords.get(key) ?? stored);
		const record = nextItem.state === 'planned' ? nextItem.replaces?.expected : undefined;
		if (record) latestRecords.set(key, record);
		return nextItem;
	});
}

/**
 * Identifies a record by its request's path and by the ID in the record. The path ignores case, and the ID covers APIs
 * that don't. The path of the read doesn't help, because it may be a list's.
 */
function chainKey({ path }: HttpRequest, id: unknown): string {
	return `${path.toLowerCase()} ${String(id)}`;
}

function recordIdIn(record: unknown, idKey: string): unknown {
	return isJsonObject(record) ? record[idKey] : undefined;
}

/** Plans an item again on a newer state of the record it replaces. */
function planOn(execution: Execution, item: InputItem, record: unknown): InputItem {
	const { facts, replaces } = item;
	if (replaces === undefined || facts[RECORD] === record) return item;
	return planItem(execution, { ...item, facts: { ...facts, [RECORD]: record } });
}

/**
 * Records that this run's requests replace. Each item builds on the previous response for the same record, so that
 * nobody else's change is overwritten.
 */
export class RecordChains {
	private readonly latestRecords = new Map<string, LatestRecord>();

	constructor(
		private readonly execution: Execution,
		private readonly session: Pick<Session, 'readNow'>,
	) {}

	/**
	 * The item planned on the latest record, with a check of this record right before the item is sent. Or the reason why
	 * the item can't be sent.
	 */
	async onLatestRecord(item: PlannedItem): Promise<PlannedItem | { error: ErrorDetails }> {
		const storedRead = lastReadOfRecord(item);
		if (storedRead === undefined) return item;
		const earlier = this.latestRecordOf(item);
		if (earlier !== undefined && 'failedItem' in earlier)
			return { error: earlierFailed(earlier.failedItem) };
		const { need } = storedRead;
		if (earlier === undefined) return this.withCheck(item, need, storedRead);
		const latest = earlier.latest ?? (await this.session.readNow(need, item.itemIndex));
		if ('error' in latest) return latest;
		const nextItem = planOn(this.execution, item, latest.value);
		if (nextItem.state !== 'planned') {
			const text = describeIssues([nextItem], 1, this.execution, "The item wasn't sent.");
			return { error: invalidInput(text) };
		}
		if (isUndoneBy(nextItem, earlier, item)) return { error: changeNotShown(earlier.itemIndex) };
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

	/** Stores the record from the response, or the item's failure. */
	remember(item: SendableItem, result: SentResult): void {
		const { facts, itemIndex, replaces, request } = item;
		const earlier = this.latestRecordOf(item);
		if (earlier !== undefined && 'failedItem' in earlier) return;
		const { idKey } = this.execution.api;
		const stored = lastReadOfRecord(item)?.value;
		const id = recordIdIn(stored, idKey);
		const key = chainKey(request, id);
		if ('error' in result) this.latestRecords.set(key, { failedItem: itemIndex });
		if ('error' in result || replaces === undefined) return;
		const { payload } = result;
		// If the response lacks something that was sent, such as a row, the next item would clear it.
		const showsAllSent =
			isJsonObject(payload) &&
			isJsonObject(stored) &&
			payload[idKey] === id &&
			includesAll(payload, request.body);
		const readAt = this.execution.clock.elapsed();
		const latest = showsAllSent ? { value: payload, readAt } : undefined;
		const [before, { expected }] = [currentRecord(facts), replaces];
		this.latestRecords.set(key, { itemIndex, before, expected, latest });
	}

	/**
	 * An item that an earlier attempt settled hasn't read its record, so its key has no ID. Only its failure is stored,
	 * which counts although an item before it succeeded.
	 */
	private latestRecordOf(item: SendableItem): LatestRecord | undefined {
		const id = recordIdIn(lastReadOfRecord(item)?.value, this.execution.api.idKey);
		const withoutId = this.latestRecords.get(chainKey(item.request, undefined));
		return withoutId ?? this.latestRecords.get(chainKey(item.request, id));
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
 * True if sending the item would undo the earlier item's change, because the record that it was planned on doesn't show
 * that change yet. `expectedItem` is the same item, planned on the changed record.
 */
function isUndoneBy(
	{ facts, request }: PlannedItem,
	{ before = {}, expected = {} }: ReplacedRecord,
	expectedItem: PlannedItem,
): boolean {
	const record = currentRecord(facts) ?? {};
	const [body, expectedBody] = [objectBody(request), objectBody(expectedItem.request)];
	return Object.keys({ ...before, ...expected }).some(
		(name) =>
			!isSameJson(before[name], expected[name]) &&
			isSameJson(before[name], record[name]) &&
			!isSameJson(emptyToUndefined(body[name]), emptyToUndefined(expectedBody[name])),
	);
}

/** The API may have added to the record, such as a row's ID. Anything else in the request wasn't approved. */
function differsFromApproved({ request }: PlannedItem, approved: PlannedItem): boolean {
	const { approvedPlan } = readItemOptions(approved.parameters[OPTIONS]);
	if (approvedPlan === undefined) return false;
	return !isSameButAdditions(objectBody(request), objectBody(approved.request));
}
