import { errorDetails, invalidInput } from '../errors/nodeErrors';
import { describeIssues } from '../issues/issueTexts';
import { content, hashOf, isJsonObject } from '../json';
import type { Execution, Need, PlannedItem, SentResult } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { itemNumber } from '../text';
import { guardedPlan } from './plan';
import type { Known, Session } from './session';

/** A record that was read longer ago is read again before it is replaced. */
const MAX_AGE_MS = 30_000;

/** The last known state of a record, or the first item that failed to replace it. */
type Link = { record: unknown; readAt: number } | { failedItem: number };

/**
 * The records that the requests of one run replace. An item builds on the response to the one before on the same
 * record, and a record that somebody else has changed isn't overwritten.
 */
export class RecordChains {
	/** By the path of the requests: a list, from which some records are read, has many records. */
	private readonly links = new Map<string, Link>();

	constructor(
		private readonly execution: Execution,
		private readonly session: Pick<Session, 'readNow'>,
	) {}

	/** The item as it can be sent now, or why it can't. */
	async next(item: PlannedItem): Promise<PlannedItem | { error: ErrorDetails }> {
		const { base, request, readAt } = item;
		if (base === undefined) return item;
		const link = this.links.get(request.path);
		if (link !== undefined && 'failedItem' in link) return { error: unlinked(link.failedItem) };
		const latest = link ?? { record: base.record, readAt };
		const current = await this.current(item, base.need, latest);
		if ('error' in current) return current;
		return link === undefined ? item : this.plannedOn(item, base.need, current.value);
	}

	/** Remembers the record that an item's request has made, or that the item failed. */
	add({ base, itemIndex, request }: PlannedItem, result: SentResult): void {
		if (base === undefined) return;
		const { path } = request;
		const link = this.links.get(path);
		if (link !== undefined && 'failedItem' in link) return;
		if ('error' in result) {
			this.links.set(path, { failedItem: itemIndex });
			return;
		}
		const { payload } = result;
		const { record } = base;
		const { idKey } = this.execution.api;
		// A response that lacks what was sent, such as a row of a list, would make the next item clear it.
		const isWhole =
			isJsonObject(payload) &&
			isJsonObject(record) &&
			payload[idKey] === record[idKey] &&
			Object.keys(content(request.body)).every((name) => Object.hasOwn(payload, name));
		const readAt = this.execution.clock.elapsed();
		this.links.set(path, { record: isWhole ? payload : undefined, readAt });
	}

	/** The record as it is, as far as that is recent, or the error that somebody has changed it. */
	private async current(
		{ itemIndex }: PlannedItem,
		need: Need,
		latest: { record: unknown; readAt: number },
	): Promise<Known> {
		const { record, readAt } = latest;
		const isKnown = record !== undefined;
		const isOld = this.execution.clock.elapsed() - readAt > MAX_AGE_MS;
		if (isKnown && !isOld) return { value: record, readAt };
		const readResult = await this.session.readNow(need, itemIndex);
		const isChanged =
			isKnown && 'value' in readResult && !isUnchanged(record, readResult.value, need);
		return isChanged ? { error: CHANGED } : readResult;
	}

	private plannedOn(
		item: PlannedItem,
		{ fact }: Need,
		record: unknown,
	): PlannedItem | { error: ErrorDetails } {
		const { execution } = this;
		const facts = { ...item.facts, [fact]: record };
		const { issues, request, repeatable } = guardedPlan(execution, item.parameters, facts);
		if (request !== undefined && issues.length === 0) {
			return { ...item, facts, request, repeatable };
		}
		const text = describeIssues([{ ...item, issues }], 1, execution, 'The item was not sent.');
		return { error: invalidInput(text) };
	}
}

const CHANGED = errorDetails(
	'recordChanged',
	'notSent',
	'Somebody has changed the record since it was read.',
	'The item was not sent, so that it overwrites nothing unseen. Run the node again to apply it to the record as it is now.',
);

function unlinked(failedItem: number): ErrorDetails {
	return errorDetails(
		'earlierFailed',
		'notSent',
		`Item ${itemNumber(failedItem)} changes the same record, and it failed.`,
		'This item builds on it, so it was not sent. Correct the other item, then run the node again.',
	);
}

/** Compares two states of a record, without the keys that only the API sets. */
function isUnchanged(before: unknown, now: unknown, { readOnly = [] }: Need): boolean {
	return hashOf(content(before, readOnly)) === hashOf(content(now, readOnly));
}
