import type { Finding } from '../../../engine/body/interpret';
import { finding } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, valueAt } from '../../../engine/json';
import { formatted } from '../../../engine/text';
import { dialectOf } from '../../../clickhouseCloud/api';
import { SOURCE_KINDS } from './sources';
import { WORKLOAD_IDENTITY } from './sources/source';

type Credential = Readonly<JsonObject>;
type Known = Readonly<Record<string, true | readonly string[]>>;

/** What ClickHouse Cloud adds to a pipe: keys by their path, and values of these. Second reference, 4.1, 4.2, 6.1 and 6.2. */
const CLOUD_ONLY: Readonly<Record<string, true | Known>> = {
	startPaused: true,
	'destination.tableDefinition.ttl': true,
	'settings.kafka_read_committed': true,
	'source.bigquery': true,
	'source.mongodb': true,
	'source.mysql': true,
	'source.pubsub': true,
	'source.kafka': {
		type: ['gcmk'],
		format: ['Protobuf'],
		authentication: [WORKLOAD_IDENTITY],
		'schemaRegistry.type': true,
		...{ exactlyOnce: true, tombstoneMode: true, protobufSchema: true },
	},
	'source.kinesis': { format: ['Protobuf'], schemaRegistry: true, protobufSchema: true },
	'source.objectStorage': {
		type: ['cloudflarer2', 'ovhobjectstorage'],
		format: ['TabSeparated', 'TabSeparatedWithNames'],
		compression: ['none'],
		authentication: ['SERVICE_ACCOUNT', WORKLOAD_IDENTITY],
		skipInitialLoad: true,
		startAfter: true,
	},
	'source.postgres': {
		...{ type: true, authentication: true, iamRole: true, 'settings.deleteOnMerge': true },
		...{ tlsHost: true, caCertificate: true, disableTls: true, skipCertVerification: true },
	},
};

/** Returns what an API that speaks the standard dialect may not know. */
function cloudOnlyFindings(body: JsonObject): Finding[] {
	const found = Object.entries(CLOUD_ONLY).flatMap(([owner, known]) => {
		const given = valueAt(body, owner);
		if (isAbsent(given)) return [];
		if (known === true) return [owner];
		return Object.entries(known).flatMap(([path, values]) => {
			const value = valueAt(given, path);
			const isKnown = values === true ? isAbsent(value) : !values.some((one) => one === value);
			return isKnown ? [] : [`${owner}.${path}`];
		});
	});
	return found.map((path) => finding('warning', path, { code: 'cloudOnly' }));
}

/** Returns what a new pipe has that APIs of the credential's dialect may not accept. Of a custom one, nothing is known. */
export function dialectFindings(body: JsonObject, credential: Credential): Finding[] {
	const dialect = dialectOf(credential);
	if (dialect === 'standard') return cloudOnlyFindings(body);
	if (dialect !== 'clickhouseCloud') return [];
	const kinds = SOURCE_KINDS.map((kind) => `source.${kind}`);
	return [
		...nullFindings(body, ['scaling', 'settings', ...kinds]),
		...settingFindings(valueAt(body, 'settings'), 'settings.'),
		...reservedRoles(valueAt(body, 'destination.roles')),
		...repeatFindings(body),
	];
}

/** Returns what a change of a pipe has that ClickHouse Cloud doesn't accept. */
export function changeFindings(body: JsonObject, credential: Credential): Finding[] {
	if (dialectOf(credential) !== 'clickhouseCloud') return [];
	const nulls = nullFindings(body, ['name', 'source', 'destination', 'settings']);
	return [...nulls, ...repeatFindings(body)];
}

/** Returns what changed settings or a changed scaling has that ClickHouse Cloud doesn't accept. */
export function partFindings(body: JsonObject, credential: Credential): Finding[] {
	if (dialectOf(credential) !== 'clickhouseCloud') return [];
	return [...nullFindings(body, Object.keys(body)), ...settingFindings(body)];
}

/** Null is no longer among the types that the API lists. */
function nullFindings(body: JsonObject, paths: readonly string[]): Finding[] {
	return paths
		.filter((path) => valueAt(body, path) === null)
		.map((path) => {
			const problem = 'is null, which ClickHouse Cloud may refuse';
			return finding('warning', path, { code: 'unusual', problem });
		});
}

/** Bounds that are narrower than those of the neutral reference. Second reference, 6.1. */
const CLOUD_BOUNDS = { object_storage_max_insert_bytes: [524_288_000, 10_737_418_240] } as const;

function settingFindings(settings: unknown, at = ''): Finding[] {
	return Object.entries(CLOUD_BOUNDS).flatMap(([name, [min, max]]) => {
		const value = valueAt(settings, name);
		if (typeof value !== 'number' || (value >= min && value <= max)) return [];
		const problem = `isn't from ${formatted(min)} to ${formatted(max)}, as ClickHouse Cloud requires`;
		return [finding('warning', `${at}${name}`, { code: 'unusual', problem })];
	});
}

/** The roles that no pipe may be given. Second reference, 6.1. */
const RESERVED_ROLES = ['clickpipes', 'clickpipes_system'];

function reservedRoles(roles: unknown): Finding[] {
	const given: unknown[] = [roles].flat();
	return RESERVED_ROLES.filter((role) => given.includes(role)).map((role) => {
		const problem = `contains '${role}', which ClickHouse Cloud reserves for itself`;
		return finding('warning', 'destination.roles', { code: 'unusual', problem });
	});
}

/** The lists that may contain no name twice in ClickHouse Cloud, in a table mapping of MySQL or Postgres. Second reference, 4.1. */
const DISTINCT = ['excludedColumns', 'sortingKeys'];

/** Returns the repeated columns that ClickHouse Cloud refuses. */
function repeatFindings({ source }: JsonObject): Finding[] {
	const lists = ['mysql', 'postgres'].flatMap((kind) => [
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
				const path = `source.${list}.${String(index)}.${name}`;
				return [finding('warning', path, { code: 'repeats' })];
			}),
		);
	});
}
