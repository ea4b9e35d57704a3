import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { isJsonObject } from '../json';
import { coerceValue } from './coercion';

/** The editor's expression for an input field dragged into a parameter. */
const MEMBER_OF_ITEM = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

export type ParameterContext = Pick<
	IExecuteFunctions,
	'getInputData' | 'getNode' | 'getNodeParameter'
>;
export type ReadValue = (property: INodeProperties, itemIndex: number) => unknown;

/**
 * Reads values from n8n. If an expression refers to a text field and n8n returned exactly that text once, the other
 * items' texts are used directly, because n8n takes most of a millisecond for each, and ten thousand items would block
 * it for seconds.
 */
export function valueReader(
	context: ParameterContext,
	dynamic: readonly INodeProperties[],
): ReadValue {
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

/** `id` for `={{ $json.id }}`; undefined if the expression does anything else. */
function namedMember(parameter: unknown): string | undefined {
	const isLocator = isJsonObject(parameter) && parameter['__rl'] === true;
	// In this mode, n8n extracts a part of the URL.
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
