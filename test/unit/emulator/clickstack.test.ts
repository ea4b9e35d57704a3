import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '../../../tools/contract/json';
import { CLICKSTACK_IDS as IDS, type Emulator, startEmulator } from '../../../tools/emulator';
import { call } from './client';

const { sourceId, webhookId, secondWebhookId, savedSearchId, connectionId } = IDS;

let emulator: Emulator;

async function start(options = {}) {
	emulator = await startEmulator({
		dashboardApi: 'clickstack',
		clickStack: options,
	});
}

beforeEach(() => start());

afterEach(() => emulator.close());

const managedPath = (path: string) =>
	`/v1/organizations/${emulator.ids.organizationId}/services/${emulator.ids.serviceId}/clickstack${path}`;
const own = (method: string, path: string, body?: unknown) =>
	call(emulator, `/api/v2${path}`, { method, body });
const managed = (method: string, path: string, body?: unknown) =>
	call(emulator, managedPath(path), { method, body });

const rowsOf = ({ json }: { json: JsonObject }) => objectsAt(json, 'data');

const RULE = { threshold: 1, thresholdType: 'above', interval: '5m' };
const channel = { type: 'webhook', webhookId };
const SEARCH_ALERT = { source: 'saved_search', savedSearchId, ...RULE, channel };
const chartConfig = { displayType: 'line', sourceId, select: [{ aggFn: 'count' }] };
const INLINE = { source: 'inline', chartConfig, ...RULE, channel };

describe('an alert', () => {
	const NEW = { ...INLINE, displayName: 'Checkout', tags: ['shop'], interval: '30s' };

	it('has a chart of its own, which only the record itself shows', async () => {
		const { json } = await own('POST', '/alerts', { ...NEW, savedSearchId });
		const { id, ...created } = objectAt(json, 'data');
		expect(created).toMatchObject({ displayName: 'Checkout', tags: ['shop'], chartConfig });
		expect(created).not.toHaveProperty('savedSearchId');
		expect((await own('GET', `/alerts/${String(id)}`)).json).toMatchObject({
			data: { chartConfig },
		});
		const listed = rowsOf(await own('GET', '/alerts')).find((one) => one['id'] === id);
		expect(listed).not.toHaveProperty('chartConfig');
		const changed = await own('PUT', `/alerts/${String(id)}`, SEARCH_ALERT);
		expect(objectAt(changed.json, 'data')).toMatchObject({ savedSearchId, displayName: null });
		expect(objectAt(changed.json, 'data')).not.toHaveProperty('chartConfig');
	});

	it.each([
		{ message: 'Source not found', chart: { sourceId: connectionId } },
		{ message: 'Connection not found', chart: { connectionId: sourceId } },
	])('is refused: $message', async ({ message, chart }) => {
		const body = { ...INLINE, chartConfig: { ...chartConfig, ...chart } };
		const { status, json } = await own('POST', '/alerts', body);
		expect({ status, json }).toEqual({ status: 400, json: { message } });
	});

	it('has neither that nor its keys if the server is older or managed', async () => {
		const answers = [await managed('POST', '/alerts', INLINE)];
		expect((await managed('POST', '/alerts', { ...SEARCH_ALERT, interval: '30s' })).status).toBe(
			200,
		);
		await emulator.close();
		await start({ version: '2.36' });
		answers.push(await own('POST', '/alerts', INLINE));
		answers.push(await own('POST', '/alerts', { ...SEARCH_ALERT, interval: '30s' }));
		expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
		const { json } = await own('POST', '/alerts', { ...SEARCH_ALERT, displayName: 'Checkout' });
		expect(objectAt(json, 'data')).toHaveProperty('channels');
		expect(objectAt(json, 'data')).not.toHaveProperty('displayName');
	});

	it('has one channel before 2.36', async () => {
		await emulator.close();
		await start({ version: '2.35' });
		const { json } = await own('POST', '/alerts', { ...SEARCH_ALERT, channels: [channel] });
		expect(objectAt(json, 'data')).toMatchObject({ channel });
		expect(objectAt(json, 'data')).not.toHaveProperty('channels');
		const none = { ...SEARCH_ALERT, channel: undefined, channels: [channel] };
		expect((await own('POST', '/alerts', none)).status).toBe(400);
	});
});

