import type { IDataObject } from 'n8n-workflow';

import { objectBody } from '../../../nodes/core/http/request';
import { updateDashboard } from '../../../nodes/CloudDashboard/actions/dashboard/update.operation';
import type { Parameters } from '../../../nodes/core/operation';
import { codes, sentences as rendered } from '../management/context';

const CONTEXT = { credential: {}, startedAt: 0, timezone: 'UTC' };

function plan(parameters: Parameters) {
	return updateDashboard.plan({ dashboardId: 'd1', ...parameters }, CONTEXT);
}

function sentences(parameters: Parameters): string {
	return rendered(plan(parameters).issues, updateDashboard).join('\n');
}

const json = (dashboardJson: unknown): Parameters => ({ dashboardInput: 'json', dashboardJson });

describe('an update by fields', () => {
	it('sends name, tags and tiles with their series', () => {
		const series = {
			values: [
				{
					type: 'time',
					dataSource: 'events',
					aggFn: 'count',
					where: 'level:error',
					groupBy: 'a, b',
				},
				{ type: 'number', dataSource: 'events', aggFn: 'count', where: '', groupBy: 'stale' },
			],
		};
		const tile = { id: 't1', name: 'Errors', x: 0, y: 0, w: 6, h: 3, asRatio: true, series };
		const { request, issues } = plan({
			dashboardInput: 'fields',
			name: 'Shop',
			tags: 'one, two',
			tiles: { values: [tile] },
		});
		expect(issues).toEqual([]);
		expect(request).toEqual({
			method: 'PUT',
			path: '/api/v2/dashboards/d1',
			body: {
				name: 'Shop',
				tags: ['one', 'two'],
				tiles: [
					{
						id: 't1',
						name: 'Errors',
						x: 0,
						y: 0,
						w: 6,
						h: 3,
						asRatio: true,
						series: [
							{
								type: 'time',
								dataSource: 'events',
								aggFn: 'count',
								where: 'level:error',
								groupBy: ['a', 'b'],
							},
							{ type: 'number', dataSource: 'events', aggFn: 'count', where: '' },
						],
					},
				],
			},
		});
	});

	it('lays out tiles without a position and sends empty lists', () => {
		const tile = { id: '', name: 'A', x: '', y: '', w: '', h: '', asRatio: false };
		const { request } = plan({
			dashboardInput: 'fields',
			name: 'S',
			tags: '',
			tiles: { values: [tile] },
		});
		expect(request.body).toEqual({
			name: 'S',
			tags: [],
			tiles: [{ name: 'A', x: 0, y: 0, w: 12, h: 6, asRatio: false, series: [] }],
		});
	});

	it('asks for the position of an existing tile, which it sends as it came', () => {
		const kept = { id: 't1', name: 'A', x: '', y: 0, w: 1, h: 1, asRatio: false };
		const { issues, request } = plan({
			dashboardInput: 'fields',
			name: 'S',
			tags: '',
			tiles: { values: [{ ...kept, id: '' }, kept, { ...kept, id: 't2', x: 0 }] },
		});
		expect(codes(issues)).toEqual(['tiles.1 unplacedTile']);
		expect(objectBody(request).tiles).toMatchObject([{ x: 1 }, { id: 't1', y: 0 }, { x: 0 }]);
	});

	it('requires a name and an ID', () => {
		const empty = { dashboardInput: 'fields', name: '', dashboardId: ' ' };
		expect(sentences({ ...empty, options: { allowEmpty: true } })).toBe(
			'Dashboard ID is empty. Enter the ID, or map it from an earlier node.\nName is empty. Enter a value.',
		);
	});

	it('names the tile and the field at fault', () => {
		const tiles = {
			values: [
				{ x: 0, y: 0 },
				{ x: 'left', y: 0 },
			],
		};
		expect(sentences({ dashboardInput: 'fields', name: 'S', tiles })).toContain(
			'Tile 2, X must be a number, but is text.',
		);
	});
});

