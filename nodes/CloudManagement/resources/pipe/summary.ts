import type { Change } from '../../../engine/summary/sentences';
import {
	address,
	asWritten,
	changesOf,
	changesText,
	fittingList,
	joined,
	keyText,
	listed,
	quoteName,
	quoted,
	recordText,
} from '../../../engine/summary/sentences';
import { counted, wordsOf } from '../../../engine/text';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isEmptyList, isJsonObject, valueAt } from '../../../engine/json';
import type { Parameters } from '../../../engine/operation';
import { asObject, isText, textList } from '../../../engine/parameters/values';
import { sourcesIn, unlistedKindsOf } from './sources';

/** Maximum number of tables and addresses listed. */
const MAX_LISTED_PIPE_VALUES = 5;
/** Endings of keys for the source's address, where its secrets are sent. */
const ADDRESS_NAME = /(?:address|broker|endpoint(?:id)?|host|server|ur[il])(?:es|s)?$/i;
/** Keys besides addresses that the sentence mentions. */
const NAMED = wordsOf(
	'name source destination database table columns roles topics streamName path azureContainerName port tableMappings topic projectId snapshotStagingPath format offset iteratorType tableDefinition',
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
 * Describes a new pipe: name and service, data, destination of its secrets, format, table, columns and roles. Other
 * settings are counted.
 */
export function pipeSummary(body: JsonObject, parameters: Parameters): string {
	const source = asObject(body.source);
	const destination = asObject(body.destination);
	const [sourceKind] = sourcesIn(source);
	const members = asObject(source[sourceKind?.kind ?? '']);
	const into = destinationText(destination, members.tableMappings);
	// Database roles of the pipe's own user.
	const roles = listIn(destination, 'roles');
	const word = roles.length === 1 ? 'role' : 'roles';
	const having = roles.length === 0 ? '' : ` with ${word} ${fittingList(roles, asWritten)}`;
	const read = [sourceText(source), ...readingTexts(members)].join(', ');
	const service = recordText(parameters, 'serviceId');
	return `Create pipe ${quoted(body.name)} in service ${service} from ${read} into ${into}${columnsText(destination)}${having}${otherSettings(body)}`;
}

/** "JSON, from the oldest message". */
function readingTexts({ format, offset, iteratorType }: JsonObject): string[] {
	const start = asObject(offset).strategy ?? iteratorType;
	return [
		...(isText(format) ? [FORMATS.get(format) ?? quoteName(format)] : []),
		...(isText(start) ? [STARTS.get(start) ?? `from ${quoteName(start)}`] : []),
	];
}

/** Column count, the first columns with types, and the table's order and engine. */
function columnsText({ columns, tableDefinition }: JsonObject): string {
	const all = listIn({ columns }, 'columns');
	const keys = listIn(asObject(tableDefinition), 'sortingKey');
	const engine = valueAt(tableDefinition, 'engine.type');
	const parts = [
		...(all.length === 0 ? [] : [`${counted(all.length, 'column')}: ${listed(all, columnText)}`]),
		...(keys.length === 0 ? [] : [`sorted by ${listed(keys, asWritten)}`]),
		...(isText(engine) && engine !== 'MergeTree' ? [`engine ${quoteName(engine)}`] : []),
	];
	return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

function listIn(owner: JsonObject, name: string): unknown[] {
	const value: unknown = owner[name];
	return Array.isArray(value) ? value : [];
}

/** Counts the settings that the sentence omits. The plan's body has them. */
function otherSettings(body: JsonObject): string {
	const source = asObject(body.source);
	// Counts the fields of a source's kind, but not the kind itself.
	const kinds = Object.values(source).filter(isJsonObject);
	const besides = Object.entries(source).filter(([, value]) => !isJsonObject(value));
	const entries = [body, asObject(body.destination), ...kinds].flatMap(Object.entries);
	const names = [...besides, ...entries]
		.filter(([name, value]) => !isEmptyValue(value) && !NAMED.includes(name))
		.map(([name]) => name)
		.filter((name) => !ADDRESS_NAME.test(name));
	const security = [...SECURITY].flatMap(([name, text]) =>
		entries.some(([key, value]) => key === name && value === true) ? [text] : [],
	);
	const count = new Set(names.filter((name) => !SECURITY.has(name))).size;
	const more = count === 0 ? [] : [`${counted(count, 'more setting')} in the body`];
	return [...security, ...more].map((text) => `; ${text}`).join('');
}

function isEmptyValue(value: unknown): boolean {
	return isAbsent(value) || isEmptyList(value);
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
export function changesSummary(body: JsonObject): string {
	const { name, source, destination, fieldMappings, ...otherMembers } = body;
	const { columns, ...target } = asObject(destination);
	const text = joined([
		...Object.entries(asObject(source)).flatMap(sourceChanges),
		...(isText(name) ? [{ text: `${keyText(['name'])} ${quoted(name)}` }] : changesOf({ name })),
		...listChanges({ columns }, (column) => asWritten(valueAt(column, 'name'))),
		...listChanges({ fieldMappings }, mappingText, 'field mappings'),
		...changesIn('destination with', target, ['destination']),
		...changesOf(otherMembers),
	]);
	return text === '' ? changesText(body) : text;
}

function sourceChanges([kind, value]: [string, unknown]): Change[] {
	if (!isJsonObject(value)) return changesOf({ [kind]: value });
	const { tableMappingsToAdd, tableMappingsToRemove, ...otherMembers } = value;
	const at = addressText(value);
	const unsaid = Object.entries(otherMembers).filter(
		([name, content]) => isAbsent(content) || !ADDRESS_NAME.test(name),
	);
	return [
		...listChanges({ tableMappingsToRemove }, tableText, 'tables to remove').map((change) => ({
			...change,
			removes: true,
		})),
		...(at === '' ? [] : [{ text: kind + at }]),
		...changesIn(`${kind} with`, Object.fromEntries(unsaid), ['source', kind]),
		...listChanges({ tableMappingsToAdd }, tableText, 'tables to add'),
	];
}

/** Describes a list whose label can differ from its key. */
function listChanges(
	body: JsonObject,
	wordOf: (element: unknown) => string,
	label?: string,
): Change[] {
	return Object.entries(body).flatMap(([name, value]) =>
		Array.isArray(value) && value.length > 0
			? [{ text: `${label ?? name} ${listed(value, wordOf, MAX_LISTED_PIPE_VALUES)}` }]
			: changesOf({ [name]: value }),
	);
}

/** Combines all changes within an object. */
function changesIn(start: string, body: JsonObject, path: readonly string[]): Change[] {
	const changes = changesOf(body, path);
	if (changes.length === 0) return [];
	const removes = changes.some((change) => change.removes === true);
	return [{ text: `${start} ${joined(changes, ', ')}`, removes }];
}

function columnText(column: unknown): string {
	const { name, type } = asObject(column);
	return asWritten(isText(type) ? `${String(name)} ${String(type)}` : name);
}

function mappingText(mapping: unknown): string {
	const { sourceField, destinationField } = asObject(mapping);
	return `${asWritten(sourceField)} to ${asWritten(destinationField)}`;
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

function destinationText({ database, table }: JsonObject, tableMappings: unknown): string {
	const textOf = (value: unknown) => (isText(value) ? String(value) : '?');
	if (!isAbsent(table)) return asWritten(`${textOf(database)}.${textOf(table)}`);
	const mappings = Array.isArray(tableMappings) ? tableMappings.filter(isJsonObject) : [];
	if (mappings.length === 0) return `database ${asWritten(database)}`;
	const word = mappings.length === 1 ? 'table' : 'tables';
	return `${word} ${listed(mappings, tableText, MAX_LISTED_PIPE_VALUES)} of database ${asWritten(database)}`;
}

/** A mapping's ClickHouse table, and the source's table if its name differs. */
function tableText(mapping: unknown): string {
	const { sourceTable, sourceCollection, targetTable } = asObject(mapping);
	const source = sourceTable ?? sourceCollection;
	const target = targetTable ?? source;
	const from = isAbsent(source) || source === target ? '' : ` from ${asWritten(source)}`;
	return asWritten(target) + from;
}
