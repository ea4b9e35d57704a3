import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Api, documentOf, resolve } from '../documents';
import { isJsonObject, type JsonObject, objectAt, objectsAt } from '../json';
import { type Operation, operationsOf } from '../operations';
import { factsOf, faultsIn } from './schemas';

/** The contracts beside the vendors' documents. */
export const PAIR_NAMES = [
	...(['clickhouseCloud', 'management', 'managedClickStack', 'ownClickStack'] as const),
];
export type Pair = (typeof PAIR_NAMES)[number];

interface Compared {
	api: Api;
	vendor: JsonObject;
	/** What has another name in the vendor's document, in paths and members. */
	names?: ReadonlyArray<readonly [ours: string, theirs: string]>;
}

const CLOUD = documentIn('clickhouse-cloud-2026-07-31.json');
const CLICKSTACK = '/v1/organizations/{organizationId}/services/{serviceId}/clickstack';

const PAIRS: Record<Pair, Compared> = {
	clickhouseCloud: { api: 'clickhouseCloud', vendor: CLOUD },
	management: {
		...{ api: 'management', vendor: CLOUD },
		names: [
			['/pipes', '/clickpipes'],
			['.engine_', '.clickhouse_'],
			['.engineVersion', '.clickhouseVersion'],
		],
	},
	managedClickStack: {
		...{ api: 'clickstack', vendor: CLOUD },
		names: [
			['/api/v2', CLICKSTACK],
			['answer.data', 'answer.result'],
		],
	},
	ownClickStack: { api: 'clickstack', vendor: documentIn('hyperdx-2.36.0.json') },
};

/** The sections of the explained differences that each comparison goes by. */
const SECTIONS: Record<Pair, string[]> = {
	clickhouseCloud: ['all', 'requests', 'clickhouseCloud'],
	management: ['all', 'requests', 'management'],
	managedClickStack: ['all', 'requests', 'clickStack', 'managedClickStack'],
	ownClickStack: ['all', 'requests', 'clickStack', 'ownClickStack'],
};
const EXPLAINED = explainedIn('explained.yaml');

function documentIn(file: string): JsonObject {
	const text = readFileSync(join(__dirname, file), 'utf8');
	const parsed: unknown = JSON.parse(text.replaceAll('#/components/schemas/', '#/schemas/'));
	if (!isJsonObject(parsed)) throw new Error(`${file} is not an object`);
	return parsed;
}

/** Returns the patterns of each section. */
function explainedIn(file: string): Map<string, Map<string, RegExp>> {
	const all: unknown = parse(readFileSync(join(__dirname, file), 'utf8'));
	const sections = Object.entries(isJsonObject(all) ? all : {});
	return new Map(
		sections.map(([section, reasons]) => {
			const patterns = Object.values(isJsonObject(reasons) ? reasons : {})
				.flat()
				.map(String);
			return [section, new Map(patterns.map((pattern) => [pattern, regExpOf(pattern)]))];
		}),
	);
}

function regExpOf(pattern: string): RegExp {
	const escaped = pattern.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
	return new RegExp(
		`^${escaped.replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)}$`,
	);
}

/** A request as it's sent; the path is raw, and may have a query. */
export interface SentRequest {
	method: string;
	path: string;
	body?: unknown;
}

/** An operation of a vendor's document. */
interface VendorOperation {
	id: string;
	/** Method and path, whatever the names of the parameters in it. */
	key: string;
	matches: RegExp;
	described: JsonObject;
}

const operations = new Map<JsonObject, VendorOperation[]>();
const compared = new Map<Pair, string[]>();

function vendorOperations(vendor: JsonObject): VendorOperation[] {
	const known = operations.get(vendor);
	if (known !== undefined) return known;
	const paths = objectAt(vendor, 'paths');
	const found = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(objectAt({ methods }, 'methods')).map((method) => {
			const described = objectAt(methods, method);
			const matches = new RegExp(`^${path.replace(/\{[^}]*\}/g, '[^/]+')}$`);
			return { id: String(described['operationId']), key: keyOf(method, path), matches, described };
		}),
	);
	// What has no parameter there is looked for first.
	found.sort((one, two) => one.key.split('{}').length - two.key.split('{}').length);
	operations.set(vendor, found);
	return found;
}

function keyOf(method: string, path: string): string {
	return `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`;
}

function parameterFacts(
	document: JsonObject,
	parameters: ReadonlyArray<{ name: string; required: boolean; schema: unknown }>,
): string[] {
	return parameters.flatMap(({ name, required, schema }) => [
		`query.${name} member`,
		...(required ? [`query.${name} required`] : []),
		...factsOf(document, schema, `query.${name}`),
	]);
}

function ourFacts({ api, bodySchema, parameters, responses }: Operation): Set<string> {
	const document = documentOf(api);
	const content = objectAt(resolve(document, responses['200']), 'content');
	const { schema } = objectAt(content, 'application/json');
	return new Set([
		...parameterFacts(
			document,
			parameters.filter(({ place }) => place === 'query'),
		),
		...factsOf(document, bodySchema, 'body'),
		...factsOf(document, schema, 'answer'),
	]);
}

