import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS as IDS } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import {
	ALL_CLICKSTACK_SAMPLES as SAMPLES,
	MANAGED_SAMPLES,
} from '../../tools/samples/clickstackSamples';
import type { OperationSample } from '../../tools/samples/operationSamples';
import { sampleNode } from '../../tools/samples/operationSamples';
import { openList, openOptions } from '../../tools/engine/openList';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, DASHBOARD, NODE, workflowOf } from '../../tools/engine/workflow';

// All events are within one hour: the samples group them by hour.
const clickStack = { eventsUntil: '2026-06-01T12:30:00.000Z' };
const emulator = withEmulator({
	cloudOperations: true,
	dashboardApi: 'clickstack',
	clickStack,
});

const named = (samples: Readonly<Record<string, OperationSample>>, access: string) =>
	Object.entries(samples).map(([name, sample]) => [`${name}, with ${access}`, sample] as const);
const TABLE = [...named(SAMPLES, 'an access token'), ...named(MANAGED_SAMPLES, 'a cloud API key')];

const service = () =>
	`/v1/organizations/${emulator.ids.organizationId}/services/${emulator.ids.serviceId}`;
const clickstack = () => `${service()}/clickstack`;
const managed = () => ({ authentication: 'cloudApiKey', serviceId: emulator.ids.serviceId });

async function run(parameters: INodeParameters, management: IDataObject = {}) {
	const node = { type: DASHBOARD, parameters: { ...managed(), ...parameters } };
	const credentials = credentialsOf(emulator, { management });
	return await runWorkflow(workflowOf(node), { credentials });
}

const GET = { resource: 'dashboard', operation: 'get', dashboardId: IDS.dashboardId };
/** The ID of no organization and no service. */
const NONE = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const DELETE = { ...GET, operation: 'delete' };

