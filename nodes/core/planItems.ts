import type {
	Issue,
	JsonObject,
	Operation,
	Parameters,
	PlanContext,
	PlannedRequest,
} from './operation';
import type { ItemParameters } from './readParameters';

/** One item that may be sent. */
export interface PlannedItem {
	itemIndex: number;
	parameters: Parameters;
	request: PlannedRequest;
}

/** One item that must not be sent, and why. */
export interface FaultyItem {
	itemIndex: number;
	issues: Issue[];
	/** What would have been sent: it may hold secrets that an issue quotes. */
	body?: JsonObject | undefined;
}

/** All items of one execution, in order within each list. */
export interface Plans {
	sound: PlannedItem[];
	faulty: FaultyItem[];
}

/** Plans every item's request and sends nothing. `readItem` gives one item's fields. */
export function planItems(
	operation: Pick<Operation, 'plan'>,
	context: PlanContext,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): Plans {
	const plans: Plans = { sound: [], faulty: [] };
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		const { parameters, issues: unread } = readItem(itemIndex);
		// A field that could not be read would only look empty to the plan.
		const plan = unread.length > 0 ? undefined : operation.plan(parameters, context);
		const issues = plan?.issues ?? unread;
		if (plan !== undefined && issues.length === 0) {
			plans.sound.push({ itemIndex, parameters, request: plan.request });
		} else {
			plans.faulty.push({ itemIndex, issues, body: plan?.request.body });
		}
	}
	return plans;
}
