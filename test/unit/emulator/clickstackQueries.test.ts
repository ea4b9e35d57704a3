import { type JsonObject, objectsAt, textAt } from '../../../tools/contract/json';
import { CLICKSTACK_IDS as IDS, type Emulator, startEmulator } from '../../../tools/emulator';
import { call } from './client';

const UNTIL = '2026-01-05T06:00:00.000Z';
const END = Date.parse(UNTIL);
const MINUTE = 60_000;
const { sourceId, connectionId } = IDS;

let emulator: Emulator;

async function start(options = {}) {
	const clickStack = { eventsUntil: UNTIL, ...options };
	emulator = await startEmulator({ dashboardApi: 'clickstack', clickStack });
}

beforeEach(() => start());

afterEach(() => emulator.close());

const post = (path: string, body: unknown) =>
	call(emulator, `/api/v2${path}`, { method: 'POST', body });

/** The newest 15 minutes of events. */
const LATEST = { startTime: '2026-01-05T05:45:00.000Z', endTime: UNTIL };
const search = async (body: object) => await post('/search', { sourceId, ...body });
const rowsOf = ({ json }: { json: JsonObject }) => objectsAt(json, 'data');

describe('a search', () => {
	it('returns pages of the newest rows first, with the columns of the source', async () => {
		const page = await search({ ...LATEST, maxResults: 2, offset: 1 });
		expect(page.json).toEqual({
			data: [
				{
					Timestamp: '2026-01-05T05:59:57.000000000Z',
					...{ ServiceName: 'web', SeverityText: 'info', Body: 'Request 1 of web' },
				},
				{
					Timestamp: '2026-01-05T05:59:54.000000000Z',
					...{ ServiceName: 'payments', SeverityText: 'warn', Body: 'Request 2 of payments' },
				},
			],
			rows: 2,
		});
		expect(rowsOf(await search({ ...LATEST, maxResults: 2000, offset: 10_000 }))).toEqual([]);
		expect(rowsOf(await search(LATEST))).toHaveLength(100);
	});

	it.each([
		{ rows: 20, where: 'ServiceName:web AND level:error', whereLanguage: 'lucene' },
		{ rows: 100, where: '"payments"', whereLanguage: 'lucene' },
		{ rows: 10, where: "ServiceName = 'web' AND Duration > 8000", whereLanguage: 'sql' },
		{ rows: 300, where: '', whereLanguage: 'sql' },
	])('finds $rows rows with $whereLanguage $where', async ({ rows, ...condition }) => {
		const found = await search({ ...LATEST, ...condition, maxResults: 2000 });
		expect(found.json['rows']).toBe(rows);
	});

	it('selects columns, keys of maps and aliases in the requested order', async () => {
		const select = "Duration, ResourceAttributes['host.name'], ServiceName AS service";
		const orderBy = 'Duration DESC, ServiceName ASC, Timestamp ASC';
		const [first] = rowsOf(await search({ ...LATEST, select, orderBy }));
		expect(first).toEqual({
			...{ Duration: '9000', service: 'api' },
			"arrayElement(ResourceAttributes, 'host.name')": 'host-2',
		});
	});

	it('holds more rows than its pages reach', async () => {
		await emulator.close();
		await start({ events: 12_500 });
		const startTime = '2026-01-01T00:00:00Z';
		const last = await search({ startTime, endTime: UNTIL, maxResults: 2000, offset: 10_000 });
		expect(last.json['rows']).toBe(2000);
		expect(textAt(rowsOf(last).at(-1), 'Body')).toMatch(/^Request 11999 /);
		const beyond = await search({ startTime, endTime: UNTIL, offset: 10_001 });
		expect(beyond.status).toBe(400);
	});

	it.each([
		{ status: 404, because: /^Source not found/, query: { sourceId: connectionId } },
		{ status: 400, because: /endTime/, query: { startTime: UNTIL } },
		{ status: 400, because: /UNKNOWN_IDENTIFIER/, query: { select: 'Nothing' } },
		{ status: 400, because: /SELECT/, query: { select: '(SELECT 1)' } },
		{ status: 400, because: /SYNTAX_ERROR/, query: { where: 'a ~ b', whereLanguage: 'sql' } },
		{ status: 400, because: /maxResults/, query: { maxResults: 2001 } },
	])('answers $status to $query', async ({ status, because, query }) => {
		const refused = await search({ ...LATEST, ...query });
		expect(refused.status).toBe(status);
		expect(refused.json['message']).toMatch(because);
	});
});

