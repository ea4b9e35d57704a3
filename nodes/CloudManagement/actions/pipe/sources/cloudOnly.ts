import type { Finding } from '../../../../core/description/findings';
import { finding } from '../../../../core/description/findings';
import type { JsonObject } from '../../../../core/json';
import { isAbsent, valueAt } from '../../../../core/json';
import { dialectOf } from '../../../api/dialect';

type Known = Readonly<Record<string, true | readonly string[]>>;

/** What ClickHouse Cloud adds: kinds of sources, their fields, and values of these. Second reference, 4.1 and 4.2. */
const CLOUD_ONLY: Readonly<Record<string, true | Known>> = {
	bigquery: true,
	mongodb: true,
	mysql: true,
	pubsub: true,
	kafka: { type: ['gcmk'], format: ['Protobuf'], exactlyOnce: true },
	objectStorage: {
		type: ['cloudflarer2', 'ovhobjectstorage'],
		format: ['TabSeparated', 'TabSeparatedWithNames'],
		compression: ['none'],
		authentication: ['SERVICE_ACCOUNT'],
		skipInitialLoad: true,
		startAfter: true,
	},
	postgres: {
		...{ type: true, authentication: true, iamRole: true, 'settings.deleteOnMerge': true },
		...{ tlsHost: true, caCertificate: true, disableTls: true, skipCertVerification: true },
	},
};

/** Returns what an API that speaks the standard dialect may not know. Of a custom one, nothing is known. */
export function cloudOnlyFindings(source: JsonObject, credential: Readonly<JsonObject>): Finding[] {
	if (dialectOf(credential) !== 'standard') return [];
	const found = Object.entries(CLOUD_ONLY).flatMap(([kind, known]) => {
		if (isAbsent(source[kind])) return [];
		if (known === true) return [kind];
		return Object.entries(known).flatMap(([path, values]) => {
			const value = valueAt(source[kind], path);
			const isKnown = values === true ? isAbsent(value) : !values.some((one) => one === value);
			return isKnown ? [] : [`${kind}.${path}`];
		});
	});
	return found.map((path) => finding('warning', path, { code: 'cloudOnly' }));
}

/** The lists that may contain no name twice in ClickHouse Cloud, in each table mapping. Second reference, 4.1. */
const DISTINCT = ['excludedColumns', 'sortingKeys'];

/** Returns the repeated columns that ClickHouse Cloud refuses. Of other APIs, nothing is known. */
export function repeatFindings(source: JsonObject, credential: Readonly<JsonObject>): Finding[] {
	if (dialectOf(credential) !== 'clickhouseCloud') return [];
	const lists = Object.keys(source).flatMap((kind) => [
		`${kind}.tableMappings`,
		`${kind}.tableMappingsToAdd`,
	]);
	return lists.flatMap((list) => {
		const mappings: unknown = valueAt(source, list);
		if (!Array.isArray(mappings)) return [];
		return mappings.flatMap((mapping: unknown, index) =>
			DISTINCT.flatMap((name) => {
				const columns: unknown[] = [valueAt(mapping, name)].flat();
				if (new Set(columns).size === columns.length) return [];
				return [finding('warning', `${list}.${String(index)}.${name}`, { code: 'repeats' })];
			}),
		);
	});
}