describe('a webhook', () => {
	const HOOK = { name: 'Deploy', service: 'generic', url: 'https://n8n.example.com/webhook/2' };
	const SECRET = { headers: { 'X-N8N-Token': 's' }, body: '{"state":"{{state}}"}' };
	const create = async (changes = {}) => await own('POST', '/webhooks', { ...HOOK, ...changes });
	const storedHeaders = (id: string) => emulator.state.clickStack.webhooks.get(id)?.['headers'];

	it('keeps its headers until its URL changes, and never shows them', async () => {
		const created = objectAt((await create(SECRET)).json, 'data');
		const id = textAt(created, 'id');
		expect(created).toMatchObject({ ...HOOK, body: SECRET.body });
		expect(created).not.toHaveProperty('headers');
		const { json } = await own('PUT', `/webhooks/${id}`, { ...HOOK, name: 'Deploys' });
		expect(objectAt(json, 'data')).not.toHaveProperty('body');
		expect(storedHeaders(id)).toEqual(SECRET.headers);
		await own('PUT', `/webhooks/${id}`, { ...HOOK, url: `${HOOK.url}/3` });
		expect(storedHeaders(id)).toBeUndefined();
		expect((await own('GET', `/webhooks/${id}`)).status).toBe(404);
	});

	it.each([
		{ name: ' n8n ' },
		{ url: 'http://localhost:5678/webhook/1' },
		{ url: 'http://[::1]/webhook/1' },
		{ url: 'http://192.168.0.4/webhook/1' },
		{ service: 'slack' },
		{ service: 'slack', url: 'https://hooks.slack.com/services/1', body: 'x' },
		{ headers: { '1st': 'x' } },
		{ headers: { Token: 'a\nb' } },
	])('is refused with %j', async (changes) => {
		expect((await create(changes)).status).toBe(400);
	});

	it.each([
		{ name: 'n8n', service: 'incidentio' },
		{ url: 'http://n8n:5678/webhook/1' },
		{ url: 'http://127.0.0.1:5678/webhook/1' },
		{ service: 'slack', url: 'https://hooks.slack.com/services/1' },
	])('is created with %j', async (changes) => {
		await emulator.close();
		await start({ webhookHosts: ['127.0.0.1'] });
		expect((await create(changes)).status).toBe(200);
	});

	it("isn't deleted while it is the first channel of alerts", async () => {
		const second = { type: 'webhook', webhookId: secondWebhookId };
		await own('POST', '/alerts', {
			...SEARCH_ALERT,
			channel: undefined,
			channels: [channel, second],
		});
		const refused = await own('DELETE', `/webhooks/${webhookId}`);
		expect([refused.status, refused.json['message']]).toEqual([
			409,
			expect.stringContaining('2 alert(s)'),
		]);
		const { json } = await managed('DELETE', `/webhooks/${webhookId}`);
		expect(json).toMatchObject({ status: 409, error: refused.json['message'] });
		expect((await own('DELETE', `/webhooks/${secondWebhookId}`)).json).toEqual({});
	});
});

it.each([
	{ change: 'without its tile', method: 'PUT', body: { name: 'Shop', tiles: [], tags: [] } },
	{ change: 'that is deleted', method: 'DELETE', body: undefined },
])("deletes a tile's alert with a dashboard $change", async ({ method, body }) => {
	const { status } = await own(method, `/dashboards/${IDS.dashboardId}`, body);
	expect([status, emulator.state.clickStack.alerts.size]).toEqual([200, 0]);
});

