import { stoppedError } from '../errors/progress';
import type { AwaitingItem, Execution, InputItem } from '../executionState';
import { planItem } from './plan';
import { chainPlans } from './recordChains';
import type { Session } from './session';

/**
 * Reads in rounds until no plan needs another fact, and plans the items with the facts. If a read fails, only the items
 * that need it fail. Throws if the execution is stopped.
 */
export async function readNeeds(
	execution: Execution,
	items: readonly InputItem[],
	session: Session,
): Promise<InputItem[]> {
	let plannedItems = chainPlans(execution, items);
	while (plannedItems.some(({ state }) => state === 'awaiting')) {
		execution.progress.sent = 'reads';
		const planned = await Promise.all(
			plannedItems.map(async (item) =>
				item.state === 'awaiting' ? await readFacts(execution, item, session) : item,
			),
		);
		plannedItems = chainPlans(execution, planned);
	}
	if (session.client.signal.aborted) throw stoppedError(execution);
	return plannedItems;
}

/** Reads what the item's plan needs, and plans the item again. */
async function readFacts(
	execution: Execution,
	item: AwaitingItem,
	session: Session,
): Promise<InputItem> {
	let { facts, factReads } = item;
	for (const need of item.needs) {
		if (Object.hasOwn(facts, need.fact)) continue;
		const result = await session.read(need, item.itemIndex);
		if ('error' in result) return { ...item, state: 'unread', error: result.error };
		facts = { ...facts, [need.fact]: result.value };
		factReads = [...factReads, { need, ...result }];
	}
	return planItem(execution, { ...item, facts, factReads });
}
