import { validateRequest } from '../../contract';
import type { JsonObject } from '../../contract/json';
import { changed } from './bodies';

const id = (n: number) => n.toString(16).padStart(24, '0');
const [src, connection, dash, hook, search] = [1, 2, 3, 4, 5].map(id);
const count = { aggFn: 'count' };
const place = { name: 'T', x: 0, y: 0, w: 12, h: 6 };
const chart = { displayType: 'line', sourceId: src, select: [count] };
const sql = { configType: 'sql', displayType: 'table', connectionId: connection, sqlTemplate: '' };
const series = { type: 'time', sourceId: src, aggFn: 'count', where: '', groupBy: [] };
const filter = { type: 'QUERY_EXPRESSION', name: 'F', expression: 'Level', sourceId: src };
const tileAlert = {
	...{ source: 'tile', dashboardId: dash, tileId: 't', threshold: 1, thresholdType: 'above' },
	...{ interval: '5m', channel: { type: 'webhook', webhookId: hook } },
};
const searchAlert = {
	...{ source: 'saved_search', savedSearchId: search, threshold: 1, thresholdType: 'above' },
	...{ interval: '5m', channels: [{ type: 'webhook', webhookId: hook }] },
};

function faults(method: string, path: string, body?: unknown): string[] {
	return validateRequest({ api: 'clickstack', method, path: `/api/v2${path}`, body });
}
const create = (body: unknown) => faults('POST', '/dashboards', body);
const update = (body: unknown) => faults('PUT', `/dashboards/${String(dash)}`, body);
const withTile = (tile: JsonObject) => create({ name: 'D', tiles: [{ ...place, ...tile }] });
const alert = (body: unknown) => faults('POST', '/alerts', body);

describe('charts', () => {
	it.each<JsonObject>([
		...['line', 'stacked_bar', 'table', 'number', 'pie', 'bar'].map((displayType) => ({
			...chart,
			displayType,
		})),
		{ displayType: 'heatmap', sourceId: src, select: [{ valueExpression: 'Duration' }] },
		{ displayType: 'search', sourceId: src, select: '' },
		{ displayType: 'event_patterns', sourceId: src },
		{ displayType: 'markdown' },
		...['line', 'stacked_bar', 'table', 'number', 'pie', 'bar'].map((displayType) => ({
			...sql,
			displayType,
		})),
		{ ...chart, select: [{ aggFn: 'quantile', valueExpression: 'Duration', level: 0.95 }] },
		{ ...chart, select: [{ aggFn: 'count', valueExpression: '' }] },
		{ ...chart, select: [count, count], asRatio: true },
		{ ...chart, displayType: 'number', select: [count, count], formulas: [{ expression: 'A/B' }] },
	])('takes the config %j', (config) => {
		expect(withTile({ config })).toEqual([]);
	});

	it.each<JsonObject>([
		{ ...chart, displayType: 'histogram' },
		{ ...chart, sourceId: undefined },
		{ ...chart, sourceId: 'logs' },
		{ ...chart, select: [] },
		{ ...chart, select: Array.from({ length: 21 }, () => count) },
		{ ...chart, select: [count], asRatio: true },
		{ ...chart, groupBy: ['a'] },
		{ ...chart, displayType: 'pie', select: [count, count] },
		{ ...chart, displayType: 'number', select: [count, count] },
		{ ...chart, select: [{ aggFn: 'sum' }] },
		{ ...chart, select: [{ aggFn: 'median', valueExpression: 'x' }] },
		{ ...chart, select: [{ aggFn: 'count', valueExpression: 'x' }] },
		{ ...chart, select: [{ aggFn: 'avg', valueExpression: 'x', level: 0.5 }] },
		{ ...chart, select: [{ aggFn: 'quantile', valueExpression: 'x', level: 0.7 }] },
		{ displayType: 'heatmap', sourceId: src, select: [{ valueExpression: '' }] },
		{ displayType: 'search', sourceId: src },
		{ displayType: 'search', sourceId: src, select: [count] },
		{ displayType: 'markdown', markdown: 'x'.repeat(50_001) },
		{ ...sql, connectionId: undefined },
		{ ...sql, displayType: 'search' },
		{ ...sql, sqlTemplate: undefined },
	])('refuses the config %#', (config) => {
		expect(withTile({ config: changed(config, {}) })).not.toEqual([]);
	});
});

describe('series', () => {
	it.each<JsonObject>([
		series,
		{ ...series, type: 'table' },
		{ type: 'number', sourceId: src, aggFn: 'count', where: '' },
		{ type: 'search', sourceId: src, fields: [], where: '' },
		{ type: 'markdown', content: '' },
		{ ...series, dataSource: 'events', field: 'Duration', level: 0.7 },
	])('takes %j', (one) => {
		expect(withTile({ series: [one], asRatio: false })).toEqual([]);
	});

	it.each<[string, JsonObject[]]>([
		['none', []],
		['the neutral one', [changed({ ...series, dataSource: 'events' }, { sourceId: undefined })]],
		['one without a filter', [changed(series, { where: undefined })]],
		['one without groups', [changed(series, { groupBy: undefined })]],
		['two types', [series, { type: 'markdown', content: '' }]],
		['a level beyond 1', [{ ...series, level: 50 }]],
		['another type', [{ ...series, type: 'histogram' }]],
	])('refuses %s', (_name, given) => {
		expect(withTile({ series: given })).not.toEqual([]);
	});
});

