import { branchesOf, typesOf, valuesOf } from './branches';
import { documentOf, resolve } from './documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from './json';
import type { Operation } from './operations';
import { accepts } from './validate';

/** No seed uses this ID. Formats and patterns decide whether the ID or the time fits. */
const TEXTS = [
	'00000001-0000-4000-8000-000000000001',
	'2026-01-05T06:00:00.000Z',
	'2026-01-05',
	'000000010000000000000001',
	'ada@example.com',
	'https://example.com/',
	'mongodb://example.com',
	'gs://example',
	'2026-01-05T06:00',
	'AWS',
	'xxxx',
];
const MAX_DEPTH = 4;
const examples = new WeakMap<object, unknown>();
/** Identical schema objects are compiled only once. */
const bounds = new Map<string, unknown>();

/** A delete has no payload, so no schema. */
export function successOf({ api, responses }: Operation): { status: number; schema?: unknown } {
	const status = Object.keys(responses).find((one) => one.startsWith('2')) ?? '200';
	const document = documentOf(api);
	const response = resolve(document, responses[status]);
	const envelope = objectAt(objectAt(response, 'content'), 'application/json')['schema'];
	const [branch] = branchesOf(document, envelope);
	const properties = objectAt(branch, 'properties');
	const schema = properties['result'] ?? properties['data'];
	return { status: Number(status), ...(isJsonObject(schema) && { schema }) };
}

/** Deterministic, and with every key if possible. Callers must not change the value. */
export function exampleOf(api: Operation['api'], given: unknown): unknown {
	const schema = resolve(documentOf(api), given);
	if (typeof schema !== 'object' || schema === null) return undefined;
	if (!examples.has(schema)) examples.set(schema, made(api, schema));
	return examples.get(schema);
}

function made(api: Operation['api'], schema: unknown): unknown {
	const attempts = branchesOf(documentOf(api), schema).flatMap((branch) =>
		[MAX_DEPTH, 0].map((depth) => valueOf(api, branch, '', depth)),
	);
	return accepted(api, schema, attempts);
}

/** Returns the first value that a schema accepts. Doesn't check a single value, because compiling a schema is slow. */
function accepted(api: Operation['api'], schema: unknown, attempts: readonly unknown[]): unknown {
	const [first, ...others] = attempts;
	if (others.length === 0) return first;
	return attempts.find((value) => accepts(api, schema, value)) ?? first;
}

function valueOf(api: Operation['api'], schema: JsonObject, name: string, depth: number): unknown {
	const [value] = valuesOf(schema);
	if (value !== undefined) return value;
	switch (typesOf(schema).find((type) => type !== 'null')) {
		case 'string':
			return textOf(api, schema, name);
		case 'boolean':
			return true;
		case 'integer':
		case 'number':
			return Number(schema['minimum'] ?? 1);
		case 'array':
			return [nested(api, schema['items'], name, depth)].slice(0, depth);
		case 'object':
			return objectOf(api, schema, depth);
		default:
			return null;
	}
}

/** Compiles only the bounds of a merged schema, because the schema itself can't be compiled. */
function textOf(
	api: Operation['api'],
	{ format, pattern, minLength, maxLength }: JsonObject,
	name: string,
) {
	const key = JSON.stringify({ format, pattern, minLength, maxLength });
	const schema = bounds.get(key) ?? (JSON.parse(key) as unknown);
	bounds.set(key, schema);
	return [name, ...TEXTS].find((text) => accepts(api, schema, text));
}

/** Below the depth limit, objects have only required keys. */
function objectOf(api: Operation['api'], schema: JsonObject, depth: number): JsonObject {
	const required = listAt(schema, 'required').map(String);
	const properties: JsonObject = {
		...Object.fromEntries(required.map((key) => [key, key])),
		...objectAt(schema, 'properties'),
	};
	const members = Object.entries(properties).filter(
		([key, member]) => member !== false && (depth > 0 || required.includes(key)),
	);
	return Object.fromEntries(
		members.map(([key, member]) => [key, nested(api, member, key, depth)] as const),
	);
}

function nested(api: Operation['api'], schema: unknown, name: string, depth: number): unknown {
	if (!isJsonObject(schema)) return name;
	const branches = branchesOf(documentOf(api), schema);
	const attempts = branches.map((branch) => valueOf(api, branch, name, Math.max(depth - 1, 0)));
	return accepted(api, schema, attempts);
}

export function completed(api: Operation['api'], schema: unknown, value: JsonObject): JsonObject {
	if (accepts(api, schema, value)) return value;
	const example = exampleOf(api, schema);
	if (!isJsonObject(example)) return value;
	const required = branchesOf(documentOf(api), schema).flatMap((one) => listAt(one, 'required'));
	const needed = Object.entries(example).filter(([name]) => required.includes(name));
	return { ...Object.fromEntries(needed), ...value };
}
