import { prefixPaths, rowRule } from '../../../engine/body/interpret';
import { isWithin, onlyForText, sentHint } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, objectMember, valueAt } from '../../../engine/json';
import { wordsOf } from '../../../engine/text';
import { dialectOf } from '../../../clickhouseCloud/api';
import { destinationIssues, destinationWarnings, mappingWarnings } from './destination';
import { credentialMismatch, findSource, withCredentialIssues } from './secrets';
import { pipeScalingIssues } from './pipeSettings';
import { isDefinedByJson } from './sourceForm';
import {
	issuesOfSources,
	notOneSourceText,
	SECRET_PATHS,
	SOURCE_KINDS,
	SOURCES,
	sourceObjectIssues,
	sourcesIn,
	SINGLE_TABLE_KINDS,
	unlistedKindsOf,
} from './sources';
import { cloudSettingIssues } from './sources/objectStorage';
import { GROUPED_SECRETS } from './sources/secretKinds';
import type { PipeSource } from './sources/source';
import { mappingIssues, qualifiedTables } from './tableMappings';
import type { Issue } from '../../../engine/issue';
import type { PlanContext, ParameterValues } from '../../../engine/operation';
import { asObject } from '../../../engine/parameters/values';
import { qualifiedNameIssues } from '../../../features/record/qualifiedName';

/** Refuses parts that only pipes from other sources have. */
function* partsOfOthers(body: JsonObject, pipeSource: PipeSource): Iterable<Issue> {
	yield* prefixPaths('scaling', pipeScalingIssues(body.scaling, pipeSource));
	if (!isAbsent(body.startPaused) && pipeSource.tables) {
		yield { path: 'startPaused', text: onlyForText("sources that aren't databases") };
	}
	for (const { kind, label, cloud } of SOURCES) {
		for (const path of kind === pipeSource.kind ? [] : cloudSettingPaths(cloud)) {
			if (!isAbsent(valueAt(body, path))) yield { path, text: onlyForText(label) };
		}
	}
}

function cloudSettingPaths(cloud: PipeSource['cloud']): string[] {
	return Object.keys(cloud?.settings ?? {}).map((name) => `settings.${name}`);
}

/** Checks combinations and likely mistakes, which the schema can't express. Issues have the dotted path in the body. */
export function newPipeIssues(body: JsonObject): Issue[] {
	const source = objectMember(body, 'source') ?? {};
	const [first, ...otherSources] = sourcesIn(source);
	const pipeSource = otherSources.length === 0 ? first : undefined;
	const hasSource = isJsonObject(body.source);
	return [
		...(hasSource ? prefixPaths('source', sourceObjectIssues(source)) : []),
		...(hasSource ? destinationIssues(body, pipeSource) : []),
		...secretsElsewhere(body),
		...(pipeSource ? partsOfOthers(body, pipeSource) : []),
		...destinationWarnings(body, pipeSource),
		...tableMappingIssues(body),
	];
}

/** Requires column and table mappings, although the contract doesn't. */
function tableMappingIssues(body: JsonObject): Issue[] {
	const tableIssues = issuesOfSources(body, ({ tables }, members) =>
		tables ? mappingIssues(tables, 'tableMappings', members) : [],
	);
	return [...mappingWarnings(body), ...tableIssues];
}

/** True if the list of mappings quotes a name, so that a dot in it is part of the name. */
function isQuotedIn(list: unknown, name: unknown): boolean {
	const texts = [list].flat().filter((text) => typeof text === 'string');
	return texts.some((text) => ['"', '`'].some((quote) => text.includes(`${String(name)}${quote}`)));
}

/** Refuses table names that include their schema or database, which has its own field. */
export function qualifiedNames(
	body: JsonObject,
	_: PlanContext,
	{ tableMappingsInput, tableMappingsList }: ParameterValues,
): Issue[] {
	const list = tableMappingsInput === 'list' ? tableMappingsList : undefined;
	const { database: value, table } = asObject(body.destination);
	const database = { word: 'database', field: 'Destination Database', value };
	const mappedNames = issuesOfSources(body, ({ tables }, members) =>
		tables ? qualifiedTables(tables, 'tableMappings', members, database) : [],
	);
	return [
		...qualifiedNameIssues(table, 'destination.table', database),
		...mappedNames.filter(({ path }) => !isQuotedIn(list, valueAt(body, path))),
	];
}

/** Below these keys of a pipe, a key's name identifies secrets. Below others, such as tags, names are arbitrary. */
const LISTED_FIELDS = wordsOf('destination fieldMappings scaling settings source');

const SECRET_NAMES: ReadonlySet<string> = new Set([
	...SECRET_PATHS.map((path) => path.slice(path.lastIndexOf('.') + 1)),
	...GROUPED_SECRETS.map(({ key }) => key),
]);

export function hasSecrets(body: JsonObject): boolean {
	return secretsOutside(body, []).length > 0;
}

export function secretsElsewhere(body: JsonObject): Issue[] {
	// An unlisted source might accept any secret.
	const unlisted = unlistedKindsOf(objectMember(body, 'source') ?? {});
	return secretsOutside(body, [...SECRET_PATHS, ...unlisted.map((name) => `source.${name}`)]);
}

