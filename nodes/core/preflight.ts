import type { ErrorText } from './errors/nodeErrors';
import type {
	Operation,
	Parameters,
	PlanContext,
	PlannedRequest,
	ValidationIssue,
} from './operation';
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

/** All items of one execution, in order within each list. */
export interface Plans {
	valid: PlannedItem[];
	invalid: InvalidItem[];
}

/** Plans every item's request and sends nothing. `readItem` returns one item's parameters. */
export function planItems(
	operation: Pick<Operation, 'plan'>,
	context: PlanContext,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): Plans {
	const plans: Plans = { valid: [], invalid: [] };
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		const { parameters, issues: unread } = readItem(itemIndex);
		// A field that could not be read would only look empty to the plan.
		const plan = unread.length > 0 ? undefined : operation.plan(parameters, context);
		const issues = plan?.issues ?? unread;
		if (plan !== undefined && issues.length === 0) {
			plans.valid.push({ itemIndex, parameters, request: plan.request });
		} else {
			plans.invalid.push({ itemIndex, issues, request: plan?.request });
		}
	}
	return plans;
}

/** Describes every issue of every invalid item. Nothing was sent. `count` is the number of all items. */
export function preflightError(
	invalid: InvalidItem[],
	count: number,
	redactorFor: (request: PlannedRequest | undefined) => (text: string) => string,
): ErrorText {
	const [first] = invalid;
	if (count === 1 && first?.issues.length === 1) {
		return {
			message: listed(first.issues, redactorFor(first.request)),
			description: 'Nothing was sent.',
		};
	}
	const are = invalid.length === 1 ? 'cannot be sent as it is' : 'cannot be sent as they are';
	const lines = invalid.flatMap((item) => {
		const redact = redactorFor(item.request);
		return item.issues.map((issue) => `Item ${String(item.itemIndex)}: ${sentence(issue, redact)}`);
	});
	return {
		message: `${String(invalid.length)} of ${String(count)} ${count === 1 ? 'item' : 'items'} ${are}; nothing was sent`,
		description: lines.join('\n'),
	};
}

/** Describes the issues of one item, where the others run all the same. */
export function invalidItemError(
	{ issues }: InvalidItem,
	redact: (text: string) => string,
): ErrorText {
	return { message: listed(issues, redact), description: 'The item was not sent.' };
}

function listed(issues: ValidationIssue[], redact: (text: string) => string): string {
	return issues.map((issue) => sentence(issue, redact)).join('\n');
}

function sentence({ field, message }: ValidationIssue, redact: (text: string) => string): string {
	return `${field} ${redact(message)}`;
}
