import type { IDataObject } from 'n8n-workflow';

import { objectBody } from '../../../nodes/engine/operation';
import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import type { Parameters } from '../../../nodes/engine/operation';
import { isJsonObject } from '../../../nodes/engine/json';
import { codes, contextOf, sentences } from '../management/context';
import { fields, rows, valueOf } from '../rows';

const updateDashboard = dashboard.operations.update;

const plan = (parameters: Parameters) =>
	updateDashboard.plan({ dashboardId: 'd1', ...parameters }, contextOf({ credential: {} }));

const json = (dashboardJson: unknown): Parameters => ({ dashboardInput: 'json', dashboardJson });
const place = { x: 0, y: 0, w: 1, h: 1 };
const valid = { name: 'S', tiles: [{ ...place, novel: null }], tags: [], extra: 1 };

/** The ways to enter a dashboard, each from the text in a row. */
const WAYS: Readonly<Record<string, (text: string) => Parameters>> = {
	form: (text) => ({ dashboardInput: 'fields', name: 'S', tags: '', ...fields(text) }),
	rows: (text) => ({
		dashboardInput: 'fields',
		name: 'S',
		tiles: { values: seriesOf(valueOf(text)) },
	}),
	list: (text) => ({ dashboardInput: 'list', name: 'S', tilesList: valueOf(text) }),
	json: (text) => json(valueOf(text)),
	changed: (text) => json({ ...valid, ...fields(text) }),
};

/** Rows with the neutral contract's chart, unless they name another. */
function seriesOf(values: unknown): unknown {
	if (!Array.isArray(values)) return values;
	return values.map((row: unknown) => (isJsonObject(row) ? { chart: 'series', ...row } : row));
}

function entered(way: string, text: string): Parameters {
	const found = WAYS[way];
	if (found === undefined) throw new Error(way);
	return found(text);
}

const PLACE = '"name":"A","x":0,"y":0,"w":1,"h":1';
const USUAL = '"name":"A","x":0,"y":0,"w":12,"h":6';
const EMPTY = '"name":"A","id":"","x":"","y":"","w":"","h":""';
const GROUPS = '[{"type":"number","groupBy":[]},{"type":"time","groupBy":[]}]';
const GROUPED = '[{"type":"number"},{"type":"time","groupBy":[]}]';
const AVERAGE = '"type":"number","sourceId":"s","aggFn":"avg"';
const COUNT = '"type":"number","sourceId":"s","aggFn":"count"';
const BESIDES = '"name":"A","additionalMembers":{"color":{"a":1},"name":"B","w":3}';
const SOURCE = '"additionalMembers":{"sourceId":"s","type":"number"},"type":"time"';

