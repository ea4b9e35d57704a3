import { type Api, documentOf, resolve, type Vendor } from './documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from './json';

interface Parameter {
	name: string;
	place: unknown;
	required: boolean;
	schema: unknown;
}

/** `x-update`: members that only the API sets, and members that a PUT keeps or resets if the body omits them. */
export interface UpdateRule {
	sets: readonly unknown[];
	keeps: readonly unknown[];
	resets: JsonObject;
}

/** Parameters and body schema are resolved. */
export interface Operation {
	api: Api | Vendor;
	method: string;
	/** Path as the document spells it, such as `/v1/organizations/{organizationId}/activities`. */
	template: string;
	operationId: string;
	parameters: Parameter[];
	/** Undefined if the operation has no JSON body. */
	bodySchema: unknown;
	/** Set for a PUT that replaces a record. */
	update: UpdateRule | undefined;
	/** Keyed by status or `default`. */
	responses: JsonObject;
}

/** Parameters are decoded. */
export interface Match {
	operation: Operation;
	parameters: Record<string, string>;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const cache = new Map<Api | Vendor, Operation[]>();

function parametersOf(document: JsonObject, described: JsonObject): Parameter[] {
	return listAt(described, 'parameters').map((entry) => {
		const parameter = resolve(document, entry);
		const name = isJsonObject(parameter) ? parameter['name'] : undefined;
		if (!isJsonObject(parameter) || typeof name !== 'string') {
			throw new Error('a parameter has no name');
		}
		const { in: place, required, schema } = parameter;
		return { name, place, required: required === true, schema };
	});
}

function updateRuleOf(described: JsonObject): UpdateRule | undefined {
	const rule = described['x-update'];
	if (rule === undefined) return undefined;
	const [sets, keeps] = [listAt(rule, 'sets'), listAt(rule, 'keeps')];
	return { sets, keeps, resets: objectAt(rule, 'resets') };
}

function readOperation(
	api: Api | Vendor,
	document: JsonObject,
	template: string,
	method: string,
): Operation[] {
	const pathItem = objectAt(objectAt(document, 'paths'), template);
	const described = pathItem[method];
	if (!isJsonObject(described)) return [];
	const content = objectAt(objectAt(described, 'requestBody'), 'content');
	return [
		{
			api,
			method: method.toUpperCase(),
			template,
			operationId: String(described['operationId']),
			parameters: [pathItem, described].flatMap((part) => parametersOf(document, part)),
			bodySchema: objectAt(content, 'application/json')['schema'],
			update: updateRuleOf(described),
			responses: objectAt(described, 'responses'),
		},
	];
}

export function operationsOf(api: Api | Vendor): Operation[] {
	const known = cache.get(api);
	if (known !== undefined) return known;
	const operations = operationsIn(api, documentOf(api));
	cache.set(api, operations);
	return operations;
}

/** The document may have any version. */
export function operationsIn(api: Api | Vendor, document: JsonObject): Operation[] {
	return Object.keys(objectAt(document, 'paths')).flatMap((template) =>
		METHODS.flatMap((method) => readOperation(api, document, template, method)),
	);
}

/** A parameter matches a whole segment of the path. */
function matchTemplate(template: string, path: string): Record<string, string> | undefined {
	const pattern = `^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`;
	const found = new RegExp(pattern).exec(path);
	if (found === null) return undefined;
	try {
		const groups = Object.entries(found.groups ?? {});
		return Object.fromEntries(groups.map(([name, text]) => [name, decodeURIComponent(text)]));
	} catch {
		return undefined;
	}
}

/** The neutral contract also lists the reads of dashboards, which only fail. */
export function isServed(api: Api | Vendor, method: string, path: string): boolean {
	const { responses = {} } = findOperation(api, method, path)?.operation ?? {};
	return Object.keys(responses).some((status) => status.startsWith('2'));
}

/** `path` is raw, so percent-encoded. Its query is ignored. */
export function findOperation(api: Api | Vendor, method: string, path: string): Match | undefined {
	const bare = path.split('?')[0] ?? '';
	for (const operation of operationsOf(api)) {
		if (operation.method !== method.toUpperCase()) continue;
		const parameters = matchTemplate(operation.template, bare);
		if (parameters !== undefined) return { operation, parameters };
	}
	return undefined;
}
