import type {
	INodeProperties,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { isJsonObject } from '../json';
import { locatorValue, chosenName, emptyToUndefined, nameOfChosen, textList } from './values';
import type { Parameters } from '../operation';
import { ENTRIES, FILTERS, OPTIONS, UPDATE_FIELDS } from '../parameterNames';
import type { Issue } from '../issue';
import { messageOfError } from '../text';
import { innerFields, SQL_EDITOR } from './properties';
import { hasExpressionBraces } from './sqlText';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Receives a field, its stored value, and n8n's resolved value. Returns the value to use. */
type Visit = (field: INodeProperties, stored: unknown, value: unknown, path: string) => unknown;

/** Visits a field and those in it. Returns its value with each visit's result. Rows count from 0 in paths. */
function walk(
	visit: Visit,
	field: INodeProperties,
	stored: unknown,
	value: unknown,
	path = field.name,
): unknown {
	const read = visit(field, stored, value, path);
	if (field.type !== 'collection' && field.type !== 'fixedCollection') return read;
	const fields = innerFields(field);
	const inRow = (row: unknown, storedRow: unknown, outer: string): unknown =>
		mapKeys(row, (name, member) => {
			const inner = fields.find((innerField) => innerField.name === name);
			if (inner === undefined) return member;
			return walk(visit, inner, entryOf(storedRow, name), member, `${outer}.${name}`);
		});
	if (field.type === 'collection') return inRow(read, stored, path);
	return mapKeys(read, (group, rows) => {
		const storedRows = entryOf(stored, group);
		visit(field, storedRows, rows, path);
		if (!Array.isArray(rows)) return inRow(rows, storedRows, path);
		return rows.map((row, index) =>
			inRow(row, entryOf(storedRows, index), `${path}.${String(index)}`),
		);
	});
}

/** Applies `read` to each key of an object. A value that is no object stays as it is. */
function mapKeys(value: unknown, read: (name: string, member: unknown) => unknown): unknown {
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, read(name, member)]),
	);
}

function entryOf(value: unknown, key: string | number): unknown {
	const hasKey = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
	return hasKey ? Reflect.get(value, key) : undefined;
}

/**
 * Converts a value to the type of its field, since expressions often return text for a number and the like. Reaches
 * into collections. Returns the value unchanged if it can't be converted.
 */
export function coerceValue(property: INodeProperties, value: unknown): unknown {
	return walk((field, _stored, read) => typed(field, read), property, undefined, value);
}

function typed(property: INodeProperties, value: unknown): unknown {
	if (property.typeOptions?.multipleValues === true && Array.isArray(value)) {
		return value.map((entry) => typedEntry(property, entry));
	}
	return typedEntry(property, value);
}

function typedEntry(property: INodeProperties, value: unknown): unknown {
	switch (property.type) {
		case 'number':
			return toNumber(value);
		case 'boolean':
			return toBoolean(value);
		case 'string':
			return toText(value);
		case 'resourceLocator':
			return toText(locatorValue(value, property.modes));
		case 'options':
			return offersOnlyText(property) ? toText(value) : value;
		default:
			return value;
	}
}

function toNumber(value: unknown): unknown {
	if (typeof value !== 'string' || !NUMBER.test(value.trim())) return value;
	return Number(value);
}

function toBoolean(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim().toLowerCase();
	return text === 'true' ? true : text === 'false' ? false : value;
}

function toText(value: unknown): unknown {
	return Number.isFinite(value) || typeof value === 'boolean' ? String(value) : value;
}

function offersOnlyText(property: INodeProperties): boolean {
	return (property.options ?? []).every(
		(option) => !('value' in option) || typeof option.value === 'string',
	);
}

/** The editor's expression for an input field that is dragged into a parameter. */
const MEMBER_OF_ITEM = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/** The fields of one item, or the reasons why some could not be read. */
export interface ItemParameters {
	parameters: Parameters;
	issues: Issue[];
	/** The paths of fields whose expressions returned null or nothing. */
	empty: string[];
}

/**
 * Fields that define which records to read, change or keep, and where and how to send, each with its empty values:
 * without them or one of their entries, something else would happen than the user meant.
 */
