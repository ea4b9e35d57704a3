import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { innerFields } from '../../../nodes/engine/parameters/properties';
import { objectBody } from '../../../nodes/engine/request';
import { problems, sentences } from '../management/context';
import { planOf } from './plans';

const updateDashboard = dashboard.operations.update;

/** The neutral API refuses reads of dashboards, so nothing was read. */
const plan = (parameters: ParameterValues) =>
	planOf(updateDashboard, { dashboardId: 'd1', updateMode: 'replace', ...parameters }, 404);

function tilesOf(parameters: ParameterValues): unknown {
	const { request, issues } = plan(parameters);
	expect(problems(issues)).toEqual([]);
	return objectBody(request).tiles;
}

const issuesOf = (parameters: ParameterValues) => problems(plan(parameters).issues);

/** The rows make a chart of the neutral contract. */
const rows = (...values: JsonObject[]): ParameterValues => ({
	dashboardInput: 'fields',
	name: 'S',
	tags: '',
	tiles: { values: values.map((row) => ({ chart: 'series', ...row })) },
});
const seriesRow = (...values: JsonObject[]) => rows({ name: 'A', series: { values } });
const list = (tilesList: unknown): ParameterValues => ({
	dashboardInput: 'list',
	name: 'S',
	tilesList,
});
const json = (dashboardJson: unknown): ParameterValues => ({
	dashboardInput: 'json',
	dashboardJson,
});

const place = { x: 0, y: 0, w: 1, h: 1 };
const usual = { name: 'A', x: 0, y: 0, w: 12, h: 6 };
const valid = { name: 'S', tiles: [{ ...place, novel: null }], tags: [], extra: 1 };
const sourced = { type: 'number', sourceId: 's', aggFn: 'avg' };

