import type { Phrase } from '../../../engine/phrase';
import {
	address,
	AS_MANY_AS_FIT,
	asWritten,
	joinPhrases,
	keyText,
	phrase,
	phraseList,
	quoted,
	quoteName,
	SHORT_LIST,
	UNTOLD,
	unquoted,
} from '../../../engine/phrase';
import type { DescribedChange } from '../../../engine/summary/sentences';
import {
	joinChanges,
	furtherSettings,
	changesOf,
	differingFirst,
	fromTo,
	changesText,
	leavesOut,
} from '../../../engine/summary/sentences';
import { membersOf } from '../../../engine/body/interpret';
import { isSameJson } from '../../../engine/crypto';
import { tableNames } from '../../../clickhouseCloud/pipeSources';
import { counted, wordsOf } from '../../../engine/text';
import type { JsonObject } from '../../../engine/json';
import { withoutAbsent, isAbsent, isEmptyList, isJsonObject, valueAt } from '../../../engine/json';
import type { ParameterValues } from '../../../engine/operation';
import { asObject, isName, isText, textList, textOr } from '../../../engine/parameters/values';
import { isUri, REDACTED } from '../../../engine/redaction/secretNames';
import { sourceFields } from './sourceForm';
import { SOURCES, sourcesIn, unlistedKindsOf } from './sources';

const MAX_LISTED_PIPE_VALUES = 5;
/** The source's address decides where its secrets are sent. Keys of an address end like this. */
const ADDRESS_NAME = /(?:address|broker|endpoint(?:id)?|host|server|ur[il])(?:es|s)?$/i;
/** Only the API's reference explains the values themselves. */
const START_WORDS: ReadonlyMap<unknown, string> = new Map(
	SOURCES.flatMap(({ summary: { startWords = {} } }) => Object.entries(startWords)),
);

/** Undefined if a value's label depends on another field. */
const VALUE_LABELS = new Map<string, string | undefined>();
for (const { kind, description } of SOURCES) {
	for (const { path, parameter } of membersOf(description)) {
		const fields = sourceFields.filter(({ name }) => name === parameter);
		for (const option of fields.flatMap(({ options = [] }) => options)) {
			if (!('value' in option)) continue;
			const key = `${kind}.${path} ${String(option.value)}`;
			const isSame = (VALUE_LABELS.get(key) ?? option.name) === option.name;
			VALUE_LABELS.set(key, isSame ? option.name : undefined);
		}
	}
}

/** An approver must see these switches. */
const SECURITY = new Map([
	['disableTls', 'without TLS'],
	['skipCertVerification', "without a check of the server's certificate"],
]);

/** Settings that the form fills in. None of them says who gets access or where a login is sent. */
const PRESET_SETTINGS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
	...SOURCES.flatMap(({ kind, summary: { presets = {} } }) =>
		Object.entries(presets).map(([path, value]) => [`${kind}.${path}`, value] as const),
	),
	['destination.managedTable', true],
]);

/**
 * Names come first, then the data, the destination of its secrets, format, table, columns, and roles, and other
 * settings last.
 */
export function pipeSummary(body: JsonObject, parameters: ParameterValues): Phrase {
	const { name, source, destination, fieldMappings, ...otherMembers } = body;
	const { database, table, roles, columns, tableDefinition, ...target } = asObject(destination);
	const read = readSource(asObject(source));
	const allMappings = listIn(fieldMappings);
	const mappings = allMappings.filter(isRenaming);
	const untold = mappings.length < allMappings.length ? UNTOLD : '';
	const changes = [
		...settingChanges(otherMembers),
		...read.settings,
		...settingChanges({ ...target, tableDefinition: otherTableKeys(tableDefinition) }, [
			'destination',
		]),
		...(mappings.length === 0
			? []
			: listChanges({ fieldMappings: mappings }, mappingText, RENAMED)),
	];
	// `roles` are database roles of the pipe's own user.
	const names = listIn(roles);
	const word = names.length === 1 ? 'role' : 'roles';
	const having = names.length === 0 ? '' : phrase` with ${word} ${phraseList(names, asWritten)}`;
	const service = quoteName(parameters['serviceId']);
	return phrase`Create pipe ${quoted(name)} in service ${service}: ${joinPhrases([read.data, ...read.reading], ', ')}${destinationText({ database, table }, read.tables)}${columnsText({ columns, tableDefinition })}${having}${read.security}${furtherSettings(changes)}${untold}`;
}

