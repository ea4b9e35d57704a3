import type { Change } from '../../../engine/summary/sentences';
import {
	address,
	asWritten,
	changesOf,
	changesText,
	fittingList,
	fromTo,
	furtherSettings,
	joined,
	keyText,
	listed,
	quoteName,
	quoted,
	recordText,
} from '../../../engine/summary/sentences';
import { counted, wordsOf } from '../../../engine/text';
import type { JsonObject } from '../../../engine/json';
import { withoutAbsent, isAbsent, isEmptyList, isJsonObject, valueAt } from '../../../engine/json';
import type { Parameters } from '../../../engine/operation';
import { asObject, isText, textList } from '../../../engine/parameters/values';
import { sourcesIn, unlistedKindsOf } from './sources';

/** Maximum number of tables and addresses listed. */
const MAX_LISTED_PIPE_VALUES = 5;
/** Endings of keys for the source's address, where its secrets are sent. */
const ADDRESS_NAME = /(?:address|broker|endpoint(?:id)?|host|server|ur[il])(?:es|s)?$/i;
/** Keys besides addresses that the sentence mentions. */
const NAMED = wordsOf(
	'name source destination fieldMappings database table columns roles topics streamName path azureContainerName port tableMappings topic projectId snapshotStagingPath format strategy iteratorType',
);

/** Plain words for values that only the API's reference explains. */
const FORMATS: ReadonlyMap<unknown, string> = new Map([['JSONEachRow', 'JSON']]);
const STARTS: ReadonlyMap<unknown, string> = new Map([
	['from_beginning', 'from the oldest message'],
	['from_latest', 'new messages only'],
	['from_timestamp', 'from a point in time'],
	['TRIM_HORIZON', 'from the oldest record'],
	['LATEST', 'new records only'],
	['AT_TIMESTAMP', 'from a point in time'],
]);

/** Switches that an approver must see. */
const SECURITY = new Map([
	['disableTls', 'without TLS'],
	['skipCertVerification', "without a check of the server's certificate"],
]);

/**
 * Describes a new pipe: name and service, data, destination of its secrets, format, table, columns and roles, then its
 * other settings.
 */
export function pipeSummary(body: JsonObject, parameters: Parameters): string {
	const source = asObject(body.source);
	const destination = asObject(body.destination);
	const [sourceKind] = sourcesIn(source);
	const members = asObject(source[sourceKind?.kind ?? '']);
	const target = targetText(destination, members.tableMappings);
	// Database roles of the pipe's own user.
	const roles = listIn(destination, 'roles');
	const word = roles.length === 1 ? 'role' : 'roles';
	const having = roles.length === 0 ? '' : ` with ${word} ${fittingList(roles, asWritten)}`;
	const read = [sourceText(source), ...readingTexts(members)].join(', ');
	const service = recordText(parameters, 'serviceId');
	return `Create pipe ${quoted(body.name)} in service ${service}: ${read}${target}${columnsText(destination)}${having}${otherSettings(body)}`;
}

/** "JSON, from the oldest message". */
function readingTexts({ format, offset, iteratorType }: JsonObject): string[] {
	const start = asObject(offset).strategy ?? iteratorType;
	return [
		...(isText(format) ? [FORMATS.get(format) ?? quoteName(format)] : []),
		...(isText(start) ? [STARTS.get(start) ?? `from ${quoteName(start)}`] : []),
	];
}

