import type { Parameters } from '../operation';
import type { JsonObject } from '../json';
import { hashOf, isAbsent, isEmptyList, isJsonObject, ownValue, withoutUndefined } from '../json';
import { asObject, emptyToUndefined, isText, chosenNameKey } from '../parameters/values';
import { andMore, MAX_NAME_LENGTH, shortened } from '../text';
import { hasWebPath, markedKey, nameInQuotes, visibleLine } from './plainText';

/** Longer than any email address or host with port, because the end of such a name shows its destination. */
const MAX_ADDRESS_LENGTH = 260;
export const MAX_SUMMARY_LENGTH = 600;
/** Lists of less important entries, which have a noun, only fill a summary up to this length. */
const USUAL_LENGTH = 300;
const MAX_LISTED_VALUES = 10;
const PLAIN = /^[\w.,@:/*+-]+$/;

/** Mark a list's edges and commas until the available space is known. Names can't contain these either. */
const LIST = { start: '\u{E002}', comma: '\u{E003}', end: '\u{E004}' };
/** A list without inner lists. Redaction may have removed its end mark. */
const INNERMOST_LIST = /\u{E002}([^\u{E002}\u{E004}]*)(?:\u{E004}|$)/gu;

/** Undefined without an ID. */
export function identified(kind: string, id: unknown): string | undefined {
	const isGiven = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	return isGiven ? `${kind} ${quoteName(id)}` : undefined;
}

/** Refers to a record by its full ID, after its name if that is known. */
export function recordText(parameters: Parameters, field: string): string {
	const name = parameters[chosenNameKey(field)];
	const id = quoteName(parameters[field]);
	return isText(name) ? `${quoted(name)} (${id})` : id;
}

/** Quotes a value for a sentence and breaks links. A single ordinary word stays unquoted. */
export function quoteName(value: unknown): string {
	const text = oneLine(value);
	return PLAIN.test(text) ? text : nameInQuotes(text);
}

export function quoted(value: unknown): string {
	return nameInQuotes(oneLine(value));
}

/** Quotes tables, addresses or file patterns, whose dots aren't links unless a path follows. */
export function asWritten(value: unknown): string {
	const text = oneLine(value, MAX_ADDRESS_LENGTH);
	return hasWebPath(text) ? nameInQuotes(text) : nameInQuotes(text, 'asWritten');
}

/** Keeps the request's address unchanged, so that the reader recognizes it. */
export function address(value: unknown): string {
	return nameInQuotes(oneLine(value, MAX_ADDRESS_LENGTH), 'asWritten');
}

/** Shows the first values and counts the rest. */
export function listed<T>(
	values: readonly T[],
	wordOf: (value: T) => string = quoteName,
	longest = MAX_LISTED_VALUES,
): string {
	return `${values.slice(0, longest).map(wordOf).join(', ')}${andMore(values.length - longest)}`;
}

/**
 * Lists all values if the summary has room; otherwise as many as every other list, at least one, and counts the rest.
 * With a `noun`, the list gets less room, and the rest is called so. `longest` bounds the text that is tried.
 */
export function fittingList<T>(
	values: readonly T[],
	wordOf: (value: T) => string = quoteName,
	{ longest = MAX_SUMMARY_LENGTH, noun = '' }: { longest?: number; noun?: string } = {},
): string {
	const words: string[] = [];
	let length = 0;
	for (const value of values) {
		if (length > longest) break;
		const word = wordOf(value);
		words.push(word);
		length += word.length;
	}
	return LIST.start + [noun, String(values.length), ...words].join(LIST.comma) + LIST.end;
}

/** Puts wildcards first, starting with the shortest and so widest, because a summary may cut the rest. */
export function widestFirst<T>(values: readonly T[]): T[] {
	const lengthOf = (value: T): number =>
		typeof value === 'string' && value.includes('*') ? value.length : Infinity;
	return [...values].sort((first, second) =>
		lengthOf(first) < lengthOf(second) ? -1 : Number(lengthOf(first) > lengthOf(second)),
	);
}

/** A change in a sentence. `removes`: a value is lost. */
export interface Change {
	text: string;
	removes?: boolean;
}

/** Puts removals first, so that they're never cut off. */
export function joined(changes: readonly Change[], separator = '; '): string {
	return removalsFirst(changes)
		.map(({ text }) => text)
		.join(separator);
}

function removalsFirst(changes: readonly Change[]): Change[] {
	const isRemoval = ({ removes }: Change): boolean => removes === true;
	return [...changes.filter(isRemoval), ...changes.filter((change) => !isRemoval(change))];
}

/** A body's key, shown by the panel's label if there is a field. */
export function keyText(path: readonly string[], spelling = path.at(-1)): string {
	return markedKey(visibleLine(path.join('.')), quoteName(spelling));
}

const MAX_CHANGES = 3;

/** Shows the first changes and counts the rest. */
export function firstChanges(changes: readonly Change[]): string {
	const text = joined(changes.slice(0, MAX_CHANGES), ', ');
	return `${text}${andMore(changes.length - MAX_CHANGES)}`;
}

/**
 * Each key with its new value, and its value before if that is known. `path` is the path of an inner body.
 */
export function changesOf(
	body: JsonObject,
	path: readonly string[] = [],
	before: JsonObject = {},
): Change[] {
	return Object.entries(withoutUndefined(body)).map(([name, value]) => {
		const inner = [...path, name];
		const key = keyText(inner);
		return {
			text: isEmptyList(value)
				? `no ${key}`
				: `${key} ${newValueText(value, ownValue(before, name), inner)}`,
			removes: emptyToUndefined(value) === undefined,
		};
	});
}

/** A list of changes, such as addresses to add, isn't compared with the record's list. */
function newValueText(value: unknown, before: unknown, path: readonly string[]): string {
	if (isJsonObject(value)) return valueText(value, path, asObject(before));
	const isSameKind = Array.isArray(value) === Array.isArray(before) && !isJsonObject(before);
	const isKnown = isSameKind && emptyToUndefined(before) !== undefined;
	return fromTo(isKnown ? valueText(before, path) : '', valueText(value, path));
}

/** "from 5m to 1h". Only the new value if the old one is unknown. */
export function fromTo(before: string, after: string): string {
	if (before === '') return after;
	return before === after ? `stays ${after}` : `from ${before} to ${after}`;
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
): Change[] {
	const [old, fresh] = [
		before === '' ? null : (before ?? null),
		after === '' ? null : (after ?? null),
	];
	if (hashOf(old) === hashOf(fresh)) return [];
	if (isJsonObject(old) && isJsonObject(fresh)) {
		const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
		return names.flatMap((name) =>
			differences(ownValue(old, name), ownValue(fresh, name), [...path, name], form),
		);
	}
	if (Array.isArray(old) && Array.isArray(fresh) && old.length === fresh.length) {
		return old.flatMap((value, index) =>
			differences(value, fresh[index], [...path, String(index)], form),
		);
	}
	if (fresh === null || isEmptyList(fresh)) {
		return [{ text: `clears ${keyOfPath(path, form)}`, removes: true }];
	}
	return [{ text: changeText(path, old, fresh, form) }];
}

/** Describes a key's change: "Interval from 5m to 1h". */
export function changeText(
	path: readonly string[],
	before: unknown,
	after: unknown,
	form: readonly string[] = [],
): string {
	const from = isAbsent(before) ? '' : valueText(before, path);
	return `${keyOfPath(path, form)} ${fromTo(from, valueText(after, path))}`;
}

/** Spells an inner key without a field with its path: "config/source", with rows counted from 1. */
function keyOfPath(path: readonly string[], form: readonly string[]): string {
	const names = path.map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name));
	return keyText([...form, ...path], names.join('/'));
}

