import type { IDataObject } from 'n8n-workflow';
import { chart } from '../../../nodes/CloudDashboard/resources/chart';
import { isRead, objectBody } from '../../../nodes/engine/operation';
import type { Parameters } from '../../../nodes/engine/operation';
import { validateRequest } from '../../../tools/contract';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { codes, contextOf, SERVICE_ID } from '../management/context';
import { fields, rows } from '../rows';

const { query } = chart.operations;
const COUNT = { sourceId: IDS.sourceId, aggFn: 'count', whereLanguage: 'lucene' };
const plan = (parameters: Parameters) =>
	query.plan(
		{ period: 'lastHour', series: { values: [COUNT] }, granularity: 'auto', ...parameters },
		contextOf(),
	);
const bodyOf = (parameters: Parameters) => objectBody(plan(parameters).request);

describe('a query of a chart', () => {
	it('is a read, although it is a POST, and asks for columns', () => {
		const { request, issues } = plan({});
		expect(issues).toEqual([]);
		expect(isRead(request)).toBe(true);
		const { method, path, body } = request;
		expect(validateRequest({ api: 'clickstack', method, path, body })).toEqual([]);
		const now = contextOf().startedAt;
		expect(body).toEqual({
			...{ startTime: now - 3_600_000, endTime: now, granularity: 'auto' },
			series: [{ ...COUNT, where: '', groupBy: [] }],
			seriesReturnType: 'column',
		});
	});

	it.each<[unknown, string[]]>([
		['ServiceName, Level', ['ServiceName', 'Level']],
		["if(a, 'b,c', arr[1, 2]), `x,y`", ["if(a, 'b,c', arr[1, 2])", '`x,y`']],
		["ResourceAttributes['host.name'],", ["ResourceAttributes['host.name']"]],
		[
			['a, b', 'c'],
			['a, b', 'c'],
		],
		['', []],
	])('groups all its series by %j', (groupBy, expected) => {
		const body = bodyOf({ groupBy, series: [COUNT, { ...COUNT, name: 'B' }] });
		expect(body.series).toEqual([
			{ ...COUNT, where: '', groupBy: expected },
			{ ...COUNT, where: '', groupBy: expected },
		]);
	});

	it('sends a level as a number, and a metric by its name', () => {
		const quantile = { ...COUNT, aggFn: 'quantile', field: 'Duration', level: '0.95' };
		const metric = { ...COUNT, aggFn: 'sum', metricName: 'm', metricDataType: 'gauge' };
		expect(bodyOf({ series: { values: [quantile, metric] } }).series).toMatchObject([
			{ level: 0.95, field: 'Duration' },
			{ metricName: 'm', metricDataType: 'gauge' },
		]);
		expect(codes(plan({ series: { values: [quantile, metric] } }).issues)).toEqual([]);
	});

	it.each(['', null])('leaves the level to the API if its expression returned %j', (level) => {
		const quantile = { ...COUNT, aggFn: 'quantile', field: 'Duration', level };
		const parameters = { series: { values: [quantile] } };
		expect(plan(parameters).issues).toEqual([]);
		expect(bodyOf(parameters)).not.toHaveProperty('series.0.level');
	});

	it.each<[Parameters, string]>([
		[{ series: {} }, 'series empty'],
		[{ series: { values: [{ ...COUNT, aggFn: 'avg' }] } }, 'series.0.field needed'],
		[{ series: { values: [{ ...COUNT, sourceId: '' }] } }, 'series.0.sourceId empty'],
		[{ series: { values: [{ ...COUNT, sourceId: 'Logs' }] } }, 'series.0.sourceId malformed'],
		[{ series: { values: Array.from({ length: 6 }, () => COUNT) } }, 'series tooMany'],
		[{ groupBy: Array.from({ length: 11 }, String) }, 'groupBy tooMany'],
		[{ granularity: '3m' }, 'granularity unlisted'],
		[{ period: 'custom' }, 'startTime empty'],
		[{ authentication: 'cloudApiKey', serviceId: SERVICE_ID }, 'authentication notManaged'],
	])('is refused with %j: %s', (changes, expected) => {
		expect(codes(plan(changes).issues).join(', ')).toBe(expected);
	});
});

describe('merged series', () => {
	const mergeSeries = (found: IDataObject[], names: string[]) =>
		query.select?.(
			found,
			{ series: { values: names.map((name) => ({ ...COUNT, name })) } },
			contextOf(),
		);
	const at = (time: string, columns: IDataObject): IDataObject => ({
		...columns,
		__hdx_time_bucket: time,
	});
	const [T1, T2] = ['2026-05-31T10:00:00Z', '2026-05-31T11:00:00Z'];

	it('have one item for each time and group, in the order of time', () => {
		const merged = mergeSeries(
			[
				at(T2, { series_0: '2', Service: 'api' }),
				at(T1, { series_0: '3', Service: 'web' }),
				at(T1, { Service: 'web', series_1: 0.5 }),
				at(T1, { series_1: '1.5', Service: 'api' }),
			],
			['count', 'avg Duration'],
		);
		expect(merged).toEqual([
			{ time: '2026-05-31T10:00:00.000Z', Service: 'web', count: 3, 'avg Duration': 0.5 },
			{ time: '2026-05-31T10:00:00.000Z', Service: 'api', count: null, 'avg Duration': 1.5 },
			{ time: '2026-05-31T11:00:00.000Z', Service: 'api', count: 2, 'avg Duration': null },
		]);
	});

	it('keep groups by an expression, and columns that only look like a series', () => {
		const group = { "arrayElement(Attributes, 'host')": 'a', series_7: 'b', ...{ Level: null } };
		expect(mergeSeries([at(T1, { series_0: '1', ...group })], ['n'])).toEqual([
			{ time: '2026-05-31T10:00:00.000Z', ...group, n: 1 },
		]);
	});

	it.each<[IDataObject[string], IDataObject[string]]>([
		['12', 12],
		['-3.25', -3.25],
		['1e3', 1000],
		['9007199254740991', 9_007_199_254_740_991],
		['9007199254740992', '9007199254740992'],
		['18446744073709551615', '18446744073709551615'],
		['007', '007'],
		['1.10.2', '1.10.2'],
		['', ''],
		[null, null],
		[7, 7],
	])('have %j as %j', (value, expected) => {
		expect(mergeSeries([at(T1, { series_0: value })], ['v'])?.[0]?.['v']).toBe(expected);
	});

	it("have unique names, the series' own first", () => {
		const row = at(T1, { series_0: 1, series_1: 2, series_2: 3, time: 'x', count: 'g' });
		expect(mergeSeries([row], ['count', 'count', 'time'])).toEqual([
			{
				time: '2026-05-31T10:00:00.000Z',
				'time 3': 'x',
				'count 3': 'g',
				...{ count: 1, 'count 2': 2, 'time 2': 3 },
			},
		]);
	});

	it.each(
		rows(`
		name=Errors | Errors
		| count
		aggFn=avg field=Duration | avg Duration
		aggFn=quantile level=0.95 field=Duration | quantile 0.95 Duration
		aggFn=sum metricName=http.requests | sum http.requests
		`),
	)('are called with %s: %s', (series, name) => {
		const parameters = { series: { values: [{ ...COUNT, ...fields(series) }] } };
		const [item] = query.select?.([at(T1, { series_0: '1' })], parameters, contextOf()) ?? [];
		expect(item).toEqual({ time: '2026-05-31T10:00:00.000Z', [name]: 1 });
	});

	it('are empty if there are no rows', () => {
		expect(mergeSeries([], ['count'])).toEqual([]);
	});
});
