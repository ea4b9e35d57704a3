import type { Change } from '../../../engine/approval/sentences';
import {
	asWritten,
	changesOf,
	changesText,
	joined,
	listed,
	quoteName,
	quoted,
	recordText,
} from '../../../engine/approval/sentences';
import { counted } from '../../../engine/text';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, objectMember, valueAt } from '../../../engine/json';
import type { Parameters } from '../../../engine/operation';
import { asObject, isText, textList } from '../../../engine/parameters/values';
import { sourcesIn, unlistedKindsOf } from './sources';

/** How many tables, roles and addresses are listed. */
const MAX_NAMED = 5;

/** The endings of the keys that show where the source is, and so where its secrets go. */
const ADDRESS_NAME = /(?:address|broker|endpoint(?:id)?|host|server|ur[il])(?:es|s)?$/i;
/** The other keys that the sentence mentions. */
const NAMED: ReadonlySet<string> = new Set([
	...['name', 'source', 'destination', 'database', 'table', 'roles', 'topics', 'streamName'],
	...['path', 'azureContainerName', 'port', 'tableMappings'],
	...['topic', 'projectId', 'snapshotStagingPath'],
]);

/**
 * Describes a pipe to create: its name, what it reads, where its secrets go, where it writes to and with which roles,
 * and how many more fields it has.
 */
export function pipeSummary(body: JsonObject, parameters: Parameters): string {
	const source = objectMember(body, 'source') ?? {};
	const destination = objectMember(body, 'destination') ?? {};
	const from = sourceText(source) + addressText(source);
	const into = destinationText(destination, source) + rolesText(destination);
	const more = unnamedCount(body, source, destination);
	const rest = more === 0 ? '' : ` with ${counted(more, 'more field')}`;
	return `Create pipe ${quoted(body.name)} from ${from} into ${into} of service ${recordText(parameters, 'serviceId')}${rest}`;
}

/**
 * Describes a change with everything that it sends: first what it removes, then where the source is, and so where its
 * secrets go.
 */
export function changesSummary(body: JsonObject): string {
	const { name, source, destination, fieldMappings, ...others } = body;
	const { columns, ...target } = asObject(destination);
	const text = joined([
		...Object.entries(asObject(source)).flatMap(sourceChanges),
		...(isText(name) ? [{ text: `name ${quoted(name)}` }] : changesOf({ name })),
		...listChanges({ columns }, (column) => asWritten(valueAt(column, 'name'))),
		...listChanges({ fieldMappings }, mappingText),
		...changesIn('destination with', target),
		...changesOf(others),
	]);
	return text === '' ? changesText(body) : text;
}

function sourceChanges([kind, value]: [string, unknown]): Change[] {
	if (!isJsonObject(value)) return changesOf({ [kind]: value });
	const { tableMappingsToAdd, tableMappingsToRemove, ...others } = value;
	const at = addressText(value);
	const unsaid = Object.entries(others).filter(
		([name, content]) => isAbsent(content) || !ADDRESS_NAME.test(name),
	);
	const removed = listChanges({ tableMappingsToRemove }, tableText, 'tables to remove');
	return [
		...removed.map((change) => ({ ...change, removes: true })),
		...(at === '' ? [] : [{ text: kind + at }]),
		...changesIn(`${kind} with`, Object.fromEntries(unsaid)),
		...listChanges({ tableMappingsToAdd }, tableText, 'tables to add'),
	];
}

/** Returns the change of one list, which a label can call otherwise than its key does. */
function listChanges(
	body: JsonObject,
	wordOf: (element: unknown) => string,
	label?: string,
): Change[] {
	return Object.entries(body).flatMap(([name, value]) =>
		Array.isArray(value) && value.length > 0
			? [{ text: `${label ?? name} ${listed(value, wordOf, MAX_NAMED)}` }]
			: changesOf({ [name]: value }),
	);
}

/** Returns the changes within an object as one. */
function changesIn(start: string, body: JsonObject): Change[] {
	const changes = changesOf(body);
	if (changes.length === 0) return [];
	const removes = changes.some((change) => change.removes === true);
	return [{ text: `${start} ${joined(changes, ', ')}`, removes }];
}

function mappingText(mapping: unknown): string {
	const { sourceField, destinationField } = asObject(mapping);
	return `${asWritten(sourceField)} to ${asWritten(destinationField)}`;
}

function sourceText(source: JsonObject): string {
	const [found] = sourcesIn(source);
	if (found !== undefined) return found.summarize(objectMember(source, found.kind) ?? {});
	return quoteName(unlistedKindsOf(source).join(', '));
}

/** Returns the addresses in a source, at any depth: of each host with its port, and without queries, which may sign. */
function addressesIn(source: JsonObject): string[] {
	return Object.entries(source).flatMap(([name, value]) => {
		const values: unknown[] = [value].flat();
		const inner = values.filter(isJsonObject).flatMap(addressesIn);
		if (!ADDRESS_NAME.test(name)) return inner;
		const port = name === 'host' && isText(source.port) ? `:${String(source.port)}` : '';
		const texts = values.filter(isText).flatMap((text) => textList(String(text)));
		return [...texts.map((text) => String(text).replace(/\?.*$/s, '') + port), ...inner];
	});
}

/** Returns the location of a source, as the rest of a sentence. */
function addressText(source: JsonObject): string {
	const addresses = addressesIn(source);
	return addresses.length === 0 ? '' : ` at ${listed(addresses, asWritten, MAX_NAMED)}`;
}

function destinationText({ database, table }: JsonObject, source: JsonObject): string {
	if (!isAbsent(table)) return asWritten(`${textOf(database)}.${textOf(table)}`);
	const [kind] = sourcesIn(source).map((one) => one.kind);
	const { tableMappings } = objectMember(source, kind ?? '') ?? {};
	const mappings = Array.isArray(tableMappings) ? tableMappings.filter(isJsonObject) : [];
	if (mappings.length === 0) return `database ${asWritten(database)}`;
	const word = mappings.length === 1 ? 'table' : 'tables';
	return `${word} ${listed(mappings, tableText, MAX_NAMED)} of database ${asWritten(database)}`;
}

/** Returns the table that a mapping loads into, and which one from, if it has another name. */
function tableText(mapping: unknown): string {
	const { sourceTable, sourceCollection, targetTable } = asObject(mapping);
	const source = sourceTable ?? sourceCollection;
	const target = targetTable ?? source;
	return (
		asWritten(target) + (isAbsent(source) || source === target ? '' : ` from ${asWritten(source)}`)
	);
}

/** The database roles that the pipe's own user gets. */
function rolesText({ roles }: JsonObject): string {
	const names: unknown[] = Array.isArray(roles) ? roles : [];
	if (names.length === 0) return '';
	return ` with ${names.length === 1 ? 'role' : 'roles'} ${listed(names, asWritten, MAX_NAMED)}`;
}

/** Returns how many fields the sentence doesn't mention. Those of a kind of source count, not the kind itself. */
function unnamedCount(body: JsonObject, source: JsonObject, destination: JsonObject): number {
	const kinds = Object.values(source).filter(isJsonObject);
	const besides = Object.entries(source).filter(([, value]) => !isJsonObject(value));
	const members = [...besides, ...[body, destination, ...kinds].flatMap(Object.entries)];
	return members.filter(
		([name, value]) => !isAbsent(value) && !NAMED.has(name) && !ADDRESS_NAME.test(name),
	).length;
}

function textOf(value: unknown): string {
	return isText(value) ? String(value) : '?';
}
