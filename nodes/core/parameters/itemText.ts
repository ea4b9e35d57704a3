import type { INodeExecutionData } from 'n8n-workflow';

import { isJsonObject } from '../json';

/** What the editor writes for a field of the input that is dragged into a parameter. */
const MEMBER_OF_ITEM = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/**
 * Returns the member of the item that a parameter's expression names and does nothing else with:
 * `={{ $json.id }}` names `id`. Returns undefined for everything else.
 */
export function namedMember(parameter: unknown): string | undefined {
	const isLocator = isJsonObject(parameter) && parameter['__rl'] === true;
	const expression: unknown = isLocator ? parameter['value'] : parameter;
	return typeof expression === 'string' ? MEMBER_OF_ITEM.exec(expression)?.[1] : undefined;
}

/** Returns a member of an item, or undefined where it is missing or no text. */
export function textOfItem(
	item: INodeExecutionData | undefined,
	member: string | undefined,
): string | undefined {
	if (item === undefined || member === undefined || !Object.hasOwn(item.json, member)) {
		return undefined;
	}
	const value = item.json[member];
	return typeof value === 'string' ? value : undefined;
}