describe('tiles that were created', () => {
	const notice = (sent: object[], tiles: IDataObject[] | string | undefined) => {
		const { request } = plan(json({ name: 'S', tiles: sent, tags: [] }));
		return updateDashboard.successHint?.({ id: 'd1', tiles }, request, (text) => text);
	};

	it('are named with their IDs', () => {
		const kept = { id: 't1', name: 'Errors' };
		expect(notice([kept, { name: 'Orders' }], [kept, { id: 't2', name: 'Orders' }])).toBe(
			"Created 1 tile: 'Orders' (t2). Enter each ID in its tile, so that the next update keeps the tile and its alerts.",
		);
	});

	it('are named up to ten, also without a name', () => {
		const tiles = Array.from({ length: 12 }, (_, index) => ({ id: `t${String(index)}` }));
		const said = notice(
			tiles.map(() => ({ name: 'A' })),
			tiles,
		);
		expect(said).toContain("Created 12 tiles: '' (t0), '' (t1)");
		expect(said).toContain("'' (t9) and 2 more. Enter each ID");
	});

	it.each([[[{ id: 't1' }]], [[{ name: 'without an ID' }]], ['none'], [undefined]])(
		'are none in %j',
		(tiles) => {
			expect(notice([{ id: 't1' }], tiles)).toBeUndefined();
		},
	);
});

describe('an update that leaves no tiles', () => {
	const refusal =
		"Tiles is empty, so every tile would be deleted. Add a tile, or turn on the option 'Allow Empty Dashboard'.";
	const empty: Array<[string, Parameters]> = [
		['by fields', { dashboardInput: 'fields', name: 'S', tiles: {} }],
		['by JSON', json({ name: 'S', tiles: [] })],
	];

	it.each(empty)('is refused %s', (_, parameters) => {
		const said = parameters.dashboardInput === 'json' ? refusal.replace('Tiles', 'tiles') : refusal;
		expect(sentences(parameters)).toBe(said);
		expect(sentences({ ...parameters, options: { allowEmpty: false } })).toBe(said);
	});

	it.each(empty)('is sent %s where the options allow it', (_, parameters) => {
		const { issues, request } = plan({ ...parameters, options: { allowEmpty: true } });
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({ tiles: [] });
	});

	it('is reported together with other issues', () => {
		const said = sentences({ dashboardInput: 'fields', name: '', tiles: {} });
		expect(said).toContain(refusal);
		expect(said).toContain('Name is empty.');
	});

	it('is not reported where the tiles could not be read', () => {
		const said = sentences({ dashboardInput: 'fields', name: 'S', tiles: 'all' });
		expect(said).not.toContain('would be deleted');
	});
});

describe('tiles as a list', () => {
	const listed = (tilesList: unknown): Parameters => ({
		dashboardInput: 'list',
		name: 'S',
		tilesList,
	});
	const tilesOf = (tilesList: unknown) => {
		const { request, issues } = plan(listed(tilesList));
		expect(issues).toEqual([]);
		return objectBody(request).tiles;
	};
	const series = [{ type: 'time', dataSource: 'events', aggFn: 'count', where: '"a b", c' }];
	const NO_LIST =
		'Tiles is neither a list of JSON objects nor the JSON text of one. Let an expression return a list, such as {{ $json.tiles }}.';

	it('are taken as the API knows them', () => {
		const tile = { id: 't1', x: 3, y: 0, w: 4, h: 2, config: { color: 'red' }, series };
		expect(tilesOf([tile])).toEqual([tile]);
		expect(tilesOf([tile, {}])).toEqual([tile, { x: 7, y: 0, w: 12, h: 6 }]);
		const mixed = [
			{ id: 't1', config: { a: 1 } },
			{ id: 't2', series, asRatio: false },
		];
		expect(tilesOf(mixed)).toEqual(mixed);
	});

	it('are taken from the JSON text of a list', () => {
		expect(tilesOf(JSON.stringify([{ id: 't1', series }], null, 2))).toEqual([
			{ id: 't1', series },
		]);
	});

	it('names the members that the reference does not have, and the tiles without a chart', () => {
		expect(plan(listed([{ serie: [] }])).hints).toEqual([
			"'tiles.0.serie' is not in the reference; left unchanged.",
			'ClickStack needs a chart in each tile: add series or config in Tile 1.',
		]);
		expect(plan(listed([{ series }])).hints).toEqual([]);
	});

	it.each([
		'Errors level:error',
		'"Errors per minute" time level:error service',
		'[{ "name": "Errors" }',
		'{ "name": "Errors" }',
		'7',
		7,
		{ name: 'Errors' },
	])('are refused where there is no list: %j', (given) => {
		expect(sentences(listed(given))).toBe(NO_LIST);
	});

	it('are refused where an entry is not an object', () => {
		const message =
			'is not a JSON object. Give each tile as the API defines it, with name and series.';
		expect(sentences(listed(['Errors', { name: 'Orders' }, null]))).toBe(
			`Tile 1 ${message}\nTile 3 ${message}`,
		);
		expect(sentences(listed('[7]'))).toBe(`Tile 1 ${message}`);
		expect(sentences(listed([{}, { x: 'left' }]))).toContain('Tile 2, X must be a number');
	});

	it.each(['', ' ', '[]', undefined, null, []])('are refused where the list is %j', (none) => {
		expect(sentences(listed(none))).toContain('Tiles is empty');
	});
});

