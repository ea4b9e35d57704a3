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
import { RECORD } from '../operation';
import type { HttpRequest } from '../request';
import { itemNumber } from '../text';
import { isDryRun, planItem } from './plan';
import type { Session } from './session';

/** Older records are read again before they're replaced. */
const RECORD_AGE_MS = 30_000;

/** A record's last known state, or the first item that failed to replace it. */
type Link = KnownRecord | { failedItem: number };

interface KnownRecord {
	record: unknown;
	readAt: number;
	/** True if the API didn't show this state, because its response was partial. */
	isExpected?: boolean;
}

/** Plans each item on the earlier item's result for the same record. Dry-run items and sent items form separate chains. */
export function chainPlans(execution: Execution, items: readonly InputItem[]): InputItem[] {
	const latestRecords = new Map<string, JsonObject>();
	return items.map((item) => {
		const { replaces, request } = item;
		if (replaces === undefined || request === undefined) return item;
		const key = `${String(isDryRun(item))} ${linkKey(request)}`;
		const nextItem = planOn(execution, item, latestRecords.get(key) ?? readOfReplaced(item)?.value);
		const record = nextItem.state === 'planned' ? nextItem.replaces?.after : undefined;
		if (record) latestRecords.set(key, record);
		return nextItem;
	});
}

/** Ignores the case of IDs, as the APIs do. */
function linkKey({ path }: HttpRequest): string {
	return path.toLowerCase();
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

	/** The item planned on the latest record, or the reason why it can't be sent. */
	async planNext(item: PlannedItem): Promise<PlannedItem | { error: ErrorDetails }> {
		const read = readOfReplaced(item);
		if (read === undefined) return item;
		const link = this.links.get(linkKey(item.request));
		if (link !== undefined && 'failedItem' in link)
			return { error: earlierFailed(link.failedItem) };
		const current = await this.readCurrent(
			item,
			read.need,
			link ?? { ...read, record: read.value },
		);
		if ('error' in current) return current;
		if (link === undefined) return item;
		const nextItem = planOn(this.execution, item, current.value);
		if (nextItem.state === 'planned') return nextItem;
		const text = describeIssues([nextItem], 1, this.execution, "The item wasn't sent.");
		return { error: invalidInput(text) };
	}

	/** Stores the record after the request, or the item's failure. */
	add(item: SendableItem, result: SentResult): void {
		const { itemIndex, replaces, request } = item;
		const key = linkKey(request);
		const link = this.links.get(key);
		if (link !== undefined && 'failedItem' in link) return;
		if ('error' in result) this.links.set(key, { failedItem: itemIndex });
		if ('error' in result || replaces === undefined) return;
		const { payload } = result;
		const stored = readOfReplaced(item)?.value;
		const { idKey } = this.execution.api;
		const isWhole =
			isJsonObject(payload) &&
			isJsonObject(stored) &&
			payload[idKey] === stored[idKey] &&
			includesAll(payload, request.body);
		// If the response lacks something sent, such as a list's row, the next item would clear it.
		const record = isWhole ? payload : (replaces.after ?? stored);
		this.links.set(key, {
			record,
			readAt: this.execution.clock.elapsed(),
			isExpected: !isWhole,
		});
	}

	/** Reads an old record again. An error if somebody has changed it. */
	private async readCurrent(
		{ itemIndex, replaces }: PlannedItem,
		need: Need,
		{ record, readAt, isExpected = false }: KnownRecord,
	): Promise<{ value: unknown } | { error: ErrorDetails }> {
		const isOld = this.execution.clock.elapsed() - readAt > RECORD_AGE_MS;
		if (!isOld) return { value: record };
		const readResult = await this.session.readNow(need, itemIndex);
		if ('error' in readResult || isExpected) return readResult;
		const [before, now] = [record, readResult.value].map((read) =>
			withoutAbsent(read, replaces?.readOnly),
		);
		return isSameJson(before, now) ? readResult : { error: RECORD_CHANGED };
	}
}

const RECORD_CHANGED = errorDetails(
	'recordChanged',
	'notSent',
	'Someone changed the record after the node read it.',
	"The item wasn't sent, so that it doesn't overwrite that change. To apply it to the current record, retry the execution.",
);

function earlierFailed(failedItem: number): ErrorDetails {
	return errorDetails(
		'earlierFailed',
		'notSent',
		`Item ${itemNumber(failedItem)} changes the same record, and it failed.`,
		"This item wasn't sent, because it may depend on that change. Correct that item, then retry.",
	);
}

/** True if a response includes all that was sent. The API may have added keys. */
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
