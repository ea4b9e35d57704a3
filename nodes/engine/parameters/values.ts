import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../json';
import { isJsonObject, valueAt, withoutUndefined } from '../json';
import type { Issue } from '../issue';
import type { ParameterValues } from '../operation';
import { UPDATE_FIELDS } from '../parameterNames';
import { NOT_LIST, NOT_ROW_LIST, notAmongText, notKnownText } from '../issue';
import { nearestKnown } from '../text';
import { splitSql } from './sqlText';

/** Turns null, blank text, and an empty list into undefined. */
export function emptyToUndefined(value: unknown): unknown {
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'string' && value.trim() === '') return undefined;
	if (Array.isArray(value) && value.length === 0) return undefined;
	return value;
}

/**
 * Unwraps a locator. An older workflow may have stored a plain value instead. If the field has a URL mode, extracts the
 * ID from a URL in any mode, because n8n's own extraction throws an error without a remedy if nothing matches.
 */
export function locatorValue(locator: unknown, modes: INodeProperties['modes'] = []): unknown {
	const value = isJsonObject(locator) && locator.__rl === true ? locator.value : locator;
	const pattern = modes.find(({ extractValue }) => extractValue)?.extractValue?.regex;
	if (pattern === undefined || typeof value !== 'string') return value;
	return new RegExp(pattern).exec(value)?.[1] ?? value;
}

/**
 * Comes between a listed name and its details, as in "Orders (Running)". Listed names contain no other no-break space,
 * but may end in brackets.
 */
export const DETAILS_SEPARATOR = '\u00a0';

/** Undefined for expressions, typed IDs, and empty entries, which contain no name. */
export function chosenName(locator: unknown): string | undefined {
	if (!isJsonObject(locator) || locator.__rl !== true || locator.mode !== 'list') return undefined;
	const { value, cachedResultName: label } = locator;
	const isId = typeof value === 'string' && !value.startsWith('=');
	if (!isId || typeof label !== 'string' || label === value) return undefined;
	return label.split(DETAILS_SEPARATOR)[0];
}

/**
 * Merges a collection's fields into the parameters, so code can read both in the same way. Defaults to Update Fields. A
 * parameter of the same name wins.
 */
export function enteredFields(
	parameters: ParameterValues,
	collection = UPDATE_FIELDS,
): ParameterValues {
	return { ...asObject(parameters[collection]), ...parameters };
}

/**
 * Splits comma-separated text, or takes a list from an expression. Trims the texts and drops empty ones. Puts anything
 * else into a list as it is, so a check refuses it: an empty list would remove existing values.
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

/** Like `textList`, for SQL expressions, which may contain commas. */
export function sqlList(value: unknown): unknown[] {
	return textList(typeof value === 'string' ? splitSql(value) : value);
}

/** Accepts numbers in a list of texts, and a missing value. */
export function isTextList(value: unknown): boolean {
	const isReadable = typeof value === 'string' || Array.isArray(value);
	return emptyToUndefined(value) === undefined || (isReadable && textList(value).every(isText));
}

export function textListIssues(path: string, value: unknown): Issue[] {
	return isTextList(value) ? [] : [{ path, text: NOT_LIST }];
}

/** Accepts a missing value, because the default applies. */
export function choiceIssues(path: string, value: unknown, values: readonly string[]): Issue[] {
	if (value === undefined || values.some((listedValue) => listedValue === value)) return [];
	return [{ path, text: notAmongText(values) }];
}

/** A state that nearly matches a known state is probably a typo. */
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
			return [{ path, verdict: 'unusual', text: notKnownText(entry, meant) }];
		});
}

/** Accepts numbers as text. NaN, from a failed calculation, is refused. */
export function isText(value: unknown): value is string | number {
	return typeof value === 'string' || Number.isFinite(value);
}

/** False for blank text, because a record can have an empty name. */
export function isName(value: unknown): value is string | number {
	return isText(emptyToUndefined(value));
}

/** The record's name, from the first of these keys that contains one. */
export function nameUnder(
	keys: readonly string[],
	record: Readonly<JsonObject> | undefined,
): number | string | undefined {
	return keys.map((key) => record?.[key]).find(isName);
}

export function textOr(value: unknown, otherwise: string): string {
	return isText(value) ? String(value) : otherwise;
}

/** Like `textList`, but undefined for an empty list. */
export function optionalTextList(value: unknown): unknown {
	return emptyToUndefined(textList(value));
}

/** Unwraps the form's rows, which are `{ values: [...] }`. Returns an expression's result unchanged. */
export function rowValues(value: unknown): unknown {
	const isForm =
		isJsonObject(value) && (Object.hasOwn(value, 'values') || !Object.keys(value).length);
	return emptyToUndefined(isForm ? value.values : value);
}

/** The value that was entered at a path. Rows count from 0. */
export function enteredAt(parameters: ParameterValues, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, step) => valueAt(/^\d+$/.test(step) ? rowValues(value) : value, step),
			parameters,
		);
}

/** Skips rows that aren't objects. `rowsIssues` reports them. */
export function rows(value: unknown): JsonObject[] {
	const values = rowValues(value);
	return Array.isArray(values) ? values.filter(isJsonObject) : [];
}

/** Refuses rows that `rows` would skip. */
export function rowsIssues(path: string, value: unknown): Issue[] {
	const values = rowValues(value);
	const areRows = values === undefined || (Array.isArray(values) && values.every(isJsonObject));
	return areRows ? [] : [{ path, text: NOT_ROW_LIST }];
}

/** An empty object for anything that isn't an object, such as the missing value of a collection that nobody opened. */
export function asObject(value: unknown): JsonObject {
	return isJsonObject(value) ? value : {};
}

export function optionalObject(object: JsonObject): JsonObject | undefined {
	const members = withoutUndefined(object);
	return Object.keys(members).length > 0 ? members : undefined;
}

/** Like `emptyToUndefined`, but trims text. */
export function trimmed(value: unknown): unknown {
	return emptyToUndefined(typeof value === 'string' ? value.trim() : value);
}
