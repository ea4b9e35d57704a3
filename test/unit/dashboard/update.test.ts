import type { IDataObject } from 'n8n-workflow';

import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import type { JsonObject } from '../../../nodes/engine/json';
import type { Parameters } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/request';
import { problems, sentences } from '../management/context';
import { planOf } from './plans';

const updateDashboard = dashboard.operations.update;

/** Without a read, as the neutral API refuses one. */
const plan = (parameters: Parameters) =>
	planOf(updateDashboard, { dashboardId: 'd1', updateMode: 'replace', ...parameters }, 404);

function tilesOf(parameters: Parameters): unknown {
	const { request, issues } = plan(parameters);
	expect(problems(issues)).toEqual([]);
	return objectBody(request).tiles;
}

const issuesOf = (parameters: Parameters) => problems(plan(parameters).issues);

/** The neutral contract's chart, by rows of the form. */
const rows = (...values: JsonObject[]): Parameters => ({
	dashboardInput: 'fields',
	name: 'S',
	tags: '',
	tiles: { values: values.map((row) => ({ chart: 'series', ...row })) },
});
const seriesRow = (...values: JsonObject[]) => rows({ name: 'A', series: { values } });
const list = (tilesList: unknown): Parameters => ({ dashboardInput: 'list', name: 'S', tilesList });
const json = (dashboardJson: unknown): Parameters => ({ dashboardInput: 'json', dashboardJson });

const place = { x: 0, y: 0, w: 1, h: 1 };
const usual = { name: 'A', x: 0, y: 0, w: 12, h: 6 };
const valid = { name: 'S', tiles: [{ ...place, novel: null }], tags: [], extra: 1 };
const sourced = { type: 'number', sourceId: 's', aggFn: 'avg' };

describe('the rows of an update', () => {
	it('omit what is empty, and get a place of the usual size', () => {
		const empty = { name: 'A', id: '', x: '', y: '', w: '', h: '' };
		expect(tilesOf(rows(empty))).toEqual([{ ...usual, series: [] }]);
		const placed = { name: 'A', ...place };
		expect(tilesOf(rows({ id: ' t1 ', ...placed }))).toEqual([{ id: 't1', ...placed, series: [] }]);
	});

	it('send the field of a series only if it aggregates one', () => {
		const count = { ...sourced, aggFn: 'count' };
		const sentOf = (row: JsonObject) => tilesOf(seriesRow(row));
		expect(sentOf({ ...count, field: 'stale' })).toEqual([{ ...usual, series: [count] }]);
		const average = { ...sourced, field: 'a' };
		expect(sentOf(average)).toEqual([{ ...usual, series: [average] }]);
		expect(sentOf({ ...sourced, field: '' })).toEqual([{ ...usual, series: [sourced] }]);
	});

	it.each([
		{ groupBy: '', sent: [] },
		{ groupBy: ['a', { b: 1 }], sent: ['a', { b: 1 }] },
	])('group a line by $groupBy as $sent, and a number by nothing', ({ groupBy, sent }) => {
		const line = { type: 'time', sourceId: 's', groupBy };
		const number = { ...sourced, groupBy: 'stale' };
		expect(tilesOf(seriesRow(line, number))).toEqual([
			{ ...usual, series: [{ ...line, groupBy: sent }, sourced] },
		]);
	});

	it('have keys from JSON that have no field', () => {
		const additionalMembers = { color: { a: 1 }, name: 'B', w: 3 };
		expect(tilesOf(rows({ name: 'A', additionalMembers }))).toEqual([
			{ ...usual, color: { a: 1 }, w: 3, series: [] },
		]);
		const more = { additionalMembers: { sourceId: 's', type: 'number' }, type: 'time' };
		expect(tilesOf(seriesRow(more))).toEqual([
			{ ...usual, series: [{ type: 'time', sourceId: 's', groupBy: [] }] },
		]);
	});

	it('have no series beside a config from JSON', () => {
		const additionalMembers = { config: { a: 1 } };
		const row = { name: 'A', ...place, asRatio: true, series: { values: [{}] }, additionalMembers };
		expect(tilesOf(rows(row))).toEqual([{ name: 'A', ...place, ...additionalMembers }]);
	});

	it.each([undefined, null, '', ' , ', []])('remove all tags if these are %j', (tags) => {
		expect(plan({ ...rows({}), tags }).request.body).toHaveProperty('tags', []);
	});

	it('are none only if the options allow it', () => {
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
	])('are refused as $tiles', ({ tiles, issue }) => {
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
	])('are refused with $row', ({ row, issue }) => {
		expect(issuesOf(rows({ id: 't1', ...place }, row))).toEqual([issue]);
	});

	it('are named in issues as the form does', () => {
		const { issues } = plan(seriesRow({}, { where: 7 }));
		expect(sentences(issues, updateDashboard)[0]).toMatch(/^Tile 1, Series 2, Where /);
	});

	it('need a dashboard and a name', () => {
		expect(issuesOf({ ...rows({}), name: '', dashboardId: ' ' })).toEqual([
			'dashboardId is empty',
			'name is empty',
		]);
	});
});

