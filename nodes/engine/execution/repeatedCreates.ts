import type { Execution, InputItem, PlannedItem } from '../executionState';
import type { Issue } from '../issue';
import { sentenceHint } from '../issue';
import { targetOf } from '../summary/summaries';
import { itemNumber } from '../text';
import { isDryRun } from '../options/requestOptions';

/** Warns if an item's create equals an earlier item's, because the API would create both. */
export function withRepeatHints(
	execution: Execution,
	items: readonly InputItem[],
): readonly InputItem[] {
	const { operation } = execution;
	const isCreate = operation.kind === 'change' && operation.texts?.createsSubject === true;
	// If a create is harmless to repeat, the API returns the existing record.
	if (!isCreate || operation.repeatable !== undefined) return items;
	const firstItems = new Map<string, { item: PlannedItem; hint?: Issue }>();
	return items.map((item) => {
		if (item.state !== 'planned') return item;
		const { path, body } = item.request;
		const key = JSON.stringify([isDryRun(item), path, body]);
		const earlier = firstItems.get(key);
		if (earlier === undefined) {
			firstItems.set(key, { item });
			return item;
		}
		// All repeats share a hint, because describing a request is slow.
		earlier.hint ??= repeatHint(earlier.item, execution);
		return { ...item, issues: [...item.issues, earlier.hint] };
	});
}

function repeatHint(earlierItem: PlannedItem, execution: Execution): Issue {
	const subject = targetOf(earlierItem, execution) ?? 'this';
	return sentenceHint(
		`Item ${itemNumber(earlierItem.itemIndex)} sends the same request, so this item creates ${subject} again. To create it only once, remove this item.`,
	);
}
