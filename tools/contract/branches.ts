import { resolve } from './documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from './json';

const plains = new WeakMap<JsonObject, JsonObject>();
const alternatives = new WeakMap<JsonObject, JsonObject[]>();

/** Both schemas must apply. */
function merge(first: JsonObject, second: JsonObject): JsonObject {
	const properties = { ...objectAt(first, 'properties') };
	for (const [name, schema] of Object.entries(objectAt(second, 'properties'))) {
		const known = properties[name];
		properties[name] = isJsonObject(known) ? { allOf: [known, schema] } : schema;
	}
	const required = [...listAt(first, 'required'), ...listAt(second, 'required')];
	const conditional = [first, second].flatMap(({ then, else: other }) => [then, other].flat());
	const isObject = Object.keys(properties).length > 0;
	const lists = [first['items'], second['items']].filter((one) => one !== undefined);
	return {
		...first,
		...second,
		required,
		then: conditional,
		...(isObject ? { properties } : {}),
		...(lists.length > 0 ? { items: { allOf: lists } } : {}),
	};
}

/** Resolves references and `allOf`, so that all keys are in a single place. */
export function plain(document: JsonObject, given: unknown): JsonObject {
	if (!isJsonObject(given)) return {};
	const known = plains.get(given);
	if (known !== undefined) return known;
	const { $ref, allOf, ...own } = given;
	const parts = [
		...listAt({ allOf }, 'allOf'),
		...($ref === undefined ? [] : [resolve(document, { $ref })]),
	];
	const whole = [...parts.map((part) => plain(document, part)), own].reduce<JsonObject>(merge, {});
	plains.set(given, whole);
	return whole;
}

/** A schema without branches is its only alternative. Each alternative is complete. */
export function branchesOf(document: JsonObject, given: unknown): JsonObject[] {
	const schema = plain(document, given);
	const known = alternatives.get(schema);
	if (known !== undefined) return known;
	const { oneOf, anyOf, ...common } = schema;
	const parts = [oneOf, anyOf].flatMap((list) => listAt({ list }, 'list'));
	const merged = parts.map((part) => merge(common, plain(document, part)));
	const all = parts.length === 0 ? [schema] : merged.flatMap((one) => branchesOf(document, one));
	alternatives.set(schema, all);
	return all;
}

export function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** `null` counts as a type, not as a value. */
export function valuesOf(schema: JsonObject): unknown[] {
	return 'const' in schema ? [schema['const']] : listAt(schema, 'enum');
}

export function typesOf(schema: JsonObject): string[] {
	const named = [schema['type']].flat().filter((type) => typeof type === 'string');
	const values = valuesOf(schema).map(typeOf);
	if (named.length > 0) return [...new Set([...named, ...values.filter((one) => one === 'null')])];
	if (schema['properties'] !== undefined) return ['object'];
	return schema['items'] === undefined ? [...new Set(values)] : ['array'];
}
