import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { branchesOf, plain, typeOf, typesOf, valuesOf } from '../branches';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../json';

const BOUNDS = [
	'minimum',
	'maximum',
	'exclusiveMinimum',
	'multipleOf',
	'format',
	'pattern',
	'minLength',
	'maxLength',
	'minItems',
	'maxItems',
	'uniqueItems',
];

/** Facts that the contracts don't describe. If one changes, the vendor's document still counts as changed. */
export const VENDOR_FACTS: readonly string[] = [
	...BOUNDS,
	'default',
	'deprecated',
	'readOnly',
	'writeOnly',
	'additionalProperties',
	'minProperties',
	'maxProperties',
];

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
// The vendor writes true and false as text in this format.
ajv.addFormat('boolean', /^(?:true|false)$/);
const compiled = new Map<string, ValidateFunction>();

/** A fact starts with a path, such as `body.name type string` or `body.name minLength 1`. */
export function factsOf(
	document: JsonObject,
	given: unknown,
	path: string,
	names: readonly string[] = BOUNDS,
): string[] {
	return branchesOf(document, given).flatMap((schema) => {
		const values = valuesOf(schema).filter((value) => value !== null);
		const bounds = names.filter((name) => schema[name] !== undefined);
		const known = objectAt(schema, 'properties');
		const conditional = listAt(schema, 'then').map((part) => plain(document, part));
		const others = conditional.flatMap((part) => Object.entries(objectAt(part, 'properties')));
		const members = [
			...Object.entries(known),
			...others.filter(([name]) => !Object.hasOwn(known, name)),
		].filter(([, member]) => member !== false);
		return [
			...typesOf(schema).map((type) => `${path} type ${type}`),
			...values.map((value) => `${path} enum ${JSON.stringify(value)}`),
			...bounds.map((name) => `${path} ${name} ${JSON.stringify(schema[name])}`),
			...listAt(schema, 'required').map((name) => `${path}.${String(name)} required`),
			...members.map(([name]) => `${path}.${name} member`),
			...members.flatMap(([name, member]) => factsOf(document, member, `${path}.${name}`, names)),
			...(schema['items'] === undefined
				? []
				: factsOf(document, schema['items'], `${path}[]`, names)),
		];
	});
}

/** Faults are written like facts: `-` for a broken rule, `+` for an unknown key. */
export function faultsIn(
	document: JsonObject,
	given: unknown,
	value: unknown,
	path: string,
): string[] {
	const branches = branchesOf(document, given);
	const typed = branches.filter((one) => isOfType(one, value));
	const meant = typed.filter((one) => isMeant(document, one, value));
	// Branches often all fit if they require no key, so the best branch counts.
	return ([meant, typed].find((some) => some.length > 0) ?? branches)
		.map((one) => ownFaults(document, one, value, path))
		.reduce((best, faults) => (faults.length < best.length ? faults : best));
}

/** A branch of a `oneOf` is meant if its constant keys, such as `type: 'kafka'`, match the value. */
function isMeant(document: JsonObject, schema: JsonObject, value: unknown): boolean {
	if (!isJsonObject(value)) return true;
	return Object.entries(objectAt(schema, 'properties')).every(([name, member]) => {
		const [only, ...others] = valuesOf(plain(document, member));
		return only === undefined || others.length > 0 || [undefined, only].includes(value[name]);
	});
}

function ownFaults(
	document: JsonObject,
	schema: JsonObject,
	value: unknown,
	path: string,
): string[] {
	if (!isOfType(schema, value)) return [`+ ${path} type ${typeOf(value)}`];
	if (value === null) return [];
	const values = valuesOf(schema);
	const isListed = values.length === 0 || values.includes(value);
	if (!isListed) return [`+ ${path} enum ${JSON.stringify(value)}`];
	const elements: unknown[] = Array.isArray(value) ? value : [];
	return [
		...BOUNDS.filter(
			(name) => schema[name] !== undefined && !isWithin(name, schema[name], value),
		).map((name) => `- ${path} ${name} ${JSON.stringify(schema[name])}`),
		...memberFaults(document, schema, value, path),
		...elements.flatMap((one) => faultsIn(document, schema['items'], one, `${path}[]`)),
	];
}

function isOfType(schema: JsonObject, value: unknown): boolean {
	const types = typesOf(schema);
	const type = typeOf(value);
	if (types.length === 0 || types.includes(type)) return true;
	return type === 'integer' && types.includes('number');
}

function isWithin(name: string, bound: unknown, value: unknown): boolean {
	const key = `${name} ${JSON.stringify(bound)}`;
	const validate = compiled.get(key) ?? ajv.compile({ [name]: bound });
	compiled.set(key, validate);
	return validate(value);
}

/** An unlisted key is a fault, unless a schema describes additional keys. */
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
