import type { JsonObject } from './json';
import { jsonProblem } from './json';
import type {
	Operation,
	Parameters,
	Plan,
	PlanContext,
	PlannedRequest,
	ValidationIssue,
} from './operation';
import { gaveNothing } from './parameters/emptyExpressions';
import type { ItemParameters } from './parameters/read';

/** One item that may be sent. */
export interface PlannedItem {
	itemIndex: number;
	parameters: Parameters;
	request: PlannedRequest;
}

/** One item that must not be sent, and why. */
export interface InvalidItem {
	itemIndex: number;
	issues: ValidationIssue[];
	/** What would have been sent: it may hold secrets that an issue quotes. */
	request?: PlannedRequest | undefined;
}

/** One hint about an item that may be sent. */
export interface ItemHint {
	itemIndex: number;
	text: string;
}

/** All items of one execution, in order within each list. */
export interface Plans {
	valid: PlannedItem[];
	invalid: InvalidItem[];
	hints: ItemHint[];
}

/** A plan, or only the reasons why there is none. */
type UncertainPlan = Pick<Plan, 'issues'> & Partial<Plan>;

/** Plans every item's request and sends nothing. `readItem` returns one item's parameters. */
export function planItems(
	operation: Pick<Operation, 'plan'>,
	context: PlanContext,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): Plans {
	const plans: Plans = { valid: [], invalid: [], hints: [] };
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		const { parameters, issues: unread, empty } = readItem(itemIndex);
		// A field that could not be read would only look empty to the plan.
		const plan =
			unread.length > 0 ? { issues: unread } : guardedPlan(operation, parameters, context);
		const { request, issues, hints = [] } = plan;
		if (request !== undefined && issues.length === 0) {
			plans.valid.push({ itemIndex, parameters, request });
			const texts = [...empty.map(emptyHint), ...hints];
			plans.hints.push(...texts.map((text) => ({ itemIndex, text })));
		} else {
			plans.invalid.push({ itemIndex, issues: namedEmpty(issues, empty), request });
		}
	}
	return plans;
}

/** The field may be left empty; that its expression meant to fill it is told all the same. */
function emptyHint(label: string): string {
	return `${label} is empty: the expression gave nothing. Correct the expression if the field should have a value.`;
}

/** Returns the issues, of which those with fields that an expression left empty say so, once for each field. */
function namedEmpty(
	issues: readonly ValidationIssue[],
	empty: readonly string[],
): ValidationIssue[] {
	const others = issues.filter(({ field }) => !empty.includes(field));
	const named = empty.filter((label) => issues.some(({ field }) => field === label));
	return [...named.map(gaveNothing), ...others];
}

/** Plans one item. A value that the plan cannot process makes this item invalid, and no other. */
function guardedPlan(
	operation: Pick<Operation, 'plan'>,
	parameters: Parameters,
	context: PlanContext,
): UncertainPlan {
	try {
		const plan = operation.plan(parameters, context);
		return { ...plan, issues: [...plan.issues, ...jsonIssues(plan.request.body)] };
	} catch {
		const message =
			'holds a value that cannot be processed, such as an object in place of a text. Check its expressions.';
		return { issues: [{ field: 'The item', message }] };
	}
}

/** Returns what keeps a body from being sent as JSON. */
function jsonIssues(body: JsonObject | undefined): ValidationIssue[] {
	const message = jsonProblem(body);
	return message === undefined ? [] : [{ field: 'The request body', message }];
}
