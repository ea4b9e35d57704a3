import { isJsonObject, type JsonObject, objectsAt } from '../../../tools/contract/json';
import { CLICKSTACK_IDS } from '../../../tools/emulator';
import { CLOUD_IDS } from '../../../tools/emulator/state/ids';
import { omit } from '../../../tools/emulator/routes/update';
import { type Kind, LEAST, pathOf, type Place, send } from './client';
import { withEmulator } from '../../withEmulator';

const { alertId, dashboardId, savedSearchId, secondWebhookId, sourceId, tileId, webhookId } =
	CLICKSTACK_IDS;
const { queryEndpointId, savedQueryId } = CLOUD_IDS;

const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });

async function read(place: Place, kind: string, id?: string) {
	return await send(emulator, 'GET', pathOf(emulator, place, kind, id));
}

async function listed(place: Place, kind: string, id: string): Promise<unknown> {
	const { result } = await read(place, kind);
	return objectsAt({ result }, 'result').find((record) => record['id'] === id);
}

const INLINE = {
	source: 'inline',
	chartConfig: { displayType: 'line', sourceId, select: [{ aggFn: 'count' }] },
};

interface Hidden {
	kind: Kind;
	id: string;
	stored: JsonObject;
	hides: readonly string[];
	from: ReadonlyArray<'get' | 'list'>;
}

const HIDDEN: readonly Hidden[] = [
	{
		kind: 'webhooks',
		id: webhookId,
		stored: { headers: { Authorization: 'x' }, queryParams: { token: 'x' } },
		hides: ['headers', 'queryParams'],
		from: ['list'],
	},
	{
		kind: 'webhooks',
		id: webhookId,
		stored: { service: 'incidentio', body: '{}' },
		hides: ['body'],
		from: ['list'],
	},
	{
		kind: 'sources',
		id: sourceId,
		stored: { legacyMember: 1 },
		hides: ['legacyMember'],
		from: ['get', 'list'],
	},
	{ kind: 'alerts', id: alertId, stored: INLINE, hides: ['chartConfig'], from: ['list'] },
	{
		kind: 'alerts',
		id: alertId,
		stored: { groupBy: null },
		hides: ['groupBy'],
		from: ['get', 'list'],
	},
	{
		kind: 'dashboards',
		id: dashboardId,
		stored: { containers: [] },
		hides: ['containers'],
		from: ['get', 'list'],
	},
];

function inBothPlaces({ from, ...row }: Hidden) {
	return from.flatMap((by) =>
		(['own', 'managed'] as const).map((place) => ({ ...row, by, place })),
	);
}

describe('emulator → GET and list', () => {
	it.each(HIDDEN.flatMap(inBothPlaces))('hides $hides of $kind from $by ($place)', async (row) => {
		const { kind, id, stored, hides, by, place } = row;
		emulator.change(kind, id, (record) => ({ ...record, ...stored }));
		const isGet = by === 'get';
		const record = isGet ? (await read(place, kind, id)).result : await listed(place, kind, id);
		expect(record).toMatchObject({ id });
		expect(presentIn(record, hides)).toEqual([]);
		expect(emulator.stored(kind, id)).toMatchObject(stored);
	});

	it.each([
		{ kind: 'queryEndpoints', id: queryEndpointId },
		{ kind: 'savedQueries', id: savedQueryId },
	] as const)('hides the SQL of $kind from lists only', async ({ kind, id }) => {
		const values = { sql: 'SELECT 1', parameters: { level: 'String' } };
		emulator.change(kind, id, (record) => ({ ...record, ...values }));
		expect((await read('cloud', kind, id)).result).toMatchObject({ id, ...values });
		const shown = await listed('cloud', kind, id);
		const names = ['id', 'database', 'sql', 'parameters', 'serviceId'];
		expect(presentIn(shown, names)).toEqual(['id', 'database']);
	});

	it('hides who created a saved query', async () => {
		emulator.change('savedQueries', savedQueryId, (query) => ({ ...query, ownerType: 'user' }));
		const { result } = await read('cloud', 'savedQueries', savedQueryId);
		expect(presentIn(result, ['id', 'ownerType', 'serviceId'])).toEqual(['id']);
	});

	it("shows an inline alert's chart in get", async () => {
		emulator.change('alerts', alertId, (alert) => ({ ...alert, ...INLINE }));
		expect((await read('own', 'alerts', alertId)).result).toMatchObject(INLINE);
	});

	it("doesn't show a channel of an alert without channels", async () => {
		emulator.change('alerts', alertId, (alert) => omit(alert, ['channel', 'channels']));
		const { result } = await read('own', 'alerts', alertId);
		expect(presentIn(result, ['id', 'channel', 'channels'])).toEqual(['id']);
	});
});

