import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS as IDS } from '../../tools/emulator';
import { operations } from '../../nodes/CloudDashboard/resources';
import { innerFields } from '../../nodes/engine/parameters/properties';
import { withEmulator } from '../withEmulator';
import { openList, openOptions } from '../../tools/engine/openList';
import { credentialsOf, DASHBOARD, NODE } from '../../tools/engine/workflow';

const { dashboard } = operations;

const emulator = withEmulator({ dashboardApi: 'clickstack' });

const managed = () => ({ authentication: 'cloudApiKey', serviceId: emulator.ids.serviceId });

async function run(parameters: INodeParameters, management: IDataObject = {}) {
	const node = { type: DASHBOARD, parameters: { ...managed(), ...parameters } };
	return await emulator.runNode(node, [{}], { management });
}

const GET = { resource: 'dashboard', operation: 'get', dashboardId: IDS.dashboardId };
/** No organization or service has this ID. */
const NONE = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const DELETE = { ...GET, operation: 'delete' };

describe('ClickStack (access token)', () => {
	async function runWithToken(parameters: object, dashboard = {}) {
		const node = { type: DASHBOARD, parameters: { resource: 'dashboard', ...parameters } };
		return await emulator.runNode(node, [{}], { dashboard });
	}

	// test/unit/dashboard/managedApi.test.ts tests the advice on each status.
	it('advises after an answer in plain text or HTML', async () => {
		const get = { operation: 'get', dashboardId: IDS.dashboardId };
		const refused = await runWithToken(get, { accessToken: 'none' });
		expect(refused.error?.message).toMatch(/\(401\): Unauthorized/);
		expect(refused.error?.description).toMatch(/Personal API/);
		const { error } = await runWithToken(get, { baseUrl: `${emulator.url}/app` });
		expect(error?.message).toMatch(/404/);
		expect(error?.description).toMatch(/ends with \/api/);
		// The path isn't in the contract, so the emulator logs a violation.
		emulator.clearLog();
	});
});

describe('locators (By Name)', () => {
	const byName = (value: string) => ({ __rl: true, mode: 'name', value });

	it("finds a service, its dashboard, and a row's source by name", async () => {
		const { error } = await run({
			resource: 'dashboard',
			operation: 'update',
			serviceId: byName('Analytics 1'),
			dashboardId: byName('Errors'),
			dashboardInput: 'fields',
			name: '',
			tags: '',
			tiles: { values: [{ name: 'Spans', chart: 'line', sourceId: byName('Traces') }] },
		});
		expect(error?.message).toBeUndefined();
		const [change] = emulator.requests.filter(({ method }) => method === 'PUT');
		expect(JSON.stringify(change?.body)).toContain(`"sourceId":"${IDS.traceSourceId}"`);
	});
});

describe('Dashboard → Update (tile By Name)', () => {
	const byName = (value: string) => ({ __rl: true, mode: 'name', value });
	const renamed = async (id: INodeParameters) =>
		await run({
			...{ resource: 'dashboard', operation: 'update', dashboardId: IDS.dashboardId },
			...{ dashboardInput: 'fields', name: '', tags: '' },
			tiles: { values: [{ id, name: 'Renamed' }] },
		});

	it('renames a tile chosen by name', async () => {
		const { error } = await renamed(byName('Errors over time'));
		expect(error?.message).toBeUndefined();
		const { tiles = [] } = emulator.state.clickStack.dashboards.get(IDS.dashboardId) ?? {};
		expect(tiles).toMatchObject([{ id: IDS.tileId, name: 'Renamed' }, { name: 'Errors' }]);
	});

	it('rejects a name that no tile has', async () => {
		const { error } = await renamed(byName('Errors per time'));
		expect(error?.message).toBe('No tile has the name "Errors per time".');
		expect(emulator.requests.every(({ method }) => method === 'GET')).toBe(true);
	});

	it("offers By Name in a tile's row", () => {
		const [tiles] = dashboard.update.properties.filter(({ name }) => name === 'tiles');
		const [id] = tiles ? innerFields(tiles).filter(({ name }) => name === 'id') : [];
		expect(id?.modes?.map(({ name }) => name)).toContain('name');
	});
});

