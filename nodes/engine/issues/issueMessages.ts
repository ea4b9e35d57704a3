import type { IExecuteFunctions, INodeProperties, INode, NodeOperationError } from 'n8n-workflow';
import type { Execution, InputItem, ItemParameters } from '../executionState';
import type { Operation } from '../operation';
import type { ErrorText } from '../errorDetails';
import {
	rowName,
	andMore,
	capitalized,
	counted,
	firstSentenceOf,
	itemNumber,
	nameInText,
	notShown,
	shortened,
	shortLine,
} from '../text';
import type { Issue } from '../issue';
import { stopsItem, UNEVALUATED, USE_ALL_ANYWAY, USE_ANYWAY } from '../issue';
import { memoized } from '../caching';
import { valueAt } from '../json';
import { addHint } from '../items';
import { offersAllowUnusual } from '../options/requestOptions';
import { asObject, enteredAt, isName } from '../parameters/values';
import { camelCased, innerFields } from '../parameters/properties';
import { emptyExpressionIssue } from '../parameters/readParameters';
import { withoutPanelControls } from '../errors/modelText';
import { inputError } from '../errors/nodeErrors';

type Form = Pick<Operation, 'properties'>;

/** The name of the row at a path, redacted and shortened. Undefined if the row has no name. */
type RowNameOf = (rowPath: string) => string | undefined;

/**
 * The label of a key, by dotted path. A field's name is the path in camel case: `queue.hosts` is `queueHosts`. Rows
 * count from 1: `rows.1.parts.0.type` is "Row 2, Part 1, Type". Undefined for a key without a field.
 */
export function fieldLabel(
	fields: readonly INodeProperties[],
	path: string,
	rowNameOf?: RowNameOf,
): string | undefined {
	return pathLabel(path.split('.'), labelsOfForm(fields), rowNameOf);
}

/** What messages call the field: its label, or else its path. */
export function issueLabel(
	fields: readonly INodeProperties[],
	{ path, label }: Pick<Issue, 'label' | 'path'>,
	rowNameOf?: RowNameOf,
): string {
	return label ?? fieldLabel(fields, path, rowNameOf) ?? `"${path}"`;
}

/** The issue's sentence, without redaction. */
export function issueSentence(
	fields: readonly INodeProperties[],
	issue: Issue,
	rowNameOf?: RowNameOf,
): string {
	const advice = issue.verdict === 'unusual' && offersAllowUnusual(fields) ? ` ${USE_ANYWAY}` : '';
	return `${issueLabel(fields, issue, rowNameOf)} ${issue.text}${advice}`.trimStart();
}

/** Cached, because every change's summary needs labels. */
const labelsOfForm = memoized((fields: readonly INodeProperties[]) => {
	const labels = new Map<string, string>();
	for (const field of fields) addField(labels, field, '');
	return labels;
});

function pathLabel(
	parts: readonly string[],
	labels: ReadonlyMap<string, string>,
	rowNameOf: RowNameOf = () => undefined,
): string | undefined {
	const names: string[] = [];
	const pathLabels: string[] = [];
	for (const [index, part] of parts.entries()) {
		const isRow = /^\d+$/.test(part);
		if (!isRow) names.push(part);
		if (!isRow && index < parts.length - 1) continue;
		const label = labels.get(camelCased(names));
		const nameText = () => nameInText(rowNameOf(parts.slice(0, index + 1).join('.')));
		if (label !== undefined)
			pathLabels.push(isRow ? rowName(label, Number(part)) + nameText() : label);
		else if (!isRow) return undefined;
	}
	return pathLabels.length > 0 ? pathLabels.join(', ') : undefined;
}

function addField(labels: Map<string, string>, field: INodeProperties, prefix: string): void {
	const name = camelCased([prefix, field.name]);
	if (!labels.has(name)) labels.set(name, field.displayName);
	for (const inner of innerFields(field)) addField(labels, inner, name);
}

const EMPTY_EXPRESSION =
	'is empty: the expression returned nothing. If the field should have a value, correct the expression.';