describe('Dashboard → Update (tiles, fields)', () => {
	it('gives a tile without a size the default size', () => {
		const empty = { name: 'A', id: '', x: '', y: '', w: '', h: '' };
		expect(tilesOf(rows(empty))).toEqual([{ ...usual, series: [] }]);
		const placed = { name: 'A', ...place };
		expect(tilesOf(rows({ id: ' t1 ', ...placed }))).toEqual([{ id: 't1', ...placed, series: [] }]);
	});

	it("sends a series' field only if it is aggregated", () => {
		const count = { ...sourced, aggFn: 'count' };
		const sentOf = (row: JsonObject) => tilesOf(seriesRow(row));
		expect(sentOf({ ...count, field: 'stale' })).toEqual([{ ...usual, series: [count] }]);
		const average = { ...sourced, field: 'a' };
		expect(sentOf(average)).toEqual([{ ...usual, series: [average] }]);
		const neutral = { type: 'number', aggFn: 'avg' };
		expect(sentOf({ ...neutral, field: '' })).toEqual([{ ...usual, series: [neutral] }]);
		expect(issuesOf(seriesRow({ ...sourced, field: '' }))).toEqual([
			'tiles.0.series.0.field is needed for',
		]);
	});

	it.each([
		{ groupBy: '', sent: [] },
		{ groupBy: ['a', { b: 1 }], sent: ['a', { b: 1 }] },
	])('groups a line by $groupBy as $sent', ({ groupBy, sent }) => {
		const line = { type: 'time', sourceId: 's', groupBy };
		const number = { ...sourced, field: 'a' };
		expect(tilesOf(seriesRow(line, { ...number, groupBy: 'stale' }))).toEqual([
			{ ...usual, series: [{ ...line, groupBy: sent }, number] },
		]);
	});

	it("adds a tile's Additional Fields (JSON), which its fields override", () => {
		const additionalMembers = { color: { a: 1 }, name: 'B', w: 3 };
		expect(tilesOf(rows({ name: 'A', additionalMembers }))).toEqual([
			{ ...usual, color: { a: 1 }, w: 3, series: [] },
		]);
		const more = { additionalMembers: { sourceId: 's', type: 'number' }, type: 'time' };
		expect(tilesOf(seriesRow(more))).toEqual([
			{ ...usual, series: [{ type: 'time', sourceId: 's', groupBy: [] }] },
		]);
	});

	it("doesn't send series next to a config from JSON", () => {
		const additionalMembers = { config: { a: 1 } };
		const row = { name: 'A', ...place, asRatio: true, series: { values: [{}] }, additionalMembers };
		expect(tilesOf(rows(row))).toEqual([{ name: 'A', ...place, ...additionalMembers }]);
	});

	it.each([undefined, null, '', ' , ', []])('removes all tags if Tags is %j', (tags) => {
		expect(plan({ ...rows({}), tags }).request.body).toHaveProperty('tags', []);
	});

	it('requires Allow Empty Dashboard for a dashboard without tiles', () => {
		const options = { allowEmpty: true };
		for (const empty of [rows(), { ...rows(), tiles: {} }, json({ name: 'S', tiles: [] })]) {
			expect(issuesOf(empty)).toEqual(['tiles is empty, so']);
			expect(tilesOf({ ...empty, options })).toEqual([]);
		}
	});

	it.each([
		{ tiles: 'all', issue: "tiles can't be read" },
		{ tiles: [{ name: 'A', chart: 'series' }], issue: "tiles can't be read" },
		{ tiles: { values: [{}, 'none'] }, issue: "tiles can't be read" },
		{
			tiles: { values: [{ chart: 'series', series: [{}] }] },
			issue: "tiles.0.series can't be read",
		},
	])('rejects unreadable tiles: $tiles', ({ tiles, issue }) => {
		expect(issuesOf({ ...rows(), tiles })).toContain(issue);
	});

	it.each([
		{ row: { x: Infinity, y: 0 }, issue: 'tiles.1.x must be a' },
		{ row: { id: 't2', y: 0 }, issue: 'tiles.1 has an ID' },
		{ row: { id: 't1 ', ...place }, issue: 'tiles.1.id is "t1", the' },
		{ row: { additionalMembers: '[]' }, issue: 'tiles.1.additionalMembers contains a list,' },
		{
			row: { series: { values: [{ type: 'time', groupBy: { a: 1 } }] } },
			issue: 'tiles.1.series.0.groupBy must be a',
		},
		{
			row: { series: { values: [{ additionalMembers: '{' }] } },
			issue: "tiles.1.series.0.additionalMembers isn't valid JSON",
		},
	])('rejects a tile row with an invalid value: $row', ({ row, issue }) => {
		expect(issuesOf(rows({ id: 't1', ...place }, row))).toEqual([issue]);
	});

	it("leaves a tile's fields unmarked, so a new row isn't red", () => {
		const tileFields = updateDashboard.properties.filter(({ name }) => name === 'tiles');
		expect(tileFields).toHaveLength(1);
		const isShown = ({ displayOptions }: INodeProperties) =>
			displayOptions?.show?.['/operation']?.includes('update') ?? true;
		const shownFields = tileFields.flatMap((field) => innerFields(field)).filter(isShown);
		expect(shownFields.map(({ name }) => name)).toContain('sourceId');
		expect(JSON.stringify(shownFields)).not.toContain('"required":true');
	});

	it("names a tile's field by its label", () => {
		const { issues } = plan(seriesRow({}, { where: 7 }));
		expect(sentences(issues, updateDashboard)[0]).toMatch(/^Tile 1, Series 2, Where /);
	});

	it('identifies an item also by Update Mode and Removed Tiles', () => {
		const identityOf = (more: ParameterValues) => plan({ ...rows({}), ...more }).identity;
		expect(
			[{ tilesToRemove: [] }, { updateMode: 'merge', tilesToRemove: 'a,b' }].map(identityOf),
		).toEqual([{ updateMode: 'replace' }, { updateMode: 'merge', tilesToRemove: ['a', 'b'] }]);
	});

	it('requires a dashboard ID and a name', () => {
		expect(issuesOf({ ...rows({}), name: '', dashboardId: ' ' })).toEqual([
			'dashboardId is empty',
			'name is empty',
		]);
	});
});