describe('an update', () => {
	it('sends name, tags and tiles with their series', () => {
		const time = { type: 'time', dataSource: 'events', aggFn: 'count', where: 'level:error' };
		const number = { type: 'number', dataSource: 'events', aggFn: 'count', where: '' };
		const values = [
			{ ...time, groupBy: 'a, b' },
			{ ...number, groupBy: 'stale' },
		];
		const tile = { id: 't1', name: 'Errors', ...place, asRatio: true };
		const tiles = { values: [{ ...tile, chart: 'series', series: { values } }] };
		const form = { dashboardInput: 'fields', name: 'S', tags: 'one, two', tiles };
		const { request, issues } = plan(form);
		expect(issues).toEqual([]);
		const sent = { ...tile, series: [{ ...time, groupBy: ['a', 'b'] }, number] };
		const body = { name: 'S', tags: ['one', 'two'], tiles: [sent] };
		expect(request).toEqual({ method: 'PUT', path: '/api/v2/dashboards/d1', body });
	});

	it.each(
		rows(`
		rows | [{${EMPTY}}] | [{${USUAL},"series":[]}]
		rows | [{"id":" t1 ",${PLACE}}] | [{"id":"t1",${PLACE},"series":[]}]
		rows | [{"name":"A","series":{"values":[{${COUNT},"field":"stale"}]}}] | [{${USUAL},"series":[{${COUNT}}]}]
		rows | [{"name":"A","series":{"values":[{${AVERAGE},"field":"a"}]}}] | [{${USUAL},"series":[{${AVERAGE},"field":"a"}]}]
		rows | [{"name":"A","series":{"values":[{${AVERAGE},"field":""}]}}] | [{${USUAL},"series":[{${AVERAGE}}]}]
		rows | [{${BESIDES}}] | [{${USUAL},"color":{"a":1},"w":3,"series":[]}]
		rows | [{"name":"A","series":{"values":[{${SOURCE}}]}}] | [{${USUAL},"series":[{"type":"time","sourceId":"s","groupBy":[]}]}]
		rows | [{${PLACE},"asRatio":true,"series":{"values":[{}]},"additionalMembers":{"config":{"a":1}}}] | [{${PLACE},"config":{"a":1}}]
		list | [{"id":"t1","config":{}},{"x":3,"y":0,"w":4,"h":2,"asRatio":false}] | [{"id":"t1","config":{}},{"x":3,"y":0,"w":4,"h":2,"asRatio":false}]
		list | [{"x":3,"y":0,"w":4,"h":2},{}] | [{"x":3,"y":0,"w":4,"h":2},{"x":7,"y":0,"w":12,"h":6}]
		list | [{"id":"t1","series":${GROUPS}}] | [{"id":"t1","series":${GROUPED}}]
		changed | tiles=[{"id":"t1","series":${GROUPS}}] | [{"id":"t1","series":${GROUPED}}]
		form | options.allowEmpty=true | []
		form | options.allowEmpty=true tiles.values=[] | []
		form | options.allowEmpty=true dashboardInput=json dashboardJson={"name":"S","tiles":[]} | []
		`),
	)('has by %s with %s the tiles %s', (way, text, expected) => {
		const { request, issues } = plan(entered(way, text));
		expect(codes(issues)).toEqual([]);
		expect(objectBody(request).tiles).toEqual(valueOf(expected));
	});

	it('reads a list of tiles from text', () => {
		const { request } = plan({ ...WAYS['list']?.(''), tilesList: ' [\n{ "id": "t1" }\n]' });
		expect(objectBody(request).tiles).toEqual([{ id: 't1' }]);
	});

	it.each<[unknown, unknown[]]>([
		[undefined, []],
		[null, []],
		['', []],
		['a,b', ['a', 'b']],
		[
			['a', { b: 1 }],
			['a', { b: 1 }],
		],
	])('groups by %j', (groupBy, sent) => {
		const tiles = {
			values: [{ chart: 'series', series: { values: [{ type: 'time', groupBy }] } }],
		};
		const { request } = plan({ dashboardInput: 'fields', name: 'S', tiles });
		expect(request.body).toHaveProperty('tiles.0.series.0.groupBy', sent);
	});

	it.each([undefined, null, '', ' , ', []])('removes all tags only if they are %j', (tags) => {
		const { request } = plan({ ...entered('rows', '[{}]'), tags });
		expect(request.body).toHaveProperty('tags', []);
	});

	const NULLS = '"name":null,"x":null,"y":null,"w":null,"h":null,"asRatio":null,"series":null';

	it.each(['', 'id=d1', `tags=null tiles=[{"id":"t1",${NULLS}}]`])(
		'keeps by JSON unknown keys, its own ID and null: %s',
		(changes) => {
			const body = { ...valid, ...fields(changes) };
			for (const given of [body, JSON.stringify(body)]) {
				const { issues, request } = plan(json(given));
				expect(issues).toEqual([]);
				expect({ ...objectBody(request), id: 'd1' }).toEqual({ ...body, id: 'd1' });
			}
		},
	);
});

