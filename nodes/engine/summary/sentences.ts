import type { JsonObject } from '../json';
import {
	isAbsent,
	isEmptyList,
	isJsonObject,
	ownValue,
	withoutAbsent,
	withoutUndefined,
} from '../json';
import { hashOf, isSameJson } from '../crypto';
import { asObject, emptyToUndefined, isText, nameUnder } from '../parameters/values';
import type { Phrase, PhraseList } from '../phrase';
import { formatted, wordsOf } from '../text';
import {
	isSamePhrase,
	joinPhrases,
	keyText,
	phrase,
	phraseList,
	quoteName,
	contrasted,
	UNTOLD,
} from '../phrase';

/** Puts wildcards first, the shortest and widest in front, because a summary may cut the end of a list. */
export function widestFirst<T>(values: readonly T[]): T[] {
	const lengthOf = (value: T): number =>
		typeof value === 'string' && value.includes('*') ? value.length : Number.MAX_VALUE;
	return [...values].sort((first, second) => lengthOf(first) - lengthOf(second));
}

/** Puts values first that the other list lacks, because a summary may cut the end of a list. */
export function differingFirst<T>(values: readonly T[], comparedValues: unknown): T[] {
	if (!Array.isArray(comparedValues)) return [...values];
	const knownHashes = new Set(comparedValues.map((comparedValue) => hashOf(comparedValue ?? null)));
	const [lacking, common]: [T[], T[]] = [[], []];
	for (const value of values)
		(knownHashes.has(hashOf(value ?? null)) ? common : lacking).push(value);
	return [...lacking, ...common];
}

/** True if what both lists contain has another order. */
export function isReordered(
	values: readonly unknown[],
	comparedValues: readonly unknown[],
): boolean {
	const [valueSet, comparedSet] = [new Set(values), new Set(comparedValues)];
	return !isSameJson(
		values.filter((value) => comparedSet.has(value)),
		comparedValues.filter((value) => valueSet.has(value)),
	);
}

/** `removes` is set if a value is lost. */
export interface DescribedChange {
	text: Phrase;
	removes?: boolean;
}

/** Puts removals first. */
export function joinChanges(changes: readonly DescribedChange[], separator = '; '): Phrase {
	if (changes.length === 0) return '';
	const maxEntries = changes.length;
	return phraseList(removalsFirst(changes), ({ text }) => text, { maxEntries, separator });
}

/** Puts removals first, because a summary may only count the last changes. */
export function removalsFirst(changes: readonly DescribedChange[]): DescribedChange[] {
	const isRemoval = ({ removes }: DescribedChange): boolean => removes === true;
	return [...changes.filter(isRemoval), ...changes.filter((change) => !isRemoval(change))];
}

/** A summary shows this many changes of a record. */
export const MAX_CHANGES = 3;

/** Shows the first changes and counts the rest. */
export function firstChanges(changes: readonly DescribedChange[]): PhraseList {
	return phraseList(removalsFirst(changes), ({ text }) => text, { maxEntries: MAX_CHANGES });
}

/** Starts each change from the value before, if it's known. `path` leads to an inner body. */
export function changesOf(
	body: JsonObject,
	path: readonly string[] = [],
	before: JsonObject = {},
): DescribedChange[] {
	return Object.entries(withoutUndefined(body)).map(([name, value]) => {
		const inner = [...path, name];
		const key = keyText(inner);
		return {
			text: isEmptyList(value)
				? phrase`no ${key}`
				: newValueText(key, ownValue(before, name), value, inner),
			removes: emptyToUndefined(value) === undefined,
		};
	});
}

/** An object of changes, such as addresses to add and remove, isn't compared with the record's list. */
function newValueText(
	key: Phrase,
	before: unknown,
	value: unknown,
	path: readonly string[],
): Phrase {
	if (isJsonObject(value)) return phrase`${key} ${objectText(value, path, asObject(before))}`;
	const isSameKind = Array.isArray(value) === Array.isArray(before) && !isJsonObject(before);
	const isKnown = isSameKind && emptyToUndefined(before) !== undefined;
	return valueChangeText(key, isKnown ? before : undefined, value, path);
}

/** If rows have the same names before and after, their values tell the change. */
function valueChangeText(
	key: Phrase,
	before: unknown,
	after: unknown,
	path: readonly string[],
	form: readonly string[] = [],
): Phrase {
	const from = isAbsent(before) ? '' : valueText(before, path, after);
	const to = valueText(after, path, before);
	const isSame = isSameJson(before, after);
	const isInside = !isSame && typeof after === 'object' && isSamePhrase(from, to);
	return isInside
		? joinChanges(differences(before, after, path, form), ', ')
		: phrase`${key} ${fromTo(from, to, isSame)}`;
}

/** For example, "from 5m to 1h", or only the new value if the old value is unknown. */
export function fromTo(
	before: Phrase,
	after: Phrase,
	isSame = isSamePhrase(before, after),
): Phrase {
	if (before === '') return after;
	if (isSame) return phrase`stays ${after}`;
	const [from, to] = contrasted(before, after);
	return phrase`from ${from} to ${to}`;
}

/**
 * Compares value by value, where empty text is no value. Lists of different lengths are compared as a whole. `form` is
 * the path of the panel's fields for these values.
 */
