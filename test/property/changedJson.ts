import type { JsonObject } from '../../nodes/core/json';
import { isJsonObject } from '../../nodes/core/json';

export type Place = (string | number)[];

/** Every place in a JSON value, the value itself excluded. */
export function placesIn(value: unknown, place: Place = []): Place[] {
	const members: [string | number, unknown][] = Array.isArray(value)
		? value.map((entry, index): [number, unknown] => [index, entry])
		: isJsonObject(value)
			? Object.entries(value)
			: [];
	return members.flatMap(([name, member]) => {
		const inner = [...place, name];
		return [inner, ...placesIn(member, inner)];
	});
}

/** A copy with another value at one place; undefined removes the member. */
export function changedJson(value: unknown, [head, ...rest]: Place, change: unknown): unknown {
	if (head === undefined) return change;
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		return entries.map((entry, index) =>
			index === head ? changedJson(entry, rest, change) : entry,
		);
	}
	if (!isJsonObject(value)) return value;
	const copy: JsonObject = { ...value, [head]: changedJson(value[head], rest, change) };
	return JSON.parse(JSON.stringify(copy));
}
