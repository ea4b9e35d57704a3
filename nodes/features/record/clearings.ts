import { z } from 'zod';
import type { Description, Field } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { notCleared, sentenceHint } from '../../engine/issue';
import { isJsonObject, ownValue } from '../../engine/json';
import type { ParameterValues } from '../../engine/operation';
import { ADDED_FIELDS_LABEL } from '../../engine/parameterNames';
import type { Draft } from './draft';
import type { Replacement } from './replacement';

/**
 * `jsonList`: rows, or a list without a field. Only JSON can clear it, because n8n drops an expression for rows inside
 * a collection.
 */
type ClearedBy = 'jsonList' | 'list' | 'map' | 'null';

/** How users clear a field, by its key. */
export type Clearings = ReadonlyMap<
	string,
	{ by: ClearedBy | undefined; canBeNull: boolean; isRequired: boolean }
>;

export function clearingsOf({ members }: Description, nullable?: readonly string[]): Clearings {
	const entries = Object.entries(members).map(([name, field]) => {
		const canBeNull = nullable?.includes(name) !== false;
		const isRequired = field.required === true;
		return [name, { by: wayOf(field, canBeNull), canBeNull, isRequired }] as const;
	});
	return new Map(entries);
}

function wayOf({ required, rowDescription, schema, ...field }: Field, canBeNull: boolean) {
	const isList =
		schema instanceof z.ZodArray &&
		schema.safeParse([]).success &&
		!Object.hasOwn(field, 'emptyList');
	const isNeeded = required === true || required === 'byFields';
	if (isNeeded || !(isList || (canBeNull && field.properties))) return undefined;
	if (isList) return field.properties && rowDescription === undefined ? 'list' : 'jsonList';
	return isJsonObject(field.emptyList) ? 'map' : 'null';
}

function wayToClear(path: string, by: ClearedBy): string {
	if (by === 'jsonList') return `add "${path}": [] in ${ADDED_FIELDS_LABEL}`;
	if (by === 'map') return `add "${path}": {} in ${ADDED_FIELDS_LABEL}`;
	return `enter the expression ${by === 'null' ? '{{ null }}' : '{{ [] }}'}`;
}

export function refusedNulls(
	{ body }: Draft,
	clearings: Clearings,
	replacement: Replacement | undefined,
	parameters: ParameterValues,
): Issue[] {
	return Object.entries(body).flatMap(([path, value]): Issue[] => {
		const because =
			value === null ? nullRefusal(path, clearings, replacement, parameters) : undefined;
		return because === undefined ? [] : [{ path, ...notCleared(because) }];
	});
}

/**
 * If the API replaces the record, null clears a key even if the API refuses null, because the node then leaves out the
 * key.
 */
function nullRefusal(
	name: string,
	clearings: Clearings,
	replacement: Replacement | undefined,
	parameters: ParameterValues,
): string | undefined {
	const { by, canBeNull = true, isRequired = false } = clearings.get(name) ?? {};
	if (replacement !== undefined) {
		const keptKey = ownValue(replacement.keptKeys ?? {}, name);
		return isRequired ? 'it is required' : keptKey?.refuses?.(parameters);
	}
	if (canBeNull) return undefined;
	return `the API refuses null${by === undefined ? '' : `; to clear the list, ${wayToClear(name, by)}`}`;
}

/** The hint about a field that the user added and left empty. */
export function leftHint(label: string, path: string, clearings: Clearings): Issue {
	const by = clearings.get(path)?.by;
	const stayText = `${label} is empty, so it keeps its value.`;
	return sentenceHint(
		by === undefined ? stayText : `${stayText} To clear it, ${wayToClear(path, by)}.`,
	);
}

/** Explains how to clear a collection's fields. Empty if none can be cleared. */
export function clearingText(clearings: Clearings): string {
	const used = new Set([...clearings.values()].map(({ by }) => by));
	const ways = [
		...(used.has('null') ? ['{{ null }} clears a field'] : []),
		...(used.has('list') ? ['{{ [] }} clears a list'] : []),
	];
	return ways.length === 0 ? '' : ` The expression ${ways.join(', and ')}.`;
}
