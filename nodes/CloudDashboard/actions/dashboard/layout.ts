import type { JsonObject } from '../../../core/json';

/** The grid of a dashboard: columns across, and the size of a tile that brings none. */
export const GRID_WIDTH = 24;
export const TILE_SIZE = { w: 12, h: 6 } as const;

interface Place {
	x: number;
	y: number;
	w: number;
	h: number;
}

/**
 * Gives every tile a place on the grid. Tiles with x and y keep theirs. The others follow in order, left to right
 * and top to bottom, each on the first free spot behind the one before it, without overlap.
 * Of a half-given position, x is kept as the column and y as the first row to look in.
 * A tile without a size gets the usual one, wherever it stands.
 * Tiles whose position is not a number are left as they are, for the check to name.
 */
export function layOutTiles(tiles: readonly JsonObject[]): JsonObject[] {
	const taken = tiles.flatMap((tile) => fixedPlace(tile) ?? []);
	let from = { x: 0, y: 0 };
	return tiles.map((tile) => {
		const size = sizeOf(tile);
		if (size === undefined) return tile;
		if (!isOpen(tile)) return fixedPlace(tile) === undefined ? tile : { ...tile, ...size };
		const place = firstFree(size, tile, from, taken);
		taken.push(place);
		from = { x: place.x, y: place.y };
		return { ...tile, ...place };
	});
}

function isCoordinate(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Whether a tile lacks a coordinate and has no invalid one. */
function isOpen({ x, y }: JsonObject): boolean {
	const valid = [x, y].every((value) => value === undefined || isCoordinate(value));
	return valid && (x === undefined || y === undefined);
}

function sizeOf({
	w = TILE_SIZE.w,
	h = TILE_SIZE.h,
}: JsonObject): { w: number; h: number } | undefined {
	return isCoordinate(w) && isCoordinate(h) ? { w, h } : undefined;
}

function fixedPlace(tile: JsonObject): Place | undefined {
	const { x, y } = tile;
	const size = sizeOf(tile);
	return isCoordinate(x) && isCoordinate(y) && size !== undefined ? { x, y, ...size } : undefined;
}

/**
 * The first free spot at or behind `from`. Only the edges of what is taken, and the start, can begin a free spot,
 * so these rows and columns are tried instead of every one.
 */
function firstFree(
	size: { w: number; h: number },
	{ x, y }: JsonObject,
	from: { x: number; y: number },
	taken: readonly Place[],
): Place {
	const firstRow = isCoordinate(y) ? y : from.y;
	const rows = ascending([firstRow, ...taken.map((place) => place.y + place.h)]);
	const columns = isCoordinate(x)
		? [x]
		: ascending([0, ...taken.map((place) => place.x + place.w)]);
	const last = Math.max(0, GRID_WIDTH - size.w);
	for (const row of rows.filter((candidate) => candidate >= firstRow)) {
		for (const column of columns.filter((candidate) => isCoordinate(x) || candidate <= last)) {
			const place = { x: column, y: row, ...size };
			if (row === from.y && column < from.x && !isCoordinate(y)) continue;
			if (!taken.some((other) => overlap(place, other))) return place;
		}
	}
	// Below everything there is always room.
	const bottom = Math.max(firstRow, ...taken.map((place) => place.y + place.h));
	return { x: isCoordinate(x) ? x : 0, y: bottom, ...size };
}

function ascending(values: readonly number[]): number[] {
	return [...new Set(values)].sort((one, other) => one - other);
}

function overlap(one: Place, other: Place): boolean {
	const across = one.x < other.x + other.w && other.x < one.x + one.w;
	return across && one.y < other.y + other.h && other.y < one.y + one.h;
}
