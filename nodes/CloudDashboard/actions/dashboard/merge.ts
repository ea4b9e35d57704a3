import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import { hasTileId } from '../../api/dashboard';

/**
 * Copies to tiles the IDs of the current tiles with their names, and the places of the current tiles with their IDs,
 * if they have none of their own. A name that several of them have is an issue: either could be meant.
 */
export function mergeTiles(
	tiles: readonly JsonObject[],
	current: readonly JsonObject[],
): { tiles: JsonObject[]; issues: ValidationIssue[] } {
	const taken = new Set(tiles.map(({ id }) => id));
	const known = new Map(current.map((tile) => [tile.id, tile]));
	const free = byName(current.filter(({ id }) => !taken.has(id)));
	const open = byName(tiles.filter((tile) => !hasTileId(tile)));
	const issues: ValidationIssue[] = [];
	const merged = tiles.map((tile, index) => {
		if (hasTileId(tile)) return placed(tile, known.get(tile.id));
		const { name } = tile;
		const [same, ...others] = free.get(name) ?? [];
		if (same === undefined) return tile;
		const isAmbiguous = others.length > 0 || (open.get(name) ?? []).length > 1;
		if (isAmbiguous) issues.push(ambiguous(index, name));
		return isAmbiguous ? tile : placed({ ...tile, id: same.id }, same);
	});
	return { tiles: merged, issues };
}

function byName(tiles: readonly JsonObject[]): Map<unknown, JsonObject[]> {
	const named = new Map<unknown, JsonObject[]>();
	for (const tile of tiles) {
		const same = named.get(tile.name);
		if (same === undefined) named.set(tile.name, [tile]);
		else same.push(tile);
	}
	return named;
}

/** A tab belongs to a container: in another one, the tile doesn't keep it. */
function placed(tile: JsonObject, current: JsonObject = {}): JsonObject {
	const { x, y, w, h, containerId, tabId } = current;
	const { containerId: own = containerId } = tile;
	const inContainer = own === containerId ? { containerId, tabId } : {};
	return { ...withoutUndefined({ x, y, w, h, ...inContainer }), ...tile };
}

function ambiguous(index: number, name: unknown): ValidationIssue {
	return { path: `tiles.${String(index)}`, code: 'ambiguousTile', name: String(name) };
}
