import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { hasTileId } from '../../api/dashboard';

/**
 * Copies to tiles the IDs of the current tiles with their names, and the positions of the current tiles with their IDs,
 * if they have none of their own. A name that several of them have is an issue: either could be meant.
 */
export function mergeTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
): { tiles: JsonObject[]; issues: ValidationIssue[] } {
	const taken = new Set(tiles.map(({ id }) => id));
	const free = current.filter(({ id }) => !taken.has(id));
	const open = tiles.filter((tile) => !hasTileId(tile));
	const issues: ValidationIssue[] = [];
	const merged = tiles.map((tile, index) => {
		if (hasTileId(tile))
			return placed(
				tile,
				current.find(({ id }) => id === tile.id),
			);
		const [same, ...others] = free.filter(({ name }) => name === tile.name);
		if (same === undefined) return tile;
		const isAmbiguous = others.length > 0 || countNamed(open, tile.name) > 1;
		if (isAmbiguous) issues.push(ambiguous(index, tile.name));
		return isAmbiguous ? tile : placed({ ...tile, id: same.id }, same);
	});
	return { tiles: merged, issues };
}

function placed(tile: JsonObject, { x, y, w, h }: JsonObject = {}): JsonObject {
	return { ...withoutUndefined({ x, y, w, h }), ...tile };
}

function countNamed(tiles: readonly JsonObject[], wanted: unknown): number {
	return tiles.filter(({ name }) => name === wanted).length;
}

function ambiguous(index: number, name: unknown): ValidationIssue {
	return { path: `tiles.${String(index)}`, code: 'ambiguousTile', name: String(name) };
}
