import type { Description } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { notClearedText } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isJsonObject } from '../../engine/json';
import { ADDED_FIELDS_LABEL } from '../../engine/parameters/json';
import type { Replacement } from './replacement';

/** How a field of a change is cleared. n8n drops an expression for rows, so the empty value is entered as JSON. */
export type ClearedBy = 'list' | 'map' | 'null' | 'rows';

/** How fields are cleared, by their paths. Fields without an entry can't be. */
export function clearingsOf(
	description: Description,
	nullable: readonly string[] | undefined,
	replaces: Replacement | undefined,
): ReadonlyMap<string, ClearedBy> {
	const clearingByKey = replaces?.kept ?? {};
	const isCleared = (name: string): boolean => {
		const clearing = Object.hasOwn(clearingByKey, name) ? clearingByKey[name] : undefined;
		return clearing === undefined || 'by' in clearing;
	};
	return new Map(
		Object.entries(description.members).flatMap(
			([name, { required, row, schema, ...fieldTraits }]) => {
				const takes = (value: unknown) => schema.safeParse(value).success;
				const isList = takes([]) && !takes({}) && !Object.hasOwn(fieldTraits, 'emptyList');
				const byNull = isJsonObject(fieldTraits.emptyList) ? 'map' : 'null';
				const canBeNull =
					replaces === undefined ? nullable?.includes(name) !== false : isCleared(name);
				if (required === true || !(isList || canBeNull)) return [];
				const byList = row === undefined ? 'list' : 'rows';
				return [[name, isList ? byList : byNull] as const];
			},
		),
	);
}

/** How to clear a field, as the end of a sentence. */
function wayToClear(path: string, by: ClearedBy): string {
	if (by === 'rows') return `add "${path}": [] in ${ADDED_FIELDS_LABEL}`;
	if (by === 'map') return `add "${path}": {} in ${ADDED_FIELDS_LABEL}`;
	return `enter the expression ${by === 'null' ? '{{ null }}' : '{{ [] }}'}`;
}

/** Finds null in a change of single keys, unless the API takes it. */
export function refusedNulls(
	input: JsonObject,
	{ members }: Description,
	nullable: readonly string[] | undefined,
	clearings: ReadonlyMap<string, ClearedBy>,
): Issue[] {
	if (nullable === undefined) return [];
	const refused = Object.keys(members).filter((path) => !nullable.includes(path));
	return refused.flatMap((path): Issue[] => {
		if (input[path] !== null) return [];
		const by = clearings.get(path);
		const listAdvice = by === undefined ? '' : `; to clear the list, ${wayToClear(path, by)}`;
		return [{ path, text: notClearedText(`the API refuses null${listAdvice}`) }];
	});
}

/** The hint on a field that was added and left empty. */
export function leftHint(label: string | undefined, path: string, by?: ClearedBy): string {
	const stays = `${label ?? path} is empty, so it stays as it is.`;
	return by === undefined ? stays : `${stays} To clear it, ${wayToClear(path, by)}.`;
}

/** The end of a collection's description, if some of its fields can be cleared. */
export function clearingText(clearings: readonly ClearedBy[]): string {
	const ways = [
		...(clearings.includes('null') ? ['{{ null }} clears a field'] : []),
		...(clearings.includes('list') ? ['{{ [] }} clears a list'] : []),
	];
	return ways.length === 0 ? '' : `. The expression ${ways.join(', and ')}.`;
}