describe('records', () => {
	const SAVED = { name: ' Slow ', sourceId, where: 'level:warn', tags: ['shop'] };

	it('replaces a saved search as a whole, and deletes it with its alerts', async () => {
		await own('POST', '/alerts', SEARCH_ALERT);
		const path = `/saved-searches/${savedSearchId}`;
		const filters = [{ condition: "ServiceName IN ('api')" }];
		const { json } = await own('PUT', path, { name: 'Slow', sourceId, filters });
		expect(objectAt(json, 'data')).toMatchObject({ where: '', whereLanguage: 'lucene', tags: [] });
		expect(listAt(json['data'], 'filters')).toEqual([{ type: 'sql', ...filters[0] }]);
		expect((await own('DELETE', path)).json).toEqual({});
		expect(emulator.state.clickStack.alerts.size).toBe(1);
		expect((await own('DELETE', path)).json).toEqual({ message: 'Saved search not found' });
	});

	it.each([
		{ status: 400, changes: { sourceId: connectionId } },
		{ status: 400, changes: { filters: [{ condition: 'a = 1 OR b = 2' }] } },
		{ status: 200, changes: { filters: [{ condition: 'a BETWEEN 1 AND 2' }] } },
	])('answers $status to a saved search with $changes, in both places', async (row) => {
		const body = { ...SAVED, ...row.changes };
		const reply = await managed('POST', '/saved-searches', body);
		expect([reply.status, reply.json['status']]).toEqual([row.status, row.status]);
		expect((await own('POST', '/saved-searches', body)).status).toBe(row.status);
	});

	it('wraps a managed record, or its absence, in the envelope of the management API', async () => {
		const { json } = await managed('GET', `/sources/${sourceId}`);
		expect(json).toMatchObject({ status: 200, result: { id: sourceId } });
		const missing = await managed('GET', `/sources/${connectionId}`);
		expect(missing.json).toMatchObject({ status: 404, error: 'Source not found' });
	});

	it('creates a source without the ID that is sent', async () => {
		const { json: read } = await own('GET', `/sources/${IDS.traceSourceId}`);
		const trace = { ...objectAt(read, 'data'), durationPrecision: undefined };
		const { json } = await own('POST', '/sources', trace);
		expect(objectAt(json, 'data')).toMatchObject({ name: 'Traces', durationPrecision: 3 });
		expect(objectAt(json, 'data')['id']).not.toBe(IDS.traceSourceId);
		const wrong = await own('PUT', `/sources/${IDS.traceSourceId}`, {
			...trace,
			connection: sourceId,
		});
		expect(wrong.status).toBe(400);
	});

	it('answers an unknown connection in plain text', async () => {
		expect((await own('GET', `/connections/${sourceId}`)).text).toBe('Not Found');
	});
});

describe('a team', () => {
	const invite = async (email: string) => await own('POST', '/team/invitation', { email });

	it('keeps the owner of the token', async () => {
		expect((await own('DELETE', `/team/member/${IDS.ownTeamMemberId}`)).status).toBe(400);
		const deleted = await own('DELETE', `/team/member/${IDS.teamMemberId}`);
		expect(deleted.json).toEqual({ data: { success: true } });
		expect((await own('DELETE', `/team/member/${IDS.teamMemberId}`)).text).toBe('Not Found');
	});

	it('invites an address once, and no member', async () => {
		const { json } = await invite('Joan@example.com');
		expect(json).toMatchObject({ data: { email: 'joan@example.com', status: 'pending' } });
		expect((await invite('joan@example.com')).json).toEqual(json);
		expect(rowsOf(await own('GET', '/team/invitations'))).toHaveLength(2);
		expect((await invite('ada@example.com')).status).toBe(400);
	});

	it('answers a list to invalid input', async () => {
		expect(JSON.parse((await invite('nobody')).text)).toMatchObject([{ type: 'Body' }]);
		const { text } = await own('DELETE', '/team/member/1');
		expect(JSON.parse(text)).toMatchObject([{ type: 'Params' }]);
	});
});

it.each(['/connections', '/team', '/team/members', '/search', '/charts/series'])(
	'managed ClickStack lacks %s',
	async (path) => {
		const { status, text } = await managed('GET', path);
		expect([status, text]).toEqual([404, expect.stringMatching(/^<pre>/)]);
	},
);
