import type { INode, NodeOperationError } from 'n8n-workflow';

import type { ErrorText } from '../errors/nodeErrors';
import { inputError } from '../errors/nodeErrors';
import type { Execution } from '../operation';
import type { InvalidItem, ItemHint } from '../execution/plan';
import { andMore, counted, formatted, itemNumber, notShown, shortened } from '../text';
import type { Form } from './fieldLabels';
import { namesBy } from './fieldLabels';
import type { ValidationIssue } from './issue';
import { firstSentenceOf, sentenceOf } from './issue';

const MAX_LINES = 10;
const MAX_RANGES = 10;
const MAX_LINE_LENGTH = 500;

/** What applies to some items, in order, each time with the same text. */
interface Group<T> {
	first: T;
	items: number[];
}

/** Makes n8n's error for issues with what all items have in common, or with what is read outside of an execution. */
export function issuesError(
	node: INode,
	issues: readonly ValidationIssue[],
	form: Form,
	itemIndex?: number,
): NodeOperationError {
	const nameOf = namesBy(form);
	const message = issues.map((issue) => `${nameOf(issue)} ${sentenceOf(issue)}`).join(' ');
	return inputError(node, { message, description: 'Nothing was sent.' }, itemIndex);
}

/** Returns the hints of all items, each text once with the items that it applies to, up to ten. */
export function hintTexts(hints: readonly ItemHint[], count: number): string[] {
	const groups = grouped(hints, ({ text }) => text);
	// How many are left is a hint as well.
	const most = groups.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
	return lines(groups, { count, thing: 'hint', most }, ({ text }) => text);
}

/**
 * Describes the issues of invalid items; `outcome` describes what was not sent: the first issue in the message,
 * and each issue once in the description, up to ten. `count` is the number of all items, valid ones included.
 */
export function describeIssues(
	invalid: readonly InvalidItem[],
	count: number,
	{ operation, redactorFor }: Pick<Execution, 'redactorFor'> & { operation: Form },
	outcome: string,
): ErrorText {
	const nameOf = namesBy(operation);
	const issues = invalid.flatMap(({ itemIndex, issues: own, request }) =>
		own.map((issue) => ({ itemIndex, issue, request })),
	);
	const groups = grouped(issues, ({ issue }) => `${nameOf(issue)} ${sentenceOf(issue)}`);
	const redacted =
		(textOf: (issue: ValidationIssue) => string) =>
		({ issue, request }: (typeof issues)[number]): string =>
			shortened(`${nameOf(issue)} ${redactorFor(request, 'node')(textOf(issue))}`, MAX_LINE_LENGTH);
	const isOnly = groups.length === 1 && count === 1;
	const first = groups
		.slice(0, 1)
		.map((group) => redacted(isOnly ? sentenceOf : firstSentenceOf)(group.first))
		.join('');
	if (isOnly) return { message: first, description: outcome };
	const shown = lines(groups, { count, thing: 'issue', most: MAX_LINES }, redacted(sentenceOf));
	return {
		message: `${first}${extent(groups.length - 1, invalid.length, count)}`,
		description: [outcome, ...shown.map((line) => `• ${line}`)].join('\n'),
	};
}

function extent(others: number, invalid: number, count: number): string {
	if (others === 0) return ` in ${formatted(invalid)} of ${counted(count, 'item')}`;
	return `, and ${counted(others, 'more issue')}`;
}

/** Formats the first groups, and adds how many are left. Only what is shown is formatted: redacting takes time. */
function lines<T>(
	groups: readonly Group<T>[],
	{ count, thing, most }: { count: number; thing: string; most: number },
	word: (first: T) => string,
): string[] {
	const shown = groups
		.slice(0, most)
		.map(({ first, items }) => word(first) + (count === 1 ? '' : ` (${itemNames(items)})`));
	return [...shown, ...notShown(groups.length - shown.length, thing)];
}

function grouped<T extends { itemIndex: number }>(
	entries: readonly T[],
	textOf: (entry: T) => string,
): Group<T>[] {
	const groups = new Map<string, Group<T>>();
	for (const entry of entries) {
		const text = textOf(entry);
		const group = groups.get(text);
		if (group === undefined) groups.set(text, { first: entry, items: [entry.itemIndex] });
		else group.items.push(entry.itemIndex);
	}
	return [...groups.values()];
}

/** Names items in ranges: "items 1–5, 8". */
function itemNames(items: readonly number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last !== undefined && item <= last.to + 1) last.to = item;
		else ranges.push({ from: item, to: item });
	}
	const named = ranges
		.slice(0, MAX_RANGES)
		.map(({ from, to }) =>
			from === to ? itemNumber(from) : `${itemNumber(from)}–${itemNumber(to)}`,
		);
	const left = ranges.slice(MAX_RANGES).reduce((sum, { from, to }) => sum + to - from + 1, 0);
	const name = items[0] === items.at(-1) ? 'item' : 'items';
	return `${name} ${named.join(', ')}${andMore(left)}`;
}
