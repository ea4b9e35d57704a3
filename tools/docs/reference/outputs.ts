import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import type { JsonObject } from '../../contract/json';
import { isJsonObject, textAt } from '../../contract/json';
import { processDelivery } from '../../../nodes/CloudAlertTrigger/delivery';
import { DELIVERED, DELIVERED_BY_NEWER } from '../../../nodes/clickStack/alerts';
import { exists, readDocument } from '../files';
import { code, table } from '../markdown';
import { enumerated, wordsOf } from '../../../nodes/engine/text';

/** Maps a value's name to its kind. Most values are text, so text has an empty kind. */
export type Output = ReadonlyMap<string, string>;

/** Left out, because any item can have this key and the index explains it. */
const ANYWHERE = 'warnings';
/** The emulator returns what a create sends. The API returns `assignedRoles` instead. */
const ECHOED = 'assignedRoleIds';
const REACHED = 'reached';
const LEFT_OUT: readonly string[] = [ANYWHERE, ECHOED, REACHED];
const SUMMARY = 'summary';
const ID = 'id';
const NULL = 'null if not set';
/** Shorter outputs are repeated instead of linked. */
const MIN_LINKED = 6;
/** More names are hard to read in a sentence. */
const MAX_IN_SENTENCE = 8;
const WAIT = 'wait';
/** The examples don't show `reached`, because a wait outputs it only on that condition. */
const REACHED_TEXT =
	' If **On Timeout** is _Output the Last Record_, it also contains `reached` (boolean).';

/** The names in these outputs depend on the fields, so an example's names would mislead. */
const DEPENDING: Readonly<Record<string, string>> = {
	'apiRequest send':
		"The output contains the response's `result` (ClickHouse Cloud) or `data` (ClickStack), one item per element of a list. Without such a key, it contains the whole response.",
	'apiRequest wait': `The output contains the last response, like Send.${REACHED_TEXT}`,
	'chart query':
		'The output contains `time`, the columns of Group By, and a value per series, under its name.',
	'event search': "The output contains the columns you choose, or the source's default columns.",
	'queryEndpoint run': "The output contains the query's columns, one item per row.",
};

export function outputOf(items: ReadonlyArray<Readonly<Record<string, unknown>>>): Output {
	return merged(
		items.map((item) => {
			const values = Object.entries(item).filter(([name]) => !LEFT_OUT.includes(name));
			return new Map(values.map(([name, value]) => [name, kindOf(value)]));
		}),
	);
}

function kindOf(value: unknown): string {
	if (value === null) return NULL;
	if (Array.isArray(value)) return 'list';
	return isJsonObject(value) || typeof value === 'number' || typeof value === 'boolean'
		? typeof value
		: '';
}

/** The editor's schema also has values that records may lack, unlike a single example. */
function schemaOutput(node: string, resource: string, operation: string): Output {
	const file = `nodes/${node}/__schema__/v1.0.0/${resource}/${operation}.json`;
	if (!exists(file)) return new Map();
	const { properties }: { properties: Record<string, { type?: string }> } = jsonParse(
		readDocument(file),
	);
	const kinds: Readonly<Record<string, string>> = { array: 'list', integer: 'number', string: '' };
	return new Map(
		Object.entries(properties).map(([name, { type = '' }]) => [name, kinds[type] ?? type]),
	);
}

/** These operations output the record itself. */
const OF_RECORD: readonly string[] = wordsOf(
	'create get getAll scale start stop update wait wake resync',
);
/** An operation adds these keys to its record. */
const ADDED: readonly string[] = wordsOf('summary command accepted keyId keySecret password');

/** Only the default is documented if the output has levels of detail. */
export interface OperationOutput {
	output: Output;
	hasLevels: boolean;
}

/**
 * An example shows only the keys of the record that it happened to read, so operations that output the same record get
 * the same keys. A list with shorter records stays as it is.
 */
