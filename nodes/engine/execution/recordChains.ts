import { errorDetails, invalidInput } from '../errors/nodeErrors';
import { describeIssues } from '../issues/issueTexts';
import { content, hashOf, isJsonObject } from '../json';
import type { ErrorDetails, Execution, Need, PlannedItem, SentResult } from '../operation';
import { itemNumber } from '../text';
import { readKey } from './identity';
import type { Known, Reads } from './needs';
import { guardedPlan } from './plan';

/** A record that was read longer ago is read again before it is replaced. */
const MAX_AGE_MS = 30_000;

/** The last known state of a record, or the item that failed to replace it. */
type Link = { record: unknown; readAt: number } | { failedItem: number };

/**
 * The records that the requests of one run replace. An item builds on the response to the one before on the same
 * record, and a record that somebody else has changed isn't overwritten.
 */
export class RecordChains {
	private readonly links = new Map<string, Link>();

	constructor(
		private readonly execution: Execution,
		private readonly reads: Pick<Reads, 'readNow'>,
	) {}

	/** Returns the item as it can be sent now, or why it can't. */
	async next(item: PlannedItem): Promise<PlannedItem | { error: ErrorDetails }> {
		const { base, itemIndex, readAt } = item;
		if (base === undefined) return item;
		const { need } = base;
		const link = this.links.get(readKey(need.request));
		if (link !== undefined && 'failedItem' in link) return { error: unlinked(link.failedItem) };
		const latest = link ?? { record: base.record, readAt };
		const isKnown = latest.record !== undefined;
		const isOld = this.execution.clock.elapsed() - latest.readAt > MAX_AGE_MS;
		const known: Known =
			isOld || !isKnown
				? await this.reads.readNow(need, itemIndex)
				: {
						value: latest.record,
						readAt: latest.readAt,
					};
		if ('error' in known) return known;
		if (isKnown && !isSame(latest.record, known.value, need)) return { error: CHANGED };
		return link === undefined ? item : this.plannedOn(item, need, known.value);
	}

	/** Remembers the record that a request has made, or that it failed. */
	add({ base, itemIndex }: PlannedItem, result: SentResult): void {
		if (base === undefined) return;
		const { need, record } = base;
		const { payload } = result;
		const isRecord =
			isJsonObject(payload) && isJsonObject(record) && payload['id'] === record['id'];
		const made = { record: isRecord ? payload : undefined, readAt: this.execution.clock.elapsed() };
		this.links.set(readKey(need.request), 'error' in result ? { failedItem: itemIndex } : made);
	}

	private plannedOn(
		item: PlannedItem,
		{ fact }: Need,
		record: unknown,
	): PlannedItem | { error: ErrorDetails } {
		const { execution } = this;
		const facts = { ...item.facts, [fact]: record };
		const { issues, request, repeatable } = guardedPlan(execution, item.parameters, facts);
		if (request !== undefined && issues.length === 0)
			return { ...item, facts, request, repeatable };
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
function isSame(one: unknown, other: unknown, { readOnly = [] }: Need): boolean {
	return hashOf(content(one, readOnly)) === hashOf(content(other, readOnly));
}
