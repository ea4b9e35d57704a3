import type { INodeParameters } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudDashboard/resources';
import { chosenApi } from '../../../nodes/clickStack/authentication';
import { dashboardApi, managedApi } from '../../../nodes/clickStack/api';
import { managedHints } from '../../../nodes/clickStack/managed';
import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { accessKey } from '../../../nodes/engine/execution/identity';
import type { JsonObject } from '../../../nodes/engine/json';
import type { Operation, ParameterValues } from '../../../nodes/engine/operation';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { fakeContext } from '../core/fakes';
import { problems, contextOf, SERVICE_ID, SERVICE_PATH } from '../management/context';
import { planOf } from './plans';
import { sentenceHint } from '../../../nodes/engine/issue';

const CREDENTIAL = { baseUrl: 'https://api.example.com', keyId: 'id', keySecret: 'secret' };
const MANAGED = { authentication: 'cloudApiKey' };

it.each([
	{ status: 302, advice: 'Base URL' },
	{ status: 401, advice: 'Personal API Access Key' },
	{ status: 403, advice: 'Use a key whose owner' },
	{ status: 404, advice: 'Check the ID' },
	{ status: 413, advice: 'Send less data' },
	{ status: 422, advice: 'Check what you entered' },
	{ status: 500, advice: 'Try again' },
])('dashboardApi.adviceFor($status) mentions "$advice"', ({ status, advice }) => {
	expect(dashboardApi.adviceFor(status)).toContain(advice);
});

it.each([
	{ status: 302, advice: 'Management API' },
	{ status: 401, advice: 'permission to manage the ClickStack API' },
	{ status: 403, advice: 'control-plane:service:manage-clickstack-api' },
	{ status: 404, advice: 'chosen Service has ClickStack' },
	{ status: 424, advice: 'If the service is idle' },
	{ status: 503, advice: 'Try again' },
])('managedApi.adviceFor($status) mentions "$advice"', ({ status, advice }) => {
	expect(managedApi.adviceFor(status)).toContain(advice);
});

it("advises after a 424 only on the service's state", () => {
	const adviceFor = (message: string) => managedApi.adviceFor(424, undefined, message);
	expect(adviceFor('Current state: stopped')).toBe('Use Service → Start. Then retry.');
	expect(adviceFor('Current state: awaking')).toBe(managedApi.adviceFor(424));
});

it.each([
	{ status: 401, own: undefined, managed: undefined },
	{
		status: 403,
		own: "The key doesn't have permission for this operation",
		managed: 'The key lacks the permission to manage the ClickStack API',
	},
	{ status: 424, own: undefined, managed: "The service isn't running" },
])(
	'headlineFor($status) returns "$own", or "$managed" in managed ClickStack',
	({ status, own, managed }) => {
		expect(dashboardApi.headlineFor?.(status)).toBe(own);
		expect(managedApi.headlineFor?.(status)).toBe(managed);
	},
);

describe('API Request → Send with ClickStack', () => {
	const path = '/v1/organizations/{organizationId}/services/{serviceId}/clickstack/roles';
	const dashboard = '/api/v2/dashboards/65f5e4a3b9e77c001a567890';

	const plan = (parameters: ParameterValues) =>
		operations.apiRequest.send.plan({ method: 'GET', ...parameters }, contextOf());

	it("fills in managed ClickStack's placeholders", () => {
		const { request, issues } = plan({ ...MANAGED, path, serviceId: SERVICE_ID });
		expect([request.path, issues]).toEqual([`${SERVICE_PATH}/clickstack/roles`, []]);
		expect(problems(plan({ ...MANAGED, path }).issues)).toEqual(['serviceId is empty']);
	});

	it('rejects placeholders with an access token', () => {
		expect(plan({ path: dashboard }).request.path).toBe(dashboard);
		expect(problems(plan({ path: '/api/v2/{organizationId}' }).issues)).toEqual([
			'path contains {organizationId}, which',
		]);
	});
});

