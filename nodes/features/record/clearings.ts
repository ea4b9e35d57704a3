import { z } from 'zod';
import type { Description, Field } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { notCleared, sentenceHint } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isJsonObject } from '../../engine/json';
import type { ParameterValues } from '../../engine/operation';
import { ADDED_FIELDS_LABEL } from '../../engine/parameterNames';
import type { KeptKey, Replacement } from './replacement';

/** Only JSON clears rows, because n8n drops their expression in a collection. */
type ClearedBy = 'list' | 'map' | 'null' | 'rows';

/** `refuses` explains why null isn't sent for a field. */
export type Clearings = ReadonlyMap<
	string,
	{ by?: ClearedBy | undefined; refuses?: KeptKey['refuses'] }
>;

export function clearingsOf(
	{ members }: Description,
	nullable: readonly string[] | undefined,
	replacement: Replacement | undefined,
): Clearings {
	const { keptKeys = {} } = replacement ?? {};
	const fieldEntries = Object.entries(members).map(([name, field]) => {
		const canBeNull = replacement !== undefined || nullable?.includes(name) !== false;
		const by = wayOf(field, canBeNull);
		if (!canBeNull) {
			const advice = by === undefined ? '' : `; to clear the list, ${wayToClear(name, by)}`;
			return [name, { by, refuses: () => `the API refuses null${advice}` }] as const;
		}
		const isNeeded = replacement !== undefined && field.required === true;
		const refuses = isNeeded ? () => 'it is required' : keptKeys[name]?.refuses;
		return [name, { by, refuses }] as const;
	});
	const keptKeyEntries = Object.entries(keptKeys).map(
		([name, { refuses }]) => [name, { refuses }] as const,
	);
	return new Map([...keptKeyEntries, ...fieldEntries]);
}

function wayOf({ required, rowDescription, schema, ...field }: Field, canBeNull: boolean) {
	const isList =
		schema instanceof z.ZodArray &&
		schema.safeParse([]).success &&
		!Object.hasOwn(field, 'emptyList');
	const isNeeded = required === true || required === 'byFields';
	if (isNeeded || !(isList || (canBeNull && field.properties))) return undefined;
	if (isList) return rowDescription === undefined ? 'list' : 'rows';
	return isJsonObject(field.emptyList) ? 'map' : 'null';
}

function wayToClear(path: string, by: ClearedBy): string {
	if (by === 'rows') return `add "${path}": [] in ${ADDED_FIELDS_LABEL}`;
	if (by === 'map') return `add "${path}": {} in ${ADDED_FIELDS_LABEL}`;
	return `enter the expression ${by === 'null' ? '{{ null }}' : '{{ [] }}'}`;
}

export function refusedNulls(
	input: JsonObject,
	clearings: Clearings,
	parameters: ParameterValues,
): Issue[] {
	return [...clearings].flatMap(([path, { refuses }]): Issue[] => {
		const because = input[path] === null ? refuses?.(parameters) : undefined;
		return because === undefined ? [] : [{ path, ...notCleared(because) }];
	});
}

/** For a field that was added but left empty. */
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
