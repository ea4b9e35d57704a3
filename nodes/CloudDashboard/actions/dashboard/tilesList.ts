import type { JsonObject } from '../../../core/json';
import { isJsonObject, parsedJson } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { emptyToUndefined } from '../../../core/parameters/values';

/**
 * Returns the tiles of a list: JSON objects as the API defines them, from an expression or as the JSON text of one.
 * Returns no tiles if there are issues.
 */
export function tilesFromList(value: unknown): { tiles: JsonObject[]; issues: ValidationIssue[] } {
	const entered = emptyToUndefined(value) ?? [];
	const list = typeof entered === 'string' ? parsedJson(entered) : entered;
	if (!Array.isArray(list)) return { tiles: [], issues: [{ path: 'tiles', code: 'tilesNoList' }] };
	const entries: unknown[] = list;
	const tiles = entries.filter(isJsonObject);
	if (tiles.length === entries.length) return { tiles, issues: [] };
	const issues = entries.flatMap((entry, index): ValidationIssue[] =>
		isJsonObject(entry) ? [] : [{ path: `tiles.${String(index)}`, code: 'tileNoObject' }],
	);
	return { tiles: [], issues };
}
