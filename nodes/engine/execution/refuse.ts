import { invalidInput, withItemNumber, operationError, requestError } from '../errors/nodeErrors';
import { safetyPromise } from '../errors/progress';
import type { ErrorDetails } from '../errorDetails';
import { describeIssues } from '../issues/issueTexts';
import type { Execution, InputItem, ItemResults } from '../executionState';
import { counted } from '../text';
import { isPlanned } from './plan';

/** Throws for invalid items, unless the node continues on errors. */
export function refuseInvalid(execution: Execution, items: readonly InputItem[]): void {
	const { context, progress } = execution;
	if (context.continueOnFail()) return;
	const invalid = items.filter((item) => !isPlanned(item));
	const count = context.getInputData().length;
	const invalidInputs = invalid.filter(({ readError }) => readError === undefined);
	const [first] = invalidInputs;
	if (first !== undefined) {
		const text = describeIssues(invalidInputs, count, execution, safetyPromise(progress));
		const isSingle = count > 1 && invalidInputs.length === 1;
		const item = isSingle ? { item: first.itemIndex + 1 } : {};
		const details = { ...invalidInput(text), ...item };
		throw operationError(context.getNode(), details);
	}
	const [unread, ...laterUnread] = invalid;
	if (unread?.readError === undefined) return;
	const error = withUnreadCount(unread.readError, laterUnread.length);
	throw requestError(context.getNode(), withItemNumber(error, unread.itemIndex, count));
}

/** Results for unsent items when the node continues on errors. */
export function refusedResults(execution: Execution, invalid: readonly InputItem[]): ItemResults {
	return new Map(
		invalid.map((item) => {
			const text = describeIssues([item], 1, execution, 'The item was not sent.');
			return [item, { error: item.readError ?? invalidInput(text) }];
		}),
	);
}

/** Adds the number of other failed reads. */
function withUnreadCount(error: ErrorDetails, unreadCount: number): ErrorDetails {
	if (unreadCount === 0) return error;
	const more = `${counted(unreadCount, 'more item')} couldn't be read either.`;
	return { ...error, description: `${error.description} ${more}` };
}
