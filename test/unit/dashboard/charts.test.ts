import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import { changedChart } from '../../../nodes/CloudDashboard/resources/dashboard/chartChange';
import type { JsonObject } from '../../../nodes/engine/json';
import { valueAt } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { isText } from '../../../nodes/engine/parameters/values';
import { problems, contextOf } from '../management/context';
import { faultsOf, issuesOf, sentBody } from './plans';
import { sentPlan } from '../../../tools/panel/facts';

const { create, update, validate } = dashboard.operations;
const { sourceId, connectionId } = IDS;

/** The form starts a value like this. `SENT_COUNT` is what arrives. */
const COUNT = {
	aggFn: 'count',
	where: '',
	whereLanguage: 'lucene',
	alias: '',
	metricName: '',
	metricType: 'none',
	periodAggFn: 'none',
};
const SENT_COUNT = { aggFn: 'count', whereLanguage: 'lucene' };
const QUANTILE = { aggFn: 'quantile', valueExpression: 'Duration' };
const METRIC = {
	aggFn: 'increase',
	valueExpression: 'Value',
	alias: 'R',
	metricName: 'm',
	metricType: 'sum',
	periodAggFn: 'delta',
};

const form = (...tiles: JsonObject[]): ParameterValues => ({
	dashboardInput: 'fields',
	name: 'Shop',
	tags: '',
	tiles: { values: tiles },
});
const planOf = (...tiles: JsonObject[]) => sentPlan(create, form(...tiles), contextOf());

describe('Dashboard → Create (config)', () => {
	it.each<{ chart: string; row: JsonObject; config: JsonObject }>([
		{
			chart: 'bar',
			row: { sourceId, groupBy: 'a', ...COUNT },
			config: { sourceId, groupBy: 'a', select: [SENT_COUNT] },
		},
		{
			chart: 'pie',
			row: { sourceId, ...COUNT, select: { values: [METRIC] } },
			config: { sourceId, select: [SENT_COUNT] },
		},
		{
			chart: 'line',
			row: { sourceId, ...METRIC, select: { values: [COUNT, METRIC] } },
			config: { sourceId, select: [METRIC, SENT_COUNT, METRIC] },
		},
		{
			chart: 'line',
			row: { sourceId, ...METRIC, select: [COUNT, METRIC] },
			config: { sourceId, select: [METRIC, SENT_COUNT, METRIC] },
		},
		{
			chart: 'number',
			row: { sourceId, ...QUANTILE, level: '0.95' },
			config: { sourceId, select: [{ ...QUANTILE, level: 0.95 }] },
		},
		{
			chart: 'search',
			row: { sourceId, selectColumns: '', where: 'a', whereLanguage: 'lucene' },
			config: { sourceId, select: '', where: 'a', whereLanguage: 'lucene' },
		},
		{ chart: 'markdown', row: {}, config: {} },
		{
			chart: 'sql',
			row: { sqlDisplayType: 'pie', connectionId, sqlTemplate: 'SELECT 1' },
			config: { configType: 'sql', displayType: 'pie', connectionId, sqlTemplate: 'SELECT 1' },
		},
	])("sends a $chart from $row without other charts' fields", ({ chart, row, config }) => {
		const stale = { series: { values: [{ type: 'time' }] }, asRatio: true };
		const tile = { name: '', chart, ...row, ...stale };
		expect(sentBody(create, form(tile))).toMatchObject({
			tiles: [{ name: '', x: 0, y: 0, w: 12, h: 6 }],
		});
		expect(sentBody(create, form(tile))).toHaveProperty('tiles.0.config', {
			displayType: chart,
			...config,
		});
	});

	const TWENTY = Array.from({ length: 20 }, () => COUNT);

	it.each<{ chart: string; row: JsonObject; issues: string[] }>([
		{
			chart: 'line',
			row: { sourceId, ...COUNT, select: { values: TWENTY } },
			issues: ['select has too many'],
		},
		{
			chart: 'bar',
			row: { sourceId, ...COUNT, groupBy: 'x'.repeat(10_001) },
			issues: ['groupBy must have at'],
		},
		{ chart: 'search', row: {}, issues: ['sourceId is needed for'] },
		{
			chart: 'table',
			row: { sourceId, ...COUNT, select: { values: [COUNT, { aggFn: 'sum' }] } },
			issues: ['select.1.valueExpression is needed for'],
		},
		{ chart: 'sql', row: {}, issues: ['connectionId is needed for', 'sqlTemplate is needed for'] },
		{
			chart: 'markdown',
			row: { x: 24, y: 0, w: 25, h: 0 },
			issues: ['x must be at', 'w must be at', 'h must be at'],
		},
	])("labels the issue of a $chart with the row's field: $issues", ({ chart, row, issues }) => {
		const parameters = form({ name: 'A', chart, ...row });
		expect(issuesOf(create, parameters)).toEqual(issues.map((issue) => `tiles.0.${issue}`));
		expect(faultsOf(create.plan(parameters, contextOf()).request)).not.toEqual([]);
	});

	it.each(['count', [COUNT, 'sum'], { values: COUNT }])('rejects %j in More Values', (select) => {
		const [issue] = issuesOf(create, form({ chart: 'line', sourceId, ...COUNT, select }));
		expect(issue).toMatch(/^tiles\.0\.select/);
	});

	it.each([{}, { chart: undefined }, { chart: null }, { chart: '' }])(
		'makes a tile with %j a line that counts',
		(row) => {
			const config = { displayType: 'line', sourceId, select: [{ aggFn: 'count' }] };
			const body = sentBody(create, form({ name: 'A', sourceId, ...row }));
			expect(body).toHaveProperty('tiles.0.config', config);
		},
	);

	it.each([
		{ row: { chart: 'line', sourceId }, issues: ["tiles.0.valueExpression doesn't apply to"] },
		{ row: { chart: 'line', sourceId, aggFn: 'sum' }, issues: [] },
		{ row: { chart: 'markdown', markdown: 'a' }, issues: [] },
	])('rejects the Field only for a value that is counted: $row', ({ row, issues }) => {
		const tile = { name: 'A', valueExpression: 'Duration', ...row };
		expect(issuesOf(create, form(tile))).toEqual(issues);
	});

	it.each([
		{ aggFn: '', issues: [] },
		{ aggFn: null, issues: ['tiles.0.aggFn is needed for'] },
	])("doesn't count if an expression returns nothing: $aggFn", ({ aggFn, issues }) => {
		const line = form({ name: 'A', chart: 'line', sourceId, aggFn });
		expect(issuesOf(create, line)).toEqual(issues);
		const tiles = [{ id: 't1', name: 'A', config: { displayType: 'markdown' } }];
		const changes = { ...line, dashboardId: IDS.dashboardId, updateMode: 'merge' };
		const record = { id: IDS.dashboardId, name: 'Shop', tiles };
		expect(issuesOf(update, changes, record)).toEqual(issues);
	});

	it('sends unlisted values as entered', () => {
		const value = { aggFn: 'median', valueExpression: 'a', whereLanguage: 'promql' };
		const select = { values: [value] };
		expect(issuesOf(create, form({ chart: 'line', sourceId, ...value, select }))).toEqual([]);
	});

	it('adds keys from JSON to config without changing the kind', () => {
		const additionalMembers = { config: { fillNulls: false, displayType: 'pie' } };
		const { request, hints } = planOf({
			chart: 'line',
			sourceId,
			aggFn: 'count',
			additionalMembers,
		});
		expect(request.body).toHaveProperty('tiles.0.config.fillNulls', false);
		expect(request.body).toHaveProperty('tiles.0.config.displayType', 'line');
		expect(hints).toEqual([
			'"tiles.0.config.displayType" in Additional Fields (JSON) isn\'t sent, because a field of the form takes precedence.',
			'Updates find tiles by name, so enter a name that no other tile has in Tile 1.',
		]);
	});
});

