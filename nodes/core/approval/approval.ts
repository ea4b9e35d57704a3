import type { ErrorDetails } from '../errors/nodeErrors';
import { invalidInput } from '../errors/nodeErrors';
import type { Execution } from '../operation';
import { APPROVED_PLAN_LABEL, readItemOptions } from '../parameters/options';
import type { PlannedItem } from '../operation';
import type { InvalidItem } from '../plan';
import { differenceError } from './differenceError';
import { planDifference } from './planDifference';
import { parsePlan, planOf, requestHashes } from './runPlan';
import { summaryOf } from './summary';

const NO_PLAN = 'is not the plan of a dry run';
const WHERE_IT_IS =
	"Use plan.hash from the output of the dry run, such as {{ $('Dry Run').first().json.plan.hash }}.";

/**
 * Returns why the requests of a run may not be sent, or undefined where they are as approved, or need no approval.
 * The plan is over all requests of the run, also over the `sentCount` that an earlier try has sent.
 */
export function approvalError(
	execution: Execution,
	items: readonly PlannedItem[],
	invalid: readonly InvalidItem[],
	sentCount: number,
): ErrorDetails | undefined {
	const entered = new Set(
		items.map(({ parameters }) => readItemOptions(parameters['options']).approvedPlan),
	);
	const [text] = entered;
	if ([...entered].some((entry) => entry !== undefined && typeof entry !== 'string')) {
		return unusable(NO_PLAN, WHERE_IT_IS);
	}
	if (entered.size > 1) {
		return unusable('is not the same for all items', 'Enter one plan for the whole run.');
	}
	if (text === undefined) return undefined;
	if (text === '') {
		return unusable('is empty', `${WHERE_IT_IS} To send without approval, remove the option.`);
	}
	const approved = parsePlan(text);
	if (approved === undefined) return unusable(NO_PLAN, WHERE_IT_IS);
	const plan = planOf(requestHashes(items, execution));
	const difference = planDifference(approved, plan);
	const invalidIndexes = invalid.map(({ itemIndex }) => itemIndex);
	if (difference === undefined && invalidIndexes.length === 0) return undefined;
	return differenceError({
		difference,
		counts: { approved: approved.count, planned: plan.count, sent: sentCount },
		itemIndexes: items.map(({ itemIndex }) => itemIndex),
		invalidIndexes,
		summaryAt: (position) =>
			items
				.slice(position, position + 1)
				.map((item) => summaryOf(item, execution))
				.join(''),
	});
}

function unusable(problem: string, advice: string): ErrorDetails {
	return invalidInput({
		message: `${APPROVED_PLAN_LABEL} ${problem}.`,
		description: `Nothing was sent. ${advice}`,
	});
}
