import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import type { HttpRequest } from '../../../nodes/engine/operation';
import { innerFields } from '../../../nodes/engine/issues/issueTexts';
import type { JsonObject } from '../../../nodes/engine/json';
import { validateRequest } from '../../../tools/contract';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { codes, contextOf } from '../management/context';
import { fields, rows } from '../rows';

const { create: createDashboard, validate: validateDashboard } = dashboard.operations;

const { sourceId, connectionId } = IDS;
const WITH_SOURCE = `sourceId=${sourceId}`;
/** A value as a tile starts with it, as a row, and as it is sent. */
const COUNT =
	'aggFn=count where= whereLanguage=lucene alias= metricName= metricType=none periodAggFn=none';
const COUNT_ROW = `{${COUNT.replace(/(\w+)=(\w*)/g, '"$1":"$2"').replaceAll(' ', ',')}}`;
const COUNTED = '"aggFn":"count","whereLanguage":"lucene"';
const QUANTILE = '"aggFn":"quantile","valueExpression":"Duration"';
const METRIC =
	'"aggFn":"increase","valueExpression":"Value","alias":"R","metricName":"m","metricType":"sum","periodAggFn":"delta"';
const METRIC_FIELDS = METRIC.replace(/"(\w+)":"(\w+)",?/g, '$1=$2 ').trim();
const MANY = Array.from({ length: 20 }, () => COUNT_ROW).join(',');

/** The fields of a tile, and a tile as n8n adds it. */
const tileFields = () =>
	createDashboard.properties.filter(({ name }) => name === 'tiles').flatMap(innerFields);
const dashboardTiles = () => [
	Object.fromEntries(tileFields().map((field) => [field.name, field.default])),
];

const planOf = (...tiles: JsonObject[]) =>
	createDashboard.plan(
		{ dashboardInput: 'fields', name: 'Shop', tags: '', tiles: { values: tiles } },
		contextOf(),
	);
const faultsOf = ({ method, path, body }: HttpRequest) =>
	validateRequest({ api: 'clickstack', method, path, body });

