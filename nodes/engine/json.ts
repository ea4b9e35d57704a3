import type { IDataObject } from 'n8n-workflow';

export type JsonObject = Record<string, unknown>;

export type JsonBody = JsonObject | readonly unknown[];

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** n8n's data objects are JSON objects under another type. */
export function isDataObject(value: unknown): value is IDataObject {
	return isJsonObject(value);
}

/** Only changes the type: the object stays the same. */
export function dataObject(value: JsonObject): IDataObject;
export function dataObject(value: JsonObject): JsonObject {
	return value;
}

/** Deep copy. n8n's own `deepCopy` drops keys such as `constructor`. */
export function jsonCopy(value: object): unknown {
	// An object whose toJSON returns nothing has no JSON text.
	const copy: unknown = JSON.parse(JSON.stringify(value) || 'null');
	return copy;
}

export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Don't use this for a change's values, where null clears a key. */
export function isAbsent(value: unknown): boolean {
	return value === undefined || value === null;
}

export function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** Blank text counts as absent. */
export function textMember(object: JsonObject, name: string): string | undefined {
	const value = object[name];
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function objectMember(object: JsonObject, name: string): JsonObject | undefined {
	const value = object[name];
	return isJsonObject(value) ? value : undefined;
}

/** Follows a dotted path. Rows count from 0. */
export function valueAt(value: unknown, path: string): unknown {
	// Fast path, because most paths are a single name and splitting is slow.
	if (!path.includes('.')) return memberOf(value, path);
	return path.split('.').reduce(memberOf, value);
}

/** A list's entry, or a value that the object doesn't inherit. */
export function memberOf(value: unknown, name: string): unknown {
	if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
	return isJsonObject(value) ? ownValue(value, name) : undefined;
}

/** Drops absent values and the omitted keys. */
export function withoutAbsent(object: unknown, omitted: readonly string[] = []): JsonObject {
	const entries = Object.entries(isJsonObject(object) ? object : {});
	return Object.fromEntries(
		entries.filter(([name, value]) => !omitted.includes(name) && !isAbsent(value)),
	);
}

/** True if the value contains everything in the part. Objects may have more keys, because APIs add some. */
export function includesAll(value: unknown, part: unknown): boolean {
	if (Array.isArray(part)) {
		return (
			Array.isArray(value) &&
			value.length === part.length &&
			part.every((row, index) => includesAll(value[index], row))
		);
	}
	if (!isJsonObject(part)) return value === part || isAbsent(part);
	return (
		isJsonObject(value) &&
		Object.entries(part).every(([name, member]) => includesAll(ownValue(value, name), member))
	);
}

/**
 * Compares records key by key. Keys that the API added are ignored inside values, such as a row's ID, but not in the
 * record itself.
 */
export function isSameButAdditions(record: JsonObject, expected: JsonObject): boolean {
	const hasNoMore = Object.keys(withoutAbsent(record)).every((name) => !isAbsent(expected[name]));
	return hasNoMore && includesAll(record, expected);
}

export function withoutUndefined(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Deeper bodies are refused, because serializing them can exhaust the call stack. */
const MAX_JSON_DEPTH = 100;
/** A 50 MB response of ordinary records stays below this. */
const MAX_CONTAINERS = 1_000_000;
/** For scale: a hundred thousand records of twenty fields have two million values. */
const MAX_VALUES = 3_000_000;
/** Maximum number of elements in a payload, each of which becomes an item. */
const MAX_ELEMENTS = 1_000_000;
/** A payload is the top-level list, or a value in the top-level object. */
const PAYLOAD_DEPTH = 2;

export type JsonExcess = 'depth' | 'values';

/** Compares character codes, because a response can have fifty million characters. */
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/** Finds JSON that is nested too deep or has too many values, in a single pass without parsing. */
export function jsonExcess(text: string): JsonExcess | undefined {
	// Other text, such as a web page, can have any number of braces.
	if (!/^\s*[[{]/.test(text)) return undefined;
	let [depth, containers, commas, elements] = [0, 0, 0, 1];
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) index = endOfString(text, index);
		else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
			depth -= 1;
			// The JSON ends here. If text follows, the whole isn't JSON, such as a log whose lines start with a
			// bracketed time.
			if (depth === 0) return undefined;
		} else if (code === COMMA) {
			commas += 1;
			if (depth <= PAYLOAD_DEPTH) elements += 1;
			if (elements > MAX_ELEMENTS || commas + containers > MAX_VALUES) return 'values';
		} else if (code === OPEN_LIST || code === OPEN_OBJECT) {
			depth += 1;
			containers += 1;
			if (depth > MAX_JSON_DEPTH) return 'depth';
			if (containers > MAX_CONTAINERS) return 'values';
		}
	}
	return undefined;
}

/** Index after the value that starts at `start`, or the text's end if the value is truncated. */
export function endOfValue(text: string, start: number): number {
	let [index, depth] = [start, 0];
	do {
		const code = text.charCodeAt(index);
		if (code === QUOTE) index = endOfString(text, index);
		else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
		else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
		index += 1;
	} while (depth > 0 && index < text.length);
	return Math.min(index, text.length);
}

/** Index of the closing quote, or the text's end. */
function endOfString(text: string, start: number): number {
	let index = start + 1;
	while (index < text.length && text.charCodeAt(index) !== QUOTE) {
		index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
	}
	return index;
}

const BEFORE_VALUE = /\s*:/y;

/** Finds a key that an object in valid JSON contains twice. Parsers keep only its last value. */
export function repeatedKey(json: string): string | undefined {
	const keysByDepth: Array<Set<unknown>> = [];
	for (let index = 0; index < json.length; index += 1) {
		const code = json.charCodeAt(index);
		if (code === OPEN_LIST || code === OPEN_OBJECT) keysByDepth.push(new Set());
		else if (code === CLOSE_LIST || code === CLOSE_OBJECT) keysByDepth.pop();
		else if (code === QUOTE) {
			const end = endOfString(json, index) + 1;
			BEFORE_VALUE.lastIndex = end;
			if (BEFORE_VALUE.test(json)) {
				const key = parsedJson(json.slice(index, end));
				const keys = keysByDepth.at(-1);
				if (keys?.has(key)) return String(key);
				keys?.add(key);
			}
			index = end - 1;
		}
	}
	return undefined;
}

/** An integer that may have more digits than JavaScript keeps. With more than 309, it is Infinity. */
const LONG_INTEGER = /(?<=[\s,:[])-?\d{16,309}(?=[\s,\]}])/g;
/** A fast check before the exact pattern, which is slow. */
const LONG_NUMBER = /\d{16}/;