/**
 * Adds hints about fixed texts that contain an expression, and about fields that an expression left empty. A field that
 * an expression left empty gets a single issue about the expression, in place of its other issues.
 */
export function withFieldHints(
	issues: Issue[],
	{ empty, unevaluated }: Pick<ItemParameters, 'empty' | 'unevaluated'>,
	{ properties }: Form,
): Issue[] {
	if (empty.length === 0 && unevaluated.length === 0) return issues;
	// A parameter and the body's property that it fills have the same label.
	const labelOfIssue = (issue: Pick<Issue, 'label' | 'path'>) => issueLabel(properties, issue);
	const refused = issues.filter(stopsItem);
	const unevaluatedHints = unevaluated
		.filter((path) => !refused.some((issue) => issue.path === path))
		.map((path): Issue => ({ path, verdict: 'hint', text: UNEVALUATED.hintText }));
	const emptyNames = empty.map((path) => labelOfIssue({ path }));
	// Keeps a `notCleared` issue, because it explains more than the text about empty fields.
	const isReplaced = (issue: Issue): boolean =>
		stopsItem(issue) && issue.kind !== 'notCleared' && emptyNames.includes(labelOfIssue(issue));
	const replacedNames = issues.filter(isReplaced).map(labelOfIssue);
	return [
		...empty
			.filter((path) => replacedNames.includes(labelOfIssue({ path })))
			.map(emptyExpressionIssue),
		...unevaluatedHints,
		...empty.map((path): Issue => ({ path, verdict: 'hint', text: EMPTY_EXPRESSION })),
		...issues.filter((issue) => !isReplaced(issue)),
	];
}

/**
 * An item's hints as sentences, without the item's secrets. `clean` may change whatever comes from others, but not the
 * fields' labels and paths.
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
	const redact = redactorFor(request, 'node');
	// Redacts first, because redaction might not recognize a secret that `clean` has changed.
	const cleaned = (text: string) => clean(redact(text));
	return hints.map(({ label, path, text }) => {
		const isPath = label === undefined || label === `"${path}"`;
		const sentence = { path, label: isPath ? label : cleaned(label), text: cleaned(text) };
		const hint = redact(issueSentence(operation.properties, sentence));
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

/** For issues that concern all items, or that occur outside an execution. */
export function issuesError(node: INode, issues: readonly Issue[], form: Form): NodeOperationError {
	const message = issues.map((issue) => issueSentence(form.properties, issue)).join(' ');
	return inputError(node, { message, description: 'Nothing was sent.' });
}

export function throwIfInvalid(
	{ node, ...form }: Form & { node: INode },
	issues: readonly Issue[],
): void {
	const refused = issues.filter(stopsItem);
	if (refused.length > 0) throw issuesError(node, refused, form);
}

/** Shows up to ten hints. Each hint appears once, with the items it's about. */
export function addHints(
	context: IExecuteFunctions,
	hints: ReadonlyArray<{ itemIndex: number; text: string }>,
): void {
	const count = context.getInputData().length;
	const groups = grouped(hints, ({ text }) => text);
	// The line that counts the hidden hints replaces a hint.
	const maxLines = groups.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
	const texts = lines(groups, { count, thing: 'hint', maxLines }, ({ first }) => first.text);
	for (const text of texts) addHint(context, text);
}

/**
 * Puts the first issue in the message, and up to ten different issues in the description. `outcome` says what happened
 * to the requests. `count` includes valid items.
 */
