/** The columns across a dashboard. */
export const GRID_WIDTH = 24;

export interface Position {
	x: number;
	y: number;
}

export interface Size {
	w: number;
	h: number;
}

/** Finds positions for one tile after another, each below all that its columns already hold. */
export class Grid {
	/** Where the columns end; the last one covers everything beyond the grid. */
	private readonly bottoms = Array.from({ length: GRID_WIDTH + 1 }, () => 0);
	private last = { x: 0, y: 0, h: 0 };

	constructor(fixed: ReadonlyArray<Position & Size>) {
		for (const tile of fixed) this.take(tile);
	}

	/** Finds the highest position for a tile: in column `x` and not above row `y`, if these are set. */
	place({ w, h }: Size, { x, y = 0 }: { x: number | undefined; y: number | undefined }): Position {
		const fitting = Math.max(1, GRID_WIDTH + 1 - Math.ceil(w));
		const candidates = x === undefined ? Array.from({ length: fitting }, (_, one) => one) : [x];
		const rows = candidates.map((column) => this.firstRow(column, w, y));
		const row = Math.min(...rows);
		const position = {
			x: Math.min(...candidates.filter((_, index) => rows[index] === row)),
			y: row,
		};
		this.last = { ...position, h };
		this.take({ ...position, w, h });
		return position;
	}

	/** To the left of the tile before it, a tile begins a new line. */
	private firstRow(x: number, w: number, y: number): number {
		const { last } = this;
		const line = x < last.x ? last.y + last.h : last.y;
		return Math.max(y, line, ...this.bottoms.slice(...columnsOf({ x, w })));
	}

	private take({ x, y, w, h }: Position & Size): void {
		const [first, end] = columnsOf({ x, w });
		const columns = this.bottoms.slice(first, end);
		this.bottoms.splice(first, columns.length, ...columns.map((bottom) => Math.max(bottom, y + h)));
	}
}

function columnsOf({ x, w }: { x: number; w: number }): [first: number, end: number] {
	const first = Math.min(Math.floor(x), GRID_WIDTH);
	return [first, Math.max(Math.ceil(x + w), first + 1)];
}
