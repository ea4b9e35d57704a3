import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../json';
import { isJsonObject, withoutUndefined } from '../json';
import type { Issue } from '../issue';
import { NOT_LIST, notAmongText, notKnownText } from '../issue';
import { nearestKnown } from '../text';

/** `false` and `0` are values, not empty. */
export function emptyToUndefined(value: unknown): unknown {
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'string' && value.trim() === '') return undefined;
	if (Array.isArray(value) && value.length === 0) return undefined;
	return value;
}

/**
 * A resource locator's value, or a plain value, such as an older workflow stored, unchanged. In a mode that extracts a
 * part of its text, that part; if there is none, n8n's own extraction throws without explaining the remedy.
 */
export function locatorValue(locator: unknown, modes: INodeProperties['modes'] = []): unknown {
	if (!isJsonObject(locator) || locator.__rl !== true) return locator;
	const { value, mode } = locator;
	const pattern = modes.find(({ name }) => name === mode)?.extractValue?.regex;
	const match = pattern && typeof value === 'string' ? new RegExp(pattern).exec(value) : undefined;
	return match?.[1] ?? value;
}

/**
 * Separates a name from the details that a list shows after it: "Orders (Running)". Names in a list have no other
 * no-break space, and may end in brackets themselves.
 */
export const DETAILS_SEPARATOR = '\u00a0';

/** The name of a record chosen from a list; undefined for an expression, a typed ID, and no name. */
export function chosenName(locator: unknown): string | undefined {
	if (!isJsonObject(locator) || locator.__rl !== true || locator.mode !== 'list') return undefined;
	const { value, cachedResultName: label } = locator;
	const isId = typeof value === 'string' && !value.startsWith('=');
	if (!isId || typeof label !== 'string' || label === value) return undefined;
	return label.split(DETAILS_SEPARATOR)[0];
}

/** The key in an item's parameters for the name of a field's record. No field has such a name. */
export function chosenNameKey(field: string): string {
	return `${field}.name`;
}

/**
 * Turns a comma-separated text, or a list from an expression, into trimmed texts without empty ones. Anything else is
 * the only entry, and a check of the entries refuses it: read as empty, it would remove existing values.
 */
export function textList(value: unknown): unknown[] {
	const parts: unknown[] = Array.isArray(value)
		? value
		: typeof value === 'string'
			? value.split(',')
			: [value];
	return parts
		.map((part) => (isText(part) ? String(part).trim() : part))
		.filter((part) => emptyToUndefined(part) !== undefined);
}

/** Whether a value can be read as a list of texts; a number in it counts as its text. */
export function isTextList(value: unknown): boolean {
	const isReadable = typeof value === 'string' || Array.isArray(value);
	return emptyToUndefined(value) === undefined || (isReadable && textList(value).every(isText));
}

/** The issue with a field that cannot be read as a list of texts. */
export function textListIssues(path: string, value: unknown): Issue[] {
	return isTextList(value) ? [] : [{ path, text: NOT_LIST }];
}

/** The issue with a field whose value is none of its listed values. Left out, the default counts. */
export function choiceIssues(path: string, value: unknown, values: readonly string[]): Issue[] {
	if (value === undefined || values.some((listedValue) => listedValue === value)) return [];
	return [{ path, text: notAmongText(values) }];
}

/** An issue for each entry of a list of states that is nearly a known one, ignoring case. */
export function nearlyKnownIssues(
	path: string,
	value: unknown,
	knownNames: readonly string[],
): Issue[] {
	const names = new Set(knownNames.map((name) => name.toLowerCase()));
	return textList(value)
		.filter(isText)
		.map(String)
		.flatMap((entry): Issue[] => {
			const meant = names.has(entry.toLowerCase()) ? undefined : nearestKnown(entry, knownNames);
			if (meant === undefined) return [];
			return [{ path, verdict: 'unlisted', text: notKnownText(entry, meant) }];
		});
}

/** Whether a value is text, or a number that represents it. NaN, from a failed calculation, is neither. */
export function isText(value: unknown): value is string | number {
	return typeof value === 'string' || Number.isFinite(value);
}

/** Like `textList`, but undefined if nothing was entered. */
export function optionalTextList(value: unknown): unknown {
	return emptyToUndefined(textList(value));
}

/** The rows of a repeatable group, whose stored shape is `{ values: [...] }`. */
export function rows(value: unknown): JsonObject[] {
	const values = isJsonObject(value) ? value.values : undefined;
	return Array.isArray(values) ? values.filter(isJsonObject) : [];
}

/** Empty if a collection was not opened. */
export function asObject(value: unknown): JsonObject {
	return isJsonObject(value) ? value : {};
}

export function optionalObject(object: JsonObject): JsonObject | undefined {
	const members = withoutUndefined(object);
	return Object.keys(members).length > 0 ? members : undefined;
}
/** Like `emptyToUndefined`, for text that never starts or ends with spaces. */
export function trimmed(value: unknown): unknown {
	return emptyToUndefined(typeof value === 'string' ? value.trim() : value);
}
