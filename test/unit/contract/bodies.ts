import { isJsonObject, type JsonObject } from '../../contract/json';

/** A change of a body: path → value; `undefined` removes the member. */
export type Change = Record<string, unknown>;

function memberAt(target: unknown, key: string): unknown {
	if (Array.isArray(target)) {
		const elements: unknown[] = target;
		return elements[Number(key)];
	}
	return isJsonObject(target) ? target[key] : undefined;
}

function apply(body: JsonObject, path: string, value: unknown): void {
	const keys = path.split('.');
	const last = keys.pop() ?? '';
	let target: unknown = body;
	for (const key of keys) {
		if (isJsonObject(target) && target[key] === undefined) target[key] = {};
		target = memberAt(target, key);
	}
	if (!isJsonObject(target)) throw new Error(`there is no object at ${path}`);
	if (value === undefined) Reflect.deleteProperty(target, last);
	else target[last] = structuredClone(value);
}

/** Returns the body with the changes made. */
export function changed(body: JsonObject, change: Change): JsonObject {
	const copy = structuredClone(body);
	for (const [path, value] of Object.entries(change)) apply(copy, path, value);
	return copy;
}
