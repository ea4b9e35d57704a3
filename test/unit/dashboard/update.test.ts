import type { IDataObject } from 'n8n-workflow';

import { objectBody } from '../../../nodes/core/http/request';
import { updateDashboard } from '../../../nodes/CloudDashboard/actions/dashboard/update.operation';
import type { Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, sentences } from '../management/context';

const plan = (parameters: Parameters) =>
	updateDashboard.plan({ dashboardId: 'd1', ...parameters }, contextOf({ credential: {} }));
const found = (parameters: Parameters) => codes(plan(parameters).issues).join(', ');
const tilesOf = (parameters: Parameters) => {
	const { request, issues } = plan(parameters);
	expect(codes(issues)).toEqual([]);
	return objectBody(request).tiles;
};

const ALLOWED = { options: { allowEmpty: true } };
const json = (dashboardJson: unknown): Parameters => ({ dashboardInput: 'json', dashboardJson });
const byFields = (tiles: unknown, more: object = {}): Parameters => ({
	...{ dashboardInput: 'fields', name: 'S', tags: '', tiles, ...more },
});
const rows = (...values: unknown[]) => byFields({ values });
const listed = (tilesList: unknown): Parameters => ({
	...{ dashboardInput: 'list', name: 'S', tilesList },
});
const inSeries = (...values: unknown[]) => rows({ series: { values } });
const place = { x: 0, y: 0, w: 1, h: 1 };
const valid = { name: 'S', tiles: [{ ...place, novel: null }], tags: [], extra: 1 };
const withTiles = (...tiles: unknown[]) => json({ ...valid, tiles });
const TIME = { type: 'time' };
const NUMBER = { type: 'number', dataSource: 'events', aggFn: 'count', where: '' };

