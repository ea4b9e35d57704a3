import { describeBody } from '../../../engine/body/fields';
import { prefixPaths } from '../../../engine/body/interpret';
import { neededText, onlyForText, sentText } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, objectMember, valueAt } from '../../../engine/json';
import { formatted, wordsOf } from '../../../engine/text';
import { dialectOf } from '../../../clickhouseCloud/api';
import {
	destination,
	destinationIssues,
	destinationWarnings,
	fieldMappingsSchema,
	mappingWarnings,
	unknownColumns,
} from './destination';
import { missingSecretHints } from './secrets';
import { details, pipeName, pipeScalingIssues } from './settings';
import {
	pipeSource,
	SECRET_PATHS,
	SOURCE_KINDS,
	sourceObjectIssues,
	sourcesIn,
	TABLE_KINDS,
	unlistedKindsOf,
} from './sources';
import { GLUE } from './sources/registry';
import { GROUPED_SECRETS, missingSecrets, REGISTRY_LOGIN } from './sources/secrets';
import type { Issue } from '../../../engine/issue';

/** The body of "Create pipe" in the neutral spelling. */
export const newPipe = describeBody(
	'',
	{
		name: pipeName,
		source: pipeSource,
		destination: { ...destination, required: true },
		// In the form, the columns contain their mappings.
		fieldMappings: { schema: fieldMappingsSchema, parameter: 'destinationColumns' },
		...details,
	},
	{ panel: ['name', 'source', 'destination', 'fieldMappings'] },
);

/** Reports keys that only other kinds of pipes have. */
function* foreignIssues(body: JsonObject, kind: string | undefined): Iterable<Issue> {
	if (kind === undefined) return;
	if (!isAbsent(body.startPaused) && !TABLE_KINDS.includes(kind)) {
		yield { path: 'startPaused', text: onlyForText("sources that aren't databases") };
	}
	const path = 'settings.kafka_read_committed';
	if (kind === 'kafka' || isAbsent(valueAt(body, path))) return;
	yield { path, text: onlyForText('Kafka') };
}

/**
 * Checks a new pipe beyond its schema: combinations and likely mistakes. Each issue has the dotted path in the body.
 */
export function newPipeIssues(body: JsonObject): Issue[] {
	const source = objectMember(body, 'source') ?? {};
	const kinds = sourcesIn(source).map((definition) => definition.kind);
	const kind = kinds.length === 1 ? kinds[0] : undefined;
	const hasSource = isJsonObject(body.source);
	const sourceIssues = hasSource ? prefixPaths('source', sourceObjectIssues(source)) : [];
	const scalingIssues = kind === undefined ? [] : pipeScalingIssues(body.scaling, kind);
	return [
		...sourceIssues,
		...missingSecretHints(source),
		...(hasSource ? destinationIssues(body, kind) : []),
		...secretsElsewhere(body),
		...prefixPaths('scaling', scalingIssues),
		...foreignIssues(body, kind),
		...destinationWarnings(body, kind),
		...unknownColumns(body),
		...tableMappingIssues(body),
	];
}

/** Reports missing column and table mappings, which pipes need although the contract doesn't say so. */
export function tableMappingIssues(body: JsonObject): Issue[] {
	const source = objectMember(body, 'source') ?? {};
	const tableIssues = sourcesIn(source).flatMap(({ kind, tables }) => {
		const owner = objectMember(source, kind);
		if (tables === undefined || owner === undefined) return [];
		return prefixPaths(`source.${kind}.tableMappings`, tables.issues(owner.tableMappings));
	});
	return [...mappingWarnings(body), ...tableIssues];
}

/** Keys of a pipe that may contain secrets by name. Below other keys, such as tags, names are arbitrary. */
const LISTED_FIELDS = wordsOf('destination fieldMappings scaling settings source');

