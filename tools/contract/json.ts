export type JsonObject = Record<string, unknown>;

/** Null and arrays aren't objects here. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty if the key has no object. */
export function objectAt(value: unknown, key: string): JsonObject {
	const member = isJsonObject(value) ? value[key] : undefined;
	return isJsonObject(member) ? member : {};
}

/** Empty if the key has no text. */
export function textAt(value: unknown, key: string): string {
	const member = isJsonObject(value) ? value[key] : undefined;
	return typeof member === 'string' ? member : '';
}

/** Empty if the key has no array. */
export function listAt(value: unknown, key: string): unknown[] {
	const member = isJsonObject(value) ? value[key] : undefined;
	if (!Array.isArray(member)) return [];
	const elements: unknown[] = member;
	return elements;
}

/** Empty if the key has no array. Skips elements that aren't objects. */
export function objectsAt(value: unknown, key: string): JsonObject[] {
	return listAt(value, key).filter(isJsonObject);
}