describe('a chart query', () => {
	const COUNT = { sourceId, aggFn: 'count', where: '', groupBy: ['ServiceName'] };
	const AVERAGE = { ...COUNT, aggFn: 'avg', field: 'Duration', where: 'level:error' };
	const times = { startTime: END - 10 * MINUTE, endTime: END - 1, granularity: '5m' };
	const query = async (body: object) => await post('/charts/series', { ...times, ...body });

	it('returns the rows of each series after the other as columns', async () => {
		const rows = rowsOf(await query({ series: [COUNT, AVERAGE], seriesReturnType: 'column' }));
		expect(rows).toHaveLength(12);
		const __hdx_time_bucket = '2026-01-05T05:50:00Z';
		expect(rows[0]).toEqual({
			...{ series_0: expect.stringMatching(/^3[34]$/) as unknown, __hdx_time_bucket },
			ServiceName: 'payments',
		});
		const averages = rows.filter((row) => 'series_1' in row);
		expect(averages).toHaveLength(6);
		for (const { series_1: average } of averages) expect(typeof average).toBe('number');
		const counts = rows.map((row) => Number(row['series_0'] ?? 0));
		expect(counts.reduce((all, one) => all + one)).toBe(200);
	});

	it('merges them by time and group, and loses a group by an expression', async () => {
		const rows = rowsOf(await query({ series: [COUNT, AVERAGE] }));
		expect(rows).toHaveLength(6);
		expect(rows[0]).toMatchObject({ ts_bucket: END - 10 * MINUTE, group: ['payments'] });
		expect(Object.keys(rows[0] ?? {})).toContain('series_1.data');
		const groupBy = ["ResourceAttributes['host.name']"];
		const lost = rowsOf(await query({ series: [{ ...COUNT, groupBy }] }));
		expect(lost.map(({ group }) => group)).toEqual([[null], [null]]);
		const series = [{ ...COUNT, groupBy }];
		const [raw] = rowsOf(await query({ series, seriesReturnType: 'column' }));
		expect(raw).toHaveProperty(["arrayElement(ResourceAttributes, 'host.name')"]);
	});

	it.each([
		{ aggFn: 'count_distinct', field: 'ServiceName', value: '3' },
		{ aggFn: 'sum', field: 'Duration', value: '900000' },
		{ aggFn: 'min', field: 'Duration', value: '0' },
		{ aggFn: 'max', field: 'Duration', value: '9000' },
		{ aggFn: 'quantile', field: 'Duration', value: 4000 },
		{ aggFn: 'avg', field: 'Value', value: 2 },
		{ aggFn: 'last_value', field: 'Body', value: 'Request 1 of web' },
	])('computes $aggFn of $field', async ({ aggFn, field, value }) => {
		const series = [{ ...COUNT, aggFn, field, groupBy: [] }];
		const rows = rowsOf(await query({ series, granularity: '1d', seriesReturnType: 'column' }));
		expect(rows.map(({ series_0 }) => series_0)).toEqual([value]);
	});

	it("adds up integers beyond a number's range", async () => {
		const { clickStack } = emulator.state;
		const big = { Duration: '9007199254740993' };
		clickStack.events = clickStack.events.slice(1, 2).map((row) => ({
			...row,
			columns: { ...row.columns, ...big },
		}));
		const series = [{ ...COUNT, aggFn: 'sum', field: 'Duration' }];
		expect(rowsOf(await query({ series }))).toMatchObject([{ 'series_0.data': big.Duration }]);
	});

	it('refuses with an error instead of a message', async () => {
		const unknown = await query({ series: [{ ...COUNT, sourceId: connectionId }] });
		expect([unknown.status, unknown.json]).toEqual([
			404,
			{ error: 'Source not found for series 0' },
		]);
		const failed = await query({ series: [{ ...AVERAGE, field: 'nothing' }] });
		expect(failed).toMatchObject({ status: 500, json: { error: /UNKNOWN/ } });
		const differing = await query({ series: [COUNT, { ...COUNT, groupBy: [] }] });
		expect(differing.json['message']).toContain('groupBy');
		const reversed = await query({
			...times,
			startTime: END,
			endTime: END - MINUTE,
			series: [COUNT],
		});
		expect(reversed.json).toEqual({ data: [] });
	});
});
