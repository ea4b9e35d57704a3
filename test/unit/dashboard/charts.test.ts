import {
	createDashboard,
	validateDashboard,
} from '../../../nodes/CloudDashboard/actions/dashboard/create.operation';
import type { JsonObject } from '../../../nodes/core/json';
import { validateRequest } from '../../contract';
import { CLICKSTACK_IDS as IDS } from '../../emulator';
import { codes, contextOf } from '../management/context';

const { sourceId, connectionId } = IDS;
const count = {
	...{ aggFn: 'count', where: '', whereLanguage: 'lucene', alias: '' },
	...{ metricName: '', metricType: 'none', periodAggFn: 'none' },
};
const METRIC = {
	...{ aggFn: 'increase', valueExpression: 'Value', alias: 'Requests' },
	...{ metricName: 'http.requests', metricType: 'sum', periodAggFn: 'delta' },
};
const counted = { aggFn: 'count', whereLanguage: 'lucene' };
const select = (...values: JsonObject[]) => ({ select: { values } });

const planOf = (...tiles: JsonObject[]) =>
	createDashboard.plan(
		{ dashboardInput: 'fields', name: 'Shop', tags: '', tiles: { values: tiles } },
		contextOf(),
	);

describe('a tile with a chart', () => {
	it.each<[string, JsonObject, JsonObject]>([
		...['line', 'stacked_bar', 'table', 'pie', 'bar'].map(
			(chart): [string, JsonObject, JsonObject] => [
				chart,
				{ sourceId, groupBy: 'ServiceName', ...select(count) },
				{ displayType: chart, sourceId, select: [counted], groupBy: 'ServiceName' },
			],
		),
		[
			'number',
			{
				...{ sourceId, groupBy: 'stale', markdown: 'stale' },
				...select({ ...count, aggFn: 'quantile', valueExpression: 'Duration', level: '0.95' }),
			},
			{
				...{ displayType: 'number', sourceId },
				select: [{ ...counted, aggFn: 'quantile', valueExpression: 'Duration', level: 0.95 }],
			},
		],
		[
			'line',
			{ sourceId, ...select({ ...count, ...METRIC }) },
			{ displayType: 'line', sourceId, select: [{ ...METRIC, whereLanguage: 'lucene' }] },
		],
		[
			'search',
			{ sourceId, selectColumns: '', where: 'level:error', whereLanguage: 'lucene' },
			{
				displayType: 'search',
				sourceId,
				select: '',
				where: 'level:error',
				whereLanguage: 'lucene',
			},
		],
		[
			'search',
			{ sourceId, selectColumns: 'Body' },
			{ displayType: 'search', sourceId, select: 'Body' },
		],
		['markdown', { markdown: '# Hi' }, { displayType: 'markdown', markdown: '# Hi' }],
		['markdown', {}, { displayType: 'markdown' }],
		[
			'sql',
			{ sqlDisplayType: 'pie', connectionId, sqlTemplate: 'SELECT 1' },
			{ configType: 'sql', displayType: 'pie', connectionId, sqlTemplate: 'SELECT 1' },
		],
	])('%s becomes the config that ClickStack takes', (chart, row, config) => {
		const series = { values: [{ type: 'time' }] };
		const { request, issues, hints } = planOf({ name: '', chart, ...row, series, asRatio: true });
		expect({ issues, hints }).toEqual({ issues: [], hints: [] });
		const tile = { name: '', x: 0, y: 0, w: 12, h: 6, config };
		expect(request.body).toEqual({ name: 'Shop', tags: [], tiles: [tile] });
		const { method, path, body } = request;
		expect(validateRequest({ api: 'clickstack', method, path, body })).toEqual([]);
	});

	it.each<[JsonObject, string[]]>([
		[{ chart: 'line', ...select(count) }, ['tiles.0.sourceId needed']],
		[{ chart: 'line', sourceId }, ['tiles.0.select tooFew']],
		[{ chart: 'pie', sourceId, ...select(count, count) }, ['tiles.0.select tooMany']],
		[
			{ chart: 'line', sourceId, ...select(...Array.from({ length: 21 }, () => count)) },
			['tiles.0.select tooMany'],
		],
		[
			{ chart: 'table', sourceId, ...select(count, { ...count, aggFn: 'sum' }) },
			['tiles.0.select.1.valueExpression needed'],
		],
		[
			{ chart: 'bar', sourceId, groupBy: 'x'.repeat(10_001), ...select(count) },
			['tiles.0.groupBy tooLong'],
		],
		[{ chart: 'search' }, ['tiles.0.sourceId needed']],
		[{ chart: 'markdown', markdown: 'x'.repeat(50_001) }, ['tiles.0.markdown tooLong']],
		[{ chart: 'sql' }, ['tiles.0.connectionId needed', 'tiles.0.sqlTemplate needed']],
		[{ chart: 'markdown', x: 24, y: 0, w: 25, h: 0 }, ['x tooBig', 'w tooBig', 'h tooSmall']],
	])('%# is refused by the names of its fields', (row, expected) => {
		expect(codes(planOf({ name: 'A', ...row }).issues)).toEqual(
			expected.map((one) => (one.startsWith('tiles') ? one : `tiles.0.${one}`)),
		);
	});

	it('leaves values that are not listed to the API', () => {
		const novel = { ...count, aggFn: 'median', valueExpression: 'a', whereLanguage: 'promql' };
		expect(planOf({ chart: 'line', sourceId, ...select(novel) }).issues).toEqual([]);
	});

	it('takes more members of config from JSON', () => {
		const additionalMembers = { config: { fillNulls: false, displayType: 'pie' } };
		const { request } = planOf({ chart: 'line', sourceId, ...select(count), additionalMembers });
		expect(request.body).toHaveProperty('tiles.0.config.fillNulls', false);
		expect(request.body).toHaveProperty('tiles.0.config.displayType', 'line');
	});
});

