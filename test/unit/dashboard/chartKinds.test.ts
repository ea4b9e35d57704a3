import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import type { JsonObject } from '../../../nodes/engine/json';
import { recordsIn, valueAt } from '../../../nodes/engine/json';
import { asObject, isText } from '../../../nodes/engine/parameters/values';
import { documentOf } from '../../../tools/contract/documents';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { problems } from '../management/context';
import { faultsOf, planOf, summaryFor } from './plans';

const { update } = dashboard.operations;
const { sourceId, connectionId, traceSourceId: OTHER_SOURCE } = IDS;

const FILTER = { where: 'level:error', whereLanguage: 'lucene' };
const AVERAGE = { aggFn: 'avg', valueExpression: 'Duration', ...FILTER, alias: 'A' };
const COUNT = { aggFn: 'count', valueExpression: '', where: '', whereLanguage: 'sql' };
const FORMULAS = [{ expression: 'A / B' }, { expression: 'B / A' }];
const OF_DRAWN = { sourceId, select: [AVERAGE, COUNT], numberFormat: { output: 'time' } };
const OF_TIME = {
	...{ ...OF_DRAWN, groupBy: 'ServiceName', asRatio: false, formulas: FORMULAS },
	...{ showOperandSeries: true, alignDateRangeToGranularity: false, fillNulls: false },
	seriesLimit: 5,
};
const OF_LINE = { ...OF_TIME, compareToPreviousPeriod: true, fitYAxisToData: true };
const ONE_VALUE = { ...OF_DRAWN, select: [AVERAGE], groupBy: 'Host', orderBy: 'a', limit: 3 };
const OF_SQL = { configType: 'sql', connectionId, sqlTemplate: 'SELECT 1', sourceId };
const OF_SEARCH = { sourceId, select: 'Timestamp, Body', ...FILTER };
const ON_CLICK = { type: 'external', urlTemplate: 'https://example.com' };

/** Stored charts with every key that their kind has. */
const STORED: Readonly<Record<string, JsonObject>> = {
	line: { displayType: 'line', ...OF_LINE },
	stacked_bar: { displayType: 'stacked_bar', ...OF_TIME },
	table: {
		...{ ...OF_DRAWN, displayType: 'table', groupBy: 'Host', having: 'a > 1', orderBy: 'a' },
		...{ asRatio: true, showOperandSeries: true, groupByColumnsOnLeft: true, onClick: ON_CLICK },
	},
	number: {
		...{ ...OF_DRAWN, displayType: 'number', select: [AVERAGE], color: 'chart-blue' },
		...{ colorRules: [], backgroundChart: { type: 'line' } },
	},
	pie: { displayType: 'pie', ...ONE_VALUE },
	bar: { displayType: 'bar', ...ONE_VALUE },
	heatmap: { displayType: 'heatmap', sourceId, select: [{ valueExpression: 'D' }], ...FILTER },
	search: { displayType: 'search', ...OF_SEARCH },
	event_patterns: { displayType: 'event_patterns', ...OF_SEARCH },
	markdown: { displayType: 'markdown', markdown: '# Hi' },
	sql: {
		...{ ...OF_SQL, displayType: 'line', numberFormat: { output: 'byte' }, fillNulls: false },
		...{ alignDateRangeToGranularity: false, compareToPreviousPeriod: true },
	},
};
const FORM_KINDS = 'line stacked_bar table number pie bar search markdown sql'.split(' ');

/** The vendor's document lists each kind's keys. */
const VENDOR_NAMES: Readonly<Record<string, string>> = {
	line: 'LineBuilder',
	stacked_bar: 'BarBuilder',
	table: 'TableBuilder',
	number: 'NumberBuilder',
	pie: 'PieBuilder',
	bar: 'CategoricalBarBuilder',
	search: 'Search',
	markdown: 'Markdown',
	'sql line': 'LineRawSql',
	'sql stacked_bar': 'BarRawSql',
	'sql table': 'TableRawSql',
	'sql number': 'NumberRawSql',
	'sql pie': 'PieRawSql',
	'sql bar': 'CategoricalBarRawSql',
};

