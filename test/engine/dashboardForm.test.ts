import type { INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { innerFields } from '../../nodes/engine/parameters/properties';

const { description } = new CloudDashboard();

/** A dashboard's form with one tile, or a chart query's with one series. `inner` names rows of the tile. */
function formWith(operation: string, row: INodeParameters, inner?: string) {
	const isQuery = operation === 'query';
	const list = isQuery ? 'series' : 'tiles';
	const parameters: INodeParameters = {
		...{ resource: isQuery ? 'chart' : 'dashboard', operation, dashboardInput: 'fields' },
		...{ dashboardId: { __rl: true, mode: 'id', value: '0'.repeat(24) }, name: 'Shop' },
		[list]: { values: [row] },
	};
	const node: INode = {
		...{ id: '1', name: 'Node', type: 'cloudDashboard', typeVersion: 1, position: [0, 0] },
		parameters,
	};
	const { properties } = description;
	const nodeIssues = NodeHelpers.getNodeParametersIssues(properties, node, description);
	const path = [`parameters.${list}`, ...(inner === undefined ? [] : [inner])].join('.values[0].');
	const shown = properties
		.filter((field) => field.name === list)
		.filter((field) => NodeHelpers.displayParameter(parameters, field, node, description))
		.flatMap((field) => innerFields(field))
		.flatMap((field) => {
			if (inner === undefined) return [field];
			return field.name === inner ? innerFields(field) : [];
		})
		.filter((field) =>
			NodeHelpers.displayParameterPath(
				{ parameters },
				field,
				`${path}.values[0]`,
				node,
				description,
			),
		);
	return {
		shown: shown.map(({ name }) => name),
		missing: Object.keys(nodeIssues?.parameters ?? {}),
	};
}

const NO_SOURCE = { __rl: true, mode: 'list', value: '' };
const SOURCE = { ...NO_SOURCE, value: '1'.repeat(24) };
const OF_OTHER_CHARTS = ['selectColumns', 'markdown', 'sqlTemplate', 'connectionId'];

describe.each(['create', 'validate'])("Dashboard → %s's form", (operation) => {
	it.each([
		{ aggFn: '', isShown: false },
		{ aggFn: 'count', isShown: false },
		{ aggFn: 'avg', isShown: true },
		{ aggFn: '={{ $json.aggregation }}', isShown: true },
	])('shows a new tile of $aggFn the Field: $isShown', ({ aggFn, isShown }) => {
		const { shown } = formWith(operation, { chart: '', sourceId: SOURCE, aggFn });
		expect(shown.filter((name) => name === 'valueExpression')).toHaveLength(isShown ? 1 : 0);
	});

	it("leaves out other charts' fields until a chart is chosen", () => {
		const { shown } = formWith(operation, { chart: '', sourceId: SOURCE });
		expect(shown.filter((name) => OF_OTHER_CHARTS.includes(name))).toEqual([]);
		expect(shown.filter((name) => name === 'sourceId')).toHaveLength(1);
	});

	it.each([
		{ chart: '', isRequired: true },
		{ chart: 'pie', isRequired: true },
		{ chart: 'search', isRequired: true },
		{ chart: 'markdown', isRequired: false },
		{ chart: 'sql', isRequired: false },
		{ chart: 'series', isRequired: false },
	])('requires a Source for the chart "$chart": $isRequired', ({ chart, isRequired }) => {
		const missing = (sourceId: INodeParameters | string) =>
			formWith(operation, { chart, sourceId }).missing.includes('sourceId');
		expect(missing(NO_SOURCE)).toBe(isRequired);
		expect(missing(SOURCE)).toBe(false);
		expect(missing({ ...NO_SOURCE, value: '={{ $json.source }}' })).toBe(false);
	});
});

describe("Dashboard → Update's form", () => {
	it.each([
		{ aggFn: '', isShown: true },
		{ aggFn: 'count', isShown: false },
		{ aggFn: '={{ $json.aggregation }}', isShown: true },
	])('shows a tile of $aggFn the Field: $isShown', ({ aggFn, isShown }) => {
		const { shown } = formWith('update', { chart: '', sourceId: SOURCE, aggFn });
		expect(shown.filter((name) => name === 'valueExpression')).toHaveLength(isShown ? 1 : 0);
	});

	it('shows every field of a tile whose chart and aggregation stay', () => {
		const { shown } = formWith('update', { chart: '', aggFn: '', sourceId: NO_SOURCE });
		for (const name of ['sourceId', 'valueExpression', ...OF_OTHER_CHARTS]) {
			expect(shown.filter((field) => field === name)).toEqual([name]);
		}
	});

	it.each(['', 'line', 'search', 'sql'])('requires nothing for the chart "%s"', (chart) => {
		expect(formWith('update', { chart, sourceId: NO_SOURCE }).missing).toEqual([]);
	});
});

// The row is there from the start, so n8n would mark it before anybody has chosen anything.
it.each([NO_SOURCE, SOURCE])("doesn't mark a queried series' Source as missing: %j", (sourceId) => {
	expect(formWith('query', { sourceId }).missing).toEqual([]);
});

it.each([
	{ aggFn: 'count', isShown: false },
	{ aggFn: 'avg', isShown: true },
	{ aggFn: 'unlisted', isShown: true },
	{ aggFn: '={{ $json.aggregation }}', isShown: true },
])('shows a value of $aggFn among More Values the Field: $isShown', ({ aggFn, isShown }) => {
	const tile = { chart: 'line', select: { values: [{ aggFn }] } };
	expect(formWith('create', tile, 'select').shown.includes('valueExpression')).toBe(isShown);
});
