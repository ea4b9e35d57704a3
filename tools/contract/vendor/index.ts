import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Api, documentOf, resolve, type Vendor } from '../documents';
import { isJsonObject, type JsonObject, objectAt } from '../json';
import { findOperation, type Operation, operationsIn, operationsOf } from '../operations';
import { queryValue } from '../validate';
import { factsOf, faultsIn } from './schemas';

export interface Pair {
	api: Api;
	vendor: Vendor;
	/** Names in paths and keys that the vendor's document spells differently. */
	names?: ReadonlyArray<readonly [ours: string, theirs: string]>;
	/** Only these sections explain the pair's differences. */
	sections: readonly string[];
}

const CLICKSTACK = '/v1/organizations/{organizationId}/services/{serviceId}/clickstack';

export const PAIRS = {
	clickhouseCloud: {
		api: 'clickhouseCloud',
		vendor: 'vendorCloud',
		sections: ['all', 'requests', 'clickhouseCloud'],
	},
	management: {
		api: 'management',
		vendor: 'vendorCloud',
		names: [
			['/pipes', '/clickpipes'],
			['.engine_', '.clickhouse_'],
			['.engineVersion', '.clickhouseVersion'],
		],
		sections: ['all', 'management'],
	},
	managedClickStack: {
		api: 'clickstack',
		vendor: 'vendorCloud',
		names: [
			['/api/v2', CLICKSTACK],
			['answer.data', 'answer.result'],
		],
		sections: ['all', 'requests', 'clickStack', 'managedClickStack'],
	},
	ownClickStack: {
		api: 'clickstack',
		vendor: 'vendorClickStack',
		sections: ['all', 'requests', 'clickStack', 'ownClickStack'],
	},
} as const satisfies Record<string, Pair>;

/** Keyed by the file's sections, the values match explained differences. */
const explained = explainedIn('explained.yaml');
const compared = new Map<Pair, string[]>();

function explainedIn(file: string): Map<string, Map<string, RegExp>> {
	const all: unknown = parse(readFileSync(join(__dirname, file), 'utf8'));
	const sections = Object.entries(isJsonObject(all) ? all : {});
	return new Map(
		sections.map(([section, reasons]) => {
			const lists = Object.values(isJsonObject(reasons) ? reasons : {});
			const patterns = lists.flat().map(String);
			return [section, new Map(patterns.map((pattern) => [pattern, regExpOf(pattern)]))];
		}),
	);
}

