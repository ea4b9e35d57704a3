import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { isEmptied, isEmptyList, isJsonObject, parsedJson } from '../json';
import { locatorValue, chosenName, emptyToUndefined, isText, textList } from './values';
import type { ItemParameters } from '../executionState';
import { ENTRIES, FILTERS, OPTIONS, UPDATE_FIELDS } from '../parameterNames';
import type { Issue } from '../issue';
import { UNEVALUATED } from '../issue';
import { messageOfError } from '../text';
import { SQL_EDITOR } from './properties';
import type { InnerField, Visit } from './coercion';
import { coerceValue, withInnerFields, walk } from './coercion';
import { hasExpressionBraces } from './sqlText';

/** Matches the expression that the editor makes when an input field is dragged into a parameter. */
const MEMBER_OF_ITEM = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

type ParameterContext = Pick<IExecuteFunctions, 'getInputData' | 'getNode' | 'getNodeParameter'>;
type ReadValue = (property: INodeProperties, itemIndex: number) => unknown;

/**
 * Fields that decide which records change and where requests go, each with a test for an empty value. If an expression
 * left such a field empty, the node would do something else than the user meant.
 */
const EMPTY_TESTS = new Map<string, (value: unknown) => boolean>([
	[FILTERS, hasNoEntries],
	[OPTIONS, isEmptyField],
	[ENTRIES, isEmptyResult],
]);

/**
 * Reads items one after another. Reads a field without an expression once for all items. Hidden fields are absent,
 * because n8n doesn't pass them on. Reading an item twice in a row evaluates its expressions only once, so values such
 * as $now stay the same.
 */
export function parameterReader(
	context: ParameterContext,
	properties: INodeProperties[],
): (itemIndex: number) => ItemParameters {
	const { parameters: raw } = context.getNode();
	const fields = shownFields(properties, context.getNode());
	const allFields = [...fields.values()];
	const dynamic = allFields.filter(({ name }) => hasExpression(raw[name]));
	const fixed = allFields.filter(({ name }) => !hasExpression(raw[name]));
	const readValue = valueReader(context, dynamic);
	const pathsOf = (isFound: typeof isUnevaluated) =>
		allFields
			.flatMap((field) => withInnerFields(field, raw[field.name], raw[field.name]))
			.filter(({ field, stored }) => isFound(field, stored))
			.map(({ path }) => path);
	const unevaluated = pathsOf(isUnevaluated);
	const sqlIssues = pathsOf(isUnevaluatedSql).map((path) => ({ path, text: UNEVALUATED.text }));
	let fixedFields: ItemParameters | undefined;
	let latestItem: { itemIndex: number; item: ItemParameters } | undefined;
	return (itemIndex) => {
		if (fixedFields === undefined) {
			const { issues, ...fields } = readFields(readValue, fixed, raw, itemIndex);
			fixedFields = { ...fields, issues: [...issues, ...sqlIssues], unevaluated };
		}
		if (dynamic.length === 0) return fixedFields;
		if (latestItem?.itemIndex === itemIndex) return latestItem.item;
		const itemFields = readFields(readValue, dynamic, raw, itemIndex);
		const item = {
			parameters: { ...fixedFields.parameters, ...itemFields.parameters },
			chosenNames: new Map([...fixedFields.chosenNames, ...itemFields.chosenNames]),
			issues: [...fixedFields.issues, ...itemFields.issues],
			empty: [...fixedFields.empty, ...itemFields.empty],
			unevaluated,
		};
		latestItem = { itemIndex, item };
		return item;
	};
}

