import { operations } from '../../../nodes/CloudDashboard/resources';
import { chosenApi } from '../../../nodes/clickStack/authentication';
import { currentRecord, managedHints } from '../../../nodes/CloudDashboard/resources/current';
import { dashboardApi, managedApi } from '../../../nodes/clickStack/api';
import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { limiterKey } from '../../../nodes/engine/execution/reader';
import type { Operation, Parameters } from '../../../nodes/engine/operation';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { codes, contextOf, SERVICE_ID, SERVICE_PATH } from '../management/context';
import { fields, rows } from '../rows';

const CREDENTIAL = { baseUrl: 'https://api.example.com', keyId: 'id', keySecret: 'secret' };
const MANAGED = { authentication: 'cloudApiKey' };

const APIS = { ClickStack: dashboardApi, 'managed ClickStack': managedApi };

it.each<[keyof typeof APIS, number, RegExp]>([
	['ClickStack', 422, /Correct the fields/],
	['ClickStack', 401, /access token/],
	['ClickStack', 403, /The token lacks the permission/],
	['ClickStack', 404, /Check the ID/],
	['ClickStack', 413, /too large/],
	['ClickStack', 500, /failed to handle/],
	['ClickStack', 302, /base URL/],
	[
		'managed ClickStack',
		401,
		/key secret in the .*[Mm]anagement.* permission to manage the ClickStack API/,
	],
	['managed ClickStack', 403, /manage the ClickStack API/],
	['managed ClickStack', 404, /Service is the one/],
	['managed ClickStack', 424, /service isn't running/],
	['managed ClickStack', 503, /failed to handle/],
	['managed ClickStack', 302, /Management API/],
])('%s advises after a %d', (name, status, advice) => {
	expect(APIS[name].adviceFor(status)).toMatch(advice);
});

describe('API Request', () => {
	const GET = { method: 'GET' };
	const path = '/v1/organizations/{organizationId}/services/{serviceId}/clickstack/roles';
	const managed = { ...GET, ...MANAGED, path };
	const dashboard = '/api/v2/dashboards/65f5e4a3b9e77c001a567890';

	it.each<[Parameters, string, string[]]>([
		[{ ...GET, path: dashboard }, dashboard, []],
		[{ ...GET, path: '/api/v2/{organizationId}' }, '', ['path pathName']],
		[{ ...managed, serviceId: SERVICE_ID }, `${SERVICE_PATH}/clickstack/roles`, []],
		[managed, '', ['serviceId idEmpty']],
	])(
		"fills in managed ClickStack's placeholders in the dashboard node: %j",
		(parameters, sent, expected) => {
			const { request, issues } = operations.apiRequest.send.plan(parameters, contextOf());
			expect(codes(issues)).toEqual(expected);
			if (expected.length === 0) expect(request).toMatchObject({ method: 'GET', path: sent });
		},
	);
});

describe('the API of managed ClickStack', () => {
	it('is paced together with the management API, and its data is unchanged', () => {
		const keyOf = (api: typeof managedApi) => limiterKey(api, CREDENTIAL);
		expect(keyOf(managedApi)).toBe(keyOf(managementApi));
		expect(keyOf(managedApi)).not.toBe(keyOf(dashboardApi));
		const body = { result: { clickhouse_settings: 1 } };
		for (const api of [managedApi, dashboardApi]) {
			expect(api.normalizeNames(body, CREDENTIAL)).toBe(body);
		}
	});

	it.each([
		[{}, dashboardApi],
		[{ authentication: 'accessToken' }, dashboardApi],
		[MANAGED, managedApi],
	])('is chosen by the node: %j', (parameters, api) => {
		const node = { id: '1', name: 'Node', type: 'cloudDashboard', typeVersion: 1, parameters };
		expect(chosenApi({ getNode: () => ({ ...node, position: [0, 0] }) })).toBe(api);
	});

	it('has one credential for each way, each with its own test', () => {
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

	it('is chosen by a field without conditions, which the editor moves', () => {
		const { properties } = new CloudDashboard().description;
		const found = properties.filter(({ name }) => name === 'authentication');
		expect(found).toHaveLength(1);
		expect(found[0]).toMatchObject({ noDataExpression: true, default: 'accessToken' });
		expect(found[0]).not.toHaveProperty('displayOptions');
	});
});

it.each(
	rows(`
	source=inline chartConfig={"displayType":"line"} | chartConfig, source 'inline'
	tiles=[{"config":{"select":[{"aggFn":"increase"},{"aggFn":"increase"}]}},{}] | aggFn 'increase'
	tiles=[{"series":[{"aggFn":"increase"}]}] | aggFn 'increase'
	tiles=[{"config":{"select":[{"whereLanguage":"promql"}]}}] | whereLanguage 'promql'
	savedQuery=a savedQueryLanguage=promql | savedQueryLanguage 'promql'
	channels=[{},{}] channel={} source=tile |
	tiles=[{"config":{"formulas":[{}],"seriesLimit":3,"showOperandSeries":true}},{}] |
	tiles=[{"config":{"select":[{"aggFn":"sum","alias":"increase"}],"whereLanguage":"sql"}}] |
	filters=[{"isVariableEnabled":true,"variableName":"promql"},null] tiles=inline |
	`),
)(
	"a hint lists the parts missing from managed ClickStack's specification, for %s: %s",
	(text, named) => {
		const hint = `Not in the specification of managed ClickStack, which may drop or refuse it: ${named}. Check the result.`;
		expect(managedHints(MANAGED, fields(text))).toEqual(named === '' ? [] : [hint]);
		expect(managedHints({}, fields(text))).toEqual([]);
	},
);

describe('a value that managed ClickStack might not support', () => {
	const { alertId, savedSearchId, webhookId, secondWebhookId } = IDS;
	const ALERT = `source=saved_search savedSearchId=${savedSearchId} webhookIds=${webhookId}, ${secondWebhookId} interval=5m thresholdType=above threshold=1 additionalFields.additionalMembers={"chartConfig":{}}`;
	const TILE =
		'{"name":"A","x":0,"y":0,"w":1,"h":1,"config":{"displayType":"line","select":[{"aggFn":"increase"}]}}';
	const DASHBOARD = `dashboardInput=json dashboardJson={"name":"D","tiles":[${TILE}]}`;

	it.each<[string, Operation, string]>([
		['chartConfig', operations.alert.create, ALERT],
		['chartConfig', operations.alert.update, `${ALERT} alertId=${alertId}`],
		['displayName', operations.alert.create, `${ALERT} additionalFields.displayName=N`],
		['tags', operations.alert.update, `${ALERT} alertId=${alertId} additionalFields.tags=a`],
		['increase', operations.dashboard.create, DASHBOARD],
		['increase', operations.dashboard.update, `${DASHBOARD} dashboardId=d`],
		['increase', operations.dashboard.validate, DASHBOARD],
	])('is sent, with a hint: %s', (name, operation, parameters) => {
		const item = { ...MANAGED, serviceId: SERVICE_ID, ...fields(parameters) };
		const { issues, hints, request } = operation.plan(item, contextOf());
		expect(issues).toEqual([]);
		expect(JSON.stringify(request.body)).toContain(name);
		expect(hints?.join()).toMatch(new RegExp(`may drop or refuse it: .*${name}`));
	});
});

describe('a record that was read', () => {
	const field = (name: string) => ({ name, displayName: name, type: 'json', default: '' }) as const;
	const read = (record: object) =>
		currentRecord(field('current'), field('id'), { current: JSON.stringify(record), id: 'a' });

	it.each([{ id: 'a' }, { data: { id: 'a' } }, { status: 200, result: { id: 'a' } }])(
		'is found in %j',
		(record) => {
			expect(read(record)).toEqual({ current: { id: 'a' }, issues: [] });
		},
	);
});
