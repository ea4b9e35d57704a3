import type { Failure } from './failure';
import type { Issue } from './operation';
import type { FaultyItem } from './planItems';

const HEADLINE_ISSUES = 1;

/** Tells of every fault in every faulty item. Nothing was sent. `count` is the number of all items. */
export function preflightFailure(
	faulty: FaultyItem[],
	count: number,
	maskOf: (item: FaultyItem) => (text: string) => string,
): Failure {
	const [first] = faulty;
	if (count === 1 && first?.issues.length === HEADLINE_ISSUES) {
		return { message: listed(first.issues, maskOf(first)), description: 'Nothing was sent.' };
	}
	const are = faulty.length === 1 ? 'cannot be sent as it is' : 'cannot be sent as they are';
	const lines = faulty.flatMap((item) => {
		const mask = maskOf(item);
		return item.issues.map((issue) => `Item ${String(item.itemIndex)}: ${sentence(issue, mask)}`);
	});
	return {
		message: `${String(faulty.length)} of ${String(count)} ${count === 1 ? 'item' : 'items'} ${are}; nothing was sent`,
		description: lines.join('\n'),
	};
}

/** Tells of the faults in one item, where the others run all the same. */
export function faultyItemFailure({ issues }: FaultyItem, mask: (text: string) => string): Failure {
	return { message: listed(issues, mask), description: 'The item was not sent.' };
}

function listed(issues: Issue[], mask: (text: string) => string): string {
	return issues.map((issue) => sentence(issue, mask)).join('\n');
}

function sentence({ field, message }: Issue, mask: (text: string) => string): string {
	return `${field} ${mask(message)}`;
}