/** Matches an n8n variable in braces. Templates for other programs, such as `{{title}}`, have none. */
const EXPRESSION = /\{\{[^{}]*(?<![\w$])\$[a-z(]/i;

/** Checks only plain fields and locators, because text in a code editor may contain braces of its own. */
function isUnevaluated({ type, typeOptions }: INodeProperties, stored: unknown): boolean {
	const canContain =
		type === 'resourceLocator' || (type === 'string' && typeOptions?.editor === undefined);
	return canContain && fixedTexts(stored).some((text) => EXPRESSION.test(text));
}

/** Braces are always an error in fixed SQL. */
function isUnevaluatedSql({ typeOptions }: INodeProperties, stored: unknown): boolean {
	return typeOptions?.editor === SQL_EDITOR.editor && fixedTexts(stored).some(hasExpressionBraces);
}

function fixedTexts(stored: unknown): string[] {
	const texts: unknown[] = [locatorValue(stored)].flat();
	return texts.flatMap((text) => (typeof text === 'string' && !text.startsWith('=') ? text : []));
}

function readFields(
	readValue: ReadValue,
	fields: INodeProperties[],
	raw: INodeParameters,
	itemIndex: number,
): Omit<ItemParameters, 'unevaluated'> {
	const read: Array<[string, unknown]> = [];
	const chosenNames: Array<[id: string, name: string]> = [];
	const issues: Issue[] = [];
	const empty: string[] = [];
	for (const property of fields) {
		const { name } = property;
		try {
			const value = withoutBlanks(property, raw[name], readValue(property, itemIndex));
			read.push([name, value]);
			const innerFields = withInnerFields(property, raw[name], value);
			chosenNames.push(...innerFields.flatMap(chosenNameIn));
			const emptyPaths = emptyIn(name, innerFields.filter(isExpression));
			issues.push(...emptyPaths.refused.map(emptyExpressionIssue));
			empty.push(...emptyPaths.hinted);
		} catch (error) {
			const cause = messageOfError(error)
				.trim()
				.replace(/(?<![.\s])[.\s]+$/, '');
			issues.push({ path: name, text: `couldn't be read: ${cause}. Correct the expression.` });
		}
	}
	return { parameters: Object.fromEntries(read), chosenNames: new Map(chosenNames), issues, empty };
}

/** Paths at which expressions returned nothing: some refuse the item, the rest only cause a hint. */
function emptyIn(
	name: string,
	expressions: readonly InnerField[],
): Record<'hinted' | 'refused', string[]> {
	const pathsOf = (isFound: (inner: InnerField) => boolean) =>
		expressions.filter(isFound).map(({ path }) => path);
	const emptyRestrictions = pathsOf(isEmptyRestriction);
	if (name === UPDATE_FIELDS) {
		// An update has its own text about an empty field, but not about an empty field in a row.
		const isInRow = ({ path }: InnerField) => path.split('.').length > 2;
		return {
			refused: [
				...emptyRestrictions,
				...pathsOf((inner) => inner.path === name && isEmptyField(inner.value)),
			],
			hinted: pathsOf((inner) => isInRow(inner) && isEmptyResult(inner.value)),
		};
	}
	const isEmpty = EMPTY_TESTS.get(name);
	return isEmpty === undefined
		? { refused: emptyRestrictions, hinted: pathsOf((inner) => isEmptyResult(inner.value)) }
		: { refused: [...emptyRestrictions, ...pathsOf((inner) => isEmpty(inner.value))], hinted: [] };
}

/** Fixed text in an expression field is what the user typed, so even an empty text isn't a missing result. */
function isEmptyRestriction({ field, stored, value }: InnerField): boolean {
	const isTyped = typeof value === 'string' && stored === `=${value}`;
	if (field.typeOptions?.['neverEmpty'] !== true || isTyped) return false;
	if (isEmptyField(value) || isEmptied(value)) return true;
	const object = field.type === 'json' && typeof value === 'string' ? parsedJson(value) : undefined;
	return isJsonObject(object) && Object.keys(object).length === 0;
}

/** The name of the record that a locator chose from a list. */
function chosenNameIn({ stored, value }: InnerField): Array<[id: string, name: string]> {
	const name = chosenName(stored);
	return name !== undefined && isText(value) ? [[String(value).trim(), name]] : [];
}

/**
 * Replaces two kinds of blank values. An empty list that's fixed in a collection's multi-select counts as not filled
 * in, because only an expression can clear the list. A blank time from an expression counts as not filled in, too, but
 * an update keeps it, so a check refuses it.
 */
function withoutBlanks(property: INodeProperties, stored: unknown, value: unknown): unknown {
	const isUpdate = property.name === UPDATE_FIELDS;
	const visit: Visit = ({ type }, storedValue, result) => {
		if (type === 'multiOptions' && property.type === 'collection' && isEmptyList(storedValue))
			return '';
		const isBlankTime =
			type === 'dateTime' && isExpression({ stored: storedValue }) && isEmptyField(result);
		return isBlankTime && !isUpdate ? null : result;
	};
	return walk(visit, property, stored, value);
}

/** Several fields may have the same name, for different cases. Only one of them is visible. */
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

/** Refuses an expression that returns nothing in a trigger, because the field decides what the trigger watches. */
export function emptyTriggerFields(
	property: INodeProperties,
	stored: unknown,
	value: unknown,
): string[] {
	const isEmpty = EMPTY_TESTS.get(property.name) ?? hasNoEntries;
	return withInnerFields(property, stored, value)
		.filter((inner) => isExpression(inner) && isEmpty(inner.value))
		.map(({ path }) => path);
}

export function emptyExpressionIssue(path: string): Issue {
	return { path, text: 'is empty: the expression returned nothing. Correct the expression.' };
}

function isExpression({ stored }: Pick<InnerField, 'stored'>): boolean {
	const text = locatorValue(stored);
	return typeof text === 'string' && text.startsWith('=');
}

function isEmptyResult(value: unknown): boolean {
	return (locatorValue(value) ?? undefined) === undefined;
}

function isEmptyField(value: unknown): boolean {
	return emptyToUndefined(locatorValue(value)) === undefined;
}

/** If the list has no entries, everything would pass the filter. */
function hasNoEntries(value: unknown): boolean {
	return textList(locatorValue(value)).length === 0;
}

/**
 * Reads values from n8n. If an expression only refers to a text field, and n8n returned exactly the first item's text,
 * uses the other items' texts directly. n8n takes most of a millisecond for each, so ten thousand items would block it
 * for seconds.
 */
function valueReader(context: ParameterContext, dynamic: readonly INodeProperties[]): ReadValue {
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

/** For `={{ $json.id }}`, `id`. Undefined for any other expression. */
function namedMember(parameter: unknown): string | undefined {
	const expression = locatorValue(parameter);
	return typeof expression === 'string' ? MEMBER_OF_ITEM.exec(expression)?.[1] : undefined;
}

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