describe('an update', () => {
	it('sends name, tags and tiles with their series', () => {
		const series = [
			{ type: 'time', dataSource: 'events', aggFn: 'count', where: 'level:error' },
			NUMBER,
		];
		const own = series.map((one, index) => ({ ...one, groupBy: ['a, b', 'stale'][index] }));
		const tile = { id: 't1', name: 'Errors', ...place, asRatio: true };
		const tiles = { values: [{ ...tile, series: { values: own } }] };
		const { request, issues } = plan(byFields(tiles, { tags: 'one, two' }));
		expect(issues).toEqual([]);
		const sent = { ...tile, series: [{ ...series[0], groupBy: ['a', 'b'] }, NUMBER] };
		const body = { name: 'S', tags: ['one', 'two'], tiles: [sent] };
		expect(request).toEqual({ method: 'PUT', path: '/api/v2/dashboards/d1', body });
	});

	const kept = { id: 't1', name: 'A', x: '', y: 0, w: 1, h: 1, asRatio: false };
	const config = { id: 't1', x: 3, y: 0, w: 4, h: 2, config: { color: 'red' }, series: [TIME] };
	const empty = { id: '', name: 'A', x: '', y: '', w: '', h: '', asRatio: false };
	const usual = { x: 0, y: 0, w: 12, h: 6 };
	const numbers = ['count', 'avg', 'avg'].map((aggFn) => ({
		type: 'number',
		sourceId: 's',
		aggFn,
	}));
	const measured = numbers.map((one, n) => ({ ...one, field: ['stale', 'Duration', ''][n] }));
	const grouped = [
		{ type: 'number', groupBy: [] },
		{ type: 'time', groupBy: [] },
	];
	const ungrouped = [{ type: 'number' }, { type: 'time', groupBy: [] }];
	const more = { additionalMembers: '{"color": {"a": 1}, "name": "B", "w": 3}', name: 'A' };
	const source = { additionalMembers: { sourceId: 's', type: 'number' }, type: 'time' };
	const withConfig = { ...kept, x: 0, additionalMembers: { config: { a: 1 } } };

	it.each<[string, Parameters, unknown]>([
		[
			'lays out tiles without a position',
			rows(empty),
			[{ name: 'A', ...usual, asRatio: false, series: [] }],
		],
		['takes tiles as the API knows them', listed([config, {}]), [config, { ...usual, x: 7 }]],
		[
			'takes the JSON text of a list',
			listed(JSON.stringify([{ id: 't1' }], null, 2)),
			[{ id: 't1' }],
		],
		[
			'takes tiles of both kinds',
			listed([
				{ id: 't1', config: {} },
				{ id: 't2', asRatio: false },
			]),
			[
				{ id: 't1', config: {} },
				{ id: 't2', asRatio: false },
			],
		],
		[
			'trims an ID',
			rows({ id: ' t1 ', name: 'A', ...place }),
			[{ id: 't1', name: 'A', ...place, series: [] }],
		],
		[
			'sends the field of an aggregation, but for a count',
			rows({ name: 'A', series: { values: measured } }),
			[
				{
					name: 'A',
					...usual,
					series: [numbers[0], { ...numbers[1], field: 'Duration' }, numbers[2]],
				},
			],
		],
		[
			'drops the empty groups of numbers, by JSON',
			withTiles({ id: 't1', series: grouped }),
			[{ id: 't1', series: ungrouped }],
		],
		[
			'drops the empty groups of numbers, in a list',
			listed([{ id: 't1', series: grouped }]),
			[{ id: 't1', series: ungrouped }],
		],
		[
			'merges more members, and fields win',
			rows({ ...more, series: { values: [source] } }),
			[
				{
					...usual,
					name: 'A',
					color: { a: 1 },
					w: 3,
					series: [{ type: 'time', sourceId: 's', groupBy: [] }],
				},
			],
		],
		[
			'sends config without series and ratio',
			rows({ ...withConfig, asRatio: true, series: { values: [TIME] } }),
			[{ id: 't1', name: 'A', ...place, config: { a: 1 } }],
		],
		['has no tiles of none', { ...byFields(undefined), ...ALLOWED }, []],
		['has no tiles of empty rows', { ...byFields({ values: [] }), ...ALLOWED }, []],
	])('%s', (_, parameters, tiles) => {
		expect(tilesOf(parameters)).toEqual(tiles);
	});

	it.each<[unknown, unknown]>([
		...[undefined, null, ''].map((none): [unknown, unknown] => [none, []]),
		['a,b', ['a', 'b']],
		[
			['a', { b: 1 }],
			['a', { b: 1 }],
		],
	])('groups by %j', (groupBy, sent) => {
		const [tile] = [tilesOf(inSeries({ ...TIME, groupBy }))].flat();
		expect(tile).toHaveProperty('series.0.groupBy', sent);
	});

	it.each([undefined, null, '', ' , ', []])('removes all tags only where they are %j', (tags) => {
		expect(objectBody(plan(byFields({ values: [{}] }, { tags })).request).tags).toEqual([]);
	});

	const NULLS = {
		name: null,
		...{ x: null, y: null, w: null, h: null },
		asRatio: null,
		series: null,
	};

	it.each<[string, object]>([
		['members that it does not know', valid],
		['its own ID', { ...valid, id: 'd1' }],
		['null', { ...valid, tags: null, tiles: [{ id: 't1', ...NULLS }] }],
	])('by JSON keeps %s', (_, body) => {
		for (const given of [body, JSON.stringify(body)]) {
			const { issues, request } = plan(json(given));
			expect(issues).toEqual([]);
			expect({ ...Object(request.body), id: 'd1' }).toEqual({ ...body, id: 'd1' });
		}
	});

	it('leaves the prototype alone', () => {
		const { request } = plan(json('{"name":"S","tiles":[],"__proto__":{"polluted":true}}'));
		expect(JSON.stringify(request.body)).toContain('"__proto__":{"polluted":true}');
		expect('polluted' in {}).toBe(false);
	});
});