function queryOf(described: JsonObject) {
	return objectsAt(described, 'parameters')
		.filter((one) => one['in'] === 'query')
		.map(({ name, required, schema }) => ({
			name: String(name),
			required: required === true,
			schema,
		}));
}

function theirFacts(vendor: JsonObject, { described }: VendorOperation): Set<string> {
	return new Set([
		...parameterFacts(vendor, queryOf(described)),
		...factsOf(vendor, described['body'], 'body'),
		...factsOf(vendor, described['answer'], 'answer'),
	]);
}

/** Leaves out what is said of members that are missing as a whole. */
function onlyIn(facts: Set<string>, others: Set<string>): string[] {
	const missing = [...facts].filter((fact) => !others.has(fact));
	const members = missing
		.filter((fact) => fact.endsWith(' member'))
		.map((fact) => fact.slice(0, -7));
	const isBelow = (fact: string) =>
		members.some(
			(member) =>
				fact.startsWith(member) && /^(?:[.[]| (?!member$))/.test(fact.slice(member.length)),
		);
	return missing.filter((fact) => !isBelow(fact));
}

/** Lists how a contract differs from the vendor's document: `+` is in ours alone, `-` in theirs. */
export function differences(pair: Pair): string[] {
	const known = compared.get(pair);
	if (known !== undefined) return known;
	const { api, vendor, names = [] } = PAIRS[pair];
	const renamed = (text: string) =>
		names.reduce((all, [our, their]) => all.replace(our, their), text);
	const left = new Map(vendorOperations(vendor).map((operation) => [operation.key, operation]));
	const found = operationsOf(api).flatMap((operation) => {
		const key = keyOf(operation.method, renamed(operation.template));
		const other = left.get(key);
		if (other === undefined) return [`${operation.operationId} + operation`];
		left.delete(key);
		const our = new Set([...ourFacts(operation)].map(renamed));
		const their = theirFacts(vendor, other);
		return [
			...onlyIn(our, their).map((fact) => `${other.id} + ${fact}`),
			...onlyIn(their, our).map((fact) => `${other.id} - ${fact}`),
		];
	});
	const all = [...found, ...[...left.values()].map(({ id }) => `${id} - operation`)];
	compared.set(pair, all);
	return all;
}

function patternsOf(pair: Pair): RegExp[] {
	return SECTIONS[pair].flatMap((section) => [...(EXPLAINED.get(section)?.values() ?? [])]);
}

/** Returns the lines that no reason explains. */
export function unexplained(pair: Pair, lines: readonly string[]): string[] {
	const patterns = patternsOf(pair);
	return lines.filter((line) => !patterns.some((pattern) => pattern.test(line)));
}

/** Returns the patterns that explain none of the differences; those of requests have none. */
export function needless(): string[] {
	const sections = [...EXPLAINED].filter(([section]) => section !== 'requests');
	return sections.flatMap(([section, patterns]) => {
		const pairs = PAIR_NAMES.filter((pair) => SECTIONS[pair].includes(section));
		const lines = pairs.flatMap(differences);
		const unused = [...patterns].filter(([, one]) => !lines.some((line) => one.test(line)));
		return unused.map(([pattern]) => `${section}: ${pattern}`);
	});
}

/** Returns the value of a parameter as its schema has it: a list, a number or text. */
function queryValue(schema: unknown, texts: string[]): unknown {
	const type = objectAt({ schema }, 'schema')['type'];
	if (type === 'array') return texts;
	return type === 'integer' || type === 'number' ? Number(texts[0]) : texts[0];
}

function queryFaults(vendor: JsonObject, described: JsonObject, query: string): string[] {
	const parameters = queryOf(described);
	const given = new URLSearchParams(query);
	const unknown = [...new Set(given.keys())].filter((name) =>
		parameters.every((known) => known.name !== name),
	);
	const faults = parameters.flatMap(({ name, required, schema }) => {
		const at = `query.${name}`;
		if (given.has(name))
			return faultsIn(vendor, schema, queryValue(schema, given.getAll(name)), at);
		return required ? [`- ${at} required`] : [];
	});
	return [...unknown.map((name) => `+ query.${name} member`), ...faults];
}

/**
 * Judges a request by the vendor's document made strict, in which a member that it doesn't list is a fault. Returns what
 * no reason explains.
 */
export function judge({ method, path, body }: SentRequest): string[] {
	const own = path.startsWith('/api/v2/') ? 'ownClickStack' : 'clickhouseCloud';
	const pair: Pair = path.includes('/clickstack/') ? 'managedClickStack' : own;
	const { vendor } = PAIRS[pair];
	const [bare = '', query = ''] = path.split('?');
	const operation = vendorOperations(vendor).find(
		({ matches, key }) => key.startsWith(`${method} `) && matches.test(bare),
	);
	if (operation === undefined) return unexplained(pair, [`${method} ${bare} + operation`]);
	const { described, id } = operation;
	const wanted = described['body'];
	const bodyFaults =
		wanted === undefined
			? [...(body === undefined ? [] : ['+ body member'])]
			: faultsIn(vendor, wanted, body ?? {}, 'body');
	const faults = [...queryFaults(vendor, described, query), ...bodyFaults];
	return unexplained(
		pair,
		faults.map((fault) => `${id} ${fault}`),
	);
}
