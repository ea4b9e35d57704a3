import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject } from './json';

/** The documents: both neutral references, ClickHouse Cloud as the second management API, ClickStack as the second dashboard API. */
export type Api = 'management' | 'dashboard' | 'clickhouseCloud' | 'clickstack';

export const APIS: readonly Api[] = ['management', 'dashboard', 'clickhouseCloud', 'clickstack'];

const loaded = new Map<Api, JsonObject>();

/** Returns the path of the OpenAPI file of one API. */
export function documentPath(api: Api): string {
	return join(__dirname, `${api}.openapi.yaml`);
}

/** Returns the OpenAPI document of one API, read once and shared: do not change it. */
export function documentOf(api: Api): JsonObject {
	const known = loaded.get(api);
	if (known !== undefined) return known;
	const parsed: unknown = parse(readFileSync(documentPath(api), 'utf8'));
	if (!isJsonObject(parsed)) throw new Error(`${api}.openapi.yaml is not an object`);
	loaded.set(api, parsed);
	return parsed;
}

/** Follows a `#/…` reference of a document; a schema that is not a reference is returned as it is. */
export function resolve(document: JsonObject, schema: unknown): unknown {
	const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
	if (typeof reference !== 'string') return schema;
	let target: unknown = document;
	for (const key of reference.replace(/^#\//, '').split('/')) {
		target = isJsonObject(target) ? target[key] : undefined;
	}
	if (target === undefined) throw new Error(`${reference} leads nowhere`);
	return resolve(document, target);
}
