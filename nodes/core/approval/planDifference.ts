import type { RunPlan } from './runPlan';
import { blockSize } from './runPlan';

/** Consecutive items of a run, by their positions in its plan. */
export interface ItemRange {
	from: number;
	to: number;
}

/** How the plan of a run differs from the approved one. */
export interface PlanDifference {
	/** The items that are not in the approved plan. In long plans: blocks, in each of which at least one is not. */
	changed: ItemRange[];
	/** How many items of the approved plan are not in this run, as far as the plans tell. */
	missing: number;
}

/** Compares two plans. Returns undefined where they are the same; no item changed and none missing: the order differs. */
export function planDifference(approved: RunPlan, plan: RunPlan): PlanDifference | undefined {
	if (approved.hash === plan.hash) return undefined;
	if (blockSize(approved.count) === 1 && blockSize(plan.count) === 1) {
		return itemDifference(approved, plan);
	}
	const missing = Math.max(0, approved.count - plan.count);
	if (approved.count !== plan.count) return { changed: [], missing };
	const size = blockSize(plan.count);
	const changed = plan.shortHashes.flatMap((hash, index) =>
		hash === approved.shortHashes[index]
			? []
			: [{ from: index * size, to: Math.min(plan.count, (index + 1) * size) - 1 }],
	);
	return { changed, missing };
}

/** An item counts as approved wherever it stands in the plan, once for each time that it was approved. */
function itemDifference(approved: RunPlan, plan: RunPlan): PlanDifference {
	const left = [...approved.shortHashes];
	const changed = plan.shortHashes.flatMap((hash, position) => {
		const index = left.indexOf(hash);
		if (index < 0) return [{ from: position, to: position }];
		left.splice(index, 1);
		return [];
	});
	return { changed, missing: left.length };
}
