import { resolve } from '../documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../json';

/** A skeleton keeps these keys and drops prose. Below `properties`, keys are names. */
const FACTS = new Set([
	...[
		'$ref',
		'type',
		'nullable',
		'required',
		'enum',
		'const',
		'default',
		'deprecated',
		'discriminator',
		'readOnly',
		'writeOnly',
	],
	...['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'],
	...['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);
const SCHEMAS = ['items', 'additionalProperties'];
const ALTERNATIVES = ['allOf', 'anyOf', 'oneOf'];
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const PERMISSION = /\bcontrol-plane:([\w-]+:[\w-]+)/g;

function mapped(object: JsonObject, change: (value: unknown) => unknown): JsonObject {
	return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function factsIn(schema: unknown): unknown {
	if (!isJsonObject(schema)) return schema;
	const entries = Object.entries(schema).flatMap(([key, value]): Array<[string, unknown]> => {
		if (key === 'properties' && isJsonObject(value)) return [[key, mapped(value, factsIn)]];
		if (SCHEMAS.includes(key)) return [[key, factsIn(value)]];
		if (ALTERNATIVES.includes(key)) return [[key, listAt(schema, key).map(factsIn)]];
		return FACTS.has(key) ? [[key, value]] : [];
	});
	return Object.fromEntries(entries);
}

function schemaOf(holder: unknown): unknown {
	return objectAt(objectAt(holder, 'content'), 'application/json')['schema'];
}

function parameterOf(parameter: unknown): unknown {
	if (!isJsonObject(parameter)) throw new Error('a parameter is no object');
	const { name, in: place, required, schema } = parameter;
	return { name, in: place, ...(required !== undefined && { required }), schema: factsIn(schema) };
}

function operationOf(
	document: JsonObject,
	pathItem: JsonObject,
	described: JsonObject,
): JsonObject {
	const { operationId, deprecated, requestBody, responses, ...others } = described;
	const parameters = [pathItem, described]
		.flatMap((part) => listAt(part, 'parameters'))
		.map((parameter) => parameterOf(resolve(document, parameter)));
	const request = resolve(document, requestBody);
	const body = schemaOf(request);
	const required = isJsonObject(request) ? request['required'] : undefined;
	const statuses = Object.keys(objectAt(described, 'responses'));
	const success = statuses.find((status) => status.startsWith('2')) ?? '';
	const answer = schemaOf(resolve(document, objectAt({ responses }, 'responses')[success]));
	return {
		operationId,
		...(deprecated !== undefined && { deprecated }),
		...(parameters.length > 0 && { parameters }),
		...(body !== undefined && { body: factsIn(body) }),
		...(required !== undefined && { bodyRequired: required }),
		statuses,
		...(answer !== undefined && { answer: factsIn(answer) }),
		...permissionsIn(JSON.stringify(others)),
	};
}

/** The vendor mentions permissions in an operation's prose, in varying sentences. */
function permissionsIn(prose: string): { permissions?: string[] } {
	const names = [...prose.matchAll(PERMISSION)].map(([, name = '']) => name);
	return names.length === 0 ? {} : { permissions: [...new Set(names)].sort() };
}

/** Stored skeletons have this form, but without permissions. */
export function skeletonOf(document: JsonObject): JsonObject {
	const paths = mapped(objectAt(document, 'paths'), (pathItem) => {
		const item = isJsonObject(pathItem) ? pathItem : {};
		const methods = METHODS.filter((method) => isJsonObject(item[method]));
		return Object.fromEntries(
			methods.map((method) => [method, operationOf(document, item, objectAt(item, method))]),
		);
	});
	const { schemas } = objectAt(document, 'components');
	return { paths, schemas: mapped(objectAt({ schemas }, 'schemas'), factsIn) };
}