describe('names in rows (By ID)', () => {
	const TILE = { name: 'Spans', chart: 'line', aggFn: 'count', sourceId: IDS.sourceId };
	const SQL_TILE = { name: 'One', chart: 'sql', sqlTemplate: 'SELECT 1' };
	const created = async (...values: INodeParameters[]) =>
		await run({
			...{ resource: 'dashboard', operation: 'create', authentication: 'accessToken' },
			...{ dashboardInput: 'fields', name: 'Shop', tags: '', tiles: { values } },
		});

	it.each([
		{ row: { ...TILE, sourceId: 'Logs' }, field: 'Source' },
		{ row: { ...SQL_TILE, connectionId: 'Default' }, field: 'Connection' },
	])('explains that a tile takes the name of its $field', async ({ row, field }) => {
		const { error } = await created(TILE, row);
		expect(error?.message).toMatch(
			new RegExp(
				`^Tile 2 \\("\\w+"\\), ${field} isn't an ID of ClickStack\\. .* choose By Name\\. ${field} → Get Many lists names and IDs\\.$`,
			),
		);
		expect(emulator.requests).toEqual([]);
	});

	it('accepts the IDs of a source and a connection', async () => {
		const { error } = await created(TILE, { ...SQL_TILE, connectionId: IDS.connectionId });
		expect(error?.message).toBeUndefined();
	});

	it("explains that a chart's series takes its source's name", async () => {
		const { error } = await run({
			...{ resource: 'chart', operation: 'query', authentication: 'accessToken' },
			series: { values: [{ sourceId: 'Logs', aggFn: 'count' }] },
		});
		expect(error?.message).toMatch(
			/^Series 1, Source isn't an ID .* choose By Name\. Source → Get Many lists names and IDs\.$/,
		);
	});
});

describe('Alert → Get (By Name)', () => {
	const byName = (value: string) => ({ __rl: true, mode: 'name', value });
	const alert = async (parameters: INodeParameters) =>
		await run({ authentication: 'accessToken', resource: 'alert', ...parameters });

	it("finds an unnamed alert by its tile's name", async () => {
		const { error, items } = await alert({
			operation: 'get',
			alertId: byName('Errors over time in Errors'),
		});
		expect(error?.message).toBeUndefined();
		expect(items(NODE)).toMatchObject([{ json: { id: IDS.alertId } }]);
	});

	it.each([{}, { dashboardId: byName('Errors') }])(
		'finds a tile by name on the dashboard of %j',
		async (fields) => {
			const tileId = byName('Errors over time');
			const { error } = await alert({
				operation: 'update',
				alertId: IDS.alertId,
				updateFields: { ...fields, tileId },
			});
			expect(error?.message).toBeUndefined();
			const change = emulator.requests.find(({ method }) => method === 'PUT');
			expect(change?.body).toMatchObject({ tileId: IDS.tileId, dashboardId: IDS.dashboardId });
		},
	);
});

