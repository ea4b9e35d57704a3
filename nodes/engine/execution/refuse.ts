import { inputError, invalidInput, requestError } from '../errors/nodeErrors';
import { unchanged } from '../errors/progress';
import type { ErrorDetails } from '../errorDetails';
import { CANT_BE_CLEARED } from '../issue';
import type { Issue } from '../issue';
import { describeIssues, namesBy } from '../issues/issueTexts';
import type { NameOf } from '../issues/issueTexts';
import type { Execution, InvalidItem, ItemHint, ItemResults, PlannedItem } from '../operation';
import { emptyExpressionIssue } from '../parameters/read';
import { counted } from '../text';
import type { Draft } from './plan';

/** Items that may be sent, with hints about them, and items that must not be. */
interface Sorted {
	valid: PlannedItem[];
	invalid: InvalidItem[];
	hints: ItemHint[];
}

/** Separates the items that may be sent from those that must not. Open ones can't be judged yet. */
export function sorted(execution: Execution, drafts: readonly Draft[]): Sorted {
	const nameOf = namesBy(execution.operation);
	const valid: PlannedItem[] = [];
	const invalid: InvalidItem[] = [];
	const hints: ItemHint[] = [];
	for (const { plan, empty, entered, error, isOpen, ...item } of drafts) {
		if (isOpen && error === undefined) continue;
		const { itemIndex, request } = item;
		const { issues, preparation, repeatable } = plan;
		if (request === undefined || entered === undefined || issues.length > 0 || error) {
			const allIssues = namedEmpty(issues, empty, nameOf);
			invalid.push({ ...item, issues: allIssues, ...(error && { error }) });
			continue;
		}
		valid.push({ ...item, request, entered, preparation, repeatable });
		const texts = [...empty.map((path) => emptyHint(nameOf({ path }))), ...(plan.hints ?? [])];
		hints.push(...texts.map((text) => ({ itemIndex, text })));
	}
	return { valid, invalid, hints };
}

/** The field can be empty; a hint still points out that its expression was meant to fill it. */
function emptyHint(label: string): string {
	return `${label} is empty: the expression returned nothing. Correct the expression if the field should have a value.`;
}

/** Replaces the issues of a field that an expression left empty by one that points that out, once for each field. */
function namedEmpty(issues: readonly Issue[], empty: readonly string[], nameOf: NameOf): Issue[] {
	// A parameter and the property that it fills share one label.
	const emptyNames = empty.map((path) => nameOf({ path }));
	// That a value can't be cleared says more.
	const isReplaced = ({ text }: Issue): boolean => !text.startsWith(CANT_BE_CLEARED);
	const otherIssues = issues.filter(
		(issue) => !isReplaced(issue) || !emptyNames.includes(nameOf(issue)),
	);
	const replacedPaths = empty.filter((path) =>
		issues.some((issue) => isReplaced(issue) && nameOf(issue) === nameOf({ path })),
	);
	return [...replacedPaths.map(emptyExpressionIssue), ...otherIssues];
}

/** Throws for items that must not be sent, unless the node continues on errors. */
export function refuse(execution: Execution, invalid: readonly InvalidItem[]): void {
	const { context, progress } = execution;
	if (context.continueOnFail()) return;
	const count = context.getInputData().length;
	const invalidInputs = invalid.filter(({ error }) => error === undefined);
	const [first] = invalidInputs;
	if (first !== undefined) {
		const details = describeIssues(invalidInputs, count, execution, unchanged(progress));
		// The texts count items from 1. With an index, n8n would add its own count, from 0.
		throw inputError(context.getNode(), details, count === 1 ? first.itemIndex : undefined);
	}
	const [unread, ...laterUnread] = invalid;
	if (unread?.error === undefined) return;
	const error = withOthers(unread.error, laterUnread.length);
	throw requestError(context.getNode(), error, unread.itemIndex);
}

/** The results of items that were not sent although the node continues on errors. */
export function refusedResults(execution: Execution, invalid: readonly InvalidItem[]): ItemResults {
	return new Map(
		invalid.map((item) => {
			const text = describeIssues([item], 1, execution, 'The item was not sent.');
			return [item, { error: item.error ?? invalidInput(text) }];
		}),
	);
}

/** Describes one of several failed reads. */
function withOthers(error: ErrorDetails, unreadCount: number): ErrorDetails {
	if (unreadCount === 0) return error;
	const more = `${counted(unreadCount, 'more item')} couldn't be read either.`;
	return { ...error, description: `${error.description} ${more}` };
}
