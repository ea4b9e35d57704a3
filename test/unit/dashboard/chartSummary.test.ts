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