describe('selectors', () => {
	it('take no expression', () => {
		const said = sentences({ dashboardInput: '{{ $json.input }}' });
		expect(said).toContain('takes no expression. Choose a value.');
	});
});

describe('the rows of the form', () => {
	const byFields = (tiles: unknown): Parameters => ({ dashboardInput: 'fields', name: 'S', tiles });

	it('names the series and the field at fault', () => {
		const series = {
			values: [{ type: 'time' }, { type: 'time', where: 7, aggFn: 1, dataSource: 2 }],
		};
		const said = sentences(byFields({ values: [{ series }] }));
		expect(said).toContain('Tile 1, Series 2, Where must be text, but is a number.');
		expect(said).toContain('Tile 1, Series 2, Aggregation must be text, but is a number.');
		expect(said).toContain('Tile 1, Series 2, Data Source must be text, but is a number.');
	});

	it('sends the field of an aggregation, but for a count', () => {
		const values = ['count', 'avg', 'avg'].map((aggFn, index) => ({
			...{ type: 'number', sourceId: 's', aggFn, where: '' },
			field: ['stale', 'Duration', ''][index],
		}));
		const { request, issues, hints } = plan(byFields({ values: [{ series: { values } }] }));
		expect([issues, hints]).toEqual([[], []]);
		const shared = { type: 'number', sourceId: 's', where: '' };
		expect(request.body).toHaveProperty('tiles.0.series', [
			{ ...shared, aggFn: 'count' },
			{ ...shared, aggFn: 'avg', field: 'Duration' },
			{ ...shared, aggFn: 'avg' },
		]);
	});

	it('recognizes a tile by its ID without the spaces around it', () => {
		const { request } = plan(byFields({ values: [{ id: ' t1 ' }] }));
		expect(request.body).toMatchObject({ tiles: [{ id: 't1' }] });
		expect(sentences(byFields({ values: [{ id: 't1' }, { id: 't1 ' }] }))).toContain(
			'Tile 2, ID is "t1", the ID of an earlier tile.',
		);
	});

	it.each([
		[[{ name: 'A' }], 'Tiles cannot be read as rows'],
		['none', 'Tiles cannot be read as rows'],
		[{ values: 'none' }, 'Tiles cannot be read as rows'],
		[{ values: [{}, 'none'] }, 'Tiles cannot be read as rows'],
		[{ values: [{}, { series: [{ type: 'time' }] }] }, 'Tile 2, Series cannot be read as rows'],
	])('refuses %j, which would empty the dashboard', (tiles, words) => {
		expect(sentences(byFields(tiles))).toContain(words);
	});

	it.each([{ a: 1 }, true, 7, new Date(0)])(
		'refuses %j as tags, of which none would be left',
		(tags) => {
			const said = sentences({ ...byFields({ values: [{ id: 't1' }] }), tags });
			expect(said).toContain('Tag 1 must be text');
		},
	);

	it.each([undefined, null, '', ' , ', []])('removes all tags only where they are %j', (tags) => {
		expect(plan({ ...byFields({ values: [{}] }), tags })).toMatchObject({
			issues: [],
			request: { body: { tags: [] } },
		});
	});

	const grouped = (groupBy: unknown, type = 'time') =>
		byFields({ values: [{ series: { values: [{ type: 'time' }, { type, groupBy }] } }] });

	it.each([{ a: 1 }, true, 7])('refuses to group by %j', (groupBy) => {
		expect(sentences(grouped(groupBy))).toBe(
			'Tile 1, Series 2, Group By must be a list, or text with commas.',
		);
		expect(sentences(grouped(groupBy, 'number'))).toBe('');
	});

	it.each([
		[undefined, []],
		[null, []],
		['', []],
		['a,b', ['a', 'b']],
		[
			['a', { b: 1 }],
			['a', { b: 1 }],
		],
	])('groups by %j', (groupBy, sent) => {
		const { issues, request } = plan(grouped(groupBy));
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('tiles.0.series.1.groupBy', sent);
	});

	it.each([[undefined], [''], [{}], [{ values: [] }]])('treats %j as no tiles', (tiles) => {
		const parameters = { ...byFields(tiles), options: { allowEmpty: true } };
		expect(plan(parameters)).toMatchObject({ issues: [], request: { body: { tiles: [] } } });
	});
});