function presentIn(record: unknown, names: readonly string[]): string[] {
	const members = isJsonObject(record) ? record : {};
	return names.filter((name) => members[name] !== undefined);
}

describe('emulator → stored charts', () => {
	const count = { aggFn: 'count', where: '', whereLanguage: 'lucene', valueExpression: '' };
	const LINE = { displayType: 'line', sourceId, select: [{ aggFn: 'count' }] };
	const SHOWN_LINE = { ...LINE, select: [count], asRatio: false, fillNulls: true };
	const COUNTS = { displayType: 'line', sourceId, select: [{ aggFn: 'count', where: '' }] };
	const quantile = { ...count, aggFn: 'quantile', valueExpression: 'Duration' };

	it.each([
		{ what: 'a line without its own where', stored: { ...LINE, where: 'a:b' }, shown: SHOWN_LINE },
		{
			what: 'a quantile without another level',
			stored: { ...LINE, select: [{ ...quantile, level: 0.42 }] },
			shown: { ...SHOWN_LINE, select: [quantile] },
		},
		{
			what: 'no aggregation if it is unknown',
			stored: { ...LINE, select: [{ ...quantile, aggFn: 'histogram' }] },
			shown: { ...SHOWN_LINE, select: [{ ...quantile, aggFn: 'none' }] },
		},
		{ what: 'a counting line if the chart has no kind', stored: { sourceId }, shown: COUNTS },
		{
			what: 'a heatmap, even without a value',
			stored: { displayType: 'heatmap', sourceId },
			shown: {
				displayType: 'heatmap',
				sourceId,
				select: [{ valueExpression: '' }],
				where: '',
				whereLanguage: 'lucene',
			},
		},
	])('returns a stored chart as $what', async ({ stored, shown }) => {
		const tile = { id: tileId, name: 'T', x: 0, y: 0, w: 1, h: 1, config: stored };
		emulator.change('dashboards', dashboardId, (dashboard) => ({ ...dashboard, tiles: [tile] }));
		const { result } = await read('own', 'dashboards', dashboardId);
		expect(objectsAt(result, 'tiles')).toEqual([{ ...tile, config: shown }]);
		expect(await listed('managed', 'dashboards', dashboardId)).toEqual(result);
	});

	it.each([
		{
			series: { type: 'time', sourceId, aggFn: 'count', where: 'a:b', groupBy: ['c', 'd'] },
			shown: { ...SHOWN_LINE, select: [{ ...count, where: 'a:b' }], groupBy: 'c, d' },
		},
		{
			series: { type: 'markdown', content: '# A' },
			shown: { displayType: 'markdown', markdown: '# A' },
		},
	])('returns $series.type series as config', async ({ series, shown }) => {
		const tile = { id: tileId, name: 'T', x: 0, y: 0, w: 1, h: 1, series: [series] };
		const path = pathOf(emulator, 'own', 'dashboards', dashboardId);
		const { result } = await send(emulator, 'PUT', path, { name: 'S', tiles: [tile] });
		expect(objectsAt(result, 'tiles')).toMatchObject([{ id: tileId, config: shown }]);
		expect(presentIn(objectsAt(result, 'tiles')[0], ['series'])).toEqual([]);
	});

	it("omits containers that the dashboard doesn't have", async () => {
		emulator.change('dashboards', dashboardId, (dashboard) => ({
			...dashboard,
			tiles: objectsAt(dashboard, 'tiles').map((tile) => ({ ...tile, containerId: 'gone' })),
		}));
		const { result } = await read('own', 'dashboards', dashboardId);
		const places = objectsAt(result, 'tiles').map((tile) => presentIn(tile, ['id', 'containerId']));
		expect(places).toEqual([['id'], ['id']]);
	});

	it('omits PromQL tiles', async () => {
		const tile = {
			id: tileId,
			name: 'T',
			x: 0,
			y: 0,
			w: 1,
			h: 1,
			config: { configType: 'promql' },
		};
		emulator.change('dashboards', dashboardId, (dashboard) => ({ ...dashboard, tiles: [tile] }));
		const { result } = await read('own', 'dashboards', dashboardId);
		expect(objectsAt(result, 'tiles')).toEqual([]);
		expect(emulator.stored('dashboards', dashboardId)['tiles']).toEqual([tile]);
	});
});