describe('dashboards', () => {
	const tile = { ...place, config: { displayType: 'markdown' } };
	const body = { name: 'D', tiles: [tile] };

	it.each<JsonObject>([
		{ name: 'D', tiles: [] },
		body,
		{ ...body, savedQuery: null, savedQueryLanguage: null, savedFilterValues: [] },
		{ ...body, tags: ['a'], savedFilterValues: [{ condition: "a = 'b'" }] },
		{ ...body, containers: [{ id: 'c', title: 'C', collapsed: false }] },
		{ ...body, tiles: [{ ...tile, id: '', containerId: 'c', tabId: 't' }] },
	])('takes %j', (given) => {
		expect(create(given)).toEqual([]);
		expect(update(given)).toEqual([]);
	});

	it.each<[string, JsonObject]>([
		['no name', { name: undefined }],
		['a name that is too long', { name: 'x'.repeat(1025) }],
		['no tiles', { tiles: undefined }],
		['501 tiles', { tiles: Array.from({ length: 501 }, () => tile) }],
		...['name', 'x', 'y', 'w', 'h', 'config'].map((name): [string, JsonObject] => [
			`a tile without ${name}`,
			{ [`tiles.0.${name}`]: undefined },
		]),
		['a tile in column 24', { 'tiles.0.x': 24 }],
		['a tile of width 25', { 'tiles.0.w': 25 }],
		['a tile of no height', { 'tiles.0.h': 0 }],
		['config and series', { 'tiles.0.series': [series] }],
		['a ratio beside config', { 'tiles.0.asRatio': false }],
		['a tab without container', { 'tiles.0.tabId': 't' }],
		['an ID that is null', { 'tiles.0.id': null }],
		['tags that are null', { tags: null }],
		['a tag that is too long', { tags: ['x'.repeat(33)] }],
		['a query without its language', { savedQuery: 'a', savedQueryLanguage: null }],
		['a container without title', { containers: [{ id: 'c', collapsed: true }] }],
	])('refuse %s', (_name, change) => {
		expect(create(changed(body, change))).not.toEqual([]);
		expect(update(changed(body, change))).not.toEqual([]);
	});

	it('have a name when they are created, and may lose it', () => {
		expect(create({ ...body, name: '' })).not.toEqual([]);
		expect(update({ ...body, name: '' })).toEqual([]);
	});

	it('have filters with an ID in an update only, and none with other members', () => {
		const filtered = (one: JsonObject) => ({ ...body, filters: [one] });
		expect(create(filtered(filter))).toEqual([]);
		expect(update(filtered(filter))).not.toEqual([]);
		expect(create(filtered({ ...filter, id: 'f' }))).not.toEqual([]);
		expect(update(filtered({ ...filter, id: 'f' }))).toEqual([]);
		expect(create(filtered({ ...filter, extra: 1 }))).not.toEqual([]);
		expect(create(filtered({ ...filter, isBroadcastEnabled: false }))).not.toEqual([]);
		expect(create(filtered({ ...filter, variableName: 'a' }))).not.toEqual([]);
		const variable = { isBroadcastEnabled: false, isVariableEnabled: true, variableName: 'a' };
		expect(create(filtered({ ...filter, ...variable }))).toEqual([]);
	});

	it('are validated whatever they are', () => {
		expect(faults('POST', '/dashboards/validate', { any: 1 })).toEqual([]);
	});
});

describe('alerts', () => {
	it.each<JsonObject>([
		tileAlert,
		searchAlert,
		{ ...tileAlert, thresholdType: 'between', thresholdMax: 5, name: null, note: null },
		{ ...searchAlert, scheduleStartAt: '2026-01-01T00:00:00.000Z', numConsecutiveWindows: 2 },
	])('take %j', (body) => {
		expect(alert(body)).toEqual([]);
	});

	it.each<[string, JsonObject]>([
		...['source', 'dashboardId', 'tileId', 'threshold', 'thresholdType', 'interval', 'channel'].map(
			(name): [string, JsonObject] => [`no ${name}`, { [name]: undefined }],
		),
		['another source', { source: 'chart' }],
		['a saved search that is not there', { source: 'saved_search' }],
		['a range without its end', { thresholdType: 'between' }],
		['another interval', { interval: '2m' }],
		['another channel', { channel: { type: 'email' } }],
		['no channels', { channels: [] }],
		['a channel twice', { channels: [tileAlert.channel, tileAlert.channel] }],
		['an empty message', { message: '' }],
		['a threshold that is text', { threshold: '1' }],
		['no windows', { numConsecutiveWindows: 0 }],
	])('refuse %s', (_name, change) => {
		expect(alert(changed(tileAlert, change))).not.toEqual([]);
	});
});