const DECISIVE = new Map<string, (value: unknown) => boolean>([
	[FILTERS, hasNoEntries],
	[OPTIONS, isEmptyResult],
	[ENTRIES, isEmptyResult],
	[UPDATE_FIELDS, isEmptyField],
]);

type Context = Pick<IExecuteFunctions, 'getInputData' | 'getNode' | 'getNodeParameter'>;
type ReadValue = (property: INodeProperties, itemIndex: number) => unknown;

/**
 * Reads the operation's fields for one item after another. Fields without an expression are the same for all items and
 * read once; hidden ones, which n8n keeps out of the node, are absent. An item that is read twice in a row is evaluated
 * once, so its expressions keep one value.
 */
export function parameterReader(
	context: Context,
	properties: INodeProperties[],
): (itemIndex: number) => ItemParameters {
	const { parameters: raw } = context.getNode();
	const fields = shownFields(properties, context.getNode());
	const all = [...fields.values()];
	const dynamic = all.filter(({ name }) => hasExpression(raw[name]));
	const fixed = all.filter(({ name }) => !hasExpression(raw[name]));
	const readValue = valueReader(context, dynamic);
	const unevaluated = all.flatMap((field) => unevaluatedSqlIssues(field, raw[field.name]));
	let shared: ItemParameters | undefined;
	let last: { itemIndex: number; item: ItemParameters } | undefined;
	return (itemIndex) => {
		shared ??= withIssues(readFields(readValue, fixed, raw, itemIndex), unevaluated);
		if (dynamic.length === 0) return shared;
		if (last?.itemIndex === itemIndex) return last.item;
		const itemFields = readFields(readValue, dynamic, raw, itemIndex);
		const item = {
			parameters: { ...shared.parameters, ...itemFields.parameters },
			issues: [...shared.issues, ...itemFields.issues],
			empty: [...shared.empty, ...itemFields.empty],
		};
		last = { itemIndex, item };
		return item;
	};
}

function withIssues(item: ItemParameters, issues: readonly Issue[]): ItemParameters {
	return { ...item, issues: [...item.issues, ...issues] };
}

/** Issues with fixed SQL that looks like an expression: it would be sent with its braces. */
function unevaluatedSqlIssues(property: INodeProperties, stored: unknown): Issue[] {
	const issues: Issue[] = [];
	const text = 'contains {{ }} as fixed text. Switch the field to Expression.';
	const visit: Visit = ({ typeOptions }, sql, _value, path) => {
		const isFixedSql = typeOptions?.editor === SQL_EDITOR.editor && !isExpression(sql);
		if (isFixedSql && typeof sql === 'string' && hasExpressionBraces(sql)) {
			issues.push({ path, text });
		}
		return sql;
	};
	walk(visit, property, stored, stored);
	return issues;
}

/**
 * Reads a field's value from n8n. If n8n has once returned exactly the text that an expression refers to, that text is
 * used for the other items: n8n needs most of a millisecond each, and ten thousand items would block it for seconds.
 */
function valueReader(context: Context, dynamic: readonly INodeProperties[]): ReadValue {
	const { parameters: raw } = context.getNode();
	const items = context.getInputData();
	const members = new Map(dynamic.map(({ name }) => [name, namedMember(raw[name])]));
	const onlyNamed = new Set<string>();
	return (property, itemIndex) => {
		const { name } = property;
		const text = textOfItem(items[itemIndex], members.get(name));
		if (text !== undefined && onlyNamed.has(name)) return coerceValue(property, text);
		const value = coerceValue(property, context.getNodeParameter(name, itemIndex, null));
		if (text !== undefined && value === text) onlyNamed.add(name);
		return value;
	};
}

/** The item's field if it's a parameter's whole expression: `id` for `={{ $json.id }}`. Otherwise undefined. */
function namedMember(parameter: unknown): string | undefined {
	const isLocator = isJsonObject(parameter) && parameter['__rl'] === true;
	// Only a part of a URL is used.
	if (isLocator && parameter['mode'] === 'url') return undefined;
	const expression: unknown = isLocator ? parameter['value'] : parameter;
	return typeof expression === 'string' ? MEMBER_OF_ITEM.exec(expression)?.[1] : undefined;
}

