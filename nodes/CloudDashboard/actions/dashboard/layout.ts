import type { JsonObject } from '../../../core/json';
import { hasTileId } from '../../api/dashboard';
import type { Position, Size } from './grid';
import { Grid } from './grid';

/** The size of a tile that brings none. */
const TILE_SIZE = { w: 12, h: 6 } as const;

/**
 * Sets a position on the grid for every new tile. Tiles with x and y keep theirs. The others follow in order, left to
 * right and top to bottom, each below the tiles that its columns already have.
 * Of an incomplete position, x is kept as the column and y as the first row to consider.
 * A new tile without a size gets the usual one, wherever it is.
 * A tile with an ID, with a negative position, or with one that isn't a number, stays unchanged.
 */
export function layOutTiles(tiles: readonly JsonObject[]): JsonObject[] {
	const grid = new Grid(tiles.flatMap((tile) => fixedPosition(tile) ?? []));
	return tiles.map((tile) => {
		const size = sizeOf(tile);
		if (size === undefined || hasTileId(tile)) return tile;
		if (isOpen(tile)) return { ...tile, ...grid.place(size, coordinatesOf(tile)), ...size };
		return fixedPosition(tile) === undefined ? tile : { ...tile, ...size };
	});
}

function isCoordinate(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function coordinatesOf({ x, y }: JsonObject): { x: number | undefined; y: number | undefined } {
	return { x: isCoordinate(x) ? x : undefined, y: isCoordinate(y) ? y : undefined };
}

/** Returns whether a tile lacks a coordinate and has no invalid one. */
function isOpen({ x, y }: JsonObject): boolean {
	const valid = [x, y].every((value) => value === undefined || isCoordinate(value));
	return valid && (x === undefined || y === undefined);
}

function sizeOf({ w = TILE_SIZE.w, h = TILE_SIZE.h }: JsonObject): Size | undefined {
	return isCoordinate(w) && isCoordinate(h) ? { w, h } : undefined;
}

function fixedPosition(tile: JsonObject): (Position & Size) | undefined {
	const { x, y } = tile;
	const size = sizeOf(tile);
	return isCoordinate(x) && isCoordinate(y) && size !== undefined ? { x, y, ...size } : undefined;
}