describe('ClickStack', () => {
	const own = async (parameters: INodeParameters) =>
		await run({ authentication: 'accessToken', ...parameters });

	it("counts a webhook's alerts if it can't be deleted", async () => {
		const { webhookId } = IDS;
		const { error } = await own({ resource: 'webhook', operation: 'delete', webhookId });
		expect(error?.message).toContain('1 alert(s) still reference it');
		expect(error?.description).toContain('Choose a different webhook in the alerts');
		expect(emulator.state.clickStack.webhooks.get(webhookId)).toBeDefined();
	});

	it.each([own, run])('warns that a deletion succeeds for an unknown ID too', async (runDelete) => {
		const { error, items } = await runDelete(DELETE);
		expect(error?.message).toBeUndefined();
		const [item] = items(NODE);
		const summary = /^Deleted dashboard .* and its alerts permanently/;
		expect(item?.json['summary']).toMatch(summary);
		expect(item?.json['deleted']).toBe(true);
		expect(item?.json['warnings']).toEqual([
			'The API may return the same response for an unknown ID.',
		]);
	});

	it('completes a repeated deletion of a dashboard', async () => {
		emulator.loseResponse('DELETE');
		const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const parameters = { authentication: 'accessToken', ...DELETE };
		const { error } = await emulator.runNode({ type: DASHBOARD, parameters, ...retries });
		expect(error?.message).toBeUndefined();
		expect(emulator.requests.map(({ status }) => status)).toContain(504);
	});

	it('advises about a webhook with a private address', async () => {
		const hook = { name: 'n8n', service: 'generic', url: 'http://localhost:5678/webhook/1' };
		const { error } = await own({ resource: 'webhook', operation: 'create', ...hook });
		expect(error?.message).toContain('private or reserved address');
		expect(error?.description).toContain('WEBHOOK_URL');
	});

	it("hides a header's value in output, dry runs, updates, API requests, and echoes", async () => {
		const hook = { name: 'N', service: 'generic', url: 'https://n8n.example.com/1' };
		const headers = { values: [{ name: 'X-Foo', value: 'canary-token' }] };
		const create = { resource: 'webhook', operation: 'create', ...hook, headers };
		const update = { resource: 'webhook', operation: 'update', webhookId: IDS.webhookId };
		const changes = { ...update, updateFields: { ...hook, name: 'M', headers } };
		const json = {
			...hook,
			headers: { 'X-Foo': 'canary-token' },
			queryParams: { k: 'canary-key' },
		};
		const request = { resource: 'apiRequest', operation: 'send', method: 'PUT' };
		const put = {
			...request,
			path: `/api/v2/webhooks/${IDS.webhookId}`,
			body: JSON.stringify(json),
		};
		const options = { dryRun: true };
		for (const parameters of [create, changes, put]) {
			const { items } = await own({ ...parameters, options });
			expect(items(NODE)[0]?.json).toMatchObject({ body: { headers: { 'X-Foo': '***' } } });
			expect(JSON.stringify(items(NODE))).not.toContain('canary');
		}
		emulator.clearLog();
		const created = await own(create);
		expect(JSON.stringify(emulator.requests[0]?.body)).toContain('canary-token');
		emulator.faults.add({ kind: 'echo', match: { method: 'PUT' } });
		const { error } = await own(changes);
		expect(error?.message).toContain('X-Foo');
		const texts = [created.items(NODE), error?.message, error?.description];
		expect(JSON.stringify(texts)).not.toContain('canary-token');
	});

	it("outputs a new invitation's link", async () => {
		const invite = { resource: 'teamInvitation', operation: 'create', email: 'a@example.com' };
		const { items } = await own(invite);
		const [created] = items(NODE);
		const id = String(emulator.state.clickStack.teamInvitations.all().at(-1)?.id);
		expect(created?.json.url).toBe(`https://clickstack.example.com/join-team?token=${id}`);
	});

	it('lists invitations without their tokens', async () => {
		const { items } = await own({ resource: 'teamInvitation', operation: 'getAll' });
		const link = 'https://clickstack.example.com/join-team?token=***';
		expect(items(NODE).map(({ json }) => json.url)).toEqual([link]);
	});
});

