import type { ErrorDetails } from '../errors/nodeErrors';
import { andMore, counted, notShown } from '../text';
import type { ItemRange, PlanDifference } from './planDifference';

const MOST_LINES = 20;
const MOST_NAMES = 5;

/** What the error about a plan that was not approved is made from. */
export interface DifferenceErrorContext {
	/** Undefined where only invalid items keep the run from being the approved one. */
	difference: PlanDifference | undefined;
	/** The numbers of items: in either plan, and sent by an earlier try. */
	counts: { approved: number; planned: number; sent: number };
	/** The index of each planned item, by its position in the plan. */
	itemIndexes: readonly number[];
	invalidIndexes: readonly number[];
	/** Returns what the item at a position does. */
	summaryAt: (position: number) => string;
}

/** The requests of a run are not those that were approved. */
export function differenceError(context: DifferenceErrorContext): ErrorDetails {
	const { difference, counts, invalidIndexes } = context;
	const { changed = [], missing = 0 } = difference ?? {};
	const names = [
		...changed.map((range) => rangeName(range, context)),
		...invalidIndexes.map((index) => `item ${String(index)}`),
	];
	const lines = [
		...(counts.approved === counts.planned ? [] : [countsText(counts)]),
		...changed.slice(0, MOST_LINES).map((range) => changeText(range, context)),
		...notShown(changed.length - MOST_LINES, 'difference'),
		...(missing > 0 ? [missingText(missing)] : []),
		...(difference !== undefined && changed.length === 0 && counts.approved === counts.planned
			? ['The items are the approved ones, in another order.']
			: []),
		...invalidIndexes.slice(0, MOST_LINES).map((index) => `Item ${String(index)} is invalid.`),
		...notShown(invalidIndexes.length - MOST_LINES, 'invalid item'),
	];
	return {
		message: `The requests differ from the approved plan${inNames(names)}.`,
		description: [
			sentText(counts.sent),
			...lines.map((line) => `• ${line}`),
			'Do a dry run and have the new plan approved.',
		].join('\n'),
		outcome: 'notSent',
		reason: 'planDiffers',
		attempts: 0,
	};
}

function inNames(names: readonly string[]): string {
	if (names.length === 0) return '';
	return ` in ${names.slice(0, MOST_NAMES).join(', ')}${andMore(names.length - MOST_NAMES)}`;
}

function rangeName({ from, to }: ItemRange, { itemIndexes }: DifferenceErrorContext): string {
	const [first, last] = [itemIndexes[from], itemIndexes[to]].map(String);
	return first === last ? `item ${String(first)}` : `items ${String(first)}–${String(last)}`;
}

function changeText(range: ItemRange, context: DifferenceErrorContext): string {
	const name = rangeName(range, context).replace('i', 'I');
	return range.from === range.to
		? `${name} is not in the approved plan: ${context.summaryAt(range.from)}.`
		: `${name}: at least one is not in the approved plan.`;
}

function countsText({ approved, planned }: DifferenceErrorContext['counts']): string {
	return `The approved plan has ${counted(approved, 'item')}, and this run has ${counted(planned, 'item')}.`;
}

function missingText(missing: number): string {
	return `${counted(missing, 'item')} of the approved plan ${missing === 1 ? 'is' : 'are'} missing.`;
}

function sentText(sent: number): string {
	if (sent === 0) return 'Nothing was sent.';
	return `Nothing more was sent: an earlier try sent ${counted(sent, 'item')}.`;
}
