import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { optional } from '../../../core/parameters/values';

/**
 * Returns the tiles of a list: JSON objects as the API defines them, from an expression or as the JSON text of one.
 * Returns no tiles where there are issues.
 */
export function tilesFromList(value: unknown): { tiles: JsonObject[]; issues: ValidationIssue[] } {
	const list = typeof value === 'string' ? parsed(value) : (optional(value) ?? []);
	if (!Array.isArray(list)) return { tiles: [], issues: [{ path: 'tiles', code: 'tilesNoList' }] };
	const entries: unknown[] = list;
	const tiles = entries.filter(isJsonObject);
	if (tiles.length === entries.length) return { tiles, issues: [] };
	const issues = entries.flatMap((entry, index): ValidationIssue[] =>
		isJsonObject(entry) ? [] : [{ path: `tiles.${String(index)}`, code: 'tileNoObject' }],
	);
	return { tiles: [], issues };
}

/** Returns the value of a JSON text, an empty list for an empty text, or undefined. */
function parsed(text: string): unknown {
	if (text.trim() === '') return [];
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