/**
 * The parts of a pipe summary that describe its source: the data and its address, how the pipe reads it (format and
 * start), tables, weakened security, and the settings that no other part mentions.
 */
export function readSource(source: JsonObject) {
	const [sourceKind] = sourcesIn(source);
	const members = asObject(source[sourceKind?.kind ?? '']);
	const untold = new Map(Object.entries(members));
	const tell = (key: string): unknown => {
		untold.delete(key);
		return members[key];
	};
	const described =
		sourceKind?.summary.describe(tell, members) ?? quoteName(unlistedKindsOf(source).join(', '));
	const security = [...SECURITY].map(([name, text]) => (tell(name) === true ? `; ${text}` : ''));
	const tables = tell('tableMappings');
	const { strategy, ...offset } = asObject(tell('offset'));
	const [format, start] = [tell('format'), strategy ?? tell('iteratorType')];
	const reading = [
		...(isText(format) ? [format === 'JSONEachRow' ? 'JSON' : quoteName(format)] : []),
		...(isText(start) ? [START_WORDS.get(start) ?? phrase`from ${quoteName(start)}`] : []),
	];
	const untoldMembers = {
		...Object.fromEntries(untold),
		offset,
		tableMappings: otherMappingKeys(tables),
	};
	const settings = sourceKind ? { ...source, [sourceKind.kind]: untoldMembers } : source;
	return {
		data: [described, addressText(source)],
		reading,
		tables,
		security,
		settings: settingChanges(settings, [], isInAddress),
	};
}

function columnsText({ columns, tableDefinition }: JsonObject): Phrase {
	const entries = listIn(columns);
	const keys = listIn(asObject(tableDefinition).sortingKey);
	const engine = valueAt(tableDefinition, 'engine.type');
	const parts = [
		...(entries.length === 0 ? [] : [[counted(entries.length, 'column'), UNTOLD]]),
		...(keys.length === 0 ? [] : [phrase`sorted by ${phraseList(keys, asWritten, SHORT_LIST)}`]),
		...(isText(engine) && engine !== 'MergeTree' ? [phrase`engine ${quoteName(engine)}`] : []),
	];
	return parts.length === 0 ? '' : phrase` (${joinPhrases(parts, ', ')})`;
}

function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** Leaves out what `columnsText` tells. */
function otherTableKeys(tableDefinition: unknown): JsonObject {
	const engine = withoutAbsent(valueAt(tableDefinition, 'engine'), ['type']);
	return { ...withoutAbsent(tableDefinition, ['sortingKey']), engine };
}

/** A setting may be at any depth. A source's fields are named by its kind. */
function settingChanges(
	members: unknown,
	path: readonly string[] = [],
	isTold: (name: string, value: unknown, owner: JsonObject) => boolean = () => false,
): DescribedChange[] {
	const owner = withoutAbsent(members);
	return Object.entries(owner).flatMap(([name, value]) => {
		// A password's value is hidden, and the username already shows that there is a login.
		const isPassword = name === 'password' && isText(owner.username);
		const valuePath = [...path, name];
		const isPreset = PRESET_SETTINGS.get(valuePath.join('.')) === value;
		if (isPassword || isPreset || isEmptyList(value) || isTold(name, value, owner)) return [];
		if (isJsonObject(value)) return settingChanges(value, valuePath, isTold);
		const label = isText(value)
			? VALUE_LABELS.get([valuePath.join('.'), value].join(' '))
			: undefined;
		return changesOf({ [name]: label ?? value }, path);
	});
}

