import type { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { keyText, phrase } from '../../engine/phrase';
import type { DescribedChange } from '../../engine/summary/sentences';
import { joinChanges, changeText } from '../../engine/summary/sentences';
import type { ErrorText } from '../../engine/errorDetails';
import type { Draft, RequestBody } from './draft';
import type { JsonObject } from '../../engine/json';
import { withoutAbsent, isJsonObject, ownValue, withoutUndefined } from '../../engine/json';
import { isSameJson } from '../../engine/crypto';
import type { Fields } from '../../engine/body/fields';
import type { ParameterValues } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';

/** The value that clears a kept key, unless it can't be cleared. */
export interface KeptKey {
	clearedBy: unknown;
	/** Explains why this API can't clear the key. */
	refuses?: (parameters: ParameterValues) => string | undefined;
}

/** The API's rules when a request replaces a record. */
export interface Replacement {
	/** Keys that only the API sets. They aren't sent and don't count as changes. */
	readOnly: readonly string[];
	/** Lists and objects of a stored record, as documented. An update would clear them if they couldn't be read. */
	storedSchema?: z.ZodType;
	/** Keys that stay if the body omits them, so they're sent only if changed. All other omitted keys are cleared. */
	keptKeys?: Readonly<Record<string, KeptKey>>;
	/** Keys of the stored record that a change invalidates. */
	drops?: (change: JsonObject, stored: JsonObject) => readonly string[];
	/** Adds values that the API needs because of a change, or refuses the change. */
	adjust?: (
		body: JsonObject,
		change: JsonObject,
		stored: JsonObject,
	) => Pick<RequestBody, 'body' | 'issues'>;
}

/** The reason why a record can't be replaced, if the API returned a list or an object that can't be kept. */
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
 * Merges a change with everything that the API would otherwise clear. In objects whose keys are fields of their own,
 * missing keys stay.
 */
export function replacedRecord(
	change: JsonObject,
	stored: JsonObject,
	{ readOnly, keptKeys = {}, drops, adjust }: Replacement,
	members: Fields = {},
): Draft {
	const dropped = drops?.(change, stored) ?? [];
	const unchanged = withoutAbsent(stored, [...readOnly, ...Object.keys(keptKeys), ...dropped]);
	const changes = Object.entries(change).map(([name, value]): [string, unknown] => {
		// Omits keys that the API clears by itself, because it refuses most nulls.
		if (value === null) return [name, ownValue(keptKeys, name)?.clearedBy];
		const hasFields = isJsonObject(value) && ownValue(members, name)?.members !== undefined;
		return [name, hasFields ? mergedObject(value, unchanged[name]) : value];
	});
	const body = withoutUndefined({ ...unchanged, ...Object.fromEntries(changes) });
	const draft = adjust?.(body, change, stored) ?? { body, issues: [] };
	return { ...draft, stored: withoutAbsent(stored, readOnly) };
}

/** Merges an object of fields into the stored object. Null removes a key. */
function mergedObject(input: JsonObject, stored: unknown): JsonObject {
	return withoutAbsent(isJsonObject(stored) ? { ...stored, ...input } : input);
}

/** Expected record after the request. */
export function recordAfter(
	body: JsonObject,
	stored: JsonObject,
	{ readOnly, keptKeys = {} }: Replacement,
): JsonObject {
	const staying = [...readOnly, ...Object.keys(keptKeys)];
	const unchanged = Object.entries(stored).filter(([name]) => staying.includes(name));
	return { ...Object.fromEntries(unchanged), ...body };
}

/** Summary of a request that changes nothing. */
export const NO_CHANGE = 'no change';

/** Lists removals first, then changes with old and new value. */
export function replacementText(
	body: JsonObject,
	stored: JsonObject,
	{ readOnly, keptKeys = {} }: Replacement,
): Phrase {
	const changes: DescribedChange[] = [];
	// Maps, because every object would have a key such as toString.
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
			changes.push({ text: changeText([name], before, after) });
		}
	}
	return changes.length === 0 ? NO_CHANGE : joinChanges(changes, ', ');
}

function undefinedIfEmpty(value: unknown): unknown {
	const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
	return isEmpty ? undefined : emptyToUndefined(value);
}
