import { branchesOf, typesOf, valuesOf } from './branches';
import { documentOf, resolve } from './documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from './json';
import type { Operation } from './operations';
import { accepts } from './validate';

/** The ID of a record that no seed has, and a time: formats and patterns decide where they fit. */
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
/** A schema is compiled once if it's the same object. */
const bounds = new Map<string, unknown>();

/** Returns the schema of the payload in an operation's success, and its status; a delete has no payload. */
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

/** Returns a value that a schema accepts, the same one each time: with every key if possible. Do not change it. */
export function exampleOf(api: Operation['api'], given: unknown, name = ''): unknown {
	const schema = resolve(documentOf(api), given);
	if (typeof schema !== 'object' || schema === null) return undefined;
	if (!examples.has(schema)) examples.set(schema, made(api, schema, name));
	return examples.get(schema);
}

function made(api: Operation['api'], schema: unknown, name: string): unknown {
	const attempts = branchesOf(documentOf(api), schema).flatMap((branch) =>
		[MAX_DEPTH, 0].map((depth) => valueOf(api, branch, name, depth)),
	);
	return accepted(api, schema, attempts);
}

/** Returns the first of some values that a schema accepts. To compile a schema takes long, so a single value is it. */
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

/** A merged schema isn't one to compile: its bounds are. */
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

/** Makes the required keys, and above the last depth all that the schema describes. */
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

/** Returns a value with the keys that its schema requires and it lacks. */
export function completed(api: Operation['api'], schema: unknown, value: JsonObject): JsonObject {
	if (accepts(api, schema, value)) return value;
	const example = exampleOf(api, schema);
	if (!isJsonObject(example)) return value;
	const required = branchesOf(documentOf(api), schema).flatMap((one) => listAt(one, 'required'));
	const needed = Object.entries(example).filter(([name]) => required.includes(name));
	return { ...Object.fromEntries(needed), ...value };
}