describe('series', () => {
	const series = (...values: JsonObject[]) => ({ name: 'A', chart: 'series', series: { values } });
	const one = { type: 'time', dataSource: 'events', aggFn: 'count', where: '', groupBy: '' };

	it('send a source in place of the data source, and a hint asks for one', () => {
		const { request, hints } = planOf(series({ ...one, sourceId }));
		const sent = { type: 'time', sourceId, aggFn: 'count', where: '', groupBy: [] };
		expect(request.body).toHaveProperty('tiles.0.series', [sent]);
		expect(hints).toEqual([]);
		const { method, path, body } = request;
		expect(validateRequest({ api: 'clickstack', method, path, body })).toEqual([]);
		expect(planOf(series(one), series({ ...one, sourceId }), series(one)).hints).toEqual([
			'ClickStack needs a Source in each series: choose one in Tile 1, Tile 3.',
		]);
	});

	it('have the bounds of ClickStack only with a source', () => {
		const far = { x: 30, y: 0, w: 1, h: 1 };
		expect(planOf({ ...series(one), ...far }).issues).toEqual([]);
		expect(codes(planOf({ ...series({ ...one, sourceId }), ...far }).issues)).toEqual([
			'tiles.0.x tooBig',
		]);
	});
});

describe('a dashboard that is created or validated', () => {
	const dashboardJson = {
		...{ id: 'other', name: 'Copy', filters: [{ id: 'f', name: 'F' }] },
		tiles: [{ id: 't1', name: 'A', config: { displayType: 'markdown' } }],
	};

	it.each([createDashboard, validateDashboard])(
		'has no IDs, and new places: $name',
		(operation) => {
			const { request, issues } = operation.plan(
				{ dashboardInput: 'json', dashboardJson },
				contextOf(),
			);
			expect(issues).toEqual([]);
			expect(request).toMatchObject({
				method: 'POST',
				body: { filters: [{ name: 'F' }], tiles: [{ x: 0, y: 0, w: 12, h: 6 }] },
			});
			expect(request.body).not.toHaveProperty('tiles.0.id');
			expect(request.body).not.toHaveProperty('filters.0.id');
		},
	);

	it('is done without data where the API judged it', () => {
		expect(validateDashboard.isDone?.({ valid: false, errors: [] }, 200)).toBe(true);
		expect(validateDashboard.isDone?.({ errors: [] }, 200)).toBe(false);
	});
});
