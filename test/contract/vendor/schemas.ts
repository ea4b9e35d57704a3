import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { resolve } from '../documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../json';

const BOUNDS = [
	...['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'format', 'pattern'],
	...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
];

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
const plains = new WeakMap<JsonObject, JsonObject>();

/** Puts two schemas together that both apply. */
function merge(first: JsonObject, second: JsonObject): JsonObject {
	const properties = { ...objectAt(first, 'properties') };
	for (const [name, schema] of Object.entries(objectAt(second, 'properties'))) {
		const known = properties[name];
		properties[name] = isJsonObject(known) ? { allOf: [known, schema] } : schema;
	}
	const required = [...listAt(first, 'required'), ...listAt(second, 'required')];
	const isObject = Object.keys(properties).length > 0;
	return { ...first, ...second, required, ...(isObject ? { properties } : {}) };
}

/** Returns a schema without references and `allOf`, so that all its members are in one place. */
function plain(document: JsonObject, given: unknown): JsonObject {
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

function branchesOf(schema: JsonObject): unknown[] {
	return [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')];
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** The values that a schema lists; `null` is a type. */
function valuesOf(schema: JsonObject): unknown[] {
	return 'const' in schema ? [schema['const']] : listAt(schema, 'enum');
}

function typesOf(schema: JsonObject): string[] {
	const named = [schema['type']].flat().filter((type) => typeof type === 'string');
	const values = valuesOf(schema).map(typeOf);
	const orNull = schema['nullable'] === true || values.includes('null') ? ['null'] : [];
	if (named.length > 0) return [...new Set([...named, ...orNull])];
	if (schema['properties'] !== undefined) return ['object', ...orNull];
	if (schema['items'] !== undefined) return ['array', ...orNull];
	return [...new Set([...values, ...orNull])];
}

/** Lists what a schema says of each path, such as `body.name type string`, `body.name minLength 1`. */
export function factsOf(document: JsonObject, given: unknown, path: string): string[] {
	const schema = plain(document, given);
	const values = valuesOf(schema).filter((value) => value !== null);
	const bounds = BOUNDS.filter((name) => schema[name] !== undefined);
	const conditional = [schema['then'], schema['else']].map((part) => plain(document, part));
	const members = Object.entries(objectAt(schema, 'properties')).filter(([, one]) => one !== false);
	const others = conditional.flatMap((part) => Object.entries(objectAt(part, 'properties')));
	return [
		...typesOf(schema).map((type) => `${path} type ${type}`),
		...values.map((value) => `${path} enum ${JSON.stringify(value)}`),
		...bounds.map((name) => `${path} ${name} ${JSON.stringify(schema[name])}`),
		...listAt(schema, 'required').map((name) => `${path}.${String(name)} required`),
		...members.map(([name]) => `${path}.${name} member`),
		...others.filter(([, one]) => one !== false).map(([name]) => `${path}.${name} member`),
		...members.flatMap(([name, member]) => factsOf(document, member, `${path}.${name}`)),
		...branchesOf(schema).flatMap((branch) => factsOf(document, branch, path)),
		...(schema['items'] === undefined ? [] : factsOf(document, schema['items'], `${path}[]`)),
	];
}

/** Lists what is wrong with a value, in the same words: `-` for a rule that it breaks, `+` for what the schema lacks. */
export function faultsIn(
	document: JsonObject,
	given: unknown,
	value: unknown,
	path: string,
): string[] {
	const { oneOf, anyOf, ...schema } = plain(document, given);
	const branches = branchesOf({ oneOf, anyOf }).map((branch) =>
		faultsIn(document, merge(schema, plain(document, branch)), value, path),
	);
	// Branches without a required member often fit all at once, so the best one counts.
	if (branches.length > 0) return branches.sort((one, two) => one.length - two.length)[0] ?? [];
	const types = typesOf(schema);
	const type = typeOf(value);
	const isKnown = types.length === 0 || types.includes(type);
	if (!isKnown && !(type === 'integer' && types.includes('number')))
		return [`+ ${path} type ${type}`];
	if (type === 'null') return [];
	const values = valuesOf(schema);
	if (values.length > 0 && !values.includes(value))
		return [`+ ${path} enum ${JSON.stringify(value)}`];
	return [
		...BOUNDS.filter((name) => schema[name] !== undefined)
			.filter((name) => !ajv.validate({ [name]: schema[name] }, value))
			.map((name) => `- ${path} ${name} ${JSON.stringify(schema[name])}`),
		...memberFaults(document, schema, value, path),
		...(Array.isArray(value) ? [...value.entries()] : []).flatMap(([, element]) =>
			faultsIn(document, schema['items'], element, `${path}[]`),
		),
	];
}

/** A member that isn't listed is a fault, unless a schema says what the others may be. */
function memberFaults(
	document: JsonObject,
	schema: JsonObject,
	value: unknown,
	path: string,
): string[] {
	if (!isJsonObject(value)) return [];
	const { additionalProperties: others, properties } = schema;
	const isOpen = properties === undefined || (others !== undefined && others !== false);
	const missing = listAt(schema, 'required').filter((name) => value[String(name)] === undefined);
	return [
		...missing.map((name) => `- ${path}.${String(name)} required`),
		...Object.entries(value).flatMap(([name, member]) => {
			const below = objectAt(schema, 'properties')[name];
			if (below === undefined && !isOpen) return [`+ ${path}.${name} member`];
			return faultsIn(document, below ?? others, member, `${path}.${name}`);
		}),
	];
}
