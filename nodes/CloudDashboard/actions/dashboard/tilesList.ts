import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { optional } from '../../../core/parameters/values';
import { rowName } from '../../../core/text';
import { tilesField } from './tiles.field';

const LABEL = tilesField.displayName;

/**
 * Returns the tiles of a list: JSON objects as the API defines them, from an expression or as the JSON text of one.
 * Returns no tiles where there are issues.
 */
export function tilesFromList(value: unknown): { tiles: JsonObject[]; issues: ValidationIssue[] } {
	const list = typeof value === 'string' ? parsed(value) : (optional(value) ?? []);
	if (!Array.isArray(list)) {
		const message =
			'is neither a list of JSON objects nor the JSON text of one. Let an expression return a list, such as {{ $json.tiles }}.';
		return { tiles: [], issues: [{ field: LABEL, message }] };
	}
	const entries: unknown[] = list;
	const tiles = entries.filter(isJsonObject);
	if (tiles.length === entries.length) return { tiles, issues: [] };
	const message =
		'is not a JSON object. Give each tile as the API defines it, with name and series.';
	const issues = entries.flatMap((entry, index) =>
		isJsonObject(entry) ? [] : [{ field: rowName(LABEL, index), message }],
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