/** Refuses secrets outside the `allowed` paths, where the API takes none and might store them unencrypted. */
function secretsOutside(value: unknown, allowed: readonly string[], path = ''): Issue[] {
	if (typeof value !== 'object' || value === null || allowed.includes(path)) return [];
	return Object.entries(value).flatMap(([key, member]) => {
		const isSecret = !Array.isArray(value) && SECRET_NAMES.has(key) && !isAbsent(member);
		if (!isSecret && typeof member !== 'object') return [];
		const memberPath = path === '' ? key : `${path}.${key}`;
		if (isSecret && !allowed.includes(memberPath)) {
			return [{ path: memberPath, text: MISPLACED_SECRET }];
		}
		const isListedPart = path !== '' || LISTED_FIELDS.includes(key);
		return isListedPart ? secretsOutside(member, allowed, memberPath) : [];
	});
}

const MISPLACED_SECRET =
	'is a secret, but the API accepts none here. Remove it, or select a ClickHouse Cloud Pipe Source API credential.';

/** Only ClickHouse Cloud accepts these keys and values in a pipe. */
const CLOUD_ONLY = [
	'startPaused',
	'destination.tableDefinition.ttl',
	...SOURCES.flatMap(({ cloud }) => cloudSettingPaths(cloud)),
	...SOURCES.flatMap(({ kind, cloud: { only = [] } = {} }) =>
		only === true ? [`source.${kind}`] : only.map((entry) => `source.${kind}.${entry}`),
	),
];

/** No pipe can have these roles. */
const RESERVED_ROLES = ['clickpipes', 'clickpipes_system'];

/** Warns about parts that the credential's dialect might not accept. What a custom dialect accepts is unknown. */
function* dialectIssues(body: JsonObject, credential: Readonly<JsonObject>): Iterable<Issue> {
	const dialect = dialectOf(credential);
	for (const entry of dialect === 'standard' ? CLOUD_ONLY : []) {
		const [path = '', cloudValue] = entry.split('=');
		const value = valueAt(body, path);
		if (isAbsent(value) || (cloudValue ?? value) !== value) continue;
		const problem = 'is only supported by ClickHouse Cloud, and the credential is for another API';
		yield { path, ...sentHint(problem) };
	}
	if (dialect !== 'clickhouseCloud') return;
	const kinds = SOURCE_KINDS.map((kind) => `source.${kind}`);
	yield* issuesOfSources(body, ({ cloud }, members) =>
		(cloud?.rules ?? []).flatMap((rule) => [...rule(members)]),
	);
	yield* nullHints(body, ['scaling', 'settings', ...kinds]);
	yield* prefixPaths('settings', cloudSettingIssues(body.settings));
	const roles: unknown[] = [valueAt(body, 'destination.roles')].flat();
	for (const role of RESERVED_ROLES.filter((name) => roles.includes(name))) {
		const problem = `contains "${role}", which ClickHouse Cloud reserves for itself`;
		yield { path: 'destination.roles', ...sentHint(problem) };
	}
	yield* repeatIssues(body);
}

export function changeIssues(body: JsonObject, credential: Readonly<JsonObject>): Issue[] {
	if (dialectOf(credential) !== 'clickhouseCloud') return [];
	return [...nullHints(body, wordsOf('name source destination settings')), ...repeatIssues(body)];
}

export function partIssues(body: JsonObject, credential: Readonly<JsonObject>): Issue[] {
	if (dialectOf(credential) !== 'clickhouseCloud') return [];
	return [...nullHints(body, Object.keys(body)), ...cloudSettingIssues(body)];
}

/** Warns about null, which the API no longer lists among the types of these paths. */
function nullHints(body: JsonObject, paths: readonly string[]): Issue[] {
	return paths
		.filter((path) => valueAt(body, path) === null)
		.map((path) => ({ path, ...sentHint('is null, which ClickHouse Cloud may refuse') }));
}

/** ClickHouse Cloud refuses table mappings with duplicate columns. */
function repeatIssues(body: JsonObject): Issue[] {
	return issuesOfSources(body, ({ cloud }, members) =>
		(cloud?.refusesRepeats ? ['tableMappings', 'tableMappingsToAdd'] : []).flatMap((list) =>
			rowRule(list, repeatsIn)(members),
		),
	);
}

function* repeatsIn(mapping: JsonObject): Iterable<Issue> {
	const text = 'contains a column twice, which ClickHouse Cloud refuses. List each column once.';
	for (const path of ['excludedColumns', 'sortingKeys']) {
		const columns: unknown[] = [mapping[path]].flat();
		if (new Set(columns).size < columns.length) yield { path, verdict: 'hint', text };
	}
}

/**
 * Adds the rules about secrets, which are filled in before the check. A credential that doesn't match is reported
 * first.
 */
export function rulesWith(bodyIssues: typeof newPipeIssues) {
	return (body: JsonObject, context: PlanContext, parameters: ParameterValues): Issue[] => {
		const source = objectMember(body, 'source');
		if (source === undefined) return bodyIssues(body);
		const sourceSecrets = findSource(source, context, isDefinedByJson(parameters));
		const mismatch = sourceSecrets && credentialMismatch(sourceSecrets);
		if (mismatch) return [mismatch, ...tableMappingIssues(body)];
		const issues = [...bodyIssues(body), ...dialectIssues(body, context.credential)];
		return sourceSecrets ? withCredentialIssues(issues, sourceSecrets) : issues;
	};
}

function singleTableIssues(body: JsonObject): Issue[] {
	const databases = sourcesIn(asObject(body.source)).filter(({ tables }) => tables !== undefined);
	if (databases.length > 0) {
		return [{ path: 'source', text: notOneSourceText(databases, SINGLE_TABLE_KINDS) }];
	}
	const issues = newPipeIssues(body);
	return issues.filter(({ path }) => path === '' || isWithin(path, 'source'));
}

/** For the discovery of a source's schema. */
export const sourceIssues = rulesWith(singleTableIssues);
