import type { Execution, PlannedItem } from '../executionState';
import type { Issue } from '../issue';
import { sentenceHint } from '../issue';
import { targetOf } from '../summary/summaries';
import { itemNumber } from '../text';

/** Warns about each item that creates the same as an earlier item, because the API would create both. */
export function withRepeatHints(
	execution: Execution,
	items: readonly PlannedItem[],
): readonly PlannedItem[] {
	const { operation } = execution;
	const isCreate = operation.kind === 'change' && operation.texts?.isNew === true;
	// A create that is harmless to repeat returns the existing record.
	if (!isCreate || operation.repeatable !== undefined) return items;
	const firstItems = new Map<string, { item: PlannedItem; hint?: Issue }>();
	return items.map((item) => {
		const { path, body } = item.request;
		const key = JSON.stringify([path, body]);
		const first = firstItems.get(key);
		if (first === undefined) {
			firstItems.set(key, { item });
			return item;
		}
		// Once for all repeats, because describing a request takes longer than comparing it.
		first.hint ??= repeatHint(first.item, execution);
		return { ...item, issues: [...item.issues, first.hint] };
	});
}

function repeatHint(first: PlannedItem, execution: Execution): Issue {
	const subject = targetOf(first, execution) ?? 'this';
	return sentenceHint(
		`Item ${itemNumber(first.itemIndex)} sends the same request, so this item creates ${subject} again. To create it only once, remove this item.`,
	);
}
