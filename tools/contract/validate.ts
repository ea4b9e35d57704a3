import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type Api, documentOf, resolve, type Vendor } from './documents';
import { isJsonObject, type JsonObject, objectAt } from './json';
import { BODY_RULES } from './rules';
import { findOperation, type Match, type Operation } from './operations';

/** `path` is raw and below the base URL. */
interface ContractRequest {
	api: Api;
	method: string;
	path: string;
	body?: unknown;
}

const compilers = new Map<Api | Vendor, Ajv2020>();
const validators = new Map<unknown, ValidateFunction>();

function compilerOf(api: Api | Vendor): Ajv2020 {
	const known = compilers.get(api);
	if (known !== undefined) return known;
	const ajv = new Ajv2020({ allErrors: true, strict: false });
	addFormats(ajv);
	ajv.addSchema(documentOf(api), api);
	compilers.set(api, ajv);
	return ajv;
}

/** Compiles part of a document so that its `#/…` references resolve. */
function validatorOf(api: Api | Vendor, schema: unknown): ValidateFunction {
	const known = validators.get(schema);
	if (known !== undefined) return known;
	const text = JSON.stringify(schema).replaceAll('"#/', `"${api}#/`);
	const compiled = compilerOf(api).compile(JSON.parse(text));
	validators.set(schema, compiled);
	return compiled;
}

export function accepts(api: Api | Vendor, schema: unknown, value: unknown): boolean {
	return validatorOf(api, schema)(value);
}

function describe(error: ErrorObject, root: string): string {
	const where = `${root}${error.instancePath}`;
	const named: unknown = error.params['propertyName'];
	const allowed: unknown = error.params['allowedValues'];
	const extra = allowed === undefined ? '' : `: ${JSON.stringify(allowed)}`;
	const member = typeof named === 'string' ? ` (${named})` : '';
	return `${where} ${error.message ?? 'is invalid'}${extra}${member}`;
}

function faultsOf(api: Api | Vendor, schema: unknown, value: unknown, root: string): string[] {
	const validate = validatorOf(api, schema);
	if (validate(value)) return [];
	return (validate.errors ?? []).map((error) => describe(error, root));
}

/**
 * In the neutral documents, a null key counts as omitted. The other documents say for each key whether it may be null.
 */
export function judgedBody(api: Api | Vendor, body: unknown): unknown {
	return api === 'management' || api === 'dashboard' ? withoutNulls(body) : body;
}

function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).filter(([, member]) => member !== null);
	return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** Each fault is a sentence. */
export function bodyFaults(operation: Operation, body: unknown): string[] {
	if (operation.bodySchema === undefined) {
		return body === undefined ? [] : [`${operation.operationId} takes no body`];
	}
	if (body === undefined) return [`${operation.operationId} needs a body`];
	const { api, bodySchema } = operation;
	const faults = faultsOf(api, bodySchema, judgedBody(api, body), 'body');
	return [...faults, ...(BODY_RULES[operation.operationId]?.(body) ?? [])];
}

/** Only list parameters may repeat in a query. */
export function queryFaults({ api, parameters }: Operation, query: URLSearchParams): string[] {
	const described = parameters.filter(({ place }) => place === 'query');
	const names = new Set(described.map(({ name }) => name));
	const unknown = [...new Set(query.keys())].filter((name) => !names.has(name));
	const faults = described.flatMap(({ name, required, schema }) => {
		const texts = query.getAll(name);
		if (texts.length === 0) return required ? [`query needs ${name}`] : [];
		return faultsOf(api, schema, queryValue(api, schema, texts), `query/${name}`);
	});
	return [...unknown.map((name) => `query may not have ${name}`), ...faults];
}

/** Headers that the document doesn't list are fine. */
export function headerFaults({ api, parameters }: Operation, headers: JsonObject): string[] {
	return parameters
		.filter(({ place }) => place === 'header')
		.flatMap(({ name, required, schema }) => {
			const value = headers[name];
			if (value === undefined) return required ? [`the header ${name} is missing`] : [];
			return faultsOf(api, schema, value, `header/${name}`);
		});
}

/** Converts a parameter's texts to its schema's type: list, number, or text. */
export function queryValue(api: Api | Vendor, given: unknown, texts: string[]): unknown {
	const schema = resolve(documentOf(api), given);
	const type = isJsonObject(schema) ? schema['type'] : undefined;
	if (type === 'array' || texts.length > 1) return texts;
	return type === 'integer' ? Number(texts[0]) : texts[0];
}

/** Each fault in the path or the body is a sentence. */
export function requestFaults({ operation, parameters }: Match, body: unknown): string[] {
	const inPath = operation.parameters.filter(({ place }) => place === 'path');
	const faults = inPath.flatMap(({ name, schema }) =>
		faultsOf(operation.api, schema, parameters[name], name),
	);
	return [...faults, ...bodyFaults(operation, body)];
}

/** Works without a network. The query isn't checked. */
export function validateRequest({ api, method, path, body }: ContractRequest): string[] {
	const match = findOperation(api, method, path);
	if (match === undefined) return [`no operation of the ${api} API has ${method} ${path}`];
	return requestFaults(match, body);
}

/** The status selects the response's schema. */
export function validateAnswer(operation: Operation, status: number, body: unknown): string[] {
	const { api, responses } = operation;
	const response = resolve(documentOf(api), responses[String(status)] ?? responses['default']);
	const schema = objectAt(objectAt(response, 'content'), 'application/json')['schema'];
	if (schema === undefined) return [`${operation.operationId} does not answer ${String(status)}`];
	return faultsOf(api, schema, body, 'answer');
}
