import type { INodeExecutionData } from 'n8n-workflow';

import { isJsonObject } from '../json';

/** What the editor writes for a field of the input that is dragged into a parameter. */
const MEMBER_OF_ITEM = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/**
 * Returns the text that a parameter's expression names and does nothing else with: `={{ $json.id }}` is the item's `id`.
 * Returns undefined for every other expression, and where the member is missing or no text.
 */
export function namedText(
	parameter: unknown,
	item: INodeExecutionData | undefined,
): string | undefined {
	const isLocator = isJsonObject(parameter) && parameter['__rl'] === true;
	const expression: unknown = isLocator ? parameter['value'] : parameter;
	if (typeof expression !== 'string' || item === undefined) return undefined;
	const member = MEMBER_OF_ITEM.exec(expression)?.[1];
	if (member === undefined || !Object.hasOwn(item.json, member)) return undefined;
	const value = item.json[member];
	return typeof value === 'string' ? value : undefined;
}