function regExpOf(pattern: string): RegExp {
	const escaped = pattern.replace(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
	const either = (_: string, names: string) => `(?:${names.replaceAll(',', '|')})`;
	return new RegExp(`^${escaped.replace(/\{([^}]*)\}/g, either)}$`);
}

function queryOf({ parameters }: Operation) {
	return parameters.filter(({ place }) => place === 'query');
}

export function factsAbout(
	operation: Operation,
	document: JsonObject,
	names?: readonly string[],
): string[] {
	const content = objectAt(resolve(document, operation.responses['200']), 'content');
	return [
		...queryOf(operation).flatMap(({ name, required, schema }) => [
			`query.${name} member`,
			...(required ? [`query.${name} required`] : []),
			...factsOf(document, schema, `query.${name}`, names),
		]),
		...factsOf(document, operation.bodySchema, 'body', names),
		...factsOf(document, objectAt(content, 'application/json')['schema'], 'answer', names),
	];
}

/** If a key is missing entirely, facts about it are left out. */
export function onlyIn(facts: readonly string[], others: readonly string[]): string[] {
	const known = new Set(others);
	const missing = [...new Set(facts)].filter((fact) => !known.has(fact));
	const members = missing.filter((fact) => fact.endsWith(' member')).map((one) => one.slice(0, -7));
	const isPart = (rest: string) => /^(?:[.[]| (?!member$))/.test(rest);
	return missing.filter(
		(fact) => !members.some((one) => fact.startsWith(one) && isPart(fact.slice(one.length))),
	);
}

/** Compares a contract with the stored document: `+` is only in ours, `-` only in theirs. */
export function differences(pair: Pair): string[] {
	const known = compared.get(pair) ?? differencesFrom(pair, documentOf(pair.vendor));
	compared.set(pair, known);
	return known;
}

/** The vendor's document may have any version. */
export function differencesFrom({ api, vendor, names = [] }: Pair, document: JsonObject): string[] {
	const renamed = (text: string) =>
		names.reduce((all, [one, other]) => all.replace(one, other), text);
	const keyOf = ({ method, template }: Operation) =>
		`${method} ${renamed(template).replace(/\{[^}]*\}/g, '{}')}`;
	const left = new Map(
		operationsIn(vendor, document).map((operation) => [keyOf(operation), operation]),
	);
	const found = operationsOf(api).flatMap((operation) => {
		const other = left.get(keyOf(operation));
		if (other === undefined) return [`${operation.operationId} + operation`];
		left.delete(keyOf(operation));
		const ours = factsAbout(operation, documentOf(api)).map(renamed);
		const theirs = factsAbout(other, document);
		return [
			...onlyIn(ours, theirs).map((fact) => `${other.operationId} + ${fact}`),
			...onlyIn(theirs, ours).map((fact) => `${other.operationId} - ${fact}`),
		];
	});
	return [...found, ...[...left.values()].map((one) => `${one.operationId} - operation`)];
}

export function unexplained({ sections }: Pair, lines: readonly string[]): string[] {
	const patterns = sections.flatMap((section) => [...(explained.get(section)?.values() ?? [])]);
	return lines.filter((line) => !patterns.some((pattern) => pattern.test(line)));
}

/** A pattern that explains nothing is outdated. Patterns of requests don't count. */
export function needless(): string[] {
	const all: Pair[] = Object.values(PAIRS);
	const checked = [...explained].filter(([section]) => section !== 'requests');
	return checked.flatMap(([section, patterns]) => {
		const lines = all.filter(({ sections }) => sections.includes(section)).flatMap(differences);
		const unused = [...patterns].filter(([, one]) => !lines.some((line) => one.test(line)));
		return unused.map(([pattern]) => `${section}: ${pattern}`);
	});
}

/**
 * In the strict version of the vendor's document, an unlisted key is a fault. Explained faults are left out. The path
 * is raw, and may have a query.
 */
export function judge({ method, path, body }: { method: string; path: string; body?: unknown }) {
	const own = path.startsWith('/api/v2/') ? PAIRS.ownClickStack : PAIRS.clickhouseCloud;
	const pair = path.includes('/clickstack/') ? PAIRS.managedClickStack : own;
	const operation = findOperation(pair.vendor, method, path)?.operation;
	if (operation === undefined) return unexplained(pair, [`${method} ${path} + operation`]);
	const faults = [
		...queryFaults(operation, new URLSearchParams(path.split('?')[1])),
		...bodyFaults(operation, body),
	];
	return unexplained(
		pair,
		faults.map((fault) => `${operation.operationId} ${fault}`),
	);
}

function queryFaults(operation: Operation, given: URLSearchParams): string[] {
	const names = new Set(queryOf(operation).map(({ name }) => name));
	const unlisted = [...new Set(given.keys())].filter((name) => !names.has(name));
	const faults = queryOf(operation).flatMap(({ name, required, schema }) => {
		const { api } = operation;
		if (!given.has(name)) return required ? [`- query.${name} required`] : [];
		const value = queryValue(api, schema, given.getAll(name));
		return faultsIn(documentOf(api), schema, value, `query.${name}`);
	});
	return [...unlisted.map((name) => `+ query.${name} member`), ...faults];
}

function bodyFaults({ api, bodySchema }: Operation, body: unknown): string[] {
	if (bodySchema === undefined) return body === undefined ? [] : ['+ body member'];
	return faultsIn(documentOf(api), bodySchema, body ?? {}, 'body');
}
