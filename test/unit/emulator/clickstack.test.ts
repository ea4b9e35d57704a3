import { listAt, objectAt, objectsAt } from '../../contract/json';
import { CLICKSTACK_IDS as IDS, type Emulator, startEmulator } from '../../emulator';
import { SEEDED_IDS } from '../../emulator/state/ids';
import { call } from './client';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ dashboardApi: 'clickstack' });
});

afterEach(() => emulator.close());

const ask = (method: string, path: string, body?: unknown) =>
	call(emulator, `/api/v2${path}`, { method, body });
const dashboard = `/dashboards/${IDS.dashboardId}`;
const place = { name: 'Notes', x: 0, y: 0, w: 12, h: 6 };
const markdown = { ...place, config: { displayType: 'markdown' } };
const stored = () => emulator.state.clickStack.dashboards.get(IDS.dashboardId);

describe('dashboards', () => {
	it('are read and sent back unchanged', async () => {
		const { json } = await ask('GET', dashboard);
		const before = stored();
		expect((await ask('PUT', dashboard, json['data'])).json['data']).toEqual(before);
		expect(emulator.state.clickStack.alerts.size).toBe(1);
		expect(objectsAt((await ask('GET', '/dashboards')).json, 'data')).toEqual([before]);
		expect(emulator.violations).toEqual([]);
	});

	it('keep tags, filters and query, drop tiles that are left out, with their alerts', async () => {
		const tile = { ...markdown, id: 'invented' };
		const { json } = await ask('PUT', dashboard, { name: '', tiles: [tile, markdown] });
		const { tiles, ...rest } = objectAt(json, 'data');
		expect(rest).toMatchObject({ name: '', tags: ['operations'], filters: [], savedQuery: null });
		const ids = objectsAt({ tiles }, 'tiles').map(({ id }) => id);
		expect(new Set([...ids, 'invented', IDS.tileId]).size).toBe(4);
		expect(emulator.state.clickStack.alerts.size).toBe(0);
	});

	it('lose the alerts of a tile whose chart can have none', async () => {
		await ask('PUT', dashboard, { name: 'D', tiles: [{ ...markdown, id: IDS.tileId }] });
		expect(stored()?.tiles.map(({ id }) => id)).toEqual([IDS.tileId]);
		expect(emulator.state.clickStack.alerts.size).toBe(0);
	});

	it('store series as config', async () => {
		const one = { type: 'time', sourceId: IDS.sourceId, aggFn: 'count', where: '', groupBy: ['a'] };
		const sent = { name: 'D', tiles: [{ ...place, series: [one], asRatio: false }] };
		const { json } = await ask('POST', '/dashboards', sent);
		const [tile] = listAt(objectAt(json, 'data'), 'tiles');
		expect(tile).not.toHaveProperty('series');
		expect(tile).toMatchObject({ config: { displayType: 'line', groupBy: 'a', fillNulls: true } });
		expect(emulator.violations).toEqual([]);
	});

	it('are validated without data', async () => {
		const good = { name: '', tiles: [markdown] };
		expect((await ask('POST', '/dashboards/validate', good)).json).toEqual({
			...{ valid: true, errors: [], normalized: good },
		});
		const config = { displayType: 'event_patterns', sourceId: IDS.webhookId };
		const bad = { name: 'D', tiles: [{ ...markdown, config }, {}] };
		const { status, json } = await ask('POST', '/dashboards/validate', bad);
		expect([status, json['valid']]).toEqual([200, false]);
		expect(objectsAt(json, 'errors').map(({ path }) => path)).toContain('tiles.1');
	});

	it('refuse a source that is unknown', async () => {
		const config = { displayType: 'event_patterns', sourceId: IDS.webhookId };
		const { status, json } = await ask('POST', '/dashboards', {
			...{ name: 'D', tiles: [{ ...markdown, config }] },
		});
		expect([status, json['message']]).toEqual([
			...[400, `Could not find the following source IDs: ${IDS.webhookId}`],
		]);
	});

	it('are deleted with their alerts, and 200 is the answer for an unknown one', async () => {
		for (const id of [IDS.dashboardId, IDS.alertId]) {
			const { status, json } = await ask('DELETE', `/dashboards/${id}`);
			expect([status, json]).toEqual([200, {}]);
		}
		expect(emulator.state.clickStack.alerts.size).toBe(0);
		expect(stored()).toBeUndefined();
	});
});