export function completed(
	outputs: ReadonlyMap<string, OperationOutput>,
): ReadonlyMap<string, Output> {
	const read = outputs.get('get')?.output;
	if (read === undefined) return mapped(outputs, ({ output }) => output);
	const ofRecord = [...outputs].filter(
		([name, { output }]) =>
			OF_RECORD.includes(name) && (name !== 'getAll' || isPartOf(read, output)),
	);
	const names = ofRecord.map(([name]) => name);
	return mapped(outputs, ({ output, hasLevels }, name) => {
		if (!names.includes(name)) return output;
		const alike = ofRecord.filter(([, other]) => other.hasLevels === hasLevels);
		const record = without(merged(alike.map(([, other]) => other.output)), ADDED);
		const added = [...output].filter(([key]) => ADDED.includes(key));
		const isStart = ([key]: readonly [string, string]) => key === SUMMARY;
		return new Map([
			...added.filter(isStart),
			...without(record, [ID]),
			...added.filter((entry) => !isStart(entry)),
			...[...record].filter(([key]) => key === ID),
		]);
	});
}

function mapped<Value, Result>(
	values: ReadonlyMap<string, Value>,
	change: (value: Value, key: string) => Result,
): ReadonlyMap<string, Result> {
	return new Map([...values].map(([key, value]) => [key, change(value, key)]));
}

/** A record that lacks a value doesn't reveal its kind, so all examples' keys are merged. */
function merged(outputs: readonly Output[]): Output {
	const kinds = new Map<string, string>();
	for (const [name, kind] of outputs.flatMap((output) => [...output])) {
		const known = kinds.get(name) ?? NULL;
		kinds.set(name, known === NULL ? kind : known);
	}
	return kinds;
}

/** If another operation has the same values, the text refers to it. */
export function outputText(
	{ node, resource, operation }: Readonly<Record<'node' | 'operation' | 'resource', string>>,
	output: Output,
	described: ReadonlyMap<string, Output>,
): string {
	const fixed = DEPENDING[`${resource} ${operation}`];
	if (fixed !== undefined) return fixed;
	const end = operation === WAIT ? REACHED_TEXT : '';
	const [like, others = new Map<string, string>()] =
		[...described].find(([, known]) => isPartOf(known, output)) ?? [];
	if (like === undefined) {
		const known = [...LEFT_OUT, ...output.keys()];
		return `${allOf(output, without(schemaOutput(node, resource, operation), known))}${end}`;
	}
	const isWithout = others.has(SUMMARY) && !output.has(SUMMARY);
	const own = without(output, [...others.keys()]);
	const except = isWithout ? ` except ${code(SUMMARY)}` : '';
	const added = own.size === 0 ? '' : `, plus ${namesIn(own)}`;
	return `The output contains the fields of ${like}${except}${added}.${end}`;
}

/** `optional` fields are in some records only. Many fields become a table. */
function allOf(output: Output, optional: Output): string {
	if (output.size + optional.size > MAX_IN_SENTENCE) {
		const rows = [...byKind(output), ...byKind(optional, ', in some records')];
		return `The output contains these fields:\n\n${kindTable(rows)}\n\n`;
	}
	const also = optional.size === 0 ? '' : ` Some records also contain ${namesIn(optional)}.`;
	return `The output contains ${namesIn(output)}.${also}`;
}

/** Each kind has a row of names. Text comes first. */
function byKind(output: Output, condition = ''): string[][] {
	const names = new Map<string, string[]>();
	for (const [name, kind] of output) names.set(kind, [...(names.get(kind) ?? []), code(name)]);
	return [...names]
		.map(([kind, ofKind]) => [`${kind === '' ? 'text' : kind}${condition}`, ofKind.join(', ')])
		.sort(([one = ''], [other = '']) => other.localeCompare(one));
}

function isPartOf(known: Output, output: Output): boolean {
	const names = [...without(known, [SUMMARY]).keys()];
	return names.length >= MIN_LINKED && names.every((name) => output.has(name));
}

function without(output: Output, names: readonly string[]): Output {
	return new Map([...output].filter(([name]) => !names.includes(name)));
}