describe('an update by JSON', () => {
	const valid = { name: 'S', tiles: [{ x: 0, y: 0, w: 1, h: 1, novel: null }], tags: [], extra: 1 };

	it('keeps members that it does not know', () => {
		expect(plan(json(JSON.stringify(valid)))).toMatchObject({
			issues: [],
			request: { body: valid },
		});
		expect(plan(json({ ...valid, id: 'd1' })).issues).toEqual([]);
	});

	it.each([
		[{ ...valid, id: 'other' }, 'Dashboard Definition belongs to the dashboard "other"'],
		[{ ...valid, id: 5 }, 'Dashboard Definition belongs to the dashboard "5"'],
		[{ data: valid }, 'Paste only what is under "data"'],
		[{ status: 200, result: valid }, 'or "result"'],
		[{ name: 'S', tags: [] }, 'tiles is missing'],
		[{ ...valid, name: 1 }, 'name must be text'],
		[{ ...valid, tags: 'a' }, 'tags must be a list'],
		[{ ...valid, tiles: ['a'] }, 'tiles.0 must be an object'],
		[{ ...valid, tiles: [{ x: '1' }] }, 'tiles.0.x must be a number'],
		[{ ...valid, tiles: [{ asRatio: 'yes' }] }, 'tiles.0.asRatio must be true or false'],
		[
			{ ...valid, tiles: [{ id: 'a' }, { id: 'a' }] },
			'tiles.1.id is "a", the ID of an earlier tile',
		],
		[
			{ ...valid, tiles: [{ series: [{ type: 'number', groupBy: ['a'] }] }] },
			'groupBy is not for series of type number',
		],
		[{ ...valid, tiles: [{ series: [{ type: 'time', groupBy: 'a' }] }] }, 'groupBy must be a list'],
		['{"name": tru}', 'is not valid JSON at line 1, column 13'],
	])('refuses %j', (input, words) => {
		expect(sentences(json(input))).toContain(words);
	});

	it('drops the empty groups of number series, which a dashboard that was read can have', () => {
		const series = [
			{ type: 'number', groupBy: [] },
			{ type: 'time', groupBy: [] },
			{ type: 'number', groupBy: null },
		];
		const tile = { id: 't1', series };
		const sent = { id: 't1', series: [{ type: 'number' }, ...series.slice(1)] };
		expect(plan(json({ ...valid, tiles: [tile, { id: 't2' }] }))).toMatchObject({
			issues: [],
			request: { body: { ...valid, tiles: [sent, { id: 't2' }] } },
		});
		expect(objectBody(plan(json({ ...valid, tiles: [tile] })).request).tiles).toEqual([sent]);
		const list = { dashboardInput: 'list', name: 'S', tilesList: [tile] };
		expect(plan(list)).toMatchObject({ issues: [], request: { body: { tiles: [sent] } } });
	});

	it('leaves the prototype alone', () => {
		const { request } = plan(json('{"name":"S","tiles":[],"__proto__":{"polluted":true}}'));
		expect(JSON.stringify(request.body)).toContain('"__proto__":{"polluted":true}');
		expect(Object.keys({})).toEqual([]);
		expect('polluted' in {}).toBe(false);
	});
});

describe('the IDs of tiles in JSON', () => {
	const repeated = 'the ID of an earlier tile';

	it.each([[['', '']], [[undefined, undefined]], [[null, null]], [[5, 5]], [['a', 'b']]])(
		'does not call %j repeated',
		(ids) => {
			const tiles = ids.map((id) => ({ name: 'Tile', id }));
			expect(sentences(json({ name: 'Shop', tags: [], tiles }))).not.toContain(repeated);
		},
	);

	it('names every tile that repeats an ID', () => {
		const tiles = ['a', 'b', 'a', 'a'].map((id) => ({ name: 'Tile', id }));
		const found = sentences(json({ name: 'Shop', tags: [], tiles }));
		expect(found.split(repeated)).toHaveLength(3);
	});

	it('names the fault once where tiles or series are no lists', () => {
		expect(sentences(json({ name: 'Shop', tags: [], tiles: 'none' })).split('\n')).toHaveLength(1);
		const tiles = [{ name: 'Tile', series: 'none' }];
		expect(sentences(json({ name: 'Shop', tags: [], tiles })).split('\n')).toHaveLength(1);
	});
});

