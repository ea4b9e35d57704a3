import { invalidInput, withItemNumber, operationError, requestError } from '../errors/nodeErrors';
import { safetyPromise } from '../errors/progress';
import { describeIssues } from '../issues/issueMessages';
import type { Execution, InputItem, ItemResults } from '../executionState';
import { counted } from '../text';

/** Throws if an item is invalid, unless the node continues on errors. */
export function refuseInvalid(execution: Execution, items: readonly InputItem[]): void {
	const { context, progress } = execution;
	if (context.continueOnFail()) return;
	const count = context.getInputData().length;
	const invalidInputs = items.filter(({ state }) => state === 'invalid');
	const [firstInvalid] = invalidInputs;
	if (firstInvalid !== undefined) {
		const text = describeIssues(invalidInputs, count, execution, safetyPromise(progress));
		const isSingle = count > 1 && invalidInputs.length === 1;
		const item = isSingle ? { item: firstInvalid.itemIndex + 1 } : {};
		const details = { ...invalidInput(text), ...item };
		throw operationError(context.getNode(), details);
	}
	const [unread, ...laterUnread] = items.filter((item) => item.state === 'unread');
	if (unread === undefined) return;
	const { error, itemIndex } = unread;
	const moreItems = counted(laterUnread.length, 'more item');
	const end = laterUnread.length === 0 ? '' : ` ${moreItems} couldn't be read either.`;
	const details = { ...error, description: error.description + end };
	throw requestError(context.getNode(), withItemNumber(details, itemIndex, count));
}

/** Results for items that weren't sent, if the node continues on errors. */
export function refusedResults(
	execution: Execution,
	invalidItems: readonly InputItem[],
): ItemResults {
	return new Map(
		invalidItems.map((item) => {
			const text = describeIssues([item], 1, execution, "The item wasn't sent.");
			return [item, { error: item.state === 'unread' ? item.error : invalidInput(text) }];
		}),
	);
}