describe("emulator → records that the API can't express", () => {
	it('counts a webhook that it leaves out of a page', async () => {
		emulator.change('webhooks', webhookId, (webhook) => ({
			...webhook,
			service: 'carrier_pigeon',
		}));
		const { text } = await send(emulator, 'GET', '/api/v2/webhooks?limit=1');
		expect(JSON.parse(text)).toEqual({ data: [], meta: { total: 2, limit: 1, offset: 0 } });
	});

	it.each([
		{ place: 'own', known: [secondWebhookId] },
		{ place: 'managed', known: [webhookId, secondWebhookId] },
	] as const)("omits a webhook of Slack's API ($place)", async ({ place, known }) => {
		emulator.change('webhooks', webhookId, (webhook) => ({ ...webhook, service: 'slack_api' }));
		const { result } = await read(place, 'webhooks');
		expect(objectsAt({ result }, 'result').map(({ id }) => id)).toEqual(known);
	});

	it('omits a broken source from the list', async () => {
		emulator.change('sources', sourceId, (source) => omit(source, ['from']));
		expect(await read('own', 'sources', sourceId)).toMatchObject({ status: 500 });
		expect(await listed('own', 'sources', sourceId)).toBeUndefined();
	});
});

describe('emulator → missing records', () => {
	const MISSING = 'ffffffffffffffffffffffff';
	const JSON_TYPE = 'application/json';

	it.each<{ kind: Kind; place: Place; type: string }>([
		{ kind: 'dashboards', place: 'own', type: 'text/plain' },
		{ kind: 'dashboards', place: 'managed', type: JSON_TYPE },
		{ kind: 'alerts', place: 'own', type: JSON_TYPE },
		{ kind: 'sources', place: 'managed', type: JSON_TYPE },
		{ kind: 'savedSearches', place: 'own', type: JSON_TYPE },
		{ kind: 'webhooks', place: 'own', type: JSON_TYPE },
	])('answers a PUT of $kind with 404 as $type ($place)', async ({ kind, place, type }) => {
		const path = pathOf(emulator, place, kind, MISSING);
		expect(await send(emulator, 'PUT', path, LEAST[kind])).toMatchObject({ status: 404, type });
	});

	it.each(['queryEndpoints', 'savedQueries'] as const)(
		'answers a PUT of %s with 404',
		async (kind) => {
			const path = pathOf(emulator, 'cloud', kind, CLOUD_IDS.serviceId);
			expect(await send(emulator, 'PUT', path, LEAST[kind])).toMatchObject({ status: 404 });
		},
	);

	it("answers a missing dashboard's deletion with 200", async () => {
		const path = pathOf(emulator, 'own', 'dashboards', MISSING);
		expect(await send(emulator, 'DELETE', path)).toMatchObject({ status: 200, text: '{}' });
	});

	it.each([
		{ place: 'own', type: 'text/plain' },
		{ place: 'managed', type: JSON_TYPE },
	] as const)("answers a missing dashboard's read with 404 ($place)", async (row) => {
		const { place, type } = row;
		expect(await read(place, 'dashboards', savedSearchId)).toMatchObject({ status: 404, type });
		expect(await read(place, 'dashboards')).toMatchObject({ status: 200 });
	});
});
