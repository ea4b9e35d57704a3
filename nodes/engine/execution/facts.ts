import { stoppedError } from '../errors/progress';
import type { Execution, InputItem } from '../executionState';
import { lacksFacts, planItem } from './plan';
import { chainPlans } from './recordChains';
import type { Session } from './session';

/**
 * Reads in rounds until the items' plans need nothing more, and plans them with the facts. If a read fails, only its
 * items fail. Throws if the execution is stopped.
 */
export async function readNeeds(
	execution: Execution,
	items: readonly InputItem[],
	session: Session,
): Promise<InputItem[]> {
	let plannedItems = [...items];
	while (plannedItems.some(lacksFacts)) {
		execution.progress.sent = 'reads';
		const planned = await Promise.all(
			plannedItems.map(async (item) => {
				if (!lacksFacts(item)) return item;
				const informed = await readFacts(item, session);
				return informed.readError ? informed : planItem(execution, informed);
			}),
		);
		plannedItems = chainPlans(execution, planned);
	}
	if (session.client.signal.aborted) throw stoppedError(execution);
	return plannedItems;
}

async function readFacts(item: InputItem, session: Session): Promise<InputItem> {
	const { needs = [], replaces } = item;
	let informed = item;
	for (const need of needs) {
		if (Object.hasOwn(informed.facts, need.fact)) continue;
		const result = await session.read(need, item.itemIndex);
		if ('error' in result) return { ...informed, readError: result.error };
		const { value, readAt } = result;
		informed = {
			...informed,
			facts: { ...informed.facts, [need.fact]: value },
			readAt: Math.min(informed.readAt, readAt),
			...(need.fact === replaces?.fact && { base: value }),
		};
	}
	return informed;
}
