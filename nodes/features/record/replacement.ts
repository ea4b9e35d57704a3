import type { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { keyText, phrase } from '../../engine/phrase';
import type { DescribedChange } from '../../engine/summary/sentences';
import { joinChanges, changeText, differences } from '../../engine/summary/sentences';
import type { ErrorText } from '../../engine/errorDetails';
import type { JsonObject } from '../../engine/json';
import { withoutAbsent, isJsonObject, ownValue, withoutUndefined } from '../../engine/json';
import { isSameJson } from '../../engine/crypto';
import type { Fields } from '../../engine/body/fields';
import type { ParameterValues } from '../../engine/operation';
import type { RequestBody } from './draft';
import { emptyToUndefined } from '../../engine/parameters/values';

/** `clearedBy` is what the node sends to clear the key. Omitted if the key can't be cleared. */
interface KeptKey {
	clearedBy: unknown;
	/** Explains why this API can't clear the key. */
	refuses?: (parameters: ParameterValues) => string | undefined;
}

/** When a request replaces a record, these rules say what the API keeps and clears. */
export interface Replacement {
	/** Keys that only the API sets. The node doesn't send them, and they don't count as changes. */
	readOnly: readonly string[];
	/**
	 * Describes the documented lists and objects in a stored record. If the node couldn't read one of these, an update
	 * would clear it.
	 */
	storedSchema?: z.ZodType;
	/**
	 * The API keeps these keys if the body omits them, so the node sends them only if they change. The API clears all
	 * other omitted keys.
	 */
	keptKeys?: Readonly<Record<string, KeptKey>>;
	/** Keys of the stored record that a change makes invalid. The node doesn't send them back. */
	drops?: (change: JsonObject, stored: JsonObject) => readonly string[];
	/** Adds values that the change requires, or refuses the change. */
	adjust?: (
		body: JsonObject,
		change: JsonObject,
		stored: JsonObject,
	) => Pick<RequestBody, 'body' | 'issues'>;
}

/** A whole record to send, and the keys that the stored record had before. */
export interface MergedBody extends Pick<RequestBody, 'body' | 'issues'> {
	stored: JsonObject;
}

/** Finds a list or object in the response that the node can't read, because replacing the record would lose it. */
export function unreadPart(
	record: JsonObject,
	{ storedSchema }: Replacement,
	subject: string,
): ErrorText | undefined {
	const key = storedSchema?.safeParse(record).error?.issues[0]?.path[0];
	if (key === undefined) return undefined;
	return {
		message: `The node couldn't read "${String(key)}" in the API's response for the ${subject}.`,
		description: `An update could delete what is stored in "${String(key)}". Try again later. If the error remains, use Get to see what the API returns.`,
	};
}

/**
 * The whole record to send: the change, plus every stored key that the change doesn't mention. Merges an object key by
 * key if it has its own fields in the panel. Replaces any other value. Null removes a key.
 */
export function mergedRecord(
	change: JsonObject,
	stored: JsonObject,
	{ readOnly, keptKeys = {}, drops, adjust }: Replacement,
	members: Fields = {},
): MergedBody {
	const dropped = drops?.(change, stored) ?? [];
	const unchanged = withoutAbsent(stored, [...readOnly, ...Object.keys(keptKeys), ...dropped]);
	const changes = Object.entries(change).map(([name, value]): [string, unknown] => {
		// Leaves out the key, because the API clears omitted keys and refuses most nulls.
		if (value === null) return [name, ownValue(keptKeys, name)?.clearedBy];
		const hasFields = isJsonObject(value) && ownValue(members, name)?.members !== undefined;
		return [name, hasFields ? mergedObject(value, unchanged[name]) : value];
	});
	const body = withoutUndefined({ ...unchanged, ...Object.fromEntries(changes) });
	const draft = adjust?.(body, change, stored) ?? { body, issues: [] };
	return { ...draft, stored: withoutAbsent(stored, readOnly) };
}

/** Merges an object into the stored one. In the input, null removes a key. */
function mergedObject(input: JsonObject, stored: unknown): JsonObject {
	return withoutAbsent(isJsonObject(stored) ? { ...stored, ...input } : input);
}

export function recordAfter(
	body: JsonObject,
	stored: JsonObject,
	{ readOnly, keptKeys = {} }: Replacement,
): JsonObject {
	const staying = [...readOnly, ...Object.keys(keptKeys)];
	const unchanged = Object.entries(stored).filter(([name]) => staying.includes(name));
	return { ...Object.fromEntries(unchanged), ...body };
}

export const NO_CHANGE = 'no change';

/** Describes what a replacement changes. Removals come first, because a summary may cut the rest. */
export function replacementText(
	body: JsonObject,
	stored: JsonObject,
	{ readOnly, keptKeys = {} }: Replacement,
): Phrase {
	const changes: DescribedChange[] = [];
	// Uses maps, because every object would have a key such as toString.
	const [storedValues, newValues] = [
		new Map(Object.entries(stored)),
		new Map(Object.entries(body)),
	];
	for (const name of new Set([...storedValues.keys(), ...newValues.keys()])) {
		if (readOnly.includes(name)) continue;
		if (!newValues.has(name) && Object.hasOwn(keptKeys, name)) continue;
		const [before, after] = [storedValues.get(name), newValues.get(name)].map(undefinedIfEmpty);
		if (after === undefined) {
			const isSame = isSameJson(storedValues.get(name), newValues.get(name));
			if (before !== undefined || !isSame)
				changes.push({ text: phrase`clears ${keyText([name])}`, removes: true });
		} else if (!isSameJson(before, after)) {
			changes.push(...valueChanges(name, before, after));
		}
	}
	return changes.length === 0 ? NO_CHANGE : joinChanges(changes, ', ');
}

/** Compares two values, and objects key by key, because the request deletes keys that it omits. */
function valueChanges(name: string, before: unknown, after: unknown): DescribedChange[] {
	const areObjects = isJsonObject(before) && isJsonObject(after);
	const members = areObjects ? differences(before, after, [name]) : [];
	return members.length > 0 ? members : [{ text: changeText([name], before, after) }];
}

function undefinedIfEmpty(value: unknown): unknown {
	const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
	return isEmpty ? undefined : emptyToUndefined(value);
}