/** Keys of all secrets in the contract. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
	...SECRET_PATHS.map((path) => path.slice(path.lastIndexOf('.') + 1)),
	...GROUPED_SECRETS.map(({ key }) => key),
]);

export function hasSecrets(body: JsonObject): boolean {
	return misplacedSecrets(body, []).length > 0;
}

/** Reports secrets where the API doesn't accept them. */
export function secretsElsewhere(body: JsonObject): Issue[] {
	// An unlisted source might accept any secret.
	const unlisted = unlistedKindsOf(objectMember(body, 'source') ?? {});
	return misplacedSecrets(body, [...SECRET_PATHS, ...unlisted.map((name) => `source.${name}`)]);
}

/**
 * Reports secrets where the API accepts none and might store them unencrypted. Secrets may be below the `allowed`
 * paths.
 */
function misplacedSecrets(value: unknown, allowed: readonly string[], path = ''): Issue[] {
	if (typeof value !== 'object' || value === null || allowed.includes(path)) return [];
	return Object.entries(value).flatMap(([key, member]) => {
		const isSecret = !Array.isArray(value) && SECRET_NAMES.has(key) && !isAbsent(member);
		if (!isSecret && typeof member !== 'object') return [];
		const inner = path === '' ? key : `${path}.${key}`;
		if (isSecret && !allowed.includes(inner)) {
			return [{ path: inner, text: MISPLACED_SECRET }];
		}
		const isOpen = path !== '' || LISTED_FIELDS.includes(key);
		return isOpen ? misplacedSecrets(member, allowed, inner) : [];
	});
}

const MISPLACED_SECRET =
	'is a secret, but the API accepts none here. Remove it, or select a ClickHouse Cloud Pipe Source API credential.';

/** Keys and values that only ClickHouse Cloud accepts in a pipe. */
const CLOUD_ONLY = wordsOf(`
	startPaused destination.tableDefinition.ttl settings.kafka_read_committed
	source.bigquery source.mongodb source.mysql source.pubsub
	source.kafka.type=gcmk source.kafka.format=Protobuf
	source.kafka.authentication=SERVICE_ACCOUNT_WORKLOAD_IDENTITY
	source.kafka.schemaRegistry.type
	source.kafka.exactlyOnce source.kafka.tombstoneMode source.kafka.protobufSchema
	source.kinesis.format=Protobuf source.kinesis.schemaRegistry source.kinesis.protobufSchema
	source.objectStorage.type=cloudflarer2 source.objectStorage.type=ovhobjectstorage
	source.objectStorage.format=TabSeparated source.objectStorage.format=TabSeparatedWithNames
	source.objectStorage.compression=none
	source.objectStorage.authentication=SERVICE_ACCOUNT
	source.objectStorage.authentication=SERVICE_ACCOUNT_WORKLOAD_IDENTITY
	source.objectStorage.skipInitialLoad source.objectStorage.startAfter
	source.postgres.type source.postgres.authentication source.postgres.iamRole
	source.postgres.settings.deleteOnMerge source.postgres.tlsHost source.postgres.caCertificate
	source.postgres.disableTls source.postgres.skipCertVerification
`);

/** Warns about parts that the credential's dialect might not accept. A custom dialect is unknown. */
export function* dialectIssues(
	body: JsonObject,
	credential: Readonly<JsonObject>,
): Iterable<Issue> {
	const dialect = dialectOf(credential);
	for (const entry of dialect === 'standard' ? CLOUD_ONLY : []) {
		const [path = '', cloudValue] = entry.split('=');
		const value = valueAt(body, path);
		if (isAbsent(value) || (cloudValue ?? value) !== value) continue;
		const problem =
			"is only supported by ClickHouse Cloud, and the credential's dialect is Standard";
		yield sentHint(path, problem);
	}
	if (dialect !== 'clickhouseCloud') return;
	const kinds = SOURCE_KINDS.map((kind) => `source.${kind}`);
	yield* registryIssues(valueAt(body, 'source.kafka.schemaRegistry'));
	yield* nullHints(body, ['scaling', 'settings', ...kinds]);
	yield* settingIssues(valueAt(body, 'settings'), 'settings.');
	const roles: unknown[] = [valueAt(body, 'destination.roles')].flat();
	// No pipe can have these roles.
	for (const role of ['clickpipes', 'clickpipes_system']) {
		if (!roles.includes(role)) continue;
		const problem = `contains "${role}", which ClickHouse Cloud reserves for itself`;
		yield sentHint('destination.roles', problem);
	}
	yield* repeatIssues(body);
}