/** Finds integers that JavaScript might round, outside of JSON's strings. */
export function* longIntegers(json: string): Iterable<{ index: number; integer: string }> {
	let [quote, end] = [json.indexOf('"'), 0];
	for (const { 0: integer, index } of json.matchAll(LONG_INTEGER)) {
		while (quote !== -1 && quote < index) {
			end = endOfString(json, quote) + 1;
			quote = json.indexOf('"', end);
		}
		if (end <= index) yield { index, integer };
	}
}

/** Integers in JSON that JavaScript would write with other digits. */
export function roundedIntegers(json: string): string[] {
	if (!LONG_NUMBER.test(json)) return [];
	return [...longIntegers(json)]
		.map(({ integer }) => integer)
		.filter((integer) => String(Number(integer)) !== integer);
}

/** True for an object whose members are all undefined, at every level. JSON would turn it into an empty object. */
export function isEmptied(value: unknown, depth = 0): boolean {
	if (!isObjectOrList(value) || Array.isArray(value) || depth > MAX_JSON_DEPTH) return false;
	const members: unknown[] = Object.values(value);
	return (
		members.length > 0 &&
		members.every((member) => member === undefined || isEmptied(member, depth + 1))
	);
}

/** Removes members that became empty in the copy. Lists keep their length. `onRemoved` gets the paths. */
export function withoutEmptied(
	copy: unknown,
	original: unknown,
	onRemoved: (path: string) => void,
	outer = '',
): unknown {
	if (typeof copy !== 'object' || copy === null) return copy;
	const isList = Array.isArray(copy);
	const keptEntries = Object.entries(copy).flatMap(([name, member]): Array<[string, unknown]> => {
		const [path, originalMember] = [outer + name, memberOf(original, name)];
		if (!isList && isEmptied(originalMember)) {
			onRemoved(path);
			return [];
		}
		return [[name, withoutEmptied(member, originalMember, onRemoved, `${path}.`)]];
	});
	return isList ? keptEntries.map(([, member]) => member) : Object.fromEntries(keptEntries);
}

