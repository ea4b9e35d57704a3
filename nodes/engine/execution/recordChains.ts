import { errorDetails, invalidInput } from '../errors/nodeErrors';
import { describeIssues } from '../issues/issueMessages';
import type { JsonObject } from '../json';
import { withoutAbsent, isAbsent, isJsonObject, ownValue } from '../json';
import { isSameJson } from '../crypto';
import type {
	Execution,
	InputItem,
	PlannedItem,
	SendableItem,
	SentResult,
} from '../executionState';
import { readOfReplaced } from '../executionState';
import type { ErrorDetails } from '../errorDetails';
import type { Need } from '../operation';
import { RECORD, storedRecord } from '../operation';
import { isDryRun } from '../options/requestOptions';
import { emptyToUndefined } from '../parameters/values';
import type { HttpRequest } from '../request';
import { objectBody } from '../request';
import { itemNumber } from '../text';
import { planItem } from './plan';
import type { RecordRead } from './recordCheck';
import { isOldRecord, RECORD_CHANGED, recordCheck } from './recordCheck';
import type { Session } from './session';

/**
 * What this run's last item left of a record: the record, or the number of the item that failed to replace it. If the
 * response showed only part of the record, `acceptedChange` is set.
 */
type Link = { id: unknown } & (ReplacedLink | { failedItem: number });

interface ReplacedLink {
	record: unknown;
	readAt: number;
	acceptedChange?: AcceptedChange;
}

interface AcceptedChange {
	itemIndex: number;
	before: JsonObject;
	after: JsonObject;
	/** The part that the response showed. The API may have stored a value differently. */
	shownPart: JsonObject;
}

/** Plans each item on the earlier item's result for the same record. Dry-run items and sent items form separate chains. */
export function chainPlans(execution: Execution, items: readonly InputItem[]): InputItem[] {
	const { idKey } = execution.api;
	const latestRecords = new Map<string, { id: unknown; record: JsonObject }>();
	return items.map((item) => {
		const { replaces, request } = item;
		if (replaces === undefined || request === undefined) return item;
		const stored = readOfReplaced(item)?.value;
		const key = `${String(isDryRun(item))} ${linkKey(request)}`;
		const id = recordIdIn(stored, idKey);
		const earlier = latestRecords.get(key);
		const isSame = earlier !== undefined && earlier.id === id;
		const nextItem = planOn(execution, item, isSame ? earlier.record : stored);
		const record = nextItem.state === 'planned' ? nextItem.replaces?.after : undefined;
		if (record) latestRecords.set(key, { id, record });
		return nextItem;
	});
}

/**
 * The same for all requests to a record, in any case of its ID. If an API distinguishes the case, the link's `id` tells
 * the records apart.
 */
