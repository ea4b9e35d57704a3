import type { Execution } from '../operation';
import type { ItemResult } from '../output';
import { jsonItems } from '../output';
import type { PlannedItem } from '../operation';
import { requestHash, shownRequest } from '../shownRequest';
import { formatPlan, planOf, shortHash } from './runPlan';
import { summaryOf } from './summary';

/** Outputs planned requests in place of sending them, each with the plan that they make together. */
export function outputDryRun(
	execution: Execution,
	items: readonly PlannedItem[],
	onResult: (item: PlannedItem, result: ItemResult) => void,
): void {
	const planned = items.map((item) => {
		const shown = shownRequest(item.request, execution);
		return { item, shown, requestHash: requestHash(shown) };
	});
	const hash = formatPlan(planOf(planned.map((entry) => entry.requestHash)));
	for (const { item, shown, requestHash: own } of planned) {
		const plan = { hash, itemHash: shortHash(own), summary: summaryOf(item, execution) };
		onResult(item, { items: jsonItems([{ dryRun: true, ...shown, plan }], item.itemIndex) });
	}
}
