import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { isJsonObject } from '../json';
import { locatorValue, chosenName, emptyToUndefined, chosenNameKey, textList } from './values';
import type { Parameters } from '../operation';
import { ENTRIES, FILTERS, OPTIONS, UPDATE_FIELDS } from '../parameterNames';
import type { Issue } from '../issue';
import { UNEVALUATED } from '../issue';
import { messageOfError } from '../text';
import { SQL_EDITOR } from './properties';
import type { Visit } from './coercion';
import { walk } from './coercion';
import type { ParameterContext, ReadValue } from './itemExpressions';
import { valueReader } from './itemExpressions';
import { hasExpressionBraces } from './sqlText';

/** The fields of one item, or the reasons why some could not be read. */
export interface ItemParameters {
	parameters: Parameters;
	issues: Issue[];
	/** The paths of fields whose expressions returned null or nothing. */
	empty: string[];
	/** The paths of fixed texts with an expression that n8n doesn't evaluate. */
	unevaluated: readonly string[];
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

/**
 * Reads the operation's fields for one item after another. Fields without an expression are the same for all items and
 * read once; hidden ones, which n8n keeps out of the node, are absent. An item that is read twice in a row is evaluated
 * once, so its expressions keep one value.
 */
export function parameterReader(
	context: ParameterContext,
	properties: INodeProperties[],
): (itemIndex: number) => ItemParameters {
	const { parameters: raw } = context.getNode();
	const fields = shownFields(properties, context.getNode());
	const all = [...fields.values()];
	const dynamic = all.filter(({ name }) => hasExpression(raw[name]));
	const fixed = all.filter(({ name }) => !hasExpression(raw[name]));
	const readValue = valueReader(context, dynamic);
	const sqlIssues = all.flatMap((field) => unevaluatedSqlIssues(field, raw[field.name]));
	const unevaluated = all.flatMap((field) => unevaluatedTexts(field, raw[field.name]));
	let shared: ItemParameters | undefined;
	let last: { itemIndex: number; item: ItemParameters } | undefined;
	return (itemIndex) => {
		if (shared === undefined) {
			const { issues, ...fields } = readFields(readValue, fixed, raw, itemIndex);
			shared = { ...fields, issues: [...issues, ...sqlIssues], unevaluated };
		}
		if (dynamic.length === 0) return shared;
		if (last?.itemIndex === itemIndex) return last.item;
		const itemFields = readFields(readValue, dynamic, raw, itemIndex);
		const item = {
			parameters: { ...shared.parameters, ...itemFields.parameters },
			issues: [...shared.issues, ...itemFields.issues],
			empty: [...shared.empty, ...itemFields.empty],
			unevaluated,
		};
		last = { itemIndex, item };
		return item;
	};
}

/** Issues with fixed SQL that looks like an expression: it would be sent with its braces. */
function unevaluatedSqlIssues(property: INodeProperties, stored: unknown): Issue[] {
	const issues: Issue[] = [];
	const visit: Visit = ({ typeOptions }, sql, _value, path) => {
		const isFixedSql = typeOptions?.editor === SQL_EDITOR.editor && !isExpression(sql);
		if (isFixedSql && typeof sql === 'string' && hasExpressionBraces(sql)) {
			issues.push({ path, text: UNEVALUATED.text });
		}
		return sql;
	};
	walk(visit, property, stored, stored);
	return issues;
}

/** A variable of n8n in braces. Templates that others evaluate have none: `{{title}}`. */
const EXPRESSION = /\{\{[^{}]*(?<![\w$])\$[a-z(]/i;

/** The paths of fixed texts in a field that contain an expression. */
function unevaluatedTexts(property: INodeProperties, stored: unknown): string[] {
	const paths: string[] = [];
	const visit: Visit = ({ type, typeOptions }, entered, _value, path) => {
		const isText =
			type === 'resourceLocator' || (type === 'string' && typeOptions?.editor === undefined);
		const values: unknown = locatorValue(entered);
		const texts: unknown[] = Array.isArray(values) ? values : [values];
		const isFixed = (text: unknown) =>
			typeof text === 'string' && !isExpression(text) && EXPRESSION.test(text);
		if (isText && texts.some(isFixed)) paths.push(path);
		return entered;
	};
	walk(visit, property, stored, stored);
	return paths;
}

function readFields(
	readValue: ReadValue,
	fields: INodeProperties[],
	raw: INodeParameters,
	itemIndex: number,
): Omit<ItemParameters, 'unevaluated'> {
	const read: Array<[string, unknown]> = [];
	const issues: Issue[] = [];
	const empty: string[] = [];
	for (const property of fields) {
		const { name } = property;
		try {
			const value = withoutUnchosen(property, raw[name], readValue(property, itemIndex));
			read.push([name, value]);
			const recordName = chosenName(raw[name]);
			if (recordName !== undefined) read.push([chosenNameKey(name), recordName]);
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
