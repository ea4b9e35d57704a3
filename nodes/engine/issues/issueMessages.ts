import type { IExecuteFunctions, INodeProperties, INode, NodeOperationError } from 'n8n-workflow';
import type { Execution, InputItem } from '../executionState';
import type { Operation } from '../operation';
import type { ErrorText } from '../errorDetails';
import {
	rowName,
	andMore,
	capitalized,
	counted,
	firstSentenceOf,
	itemNumber,
	notShown,
	shortened,
} from '../text';
import type { Issue } from '../issue';
import { stopsItem, USE_ANYWAY } from '../issue';
import { addHint } from '../items';
import { offersAllowUnusual } from '../options/requestOptions';
import { camelCased, innerFields } from '../parameters/properties';
import { withoutPanelControls } from '../errors/modelText';
import { inputError } from '../errors/nodeErrors';

type Form = Pick<Operation, 'properties'>;

export interface FieldLabels {
	/**
	 * The label of a key, by dotted path. A field's name is the path in camel case: `queue.hosts` is `queueHosts`. Rows
	 * count from 1: `rows.1.parts.0.type` is "Row 2, Part 1, Type". Undefined for a key without a field.
	 */
	labelOf: (path: string) => string | undefined;
	/** The subject's name in messages: its field's label, or else its path. */
	labelOfIssue: (issue: Pick<Issue, 'label' | 'path'>) => string;
	/** The issue's sentence, without redaction. */
	sentenceOf: (issue: Issue) => string;
}

/** Cached, because every change's summary needs labels. */
const cachedLabels = new WeakMap<readonly INodeProperties[], ReadonlyMap<string, string>>();

export function fieldLabels(fields: readonly INodeProperties[]): FieldLabels {
	const labelOf = (path: string) => {
		const labels = cachedLabels.get(fields) ?? labelsOfForm(fields);
		cachedLabels.set(fields, labels);
		return pathLabel(path.split('.'), labels);
	};
	const labelOfIssue: FieldLabels['labelOfIssue'] = ({ path, label }) =>
		label ?? labelOf(path) ?? `"${path}"`;
	const sentenceOf = (issue: Issue) => {
		const advice =
			issue.verdict === 'unusual' && offersAllowUnusual(fields) ? ` ${USE_ANYWAY}` : '';
		return `${labelOfIssue(issue)} ${issue.text}${advice}`.trimStart();
	};
	return { labelOf, labelOfIssue, sentenceOf };
}

function labelsOfForm(fields: readonly INodeProperties[]): ReadonlyMap<string, string> {
	const labels = new Map<string, string>();
	for (const field of fields) addField(labels, field, '');
	return labels;
}

function pathLabel(
	parts: readonly string[],
	labels: ReadonlyMap<string, string>,
): string | undefined {
	const names: string[] = [];
	const pathLabels: string[] = [];
	for (const [index, part] of parts.entries()) {
		const isRow = /^\d+$/.test(part);
		if (!isRow) names.push(part);
		if (!isRow && index < parts.length - 1) continue;
		const label = labels.get(camelCased(names));
		if (label !== undefined) pathLabels.push(isRow ? rowName(label, Number(part)) : label);
		else if (!isRow) return undefined;
	}
	return pathLabels.length > 0 ? pathLabels.join(', ') : undefined;
}

function addField(labels: Map<string, string>, field: INodeProperties, prefix: string): void {
	const name = camelCased([prefix, field.name]);
	if (!labels.has(name)) labels.set(name, field.displayName);
	for (const inner of innerFields(field)) addField(labels, inner, name);
}

/**
 * An item's hints as sentences, without the item's secrets. `clean` changes everything that may quote others, but not
 * the fields' labels and paths.
 */
export function hintTexts(
	{ issues, request }: Pick<InputItem, 'issues' | 'request'>,
	{
		isTool,
		operation,
		redactorFor,
	}: Pick<Execution, 'isTool' | 'redactorFor'> & { operation: Form },
	clean: (text: string) => string = String,
): string[] {
	const hints = issues.filter((issue) => !stopsItem(issue));
	if (hints.length === 0) return [];
	const { sentenceOf } = fieldLabels(operation.properties);
	const redact = redactorFor(request, 'node');
	// Redacts first, because `clean` could change a secret so that it's no longer recognized.
	const cleaned = (text: string) => clean(redact(text));
	return hints.map(({ label, path, text }) => {
		const isPath = label === undefined || label === `"${path}"`;
		const sentence = { path, label: isPath ? label : cleaned(label), text: cleaned(text) };
		const hint = redact(sentenceOf(sentence));
		return isTool === true ? withoutPanelControls(hint) : hint;
	});
}

const MAX_LINES = 10;
const MAX_RANGES = 10;
const MAX_LINE_LENGTH = 500;

interface Group<T> {
	first: T;
	items: number[];
}

