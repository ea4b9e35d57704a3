import type { Change } from '../../engine/approval/sentences';
import { changeText, joined, quoteName } from '../../engine/approval/sentences';
import type { Issue } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { content, hashOf, isAbsent, isJsonObject } from '../../engine/json';
import { emptyToUndefined } from '../../engine/parameters/values';

/** How a key that the API keeps is cleared: by a value, or why it can't be. */
type Clearing = { by: unknown } | { because: string };

/** What the API does with a record when a request replaces it. */
export interface Replacement {
	/** Keys that only the API sets. They are neither sent nor count as changes. */
	readOnly: readonly string[];
	/** Keys that stay if the body leaves them out, so they are sent only if they change. All others are cleared. */
	kept?: Readonly<Record<string, Clearing>>;
	/** Keys of the current record that a change makes invalid. */
	drops?: (entered: JsonObject, current: JsonObject) => readonly string[];
	/** Adds values that the API needs because of a change. */
	finish?: (body: JsonObject, current: JsonObject) => JsonObject;
	/** Returns why a record can't be changed in this way. */
	refuses?: (entered: JsonObject, current: JsonObject) => Iterable<Issue>;
	/** Returns sentences about what is lost unseen. */
	hints?: (body: JsonObject, current: JsonObject) => string[];
}

/**
 * Returns the body that replaces a record: what was entered, and what the API would clear otherwise. Objects whose keys
 * are fields of their own are `partial`: keys that aren't entered stay.
 */
export function replacedBody(
	entered: JsonObject,
	current: JsonObject,
	{ readOnly, kept = {}, drops, finish }: Replacement,
	partial: ReadonlySet<string>,
): JsonObject {
	const dropped = drops?.(entered, current) ?? [];
	const stored = content(current, [...readOnly, ...Object.keys(kept), ...dropped]);
	const body: JsonObject = { ...stored };
	for (const [name, value] of Object.entries(entered)) {
		const clearing = Object.hasOwn(kept, name) ? kept[name] : undefined;
		const sent = value === null && clearing && 'by' in clearing ? clearing.by : value;
		// What the API clears by itself is left out: it refuses most nulls.
		if (value === null && clearing === undefined) delete body[name];
		else body[name] = isJsonObject(sent) && partial.has(name) ? merged(sent, stored[name]) : sent;
	}
	return finish?.(body, current) ?? body;
}

/** Merges an object of fields into the stored one. A null takes its key out. */
function merged(entered: JsonObject, stored: unknown): JsonObject {
	return content(isJsonObject(stored) ? { ...stored, ...entered } : entered);
}

/** Returns the issues with values that can't be cleared. */
export function clearingIssues(
	entered: JsonObject,
	{ kept = {} }: Replacement,
	required: ReadonlySet<string>,
): Issue[] {
	return Object.entries(entered).flatMap(([path, value]): Issue[] => {
		if (value !== null) return [];
		if (required.has(path)) return [{ path, code: 'notCleared', because: 'it is required' }];
		const clearing = Object.hasOwn(kept, path) ? kept[path] : undefined;
		if (clearing === undefined || 'by' in clearing) return [];
		return [{ path, code: 'notCleared', because: clearing.because }];
	});
}

/** Returns the record after the request, as far as that is known. */
export function recordAfter(
	body: JsonObject,
	current: JsonObject,
	{ readOnly, kept = {} }: Replacement,
): JsonObject {
	const staying = [...readOnly, ...Object.keys(kept)];
	const stored = Object.entries(current).filter(([name]) => staying.includes(name));
	return { ...Object.fromEntries(stored), ...body };
}

/** Lists what a request removes from a record, then what it changes from what to what. */
export function replacementText(
	body: JsonObject,
	current: JsonObject,
	{ readOnly, kept = {} }: Replacement,
): string {
	const changes: Change[] = [];
	for (const name of new Set([...Object.keys(current), ...Object.keys(body)])) {
		if (readOnly.includes(name)) continue;
		const isOmitted = isAbsent(body[name]) && !Object.hasOwn(body, name);
		if (isOmitted && Object.hasOwn(kept, name)) continue;
		const [before, after] = [current[name], body[name]].map(filled);
		if (after === undefined) {
			const isKnown = before !== undefined || Object.hasOwn(body, name);
			if (isKnown) changes.push({ text: `clears ${quoteName(name)}`, removes: true });
		} else if (hashOf(before ?? null) !== hashOf(after)) {
			changes.push({ text: changeText(name, before, after) });
		}
	}
	return changes.length === 0 ? 'no change' : joined(changes, ', ');
}

function filled(value: unknown): unknown {
	const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
	return isEmpty ? undefined : emptyToUndefined(value);
}