describe('Managed ClickStack', () => {
	it('omits meta from a full response', async () => {
		const options = { fullResponse: true };
		const { items } = await run({ resource: 'alert', operation: 'getAll', options });
		expect(items(NODE)[0]?.json).toMatchObject({ status: 200, result: [{ id: IDS.alertId }] });
		expect(items(NODE)[0]?.json).not.toHaveProperty('meta');
		const deleted = await run({ ...DELETE, options });
		const members = Object.keys(deleted.items(NODE)[0]?.json ?? {});
		expect(members.sort()).toEqual(['requestId', 'status']);
	});

	it.each(['create', 'update'])(
		"outputs the path of a dashboard's page after %s",
		async (operation) => {
			const tiles = {
				values: [{ name: 'Errors', chart: 'line', aggFn: 'count', sourceId: IDS.sourceId }],
			};
			const fields = { dashboardInput: 'fields', name: 'Shop', tags: '' };
			const dashboard = operation === 'create' ? { tiles } : { dashboardId: IDS.dashboardId };
			const { items } = await run({ resource: 'dashboard', operation, ...fields, ...dashboard });
			const json = JSON.stringify(items(NODE)[0]?.json);
			expect(json).toMatch(/"urlPath":"\/dashboards\/(\w+)","id":"\1"\}$/);
		},
	);

	it('outputs dashboards with the number of tiles and the path of their page', async () => {
		const list = { resource: 'dashboard', operation: 'getAll' };
		const { items } = await run(list);
		const [{ json } = { json: {} }] = items(NODE);
		expect(Object.keys(json)).toEqual(['name', 'tags', 'tileCount', 'urlPath', 'id']);
		expect(json).toMatchObject({ tileCount: 2, urlPath: `/dashboards/${IDS.dashboardId}` });
		const raw = await run({ ...list, output: 'raw' });
		expect(raw.items(NODE)[0]?.json).toMatchObject({ tiles: [{ id: IDS.tileId }, {}] });
	});

	it('uses the organization in Options', async () => {
		const organizationId = NONE;
		const { error } = await run({ ...GET, options: { organizationId } });
		expect(error?.message).toContain('organization not found');
		expect(emulator.requests[0]?.path).toContain(organizationId);
		const token = { authentication: 'accessToken', options: { organizationId } };
		expect((await run({ ...GET, ...token })).error).toBeUndefined();
	});

	it.each(['={{ "cloudApiKey" }}', 'other'])(
		'rejects Authentication in %s',
		async (authentication) => {
			const { error } = await run({ ...GET, authentication });
			expect(error?.message).toContain('Authentication has an unknown value');
			expect(emulator.requests).toEqual([]);
		},
	);
});

