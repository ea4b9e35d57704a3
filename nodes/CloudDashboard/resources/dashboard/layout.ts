import { z } from 'zod';
import type { JsonObject } from '../../../engine/json';
import { emptyToUndefined } from '../../../engine/parameters/values';

export const GRID_WIDTH = 24;

/** A tile with an ID is updated; without an ID, it's created. */
export function hasTileId({ id }: JsonObject): boolean {
	return emptyToUndefined(id) !== undefined;
}

/** A tile without a size gets the default size. */
const length = z.number().finite().min(0);
const boxSchema = z.object({
	x: length.optional(),
	y: length.optional(),
	w: length.default(12),
	h: length.default(6),
});

type Box = Record<'h' | 'w' | 'x' | 'y', number>;

/** Places each new tile below the tiles that already are in its columns. */
class Grid {
	/** Holds the end of each column. The last entry covers everything beyond the grid. */
	private readonly bottoms = Array.from({ length: GRID_WIDTH + 1 }, () => 0);
	private last = { x: 0, y: 0, h: 0 };

	/** Finds a tile's highest position, respecting its column and its minimum row if set. */
	place({ x, y = 0, w, h }: z.infer<typeof boxSchema>): Box {
		const fitting = Math.max(1, GRID_WIDTH + 1 - Math.ceil(w));
		const columns = x === undefined ? Array.from({ length: fitting }, (_, column) => column) : [x];
		const placed = columns
			.map((column) => ({ x: column, y: this.firstRow(column, w, y), w, h }))
			.reduce((best, box) => (box.y < best.y ? box : best));
		this.last = placed;
		this.take(placed);
		return placed;
	}

	take({ x, y, w, h }: Box): void {
		const [start, end] = columnSpan(x, w);
		const columns = this.bottoms.slice(start, end);
		this.bottoms.splice(start, columns.length, ...columns.map((bottom) => Math.max(bottom, y + h)));
	}

	/** A tile to the left of the previous tile starts a new line. */
	private firstRow(x: number, w: number, y: number): number {
		const { last } = this;
		const line = x < last.x ? last.y + last.h : last.y;
		return Math.max(y, line, ...this.bottoms.slice(...columnSpan(x, w)));
	}
}

function columnSpan(x: number, w: number): [first: number, end: number] {
	const start = Math.min(Math.floor(x), GRID_WIDTH);
	return [start, Math.max(Math.ceil(x + w), start + 1)];
}

/**
 * Tiles with x and y stay. Other new tiles follow left to right and top to bottom, each below the tiles in its columns.
 * With only x or y, x is the column and y the first row to try. Tiles with an ID, or with an invalid position, stay
 * unchanged.
 */
export function layOutTiles(tiles: readonly JsonObject[]): JsonObject[] {
	const grid = new Grid();
	const boxes = tiles.map((tile) => boxSchema.safeParse(tile).data);
	for (const box of boxes) if (box !== undefined && isPlaced(box)) grid.take(box);
	return tiles.map((tile, index) => {
		const box = boxes[index];
		if (box === undefined || hasTileId(tile)) return tile;
		return { ...tile, ...(isPlaced(box) ? box : grid.place(box)) };
	});
}

function isPlaced(box: z.infer<typeof boxSchema>): box is Box {
	return box.x !== undefined && box.y !== undefined;
}
