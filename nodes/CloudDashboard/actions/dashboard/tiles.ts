import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import { layOutTiles } from './layout';

/** Returns tiles ready to be sent: new ones laid out, and number series without an empty `groupBy`. */
export function tilesToSend(tiles: readonly JsonObject[]): JsonObject[] {
	return layOutTiles(tiles).map((tile) =>
		Array.isArray(tile.series) ? { ...tile, series: tile.series.map(withoutEmptyGroups) } : tile,
	);
}

/** Reference, "Series": `groupBy` is omitted with type `number`. A dashboard that was read can have an empty one. */
function withoutEmptyGroups(series: unknown): unknown {
	if (!isJsonObject(series) || series.type !== 'number') return series;
	const { groupBy, ...others } = series;
	return Array.isArray(groupBy) && groupBy.length === 0 ? others : series;
}

/** Returns the tiles of a body or of a dashboard that was read. */
export function tilesOf({ tiles }: JsonObject): JsonObject[] {
	return Array.isArray(tiles) ? tiles.filter(isJsonObject) : [];
}