describe('listSearch', () => {
	const open = async (method: string, parameters: INodeParameters, filter = '') => {
		const all = { ...managed(), options: {}, ...parameters };
		const credentials = credentialsOf(emulator);
		const { results } = await openList({
			type: DASHBOARD,
			method,
			credentials,
			parameters: all,
			filter,
		});
		return results;
	};
	const withToken = { authentication: 'accessToken' };

	it.each([
		{ authentication: 'accessToken', path: '/api/v2/sources' },
		{
			authentication: 'cloudApiKey',
			path: expect.stringMatching(/\/clickstack\/sources$/) as string,
		},
	])('lists sources with $authentication', async ({ authentication, path }) => {
		const results = await open('searchSources', { authentication }, 'log');
		expect(results).toEqual([{ name: 'Logs\u00a0(log)', value: IDS.sourceId }]);
		expect(emulator.requests).toMatchObject([{ path }]);
	});

	it.each([
		{
			method: 'searchAlerts',
			name: 'Errors over time in Errors\u00a0(5m, OK)',
			value: IDS.alertId,
		},
		{
			method: 'searchConnections',
			name: 'Default\u00a0(http://clickhouse:8123)',
			value: IDS.connectionId,
		},
		{ method: 'searchSavedSearches', name: 'Errors', value: IDS.savedSearchId },
		{ method: 'searchTeamInvitations', name: 'alan@example.com', value: IDS.teamInvitationId },
		{
			method: 'searchTeamMembers',
			name: 'ada@example.com\u00a0(Ada)',
			value: IDS.ownTeamMemberId,
		},
		{ method: 'searchTiles', name: 'Errors\u00a0(number)', value: IDS.secondTileId },
		{ method: 'searchWebhooks', name: 'n8n\u00a0(generic)', value: IDS.webhookId },
		{ method: 'searchDashboards', name: 'Errors', value: IDS.dashboardId },
	])('$method lists $name first', async ({ method, name, value }) => {
		const [first] = await open(method, { ...withToken, dashboardId: IDS.dashboardId });
		expect(first).toEqual({ name, value });
	});

	it.each([
		{ method: 'getWebhooks', type: DASHBOARD, own: {}, value: IDS.webhookId },
		{
			method: 'getTiles',
			type: DASHBOARD,
			own: { resource: 'dashboard', operation: 'update', dashboardId: IDS.dashboardId },
			value: IDS.tileId,
		},
		{ method: 'getAlerts', type: `${DASHBOARD}Trigger`, own: withToken, value: IDS.alertId },
	])('$method fills a multi-select', async ({ method, type, own, value }) => {
		const credentials = credentialsOf(emulator);
		const parameters = { ...managed(), ...own, options: {} };
		const options = await openOptions({ type, method, credentials, parameters });
		expect(options.map((option) => option.value)).toContain(value);
	});

	it.each([undefined, '', { __rl: true, mode: 'name', value: 'Errors' }])(
		'lists no tiles for the dashboard %j',
		async (dashboardId) => {
			const credentials = credentialsOf(emulator);
			const parameters = { ...withToken, resource: 'dashboard', operation: 'update', dashboardId };
			const opening = { type: DASHBOARD, method: 'getTiles', credentials, parameters };
			expect(await openOptions(opening)).toEqual([]);
		},
	);

	it("identifies an alert by its condition if its dashboard can't be read", async () => {
		emulator.faults.add({ kind: 'status', status: 403, match: { operationId: 'listDashboards' } });
		expect(await open('searchAlerts', withToken)).toEqual([
			{ name: 'at or above 10\u00a0(5m, OK)', value: IDS.alertId },
		]);
	});

	it('lists tiles only after a dashboard is chosen', async () => {
		const tiles = async (dashboardId: INodeParameters[string]) =>
			await open('searchTiles', { ...withToken, dashboardId });
		await expect(tiles('')).rejects.toThrow('Dashboard has no value here');
		const value = `https://clickstack.example.com/dashboards/${IDS.dashboardId}`;
		const found = await tiles({ __rl: true, mode: 'url', value });
		expect(found.map((tile) => tile.value)).toEqual([IDS.secondTileId, IDS.tileId]);
	});

	describe('Alert → Update', () => {
		const update = { ...withToken, resource: 'alert', operation: 'update' };
		const other = `${IDS.dashboardId.slice(0, -1)}9`;
		const tilesOf = async (parameters: INodeParameters) =>
			(await open('searchTiles', { ...update, ...parameters })).map(({ value }) => value);

		beforeEach(() => {
			const { dashboards } = emulator.state.clickStack;
			const tile = { id: 'other-tile', name: 'Other', x: 0, y: 0, w: 1, h: 1 };
			const config = { displayType: 'markdown' };
			const record = dashboards.get(IDS.dashboardId);
			if (record) dashboards.set({ ...record, id: other, tiles: [{ ...tile, config }] });
		});

		it.each([{ updateFields: {} }, { updateFields: { name: 'N' }, dashboardId: 'stale' }])(
			"lists the tiles of the alert's own dashboard with %j",
			async (parameters) => {
				const found = await tilesOf({ alertId: IDS.alertId, ...parameters });
				expect(found).toEqual([IDS.secondTileId, IDS.tileId]);
			},
		);

		it("lists the tiles of the Dashboard field's dashboard", async () => {
			const dashboardId = { __rl: true, mode: 'id', value: other };
			expect(await tilesOf({ alertId: '', updateFields: { dashboardId } })).toEqual(['other-tile']);
			expect(emulator.requests).toHaveLength(1);
		});

		it('lists tiles with a Cloud key', async () => {
			const found = await tilesOf({ ...managed(), alertId: IDS.alertId });
			expect(found).toEqual([IDS.secondTileId, IDS.tileId]);
		});

		it('asks for Dashboard if neither the field nor the alert has a dashboard', async () => {
			const emptied = tilesOf({ alertId: IDS.alertId, updateFields: { dashboardId: '' } });
			await expect(emptied).rejects.toThrow('Dashboard has no value here');
			await expect(tilesOf({ alertId: '' })).rejects.toThrow('Alert has no value here');
			emulator.change('alerts', IDS.alertId, (alert) => ({
				...alert,
				source: 'saved_search',
				savedSearchId: IDS.savedSearchId,
				dashboardId: undefined,
				tileId: undefined,
			}));
			const none = tilesOf({ alertId: IDS.alertId });
			await expect(none).rejects.toThrow('Add Dashboard first');
		});
	});

	it('explains that managed ClickStack lacks a list', async () => {
		const list = open('searchConnections', {});
		await expect(list).rejects.toThrow('has no connections in its API');
		const sources = open('searchSources', { serviceId: '' });
		await expect(sources).rejects.toThrow('Service has no value');
		const services = await open('searchServices', { serviceId: '' });
		expect(services.map(({ value }) => value)).toContain(emulator.ids.serviceId);
	});
});