describe('managedApi', () => {
	it('shares its rate limit with the management API', () => {
		const keyOf = (api: typeof managedApi) => accessKey(api, CREDENTIAL);
		expect(keyOf(managedApi)).toBe(keyOf(managementApi));
		expect(keyOf(managedApi)).not.toBe(keyOf(dashboardApi));
		const body = { result: { clickhouse_settings: 1 } };
		for (const api of [managedApi, dashboardApi]) {
			expect(api.fromWire(body, CREDENTIAL, '/')).toBe(body);
		}
	});

	it('selects managed ClickStack by Authentication', () => {
		const node = { id: '1', name: 'Node', type: 'cloudDashboard', typeVersion: 1 };
		const chosenBy = (parameters: INodeParameters) =>
			chosenApi({ getNode: () => ({ ...node, position: [0, 0], parameters }) });
		expect(chosenBy({})).toBe(dashboardApi);
		expect(chosenBy({ authentication: 'accessToken' })).toBe(dashboardApi);
		expect(chosenBy(MANAGED)).toBe(managedApi);
	});

	it('rejects an unknown Authentication only if there are items', async () => {
		const executeWith = async (count: number) => {
			const parameters = { authentication: 'other', resource: 'alert', operation: 'getAll' };
			const { context } = fakeContext({ count, node: { parameters } });
			return await new CloudDashboard().execute.call(context);
		};
		expect(await executeWith(0)).toEqual([[]]);
		await expect(executeWith(1)).rejects.toThrow('Authentication has an unknown value');
	});

	it('has one credential per Authentication', () => {
		const { description, methods } = new CloudDashboard();
		const found = (description.credentials ?? []).map((credential) => [
			credential.name,
			credential.testedBy,
			credential.displayOptions?.show,
		]);
		expect(found).toEqual([
			['cloudDashboardApi', 'cloudDashboardApiTest', { authentication: ['accessToken'] }],
			['cloudManagementApi', 'cloudManagementApiTest', { authentication: ['cloudApiKey'] }],
		]);
		expect(Object.keys(methods.credentialTest)).toEqual(found.map(([, test]) => test));
	});

	it('shows Authentication without a display condition', () => {
		const { properties } = new CloudDashboard().description;
		const found = properties.filter(({ name }) => name === 'authentication');
		expect(found).toHaveLength(1);
		expect(found[0]).toMatchObject({ noDataExpression: true, default: 'accessToken' });
		expect(found[0]).not.toHaveProperty('displayOptions');
	});
});

describe('managedHints', () => {
	const hint = (parts: string) =>
		`Managed ClickStack may drop or refuse what its specification doesn't list: ${parts}. Check the result.`;
	const tileWith = (config: object) => ({ tiles: [{ config }, {}] });

	it.each<{ body: JsonObject; parts: string }>([
		{
			body: { source: 'inline', chartConfig: { displayType: 'line' } },
			parts: 'chartConfig, source "inline"',
		},
		{
			body: tileWith({ select: [{ aggFn: 'increase' }, { aggFn: 'increase' }] }),
			parts: 'aggFn "increase"',
		},
		{ body: { tiles: [{ series: [{ aggFn: 'increase' }] }] }, parts: 'aggFn "increase"' },
		{
			body: tileWith({ select: [{ whereLanguage: 'promql' }] }),
			parts: 'whereLanguage "promql"',
		},
		{
			body: { savedQuery: 'a', savedQueryLanguage: 'promql' },
			parts: 'savedQueryLanguage "promql"',
		},
	])('names $parts that managed ClickStack refuses', ({ body, parts }) => {
		expect(managedHints()(body, contextOf(), MANAGED)).toEqual([sentenceHint(hint(parts))]);
		expect(managedHints()(body, contextOf(), {})).toEqual([]);
	});

	it.each<JsonObject>([
		{ channels: [{}, {}], channel: {}, source: 'tile' },
		tileWith({ formulas: [{}], seriesLimit: 3, showOperandSeries: true }),
		tileWith({ select: [{ aggFn: 'sum', alias: 'increase' }], whereLanguage: 'sql' }),
		{ filters: [{ isVariableEnabled: true, variableName: 'promql' }, null], tiles: 'inline' },
	])('returns no hint for %j', (body) => {
		expect(managedHints()(body, contextOf(), MANAGED)).toEqual([]);
	});

	const { alertId, savedSearchId, webhookId } = IDS;
	const ALERT = {
		alertId,
		source: 'saved_search',
		savedSearchId,
		webhookIds: webhookId,
		interval: '5m',
		thresholdType: 'above',
		threshold: 1,
	};
	const config = { displayType: 'line', select: [{ aggFn: 'increase', valueExpression: 'Value' }] };
	const tile = { name: 'A', x: 0, y: 0, w: 1, h: 1, config };
	const DASHBOARD = {
		dashboardId: 'd',
		dashboardInput: 'json',
		dashboardJson: { name: 'D', tiles: [tile] },
	};
	const { alert, dashboard } = operations;

	it.each<{ part: string; of: Operation; parameters: ParameterValues }>([
		{
			part: 'displayName',
			of: alert.create,
			parameters: { ...ALERT, additionalFields: { displayName: 'N' } },
		},
		{
			part: 'tags',
			of: alert.update,
			parameters: { alertId, updateFields: { tags: 'a' } },
		},
		{ part: 'increase', of: dashboard.create, parameters: DASHBOARD },
		{ part: 'increase', of: dashboard.update, parameters: DASHBOARD },
		{ part: 'increase', of: dashboard.validate, parameters: DASHBOARD },
	])('warns about $part', ({ part, of, parameters }) => {
		const item = { ...MANAGED, serviceId: SERVICE_ID, ...parameters };
		const stored = { channel: { type: 'webhook', webhookId } };
		const { issues, hints, request } = planOf(of, item, of === alert.update ? stored : undefined);
		expect(issues).toEqual([]);
		expect(JSON.stringify(request.body)).toContain(part);
		expect(hints.join()).toMatch(
			new RegExp(`may drop or refuse what its specification doesn't list: .*${part}`),
		);
	});
});
