import type { Change } from '../../engine/approval/sentences';
import { changeText, joined, quoteName } from '../../engine/approval/sentences';
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
	kept?: Readonly<Record<string, Clearing>>;
	/** Keys of the current record that a change makes invalid. */
	drops?: (input: JsonObject, current: JsonObject) => readonly string[];
	/** Adds values that the API needs because of a change. */
	complete?: (body: JsonObject, current: JsonObject) => JsonObject;
	/** Why a record can't be changed in this way. */
	refuses?: (input: JsonObject, current: JsonObject) => Iterable<Issue>;
	/** Sentences about what is lost unseen. */
	hints?: (body: JsonObject, current: JsonObject) => string[];
}

/** The body that replaces a record by a change, and what else follows from the record. Undefined if it wasn't read. */
export function replacementOf(
	input: JsonObject,
	{ record: current }: Facts = {},
	{ members }: Pick<Description, 'members'>,
	replaces: Replacement,
) {
	if (!isJsonObject(current)) return undefined;
	const partial = Object.keys(members).filter((name) => members[name]?.members);
	const body = replacedBody(input, current, replaces, new Set(partial));
	return {
		body,
		/** Nobody changed what the API itself returned. */
		stored: content(current, replaces.readOnly),
		refusals: [...(replaces.refuses?.(input, current) ?? [])],
		losses: replaces.hints?.(body, current) ?? [],
	};
}

/**
 * The body that replaces a record: the input, and what the API would clear otherwise. Objects whose keys are fields of
 * their own are `partial`: keys that aren't entered stay.
 */
function replacedBody(
	input: JsonObject,
	current: JsonObject,
	{ readOnly, kept: clearings = {}, drops, complete }: Replacement,
	partial: ReadonlySet<string>,
): JsonObject {
	const dropped = drops?.(input, current) ?? [];
	const stored = content(current, [...readOnly, ...Object.keys(clearings), ...dropped]);
	const changes = Object.entries(input).map(([name, value]): [string, unknown] => {
		const clearing = Object.hasOwn(clearings, name) ? clearings[name] : undefined;
		// What the API clears by itself is left out: it refuses most nulls.
		if (value === null) return [name, clearing?.by];
		const isPartial = isJsonObject(value) && partial.has(name);
		return [name, isPartial ? merged(value, stored[name]) : value];
	});
	const body = withoutUndefined({ ...stored, ...Object.fromEntries(changes) });
	return complete?.(body, current) ?? body;
}

/** Merges an object of fields into the stored one. A null takes its key out. */
function merged(input: JsonObject, stored: unknown): JsonObject {
	return content(isJsonObject(stored) ? { ...stored, ...input } : input);
}

/** The record after the request, as far as that is known. */
export function recordAfter(
	body: JsonObject,
	current: JsonObject,
	{ readOnly, kept: clearings = {} }: Replacement,
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
	{ readOnly, kept: clearings = {} }: Replacement,
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
				changes.push({ text: `clears ${quoteName(name)}`, removes: true });
		} else if (hashOf(before ?? null) !== hashOf(after)) {
			changes.push({ text: changeText(name, before, after) });
		}
	}
	return changes.length === 0 ? NO_CHANGE : joined(changes, ', ');
}

function undefinedIfEmpty(value: unknown): unknown {
	const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
	return isEmpty ? undefined : emptyToUndefined(value);
}
