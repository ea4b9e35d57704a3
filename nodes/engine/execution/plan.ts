import { InvalidItem, ItemHint } from '../operation';
import { nameOfError } from '../errors/nodeErrors';
import type { HttpRequest, Execution, Plan, PlannedItem, ValidationIssue } from '../operation';
import { jsonProblem } from '../issues/checks';
import { gaveNothing } from '../parameters/read';
import type { ItemParameters } from '../parameters/read';
import type { NameOf } from '../issues/issueTexts';
import { namesBy } from '../issues/issueTexts';

/** All items of one execution, in order within each list. */
interface Plans {
	valid: PlannedItem[];
	invalid: InvalidItem[];
	hints: ItemHint[];
}

/** A plan, or only the reasons why there is none. */
type UncertainPlan = Pick<Plan, 'issues'> & Partial<Plan>;

/** Plans every item's request and sends nothing. `readItem` returns one item's parameters. */
export function planItems(
	execution: Execution,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): Plans {
	const plans: Plans = { valid: [], invalid: [], hints: [] };
	const nameOf = namesBy(execution.operation);
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		const { parameters, issues: unread, empty } = readItem(itemIndex);
		// A field that could not be read would only look empty to the plan.
		const plan = unread.length > 0 ? { issues: unread } : guardedPlan(execution, parameters);
		const { request, issues, hints = [] } = plan;
		if (request !== undefined && issues.length === 0) {
			plans.valid.push({ itemIndex, parameters, request });
			const texts = [...empty.map((path) => emptyHint(nameOf({ path }))), ...hints];
			plans.hints.push(...texts.map((text) => ({ itemIndex, text })));
		} else {
			const own = namedEmpty(issues, empty, nameOf);
			plans.invalid.push({ itemIndex, issues: own, parameters, request });
		}
	}
	return plans;
}

/** The field may be empty; a hint still points out that its expression was meant to fill it. */
function emptyHint(label: string): string {
	return `${label} is empty: the expression returned nothing. Correct the expression if the field should have a value.`;
}

/** Returns the issues. One with a field that an expression left empty points that out, once for each field. */
function namedEmpty(
	issues: readonly ValidationIssue[],
	empty: readonly string[],
	nameOf: NameOf,
): ValidationIssue[] {
	// A parameter and the property that it fills share one label.
	const emptyNames = empty.map((path) => nameOf({ path }));
	const others = issues.filter((issue) => !emptyNames.includes(nameOf(issue)));
	const named = empty.filter((path) => issues.some((issue) => nameOf(issue) === nameOf({ path })));
	return [...named.map(gaveNothing), ...others];
}

/** Plans one item. What its plan throws makes the item invalid, and no other. */
function guardedPlan(
	execution: Execution,
	parameters: ItemParameters['parameters'],
): UncertainPlan {
	const { operation, log } = execution;
	try {
		const plan = operation.plan(parameters, execution);
		return { ...plan, issues: [...plan.issues, ...jsonIssues(plan.request.body)] };
	} catch (error) {
		// It may quote any parameter.
		log.unexpected('planning an item', error, { method: 'POST', path: '', body: parameters });
		const issue = { code: 'unprocessable', error: nameOfError(error) } as const;
		return { issues: [{ path: '', label: 'The item', ...issue }] };
	}
}

/** Returns what keeps a body from being sent as JSON. */
function jsonIssues(body: HttpRequest['body']): ValidationIssue[] {
	const problem = jsonProblem(body);
	return problem === undefined ? [] : [{ path: '', label: 'The request body', ...problem }];
}
