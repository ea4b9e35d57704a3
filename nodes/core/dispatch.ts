import pLimit from 'p-limit';

import type { Outcome } from './delivery';
import type { Failure } from './failure';
import type { PlannedItem } from './planItems';

/** The failure of the item that ended the run. */
export interface RunFailure {
	failure: Failure;
	itemIndex: number;
}

/** How one item goes out, and what is done with each outcome as it comes. */
export interface Dispatch {
	/** Sends one item's request. Throws nothing. */
	deliver: (item: PlannedItem) => Promise<Outcome>;
	continueOnFail: boolean;
	/** Stops everything that is under way or waiting. */
	stop: () => void;
	onOutcome: (item: PlannedItem, outcome: Outcome) => void;
}

/**
 * Sends reads side by side, so many at a time.
 * Gives the first failure, the others stopped, unless the run goes on after errors.
 */
export async function dispatchReads(
	{ deliver, continueOnFail, stop, onOutcome }: Dispatch,
	items: PlannedItem[],
	maxConcurrency: number,
): Promise<RunFailure | undefined> {
	const limit = pLimit(maxConcurrency);
	const failures: RunFailure[] = [];
	const send = async (item: PlannedItem): Promise<void> => {
		if (failures.length > 0) return;
		const outcome = await deliver(item);
		if (!('failure' in outcome) || continueOnFail) {
			onOutcome(item, outcome);
			return;
		}
		failures.push({ failure: outcome.failure, itemIndex: item.itemIndex });
		stop();
	};
	await Promise.all(
		items.map(async (item) => {
			await limit(send, item);
		}),
	);
	return failures[0];
}

/**
 * Sends writes strictly one after another.
 * Gives the first failure, those behind it unsent, unless the run goes on after errors.
 */
export async function dispatchWrites(
	{ deliver, continueOnFail, onOutcome }: Dispatch,
	items: PlannedItem[],
): Promise<RunFailure | undefined> {
	for (const [place, item] of items.entries()) {
		const outcome = await deliver(item);
		if ('failure' in outcome && !continueOnFail) {
			const failure = withNeighbours(outcome.failure, place, items.length);
			return { failure, itemIndex: item.itemIndex };
		}
		onOutcome(item, outcome);
	}
	return undefined;
}

function withNeighbours(failure: Failure, place: number, count: number): Failure {
	if (count === 1) return failure;
	const behind = count - place - 1;
	const neighbours = `Of ${String(count)} items, ${String(place)} before this one ${were(place)} carried out, and ${String(behind)} behind it ${were(behind)} not sent.`;
	return { ...failure, description: `${failure.description} ${neighbours}` };
}

function were(count: number): string {
	return count === 1 ? 'was' : 'were';
}