/** Undefined if the item's field is missing or not text. */
function textOfItem(
	item: INodeExecutionData | undefined,
	member: string | undefined,
): string | undefined {
	if (item === undefined || member === undefined || !Object.hasOwn(item.json, member)) {
		return undefined;
	}
	const value = item.json[member];
	return typeof value === 'string' ? value : undefined;
}

function readFields(
	readValue: ReadValue,
	fields: INodeProperties[],
	raw: INodeParameters,
	itemIndex: number,
): ItemParameters {
	const read: Array<[string, unknown]> = [];
	const issues: Issue[] = [];
	const empty: string[] = [];
	for (const property of fields) {
		const { name } = property;
		try {
			const value = withoutUnchosen(property, raw[name], readValue(property, itemIndex));
			read.push([name, value]);
			const recordName = chosenName(raw[name]);
			if (recordName !== undefined) read.push([nameOfChosen(name), recordName]);
			const isEmpty = DECISIVE.get(name);
			const paths = emptyExpressions(property, raw[name], value, isEmpty);
			// In an update, an empty value of a field means something: the update says what.
			const emptyPaths = name === UPDATE_FIELDS ? paths.filter((path) => path === name) : paths;
			if (isEmpty !== undefined) issues.push(...emptyPaths.map(emptyExpressionIssue));
			else empty.push(...emptyPaths);
		} catch (error) {
			const cause = messageOfError(error)
				.trim()
				.replace(/(?<![.\s])[.\s]+$/, '');
			issues.push({ path: name, text: `couldn't be read: ${cause}. Correct the expression.` });
		}
	}
	return { parameters: Object.fromEntries(read), issues, empty };
}

/** A multi-select in a collection that was added and left empty: only an expression's empty list means none. */
function withoutUnchosen(property: INodeProperties, stored: unknown, value: unknown): unknown {
	if (property.type !== 'collection') return value;
	const visit: Visit = ({ type }, storedValue, result) =>
		type === 'multiOptions' && Array.isArray(storedValue) && storedValue.length === 0 ? '' : result;
	return walk(visit, property, stored, value);
}

/** The node's fields by name. Several may share a name, each shown in another case: the shown one counts. */
function shownFields(properties: INodeProperties[], node: INode): Map<string, INodeProperties> {
	const fields = new Map<string, INodeProperties>();
	for (const property of properties) {
		const { name, type } = property;
		if (type === 'notice' || !Object.hasOwn(node.parameters, name)) continue;
		const isShown = NodeHelpers.displayParameter(node.parameters, property, node, null);
		if (isShown || !fields.has(name)) fields.set(name, property);
	}
	return fields;
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return value.some(hasExpression);
	return isJsonObject(value) && Object.values(value).some(hasExpression);
}

/** The paths of a trigger's fields whose expressions returned nothing: they define which records it watches. */
export function emptyTriggerFields(
	property: INodeProperties,
	stored: unknown,
	value: unknown,
): string[] {
	return emptyExpressions(property, stored, value, DECISIVE.get(property.name) ?? hasNoEntries);
}

/** The issue with a field whose expression returned null or nothing. */
export function emptyExpressionIssue(path: string): Issue {
	return { path, text: 'is empty: the expression returned nothing. Correct the expression.' };
}

/**
 * The path of a field whose expression returned null or nothing, or the paths of such fields within it. `stored` is the
 * stored value, `value` n8n's resolved one. Rows count from 0: `rows.1.parts.0.type`.
 */
export function emptyExpressions(
	property: INodeProperties,
	stored: unknown,
	value: unknown,
	isEmpty: (value: unknown) => boolean = isEmptyResult,
): string[] {
	const paths: string[] = [];
	const visit: Visit = (_field, expression, result, path) => {
		if (isExpression(expression) && isEmpty(result)) paths.push(path);
		return result;
	};
	walk(visit, property, stored, value);
	return paths;
}

function isExpression(stored: unknown): boolean {
	const text = locatorValue(stored);
	return typeof text === 'string' && text.startsWith('=');
}

function isEmptyResult(value: unknown): boolean {
	return (locatorValue(value) ?? undefined) === undefined;
}

function isEmptyField(value: unknown): boolean {
	return emptyToUndefined(locatorValue(value)) === undefined;
}

/** True if a value has no entry to filter by, as text or as a list: everything would pass. */
function hasNoEntries(value: unknown): boolean {
	return textList(locatorValue(value)).length === 0;
}
