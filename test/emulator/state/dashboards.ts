import { type JsonObject, listAt, objectsAt } from '../../contract/json';
import type { IdSource } from './ids';
import type { DashboardRecord, TileRecord } from './records';

function tileOf(tile: JsonObject, known: Set<string>, ids: IdSource): TileRecord | string {
	const id = tile['id'];
	if (id === undefined) return { ...tile, id: ids.named('new-tile') };
	if (typeof id !== 'string' || !known.delete(id)) {
		return `there is no tile ${JSON.stringify(id)}, or it is named twice`;
	}
	return { ...tile, id };
}

/**
 * Replaces the content of a dashboard: tiles with a known id are updated, tiles without one get
 * one, tiles left out are removed. Returns the new record, or why the body is refused.
 */
export function replaceContent(
	dashboard: DashboardRecord,
	body: JsonObject,
	ids: IdSource,
): DashboardRecord | string {
	const known = new Set(dashboard.tiles.map((tile) => tile.id));
	const tiles: TileRecord[] = [];
	for (const given of objectsAt(body, 'tiles')) {
		const tile = tileOf(given, known, ids);
		if (typeof tile === 'string') return tile;
		tiles.push(tile);
	}
	const name = typeof body['name'] === 'string' ? body['name'] : dashboard.name;
	return { ...dashboard, ...body, id: dashboard.id, name, tiles, tags: listAt(body, 'tags') };
}