describe('a tile with a chart', () => {
	it.each(
		rows(`
		line | ${WITH_SOURCE} groupBy=a ${COUNT} | ${WITH_SOURCE} groupBy=a select=[{${COUNTED}}]
		stacked_bar | ${WITH_SOURCE} groupBy=a ${COUNT} | ${WITH_SOURCE} groupBy=a select=[{${COUNTED}}]
		table | ${WITH_SOURCE} groupBy=a ${COUNT} | ${WITH_SOURCE} groupBy=a select=[{${COUNTED}}]
		pie | ${WITH_SOURCE} groupBy=a ${COUNT} | ${WITH_SOURCE} groupBy=a select=[{${COUNTED}}]
		bar | ${WITH_SOURCE} groupBy=a ${COUNT} | ${WITH_SOURCE} groupBy=a select=[{${COUNTED}}]
		number | ${WITH_SOURCE} groupBy=stale markdown=stale aggFn=quantile valueExpression=Duration level="0.95" | ${WITH_SOURCE} select=[{${QUANTILE},"level":0.95}]
		line | ${WITH_SOURCE} ${METRIC_FIELDS} select.values=[${COUNT_ROW},{${METRIC}}] | ${WITH_SOURCE} select=[{${METRIC}},{${COUNTED}},{${METRIC}}]
		pie | ${WITH_SOURCE} ${COUNT} select.values=[{${METRIC}}] | ${WITH_SOURCE} select=[{${COUNTED}}]
		search | ${WITH_SOURCE} selectColumns= where=a whereLanguage=lucene | ${WITH_SOURCE} select= where=a whereLanguage=lucene
		search | ${WITH_SOURCE} selectColumns=Body | ${WITH_SOURCE} select=Body
		markdown | markdown=# Hi | markdown=# Hi
		markdown | |
		sql | sqlDisplayType=pie connectionId=${connectionId} sqlTemplate=SELECT 1 | configType=sql displayType=pie connectionId=${connectionId} sqlTemplate=SELECT 1
		`),
	)('%s with %s becomes the config %s', (chart, row, expected) => {
		const series = { values: [{ type: 'time' }] };
		const plan = planOf({ name: '', chart, ...fields(row), series, asRatio: true });
		expect(plan).toMatchObject({ issues: [], hints: [] });
		const config = { displayType: chart, ...fields(expected) };
		const tile = { name: '', x: 0, y: 0, w: 12, h: 6, config };
		expect(plan.request.body).toEqual({ name: 'Shop', tags: [], tiles: [tile] });
		expect(faultsOf(plan.request)).toEqual([]);
	});

	it.each(
		rows(`
		line | ${COUNT} | .sourceId needed
		line | ${WITH_SOURCE} ${COUNT} select.values=[${MANY}] | .select tooMany
		table | ${WITH_SOURCE} ${COUNT} select.values=[${COUNT_ROW},{"aggFn":"sum"}] | .select.1.valueExpression needed
		number | ${WITH_SOURCE} aggFn=sum | .valueExpression needed
		pie | ${WITH_SOURCE} aggFn= valueExpression=a | .aggFn needed
		bar | ${WITH_SOURCE} groupBy=${'x'.repeat(10_001)} ${COUNT} | .groupBy tooLong
		search | | .sourceId needed
		markdown | markdown=${'x'.repeat(50_001)} | .markdown tooLong
		sql | | .connectionId needed, .sqlTemplate needed
		markdown | x=24 y=0 w=25 h=0 | .x tooBig, .w tooBig, .h tooSmall
		`),
	)('%s with %.80s is refused as by the contract: %s', (chart, row, expected) => {
		const { issues, request } = planOf({ name: 'A', chart, ...fields(row) });
		expect(codes(issues).join(', ').replaceAll('tiles.0', '')).toBe(expected);
		expect(faultsOf(request)).not.toEqual([]);
	});

	it('leaves unlisted values to the API', () => {
		const value = { aggFn: 'median', valueExpression: 'a', whereLanguage: 'promql' };
		const select = { values: [value] };
		expect(planOf({ chart: 'line', sourceId, ...value, select }).issues).toEqual([]);
	});

	it('starts as a line with one value, which only needs a source', () => {
		const [tile] = dashboardTiles();
		expect(tile).toMatchObject({ chart: 'line', aggFn: 'count' });
		const select = [{ aggFn: 'count', whereLanguage: 'lucene' }];
		const { request, issues, hints } = planOf({ ...tile, name: 'A', sourceId });
		expect({ issues, hints }).toEqual({ issues: [], hints: [] });
		expect(request.body).toHaveProperty('tiles.0.config', {
			displayType: 'line',
			sourceId,
			select,
		});
		expect(faultsOf(request)).toEqual([]);
	});

	it("shows the neutral contract's form last", () => {
		const options = tileFields().find(({ name }) => name === 'chart')?.options ?? [];
		expect(options.map((option) => ('value' in option ? option.value : ''))).toEqual(
			'bar line markdown number pie search sql stacked_bar table series'.split(' '),
		);
	});

	it('accepts more keys of config from JSON', () => {
		const additionalMembers = { config: { fillNulls: false, displayType: 'pie' } };
		const { request } = planOf({ chart: 'line', sourceId, aggFn: 'count', additionalMembers });
		expect(request.body).toHaveProperty('tiles.0.config.fillNulls', false);
		expect(request.body).toHaveProperty('tiles.0.config.displayType', 'line');
	});
});

describe('series', () => {
	const series = (...values: JsonObject[]) => ({ name: 'A', chart: 'series', series: { values } });
	const one = { type: 'time', dataSource: 'events', aggFn: 'count', where: '', groupBy: '' };

	it('send a source instead of the data source, and a hint asks for one', () => {
		const { request, hints } = planOf(series({ ...one, sourceId }));
		const sent = { type: 'time', sourceId, aggFn: 'count', where: '', groupBy: [] };
		expect(request.body).toHaveProperty('tiles.0.series', [sent]);
		expect(hints).toEqual([]);
		expect(faultsOf(request)).toEqual([]);
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
		id: 'other',
		name: 'Copy',
		filters: [{ id: 'f', name: 'F' }],
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

	it('succeeds without data if the API judged it', () => {
		expect(validateDashboard.isDone({ valid: false, errors: [] })).toBe(true);
		expect(validateDashboard.isDone({ errors: [] })).toBe(false);
	});
});
