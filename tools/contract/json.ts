export type JsonObject = Record<string, unknown>;

/** Returns whether a value is a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object under a key, or an empty one if there is none. */
export function objectAt(value: unknown, key: string): JsonObject {
	const member = isJsonObject(value) ? value[key] : undefined;
	return isJsonObject(member) ? member : {};
}

/** Returns the text under a key, or an empty one if there is none. */
export function textAt(value: unknown, key: string): string {
	const member = isJsonObject(value) ? value[key] : undefined;
	return typeof member === 'string' ? member : '';
}

/** Returns the elements of the array under a key, or none. */
export function listAt(value: unknown, key: string): unknown[] {
	const member = isJsonObject(value) ? value[key] : undefined;
	if (!Array.isArray(member)) return [];
	const elements: unknown[] = member;
	return elements;
}

/** Returns the objects in the array under a key, or none. */
export function objectsAt(value: unknown, key: string): JsonObject[] {
	return listAt(value, key).filter(isJsonObject);
}
