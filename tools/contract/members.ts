import { type Api, documentOf, resolve } from './documents';
import { isJsonObject, type JsonObject, listAt } from './json';
import { operationsOf } from './operations';

const COMBINERS = ['allOf', 'anyOf', 'oneOf'];
const BRANCHES = ['then', 'else'];

function join(prefix: string, name: string): string {
	return prefix === '' ? name : `${prefix}.${name}`;
}

function subschemas(schema: JsonObject): unknown[] {
	const combined = COMBINERS.flatMap((key) => listAt(schema, key));
	return [...combined, ...BRANCHES.map((key) => schema[key])];
}

function collect(document: JsonObject, given: unknown, prefix: string, found: Set<string>): void {
	const schema = resolve(document, given);
	if (!isJsonObject(schema)) return;
	for (const part of subschemas(schema)) collect(document, part, prefix, found);
	if (schema['items'] !== undefined) collect(document, schema['items'], `${prefix}[]`, found);
	const properties = schema['properties'];
	if (!isJsonObject(properties)) return;
	for (const [name, member] of Object.entries(properties)) {
		// `false` in a schema forbids the key.
		if (member === false) continue;
		const path = join(prefix, name);
		found.add(path);
		collect(document, member, path, found);
	}
}

/**
 * Lists every key of every request body of an API, sorted, each as `METHOD template key`: `POST
 * /v1/organizations/{organizationId}/services/{serviceId}/pipes source.kafka.offset.timestamp`. Objects are listed as
 * well as their keys; the elements of an array are written `[]`, as in `destination.columns[].name`. `bodyMembers`
 * lists an actual body's keys in the same form.
 */
export function requestBodyMembers(api: Api): string[] {
	const document = documentOf(api);
	const listed = operationsOf(api).flatMap((operation) => {
		const found = new Set<string>();
		collect(document, operation.bodySchema, '', found);
		return [...found].map((path) => `${operation.method} ${operation.template} ${path}`);
	});
	return listed.sort();
}

function walk(value: unknown, prefix: string, found: Set<string>): void {
	if (Array.isArray(value)) {
		for (const element of value) walk(element, `${prefix}[]`, found);
		return;
	}
	if (!isJsonObject(value)) return;
	for (const [name, member] of Object.entries(value)) {
		const path = join(prefix, name);
		found.add(path);
		walk(member, path, found);
	}
}

/** Lists an actual body's keys, in the form of `requestBodyMembers` but bare. */
export function bodyMembers(body: unknown): string[] {
	const found = new Set<string>();
	walk(body, '', found);
	return [...found].sort();
}
