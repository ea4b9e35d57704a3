import { isJsonObject } from '../../nodes/engine/json';

export type Place = (string | number)[];

/** Lists places at any depth, but not the value itself. */
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

/** Undefined removes the key. */
export function changedJson(value: unknown, place: Place, change: unknown): unknown {
	return JSON.parse(JSON.stringify(replaced(value, place, change) ?? null));
}

function replaced(value: unknown, [head, ...rest]: Place, change: unknown): unknown {
	if (head === undefined) return change;
	if (Array.isArray(value))
		return value.with(Number(head), replaced(value[Number(head)], rest, change));
	return isJsonObject(value) ? { ...value, [head]: replaced(value[head], rest, change) } : value;
}
