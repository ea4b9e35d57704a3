import type { HttpRequest } from '../../../nodes/engine/request';

/** Places are the method, each path segment, and each value in the body. */
type Places = ReadonlyMap<string, unknown>;

export function placesOf({ method, path, body }: HttpRequest): Places {
	const segments = path
		.split('/')
		.map((segment, index) => [`path ${String(index)}`, segment] as const);
	return new Map<string, unknown>([['method', method], ...segments, ...valuesOf('body', body)]);
}

function valuesOf(place: string, value: unknown): Array<[string, unknown]> {
	if (typeof value !== 'object' || value === null) return [[place, value]];
	// A text field may contain a list of any length, so a list counts as one value.
	if (Array.isArray(value) && value.every((element) => typeof element === 'string')) {
		return [[place, value.join(',')]];
	}
	return Object.entries(value).flatMap(([name, content]) => valuesOf(`${place}.${name}`, content));
}

/** Lists the places where two requests differ. */
export function differences(one: Places, other: Places): string[] {
	return [...new Set([...one.keys(), ...other.keys()])].filter(
		(place) => one.get(place) !== other.get(place),
	);
}
