import type { z } from 'zod';

import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import { isArray, isObject, isOptional } from './unknownMembers';

/** Returns a body whose texts are trimmed where its schema trims them. What is invalid stays as it is. */
export function trimTexts<S extends z.ZodRawShape>(
	{ shape }: Pick<z.ZodObject<S>, 'shape'>,
	body: JsonObject,
): JsonObject {
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
			return [name, known === undefined ? value : trimmed(known, value)];
		}),
	);
}

function trimmed(schema: z.ZodTypeAny, value: unknown): unknown {
	if (isOptional(schema)) return trimmed(schema.unwrap(), value);
	if (isArray(schema) && Array.isArray(value)) {
		return value.map((entry) => trimmed(schema.element, entry));
	}
	if (isObject(schema) && isJsonObject(value)) return trimTexts(schema, value);
	if (typeof value !== 'string') return value;
	const text: unknown = schema.safeParse(value).data;
	return text ?? value;
}