describe('alerts', () => {
	const alert = `/alerts/${IDS.alertId}`;
	const body = {
		...{ source: 'saved_search', savedSearchId: IDS.savedSearchId, interval: '5m' },
		...{ threshold: 1, thresholdType: 'above' },
		channels: [IDS.webhookId, IDS.secondWebhookId].map((webhookId) => ({
			...{ type: 'webhook', webhookId },
		})),
	};

	it('are created, replaced and deleted', async () => {
		const { json } = await ask('POST', '/alerts', { ...body, thresholdMax: 5, note: 'n' });
		const created = objectAt(json, 'data');
		const path = `/alerts/${String(created['id'])}`;
		const { channels, ...rest } = body;
		const updated = await ask('PUT', path, { ...rest, channel: channels[0] });
		expect(objectAt(updated.json, 'data')).toMatchObject({
			...{ thresholdMax: 5, note: null, channels: [channels[0]], state: 'OK' },
		});
		expect((await ask('DELETE', path)).status).toBe(200);
		expect((await ask('DELETE', path)).json).toEqual({ message: 'Alert not found' });
		expect(emulator.violations).toEqual([]);
	});

	it('that were read can be sent back', async () => {
		const { json } = await ask('GET', alert);
		const again = await ask('PUT', alert, json['data']);
		const read = { ...objectAt(json, 'data'), updatedAt: expect.any(String) as unknown };
		expect(again.json['data']).toMatchObject(read);
	});

	it.each([
		['Tile not found', { source: 'tile', dashboardId: IDS.dashboardId, tileId: 'x' }],
		['Dashboard not found', { source: 'tile', dashboardId: IDS.tileId, tileId: 'x' }],
		['Saved search not found', { savedSearchId: IDS.tileId }],
		['Webhook not found', { channels: [{ type: 'webhook', webhookId: IDS.tileId }] }],
	])('%s', async (message, change) => {
		const { status, json } = await ask('POST', '/alerts', { ...body, ...change });
		expect([status, json]).toEqual([400, { message }]);
	});
});

describe('the rest', () => {
	it.each(['alerts', 'saved-searches', 'webhooks'])('%s are paged', async (name) => {
		const { json, headers } = await ask('GET', `/${name}?limit=1&offset=1`);
		const total = name === 'webhooks' ? 2 : 1;
		expect(json['meta']).toEqual({ total, limit: 1, offset: 1 });
		expect(listAt(json, 'data')).toHaveLength(total - 1);
		expect(headers['x-total-count']).toBe(String(total));
		expect((await ask('GET', `/${name}?limit=1001`)).status).toBe(400);
	});

	it('has the list of sources and the team', async () => {
		expect(listAt((await ask('GET', '/sources')).json, 'data')).toHaveLength(2);
		expect((await ask('GET', '/team')).json).toEqual({ data: { id: IDS.teamId, name: 'Shop' } });
	});

	it.each<[string, string, Record<string, string>, number, string, string]>([
		['a wrong token', '/team', { authorization: 'Bearer x' }, 401, 'text/plain', 'Unauthorized'],
		['an unknown dashboard', `/dashboards/${IDS.tileId}`, {}, 404, 'text/plain', 'Not Found'],
		['an unknown path', '/teams', {}, 404, 'text/html', '<pre>Cannot find this path</pre>'],
	])('%s is answered in text', async (_name, path, headers, status, type, text) => {
		const reply = await call(emulator, `/api/v2${path}`, { headers });
		expect([reply.status, reply.text]).toEqual([status, text]);
		expect(reply.headers['content-type']).toContain(type);
	});

	it('knows records by 24 hex digits', async () => {
		const { status, json } = await ask('GET', '/alerts/alert-1');
		expect([status, json]).toEqual([400, { message: 'Params validation failed: id: Invalid' }]);
	});

	it('allows 100 requests a minute, and says so in every answer', async () => {
		const { headers } = await ask('GET', '/team');
		expect(headers).toMatchObject({ 'ratelimit-policy': '100;w=60', 'ratelimit-remaining': '99' });
		for (let sent = 1; sent < 100; sent += 1) await ask('GET', '/team');
		const refused = await ask('GET', '/team');
		expect([refused.status, refused.text]).toEqual([
			...[429, 'Too many requests, please try again later.'],
		]);
		expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
	});
});

describe('managed ClickStack', () => {
	const { organizationId, serviceId } = SEEDED_IDS;
	const at = (path: string, service: string = serviceId) =>
		`/v1/organizations/${organizationId}/services/${service}/clickstack${path}`;
	const bad = { name: 'D', tiles: [{}] };

	it.each<[string, string, unknown, string[]]>([
		['GET', '/alerts', undefined, ['requestId', 'result', 'status']],
		['DELETE', dashboard, undefined, ['requestId', 'status']],
		['POST', '/dashboards/validate', bad, ['requestId', 'result', 'status']],
		['POST', '/dashboards', bad, ['error', 'requestId', 'status']],
		['GET', `/dashboards/${IDS.tileId}`, undefined, ['error', 'requestId', 'status']],
		['GET', '/team', undefined, ['error', 'status']],
	])('answers %s %s in the envelope of the management API', async (method, path, body, names) => {
		const { status, json } = await call(emulator, at(path), { method, body });
		expect(Object.keys(json).sort()).toEqual(names);
		expect(json['status']).toBe(status);
	});

	it('knows its services, and the key of the management API only', async () => {
		expect((await call(emulator, at('/alerts', organizationId))).status).toBe(404);
		const authorization = `Bearer ${emulator.credentials.dashboard.accessToken}`;
		const refused = await call(emulator, at('/alerts'), { headers: { authorization } });
		expect([refused.status, refused.json['status']]).toEqual([401, 401]);
	});

	it('belongs to ClickStack', async () => {
		const neutral = await startEmulator();
		expect((await call(neutral, at('/alerts'))).status).toBe(404);
		await neutral.close();
	});
});
