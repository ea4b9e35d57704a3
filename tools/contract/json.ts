export type JsonObject = Record<string, unknown>;

/** True for objects, but not for null or arrays. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key's object. Empty if there's none. */
export function objectAt(value: unknown, key: string): JsonObject {
	const member = isJsonObject(value) ? value[key] : undefined;
	return isJsonObject(member) ? member : {};
}

/** A key's text. Empty if there's none. */
export function textAt(value: unknown, key: string): string {
	const member = isJsonObject(value) ? value[key] : undefined;
	return typeof member === 'string' ? member : '';
}

/** A key's array. Empty if there's none. */
export function listAt(value: unknown, key: string): unknown[] {
	const member = isJsonObject(value) ? value[key] : undefined;
	if (!Array.isArray(member)) return [];
	const elements: unknown[] = member;
	return elements;
}

/** The objects in a key's array. Empty if there's none. */
export function objectsAt(value: unknown, key: string): JsonObject[] {
	return listAt(value, key).filter(isJsonObject);
}