describe('Dashboard → Create (series)', () => {
	const series = (...values: JsonObject[]) => ({ name: 'A', chart: 'series', series: { values } });
	const one = { type: 'time', dataSource: 'events', aggFn: 'count', where: '', groupBy: '' };

	it.each([
		{ added: { alias: 'A', where: 'x' }, overridden: ['tiles.0.series.0.where'] },
		{ added: { alias: 'A' }, overridden: [] },
	])(
		'lists the keys of the JSON $added that fields override: $overridden',
		({ added, overridden }) => {
			const { hints } = planOf(series({ ...one, sourceId, additionalMembers: added }));
			expect(hints).toEqual(
				overridden.map(
					(path) =>
						`"${path}" in Additional Fields (JSON) isn't sent, because a field of the form takes precedence.`,
				),
			);
		},
	);

	it('sends a source instead of the data source', () => {
		const { request, hints } = planOf(series({ ...one, sourceId }));
		const sent = { type: 'time', sourceId, aggFn: 'count', where: '', groupBy: [] };
		expect(request.body).toHaveProperty('tiles.0.series', [sent]);
		expect([hints, faultsOf(request)]).toEqual([[], []]);
	});

	it('keeps the commas within a function that groups', () => {
		const { request } = planOf(series({ ...one, sourceId, groupBy: 'if(a, b, c), Host' }));
		expect(request.body).toHaveProperty('tiles.0.series.0.groupBy', ['if(a, b, c)', 'Host']);
	});

	it('warns about series without a source next to series with a source', () => {
		expect(planOf(series(one), series({ ...one, sourceId }), series(one)).hints).toEqual([
			'ClickStack needs a source in each series, so choose a Source in Tile 1 ("A"), Tile 3 ("A").',
			'Updates find tiles by name, so enter a name that no other tile has in Tile 1 ("A"), Tile 2 ("A"), Tile 3 ("A").',
		]);
	});

	it("applies ClickStack's limits only to a series with a source", () => {
		const far = { x: 30, y: 0, w: 1, h: 1 };
		expect(planOf({ ...series(one), ...far }).issues).toEqual([]);
		expect(problems(planOf({ ...series({ ...one, sourceId }), ...far }).issues)).toEqual([
			'tiles.0.x must be at',
		]);
	});
});

