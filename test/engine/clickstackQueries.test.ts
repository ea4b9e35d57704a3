import type { INodeParameters } from 'n8n-workflow';

import { isJsonObject } from '../../tools/contract/json';
import type { EmulatorOptions } from '../../tools/emulator';
import { CLICKSTACK_IDS as IDS } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import { DASHBOARD, hintsOf, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator();

async function start(clickStack: NonNullable<EmulatorOptions['clickStack']>) {
	await emulator.start({ dashboardApi: 'clickstack', clickStack });
}

const SEARCH = { resource: 'event', operation: 'search', sourceId: IDS.sourceId };
const LAST_DAY = { period: 'last24Hours' };
const NO_ITEMS = [{}];

async function run(parameters: INodeParameters, items = NO_ITEMS) {
	const workflow = workflowOf({ type: DASHBOARD, parameters }, items);
	const result = await emulator.run(workflow);
	const json = result.items(NODE).map((item) => item.json);
	return { error: result.error, json, hints: hintsOf(result) };
}

const bodies = () => emulator.requests.map(({ body }) => (isJsonObject(body) ? body : {}));
const pages = () => bodies().map(({ maxResults, offset }) => ({ maxResults, offset }));

describe('Event → Search', () => {
	it('reads a period page by page until the rows end', async () => {
		await start({ events: 4500 });
		const { json, hints } = await run({ ...SEARCH, ...LAST_DAY, returnAll: true });
		expect(json).toHaveLength(4500);
		expect(json.map(({ Body }) => Body)).toEqual(
			emulator.state.clickStack.events.map(({ columns }) => columns['Body']),
		);
		expect(pages()).toEqual([
			{ maxResults: 2000, offset: 0 },
			{ maxResults: 2000, offset: 2000 },
			{ maxResults: 2000, offset: 4000 },
		]);
		expect(new Set(bodies().map((body) => String(body.startTime))).size).toBe(1);
		expect(new Set(bodies().map((body) => String(body.endTime))).size).toBe(1);
		expect(hints).toEqual([]);
	});

	it('stops at Limit', async () => {
		await start({ events: 4500 });
		const options = { fullResponse: true };
		const { json, hints } = await run({ ...SEARCH, ...LAST_DAY, limit: 2100, options });
		expect(json).toMatchObject([{ rows: 2100, data: { length: 2100 } }]);
		expect(pages()).toEqual([
			{ maxResults: 2000, offset: 0 },
			{ maxResults: 100, offset: 2000 },
		]);
		expect(hints).toEqual([]);
	});

	it.each([
		{ events: 12_000, wanted: { limit: 12_500 }, mayHaveMore: true },
		{ events: 12_500, wanted: { limit: 12_000 }, mayHaveMore: false },
		{ events: 11_999, wanted: { returnAll: true }, mayHaveMore: false },
	])(
		'warns that $events events with $wanted may be incomplete: $mayHaveMore',
		async ({ events, wanted, mayHaveMore }) => {
			await start({ events });
			const search = { ...SEARCH, ...LAST_DAY, ...wanted, selectColumns: 'Body' };
			const { json, hints } = await run(search);
			expect(json).toHaveLength(Math.min(events, 12_000));
			expect(pages()).toHaveLength(6);
			expect(JSON.stringify(hints).includes('at most 12,000')).toBe(mayHaveMore);
		},
	);

	it('outputs equal rows, even if they have a column named id', async () => {
		await start({ events: 30 });
		const { json } = await run({ ...SEARCH, ...LAST_DAY, selectColumns: 'ServiceName AS id' });
		expect(json).toHaveLength(30);
	});

	it('retries a search as it retries a read', async () => {
		await start({ events: 30 });
		emulator.faults.add({ kind: 'status', status: 503, times: 1 });
		const options = { maxRetries: 1 };
		const each = { ...SEARCH, ...LAST_DAY, options, where: '={{ $json.where }}', limit: 100 };
		const items = [{ where: 'level:error' }, { where: '' }, { where: 'level:error' }];
		const { json, error } = await run(each, items);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(6 + 30 + 6);
		expect(emulator.requests.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
	});

	it("names the fields that may contain the API's reported mistake", async () => {
		await start({});
		const { error } = await run({ ...SEARCH, ...LAST_DAY, where: 'levl:error' });
		expect(error?.message).toMatch(/\(400\): .*Unknown identifier levl/);
		expect(error?.description).toMatch(/^Check Where, .* against the API's message\./);
	});

	it("shows the first page's request in a dry run", async () => {
		await start({});
		const { json } = await run({ ...SEARCH, where: 'level:error', options: { dryRun: true } });
		const body: unknown = expect.objectContaining({ where: 'level:error', maxResults: 50 });
		expect(json).toMatchObject([{ dryRun: true, method: 'POST', body }]);
		expect(JSON.stringify(json)).toMatch(/Search source .* from .* to .* where level:error/);
		expect(JSON.stringify(json)).not.toContain('"reads"');
		expect(emulator.requests).toEqual([]);
	});
});

describe('Chart → Query', () => {
	const values = [
		{ sourceId: IDS.sourceId, aggFn: 'count' },
		{ sourceId: IDS.sourceId, aggFn: 'avg', field: 'Duration', where: 'level:error' },
	];
	const QUERY = { resource: 'chart', operation: 'query', series: { values } };
	const AT = '2026-05-31T11:59:57.000Z';
	const CUSTOM = {
		period: 'custom',
		startTime: '2026-05-31T11:00:00Z',
		endTime: '2026-05-31T12:00:00Z',
	};

	it('outputs one item per time and group', async () => {
		await start({ events: 300, eventsUntil: AT });
		const groupBy = "ServiceName, ResourceAttributes['host.name']";
		const { json, error } = await run({ ...QUERY, ...CUSTOM, groupBy, granularity: '5m' });
		expect(error).toBeUndefined();
		const groups = json.map((item) => JSON.stringify(Object.values(item).slice(1, 3)));
		expect(new Set(groups).size).toBe(6);
		expect(json).toHaveLength(3 * 6);
		const total = json.reduce((sum, { count }) => sum + Number(count), 0);
		expect(total).toBe(300);
		expect(Object.keys(json[0] ?? {})).toEqual([
			'time',
			'ServiceName',
			"arrayElement(ResourceAttributes, 'host.name')",
			'count',
			'avg Duration',
		]);
		expect(json.every(({ count }) => typeof count === 'number')).toBe(true);
	});

	it('retries a query as it retries a read', async () => {
		await start({ events: 30 });
		emulator.faults.add({ kind: 'status', status: 502, times: 1 });
		expect((await run({ ...QUERY, period: 'lastHour' })).json.length).toBeGreaterThan(0);
		const unknown = { values: [{ ...values[0], sourceId: IDS.connectionId }] };
		const { error } = await run({ ...QUERY, period: 'lastHour', series: unknown });
		expect(error?.message).toMatch(/^The API can't find .* \(404\): Source not found for series 0/);
		expect(error?.description).toMatch(/^Choose the Source .* series 0 is Series 1/);
	});
});

describe('Alert → Create and Update (inline chart)', () => {
	const values = [{ aggFn: 'count', where: 'level:error' }];
	const ALERT = {
		resource: 'alert',
		operation: 'create',
		source: 'inline',
		chart: 'line',
		sourceId: IDS.sourceId,
		select: { values },
		webhookIds: IDS.webhookId,
		threshold: 10,
		thresholdType: 'above',
		interval: '30s',
		additionalFields: { displayName: 'Checkout', tags: 'shop' },
	};

	it("keeps a created alert's chart on update", async () => {
		await start({});
		const { json, hints } = await run(ALERT);
		expect(hints).toEqual([]);
		expect(json).toMatchObject([{ source: 'inline', displayName: 'Checkout', tags: ['shop'] }]);
		const [created] = emulator.state.clickStack.alerts.all().filter(({ id }) => id !== IDS.alertId);
		const alertId = created?.id ?? '';
		const update = { resource: 'alert', operation: 'update', alertId };
		const updated = await run({ ...update, updateFields: { threshold: 5 } });
		expect(updated.error).toBeUndefined();
		const chartConfig = { displayType: 'line', sourceId: IDS.sourceId };
		expect(emulator.state.clickStack.alerts.get(alertId)).toMatchObject({ chartConfig });
		expect(updated.json).toMatchObject([{ threshold: 5, interval: '30s', tags: ['shop'] }]);
	});
});
