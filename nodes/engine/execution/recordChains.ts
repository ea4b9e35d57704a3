import { errorDetails, invalidInput } from '../errors/nodeErrors';
import { describeIssues } from '../issues/issueTexts';
import type { JsonObject } from '../json';
import { stopsItem } from '../issue';
import { withoutAbsent, hashOf, isAbsent, isJsonObject, ownValue } from '../json';
import type { Execution, InputItem, PlannedItem, SentResult } from '../executionState';
import type { ErrorDetails } from '../errorDetails';
import type { HttpRequest } from '../request';
import { itemNumber } from '../text';
import { isDryRun, isPlanned, lacksFacts, planItem } from './plan';
import type { ReadFact, Session } from './session';

/** Older records are read again before they're replaced. */
const RECORD_AGE_MS = 30_000;

/**
 * A record's ID with its last known state, or the first item that failed to replace it. If the response didn't show the
 * whole record, `replaced` says what the change replaced, and by what.
 */
type Link = { id: unknown } & (
	{ record: unknown; readAt: number; replaced?: Replaced } | { failedItem: number }
);

interface Replaced {
	itemIndex: number;
	before: JsonObject;
	after: JsonObject;
}

/** Plans each item on the earlier item's result for the same record. Dry-run items and sent items form separate chains. */
export function chainPlans(execution: Execution, items: readonly InputItem[]): InputItem[] {
	const { idKey } = execution.api;
	const latest = new Map<string, { id: unknown; record: JsonObject }>();
	return items.map((item) => {
		const { base, readError, request } = item;
		if (base === undefined || request === undefined || readError) return item;
		const key = `${String(isDryRun(item))} ${linkKey(request)}`;
		const id = recordIdIn(base, idKey);
		const earlier = latest.get(key);
		const isSame = earlier !== undefined && earlier.id === id;
		const next = planOn(execution, item, isSame ? earlier.record : base);
		const isPlannedFully = !next.issues.some(stopsItem) && !lacksFacts(next);
		if (isPlannedFully && next.replaces?.after)
			latest.set(key, { id, record: next.replaces.after });
		return next;
	});
}

/** Ignores the case of IDs, as the APIs do. Each entry holds the record's own ID, in case an API doesn't. */
function linkKey({ path }: HttpRequest): string {
	return path.toLowerCase();
}

function recordIdIn(record: unknown, idKey: string): unknown {
	return isJsonObject(record) ? record[idKey] : undefined;
}

/** Plans an item again on a newer state of the record it replaces. */
function planOn(execution: Execution, item: InputItem, record: unknown): InputItem {
	const { facts, replaces } = item;
	if (replaces === undefined || facts[replaces.fact] === record) return item;
	return planItem(execution, { ...item, facts: { ...facts, [replaces.fact]: record } });
}

/**
 * Records that this run's requests replace. Each item builds on the previous response for the same record, so that
 * nobody else's change is overwritten.
 */
export class RecordChains {
	/** Keyed by the request's path, because a need's path may be a list's. */
	private readonly links = new Map<string, Link>();

	constructor(
		private readonly execution: Execution,
		private readonly session: Pick<Session, 'readNow'>,
	) {}

	/** The item planned on the latest record, or the reason why it can't be sent. */
	async next(item: PlannedItem): Promise<PlannedItem | { error: ErrorDetails }> {
		const { base, readAt, replaces } = item;
		if (replaces === undefined) return item;
		const link = this.linkOf(item);
		if (link !== undefined && 'failedItem' in link)
			return { error: earlierFailed(link.failedItem) };
		const current = await this.current(item, link ?? { record: base, readAt });
		if ('error' in current) return current;
		if (link === undefined) return item;
		const next = planOn(this.execution, item, current.value);
		if (isPlanned(next)) return next;
		const text = describeIssues([next], 1, this.execution, 'The item was not sent.');
		return { error: invalidInput(text) };
	}