describe('the list of an update', () => {
	it('is sent as it is, with a place for each new tile', () => {
		const kept = { id: 't1', config: {} };
		const placed = { x: 3, y: 0, w: 4, h: 2 };
		expect(tilesOf(list([kept, placed]))).toEqual([kept, placed]);
		expect(tilesOf(list([placed, {}]))).toEqual([placed, { x: 7, y: 0, w: 12, h: 6 }]);
	});

	it.each(['Errors level:error', '[{ "name": "Errors" }', { name: 'E' }, 7])(
		'is refused as %j, which is no list',
		(tiles) => {
			expect(issuesOf(list(tiles))).toEqual(['tiles is neither a']);
		},
	);

	it.each(['[]', '', undefined, null, []])('is refused as %j, which is empty', (tiles) => {
		expect(issuesOf(list(tiles))).toEqual(['tiles is empty, so']);
	});

	it('is refused with each entry that is no object', () => {
		expect(issuesOf(list(['Errors', {}, null]))).toEqual([
			"tiles.0 isn't a JSON",
			"tiles.2 isn't a JSON",
		]);
	});
});

describe('the JSON of an update', () => {
	it('keeps null and its own ID', () => {
		const EMPTY = { name: null, x: null, y: null, w: null, h: null, asRatio: null, series: null };
		const body = { ...valid, id: 'd1', tags: null, tiles: [{ id: 't1', ...EMPTY }] };
		const { issues, request } = plan(json(JSON.stringify(body)));
		expect(issues).toEqual([]);
		expect({ ...objectBody(request), id: 'd1', tags: null }).toEqual(body);
		expect(objectBody(request).tags).toEqual([]);
	});

	it("removes empty groups from a number, as Get's output has them", () => {
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
			issues: ["tiles.0.series.0.groupBy isn't for series"],
		},
		{
			body: { ...valid, tiles: [{ id: 'a' }, { id: 'a' }, { id: 'b' }, { id: 'a' }] },
			issues: ['tiles.1.id is "a", the', 'tiles.3.id is "a", the'],
		},
		{ body: '{"name": tru}', issues: ["dashboardJson isn't valid JSON"] },
	])('is refused as $body', ({ body, issues }) => {
		expect(issuesOf(json(body))).toEqual(issues);
	});
});

describe('a hint on an update', () => {
	function hintsOn(parameters: Parameters): string[] {
		const { issues, hints = [] } = plan(parameters);
		expect(problems(issues)).toEqual([]);
		expect(hints.at(-1)).toMatch(/^The API refused to return the dashboard/);
		return hints.slice(0, -1);
	}

	it('names keys that the API might not know', () => {
		const tiles = [{ config: {}, series: [{ sourceId: 's', color: 'red' }] }];
		expect(hintsOn(json({ ...valid, tiles, filters: [], refresh: 5 }))).toEqual([
			expect.stringMatching(/^'tiles\.0\.series\.0\.color', 'extra' and 'refresh' aren't in /),
		]);
		const known = { config: {}, containerId: 'c', tabId: 't' };
		expect(hintsOn(json({ name: 'S', savedQuery: null, tiles: [known] }))).toEqual([]);
	});

	it('names tiles that lack a chart or a source', () => {
		const chart = expect.stringMatching(/chart .*Tile 1\.$/) as string;
		const misspelled = expect.stringMatching(/^'tiles\.0\.serie' is/) as string;
		expect(hintsOn(list([{ serie: [] }]))).toEqual([misspelled, chart]);
		expect(hintsOn(list([{ series: [{ type: 'time', sourceId: 's' }] }]))).toEqual([]);
		const source = expect.stringMatching(/Source .* Tile 2\.$/) as string;
		const row = { id: 't1', ...place, series: { values: [{ type: 'time' }] } };
		expect(hintsOn(rows({}, row))).toEqual([source, chart]);
	});

	it('names rows whose config from JSON replaces their series', () => {
		const additionalMembers = { config: { a: 1 } };
		const row = { id: 't1', ...place, additionalMembers };
		const replaced = expect.stringMatching(/^Tile 2 has 'config'/) as string;
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

	it('has the IDs of new tiles, up to ten', () => {
		const kept = { id: 't1', name: 'Errors' };
		expect(hintAfter([kept, { name: 'Orders' }], [kept, { id: 't2', name: 'Orders' }])).toMatch(
			/^Created 1 tile: 'Orders' \(t2\)\.$/,
		);
		const many = Array.from({ length: 12 }, (_, index) => ({ id: `t${String(index)}` }));
		const named = many.map(() => ({ name: 'A' }));
		expect(hintAfter(named, many)).toMatch(
			/^Created 12 tiles: '' \(t0\), .*'' \(t9\) and 2 more\. /,
		);
		for (const tiles of [[{ id: 't1' }], [{ name: 'without an ID' }], 'none', undefined]) {
			expect(hintAfter([{ id: 't1' }], tiles)).toBeUndefined();
		}
	});
});
