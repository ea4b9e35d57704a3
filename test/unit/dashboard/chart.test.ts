import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { chart } from '../../../nodes/CloudDashboard/resources/chart';
import { isRead, objectBody } from '../../../nodes/engine/request';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { validateRequest } from '../../../tools/contract';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { problems, contextOf, SERVICE_ID } from '../management/context';
import { jsonProblem } from '../../../nodes/engine/json';

const { query } = chart.operations;
const COUNT = { sourceId: IDS.sourceId, aggFn: 'count', whereLanguage: 'lucene' };
const plan = (parameters: ParameterValues) =>
	query.plan(
		{ period: 'lastHour', series: { values: [COUNT] }, granularity: 'auto', ...parameters },
		contextOf(),
	);
const bodyOf = (parameters: ParameterValues) => objectBody(plan(parameters).request);

/** Normalizes a decimal number's digits and exponent. */
function exactly(text: string): string {
	const [, sign = '', whole = '', decimals = '', exponent = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
	const digits = (whole + decimals).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	const zeros = digits.length - significant.length;
	if (significant === '') return '0';
	return `${sign}${significant}e${String(Number(exponent) - decimals.length + zeros)}`;
}

describe('Chart → Query', () => {
	it('requests the series as columns by POST', () => {
		const { request, issues } = plan({});
		expect(issues).toEqual([]);
		expect(isRead(request)).toBe(true);
		const { method, path, body } = request;
		expect(validateRequest({ api: 'clickstack', method, path, body })).toEqual([]);
		const now = contextOf().startedAt;
		expect(body).toEqual({
			startTime: now - 3_600_000,
			endTime: now,
			granularity: 'auto',
			series: [{ ...COUNT, where: '', groupBy: [] }],
			seriesReturnType: 'column',
		});
	});

	it.each([
		{ groupBy: 'ServiceName, Level', sent: ['ServiceName', 'Level'] },
		{ groupBy: "if(a, 'b,c', arr[1, 2]), `x,y`", sent: ["if(a, 'b,c', arr[1, 2])", '`x,y`'] },
		{ groupBy: "ResourceAttributes['host.name'],", sent: ["ResourceAttributes['host.name']"] },
		{ groupBy: ['a, b', 'c'], sent: ['a, b', 'c'] },
		{ groupBy: '', sent: [] },
	])('groups all series by $groupBy', ({ groupBy, sent }) => {
		const body = bodyOf({ groupBy, series: [COUNT, { ...COUNT, name: 'B' }] });
		const series = { ...COUNT, where: '', groupBy: sent };
		expect(body.series).toEqual([series, series]);
	});

	it.each([
		{ period: { startTime: '' }, issue: 'startTime is empty' },
		{ period: { startTime: 'x' }, issue: "startTime isn't a date" },
		{ period: { startTime: '2026-05-31', endTime: 'x' }, issue: "endTime isn't a date" },
		{ period: { startTime: '2027-05-31' }, issue: 'startTime must be before' },
	])('reports one issue for the period $period, without a body', ({ period, issue }) => {
		const { issues, request } = plan({ period: 'custom', ...period });
		expect(problems(issues)).toEqual([issue]);
		expect(jsonProblem(request.body)).toBeUndefined();
	});

	it('sends a level as a number', () => {
		const quantile = { ...COUNT, aggFn: 'quantile', field: 'Duration', level: '0.95' };
		const metric = { ...COUNT, aggFn: 'sum', metricName: 'm', metricDataType: 'gauge' };
		expect(bodyOf({ series: { values: [quantile, metric] } }).series).toMatchObject([
			{ level: 0.95, field: 'Duration' },
			{ metricName: 'm', metricDataType: 'gauge' },
		]);
		expect(problems(plan({ series: { values: [quantile, metric] } }).issues)).toEqual([]);
	});

	it.each(['', null])('leaves the level to the API if its expression returned %j', (level) => {
		const quantile = { ...COUNT, aggFn: 'quantile', field: 'Duration', level };
		const parameters = { series: { values: [quantile] } };
		expect(plan(parameters).issues).toEqual([]);
		expect(bodyOf(parameters)).not.toHaveProperty('series.0.level');
	});

	it.each<{ changes: ParameterValues; issue: string }>([
		{ changes: { series: {} }, issue: 'series is empty' },
		{ changes: { series: [{ ...COUNT, sourceId: '' }] }, issue: 'series.0.sourceId is empty' },
		{ changes: { series: [{ ...COUNT, aggFn: 'avg' }] }, issue: 'series.0.field is needed for' },
		{
			changes: { series: [{ ...COUNT, aggFn: null }] },
			issue: 'series.0.aggFn is needed for',
		},
		{ changes: { groupBy: Array.from({ length: 11 }, String) }, issue: 'groupBy has too many' },
		{ changes: { period: 'custom' }, issue: 'startTime is empty' },
		{ changes: { authentication: 'cloudApiKey' }, issue: 'authentication is ClickStack in' },
	])('reports "$issue" for the form', ({ changes, issue }) => {
		expect(problems(plan({ serviceId: SERVICE_ID, ...changes }).issues)).toEqual([issue]);
	});
});

describe('Chart → Query (merged series)', () => {
	const mergeSeries = (found: IDataObject[], names: string[]) =>
		query.output?.pick?.(
			found,
			{ series: { values: names.map((name) => ({ ...COUNT, name })) } },
			contextOf(),
		);
	const at = (time: string, columns: IDataObject): IDataObject => ({
		...columns,
		__hdx_time_bucket: time,
	});
	const [T1, T2] = ['2026-05-31T10:00:00Z', '2026-05-31T11:00:00Z'];

	it('outputs one item per time and group, ordered by time', () => {
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

	it('sorts non-time values the same way in every locale', () => {
		const rows = ['ä', 'z', 'a', T1, 'B'].map((time) => at(time, { series_0: '1' }));
		const times = mergeSeries(rows, ['n'])?.map(({ time }) => time);
		expect(times).toEqual(['2026-05-31T10:00:00.000Z', 'B', 'a', 'z', 'ä']);
	});

	it("keeps columns that aren't series: expression groups and lookalikes", () => {
		const group = { "arrayElement(Attributes, 'host')": 'a', series_7: 'b', Level: null };
		expect(mergeSeries([at(T1, { series_0: '1', ...group })], ['n'])).toEqual([
			{ time: '2026-05-31T10:00:00.000Z', ...group, n: 1 },
		]);
	});

	const valueOf = (value: IDataObject[string]) =>
		mergeSeries([at(T1, { series_0: value })], ['v'])?.[0]?.['v'];

	it.each([
		{ text: '12', number: 12 },
		{ text: '-3.25', number: -3.25 },
		{ text: '1e3', number: 1000 },
		{ text: '9007199254740991', number: 9_007_199_254_740_991 },
		{ text: '0.16666666666666666', number: 0.166_666_666_666_666_66 },
		{ text: '0.100000000000000000', number: 0.1 },
		{ text: '1e20', number: 1e20 },
		{ text: '0.0', number: 0 },
	])('turns the text $text into a number', ({ text, number }) => {
		expect(valueOf(text)).toBe(number);
	});

	it('preserves all digits of a number in text', () => {
		const digits = fc.stringMatching(/^-?\d{1,25}(?:\.\d{1,25})?(?:e[+-]?\d{1,3})?$/);
		fc.assert(
			fc.property(digits, (text) => {
				const value = valueOf(text);
				if (typeof value !== 'number') return;
				expect(exactly(String(value))).toBe(exactly(text));
			}),
			{ seed: 1, numRuns: 2000 },
		);
	});

	it.each([
		'9007199254740992',
		'18446744073709551615',
		'123456789.123456789123456789',
		'0.12345678901234567',
		'1e400',
		'1e-400',
		'007',
		'1.10.2',
		'',
		null,
		7,
	])('leaves the inexact number text %j unchanged', (value) => {
		expect(valueOf(value)).toBe(value);
	});

	it('gives each column a unique name', () => {
		const row = at(T1, { series_0: 1, series_1: 2, series_2: 3, time: 'x', count: 'g' });
		expect(mergeSeries([row], ['count', 'count', 'time'])).toEqual([
			{
				time: '2026-05-31T10:00:00.000Z',
				'time 3': 'x',
				'count 3': 'g',
				count: 1,
				'count 2': 2,
				'time 2': 3,
			},
		]);
	});

	it.each([
		{ series: { name: 'Errors' }, name: 'Errors' },
		{ series: {}, name: 'count' },
		{ series: { aggFn: 'avg', field: 'Duration' }, name: 'avg Duration' },
		{
			series: { aggFn: 'quantile', level: 0.95, field: 'Duration' },
			name: 'quantile 0.95 Duration',
		},
		{ series: { aggFn: 'sum', metricName: 'http.requests' }, name: 'sum http.requests' },
	])('titles the column of $series "$name"', ({ series, name }) => {
		const parameters = { series: { values: [{ ...COUNT, ...series }] } };
		const [item] = query.output?.pick?.([at(T1, { series_0: '1' })], parameters, contextOf()) ?? [];
		expect(item).toEqual({ time: '2026-05-31T10:00:00.000Z', [name]: 1 });
	});
});