function namesIn(output: Output): string {
	const names = [...output].map(
		([name, kind]) => `${code(name)}${kind === '' ? '' : ` (${kind})`}`,
	);
	return enumerated(names, 'and');
}

/** Includes the values inside of records. A record with many values gets a table. */
export function itemText(item: IDataObject, start = 'The output contains'): string {
	const tables: string[] = [];
	const names = Object.entries(item).flatMap(([name, value]) => {
		if (name === ANYWHERE) return [];
		// Value Changed outputs whatever is at the path, so an example's keys would mislead.
		const isOpen = name === 'record';
		const inner = isJsonObject(value) && !isOpen ? outputOf([value]) : new Map<string, string>();
		const kind = kindOf(value);
		if (kind === '') return [code(name)];
		if (inner.size > MAX_IN_SENTENCE) {
			tables.push(`${code(name)} contains these fields:\n\n${kindTable(byKind(inner))}`);
		}
		const isShort = inner.size > 0 && inner.size <= MAX_IN_SENTENCE;
		const of = isShort ? ` with ${enumerated([...inner.keys()].map(code), 'and')}` : '';
		return [`${code(name)} (${kind}${of})`];
	});
	return [`${start} ${enumerated(names, 'and')}.`, ...tables].join('\n\n');
}

function kindTable(rows: ReadonlyArray<readonly string[]>): string {
	return table(['type', 'fields'], rows);
}

export const ITEM_VALUES = [
	'- `summary` says in a sentence what happened.',
	'- An empty `previousState` or `previousStatus` means that the record is new. If the record is gone, the state is `gone`, and the record contains only its IDs.',
	'- Test events for changed states or values also contain `warnings`, which say how they differ from real ones.',
].join('\n');

/** The item repeats these delivered values in other words. */
const LISTED_VALUES = new Map([
	['state', 'OK'],
	['comparator', '>='],
]);

/** Describes the calls of newer and of older versions of ClickStack, because newer versions send more values. */
export function alertItemText(): string {
	const itemOf = (delivered: readonly string[]): IDataObject =>
		alertItem(Object.fromEntries(delivered.map((name) => [name, LISTED_VALUES.get(name) ?? '1'])));
	const usual = Object.entries(itemOf(DELIVERED)).filter(([name]) => name !== 'alert');
	const names = usual.map(([name]) => name);
	const newer = Object.entries(itemOf([...DELIVERED, ...DELIVERED_BY_NEWER]));
	return [
		itemText(Object.fromEntries(usual)),
		itemText(
			Object.fromEntries(newer.filter(([name]) => !names.includes(name))),
			'Newer versions of ClickStack add',
		),
		'Older versions leave `alert` empty. Only a recovery has `previousState`.',
	].join(' ');
}

function alertItem(body: JsonObject): IDataObject {
	const memory = { keys: [], firings: {} };
	const choice = { states: [], oncePerFiring: false };
	const now = Date.parse(String(body['endTime']));
	return processDelivery({ key: undefined, body, now }, memory, choice).item ?? {};
}

/** Users pin this item in n8n. Like other triggers' samples, it's marked as a sample. */
export function alertSample(): IDataObject {
	const item = alertItem({
		state: 'ALERT',
		title: '🚨 Alert for "Errors" in "Shop" - 12 meets or exceeds 10',
		body: '12 meets or exceeds 10',
		link: 'https://clickstack.example.com/dashboards/65f5e4a3b9e77c001a567890',
		startTime: '2026-11-09T11:59:00.000Z',
		endTime: '2026-11-09T12:00:00.000Z',
		eventId: '9f2c5a7e-41d8-4b6c-8a35-2f1f0c6b7d90',
		alertId: '65f5e4a3b9e77c001a222222',
		alertType: 'tile',
		comparator: '>=',
		threshold: '10',
		value: '12',
	});
	return { ...item, summary: `Sample: ${textAt(item, 'summary')}` };
}