describe('Dashboard → Update (stored tile that ClickStack refuses)', () => {
	const config = { displayType: 'line', select: [{ aggFn: 'avg', valueExpression: '' }] };
	const record = {
		name: 'S',
		tiles: [
			{ id: 't1', name: 'Average', ...place, config },
			{ id: 't2', name: 'B', ...place, config: { displayType: 'markdown' } },
		],
	};
	const changed = (parameters: ParameterValues) =>
		planOf(updateDashboard, { dashboardId: 'd1', updateMode: 'merge', ...parameters }, record);
	const tiles = (row: JsonObject) => ({ dashboardInput: 'fields', tiles: { values: [row] } });

	it.each([
		tiles({ name: 'B', markdown: 'x' }),
		tiles({ name: 'Average', w: 6 }),
		json({ name: 'T' }),
	])('reports the refused stored tile after the update %j', (parameters) => {
		expect(sentences(changed(parameters).issues)).toEqual([
			expect.stringContaining('the stored tile "Average"'),
		]);
	});

	it.each([
		tiles({ name: 'Average', valueExpression: 'Duration' }),
		tiles({ name: 'Average', aggFn: 'count' }),
		{ dashboardInput: 'fields', tilesToRemove: 'Average' },
	])('corrects or removes the tile %j', (parameters) => {
		expect(changed(parameters).issues).toEqual([]);
	});

	const chartless = { name: 'S', tiles: [{ id: 't1', name: 'Errors', ...place }] };
	const onChartless = (parameters: ParameterValues) =>
		planOf(updateDashboard, { dashboardId: 'd1', updateMode: 'merge', ...parameters }, chartless);

	it.each([json({ name: 'T' }), tiles({ name: 'B', markdown: 'x', chart: 'markdown' })])(
		'reports a returned tile without a chart: %j',
		(parameters) => {
			expect(sentences(onChartless(parameters).issues)).toEqual([
				expect.stringContaining('the stored tile "Errors". The API returned it without a chart'),
			]);
		},
	);

	it.each([
		json({ tiles: [{ id: 't1', config: { displayType: 'markdown' } }] }),
		{ dashboardInput: 'fields', tilesToRemove: 'Errors', options: { allowEmpty: true } },
	])('completes or removes a returned tile without a chart: %j', (parameters) => {
		expect(onChartless(parameters).issues).toEqual([]);
	});
});

describe('Dashboard → Update (tiles, list)', () => {
	it('sends the list unchanged, with a position for each new tile', () => {
		const kept = { id: 't1', config: {} };
		const placed = { x: 3, y: 0, w: 4, h: 2 };
		expect(tilesOf(list([kept, placed]))).toEqual([kept, placed]);
		expect(tilesOf(list([placed, {}]))).toEqual([placed, { x: 7, y: 0, w: 12, h: 6 }]);
	});

	it.each(['Errors level:error', '[{ "name": "Errors" }', { name: 'E' }, 7])(
		"rejects %j, which isn't a list",
		(tiles) => {
			expect(issuesOf(list(tiles))).toEqual(["tiles isn't a list"]);
		},
	);

	it.each(['[]', '', undefined, null, []])('rejects the empty value %j', (tiles) => {
		expect(issuesOf(list(tiles))).toEqual(['tiles is empty, so']);
	});

	it('rejects text with a number that JavaScript would round', () => {
		const tiles = (limit: string) => list(`[{ "name": "Errors", "limit": ${limit} }]`);
		expect(issuesOf(tiles('12345678901234567890'))).toEqual([
			'tiles contains 12345678901234567890, which',
		]);
		expect(issuesOf(tiles('"12345678901234567890"'))).toEqual([]);
	});

	it("reports each tile that isn't an object", () => {
		expect(issuesOf(list(['Errors', {}, null]))).toEqual([
			"tiles.0 isn't a JSON",
			"tiles.2 isn't a JSON",
		]);
	});
});

describe('Dashboard → Update (JSON)', () => {
	it("accepts nulls and the dashboard's own ID", () => {
		const EMPTY = { name: null, x: null, y: null, w: null, h: null, asRatio: null, series: null };
		const body = { ...valid, id: 'D1', tags: null, tiles: [{ id: 't1', ...EMPTY }] };
		const { issues, request } = plan(json(JSON.stringify(body)));
		expect(issues).toEqual([]);
		expect({ ...objectBody(request), id: 'D1', tags: null }).toEqual(body);
		expect(objectBody(request).tags).toEqual([]);
	});

	it("removes a number chart's empty groups", () => {
		const time = { type: 'time', groupBy: [] };
		const series = [{ type: 'number', groupBy: [] }, time];
		const sent = [{ id: 't1', series: [{ type: 'number' }, time] }];
		expect(tilesOf(json({ ...valid, tiles: [{ id: 't1', series }] }))).toEqual(sent);
		expect(tilesOf(list([{ id: 't1', series }]))).toEqual(sent);
	});

	it.each([
		{ body: { ...valid, id: 'other' }, issues: ['dashboardJson belongs to the'] },
		{ body: { data: valid }, issues: ['dashboardJson is a complete'] },
		{ body: { status: 200, result: valid }, issues: ['dashboardJson is a complete'] },
		{
			body: { ...valid, tiles: [{ x: Infinity, y: 0 }] },
			issues: ['dashboardJson contains a number'],
		},
		{ body: { name: 'S', tags: [] }, issues: ['tiles is missing'] },
		{
			body: { ...valid, tiles: [{ series: [{ type: 'number', groupBy: ['a'] }] }] },
			issues: ["tiles.0.series.0.groupBy doesn't apply to"],
		},
		{
			body: { ...valid, tiles: [{ id: 'a' }, { id: 'a' }, { id: 'b' }, { id: 'a' }] },
			issues: ['tiles.1.id is "a", the', 'tiles.3.id is "a", the'],
		},
		{ body: '{"name": tru}', issues: ["dashboardJson isn't valid JSON"] },
	])('rejects the definition $body', ({ body, issues }) => {
		expect(issuesOf(json(body))).toEqual(issues);
	});
});

