import type { Change } from '../../engine/summary/sentences';
import { changeText, joined, keyText } from '../../engine/summary/sentences';
import type { Issue } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { content, hashOf, isJsonObject, withoutUndefined } from '../../engine/json';
import type { Description } from '../../engine/body/fields';
import type { Facts, Parameters } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';

/** How a key that the API keeps is cleared: by a value, unless there is a reason why it can't be. */
export interface Clearing {
	by: unknown;
	/** Why the API of these parameters can't clear it. */
	refuses?: (parameters: Parameters) => string | undefined;
}

/** What the API does with a record when a request replaces it. */
export interface Replacement {
	/** Keys that only the API sets. They are neither sent nor count as changes. */
	readOnly: readonly string[];
	/** Keys that stay if the body leaves them out, so they are sent only if they change. All others are cleared. */
	clearings?: Readonly<Record<string, Clearing>>;
	/** Keys of the current record that a change makes invalid. */
	drops?: (change: JsonObject, current: JsonObject) => readonly string[];
	/** Completes the body by what the API needs because of a change, or says why the record can't be changed like that. */
	complete?: (body: JsonObject, change: JsonObject, current: JsonObject) => Completed;
}

/** A body that replaces a record, the issues with it, and sentences about what is lost unseen. */
interface Completed {
	body: JsonObject;
	issues?: Issue[];
	hints?: string[];
}

/** Makes the body that replaces a record. Undefined if the record wasn't read. `stored` is what nobody has changed. */
export function replacementOf(
	change: JsonObject,
	{ record: current }: Facts = {},
	{ members }: Pick<Description, 'members'>,
	replaces: Replacement,
): (Required<Completed> & { stored: JsonObject }) | undefined {
	if (!isJsonObject(current)) return undefined;
	const { readOnly, complete } = replaces;
	const partial = Object.keys(members).filter((name) => members[name]?.members);
	const merged = mergedRecord(change, current, replaces, new Set(partial));
	const { body, issues = [], hints = [] } = complete?.(merged, change, current) ?? { body: merged };
	return { body, issues, hints, stored: content(current, readOnly) };
}

/**
 * Merges a change into a record: the change, and what the API would clear otherwise. Objects whose keys are fields of
 * their own are `partial`: keys that aren't entered stay.
 */
function mergedRecord(
	change: JsonObject,
	current: JsonObject,
	{ readOnly, clearings = {}, drops }: Replacement,
	partial: ReadonlySet<string>,
): JsonObject {
	const dropped = drops?.(change, current) ?? [];
	const stored = content(current, [...readOnly, ...Object.keys(clearings), ...dropped]);
	const changes = Object.entries(change).map(([name, value]): [string, unknown] => {
		const clearing = Object.hasOwn(clearings, name) ? clearings[name] : undefined;
		// What the API clears by itself is left out: it refuses most nulls.
		if (value === null) return [name, clearing?.by];
		const isPartial = isJsonObject(value) && partial.has(name);
		return [name, isPartial ? mergedObject(value, stored[name]) : value];
	});
	return withoutUndefined({ ...stored, ...Object.fromEntries(changes) });
}

/** Merges an object of fields into the stored one. A null takes its key out. */
function mergedObject(input: JsonObject, stored: unknown): JsonObject {
	return content(isJsonObject(stored) ? { ...stored, ...input } : input);
}

/** The record after the request, as far as that is known. */
export function recordAfter(
	body: JsonObject,
	current: JsonObject,
	{ readOnly, clearings = {} }: Replacement,
): JsonObject {
	const staying = [...readOnly, ...Object.keys(clearings)];
	const stored = Object.entries(current).filter(([name]) => staying.includes(name));
	return { ...Object.fromEntries(stored), ...body };
}

/** The text for a request that changes nothing. */
export const NO_CHANGE = 'no change';

/** Lists what a request removes from a record, then what it changes from what to what. */
export function replacementText(
	body: JsonObject,
	current: JsonObject,
	{ readOnly, clearings = {} }: Replacement,
): string {
	const changes: Change[] = [];
	// As maps: a key such as toString would be found in every object.
	const [stored, sent] = [new Map(Object.entries(current)), new Map(Object.entries(body))];
	for (const name of new Set([...stored.keys(), ...sent.keys()])) {
		if (readOnly.includes(name)) continue;
		if (!sent.has(name) && Object.hasOwn(clearings, name)) continue;
		const [before, after] = [stored.get(name), sent.get(name)].map(undefinedIfEmpty);
		if (after === undefined) {
			const isSame = hashOf(stored.get(name) ?? null) === hashOf(sent.get(name) ?? null);
			if (before !== undefined || !isSame)
				changes.push({ text: `clears ${keyText([name])}`, removes: true });
		} else if (hashOf(before ?? null) !== hashOf(after)) {
			changes.push({ text: changeText([name], before, after) });
		}
	}
	return changes.length === 0 ? NO_CHANGE : joined(changes, ', ');
}

function undefinedIfEmpty(value: unknown): unknown {
	const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
	return isEmpty ? undefined : emptyToUndefined(value);
}