/** For issues that all items share, or that occur outside an execution. */
export function issuesError(node: INode, issues: readonly Issue[], form: Form): NodeOperationError {
	const { sentenceOf } = fieldLabels(form.properties);
	const message = issues.map(sentenceOf).join(' ');
	return inputError(node, { message, description: 'Nothing was sent.' });
}

export function throwIfInvalid(
	{ node, ...form }: Form & { node: INode },
	issues: readonly Issue[],
): void {
	const refused = issues.filter(stopsItem);
	if (refused.length > 0) throw issuesError(node, refused, form);
}

/** Shows up to ten hints, each once with the items it applies to. */
export function addHints(
	context: IExecuteFunctions,
	hints: ReadonlyArray<{ itemIndex: number; text: string }>,
): void {
	const count = context.getInputData().length;
	const groups = grouped(hints, ({ text }) => text);
	// The line that counts hidden hints takes the place of a hint.
	const most = groups.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
	const texts = lines(groups, { count, thing: 'hint', most }, ({ text }) => text);
	for (const text of texts) addHint(context, text);
}

/**
 * Puts the first issue in the message, and up to ten distinct issues in the description. `outcome` tells what happened
 * to the requests. `count` includes valid items.
 */
export function describeIssues(
	invalidItems: ReadonlyArray<Pick<InputItem, 'issues' | 'itemIndex' | 'request'>>,
	count: number,
	{ operation, redactorFor }: Pick<Execution, 'redactorFor'> & { operation: Form },
	outcome: string,
): ErrorText {
	const { sentenceOf } = fieldLabels(operation.properties);
	const inPanelOrder = panelOrder(operation);
	const issues = invalidItems.flatMap(({ itemIndex, issues: itemIssues, request }) =>
		inPanelOrder(itemIssues.filter(stopsItem)).map((issue) => ({ itemIndex, issue, request })),
	);
	const groups = grouped(issues, ({ issue }) => sentenceOf(issue));
	const redacted =
		(part: (issue: Issue) => Issue) =>
		({ issue, request }: (typeof issues)[number]): string => {
			const redact = redactorFor(request, 'node');
			const issuePart = part(issue);
			const sentence = sentenceOf({ ...issuePart, text: redact(issuePart.text) });
			return shortened(sentence, MAX_LINE_LENGTH);
		};
	const [first, ...furtherGroups] = groups;
	if (first === undefined) return { message: outcome, description: '' };
	const start = count === 1 ? '' : `${capitalized(itemNames(first.items))}: `;
	if (furtherGroups.length === 0) {
		return { message: start + redacted(unchanged)(first.first), description: outcome };
	}
	// With a single invalid item, the headline has named the item already.
	const itemCount = invalidItems.length === 1 ? 1 : count;
	const issueLines = lines(
		groups,
		{ count: itemCount, thing: 'issue', most: MAX_LINES },
		redacted(unchanged),
	);
	return {
		message: `${start}${redacted(issueHeadline)(first.first)}, and ${counted(furtherGroups.length, 'more issue')}`,
		description: [outcome, ...issueLines.map((line) => `• ${line}`)].join('\n'),
	};
}

const unchanged = (issue: Issue): Issue => issue;

/** The remedy and the advice follow in the list of issues. */
function issueHeadline({ label, path, text }: Issue): Issue {
	return { label, path, text: firstSentenceOf(text) };
}

function panelOrder({ properties }: Form): (issues: readonly Issue[]) => Issue[] {
	const places = new Map(properties.map(({ name }, index) => [name, index]));
	const placeOf = ({ path }: Issue) => places.get(path.split('.', 1)[0] ?? '') ?? properties.length;
	return (issues) => [...issues].sort((first, second) => placeOf(first) - placeOf(second));
}

/** Formats only the groups it shows, because redacting is slow, and adds the number of hidden groups. */
function lines<T>(
	groups: readonly Group<T>[],
	{ count, thing, most }: { count: number; thing: string; most: number },
	word: (first: T) => string,
): string[] {
	const firstLines = groups
		.slice(0, most)
		.map(({ first, items }) => word(first) + (count === 1 ? '' : ` (${itemNames(items)})`));
	return [...firstLines, ...notShown(groups.length - firstLines.length, thing)];
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

/** Joins ranges of ascending indices: "items 1–5, 8". */
export function itemNames(items: readonly number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const item of items) {
		const lastRange = ranges.at(-1);
		if (lastRange !== undefined && item <= lastRange.to + 1) lastRange.to = item;
		else ranges.push({ from: item, to: item });
	}
	const rangeNames = ranges
		.slice(0, MAX_RANGES)
		.map(({ from, to }) =>
			from === to ? itemNumber(from) : `${itemNumber(from)}–${itemNumber(to)}`,
		);
	const omitted = ranges.slice(MAX_RANGES).reduce((sum, { from, to }) => sum + to - from + 1, 0);
	const name = items[0] === items.at(-1) ? 'item' : 'items';
	return `${name} ${rangeNames.join(', ')}${andMore(omitted)}`;
}
