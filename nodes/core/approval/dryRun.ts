import type { Execution } from '../operation';
import { jsonItems } from '../output';
import type { PlannedItem } from '../preflight';
import { requestHash, shownRequest } from '../shownRequest';
import { formatPlan, planOf, shortHash } from './runPlan';
import { summaryOf } from './summary';

/** Outputs planned requests in place of sending them, each with the plan that they make together. */
export function outputDryRun(
	execution: Pick<Execution, 'api' | 'credential' | 'operation' | 'redactorFor' | 'results'>,
	items: readonly PlannedItem[],
): void {
	const planned = items.map((item) => {
		const shown = shownRequest(item.request, execution);
		return { item, shown, requestHash: requestHash(shown) };
	});
	const hash = formatPlan(planOf(planned.map((entry) => entry.requestHash)));
	for (const { item, shown, requestHash: own } of planned) {
		const plan = { hash, itemHash: shortHash(own), summary: summaryOf(item, execution) };
		execution.results[item.itemIndex] = jsonItems(
			[{ dryRun: true, ...shown, plan }],
			item.itemIndex,
		);
	}
}