describe('additional members', () => {
	const tile = (changes: object, series: object = {}): Parameters => ({
		dashboardInput: 'fields',
		name: 'S',
		tiles: {
			values: [{ name: 'A', ...changes, series: { values: [{ type: 'time', ...series }] } }],
		},
	});

	it('are merged into tiles and series, and fields win', () => {
		const { request, issues } = plan(
			tile(
				{ additionalMembers: '{"color": {"a": 1}, "name": "B", "w": 3}' },
				{ additionalMembers: { sourceId: 's', type: 'number' } },
			),
		);
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({
			tiles: [{ name: 'A', color: { a: 1 }, w: 3, series: [{ type: 'time', sourceId: 's' }] }],
		});
	});

	it('with config go without series and ratio, and a hint says so where there are some', () => {
		const place = { x: 0, y: 0, w: 1, h: 1 };
		const row = { name: 'A', id: 't1', ...place, asRatio: false };
		const added = { additionalMembers: { config: { a: 1 } } };
		const planOf = (changes: object) =>
			plan({
				dashboardInput: 'fields',
				name: 'S',
				tiles: { values: [{}, { ...row, ...added, ...changes }] },
			});
		const sent = { id: 't1', name: 'A', ...place, config: { a: 1 } };
		const series = { values: [{ type: 'time' }] };
		const hint = "Tile 2 has 'config', so its Series and As Ratio are not sent.";
		const empty =
			'ClickStack needs a chart in each tile: add a series, or choose another Chart, in Tile 1.';
		for (const [changes, hints] of [
			[{}, [empty]],
			[{ series }, [hint, empty]],
			[{ asRatio: true }, [hint, empty]],
		] as const) {
			const planned = planOf(changes);
			expect(planned).toMatchObject({ issues: [], hints });
			expect(planned.request.body).toHaveProperty('tiles.1', sent);
		}
		const none = planOf({ series, additionalMembers: { config: null } });
		expect(none.issues).toEqual([]);
		const noSource = 'ClickStack needs a Source in each series: choose one in Tile 2.';
		expect(none.hints).toEqual([noSource, empty]);
		expect(none.request.body).toHaveProperty('tiles.1.series.0.type', 'time');
	});

	it('are named with their row where they are no JSON object', () => {
		const invalid = tile({ additionalMembers: '[]' }, { additionalMembers: '{' });
		const found = sentences(invalid);
		expect(found).toContain('Tile 1, Additional Fields (JSON) contains a list');
		expect(found).toContain('Tile 1, Series 1, Additional Fields (JSON) is not valid JSON at');
	});

	it('are validated with the tile', () => {
		expect(sentences(tile({ additionalMembers: { h: 'tall' } }))).toContain(
			'Tile 1, Height must be a number, but is text.',
		);
	});
});

describe('an update by JSON', () => {
	const body = { name: 'S', tiles: [{ name: 'A' }], tags: [] };

	it('names the members that neither reference has', () => {
		const tiles = [{ config: {}, series: [{ sourceId: 's', alias: 'A', color: 'red' }] }];
		expect(plan(json({ ...body, id: 'd1', filters: [], refresh: 5, tiles })).hints).toEqual([
			"'tiles.0.series.0.color' and 'refresh' are not in the reference; sent as they are.",
		]);
		const known = [{ config: {}, series: [{ sourceId: 's', alias: 'A' }] }];
		expect(plan(json({ ...body, savedQuery: null, tiles: known })).hints).toEqual([]);
	});

	it('treats null as left out, and sends it', () => {
		const tile = { name: null, x: null, y: null, w: null, h: null, asRatio: null, series: null };
		const given = {
			...body,
			tags: null,
			tiles: [{ id: null, ...tile }, { series: [{ groupBy: null, type: 'number' }] }],
		};
		const { issues, request } = plan(json(given));
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({ tags: null, tiles: [{ name: null, id: null }, {}] });
	});

	it('says to add to the JSON what it lacks', () => {
		expect(sentences(json({ tiles: [{}] }))).toBe('name is missing. Add it to the JSON.');
	});

	it.each([1e999, Number.NaN])('refuses the number %d', (x) => {
		expect(sentences(json({ ...body, tiles: [{ x, y: 0 }] }))).toContain(
			'Dashboard Definition contains a number at "tiles.0.x" that JSON cannot carry.',
		);
		const tiles = { values: [{ x: Number.POSITIVE_INFINITY, y: 0 }] };
		expect(sentences({ dashboardInput: 'fields', name: 'S', tiles })).toBe(
			'Tile 1, X must be a finite number.',
		);
	});

	it('treats a dashboard ID that is no text as another dashboard', () => {
		const poisoned = { ...json({ ...body, id: 'd1' }), dashboardId: { toString: 1 } };
		expect(sentences(poisoned)).toContain('Dashboard Definition belongs to the dashboard "d1"');
	});
});
