import * as fc from 'fast-check';

import type { JsonObject } from '../../../nodes/engine/json';
import { layOutTiles } from '../../../nodes/CloudDashboard/resources/dashboard/layout';
import { BOUNDS } from '../../../nodes/CloudDashboard/resources/dashboard/tiles';
import { growth, MAX_GROWTH } from '../../growth';

const [, GRID_WIDTH] = BOUNDS.w;

function rectangles(tiles: readonly JsonObject[]) {
	return tiles.map((tile) => ({
		x: Number(tile.x),
		y: Number(tile.y),
		w: Number(tile.w),
		h: Number(tile.h),
	}));
}

function overlaps(tiles: readonly JsonObject[]): boolean {
	const places = rectangles(tiles);
	return places.some((one, index) =>
		places.some(
			(other, otherIndex) =>
				otherIndex > index &&
				one.x < other.x + other.w &&
				other.x < one.x + one.w &&
				one.y < other.y + other.h &&
				other.y < one.y + one.h,
		),
	);
}

describe('layOutTiles', () => {
	const at = (x: number, y: number, w = 12, h = 6) => ({ x, y, w, h });
	const kept = [{ id: 'a' }, { id: 'b', x: 0 }, { id: 'c', x: 0, y: 0, w: 24 }, { id: 'd', w: 3 }];
	const full = [{ x: 12 }, { w: 12, h: 2 }, { x: 40, y: 0, w: 2 }, { x: 50, w: 99 }];

	it.each([
		{
			name: 'flows new tiles around placed tiles',
			tiles: [{}, at(0, 0, 24, 2)],
			expected: [at(0, 2), at(0, 0, 24, 2)],
		},
		{
			name: 'keeps tiles with an ID where they are',
			tiles: [...kept, { id: '' }, { id: null }],
			expected: [...kept, { id: '', ...at(0, 6) }, { id: null, ...at(12, 6) }],
		},
		{
			name: 'continues below if no room is left',
			tiles: full,
			expected: [at(12, 0), at(0, 6, 12, 2), at(40, 0, 2), at(50, 6, 99)],
		},
	])('$name', ({ tiles, expected }) => {
		expect(layOutTiles(tiles)).toEqual(expected);
	});

	it("keeps the tiles' order without overlaps or tiles off the grid", () => {
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
			{ seed: 20_261, numRuns: 100 },
		);
	});

	it('needs linear time for fractional tiles all over the grid', async () => {
		// With other tiles this wide, the first tile's row is below all of them, and the next tiles continue there.
		const scattered = (count: number) =>
			Array.from({ length: count }, (_, index) =>
				index % 2 === 0
					? { w: 24, h: 1 }
					: { x: (index * 7.3) % 24, y: index * 0.37, w: 0.3, h: 0.2 },
			);
		expect(await growth<JsonObject[]>(300, scattered, layOutTiles)).toBeLessThan(MAX_GROWTH);
	});
});