function keysOf({ configType, displayType }: JsonObject): string[] {
	const kind = [configType, displayType].filter(isText).join(' ');
	const keysIn = (name: string): string[] => {
		const schema = asObject(valueAt(documentOf('vendorClickStack'), `components.schemas.${name}`));
		const parts = recordsIn(schema['allOf']);
		return [
			...Object.keys(asObject(schema['properties'])),
			...parts.flatMap((part) => Object.keys(asObject(part['properties']))),
			...parts.flatMap(({ $ref }) =>
				typeof $ref === 'string' ? keysIn($ref.split('/').at(-1) ?? '') : [],
			),
		];
	};
	// Newer servers have this key, too.
	const newer = /^sql (line|stacked_bar)$/.test(kind) ? ['seriesLimit'] : [];
	return [...keysIn(`${VENDOR_NAMES[kind] ?? kind}ChartConfig`), ...newer];
}

const place = { x: 8, y: 2, w: 4, h: 3 };
const tileOf = (config: JsonObject) => ({ id: 't1', name: 'Errors', ...place, config });

const PAIRS = Object.keys(STORED).flatMap((from) =>
	FORM_KINDS.filter((to) => to !== from).map((to) => ({ from, to })),
);

/** A row with a chart and what only this chart needs. */
function changed(from: string, to: string, row: JsonObject = {}, more: JsonObject = {}) {
	const config = { ...STORED[from], ...more };
	const parameters = {
		...{ dashboardId: IDS.dashboardId, dashboardInput: 'fields', updateMode: 'automatic' },
		tiles: { values: [{ name: 'Errors', chart: to, ...row }] },
	};
	const record = { id: IDS.dashboardId, name: 'Shop', tiles: [tileOf(config)] };
	const { request, issues } = planOf(update, parameters, record);
	const tile = asObject(valueAt(request.body, 'tiles.0'));
	return {
		stored: config,
		tile,
		config: asObject(tile['config']),
		issues: problems(issues),
		faults: faultsOf(request),
		summary: () => summaryFor(update, parameters, { record, request }),
	};
}

const NEW_SQL = { connectionId: IDS.connectionId, sqlTemplate: 'SELECT 2' };
const needed = (from: string, to: string): JsonObject => {
	if (to === 'sql') return NEW_SQL;
	return from === 'markdown' && to !== 'markdown' ? { sourceId } : {};
};
const filterIn = (config: JsonObject): unknown => {
	const [first] = config['displayType'] === 'heatmap' ? [] : recordsIn(config['select']);
	const { where, whereLanguage } = first ?? config;
	return where && { where, whereLanguage };
};

/** These keys differ between kinds, or have their own tests. */
const SPECIAL = ['displayType', 'configType', 'select', 'formulas', 'where', 'whereLanguage'];