/** Names that every object inherits, such as toString, give undefined. */
export function ownValue<Value>(
	object: Readonly<Record<string, Value>>,
	name: string,
): Value | undefined {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Merges objects at every level. If either value isn't an object, `primary` wins. */
export function mergeObjects(primary: JsonObject, secondary: JsonObject): JsonObject {
	const entries = Object.entries({ ...secondary, ...primary });
	const merged = entries.map(([name, value]): [string, unknown] => {
		const secondaryValue = ownValue(secondary, name);
		return [
			name,
			isJsonObject(value) && isJsonObject(secondaryValue)
				? mergeObjects(value, secondaryValue)
				: value,
		];
	});
	// Object.fromEntries defines keys, so "__proto__" stays an ordinary key.
	return Object.fromEntries(merged);
}

/** What a merge takes from `secondary`. */
export function withoutOverridden(primary: JsonObject, secondary: JsonObject): JsonObject {
	const entries = Object.entries(secondary).flatMap(([name, value]): Array<[string, unknown]> => {
		if (!Object.hasOwn(primary, name)) return [[name, value]];
		const winner = primary[name];
		if (!isJsonObject(value) || !isJsonObject(winner)) return [];
		const remaining = withoutOverridden(winner, value);
		return Object.keys(remaining).length === 0 ? [] : [[name, remaining]];
	});
	return Object.fromEntries(entries);
}

/** Lists the paths in `secondary` that `primary` overrides in a merge. */
export function overriddenPaths(primary: JsonObject, secondary: JsonObject): string[] {
	return Object.entries(secondary).flatMap(([name, value]) => {
		if (!Object.hasOwn(primary, name)) return [];
		const winner = primary[name];
		if (!isJsonObject(value) || !isJsonObject(winner)) return [name];
		// Two empty objects are equal values. There's nothing to merge.
		if (Object.keys({ ...winner, ...value }).length === 0) return [name];
		return overriddenPaths(winner, value).map((path) => `${name}.${path}`);
	});
}

const NONE_ROUNDED: ReadonlyMap<unknown, string> = new Map();

/**
 * Finds excessive nesting, numbers that JSON writes as null or refuses, and numbers that n8n rounded. `rounded` maps
 * them to the digits that the API sent.
 */
export function jsonProblem(
	value: unknown,
	rounded: ReadonlyMap<unknown, string> = NONE_ROUNDED,
	at = '',
	depth = 0,
): string | undefined {
	const isNumber = typeof value === 'number' || typeof value === 'bigint';
	if (isNumber && !Number.isFinite(value)) {
		return `contains a number at "${at}" that JSON doesn't support. Enter a finite number, or text in quotes.`;
	}
	const stored = rounded.get(value);
	if (stored !== undefined) {
		return `would change "${at}" from ${stored} to ${String(value)}, because n8n rounds such a large number. Enter this field too, with the number in quotes, or change the record without n8n.`;
	}
	if (!isObjectOrList(value)) return undefined;
	if (depth === MAX_JSON_DEPTH)
		return `is nested deeper than ${String(MAX_JSON_DEPTH)} levels. Flatten it.`;
	for (const [name, member] of Object.entries(value)) {
		const problem = jsonProblem(member, rounded, at === '' ? name : `${at}.${name}`, depth + 1);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

/** Dates and similar objects aren't containers, because JSON turns them into text. */
export function isObjectOrList(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	return !('toJSON' in value && typeof value.toJSON === 'function');
}

export function recordsIn(payload: unknown): IDataObject[] {
	return Array.isArray(payload) ? payload.filter(isDataObject) : [];
}