/** "no Tags, Expires At null, Name Reporting". */
export function changesText(
	body: JsonObject,
	path: readonly string[] = [],
	before: JsonObject = {},
): string {
	return joined(changesOf(body, path, before), ', ');
}

/** Lists the parts of a body that the sentence doesn't mention. */
export function otherFields(body: JsonObject, describedNames: readonly string[]): string {
	const entries = Object.entries(body).filter(([name]) => !describedNames.includes(name));
	return furtherSettings(changesOf(Object.fromEntries(entries)));
}

/** Ends a sentence with settings, removals first. */
export function furtherSettings(changes: readonly Change[]): string {
	if (changes.length === 0) return '';
	return `; ${fittingList(removalsFirst(changes), ({ text }) => text, { noun: 'setting' })}`;
}

function valueText(value: unknown, path: readonly string[], before?: JsonObject): string {
	if (Array.isArray(value)) {
		const rowPath = [...path, '0'];
		return `(${fittingList(widestFirst(value), (row) => valueText(row, rowPath))})`;
	}
	if (!isJsonObject(value)) return quoteName(isText(value) ? value : String(value));
	const text = changesText(value, path, before);
	return text === '' ? '{}' : `(${text})`;
}

/** Entries of a list to show, by the list's place. */
type Shown = Record<'outer' | 'inner' | 'withNoun', number>;

/** Shows as many entries of each list as fit into a summary. Nested lists come second. */
export function fitted(sentence: string): string {
	const all = withLists(sentence, ALL);
	if (all.length <= USUAL_LENGTH) return all;
	const withNoun = largest(
		(count) => withLists(sentence, { ...ALL, withNoun: count }).length <= USUAL_LENGTH,
	);
	const text = withLists(sentence, { ...ALL, withNoun });
	if (text.length <= MAX_SUMMARY_LENGTH) return text;
	const isShort = (shown: Shown): boolean =>
		withLists(sentence, shown).length <= MAX_SUMMARY_LENGTH;
	const outer = largest((count) => isShort({ outer: count, inner: 1, withNoun }));
	const inner = largest((count) => isShort({ outer, inner: count, withNoun }));
	return cutToLimit(withLists(sentence, { outer, inner, withNoun }));
}

const ALL: Shown = { outer: Infinity, inner: Infinity, withNoun: Infinity };

/** The largest number that fits, at least one. */
function largest(fits: (count: number) => boolean): number {
	let [most, exceeding] = [1, MAX_SUMMARY_LENGTH];
	while (exceeding - most > 1) {
		const middle = Math.floor((most + exceeding) / 2);
		if (fits(middle)) most = middle;
		else exceeding = middle;
	}
	return most;
}

function withLists(sentence: string, { outer, inner, withNoun }: Shown): string {
	let text = sentence;
	while (text.includes(LIST.start)) {
		text = text.replace(INNERMOST_LIST, (_, content: string, offset: number, whole: string) => {
			const before = whole.slice(0, offset);
			const isInside = before.split(LIST.start).length > before.split(LIST.end).length;
			const [noun, count, ...words] = content.split(LIST.comma);
			const shownWords = words.slice(0, noun === '' ? (isInside ? inner : outer) : withNoun);
			return shownWords.join(', ') + andMore(Number(count) - shownWords.length, noun);
		});
	}
	return text;
}

export function cutToLimit(text: string): string {
	return shortened(text, MAX_SUMMARY_LENGTH - 1);
}

function oneLine(value: unknown, longest = MAX_NAME_LENGTH): string {
	const text = ['string', 'number'].includes(typeof value) ? String(value) : '?';
	return shortened(visibleLine(cutToLimit(text)), longest);
}