describe('Dashboard → Update (only Chart)', () => {
	it.each(PAIRS)('keeps what $from and $to have in common', ({ from, to }) => {
		const { stored, tile, config, issues, faults } = changed(from, to, needed(from, to));
		expect([issues, faults]).toEqual([[], []]);
		expect(tile).toEqual(tileOf(config));
		const keys = keysOf(config);
		expect(Object.keys(config).filter((key) => !keys.includes(key))).toEqual([]);
		const isOtherQuery = (from === 'sql') !== (to === 'sql');
		const renewed = isOtherQuery ? ['numberFormat', ...(to === 'sql' ? ['sourceId'] : [])] : [];
		const common = Object.keys(stored)
			.filter((key) => keys.includes(key) && ![...SPECIAL, ...renewed].includes(key))
			.map((key) => [key, stored[key]]);
		expect(config).toMatchObject(Object.fromEntries(common));
	});

	it.each(PAIRS.filter(({ to }) => !['markdown', 'sql'].includes(to)))(
		'keeps the Where of $from in $to',
		({ from, to }) => {
			const { stored, config } = changed(from, to, needed(from, to));
			expect(filterIn(config)).toEqual(filterIn(stored));
		},
	);

	it.each(PAIRS)('prefers entered values when $from becomes $to', ({ from, to }) => {
		const entered = {
			sourceId: OTHER_SOURCE,
			where: 'a:b',
			whereLanguage: 'sql',
			groupBy: 'Region',
		};
		const sql = to === 'sql' ? { ...NEW_SQL, sqlDisplayType: 'pie' } : {};
		const { config, issues, faults } = changed(from, to, { ...entered, ...sql, markdown: 'B' });
		expect([issues, faults]).toEqual([[], []]);
		const keys = keysOf(config);
		if (to === 'sql') expect(config).toMatchObject({ ...NEW_SQL, displayType: 'pie' });
		else if (keys.includes('sourceId')) {
			expect(config['sourceId']).toBe(OTHER_SOURCE);
			expect(filterIn(config)).toEqual({ where: 'a:b', whereLanguage: 'sql' });
		}
		expect(config['groupBy']).toBe(keys.includes('groupBy') ? 'Region' : undefined);
		expect(config['markdown']).toBe(to === 'markdown' ? 'B' : undefined);
	});

	it.each([
		{ from: 'markdown', to: 'line', issues: ['sourceId'] },
		{ from: 'line', to: 'sql', issues: ['connectionId', 'sqlTemplate'] },
		{ from: 'heatmap', to: 'pie', row: { aggFn: 'avg' }, issues: ['valueExpression'] },
		{ from: 'search', to: 'line', row: { valueExpression: 'a' }, issues: ['valueExpression'] },
	])('asks for what $to needs and $from lacks: $issues', ({ from, to, row, issues }) => {
		const rules = changed(from, to, row).issues.map((issue) => issue.split(' ')[0]);
		expect(rules).toEqual(issues.map((name) => `tiles.0.${name}`));
	});

	it.each([
		{ from: 'line', to: 'stacked_bar', select: [AVERAGE, COUNT], formulas: FORMULAS },
		{ from: 'line', to: 'number', select: [AVERAGE, COUNT], formulas: FORMULAS.slice(0, 1) },
		{ from: 'line', to: 'bar', select: [AVERAGE], formulas: undefined },
		{ from: 'table', to: 'number', select: [AVERAGE], formulas: undefined },
		{ from: 'event_patterns', to: 'search', select: 'Timestamp, Body', formulas: undefined },
		{ from: 'line', to: 'search', select: '', formulas: undefined },
		{ from: 'heatmap', to: 'line', select: [{ aggFn: 'count', ...FILTER }], formulas: undefined },
	])("$to has as many of $from's values as it can", ({ from, to, select, formulas }) => {
		expect(changed(from, to).config).toMatchObject({ select, ...(formulas && { formulas }) });
		expect(changed(from, to).config['formulas']).toEqual(formulas);
	});

	it.each([
		{ from: 'stacked_bar', displayType: 'stacked_bar' },
		{ from: 'markdown', displayType: 'table' },
	])("fills $from's chart with SQL as $displayType", ({ from, displayType }) => {
		expect(changed(from, 'sql', NEW_SQL).config).toMatchObject({ configType: 'sql', displayType });
	});

	it('drops keys that no document lists', () => {
		expect(changed('line', 'stacked_bar', {}, { novel: 1 }).config).not.toHaveProperty('novel');
		expect(changed('line', 'line', { groupBy: 'a' }, { novel: 1 }).config).toMatchObject({
			novel: 1,
		});
	});
});

describe('Dashboard → Update (kind of chart in JSON)', () => {
	const inJson = (from: string, config: JsonObject) => {
		const dashboardJson = { tiles: [{ name: 'Errors', config }] };
		const parameters = { dashboardId: IDS.dashboardId, dashboardInput: 'json', dashboardJson };
		const record = { id: IDS.dashboardId, name: 'Shop', tiles: [tileOf(STORED[from] ?? {})] };
		const { request } = planOf(update, { ...parameters, updateMode: 'merge' }, record);
		return asObject(valueAt(request.body, 'tiles.0.config'));
	};

	it('keeps the same values as a form', () => {
		for (const to of ['stacked_bar', 'table', 'number', 'pie', 'bar']) {
			const sent = inJson('line', { displayType: to });
			expect(sent).toEqual({
				...changed('line', to).config,
				select: expect.any(Array) as unknown,
			});
		}
	});

	it('adds no value that nobody entered', () => {
		expect(inJson('markdown', { displayType: 'line', sourceId })).toEqual({
			displayType: 'line',
			sourceId,
		});
	});
});