/** Removals come first, then the address that receives the secrets. */
export function pipeUpdateSummary(body: JsonObject, record: JsonObject): Phrase {
	const { name, source, destination, fieldMappings, ...otherMembers } = body;
	const { columns, ...target } = asObject(destination);
	const before = asObject(record.destination);
	const oldName = isName(record.name) ? quoted(record.name) : '';
	const text = joinChanges([
		...Object.entries(asObject(source)).flatMap(([kind, value]) =>
			sourceChanges(kind, value, asObject(record.source)[kind]),
		),
		...(isText(name)
			? [{ text: phrase`${keyText(['name'])} ${fromTo(oldName, quoted(name))}` }]
			: changesOf({ name })),
		...listChanges({ columns }, columnText, { before: before.columns }),
		...listChanges({ fieldMappings }, mappingText, RENAMED),
		...changesIn('destination with', target, ['destination'], before),
		...changesOf(otherMembers, [], record),
	]);
	return text === '' ? changesText(body) : text;
}

function sourceChanges(kind: string, value: unknown, before: unknown): DescribedChange[] {
	if (!isJsonObject(value)) return changesOf({ [kind]: value });
	const { tableMappingsToAdd, tableMappingsToRemove, ...otherMembers } = value;
	const at = addressText(value);
	const besideAddress = Object.entries(otherMembers).filter(
		([name, content]) => !isInAddress(name, content, otherMembers),
	);
	const tableOptions = otherMappingKeys(tableMappingsToAdd);
	return [
		...listChanges({ tableMappingsToRemove }, tableText, { label: 'tables to remove' }).map(
			({ text }) => ({ text, removes: true }),
		),
		...(at === '' ? [] : [{ text: [unquoted(kind), at] }]),
		...changesIn(
			phrase`${unquoted(kind)} with`,
			{ ...Object.fromEntries(besideAddress), tableMappingsToAdd: tableOptions },
			['source', kind],
			asObject(before),
		),
		...listChanges({ tableMappingsToAdd }, tableText, { label: 'tables to add' }),
	];
}

/** The list's label can differ from its key. `before` is the list that it replaces. */
function listChanges(
	body: JsonObject,
	phraseOf: (element: unknown) => Phrase,
	{ label, before }: { label?: string; before?: unknown } = {},
): DescribedChange[] {
	const textOf = (list: unknown, compared: unknown) =>
		Array.isArray(list)
			? phraseList(differingFirst(list, compared), phraseOf, { maxEntries: MAX_LISTED_PIPE_VALUES })
			: '';
	return Object.entries(body).flatMap(([name, value]) => {
		if (isEmptyList(value)) return [{ text: `no ${label ?? name}`, removes: true }];
		if (!Array.isArray(value)) return changesOf({ [name]: value });
		const [old, fresh] = [textOf(before, value), textOf(value, before)];
		return [{ text: phrase`${label ?? name} ${fromTo(old, fresh, isSameJson(before, value))}` }];
	});
}

function changesIn(
	start: Phrase,
	body: JsonObject,
	path: readonly string[],
	before: JsonObject,
): DescribedChange[] {
	const changes = changesOf(body, path, before);
	if (changes.length === 0) return [];
	const removes = changes.some((change) => change.removes === true);
	return [{ text: phrase`${start} ${joinChanges(changes, ', ')}`, removes }];
}

const RENAMED = { label: 'field mappings' };

function isRenaming(mapping: unknown): boolean {
	const { sourceField, destinationField } = asObject(mapping);
	return sourceField !== destinationField;
}

function columnText(column: unknown): Phrase {
	const { name, type, ...otherMembers } = asObject(column);
	const end = isText(type) ? phrase` ${quoteName(type)}` : '';
	return [asWritten(name), end, leavesOut(otherMembers)];
}

function mappingText(mapping: unknown): Phrase {
	const { sourceField, destinationField, ...otherMembers } = asObject(mapping);
	return phrase`${asWritten(sourceField)} → ${asWritten(destinationField)}${leavesOut(otherMembers)}`;
}

/** `options` belong to the connection. */
interface SourceAddresses {
	hosts: string[];
	options: string[];
	untold: Phrase;
}

/** Options that decide who receives a login come first, because a summary may cut the rest. */
const ROUTING_OPTION = /^(?:proxy|srv|ssl|tls)/i;

