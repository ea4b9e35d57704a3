import * as fc from 'fast-check';

import type { JsonObject } from '../../../nodes/core/json';
import { GRID_WIDTH } from '../../../nodes/CloudDashboard/actions/dashboard/grid';
import { layOutTiles } from '../../../nodes/CloudDashboard/actions/dashboard/layout';
import { growth, MAX_GROWTH } from '../../growth';

function rectangles(tiles: readonly JsonObject[]) {
	return tiles.map(({ x, y, w, h }) => ({
		x: Number(x),
		y: Number(y),
		w: Number(w),
		h: Number(h),
	}));
}

function overlaps(tiles: readonly JsonObject[], from = 0): boolean {
	const places = rectangles(tiles);
	return places.some((one, index) =>
		places.some(
			(other, otherIndex) =>
				otherIndex > index &&
				otherIndex >= from &&
				one.x < other.x + other.w &&
				other.x < one.x + one.w &&
				one.y < other.y + other.h &&
				other.y < one.y + one.h,
		),
	);
}

describe('layout of tiles', () => {
	it('puts two default tiles side by side and the third below', () => {
		expect(rectangles(layOutTiles([{}, {}, {}]))).toEqual([
			{ x: 0, y: 0, w: 12, h: 6 },
			{ x: 12, y: 0, w: 12, h: 6 },
			{ x: 0, y: 6, w: 12, h: 6 },
		]);
	});

	it('keeps given positions and flows around them', () => {
		const tiles = layOutTiles([{ name: 'new' }, { x: 0, y: 0, w: 24, h: 2 }]);
		expect(rectangles(tiles)).toEqual([
			{ x: 0, y: 2, w: 12, h: 6 },
			{ x: 0, y: 0, w: 24, h: 2 },
		]);
	});

	it('keeps a lone x as the column and a lone y as the first row', () => {
		expect(rectangles(layOutTiles([{ x: 6 }, { y: 3, w: 6, h: 1 }]))).toEqual([
			{ x: 6, y: 0, w: 12, h: 6 },
			{ x: 18, y: 3, w: 6, h: 1 },
		]);
	});

	it('leaves the rows above a tile with a position empty', () => {
		const tiles = layOutTiles([{ x: 0, y: 20, w: 24, h: 2 }, {}]);
		expect(rectangles(tiles).at(1)).toEqual({ x: 0, y: 22, w: 12, h: 6 });
	});

	it('gives a placed tile without a size the usual one', () => {
		expect(
			layOutTiles([
				{ x: 3, y: 2, w: 4 },
				{ x: 0, y: 9 },
			]),
		).toEqual([
			{ x: 3, y: 2, w: 4, h: 6 },
			{ x: 0, y: 9, w: 12, h: 6 },
		]);
	});

	it('leaves tiles with an ID as they are, and flows around those whose position is given', () => {
		const kept = [
			{ id: 'a' },
			{ id: 'b', x: 0 },
			{ id: 'c', x: 0, y: 0, w: 24 },
			{ id: 'd', w: 3 },
		];
		expect(layOutTiles([...kept, { id: '' }, { id: null }])).toEqual([
			...kept,
			{ id: '', x: 0, y: 6, w: 12, h: 6 },
			{ id: null, x: 12, y: 6, w: 12, h: 6 },
		]);
	});

	it('finds a place after a tile without height', () => {
		const tiles = layOutTiles([
			{ w: 12, h: 0 },
			{ x: 12, w: 12, h: 0 },
			{ w: 24, h: 1 },
		]);
		expect(rectangles(tiles).at(2)).toEqual({ x: 0, y: 0, w: 24, h: 1 });
		const inColumn = layOutTiles([{ h: 0 }, { x: 12, h: 0 }, { x: 2 }]);
		expect(rectangles(inColumn).at(2)).toEqual({ x: 2, y: 0, w: 12, h: 6 });
	});

	it('leaves invalid positions to the check', () => {
		expect(layOutTiles([{ x: 'left' }, { w: 'wide' }])).toEqual([{ x: 'left' }, { w: 'wide' }]);
	});

	it('never overlaps, stays on the grid and keeps the order', () => {
		const size = fc.record(
			{ w: fc.integer({ min: 1, max: GRID_WIDTH }), h: fc.integer({ min: 1, max: 20 }) },
			{ requiredKeys: [] },
		);
		const placed = fc.option(
			fc.record({
				x: fc.nat(23),
				y: fc.nat(40),
				w: fc.integer({ min: 1, max: 24 }),
				h: fc.integer({ min: 1, max: 9 }),
			}),
			{ nil: undefined },
		);
		fc.assert(
			fc.property(fc.array(size, { maxLength: 25 }), placed, (open, fixed) => {
				const tiles = layOutTiles(fixed === undefined ? open : [fixed, ...open]);
				expect(overlaps(tiles)).toBe(false);
				const flowing = rectangles(tiles).slice(fixed === undefined ? 0 : 1);
				for (const { x, w } of flowing) expect(x + w).toBeLessThanOrEqual(GRID_WIDTH);
				flowing.slice(1).forEach((place, index) => {
					const before = flowing[index];
					expect(place.y).toBeGreaterThanOrEqual(before?.y ?? 0);
				});
			}),
			{ seed: 20_261, numRuns: 300 },
		);
	});

	it('places a tile with a row alone in that row or below, never above the tile before it', () => {
		const tiles = layOutTiles([{ w: 24 }, { w: 24 }, { y: 0, w: 2, h: 1 }, { y: 40 }]);
		expect(rectangles(tiles).slice(2)).toEqual([
			{ x: 0, y: 12, w: 2, h: 1 },
			{ x: 0, y: 40, w: 12, h: 6 },
		]);
	});

	it('goes on below the last row where no room is left next to it', () => {
		const tiles = layOutTiles([
			{ x: 12 },
			{ w: 12, h: 2 },
			{ x: 40, y: 0, w: 2 },
			{ x: 50, w: 99 },
		]);
		expect(rectangles(tiles)).toEqual([
			{ x: 12, y: 0, w: 12, h: 6 },
			{ x: 0, y: 6, w: 12, h: 2 },
			{ x: 40, y: 0, w: 2, h: 6 },
			{ x: 50, y: 6, w: 99, h: 6 },
		]);
	});

	it('takes a time that grows with the number of tiles, also of fractional ones all over the grid', async () => {
		// Where the others are so wide, the first finds its row below all of them, and the next go on from there.
		const scattered = (count: number) =>
			Array.from({ length: count }, (_, index) =>
				index % 2 === 0
					? { w: 24, h: 1 }
					: { x: (index * 7.3) % 24, y: index * 0.37, w: 0.3, h: 0.2 },
			);
		expect(await growth<JsonObject[]>(2000, scattered, layOutTiles)).toBeLessThan(MAX_GROWTH);
	});
});