describe('an update is refused', () => {
	it.each(
		rows(`
		form | name= dashboardId=" " options.allowEmpty=true | dashboardId idEmpty, name empty
		form | dashboardInput={{ $json.input }} | dashboardInput noExpression
		form | tiles={} options.allowEmpty=false | tiles noTiles
		form | tiles=all | tiles notRows
		form | tiles=[{"name":"A"}] | tiles notRows
		form | tiles.values=[{"chart":"series"}] tags={"a":1} | tags.0 wrongType
		rows | none | tiles notRows
		rows | [{},"none"] | tiles notRows
		rows | [{},{"series":[{}]}] | tiles.1.series notRows
		rows | [{${PLACE}},{${PLACE},"x":"left"}] | tiles.1.x wrongType
		rows | [{"x":1e999,"y":0}] | tiles.0.x notFinite
		rows | [{${PLACE}},{"id":"t1","y":0}] | tiles.1 unplacedTile
		rows | [{"id":"t1",${PLACE}},{"id":"t1 ",${PLACE}}] | tiles.1.id repeatedTile
		rows | [{"series":{"values":[{},{"where":7}]}}] | tiles.0.series.1.where wrongType
		rows | [{"series":{"values":[{"type":"time","groupBy":{"a":1}}]}}] | tiles.0.series.0.groupBy notList
		rows | [{"series":{"values":[{"type":"number","groupBy":true}]}}] |
		rows | [{"additionalMembers":"[]"}] | tiles.0.additionalMembers jsonOther
		rows | [{"series":{"values":[{"additionalMembers":"{"}]}}] | tiles.0.series.0.additionalMembers jsonInvalid
		rows | [{"additionalMembers":{"h":"tall"}}] | tiles.0.h wrongType
		list | Errors level:error | tiles tilesNoList
		list | "[{ \\"name\\": \\"Errors\\" }" | tiles tilesNoList
		list | {"name":"E"} | tiles tilesNoList
		list | 7 | tiles tilesNoList
		list | "[]" | tiles noTiles
		list | "" | tiles noTiles
		list | undefined | tiles noTiles
		list | null | tiles noTiles
		list | [] | tiles noTiles
		list | ["Errors",{},null] | tiles.0 tileNoObject, tiles.2 tileNoObject
		list | [{},{"x":"left"}] | tiles.1.x wrongType
		changed | tiles=[] | tiles noTiles
		changed | id=other | dashboardJson otherDashboard
		changed | id=5 | dashboardJson otherDashboard
		json | {"data":{"name":"S","tiles":[{}]}} | dashboardJson wholeResponse
		json | {"status":200,"result":{"name":"S","tiles":[{}]}} | dashboardJson wholeResponse
		json | {"name":"S","tags":[]} | tiles missing
		json | {"tiles":[{}]} | name missing
		changed | tags=a | tags wrongType
		changed | tiles=["a"] | tiles.0 wrongType
		changed | tiles=[{"x":1e999,"y":0}] | dashboardJson notInJson
		changed | tiles=[{"series":[{"type":"number","groupBy":["a"]}]}] | tiles.0.series.0.groupBy groupByOfNumber
		changed | tiles=[{"series":[{"type":"time","groupBy":"a"}]}] | tiles.0.series.0.groupBy wrongType
		changed | tiles=[{"id":"a"},{"id":"a"},{"id":"b"},{"id":"a"}] | tiles.1.id repeatedTile, tiles.3.id repeatedTile
		changed | tiles=[{"id":""},{"id":null},{"id":null}] | tiles.0.id empty
		json | {"name": tru} | dashboardJson jsonInvalid
		`),
	)('by %s with %s: %s', (way, text, expected) => {
		expect(codes(plan(entered(way, text)).issues).join(', ')).toBe(expected);
	});

	it('by the names of tile, series and field', () => {
		const { issues } = plan(entered('rows', '[{"series":{"values":[{},{"where":7}]}}]'));
		expect(sentences(issues, updateDashboard)[0]).toMatch(/^Tile 1, Series 2, Where /);
	});
});

describe('an update has a hint', () => {
	const WITH_CONFIG = `"id":"t1",${PLACE},"additionalMembers":{"config":{"a":1}}`;
	const NO_CONFIG = `"id":"t1",${PLACE},"additionalMembers":{"config":null}`;
	const TIME = '"series":{"values":[{"type":"time"}]}';
	const NOVEL = 'tiles=[{"config":{},"series":[{"sourceId":"s","color":"red"}]}]';
	const CHART = 'needs a chart .*Tile 1\\.$';

	it.each(
		rows(`
		list | [{"serie":[]}] | ^'tiles\\.0\\.serie' is | chart .* Tile 1\\.$
		list | [{"series":[{"type":"time","sourceId":"s"}]}] | |
		list | [{"config":{"displayType":"markdown"},"containerId":"c","tabId":"t"}] | |
		changed | filters=[] refresh=5 ${NOVEL} | ^'tiles\\.0\\.series\\.0\\.color', 'extra' and 'refresh' are |
		changed | extra=undefined savedQuery=null tiles=[{"config":{}}] | |
		rows | [{},{${WITH_CONFIG}}] | ${CHART} |
		rows | [{},{${WITH_CONFIG},"asRatio":true}] | ^Tile 2 has 'config' | Tile 1\\.$
		rows | [{},{${WITH_CONFIG},${TIME}}] | ^Tile 2 has 'config' | Tile 1\\.$
		rows | [{},{${NO_CONFIG},${TIME}}] | Source .* Tile 2\\.$ | ${CHART}
		`),
	)('by %s with %s: %s, %s', (way, text, ...expected) => {
		const { issues, hints } = plan(entered(way, text));
		expect(codes(issues)).toEqual([]);
		const patterns = expected.filter((pattern) => pattern !== '');
		expect(hints).toEqual(patterns.map((one): unknown => expect.stringMatching(one)));
	});

	const hintAfter = (sent: object[], tiles: IDataObject[] | string | undefined) => {
		const { request } = plan(json({ name: 'S', tiles: sent, tags: [] }));
		return updateDashboard.successHint?.({ id: 'd1', tiles }, request, (text) => text);
	};

	it('with the IDs of tiles that were created, up to ten', () => {
		const kept = { id: 't1', name: 'Errors' };
		expect(hintAfter([kept, { name: 'Orders' }], [kept, { id: 't2', name: 'Orders' }])).toMatch(
			/^Created 1 tile: 'Orders' \(t2\)\. /,
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
