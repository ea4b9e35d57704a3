import { mergeTiles } from '../../../nodes/CloudDashboard/actions/dashboard/merge';
import { updateDashboard } from '../../../nodes/CloudDashboard/actions/dashboard/update.operation';
import type { JsonObject } from '../../../nodes/core/json';
import { codes, contextOf } from '../management/context';

const place = { x: 8, y: 2, w: 4, h: 3 };
const old = (id: string, name: string): JsonObject => ({ id, name, ...place });

describe('mergeTiles', () => {
	const [A1, A2, B1] = [old('1', 'A'), old('2', 'A'), old('1', 'B')];

	it.each<[string, JsonObject[], JsonObject[], JsonObject[]]>([
		['takes over ID and position by name', [{ name: 'A' }], [A1], [A1]],
		['keeps a position of its own', [{ name: 'A', x: 0 }], [A1], [{ ...A1, x: 0 }]],
		['takes a position by ID, whatever the name', [{ id: '1', name: 'B' }], [A1], [B1]],
		['leaves an unknown name new', [{ name: 'B' }], [A1], [{ name: 'B' }]],
		['leaves an unknown ID alone', [{ id: '9', name: 'A' }], [], [{ id: '9', name: 'A' }]],
		['gives no ID twice', [{ id: '1', name: 'B' }, { name: 'A' }], [A1], [B1, { name: 'A' }]],
		['replaces an empty ID', [{ id: '', name: 'A' }], [A1], [A1]],
		['finds the one that is left of two', [A1, { name: 'A' }], [A1, A2], [A1, A2]],
	])('%s', (_name, tiles, current, merged) => {
		expect(mergeTiles(tiles, current)).toEqual({ tiles: merged, issues: [] });
	});

	it.each<[string, JsonObject[], JsonObject[], string[]]>([
		['two tiles of the dashboard', [{ name: 'A' }], [old('1', 'A'), old('2', 'A')], ['tiles.0']],
		['two new tiles', [{ name: 'A' }, { name: 'A' }], [old('1', 'A')], ['tiles.0', 'tiles.1']],
	])('calls a name of %s ambiguous', (_name, tiles, current, paths) => {
		const { issues } = mergeTiles(tiles, current);
		expect(codes(issues)).toEqual(paths.map((path) => `${path} ambiguousTile`));
	});
});

describe('an update with the current dashboard', () => {
	const current = { id: 'd1', name: 'Shop', tiles: [old('1', 'A'), old('2', 'B'), old('3', 'C')] };
	const parameters = (tiles: JsonObject[], currentDashboard: unknown = current) => ({
		dashboardId: 'd1',
		dashboardInput: 'json',
		currentDashboard,
		dashboardJson: { name: 'Shop', tiles },
	});
	const tiles = [{ name: 'A', ...place }, { name: 'B', x: 0 }, { name: 'New' }];

	it.each([current, JSON.stringify(current), { data: current }])(
		'keeps IDs and positions, and lays new tiles out around them',
		(given) => {
			const { request, issues, hints } = updateDashboard.plan(
				parameters(tiles, given),
				contextOf(),
			);
			expect(issues).toEqual([]);
			expect(hints).toMatchObject(
				[/in Tile 1, Tile 2, Tile 3\.$/, /PromQL/].map((one): unknown =>
					expect.stringMatching(one),
				),
			);
			expect(request.body).toMatchObject({
				tiles: [
					{ id: '1', ...place },
					{ id: '2', ...place, x: 0 },
					{ name: 'New', x: 12, y: 0 },
				],
			});
		},
	);

	it('says which tiles are added, changed and removed', () => {
		const given = parameters(tiles);
		const { request } = updateDashboard.plan(given, contextOf());
		const summary = updateDashboard
			.summarize?.(request, given)
			.replace(/[\u{E000}-\u{E001}]/gu, "'");
		expect(summary).toBe(
			"Replace dashboard d1 with 'Shop': 3 tiles; added: 'New'; changed: 'B'; removed with their alerts: 'C'",
		);
	});

	it.each<[unknown, string]>([
		['{', 'currentDashboard jsonInvalid'],
		[{ ...current, id: 'd2' }, 'currentDashboard otherCurrent'],
		[{ id: 'd1' }, 'currentDashboard noCurrentTiles'],
	])('refuses %j', (given, issue) => {
		const { issues } = updateDashboard.plan(parameters([{ name: 'A' }], given), contextOf());
		expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual([issue]);
	});

	it('leaves tiles that are no objects to the check', () => {
		const { issues } = updateDashboard.plan(
			{ ...parameters([]), dashboardJson: { name: 'S', tiles: [1] } },
			contextOf(),
		);
		expect(codes(issues)).toEqual(['tiles.0 wrongType']);
	});
});
