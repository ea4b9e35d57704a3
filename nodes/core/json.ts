/** A JSON object as it travels in a request or a response. */
export type JsonObject = Record<string, unknown>;

/** Returns whether a value is a JSON object: not null, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a copy of an object without its undefined members. */
export function withoutUndefined(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
