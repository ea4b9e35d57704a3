/** The columns across a dashboard. */
export const GRID_WIDTH = 24;

/** The last column stands for everything beyond the grid. */
const COLUMNS = range(0, GRID_WIDTH);

export interface Position {
	x: number;
	y: number;
}

export interface Size {
	w: number;
	h: number;
}

/** The taken rows of one column. */
interface Column {
	/** What the fixed tiles take, from top to bottom and without overlap. */
	fixed: Array<{ top: number; bottom: number }>;
	/** How many of the fixed stretches end at or above the current row. */
	passed: number;
	/** Where the last placed tile ends. */
	bottom: number;
}

/**
 * Finds free positions on the grid for one tile after another, around the fixed ones. No tile is placed above
 * the one before it, so whatever ends above the current row is never looked at again: the time is linear.
 */
export class Grid {
	private readonly columns: Column[];
	private last: Position = { x: 0, y: 0 };

	constructor(fixed: ReadonlyArray<Position & Size>) {
		this.columns = COLUMNS.map(() => ({ fixed: [], passed: 0, bottom: 0 }));
		for (const tile of [...fixed].sort((one, other) => one.y - other.y)) {
			for (const column of this.columnsOf(tile)) addFixed(column, tile);
		}
	}

	/** Takes the first free position for a tile: in column `x` and not above row `y`, where these are given. */
	place(size: Size, { x, y }: { x: number | undefined; y: number | undefined }): Position {
		const candidates = x === undefined ? range(0, Math.max(0, GRID_WIDTH - size.w)) : [x];
		let row = Math.max(y ?? 0, this.last.y);
		for (;;) {
			// In the row of the tile before, only what is to the right of that tile counts.
			const firstX = y === undefined && row === this.last.y ? this.last.x : 0;
			const rows = this.firstRows(candidates, firstX, row, size);
			const found = candidates.find((_, index) => rows[index] === row);
			if (found !== undefined) return this.take({ x: found, y: row }, size);
			row = Math.min(...rows);
		}
	}

	/** Returns for each candidate the first row from `row` on in which it may be free. */
	private firstRows(candidates: number[], firstX: number, row: number, size: Size): number[] {
		for (const column of this.columns) passRows(column, row);
		const nextRow = Math.min(...this.columns.map((column) => nextBottom(column, row)));
		return candidates.map((x) => {
			const taken = this.columnsOf({ x, ...size }).map((column) => freeRow(column, row, size.h));
			const free = Math.max(row, ...taken);
			return free === row && x < firstX && nextRow < Infinity ? nextRow : free;
		});
	}

	private take(position: Position, size: Size): Position {
		this.last = position;
		for (const column of this.columnsOf({ ...position, ...size })) {
			column.bottom = position.y + size.h;
		}
		return position;
	}

	private columnsOf({ x, w }: { x: number; w: number }): Column[] {
		const first = Math.min(Math.floor(x), GRID_WIDTH);
		return this.columns.slice(first, Math.max(Math.ceil(x + w), w > 0 ? first + 1 : first));
	}
}

function addFixed({ fixed }: Column, { y, h }: Position & Size): void {
	const above = fixed.at(-1);
	if (above === undefined || above.bottom <= y) fixed.push({ top: y, bottom: y + h });
	else above.bottom = Math.max(above.bottom, y + h);
}

function passRows(column: Column, row: number): void {
	while ((column.fixed[column.passed]?.bottom ?? Infinity) <= row) column.passed += 1;
}

/** Returns the first row below `row` at which something in the column ends. */
function nextBottom({ fixed, passed, bottom }: Column, row: number): number {
	return Math.min(fixed[passed]?.bottom ?? Infinity, bottom > row ? bottom : Infinity);
}

/** Returns `row` where the column is free for this height, or else the end of what takes it. */
function freeRow({ fixed, passed, bottom }: Column, row: number, height: number): number {
	const next = fixed[passed];
	return Math.max(row, bottom, next !== undefined && next.top < row + height ? next.bottom : row);
}

function range(first: number, last: number): number[] {
	return Array.from({ length: Math.floor(last) - first + 1 }, (_, index) => first + index);
}
