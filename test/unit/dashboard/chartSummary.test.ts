import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import type { JsonObject } from '../../../nodes/engine/json';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { summaryFor } from './plans';

const { update } = dashboard.operations;
const { sourceId, connectionId } = IDS;

/** A line chart, as ClickStack returns it. */
const LINE = {
	displayType: 'line',
	sourceId,
	groupBy: 'ServiceName',
	asRatio: false,
	fillNulls: true,
	select: [
		{ aggFn: 'count', valueExpression: '', where: 'level:error', whereLanguage: 'lucene' },
		{ aggFn: 'avg', valueExpression: 'Duration', where: '', whereLanguage: 'lucene' },
	],
};

function changeOf(row: JsonObject, config: JsonObject = LINE): string | undefined {
	const parameters = {
		...{ dashboardId: IDS.dashboardId, dashboardInput: 'fields', updateMode: 'automatic' },
		tiles: { values: [{ name: 'Errors', ...row }] },
	};
	const tiles = [{ id: 't1', name: 'Errors', x: 0, y: 0, w: 4, h: 3, config }];
	const record = { id: IDS.dashboardId, name: 'Shop', tiles };
	return /changed: "Errors" \((.*)\)$/.exec(summaryFor(update, parameters, { record }))?.[1];
}

describe('updateSummary (kind of chart)', () => {
	it.each<{ row: JsonObject; config?: JsonObject; change: string }>([
		{ row: { chart: 'stacked_bar' }, change: 'Chart from Line to "Stacked Bar"' },
		{
			row: { chart: 'number' },
			change: 'Chart from Line to Number, clears Group By, clears More Values',
		},
		{
			row: { chart: 'markdown', markdown: 'Hi', x: 1, y: 2, w: 3, h: 4 },
			change:
				'Chart from Line to Markdown, X from 0 to 1, Y from 0 to 2, clears Source, clears Group By, clears Aggregation, clears Where, clears More Values and 3 more',
		},
		{
			row: { chart: 'sql', connectionId, sqlTemplate: 'SELECT 1' },
			change: `Chart from Line to SQL, Connection ${connectionId}, SQL "SELECT 1", clears Source, clears Group By, clears Aggregation, clears Where, clears More Values and 1 more`,
		},
		{
			row: { chart: 'pie' },
			config: { ...LINE, fillNulls: false, formulas: [{ expression: 'A' }], seriesLimit: 2 },
			change:
				'Chart from Line to Pie, clears "fill nulls", clears formulas, clears "series limit", clears More Values',
		},
		{ row: { chart: 'line', groupBy: 'Host' }, change: 'Group By from ServiceName to Host' },
	])('describes the row $row as $change', ({ row, config, change }) => {
		expect(changeOf(row, config)).toBe(change);
	});
});

describe('updateSummary (series in place of a chart)', () => {
	const NUMBER = {
		displayType: 'number',
		sourceId,
		select: [
			{ aggFn: 'count', valueExpression: '', where: 'level:error', whereLanguage: 'lucene' },
		],
	};
	const SERIES = { type: 'time', sourceId, aggFn: 'count', where: 'level:error' };
	const ONE_LINE = { ...LINE, select: LINE.select.slice(0, 1) };

	it.each<{
		series: JsonObject[];
		asRatio?: boolean;
		config: JsonObject;
		change: string | undefined;
	}>([
		{
			series: [{ ...SERIES, groupBy: ['service'] }],
			config: NUMBER,
			change: 'Chart from Number to Line, Group By service',
		},
		{ series: [{ ...SERIES, type: 'number' }], config: NUMBER, change: undefined },
		{
			series: [{ ...SERIES, groupBy: ['ServiceName'] }],
			config: ONE_LINE,
			change: undefined,
		},
		{
			series: [{ ...SERIES, where: 'level:fatal', groupBy: [] }],
			config: ONE_LINE,
			change: 'clears Group By, Where from level:error to level:fatal',
		},
		{
			series: [
				{ ...SERIES, groupBy: ['ServiceName'] },
				{ ...SERIES, aggFn: 'avg', field: 'Duration', where: '' },
			],
			config: LINE,
			change: undefined,
		},
		{
			series: [{ ...SERIES, displayType: 'stacked_bar', groupBy: ['ServiceName'] }],
			config: ONE_LINE,
			change: 'Chart from Line to "Stacked Bar"',
		},
		{
			series: [{ type: 'search', sourceId, fields: ['Body', 'Host'], where: 'a:b' }],
			config: {
				displayType: 'search',
				sourceId,
				select: 'Body',
				where: 'a:b',
				whereLanguage: 'lucene',
			},
			change: 'Columns from Body to "Body, Host"',
		},
		{
			series: [{ type: 'markdown', content: 'Hi' }],
			config: { displayType: 'markdown', markdown: 'Hello' },
			change: 'Text from Hello to Hi',
		},
		{
			series: [{ ...SERIES, type: 'table', groupBy: ['ServiceName'] }],
			config: { ...ONE_LINE, displayType: 'table', fillNulls: undefined },
			change: undefined,
		},
		{
			series: [{ ...SERIES, groupBy: ['ServiceName'] }, SERIES],
			asRatio: true,
			config: { ...LINE, select: [...ONE_LINE.select, ...ONE_LINE.select] },
			change: 'As Ratio true',
		},
	])('describes $series over $config as $change', ({ series, asRatio, config, change }) => {
		const place = { x: 0, y: 0, w: 4, h: 3 };
		const parameters = {
			...{ dashboardId: IDS.dashboardId, dashboardInput: 'json', updateMode: 'automatic' },
			dashboardJson: JSON.stringify({ tiles: [{ name: 'Errors', ...place, series, asRatio }] }),
		};
		const tiles = [{ id: 't1', name: 'Errors', ...place, config }];
		const record = { id: IDS.dashboardId, name: 'Shop', tiles };
		const summary = summaryFor(update, parameters, { record });
		expect(/changed: "Errors" \((.*)\)$/.exec(summary)?.[1]).toBe(change);
	});

	it('describes a chart over series', () => {
		const tile = { id: 't1', name: 'Errors', x: 0, y: 0, w: 4, h: 3 };
		const dashboardJson = JSON.stringify({ tiles: [{ ...tile, config: NUMBER }] });
		const stored = { ...tile, asRatio: false, series: [{ ...SERIES, groupBy: ['service'] }] };
		const record = { id: IDS.dashboardId, name: 'Shop', tiles: [stored] };
		const parameters = { dashboardId: IDS.dashboardId, dashboardInput: 'json', dashboardJson };
		expect(summaryFor(update, { ...parameters, updateMode: 'automatic' }, { record })).toMatch(
			/changed: "Errors" \(Chart from Line to Number, clears Group By\)$/,
		);
	});
});