/** A new tile starts with empty choices. An update leaves them unchanged. */
const INITIAL_CHOICES = ['Line', 'Count', 'Lucene', 'Table'];
const DEFAULTS = INITIAL_CHOICES.map((name) => `Default (${name})`);
const UNCHANGED = INITIAL_CHOICES.map((name) => `Unchanged (New Tiles: ${name})`);

it.each([
	{ operation: create, names: DEFAULTS },
	{ operation: update, names: UNCHANGED },
	{ operation: validate, names: DEFAULTS },
])('names what an empty choice means in $operation.name', ({ operation, names }) => {
	const offered: unknown[] = [];
	const value = operation.name.toLowerCase();
	JSON.stringify(operation.properties, (_key, entry: unknown) => {
		const shownIn = valueAt(entry, 'displayOptions.show./operation');
		if (Array.isArray(shownIn) && !shownIn.includes(value)) return undefined;
		if (valueAt(entry, 'value') === '' && isText(valueAt(entry, 'name'))) {
			offered.push(valueAt(entry, 'name'));
		}
		return entry;
	});
	expect(new Set(offered)).toEqual(new Set(names));
});

describe('Dashboard → Create and Validate', () => {
	const dashboardJson = {
		id: 'other',
		name: 'Copy',
		filters: [{ id: 'f', name: 'F' }],
		tiles: [{ id: 't1', name: 'A', config: { displayType: 'markdown' } }],
	};

	it.each([create, validate])('lays out tiles without their IDs: $name', (operation) => {
		const { request, issues } = operation.plan(
			{ dashboardInput: 'json', dashboardJson },
			contextOf(),
		);
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({
			filters: [{ name: 'F' }],
			tiles: [{ x: 0, y: 0, w: 12, h: 6 }],
		});
		expect(request.body).not.toHaveProperty('tiles.0.id');
		expect(request.body).not.toHaveProperty('filters.0.id');
	});

	it.each([
		{ config: { displayType: 'line', sourceId, select: [{ aggFn: 'avg' }] }, isRefused: true },
		{
			config: { displayType: 'line', sourceId, select: [{ aggFn: 'sum', metricName: 'm' }] },
			isRefused: true,
		},
		{ config: { displayType: 'heatmap', sourceId, select: [{}] }, isRefused: true },
		{ config: { displayType: 'line', sourceId, select: [{ aggFn: 'count' }] }, isRefused: false },
		{ config: { configType: 'sql', select: [{ aggFn: 'avg' }] }, isRefused: false },
	])('requires a field for a value of $config: $isRefused', ({ config, isRefused }) => {
		const parameters = {
			dashboardInput: 'json',
			dashboardJson: { name: 'S', tiles: [{ name: 'A', config }] },
		};
		const path = 'tiles.0.config.select.0.valueExpression';
		expect(issuesOf(create, parameters)).toEqual(isRefused ? [`${path} is needed for`] : []);
	});

	it('warns about a JSON series without its field', () => {
		const series = [{ type: 'number', sourceId, aggFn: 'avg', where: '' }];
		const dashboardJson = { name: 'S', tiles: [{ name: 'A', series }] };
		const plan = sentPlan(create, { dashboardInput: 'json', dashboardJson }, contextOf());
		expect(plan).toMatchObject({
			issues: [],
			hints: [expect.stringContaining('"tiles.0.series.0.field" is needed')],
		});
	});

	it.each([
		{ dashboardInput: 'fields', name: 'S', tiles: {} },
		{ dashboardInput: 'list', name: 'S', tilesList: [] },
		{ dashboardInput: 'json', dashboardJson: { name: 'S', tiles: [] } },
	])('warns about a dashboard without tiles: $dashboardInput', (parameters) => {
		const hint =
			'The new dashboard has no tiles. Add tiles here, or later with Dashboard → Update.';
		for (const operation of [create, validate]) {
			expect(sentPlan(operation, parameters, contextOf())).toMatchObject({
				issues: [],
				hints: [hint],
			});
		}
		const tile = { name: 'A', config: { displayType: 'markdown' } };
		const dashboardJson = { name: 'S', tiles: [tile] };
		const whole = sentPlan(create, { dashboardInput: 'json', dashboardJson }, contextOf());
		expect(whole.hints).toEqual([]);
	});

	it('accepts a Validate response that contains no data', () => {
		expect(validate.output.isSuccessWithoutPayload({ valid: false, errors: [] })).toBe(true);
		expect(validate.output.isSuccessWithoutPayload({ errors: [] })).toBe(false);
	});
});

it.each([
	{ displayType: 'pie', chart: 'Pie' },
	{ displayType: 'toString', chart: 'toString' },
])('describes the chart $displayType', ({ displayType, chart }) => {
	const { issues } = changedChart({ markdown: 'Text' }, { config: { displayType } });
	expect(issues[0]?.text).toContain(`doesn't apply to this tile's chart, ${chart}. Remove`);
});