describe('an update is refused', () => {
	const tile = (changes: object, series: object = {}) =>
		rows({ name: 'A', ...changes, series: { values: [{ ...TIME, ...series }] } });
	const ID = 'tiles.1.id repeatedTile';

	it.each<[Parameters, string]>([
		[
			{ ...byFields({}, { name: '' }), ...ALLOWED, dashboardId: ' ' },
			'dashboardId idEmpty, name empty',
		],
		[{ dashboardInput: '{{ $json.input }}' }, 'dashboardInput noExpression'],
		[byFields({}), 'tiles noTiles'],
		[{ ...byFields({}), options: { allowEmpty: false } }, 'tiles noTiles'],
		[byFields({}, { name: '' }), 'name empty, tiles noTiles'],
		[byFields('all'), 'tiles notRows'],
		[byFields([{ name: 'A' }]), 'tiles notRows'],
		[byFields({ values: 'none' }), 'tiles notRows'],
		[byFields({ values: [{}, 'none'] }), 'tiles notRows'],
		[rows({}, { series: [TIME] }), 'tiles.1.series notRows'],
		[rows(place, { ...place, x: 'left' }), 'tiles.1.x wrongType'],
		[rows({ ...place, x: Number.POSITIVE_INFINITY }), 'tiles.0.x notFinite'],
		[rows({ ...place, id: '' }, { id: 't1', y: 0 }), 'tiles.1 unplacedTile'],
		[rows({ id: 't1', ...place }, { id: 't1 ', ...place }), ID],
		[inSeries(TIME, { ...TIME, where: 7 }), 'tiles.0.series.1.where wrongType'],
		[inSeries(TIME, { ...TIME, aggFn: 1 }), 'tiles.0.series.1.aggFn wrongType'],
		[inSeries({ ...TIME, groupBy: { a: 1 } }), 'tiles.0.series.0.groupBy notList'],
		[inSeries({ ...TIME, groupBy: true }), 'tiles.0.series.0.groupBy notList'],
		[inSeries({ type: 'number', groupBy: true }), ''],
		...[{ a: 1 }, true, 7].map((tags): [Parameters, string] => [
			byFields({ values: [{}] }, { tags }),
			'tags.0 wrongType',
		]),
		[tile({ additionalMembers: '[]' }), 'tiles.0.additionalMembers jsonOther'],
		[tile({}, { additionalMembers: '{' }), 'tiles.0.series.0.additionalMembers jsonInvalid'],
		[tile({ additionalMembers: { h: 'tall' } }), 'tiles.0.h wrongType'],
		...[
			'Errors level:error',
			'[{ "name": "Errors" }',
			'{ "name": "Errors" }',
			'7',
			7,
			{ name: 'E' },
		].map((given): [Parameters, string] => [listed(given), 'tiles tilesNoList']),
		...['', ' ', '[]', undefined, null, []].map((none): [Parameters, string] => [
			listed(none),
			'tiles noTiles',
		]),
		[listed(['Errors', { name: 'Orders' }, null]), 'tiles.0 tileNoObject, tiles.2 tileNoObject'],
		[listed('[7]'), 'tiles.0 tileNoObject'],
		[listed([{}, { x: 'left' }]), 'tiles.1.x wrongType'],
		[withTiles(), 'tiles noTiles'],
		[{ ...withTiles(), ...ALLOWED }, ''],
		[json({ ...valid, id: 'other' }), 'dashboardJson otherDashboard'],
		[json({ ...valid, id: 5 }), 'dashboardJson otherDashboard'],
		[
			{ ...json({ ...valid, id: 'd1' }), dashboardId: { toString: 1 } },
			'dashboardId idEmpty, dashboardJson otherDashboard',
		],
		[json({ data: valid }), 'dashboardJson wholeResponse'],
		[json({ status: 200, result: valid }), 'dashboardJson wholeResponse'],
		[json({ name: 'S', tags: [] }), 'tiles missing'],
		[json({ tiles: [{}] }), 'name missing'],
		[json({ ...valid, name: 1 }), 'name wrongType'],
		[json({ ...valid, tags: 'a' }), 'tags wrongType'],
		[json({ ...valid, tiles: 'none' }), 'tiles wrongType'],
		[withTiles('a'), 'tiles.0 wrongType'],
		[withTiles({ x: '1' }), 'tiles.0.x wrongType'],
		[withTiles({ x: 1e999, y: 0 }), 'dashboardJson notInJson'],
		[withTiles({ asRatio: 'yes' }), 'tiles.0.asRatio wrongType'],
		[withTiles({ series: 'none' }), 'tiles.0.series wrongType'],
		[
			withTiles({ series: [{ type: 'number', groupBy: ['a'] }] }),
			'tiles.0.series.0.groupBy groupByOfNumber',
		],
		[withTiles({ series: [{ type: 'time', groupBy: 'a' }] }), 'tiles.0.series.0.groupBy wrongType'],
		[
			withTiles({ id: 'a' }, { id: 'a' }, { id: 'b' }, { id: 'a' }),
			`${ID}, tiles.3.id repeatedTile`,
		],
		...['', undefined, null].map((id): [Parameters, string] => [
			withTiles({ id }, { id }),
			id === '' ? 'tiles.0.id empty, tiles.1.id empty' : '',
		]),
		[json('{"name": tru}'), 'dashboardJson jsonInvalid'],
	])('%#: %j, %s', (parameters, expected) => {
		expect(found(parameters)).toBe(expected);
	});

	it('by the names of tile, series and field', () => {
		const { issues } = plan(inSeries(TIME, { ...TIME, where: 7 }));
		expect(sentences(issues, updateDashboard)[0]).toMatch(/^Tile 1, Series 2, Where /);
	});
});