export function describeIssues(
	invalidItems: ReadonlyArray<Pick<InputItem, 'issues' | 'itemIndex' | 'parameters' | 'request'>>,
	count: number,
	{ operation, redactorFor }: Pick<Execution, 'redactorFor'> & { operation: Form },
	outcome: string,
): ErrorText {
	const { properties } = operation;
	const inPanelOrder = panelOrder(operation);
	const issues = invalidItems.flatMap(({ issues: itemIssues, ...item }) =>
		inPanelOrder(itemIssues.filter(stopsItem)).map((issue) => ({ ...item, issue })),
	);
	const groups = grouped(issues, ({ issue }) => issueSentence(properties, issue));
	const redacted =
		(part: (issue: Issue) => Issue) =>
		({ first: { issue, ...item }, items }: (typeof groups)[number]): string => {
			const redact = redactorFor(item.request, 'node');
			const issuePart = part(issue);
			const rowNameOf = hasOneItem(items) ? rowNames(item, issue, redact) : undefined;
			const redactedIssue = { ...issuePart, text: redact(issuePart.text) };
			const sentence = issueSentence(properties, redactedIssue, rowNameOf);
			return shortened(sentence, MAX_LINE_LENGTH);
		};
	const [first, ...furtherGroups] = groups;
	if (first === undefined) return { message: outcome, description: '' };
	const start = count === 1 ? '' : `${capitalized(itemNames(first.items))}: `;
	if (furtherGroups.length === 0) {
		return { message: start + redacted(unchanged)(first), description: outcome };
	}
	// If only one item is invalid, the headline has already named it.
	const itemCount = invalidItems.length === 1 ? 1 : count;
	const unusual = groups.filter(({ first: { issue } }) => issue.verdict === 'unusual');
	const advisesOnce = unusual.length > 1 && offersAllowUnusual(properties);
	const listing = { count: itemCount, thing: 'issue', maxLines: MAX_LINES };
	const issueLines = lines(groups, listing, redacted(advisesOnce ? withoutAdvice : unchanged));
	const bullets = issueLines.map((line) => `• ${line}`);
	return {
		message: `${start}${redacted(issueHeadline)(first)}, and ${counted(furtherGroups.length, 'more issue')}`,
		description: [outcome, ...bullets, ...(advisesOnce ? [USE_ALL_ANYWAY] : [])].join('\n'),
	};
}

const unchanged = (issue: Issue): Issue => issue;

function withoutAdvice({ label, path, text }: Issue): Issue {
	return { label, path, text };
}

/** The headline needs only the problem, because the list of issues contains the remedy and the advice. */
function issueHeadline(issue: Issue): Issue {
	return withoutAdvice({ ...issue, text: firstSentenceOf(issue.text) });
}

/**
 * Finds a row's name in the form's values, or in the body if the user entered a list or a sample. The same row can have
 * different names in different items.
 */
function rowNames(
	{ parameters, request }: Pick<InputItem, 'parameters' | 'request'>,
	{ path, bodyPath = '' }: Issue,
	redact: (text: string) => string,
): RowNameOf {
	return (rowPath) => {
		const inside = path.slice(rowPath.length);
		// If an issue is about a whole row, the body may lack that row, because its text was no row.
		const bodyRow =
			inside !== '' && bodyPath.endsWith(inside) ? bodyPath.slice(0, -inside.length) : '';
		const row = enteredAt(parameters, rowPath) ?? valueAt(request?.body, bodyRow);
		const { name } = asObject(row);
		// A quotation mark would end the name early.
		return isName(name) ? shortLine(redact(String(name))).replaceAll('"', "'") : undefined;
	};
}

function panelOrder({ properties }: Form): (issues: readonly Issue[]) => Issue[] {
	const places = new Map(properties.map(({ name }, index) => [name, index]));
	const panelIndex = ({ path }: Issue) =>
		places.get(path.split('.', 1)[0] ?? '') ?? properties.length;
	return (issues) => [...issues].sort((first, second) => panelIndex(first) - panelIndex(second));
}

/** Formats only the groups it shows, because redacting is slow, and adds the number of hidden groups. */
function lines<T>(
	groups: readonly Group<T>[],
	{ count, thing, maxLines }: { count: number; thing: string; maxLines: number },
	word: (group: Group<T>) => string,
): string[] {
	const firstLines = groups
		.slice(0, maxLines)
		.map((group) => word(group) + (count === 1 ? '' : ` (${itemNames(group.items)})`));
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

function hasOneItem(items: readonly number[]): boolean {
	return items[0] === items.at(-1);
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
	const name = hasOneItem(items) ? 'item' : 'items';
	return `${name} ${rangeNames.join(', ')}${andMore(omitted)}`;
}
