import { type Api, documentOf, resolve, type Vendor } from './documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from './json';

/** A parameter in the path or in the query. */
interface Parameter {
	name: string;
	place: unknown;
	required: boolean;
	schema: unknown;
}

/** `x-update`: the members that the API alone sets, and those that a PUT keeps or resets if the body leaves them out. */
export interface UpdateRule {
	sets: readonly unknown[];
	keeps: readonly unknown[];
	resets: JsonObject;
}

/** One operation of a document, with its parameters and the schema of its body resolved. */
export interface Operation {
	api: Api | Vendor;
	method: string;
	/** The path in the document's spelling, such as `/v1/organizations/{organizationId}/activities`. */
	template: string;
	operationId: string;
	parameters: Parameter[];
	/** The schema of the JSON body, or undefined if the operation has none. */
	bodySchema: unknown;
	/** What a PUT does with members, if it replaces a record. */
	update: UpdateRule | undefined;
	/** The responses as the document describes them, by status or `default`. */
	responses: JsonObject;
}

/** An operation found for a path, with its parameters decoded. */
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

/** Lists every operation of one API. */
export function operationsOf(api: Api | Vendor): Operation[] {
	const known = cache.get(api);
	if (known !== undefined) return known;
	const operations = operationsIn(api, documentOf(api));
	cache.set(api, operations);
	return operations;
}

/** Lists every operation of any version of an API's document. */
export function operationsIn(api: Api | Vendor, document: JsonObject): Operation[] {
	return Object.keys(objectAt(document, 'paths')).flatMap((template) =>
		METHODS.flatMap((method) => readOperation(api, document, template, method)),
	);
}

/** Parses a path by a template; undefined if it does not match. A parameter is one segment. */
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

/** Whether an API serves a request: the neutral contract also lists the reads of dashboards, which only fail. */
export function isServed(api: Api | Vendor, method: string, path: string): boolean {
	const { responses = {} } = findOperation(api, method, path)?.operation ?? {};
	return Object.keys(responses).some((status) => status.startsWith('2'));
}

/** Finds the operation for a method and a path (raw, still percent-encoded; a query is ignored). */
export function findOperation(api: Api | Vendor, method: string, path: string): Match | undefined {
	const bare = path.split('?')[0] ?? '';
	for (const operation of operationsOf(api)) {
		if (operation.method !== method.toUpperCase()) continue;
		const parameters = matchTemplate(operation.template, bare);
		if (parameters !== undefined) return { operation, parameters };
	}
	return undefined;
}