/** Column count, and the table's order and engine. */
function columnsText({ columns, tableDefinition }: JsonObject): string {
	const entries = listIn({ columns }, 'columns');
	const keys = listIn(asObject(tableDefinition), 'sortingKey');
	const engine = valueAt(tableDefinition, 'engine.type');
	const parts = [
		...(entries.length === 0 ? [] : [counted(entries.length, 'column')]),
		...(keys.length === 0 ? [] : [`sorted by ${listed(keys, asWritten)}`]),
		...(isText(engine) && engine !== 'MergeTree' ? [`engine ${quoteName(engine)}`] : []),
	];
	return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function listIn(owner: JsonObject, name: string): unknown[] {
	const value: unknown = owner[name];
	return Array.isArray(value) ? value : [];
}

/** Lists the settings that the sentence omits, as far as they fit. */
function otherSettings(body: JsonObject): string {
	const { source, destination } = body;
	const { tableDefinition, ...target } = asObject(destination);
	const engine = withoutAbsent(valueAt(tableDefinition, 'engine'), ['type']);
	const table = { ...withoutAbsent(tableDefinition, ['sortingKey']), engine };
	const kinds = Object.values(asObject(source)).map(asObject);
	const security = [...SECURITY].flatMap(([name, text]) =>
		kinds.some((members) => members[name] === true) ? [text] : [],
	);
	const mappings = listIn(body, 'fieldMappings').filter(isRenaming);
	const changes = [
		...settingChanges(body),
		...settingChanges(source),
		...settingChanges({ ...target, tableDefinition: table }, ['destination']),
		...(mappings.length === 0
			? []
			: listChanges({ fieldMappings: mappings }, mappingText, RENAMED)),
	];
	return security.map((text) => `; ${text}`).join('') + furtherSettings(changes);
}

/** Settings at any depth. A source's fields are named by its kind. */
function settingChanges(members: unknown, path: readonly string[] = []): Change[] {
	return Object.entries(withoutAbsent(members)).flatMap(([name, value]) => {
		const isNamed = NAMED.includes(name) || ADDRESS_NAME.test(name) || SECURITY.has(name);
		if (isNamed || isEmptyList(value)) return [];
		return isJsonObject(value)
			? settingChanges(value, [...path, name])
			: changesOf({ [name]: value }, path);
	});
}

/** Describes a source's data, and the address where its secrets are sent. */
export function sourceText(source: JsonObject): string {
	const [sourceKind] = sourcesIn(source);
	const read = sourceKind
		? sourceKind.summarize(asObject(source[sourceKind.kind]))
		: quoteName(unlistedKindsOf(source).join(', '));
	return read + addressText(source);
}

/** Describes everything that a change sends: removals first, then the address that receives its secrets. */
export function changesSummary(body: JsonObject, record: JsonObject): string {
	const { name, source, destination, fieldMappings, ...otherMembers } = body;
	const { columns, ...target } = asObject(destination);
	const before = asObject(record.destination);
	const oldName = isText(record.name) ? quoted(record.name) : '';
	const text = joined([
		...Object.entries(asObject(source)).flatMap(([kind, value]) =>
			sourceChanges(kind, value, asObject(record.source)[kind]),
		),
		...(isText(name)
			? [{ text: `${keyText(['name'])} ${fromTo(oldName, quoted(name))}` }]
			: changesOf({ name })),
		...listChanges({ columns }, (column) => asWritten(valueAt(column, 'name')), {
			before: before.columns,
		}),
		...listChanges({ fieldMappings }, mappingText, RENAMED),
		...changesIn('destination with', target, ['destination'], before),
		...changesOf(otherMembers, [], record),
	]);
	return text === '' ? changesText(body) : text;
}

function sourceChanges(kind: string, value: unknown, before: unknown): Change[] {
	if (!isJsonObject(value)) return changesOf({ [kind]: value });
	const { tableMappingsToAdd, tableMappingsToRemove, ...otherMembers } = value;
	const at = addressText(value);
	const besideAddress = Object.entries(otherMembers).filter(
		([name, content]) => isAbsent(content) || !ADDRESS_NAME.test(name),
	);
	return [
		...listChanges({ tableMappingsToRemove }, (table) => tableText(table), {
			label: 'tables to remove',
		}).map((change) => ({
			...change,
			removes: true,
		})),
		...(at === '' ? [] : [{ text: kind + at }]),
		...changesIn(
			`${kind} with`,
			Object.fromEntries(besideAddress),
			['source', kind],
			asObject(before),
		),
		...listChanges({ tableMappingsToAdd }, (table) => tableText(table), { label: 'tables to add' }),
	];
}

/** Describes a list whose label can differ from its key. `before` is the list that it replaces. */
function listChanges(
	body: JsonObject,
	wordOf: (element: unknown) => string,
	{ label, before }: { label?: string; before?: unknown } = {},
): Change[] {
	const textOf = (list: unknown) =>
		Array.isArray(list) ? listed(list, wordOf, MAX_LISTED_PIPE_VALUES) : '';
	return Object.entries(body).flatMap(([name, value]) =>
		Array.isArray(value) && value.length > 0
			? [{ text: `${label ?? name} ${fromTo(textOf(before), textOf(value))}` }]
			: changesOf({ [name]: value }),
	);
}

/** Combines all changes within an object. */
function changesIn(
	start: string,
	body: JsonObject,
	path: readonly string[],
	before: JsonObject,
): Change[] {
	const changes = changesOf(body, path, before);
	if (changes.length === 0) return [];
	const removes = changes.some((change) => change.removes === true);
	return [{ text: `${start} ${joined(changes, ', ')}`, removes }];
}

const RENAMED = { label: 'field mappings' };

function isRenaming(mapping: unknown): boolean {
	const { sourceField, destinationField } = asObject(mapping);
	return sourceField !== destinationField;
}

function mappingText(mapping: unknown): string {
	const { sourceField, destinationField } = asObject(mapping);
	return `${asWritten(sourceField)} → ${asWritten(destinationField)}`;
}

/** A source's addresses at any depth: hosts and ports, without queries, which may be signed. */
function addressesIn(source: JsonObject): string[] {
	return Object.entries(source).flatMap(([name, value]) => {
		const values: unknown[] = [value].flat();
		const inner = values.filter(isJsonObject).flatMap(addressesIn);
		if (!ADDRESS_NAME.test(name)) return inner;
		const port = name === 'host' && isText(source.port) ? `:${String(source.port)}` : '';
		const texts = values.filter(isText).flatMap((text) => textList(String(text)));
		return [...texts.map((text) => String(text).split('?', 1).join('') + port), ...inner];
	});
}

/** A source's location, to end a sentence. */
function addressText(source: JsonObject): string {
	const addresses = addressesIn(source);
	return addresses.length === 0 ? '' : ` at ${listed(addresses, address, MAX_LISTED_PIPE_VALUES)}`;
}

/** " → default.orders" or, for a database, its tables with their targets. */
function targetText({ database, table }: JsonObject, tableMappings: unknown): string {
	const place = textOr(database, '?');
	if (!isAbsent(table)) return ` → ${asWritten(`${place}.${textOr(table, '?')}`)}`;
	const mappings = Array.isArray(tableMappings) ? tableMappings.filter(isJsonObject) : [];
	if (mappings.length === 0) return ` → database ${asWritten(database)}`;
	return `, ${fittingList(mappings, (mapping) => tableText(mapping, `${place}.`), { noun: 'table' })}`;
}

/** "public.orders → orders", or a single name if both are the same. */
function tableText(mapping: unknown, place = ''): string {
	const { sourceTable, sourceCollection, targetTable, ...others } = asObject(mapping);
	const table = textOr(sourceTable ?? sourceCollection, '');
	const owner = others.sourceSchemaName ?? others.sourceDatabaseName ?? others.sourceDatasetName;
	const schema = isText(owner) ? `${String(owner)}.` : '';
	const target = place + textOr(targetTable, table || '?');
	const names = table === '' ? [target] : [schema + table, target];
	return [...new Set(names)].map((name) => asWritten(name)).join(' → ');
}

function textOr(value: unknown, otherwise: string): string {
	return isText(value) ? String(value) : otherwise;
}