describe('Dashboard → Update (hints)', () => {
	function hintsOn(parameters: ParameterValues): string[] {
		const { issues, hints } = plan(parameters);
		expect(problems(issues)).toEqual([]);
		expect(hints.at(-1)).toMatch(/^The API didn't return the dashboard's tiles/);
		return hints.slice(0, -1);
	}

	it('lists keys that the API might not know', () => {
		const tiles = [{ config: {}, series: [{ sourceId: 's', color: 'red' }] }];
		expect(hintsOn(json({ ...valid, tiles, filters: [], refresh: 5 }))).toEqual([
			expect.stringMatching(/^"tiles\.0\.series\.0\.color", "extra", and "refresh" aren't in /),
		]);
		const known = { config: {}, containerId: 'c', tabId: 't' };
		expect(hintsOn(json({ name: 'S', savedQuery: null, tiles: [known] }))).toEqual([]);
	});

	it('reports tiles without a chart or a source', () => {
		const chart = expect.stringMatching(/chart .*Tile 1\.$/) as string;
		const misspelled = expect.stringMatching(/^"tiles\.0\.serie" is/) as string;
		expect(hintsOn(list([{ serie: [] }]))).toEqual([misspelled, chart]);
		expect(hintsOn(list([{ series: [{ type: 'time', sourceId: 's' }] }]))).toEqual([]);
		const source = expect.stringMatching(/Source .* Tile 2\.$/) as string;
		const row = { id: 't1', ...place, series: { values: [{ type: 'time' }] } };
		expect(hintsOn(rows({}, row))).toEqual([source, chart]);
	});

	it('lists rows whose series a config from JSON replaces', () => {
		const additionalMembers = { config: { a: 1 } };
		const row = { id: 't1', ...place, additionalMembers };
		const replaced = expect.stringMatching(/^Tile 2 has "config"/) as string;
		const chart = expect.stringMatching(/Tile 1\.$/) as string;
		for (const own of [{ asRatio: true }, { series: { values: [{ type: 'time' }] } }]) {
			expect(hintsOn(rows({}, { ...row, ...own }))).toEqual([replaced, chart]);
		}
		expect(hintsOn(rows({}, row))).toEqual([chart]);
	});

	const hintAfter = (sent: object[], tiles: IDataObject[] | string | undefined) => {
		const { request } = plan(json({ name: 'S', tiles: sent, tags: [] }));
		return updateDashboard.output?.successHint?.({ id: 'd1', tiles }, request, String);
	};

	it('lists up to ten IDs of new tiles', () => {
		const kept = { id: 't1', name: 'Errors' };
		expect(hintAfter([kept, { name: 'Orders' }], [kept, { id: 't2', name: 'Orders' }])).toMatch(
			/^Created 1 tile: "Orders" \(t2\)\.$/,
		);
		const many = Array.from({ length: 12 }, (_, index) => ({ id: `t${String(index)}` }));
		const named = many.map(() => ({ name: 'A' }));
		expect(hintAfter(named, many)).toMatch(
			/^Created 12 tiles: unnamed \(t0\), .*unnamed \(t9\) and 2 more\. /,
		);
		for (const tiles of [[{ id: 't1' }], [{ name: 'without an ID' }], 'none', undefined]) {
			expect(hintAfter([{ id: 't1' }], tiles)).toBeUndefined();
		}
	});
});

it("Dashboard → Update names a value's tile by its place beside an unreadable tile", () => {
	const config = { displayType: 'line', sourceId: 's', select: [{ aggFn: 'sum' }] };
	const found = issuesOf(json({ name: 'S', tiles: ['unreadable', { name: 'B', config }] }));
	expect(found.join()).toContain('tiles.1.config.select.0.valueExpression');
});