describe('every operation on ClickStack', () => {
	it.each(TABLE)('%s is sent', async (name, sample) => {
		const { method, path, body, output } = sample;
		const credentials = credentialsOf(emulator);
		const result = await runWorkflow(workflowOf(sampleNode(sample, emulator.ids)), { credentials });
		expect(result.error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		const isPaged = /^(?:alert|savedSearch|webhook) getAll/.test(name);
		const query = isPaged ? { limit: '50' } : {};
		const sent = { method, path: path(emulator.ids), query, status: 200 };
		expect(emulator.requests[0]).toMatchObject(sent);
		expect(emulator.requests[0]?.body).toEqual(body?.(emulator.ids));
		expect(result.items(NODE)[0]?.json).toMatchObject(output(emulator.ids));
	});
});

describe('ClickStack with an access token', () => {
	async function runWithToken(parameters: object, dashboard = {}) {
		const node = { type: DASHBOARD, parameters: { resource: 'dashboard', ...parameters } };
		const credentials = credentialsOf(emulator, { dashboard });
		return await runWorkflow(workflowOf(node), { credentials });
	}

	// The advice on each status: test/unit/dashboard/managedApi.test.ts.
	it('keeps its advice if it answers in plain text or HTML', async () => {
		const get = { operation: 'get', dashboardId: IDS.dashboardId };
		const refused = await runWithToken(get, { accessToken: 'none' });
		expect(refused.error?.message).toMatch(/401: Unauthorized/);
		expect(refused.error?.description).toMatch(/personal API/);
		const { error } = await runWithToken(get, { baseUrl: `${emulator.url}/app` });
		expect(error?.message).toMatch(/404/);
		expect(error?.description).toMatch(/ends with \/api/);
		// This path is no part of the contract.
		emulator.clearLog();
	});
});

describe('records of a ClickStack of your own', () => {
	const own = async (parameters: INodeParameters) =>
		await run({ authentication: 'accessToken', ...parameters });

	it("names the number of alerts that use a webhook if it can't be deleted", async () => {
		const remove = { resource: 'webhook', operation: 'delete', webhookId: IDS.webhookId };
		for (const authentication of ['accessToken', 'cloudApiKey']) {
			const { error } = await run({ ...remove, authentication });
			expect(error?.message).toContain('1 alert(s) still reference it');
			expect(error?.description).toContain('Choose another webhook in these alerts');
		}
		expect(emulator.state.clickStack.webhooks.get(IDS.webhookId)).toBeDefined();
	});

	it('advises about a webhook with a private address', async () => {
		const hook = { name: 'n8n', service: 'generic', url: 'http://localhost:5678/webhook/1' };
		const { error } = await own({ resource: 'webhook', operation: 'create', ...hook });
		expect(error?.message).toContain('private or reserved address');
		expect(error?.description).toContain('WEBHOOK_URL');
	});

	it.each(['X-N8N-Token', 'X-Foo'])('never shows the value of the header %s', async (name) => {
		const headers = { values: [{ name, value: 'canary-token' }] };
		const hook = { name: 'N', service: 'generic', url: 'https://n8n.example.com/1', headers };
		const create = { resource: 'webhook', operation: 'create', ...hook };
		const shown = await own({ ...create, options: { dryRun: true } });
		const created = await own(create);
		const refused = await own(create);
		expect(refused.error?.message).toContain('already exists');
		expect(emulator.requests.map(({ body }) => JSON.stringify(body))[0]).toContain('canary-token');
		const outputs = [shown, created].map(({ items }) => items(NODE));
		expect(JSON.stringify([outputs, refused.error?.message])).not.toContain('canary-token');
		const planned = { headers: { [name]: '***' }, url: hook.url };
		expect(shown.items(NODE)[0]?.json).toMatchObject({ body: planned });
	});

	it("shows no header in dry runs of updates and API requests, or in the API's responses", async () => {
		const map = { 'X-Foo': 'canary-token', 'X-Bar': 'canary' };
		const update = { resource: 'webhook', operation: 'update', webhookId: IDS.webhookId };
		const hook = { name: 'N', service: 'generic', url: 'https://n8n.example.com/1' };
		const values = Object.entries(map).map(([name, value]) => ({ name, value }));
		const updateFields = { ...hook, headers: { values } };
		const queryParams = { key: 'canary-key' };
		const body = JSON.stringify({ ...hook, headers: map, queryParams });
		const path = `/api/v2/webhooks/${IDS.webhookId}`;
		const api = { resource: 'apiRequest', operation: 'send', method: 'PUT', path, body };
		const options = { dryRun: true };
		const plans = [
			await own({ ...update, updateFields, options }),
			await own({ ...api, options }),
		].map(({ items }) => items(NODE)[0]?.json);
		for (const plan of plans) {
			expect(plan).toMatchObject({ body: { headers: { 'X-Foo': '***', 'X-Bar': '***' } } });
			expect(JSON.stringify(plan)).not.toContain('canary');
		}
		emulator.faults.add({ kind: 'echo' });
		const { error } = await own({ ...update, updateFields });
		expect(error?.message).toContain('X-Foo');
		expect([error?.message, error?.description].join()).not.toContain('canary-token');
	});

	it('shows the link of a new invitation; lists show it without its token', async () => {
		const invite = { resource: 'teamInvitation', operation: 'create', email: 'a@example.com' };
		const { items } = await own(invite);
		const [created] = items(NODE);
		const id = String(emulator.state.clickStack.teamInvitations.all().at(-1)?.id);
		expect(created?.json.url).toBe(`https://clickstack.example.com/join-team?token=${id}`);
		const listed = await own({ resource: 'teamInvitation', operation: 'getAll' });
		expect(listed.items(NODE).map(({ json }) => json.url)).toEqual([
			'https://clickstack.example.com/join-team?token=***',
			'https://clickstack.example.com/join-team?token=***',
		]);
	});
});

describe('managed ClickStack', () => {
	it('sends nothing without a service', async () => {
		const { error } = await run({ ...GET, serviceId: '={{ "" }}' });
		expect(error?.message).toMatch(/^Service is empty/);
		expect(emulator.requests).toEqual([]);
	});

	it('outputs the full response, without meta', async () => {
		const options = { fullResponse: true };
		const { items } = await run({ resource: 'alert', operation: 'getAll', options });
		expect(items(NODE)[0]?.json).toMatchObject({ status: 200, result: [{ id: IDS.alertId }] });
		expect(items(NODE)[0]?.json).not.toHaveProperty('meta');
		const deleted = await run({ ...DELETE, options });
		const members = Object.keys(deleted.items(NODE)[0]?.json ?? {});
		expect(members.sort()).toEqual(['requestId', 'status', 'summary']);
	});

	it('outputs its alerts simplified, with the chosen fields, or whole', async () => {
		const alertWith = async (parameters: INodeParameters) => {
			const { items } = await run({ resource: 'alert', operation: 'getAll', ...parameters });
			return items(NODE)[0]?.json ?? {};
		};
		const simplified = ['id', 'name', 'state', 'source', 'threshold', 'interval'];
		expect(Object.keys(await alertWith({}))).toEqual(simplified);
		const chosen = { output: 'selectedFields', outputFields: ['id', 'channels'] };
		expect(Object.keys(await alertWith(chosen))).toEqual(['id', 'channels']);
		expect(await alertWith({ output: 'raw' })).toMatchObject({ thresholdType: 'above' });
	});

	it('outputs its dashboards with their number of tiles and the path of their page', async () => {
		const list = { resource: 'dashboard', operation: 'getAll' };
		const { items } = await run(list);
		const [{ json } = { json: {} }] = items(NODE);
		expect(Object.keys(json)).toEqual(['id', 'name', 'tags', 'tileCount', 'urlPath']);
		expect(json).toMatchObject({ tileCount: 2, urlPath: `/dashboards/${IDS.dashboardId}` });
		const raw = await run({ ...list, output: 'raw' });
		expect(raw.items(NODE)[0]?.json).toMatchObject({ tiles: [{ id: IDS.tileId }, {}] });
	});

	it('uses the organization in the options, except with an access token', async () => {
		const organizationId = NONE;
		const { error } = await run({ ...GET, options: { organizationId } });
		expect(error?.message).toContain('organization not found');
		expect(emulator.requests[0]?.path).toContain(organizationId);
		const token = { authentication: 'accessToken', options: { organizationId } };
		expect((await run({ ...GET, ...token })).error).toBeUndefined();
	});

	it.each(['={{ "cloudApiKey" }}', 'other'])("%s can't choose it", async (authentication) => {
		const { error } = await run({ ...GET, authentication });
		expect(error?.message).toContain('Authentication has an unknown value');
		expect(emulator.requests).toEqual([]);
	});
});

describe('the lists in the panel', () => {
	it.each(['accessToken', 'cloudApiKey'])(
		'show sources and dashboards with %s',
		async (authentication) => {
			const credentials = credentialsOf(emulator);
			const parameters = { ...managed(), authentication, options: {} };
			const opening = { type: DASHBOARD, method: 'searchSources', credentials, parameters };
			const { results } = await openList({ ...opening, filter: 'log' });
			expect(results).toEqual([{ name: 'Logs\u00a0(log)', value: IDS.sourceId }]);
			const base = authentication === 'cloudApiKey' ? clickstack() : '/api/v2';
			const dashboards = await openList({ ...opening, method: 'searchDashboards' });
			expect(dashboards.results.map(({ value }) => value)).toEqual([IDS.dashboardId]);
			const paths = [`${base}/sources`, `${base}/dashboards`];
			expect(emulator.requests.map(({ path }) => path)).toEqual(paths);
		},
	);

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
		{ method: 'searchTiles', name: 'Errors over time\u00a0(line)', value: IDS.tileId },
		{ method: 'searchWebhooks', name: 'n8n\u00a0(generic)', value: IDS.webhookId },
	])('show $name, which $method finds', async ({ method, name, value }) => {
		const credentials = credentialsOf(emulator);
		const { dashboardId } = IDS;
		const parameters = { authentication: 'accessToken', dashboardId, options: {} };
		const opening = { type: DASHBOARD, credentials, parameters };
		const { results } = await openList({ ...opening, method });
		expect(results[0]).toEqual({ name, value });
	});

	it.each([
		{ method: 'getWebhooks', authentication: 'accessToken', value: IDS.webhookId },
		{ method: 'getWebhooks', authentication: 'cloudApiKey', value: IDS.webhookId },
		{ method: 'getAlerts', authentication: 'accessToken', value: IDS.alertId },
	])('fill a multi-select by $method with $authentication', async (given) => {
		const { method, authentication, value } = given;
		const credentials = credentialsOf(emulator);
		const type = method === 'getAlerts' ? `${DASHBOARD}Trigger` : DASHBOARD;
		const parameters = { ...managed(), authentication, options: {} };
		const options = await openOptions({ type, method, credentials, parameters });
		expect(options.map((option) => option.value)).toContain(value);
	});

	it('show tiles only once a dashboard is chosen', async () => {
		const credentials = credentialsOf(emulator);
		const parameters = { authentication: 'accessToken', dashboardId: '', options: {} };
		const opening = { type: DASHBOARD, credentials, parameters, method: 'searchTiles' };
		await expect(openList(opening)).rejects.toThrow('Dashboard has no value here');
		const value = `https://clickstack.example.com/dashboards/${IDS.dashboardId}`;
		const dashboardId = { __rl: true, mode: 'url', value };
		const { results } = await openList({ ...opening, parameters: { ...parameters, dashboardId } });
		expect(results.map((tile) => tile.value)).toEqual([IDS.tileId, IDS.secondTileId]);
	});

	it('explain that managed ClickStack lacks a list', async () => {
		const credentials = credentialsOf(emulator);
		const opening = { type: DASHBOARD, credentials, parameters: { ...managed(), options: {} } };
		const list = openList({ ...opening, method: 'searchConnections' });
		await expect(list).rejects.toThrow('has no connections in its API');
	});

	it('need a service with a cloud API key, and show services', async () => {
		const credentials = credentialsOf(emulator);
		const parameters = { authentication: 'cloudApiKey', serviceId: '', options: {} };
		const opening = { type: DASHBOARD, credentials, parameters };
		await expect(openList({ ...opening, method: 'searchSources' })).rejects.toThrow(
			'Service has no value',
		);
		const { results } = await openList({ ...opening, method: 'searchServices' });
		expect(results.map(({ value }) => value)).toContain(emulator.ids.serviceId);
	});
});
