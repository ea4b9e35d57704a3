import { nameOfError } from '../errors/nodeErrors';
import type { Execution, InvalidItem, ItemHint, Parameters, Plan, PlannedItem } from '../operation';
import { jsonProblem } from '../issues/checks';
import { emptyExpressionIssue } from '../parameters/read';
import type { ItemParameters } from '../parameters/read';
import type { NameOf } from '../issues/issueTexts';
import { namesBy } from '../issues/issueTexts';
import type { Issue } from '../issue';

/** Plans every item's request, in order, and sends nothing. `readItem` returns one item's parameters. */
export function planItems(
	execution: Execution,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): { valid: PlannedItem[]; invalid: InvalidItem[]; hints: ItemHint[] } {
	const valid: PlannedItem[] = [];
	const invalid: InvalidItem[] = [];
	const planHints: ItemHint[] = [];
	const nameOf = namesBy(execution.operation);
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		const { parameters, issues: unread, empty } = readItem(itemIndex);
		// A field that could not be read would only look empty to the plan.
		const plan = unread.length > 0 ? { issues: unread } : guardedPlan(execution, parameters);
		const { request, issues, hints = [] } = plan;
		if (request !== undefined && issues.length === 0) {
			valid.push({ itemIndex, parameters, request });
			const texts = [...empty.map((path) => emptyHint(nameOf({ path }))), ...hints];
			planHints.push(...texts.map((text) => ({ itemIndex, text })));
		} else {
			const own = namedEmpty(issues, empty, nameOf);
			invalid.push({ itemIndex, issues: own, parameters, request });
		}
	}
	return { valid, invalid, hints: planHints };
}

/** The field can be empty; a hint still points out that its expression was meant to fill it. */
function emptyHint(label: string): string {
	return `${label} is empty: the expression returned nothing. Correct the expression if the field should have a value.`;
}

/** Returns the issues. One with a field that an expression left empty points that out, once for each field. */
function namedEmpty(issues: readonly Issue[], empty: readonly string[], nameOf: NameOf): Issue[] {
	// A parameter and the property that it fills share one label.
	const emptyNames = empty.map((path) => nameOf({ path }));
	const others = issues.filter((issue) => !emptyNames.includes(nameOf(issue)));
	const named = empty.filter((path) => issues.some((issue) => nameOf(issue) === nameOf({ path })));
	return [...named.map(emptyExpressionIssue), ...others];
}

/** Plans one item. A thrown error makes this item invalid, and no other. */
function guardedPlan(
	execution: Execution,
	parameters: Parameters,
): Pick<Plan, 'issues'> & Partial<Plan> {
	const { operation, log } = execution;
	try {
		const plan = operation.plan(parameters, execution);
		const problem = jsonProblem(plan.request.body);
		if (problem === undefined) return plan;
		const issue = { path: '', label: 'The request body', ...problem };
		return { ...plan, issues: [...plan.issues, issue] };
	} catch (error) {
		// It may quote any parameter.
		log.unexpected('planning an item', error, { method: 'POST', path: '', body: parameters });
		const issue = { code: 'unprocessable', error: nameOfError(error) } as const;
		return { issues: [{ path: '', label: 'The item', ...issue }] };
	}
}