function linkKey({ path }: HttpRequest): string {
	return path.toLowerCase();
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
	/** Keyed by the path of the request, because the need may read a list, which has another path. */
	private readonly links = new Map<string, Link>();

	constructor(
		private readonly execution: Execution,
		private readonly session: Pick<Session, 'readNow'>,
	) {}

	/**
	 * The item planned on the latest record, with a check of this record right before the item is sent. Or the reason why
	 * the item can't be sent.
	 */
	async planNext(item: PlannedItem): Promise<PlannedItem | { error: ErrorDetails }> {
		const storedRead = readOfReplaced(item);
		if (storedRead === undefined) return item;
		const link = this.linkOf(item);
		if (link !== undefined && 'failedItem' in link)
			return { error: earlierFailed(link.failedItem) };
		const { need } = storedRead;
		if (link === undefined) return this.withCheck(item, need, storedRead);
		const latest = await this.latestRecord(item, need, link);
		if ('error' in latest) return latest;
		const nextItem = planOn(this.execution, item, latest.value);
		if (nextItem.state !== 'planned') {
			const text = describeIssues([nextItem], 1, this.execution, "The item wasn't sent.");
			return { error: invalidInput(text) };
		}
		const { acceptedChange } = link;
		return acceptedChange && omitsPlanned(nextItem, item)
			? { error: changeNotShown(acceptedChange.itemIndex) }
			: this.withCheck(nextItem, need, latest);
	}

	private withCheck(item: PlannedItem, need: Need, read: RecordRead): PlannedItem {
		const { itemIndex, replaces } = item;
		const readAgain = async (waited: number) => await this.session.readNow(need, itemIndex, waited);
		const { clock } = this.execution;
		return { ...item, check: recordCheck(clock, read, readAgain, replaces?.readOnly) };
	}

	/** Stores the record from the response, or the item's failure. */
	add(item: SendableItem, result: SentResult): void {
		const { facts, itemIndex, replaces, request } = item;
		const link = this.linkOf(item);
		if (link !== undefined && 'failedItem' in link) return;
		const { idKey } = this.execution.api;
		const stored = readOfReplaced(item)?.value;
		const [key, id] = [linkKey(request), recordIdIn(stored, idKey)];
		if ('error' in result) this.links.set(key, { id, failedItem: itemIndex });
		if ('error' in result || replaces === undefined) return;
		const { payload } = result;
		// If the response lacks something that was sent, such as a row, the next item would clear it.
		const isWhole =
			isJsonObject(payload) &&
			isJsonObject(stored) &&
			payload[idKey] === id &&
			includesAll(payload, request.body);
		const readAt = this.execution.clock.elapsed();
		const [before, { after }] = [storedRecord(facts), replaces];
		const shownPart = isJsonObject(payload) ? payload : {};
		const acceptedChange = before && after && { itemIndex, before, after, shownPart };
		const state = isWhole
			? { record: payload }
			: { record: undefined, ...(acceptedChange && { acceptedChange }) };
		this.links.set(key, { id, readAt, ...state });
	}

	/** An item settled by an earlier attempt read no record, so its link has no ID and the path alone decides. */
	private linkOf(item: SendableItem): Link | undefined {
		const link = this.links.get(linkKey(item.request));
		const id = recordIdIn(readOfReplaced(item)?.value, this.execution.api.idKey);
		return link?.id === undefined || link.id === id ? link : undefined;
	}

	/** Reads a record that the last response didn't show whole. An error if the record contradicts the last change. */
	private async latestRecord(
		{ itemIndex, replaces }: PlannedItem,
		need: Need,
		{ record, readAt, acceptedChange }: ReplacedLink,
	): Promise<RecordRead | { error: ErrorDetails }> {
		if (record !== undefined) return { value: record, readAt };
		const latest = await this.session.readNow(need, itemIndex);
		if ('error' in latest || acceptedChange === undefined) return latest;
		const isOld = isOldRecord(this.execution.clock, readAt);
		const error = conflictWith(acceptedChange, latest.value, isOld, replaces?.readOnly);
		return error ? { error } : latest;
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

/**
 * Compares a record with an accepted change. An error if the record still shows what the change replaced, or no longer
 * shows what the change kept. Right after the change, any third value is the API's spelling of what was sent. Later,
 * somebody may have entered it.
 */
function conflictWith(
	{ itemIndex, before, after, shownPart }: AcceptedChange,
	record: unknown,
	isOld: boolean,
	readOnly?: readonly string[],
): ErrorDetails | undefined {
	const now = isJsonObject(record) ? record : {};
	const [old, expected] = [before, after].map((state) => withoutAbsent(state, readOnly));
	const names = Object.keys({ ...old, ...expected });
	const values = names.map((name) => ({
		// The API may never show a key that the change added.
		isShown: !isAbsent(before[name]),
		isKept: isSameJson([before[name]], [after[name]]),
		isOriginal: isSameJson([before[name]], [now[name]]),
		isExpected: [after, shownPart].some((state) => includesAll(now[name], state[name])),
	}));
	if (values.some(({ isShown, isKept, isOriginal }) => isShown && !isKept && isOriginal)) {
		return changeNotShown(itemIndex);
	}
	const isChanged = values.some(({ isKept, isOriginal, isExpected }) =>
		isKept ? !isOriginal : isOld && !isOriginal && !isExpected,
	);
	return isChanged ? RECORD_CHANGED : undefined;
}

/**
 * The previous item may have added a key that a plan on the current record lacks. Sending that plan would remove the
 * key.
 */
function omitsPlanned({ request }: PlannedItem, planned: PlannedItem): boolean {
	const body = objectBody(request);
	return Object.entries(objectBody(planned.request)).some(
		([name, value]) => emptyToUndefined(value) !== undefined && isAbsent(body[name]),
	);
}

/** The response may contain more than was sent, because the API adds keys. */
function includesAll(response: unknown, sent: unknown): boolean {
	if (Array.isArray(sent)) {
		return (
			Array.isArray(response) &&
			response.length === sent.length &&
			sent.every((row, index) => includesAll(response[index], row))
		);
	}
	if (!isJsonObject(sent)) return response === sent || isAbsent(sent);
	return (
		isJsonObject(response) &&
		Object.entries(sent).every(([name, value]) => includesAll(ownValue(response, name), value))
	);
}