	/** Stores the record from the response, or the item's failure. */
	add(item: PlannedItem, result: SentResult): void {
		const { base, facts, itemIndex, replaces, request } = item;
		if (replaces === undefined) return;
		const link = this.linkOf(item);
		if (link !== undefined && 'failedItem' in link) return;
		const { idKey } = this.execution.api;
		const [key, id] = [linkKey(request), recordIdIn(base, idKey)];
		if ('error' in result) {
			this.links.set(key, { id, failedItem: itemIndex });
			return;
		}
		const { payload } = result;
		// If the response lacks something sent, such as a list's row, the next item would clear it.
		const isWhole =
			isJsonObject(payload) &&
			isJsonObject(base) &&
			payload[idKey] === id &&
			includesAll(payload, request.body);
		const readAt = this.execution.clock.elapsed();
		const [before, { after }] = [facts[replaces.fact], replaces];
		const replaced = isJsonObject(before) && after && { itemIndex, before, after };
		const state = isWhole
			? { record: payload }
			: { record: undefined, ...(replaced && { replaced }) };
		this.links.set(key, { id, readAt, ...state });
	}

	/** A blocked item wasn't read, so its record's ID is unknown. */
	private linkOf({ base, request }: PlannedItem): Link | undefined {
		const link = this.links.get(linkKey(request));
		const isSame = link?.id === undefined || link.id === recordIdIn(base, this.execution.api.idKey);
		return isSame ? link : undefined;
	}

	/** Reads an old record again. An error if somebody has changed it. */
	private async current(
		{ itemIndex, needs = [], replaces }: PlannedItem,
		{ record, readAt, replaced }: { record: unknown; readAt: number; replaced?: Replaced },
	): Promise<ReadFact> {
		const need = needs.find(({ fact }) => fact === replaces?.fact);
		const isKnown = record !== undefined;
		const isOld = this.execution.clock.elapsed() - readAt > RECORD_AGE_MS;
		if (need === undefined || (isKnown && !isOld)) return { value: record, readAt };
		const readResult = await this.session.readNow(need, itemIndex);
		const isChanged =
			isKnown &&
			'value' in readResult &&
			!isSameRecord(record, readResult.value, replaces?.readOnly);
		if (isChanged) return { error: CHANGED };
		const isOutdated = replaced && 'value' in readResult && showsOld(readResult.value, replaced);
		return isOutdated ? { error: changeNotShown(replaced.itemIndex) } : readResult;
	}
}

const CHANGED = errorDetails(
	'recordChanged',
	'notSent',
	'Someone changed the record after the node read it.',
	"The item was not sent, so that it doesn't overwrite that change. To apply it to the current record, run the node again.",
);

function earlierFailed(failedItem: number): ErrorDetails {
	return errorDetails(
		'earlierFailed',
		'notSent',
		`Item ${itemNumber(failedItem)} changes the same record, and it failed.`,
		'This item depends on it, so it was not sent. Correct the other item, then run the node again.',
	);
}

function changeNotShown(itemIndex: number): ErrorDetails {
	return errorDetails(
		'unavailable',
		'notSent',
		`The API doesn't show the change of item ${itemNumber(itemIndex)} yet.`,
		"This item changes the same record. It was not sent, so that it doesn't undo that change. Run the node again for this item.",
	);
}

/** True if a record still has a value that an accepted change replaced. */
function showsOld(record: unknown, { before, after }: Replaced): boolean {
	const now = isJsonObject(record) ? record : {};
	return Object.entries(before).some(([name, value]) => {
		const [old, expected, shown] = [value, after[name], now[name]].map((each) => hashOf([each]));
		return old !== expected && shown === old;
	});
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

/** Ignores keys that only the API sets. */
function isSameRecord(before: unknown, now: unknown, readOnly?: readonly string[]): boolean {
	return hashOf(withoutAbsent(before, readOnly)) === hashOf(withoutAbsent(now, readOnly));
}