/** Reports changes that ClickHouse Cloud doesn't accept. */
export function changeIssues(body: JsonObject, credential: Readonly<JsonObject>): Issue[] {
	if (dialectOf(credential) !== 'clickhouseCloud') return [];
	return [...nullHints(body, wordsOf('name source destination settings')), ...repeatIssues(body)];
}

/** Reports changed settings or scaling that ClickHouse Cloud doesn't accept. */
export function partIssues(body: JsonObject, credential: Readonly<JsonObject>): Issue[] {
	if (dialectOf(credential) !== 'clickhouseCloud') return [];
	return [...nullHints(body, Object.keys(body)), ...settingIssues(body)];
}

/** Only the neutral contract has registries without a login. */
function* registryIssues(registry: unknown): Iterable<Issue> {
	if (!isJsonObject(registry) || registry.type === GLUE) return;
	const at = 'source.kafka.schemaRegistry';
	const because = 'for a Confluent schema registry in ClickHouse Cloud';
	if (isAbsent(registry.authentication))
		yield { path: `${at}.authentication`, text: neededText(because) };
	if (!isAbsent(registry.credentials)) return;
	yield* prefixPaths(`${at}.credentials`, missingSecrets({}, REGISTRY_LOGIN.members));
}

function sentHint(path: string, problem: string): Issue {
	return { path, verdict: 'hint', text: sentText(problem) };
}

/** The API no longer lists null among the types. */
function nullHints(body: JsonObject, paths: readonly string[]): Issue[] {
	return paths
		.filter((path) => valueAt(body, path) === null)
		.map((path) => sentHint(path, 'is null, which ClickHouse Cloud may refuse'));
}

/** Narrower than the neutral contract's bounds. */
const [MIN_INSERT_BYTES, MAX_INSERT_BYTES] = [524_288_000, 10_737_418_240];

function settingIssues(settings: unknown, at = ''): Issue[] {
	const name = 'object_storage_max_insert_bytes';
	const value = valueAt(settings, name);
	if (typeof value !== 'number') return [];
	if (value >= MIN_INSERT_BYTES && value <= MAX_INSERT_BYTES) return [];
	const bounds = `${formatted(MIN_INSERT_BYTES)} to ${formatted(MAX_INSERT_BYTES)}`;
	return [sentHint(`${at}${name}`, `isn't in the range ${bounds} that ClickHouse Cloud requires`)];
}

const REPEAT_FREE = wordsOf(
	'mysql.tableMappings mysql.tableMappingsToAdd postgres.tableMappings postgres.tableMappingsToAdd',
);

/** Reports duplicate columns in table mappings, which ClickHouse Cloud refuses. */
function* repeatIssues({ source }: JsonObject): Iterable<Issue> {
	for (const list of REPEAT_FREE) {
		const mappings: unknown = valueAt(source, list);
		for (const [index, mapping] of Array.isArray(mappings) ? mappings.entries() : []) {
			for (const name of ['excludedColumns', 'sortingKeys']) {
				const columns: unknown[] = [valueAt(mapping, name)].flat();
				if (new Set(columns).size === columns.length) continue;
				const text =
					'contains a column twice, which ClickHouse Cloud refuses. List each column once.';
				yield { path: `source.${list}.${String(index)}.${name}`, verdict: 'hint', text };
			}
		}
	}
}
