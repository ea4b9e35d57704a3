import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import {
	matchTiles,
	placeTiles,
	mergeTiles,
	withoutOwnName,
} from '../../../nodes/CloudDashboard/resources/dashboard/merge';
import type { JsonObject } from '../../../nodes/engine/json';
import { growth, MAX_GROWTH } from '../../growth';
import { issuesOf, planOf, summaryFor } from './plans';

const updateDashboard = dashboard.operations.update;

const place = { x: 8, y: 2, w: 4, h: 3 };
const old = (id: string, name: string): JsonObject => ({ id, name, ...place });

describe('placeTiles', () => {
	const [A1, A2, B1] = [old('1', 'A'), old('2', 'A'), old('1', 'B')];

	it.each([
		{
			name: 'places a tile by its ID, whatever its name',
			tiles: [{ id: '1', name: 'B' }],
			current: [A1],
			merged: [B1],
		},
		{
			name: 'assigns no ID twice',
			tiles: [{ id: '1', name: 'B' }, { name: 'A' }],
			current: [A1],
			merged: [B1, { name: 'A' }],
		},
		{
			name: 'replaces an empty ID',
			tiles: [{ id: '', name: 'A' }],
			current: [A1],
			merged: [A1],
		},
		{
			name: 'matches the remaining tile of two with the same name',
			tiles: [A1, { name: 'A' }],
			current: [A1, A2],
			merged: [A1, A2],
		},
	])('$name', ({ tiles, current, merged }) => {
		expect(placeTiles(tiles, current)).toEqual({ value: merged, issues: [] });
	});
});

it('Dashboard → Update (Replace, list) places a tile whose position an expression left missing', () => {
	const config = { displayType: 'line', groupBy: undefined };
	const parameters = {
		dashboardId: 'd1',
		dashboardInput: 'list',
		updateMode: 'replace',
		name: 'Shop',
		tilesList: [{ name: 'A', x: undefined, y: undefined, config }],
	};
	const { request } = planOf(updateDashboard, parameters, { id: 'd1', tiles: [old('1', 'A')] });
	expect(request.body).toStrictEqual({
		name: 'Shop',
		tags: [],
		tiles: [{ ...old('1', 'A'), config: { displayType: 'line' } }],
	});
});

it.each<{ key: string; entered: (tile: JsonObject) => JsonObject }>([
	{ key: 'name', entered: ({ name }) => ({ name }) },
	{ key: 'ID', entered: ({ id }) => ({ id }) },
])('matches tiles by $key in linear time', async ({ entered }) => {
	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => old(`id${String(index)}`, `T${String(index)}`));
	const both = (count: number) => ({ tiles: many(count).map(entered), current: many(count) });
	const match = ({ tiles, current }: ReturnType<typeof both>) => matchTiles(tiles, current);
	expect(await growth(1000, both, match)).toBeLessThan(MAX_GROWTH);
});

it("reads stored tiles' names once for any number of new tiles", async () => {
	const stored = Array.from({ length: 100 }, (_, id) =>
		old(String(id), `${'E'.repeat(5000)} ${String(id)}`),
	);
	const newTiles = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ name: `New ${String(index)}` }));
	const merge = (tiles: JsonObject[]) => mergeTiles(tiles, stored);
	expect(await growth<JsonObject[]>(5, newTiles, merge)).toBeLessThan(0.5);
});

it('needs linear time for tiles that share a name', async () => {
	const namesakes = (count: number) => Array.from({ length: count }, () => old('1', 'A'));
	const ambiguous = (tiles: JsonObject[]) => tiles.filter(withoutOwnName(tiles));
	expect(await growth(2000, namesakes, ambiguous)).toBeLessThan(MAX_GROWTH);
});

describe('Dashboard → Update (Replace, JSON)', () => {
	const current = { id: 'd1', name: 'Shop', tiles: [old('1', 'A'), old('2', 'B'), old('3', 'C')] };
	const parameters = (tiles: unknown[]) => ({
		dashboardId: 'd1',
		dashboardInput: 'json',
		updateMode: 'replace',
		dashboardJson: { name: 'Shop', tiles },
	});
	const tiles = [{ name: 'A', ...place }, { name: 'B', x: 0 }, { name: 'New' }];

	it('names each repeated ID once per repetition, and no empty or missing ID', () => {
		const ids = ['1', '', '1', undefined, '2', '', undefined, '1'];
		const entered = ids.map((id) => ({ id, name: 'A', ...place }));
		const { issues } = planOf(updateDashboard, parameters(entered), current);
		expect(
			JSON.stringify(issues).match(/tiles\.\d\.id[^.]*the ID of an earlier tile/g),
		).toHaveLength(2);
	});

	it('lays out new tiles around the kept positions', () => {
		const { request, issues, hints } = planOf(updateDashboard, parameters(tiles), current);
		expect(issues).toEqual([]);
		expect(hints).toEqual([
			expect.stringMatching(/in Tile 1 \("A"\), Tile 2 \("B"\), Tile 3 \("New"\)\.$/),
		]);
		expect(request.body).toMatchObject({
			tiles: [
				{ id: '1', ...place },
				{ id: '2', ...place, x: 0 },
				{ name: 'New', x: 12, y: 0 },
			],
		});
	});

	it('checks everything except positions before the read', () => {
		expect(issuesOf(updateDashboard, parameters([1]))).toEqual(['tiles.0 must be an']);
		expect(issuesOf(updateDashboard, parameters([{ id: '1', name: 'A' }]))).toEqual([]);
	});

	it("reports tiles that aren't objects", () => {
		expect(issuesOf(updateDashboard, parameters([1]), current)).toEqual(['tiles.0 must be an']);
	});

	const TAB = { containerId: 'c', tabId: 't' };
	const inTab = { ...current, tiles: [{ ...old('1', 'A'), ...TAB }] };

	it.each([
		{ name: 'no list of containers', containers: undefined, kept: TAB },
		{
			name: 'its container and its tab',
			containers: [{ id: 'b' }, { id: 'c', tabs: [{ id: 't' }] }],
			kept: TAB,
		},
		{
			name: 'its container with another tab',
			containers: [{ id: 'c', tabs: [{ id: 'other' }] }],
			kept: { containerId: 'c' },
		},
		{
			name: 'its container without tabs',
			containers: [{ id: 'c' }],
			kept: { containerId: 'c' },
		},
		{ name: 'an empty list of containers', containers: [], kept: {} },
	])('keeps $kept of a tile if the update has $name', ({ containers, kept }) => {
		const dashboardJson = { name: 'Shop', containers, tiles: [{ name: 'A' }] };
		const given = { ...parameters([]), dashboardJson };
		const { request } = planOf(updateDashboard, given, inTab);
		expect(request.body).toHaveProperty('tiles', [{ ...old('1', 'A'), ...kept }]);
	});
});