export function differences(
	before: unknown,
	after: unknown,
	path: readonly string[] = [],
	form: readonly string[] = [],
): DescribedChange[] {
	const [oldValue, newValue] = [
		before === '' ? null : (before ?? null),
		after === '' ? null : (after ?? null),
	];
	if (isSameJson(oldValue, newValue)) return [];
	if (isJsonObject(oldValue) && isJsonObject(newValue)) {
		const names = [...new Set([...Object.keys(oldValue), ...Object.keys(newValue)])];
		return names.flatMap((name) =>
			differences(ownValue(oldValue, name), ownValue(newValue, name), [...path, name], form),
		);
	}
	if (Array.isArray(oldValue) && Array.isArray(newValue) && oldValue.length === newValue.length) {
		return oldValue.flatMap((value, index) =>
			differences(value, newValue[index], [...path, String(index)], form),
		);
	}
	if (newValue === null || isEmptyList(newValue)) {
		return [{ text: phrase`clears ${keyOfPath(path, form)}`, removes: true }];
	}
	return [{ text: changeText(path, oldValue, newValue, form) }];
}

/** Describes a key's change: "Interval from 5m to 1h". */
export function changeText(
	path: readonly string[],
	before: unknown,
	after: unknown,
	form: readonly string[] = [],
): Phrase {
	return valueChangeText(keyOfPath(path, form), before, after, path, form);
}

/** An inner key without a field is spelled with its path: "config/source", with rows counted from 1. */
function keyOfPath(path: readonly string[], form: readonly string[]): Phrase {
	const names = path.map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name));
	return keyText([...form, ...path], names.join('/'));
}

/** For example, "no Tags, Expires At null, Name Reporting". */
export function changesText(
	body: JsonObject,
	path: readonly string[] = [],
	before: JsonObject = {},
): Phrase {
	return joinChanges(changesOf(body, path, before), ', ');
}

/** Ends a sentence with the members that it doesn't mention. */
export function otherFields(members: JsonObject): Phrase {
	return furtherSettings(changesOf(members));
}

/** Marks a sentence that leaves these members out. */
export function leavesOut(members: JsonObject): Phrase {
	return Object.keys(members).length === 0 ? '' : UNTOLD;
}

/** Ends a sentence with settings, removals first. */
export function furtherSettings(changes: readonly DescribedChange[]): Phrase {
	if (changes.length === 0) return '';
	return phrase`; ${phraseList(removalsFirst(changes), ({ text }) => text, { noun: 'setting' })}`;
}

/** A list starts with what the compared list lacks. */
function valueText(value: unknown, path: readonly string[], compared?: unknown): Phrase {
	if (Array.isArray(value)) {
		const rowPath = [...path, '0'];
		const rows = differingFirst(widestFirst(value), compared);
		return rows.every((row) => !isJsonObject(row) || isPair(row))
			? phrase`(${phraseList(rows, (row) => (isJsonObject(row) ? pairText(row) : valueText(row, rowPath)))})`
			: entriesText(rows, path);
	}
	if (isJsonObject(value)) return objectText(value, path);
	return quoteName(isText(value) ? value : String(value));
}

function objectText(value: JsonObject, path: readonly string[], before: JsonObject = {}): Phrase {
	const text = changesText(value, path, before);
	return text === '' ? '{}' : phrase`(${text})`;
}

/** Such a row reads well without its keys, such as a tag or an address with a description. */
function isPair(row: JsonObject): boolean {
	const values = Object.values(row);
	return values.length > 0 && values.length <= 2 && values.every(isText);
}

function pairText(row: JsonObject): Phrase {
	return joinPhrases(Object.values(row).map(quoteName), ': ');
}

/** The first of these keys that a row has names the row. */
const ROW_NAME_KEYS = wordsOf('name displayName title alias key id');

/** Returns text such as "3 entries (Night, Weekend)", because approvers can't read nested objects. */
function entriesText(entries: readonly unknown[], path: readonly string[]): Phrase {
	const rows = entries.map(asObject);
	const names = rows.flatMap((row) => nameInRow(row) ?? valuesText(row, path));
	const { length } = entries;
	const count = length === 1 ? '1 entry' : `${formatted(length)} entries`;
	const list = names.length === 0 ? '' : phrase` (${phraseList(names, (name) => name)})`;
	return [count, list, rows.every(isToldByValues) ? '' : UNTOLD];
}

function nameInRow(row: JsonObject): Phrase | undefined {
	const name = nameUnder(ROW_NAME_KEYS, row);
	return name === undefined ? undefined : quoteName(name);
}

/** For example, "manage all (not Inverted)". */
function valuesText(row: JsonObject, path: readonly string[]): Phrase[] {
	const values = Object.values(row).filter(isText);
	if (values.length === 0) return [];
	const otherValues = Object.entries(withoutAbsent(row))
		.filter(([, value]) => !isText(value) && !isEmptyList(value))
		.map(([key, value]) => [value === false ? 'not ' : '', keyText([...path, key])]);
	const end = otherValues.length === 0 ? '' : phrase` (${joinPhrases(otherValues, ', ')})`;
	return [[joinPhrases(values.map(quoteName), ' '), end]];
}

function isToldByValues(row: JsonObject): boolean {
	const values = Object.values(row);
	const isFlat = values.every((value) => isText(value) || typeof value === 'boolean');
	return isFlat && values.some(isText) && nameInRow(row) === undefined;
}
