import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject, listAt } from './json';

/** The two neutral APIs, and ClickHouse Cloud and ClickStack, which implement them with differences. */
export type Api = 'management' | 'dashboard' | 'clickhouseCloud' | 'clickstack';

export const APIS: readonly Api[] = ['management', 'dashboard', 'clickhouseCloud', 'clickstack'];

/** The vendors' own documents: ClickHouse Cloud's, and HyperDX's for ClickStack. */
export type Vendor = 'vendorCloud' | 'vendorClickStack';

const VENDOR_FILES: Record<Vendor, string> = {
	vendorCloud: 'clickhouse-cloud-2026-07-31.json',
	vendorClickStack: 'hyperdx-2.36.0.json',
};

const loaded = new Map<Api | Vendor, JsonObject>();

export function documentPath(api: Api): string {
	return join(__dirname, `${api}.openapi.yaml`);
}

/** Parses an API's document once. All callers share it, so they must not change it. */
export function documentOf(api: Api | Vendor): JsonObject {
	const known = loaded.get(api);
	if (known !== undefined) return known;
	const document =
		api === 'vendorCloud' || api === 'vendorClickStack'
			? openApiOf(skeletonText(api))
			: objectIn(parse(readFileSync(documentPath(api), 'utf8')));
	loaded.set(api, document);
	return document;
}

export function skeletonText(vendor: Vendor): string {
	return readFileSync(join(__dirname, 'vendor', VENDOR_FILES[vendor]), 'utf8');
}

function objectIn(parsed: unknown): JsonObject {
	if (!isJsonObject(parsed)) throw new Error('a document is no object');
	return parsed;
}

/** Converts OpenAPI 3.0's `nullable` to 3.1. */
function orNull(value: unknown): unknown {
	if (!isJsonObject(value) || value['nullable'] !== true) return value;
	const schema = { ...value, nullable: undefined };
	if (value['type'] === undefined) return { anyOf: [schema, { type: 'null' }] };
	const listed = value['enum'] === undefined ? {} : { enum: [...listAt(value, 'enum'), null] };
	return { ...schema, ...listed, type: [value['type'], 'null'] };
}

/** Moves a skeleton's bodies and responses to their places in OpenAPI. */
export function openApiOf(text: string): JsonObject {
	const { paths, schemas } = objectIn(JSON.parse(text, (_key, value: unknown) => orNull(value)));
	const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
	const openApi = ({ operationId, parameters, body, answer }: JsonObject) => ({
		operationId,
		parameters,
		...(body === undefined ? {} : { requestBody: content(body) }),
		responses: { 200: content(answer) },
	});
	const mapped = (of: unknown, change: (value: unknown) => unknown) =>
		Object.fromEntries(Object.entries(objectIn(of)).map(([key, value]) => [key, change(value)]));
	return {
		paths: mapped(paths, (methods) => mapped(methods, (described) => openApi(objectIn(described)))),
		components: { schemas },
	};
}

/** Schemas without a `#/…` reference pass unchanged. */
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