describe('Dashboard → Update (losses)', () => {
	const WATCHED = ['line', 'stacked_bar', 'number'];
	const chart = (displayType: string) => ({ config: { displayType } });
	const series = (type: string) => ({ series: [{ type, sourceId: 's' }] });
	const planAfter = (before: JsonObject, after: JsonObject) =>
		planOf(
			updateDashboard,
			{
				dashboardId: 'd1',
				dashboardInput: 'list',
				name: 'S',
				tilesList: [
					{ name: 'New', ...chart('line') },
					{ name: 'A', ...after },
				],
			},
			{ id: 'd1', tiles: [{ ...old('1', 'A'), ...before }] },
		);
	const LOST =
		'ClickStack keeps alerts only on lines, stacked bars, and numbers, so the update deletes any alerts in Tile 2 ("A").';

	it.each(WATCHED)("warns about alerts on a tile if it's no longer a %s", (kind) => {
		for (const after of [chart('table'), series('markdown'), chart('search')]) {
			expect(planAfter(chart(kind), after).hints).toContain(LOST);
		}
	});

	it.each([
		...WATCHED.flatMap((before) => WATCHED.map((after) => ({ before, after }))),
		{ before: 'table', after: 'search' },
		{ before: 'markdown', after: 'line' },
	])("doesn't mention alerts if a $before becomes a $after", ({ before, after }) => {
		expect(planAfter(chart(before), chart(after)).hints.join()).not.toContain('alerts only on');
	});

	it.each([
		{ name: 'a chart', before: chart('line') },
		{ name: 'a series', before: series('number') },
	])("doesn't mention alerts if $name becomes a series over time", ({ before }) => {
		expect(planAfter(before, series('time')).hints.join()).not.toContain('alerts only on');
	});

	const LONG = 'x'.repeat(80);
	const tile = (id: string, name: string, kind: string) => ({ ...old(id, name), ...chart(kind) });
	const current = {
		id: 'd1',
		name: 'Shop',
		tags: ['eu', 'old'],
		filters: [{ id: 'f1', name: 'F' }],
		tiles: [tile('1', 'A', 'line'), tile('2', 'B', 'number'), tile('3', 'C', 'line')],
	};
	const summary = (dashboardJson: JsonObject, record?: JsonObject) =>
		summaryFor(
			updateDashboard,
			{ dashboardId: 'd1', dashboardInput: 'json', updateMode: 'replace', dashboardJson },
			{ record: record ?? 404 },
		);

	it('summarizes lost values first', () => {
		const added = Array.from({ length: 20 }, (_, n) => ({ name: `${String(n)}${LONG}` }));
		const tiles = [tile('1', 'A', 'line'), tile('2', 'B', 'table'), ...added];
		expect(summary({ name: 'Shop', tiles, tags: ['eu'], filters: [] }, current)).toContain(
			'Replace dashboard d1: 22 tiles; removed with their alerts: "C"; losing any alerts: "B"; tags removed: "old"; filters removed: "F"; added: "0xxx',
		);
	});

	it('lists no losses if everything is kept', () => {
		const kept = { name: 'Shop', tiles: [...current.tiles, { name: 'New' }] };
		const whole = { ...kept, tags: current.tags, filters: current.filters };
		for (const body of [kept, whole]) {
			expect(summary(body, current)).toBe('Replace dashboard d1: 4 tiles; added: "New"');
		}
	});

	it('lists the losses that are known without a read', () => {
		const tiles = [{ id: '1' }, {}, {}];
		expect(summary({ name: 'Shop', tiles, tags: [], filters: [] })).toBe(
			'Replace dashboard d1 with "Shop": 3 tiles, 2 of them new; no Tags, no filters',
		);
		expect(summary({ name: 'Shop', tiles, tags: ['a'] })).toBe(
			'Replace dashboard d1 with "Shop": 3 tiles, 2 of them new; Tags (a)',
		);
	});
});
