import type { ErrorText } from '../errors/nodeErrors';
import type { Execution, ValidationIssue } from '../operation';
import type { InvalidItem, ItemHint } from '../plan';
import { andMore, counted, formatted, itemNumber, notShown, shortened } from '../text';

const MAX_LINES = 10;
const MAX_RANGES = 10;
const MAX_LINE_LENGTH = 500;

type RedactorFor = Execution['redactorFor'];

/** What applies to some items, in order, each time with the same text. */
interface Group<T> {
	first: T;
	items: number[];
}

/**
 * Describes the issues of all invalid items, of which nothing was sent: the first issue in the message, and each
 * issue once in the description, up to ten. `count` is the number of all items, valid ones included.
 */
export function preflightError(
	invalid: readonly InvalidItem[],
	count: number,
	redactorFor: RedactorFor,
): ErrorText {
	return describeIssues(invalid, count, redactorFor, 'Nothing was sent.');
}

/** Describes the issues of one item, where the others run all the same. */
export function invalidItemError(item: InvalidItem, redact: (text: string) => string): ErrorText {
	return describeIssues([item], 1, () => redact, 'The item was not sent.');
}

/** Returns the hints of all items, each text once with the items that it applies to, up to ten. */
export function hintTexts(hints: readonly ItemHint[], count: number): string[] {
	const groups = grouped(hints, ({ text }) => text);
	return lines(groups, { count, thing: 'hint' }, ({ text }) => text);
}

function describeIssues(
	invalid: readonly InvalidItem[],
	count: number,
	redactorFor: RedactorFor,
	outcome: string,
): ErrorText {
	const issues = invalid.flatMap(({ itemIndex, issues: own, request }) =>
		own.map((issue) => ({ itemIndex, issue, request })),
	);
	const groups = grouped(issues, ({ issue }) => sentence(issue));
	const redacted = ({ issue, request }: (typeof issues)[number]): string =>
		shortened(
			sentence({ ...issue, message: redactorFor(request, 'node')(issue.message) }),
			MAX_LINE_LENGTH,
		);
	const first = groups
		.slice(0, 1)
		.map((group) => redacted(group.first))
		.join('');
	if (groups.length === 1 && count === 1) return { message: first, description: outcome };
	const description = lines(groups, { count, thing: 'issue' }, redacted).map((line) => `• ${line}`);
	return {
		message: `${firstSentence(first)}${extent(groups.length - 1, invalid.length, count)}`,
		description: [outcome, ...description].join('\n'),
	};
}

function extent(others: number, invalid: number, count: number): string {
	if (others === 0) return ` in ${formatted(invalid)} of ${counted(count, 'item')}`;
	return `, and ${counted(others, 'more issue')}`;
}

/** Formats the first ten groups, and says how many are left. Only what is shown is formatted: redacting takes time. */
function lines<T>(
	groups: readonly Group<T>[],
	{ count, thing }: { count: number; thing: string },
	word: (first: T) => string,
): string[] {
	const shown = groups
		.slice(0, MAX_LINES)
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

/** A member's path, unlike a field's label, begins with a lower-case letter; it is quoted. */
export function sentence({ field, message }: ValidationIssue): string {
	return `${/^[a-z]/.test(field) ? `"${field}"` : field} ${message}`;
}

function firstSentence(text: string): string {
	return text.split(/[.!?](?:\s|$)/, 1).join('');
}