/** Addresses can be at any depth. Hosts include their ports. */
function addressesIn(source: JsonObject): SourceAddresses[] {
	return Object.entries(source).flatMap(([name, value]) => {
		const values: unknown[] = [value].flat();
		const nested = values.filter(isJsonObject).flatMap(addressesIn);
		if (!ADDRESS_NAME.test(name)) return nested;
		const port = name === 'host' && isText(source.port) ? `:${String(source.port)}` : '';
		return [
			...values.filter(isText).map((text) => addressesOf(name, String(text), port)),
			...nested,
		];
	});
}

/** `addressText` tells these values, so the settings don't repeat them. */
function isInAddress(name: string, value: unknown, owner: JsonObject): boolean {
	if (name === 'port') return isText(owner.host);
	return ADDRESS_NAME.test(name) && !isEmptyList(value) && [value].flat().every(isText);
}

/** A web address is shown without its query, which may be signed. */
function addressesOf(name: string, value: string, port: string): SourceAddresses {
	const hasQuery = isUri(name) || /^\s*https?:/i.test(value);
	const [start = '', query = ''] = hasQuery ? value.split(/\?(.*)/s) : [value];
	const options = isUri(name) ? query.split('&').filter((option) => option !== '') : [];
	const isRouting = (option: string): boolean => ROUTING_OPTION.test(option);
	return {
		hosts: textList(start).map((host) => String(host) + port),
		options: [...options.filter(isRouting), ...options.filter((option) => !isRouting(option))],
		untold: isUri(name) || query === '' ? '' : UNTOLD,
	};
}

function addressText(source: JsonObject): Phrase {
	const addresses = addressesIn(source);
	const hosts = addresses.flatMap((each) => each.hosts);
	const options = addresses.flatMap((each) => each.options);
	if (hosts.length === 0) return '';
	const list = phraseList(eachDomainFirst(hosts), hostText, AS_MANY_AS_FIT);
	const untold = addresses.map((each) => each.untold);
	return phrase` at ${list}${options.length === 0 ? '' : phrase` with ${phraseList(options, asWritten)}`}${untold}`;
}

/** A summary may cut a list's end, so no host hides behind those of another domain. */
function eachDomainFirst(hosts: readonly string[]): string[] {
	const domains = hosts.map((host) => host.replace(/^[^.]*/, ''));
	const isFirst = hosts.map((_, index) => domains.indexOf(domains[index] ?? '') === index);
	return [true, false].flatMap((first) => hosts.filter((_, index) => isFirst[index] === first));
}

function hostText(host: string): Phrase {
	return host === REDACTED ? 'an unknown host' : address(host);
}

/** For example, " → default.orders". A database has tables with targets instead. */
function destinationText({ database, table }: JsonObject, tableMappings: unknown): Phrase {
	const place = textOr(database, '?');
	const mappings = listIn(tableMappings).filter(isJsonObject);
	const tableIn = (mapping: JsonObject) => tableText(mapping, `${place}.`);
	const tables = phraseList(mappings, tableIn, { noun: 'table' });
	return [
		isAbsent(table) ? '' : phrase` → ${asWritten(`${place}.${textOr(table, '?')}`)}`,
		isAbsent(table) && mappings.length === 0 ? phrase` → database ${asWritten(database)}` : '',
		mappings.length === 0 ? '' : phrase`, ${tables}`,
	];
}

/** For example, "public.orders → orders", or a single name if both are the same. */
function tableText(mapping: unknown, place = ''): Phrase {
	return joinPhrases(tableNames(mapping, place).map(asWritten), ' → ');
}

/** `tableText` already shows these keys, so the summary doesn't repeat them. */
const TABLE_NAMES = wordsOf(
	'sourceTable sourceCollection sourceSchemaName sourceDatabaseName sourceDatasetName targetTable',
);

/** Drops mappings and keys that `tableText` tells completely. */
function otherMappingKeys(mappings: unknown): JsonObject[] | undefined {
	const rows = listIn(mappings)
		.filter(isJsonObject)
		.map((mapping) => withoutAbsent(mapping, TABLE_NAMES))
		.filter((options) => Object.keys(options).length > 0);
	return rows.length === 0 ? undefined : rows;
}
