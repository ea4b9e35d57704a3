import type { IDataObject } from 'n8n-workflow';

/** A JSON object as it travels in a request or a response. */
export type JsonObject = Record<string, unknown>;

/** Returns whether a value is a JSON object: not null, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same for a value that is to be output: n8n's data objects are JSON objects under another name. */
export function isDataObject(value: unknown): value is IDataObject {
	return isJsonObject(value);
}

/** Returns a copy of an object without its undefined members. */
export function withoutUndefined(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Bodies nested deeper are refused: serializing them can exhaust the call stack. */
export const MAX_DEPTH = 100;

/** Returns whether lists and objects are nested deeper than so many levels. Without recursion, cycles included. */
export function isDeeperThan(value: unknown, levels: number): boolean {
	let level = new Set([value].filter(isContainer));
	for (let depth = 0; depth < levels && level.size > 0; depth += 1) {
		const next = new Set<object>();
		for (const container of level) {
			for (const member of Object.values(container)) if (isContainer(member)) next.add(member);
		}
		level = next;
	}
	return level.size > 0;
}

/** Returns what keeps a value from being sent as JSON, or undefined. */
export function jsonProblem(value: unknown): string | undefined {
	if (isDeeperThan(value, MAX_DEPTH)) {
		return `is nested deeper than ${String(MAX_DEPTH)} levels. Flatten it.`;
	}
	const path = unserializablePath(value);
	if (path === undefined) return undefined;
	return `holds a number at "${path}" that JSON cannot carry. Correct it.`;
}

/** Returns the path of a number that JSON writes as null (infinite or not a number) or refuses (a BigInt). Recursive. */
function unserializablePath(value: unknown, path = ''): string | undefined {
	if (typeof value === 'bigint') return path;
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
	if (!isContainer(value)) return undefined;
	for (const [name, member] of Object.entries(value)) {
		const found = unserializablePath(member, path === '' ? name : `${path}.${name}`);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Merges objects at every level; where both have a value that is no object, `primary` wins. */
export function mergeObjects(primary: JsonObject, secondary: JsonObject): JsonObject {
	const entries = Object.entries({ ...secondary, ...primary });
	const merged = entries.map(([name, value]): [string, unknown] => {
		const other = Object.hasOwn(secondary, name) ? secondary[name] : undefined;
		return [name, isJsonObject(value) && isJsonObject(other) ? mergeObjects(value, other) : value];
	});
	// Defines members instead of setting them, so that "__proto__" stays a member.
	return Object.fromEntries(merged);
}

/** Returns the paths of the values of `secondary` that lose against `primary` when the two are merged. */
export function overriddenPaths(primary: JsonObject, secondary: JsonObject): string[] {
	return Object.entries(secondary).flatMap(([name, value]) => {
		if (!Object.hasOwn(primary, name)) return [];
		const winner = primary[name];
		if (!isJsonObject(value) || !isJsonObject(winner)) return [name];
		return overriddenPaths(winner, value).map((path) => `${name}.${path}`);
	});
}

/** Dates and the like are no containers: JSON takes their text. */
function isContainer(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	return !('toJSON' in value && typeof value.toJSON === 'function');
}
