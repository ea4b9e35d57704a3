import type { JsonObject } from './json';
import { isJsonObject, valueAt } from './json';
import { enumerated, nearestKnown } from './text';

/** With this option on, unlisted and unusual values are sent. */
export const ALLOW_UNUSUAL_LABEL = 'Allow Unusual Values';
/** Advice about an unusual value. Only an operation that offers the option may give it. */
export const USE_ANYWAY = `To use it anyway, turn on ${ALLOW_UNUSUAL_LABEL} in the options.`;
/** Comes once after a list of issues, instead of in each issue. */
export const USE_ALL_ANYWAY = USE_ANYWAY.replace('it', 'unusual values');

export interface Issue {
	/** Dotted path of the parameter, or of the body key that it fills. Rows count from 0. */
	path: string;
	/** Path of the body's key, if `path` is the parameter's path. */
	bodyPath?: string;
	/** Follows the field's name: the problem, then the remedy. */
	text: string;
	/** Label for input that isn't a panel field. Empty if `text` is a whole sentence. */
	label?: string | undefined;
	/**
	 * By default, the issue stops the item. `unusual` stops the item unless Allow Unusual Values is on. With a `hint`,
	 * the node sends the item and warns.
	 */
	verdict?: 'hint' | 'unusual';
	/** The text of the hint, if the node sends the unusual value. */
	hintText?: string;
	/** Marks an issue that other rules explain better. */
	kind?: 'empty' | 'notCleared';
	/** Label of the credential field that could supply the value. */
	credentialField?: string;
}

/** A value read from the item or credential, with the issues found in it. */
export interface WithIssues<Value> {
	value: Value;
	issues: Issue[];
}

export function stopsItem({ verdict }: Issue): boolean {
	return verdict !== 'hint';
}

export function sentenceHint(text: string): Issue {
	return { path: '', label: '', verdict: 'hint', text };
}

export function isWithin(path: string, outer: string): boolean {
	return path === outer || path.startsWith(`${outer}.`);
}

/** Undefined: the node sends an unusual value if its issue can be a hint, and otherwise refuses it. */
export type UnusualValues = 'allowed' | 'refused' | undefined;

/** For unusual values that are sent, turns the issues into hints or drops them. */
export function withUnusualDecided(
	issues: readonly Issue[],
	unusualValues: UnusualValues,
): Issue[] {
	return issues.flatMap((issue): Issue[] => {
		const { hintText, verdict } = issue;
		if (verdict !== 'unusual' || unusualValues === 'refused') return [issue];
		if (hintText !== undefined) return [{ ...issue, verdict: 'hint', text: hintText }];
		return unusualValues === 'allowed' ? [] : [issue];
	});
}

/** In a JSON body, an issue's label is the path, because the author of the JSON knows its keys. */
export function inJson(issue: Issue, body: JsonObject): Issue {
	const isMissing = issue.label === undefined && valueAt(body, issue.path) === undefined;
	const text = isMissing ? missingText(issue, body) : issue.text;
	return { label: `"${issue.path}"`, ...issue, text };
}

/**
 * Shorter keys aren't compared with known keys. But if a required key is missing, even a short, similar key is probably
 * a typo.
 */
export const SHORTEST_FOR_REQUIRED = 3;

function missingText({ path, kind, text }: Issue, body: JsonObject): string {
	const names = path.split('.');
	const [name = ''] = names.splice(-1);
	const owner = names.length === 0 ? body : valueAt(body, names.join('.'));
	const typo = nearestKnown(name, Object.keys(isJsonObject(owner) ? owner : {}), {
		shortest: SHORTEST_FOR_REQUIRED,
	});
	if (typo === undefined) return kind === 'empty' ? 'is missing. Add it to the JSON.' : text;
	return `is missing, but the JSON has "${typo}". Did you mean "${name}"? Rename the key.`;
}

export const EMPTY = { kind: 'empty', text: 'is empty. Enter a value.' } as const;
export const IS_NULL = 'is null, which the API refuses. Enter a value, or leave it out.';
export const NOTHING_TO_UPDATE = 'is empty, so nothing would change. Enter at least one change.';

/** Text for the issue of an item without a change in any of these fields. */
export function changesNothing(labels: readonly string[]): string {
	return `changes nothing. Enter at least one of ${enumerated(labels, 'or')}.`;
}

export const BROKEN_TEXT = 'contains a broken Unicode character. Copy it again.';
export const NOT_ROW_LIST = "can't be read as rows. Return a list of objects, or fill in the form.";
export const NOT_LIST = 'must be a list or comma-separated text.';
export const NOT_TIME = "isn't a date and time. Enter one, such as 2026-05-31T14:30:00Z.";

export function neededText(because: string): string {
	return `is needed ${because}. Enter it.`;
}

export function notCleared(because: string): Pick<Issue, 'kind' | 'text'> {
	const text = `can't be cleared: ${because}. Enter a value, or remove the field.`;
	return { kind: 'notCleared', text };
}

export function onlyForText(use: string): string {
	return `is only for ${use}. Remove it.`;
}

export function notTogetherText(label: string): string {
	return `can't be combined with ${label}. Remove one of them.`;
}

export function wrongTypeText(expected: string, received: string): string {
	return `must be ${expected}, but is ${received}.`;
}

export function notAmongText(values: ReadonlyArray<number | string>): string {
	return `must be one of ${values.join(', ')}.`;
}

export function notBeforeText(label: string): string {
	return `must be before ${label}.`;
}

export function tooSmallText(minimum: bigint | number): string {
	return `must be at least ${String(minimum)}.`;
}

export function tooFewText(minimum: bigint | number): string {
	return `has too few entries. Enter at least ${String(minimum)}.`;
}

export function tooManyText(maximum: bigint | number): string {
	return `has too many entries. Leave at most ${String(maximum)}.`;
}

export function unlistedText(
	problem: string,
	listedValues: ReadonlyArray<number | string>,
): string {
	return `${problem}, which isn't listed. Use one of: ${listedValues.join(', ')}.`;
}

export function notKnownText(state: string, meant: string): string {
	return `contains "${state}", which isn't a known state. Did you mean ${meant}?`;
}

/** An issue that refuses a value. If the API may accept the value, `withUnusualDecided` turns the issue into a hint. */
export function unusual(problem: string, remedy: string): Omit<Issue, 'path'> {
	return { verdict: 'unusual', text: `${problem}. ${remedy}`, hintText: sentText(problem) };
}

/** For fixed text that contains an expression. The node sends braces that an expression returned. */
export const UNEVALUATED: Omit<Issue, 'path'> & { hintText: string } = {
	verdict: 'unusual',
	text: 'contains {{ }} as fixed text. Switch the field to Expression.',
	hintText: sentText('contains {{ }} as fixed text, which n8n only evaluates in an expression'),
};

/** End of a hint about a missing key. The API decides what a missing key means. */
export const NOT_SET = "isn't set, so the API chooses.";

/** End of a hint about a value that the node sends anyway. */
export function sentText(problem: string): string {
	return `${problem}. The node sends it as entered.`;
}

/** A hint about a value that is sent anyway. */
export function sentHint(problem: string): Omit<Issue, 'path'> {
	return { verdict: 'hint', text: sentText(problem) };
}