describe('an update has a hint', () => {
	const series = [{ sourceId: 's', alias: 'A', color: 'red' }];
	const config = { additionalMembers: { config: { a: 1 } } };
	const full = { ...place, id: 't1' };

	it.each<[Parameters, RegExp[]]>([
		[listed([{ serie: [] }]), [/^'tiles\.0\.serie' is/, /chart .* Tile 1\.$/]],
		[listed([{ series: [{ ...TIME, sourceId: 's' }] }]), []],
		[
			json({ ...valid, filters: [], refresh: 5, tiles: [{ config: {}, series }] }),
			[/^'tiles\.0\.series\.0\.color', 'extra' and 'refresh' are/],
		],
		[json({ name: 'S', savedQuery: null, tiles: [{ config: {} }], tags: [] }), []],
		[rows({}, { ...full, ...config }), [/needs a chart .*Tile 1\.$/]],
		[rows({}, { ...full, ...config, asRatio: true }), [/^Tile 2 has 'config'/, /Tile 1\.$/]],
		[
			rows({}, { ...full, ...config, series: { values: [TIME] } }),
			[/^Tile 2 has 'config'/, /Tile 1\.$/],
		],
		[
			rows({}, { ...full, additionalMembers: { config: null }, series: { values: [TIME] } }),
			[/Source .* Tile 2\.$/, /needs a chart .*Tile 1\.$/],
		],
	])('%#', (parameters, expected) => {
		const { issues, hints } = plan(parameters);
		expect(codes(issues)).toEqual([]);
		expect(hints).toEqual(expected.map((hint): unknown => expect.stringMatching(hint)));
	});

	const notice = (sent: object[], tiles: IDataObject[] | string | undefined) => {
		const { request } = plan(json({ name: 'S', tiles: sent, tags: [] }));
		return updateDashboard.successHint?.({ id: 'd1', tiles }, request, (text) => text);
	};

	it('with the IDs of tiles that were created, up to ten', () => {
		const kept = { id: 't1', name: 'Errors' };
		const sent = [kept, { name: 'Orders' }];
		expect(notice(sent, [kept, { id: 't2', name: 'Orders' }])).toMatch(
			/^Created 1 tile: 'Orders' \(t2\)\. /,
		);
		const many = Array.from({ length: 12 }, (_, index) => ({ id: `t${String(index)}` }));
		expect(
			notice(
				many.map(() => ({ name: 'A' })),
				many,
			),
		).toMatch(/^Created 12 tiles: '' \(t0\), .*'' \(t9\) and 2 more\. /);
		for (const tiles of [[{ id: 't1' }], [{ name: 'without an ID' }], 'none', undefined]) {
			expect(notice([{ id: 't1' }], tiles)).toBeUndefined();
		}
	});
});
