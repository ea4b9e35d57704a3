import { CLICKSTACK_IDS } from '../emulator';
import type { OperationSample, SampleRow } from './samplesOf';
import { samplesOf } from './samplesOf';

const { dashboardId, tileId, sourceId, savedSearchId, webhookId, connectionId } = CLICKSTACK_IDS;

const select = [{ aggFn: 'count', where: 'level:error', whereLanguage: 'lucene' }];
const place = { x: 0, y: 0, w: 12, h: 6 };
const DASHBOARD_FIELDS = {
	name: 'Shop',
	tags: 'shop',
	tiles: { values: [{ name: 'Errors', sourceId, ...select[0] }] },
};
const DASHBOARD_BODY = {
	name: 'Shop',
	tags: ['shop'],
	tiles: [{ name: 'Errors', ...place, config: { displayType: 'line', sourceId, select } }],
};
const RULE = { threshold: 10, thresholdType: 'above', interval: '5m' };
const OF_SAVED_SEARCH = { source: 'saved_search', savedSearchId, ...RULE };
const OF_TILE = { source: 'tile', dashboardId, tileId, ...RULE };
const channel = { type: 'webhook', webhookId };
const ALERTS = '/api/v2/alerts';
const DASHBOARDS = '/api/v2/dashboards';

const SOURCES = '/api/v2/sources';
const SAVED_SEARCHES = '/api/v2/saved-searches';
const WEBHOOKS = '/api/v2/webhooks';
const TEAM = '/api/v2/team';

const SOURCE_FIELDS = {
	name: 'Shop logs',
	kind: 'log',
	connectionId,
	fromDatabaseName: 'default',
	fromTableName: 'shop_logs',
	timestampValueExpression: 'Timestamp',
	defaultTableSelectExpression: 'Timestamp, Body',
};
const SOURCE_BODY = {
	...{ name: 'Shop logs', kind: 'log', connection: connectionId },
	from: { databaseName: 'default', tableName: 'shop_logs' },
	timestampValueExpression: 'Timestamp',
	defaultTableSelectExpression: 'Timestamp, Body',
};
const SEARCH = { name: 'Slow', sourceId, where: 'Duration:>1000', whereLanguage: 'lucene' };
const HOOK = { name: 'On call', service: 'generic', url: 'https://n8n.example.com/webhook/2' };
const TOKEN = { 'X-N8N-Token': 'canary-header-token' };

/** A period with every event of an emulator that has some. */
const CUSTOM = {
	period: 'custom',
	startTime: '2020-01-01T00:00:00.000Z',
	endTime: '2120-01-01T00:00:00.000Z',
};
/** Only one service, since the first of several depends on the time of the test. */
const COUNT_OF_API = {
	sourceId,
	aggFn: 'count',
	where: 'ServiceName:api',
	whereLanguage: 'lucene',
};

/** Returns a delete's output. */
const deleted = (idName: string) => ({ id: `{${idName}}`, deleted: true });

const ROWS = {
	'alert create': {
		request: `POST ${ALERTS}`,
		fields: { ...OF_SAVED_SEARCH, webhookIds: webhookId },
		body: { ...OF_SAVED_SEARCH, channel },
		output: { savedSearchId, state: 'OK' },
	},
	'alert delete': {
		request: `DELETE ${ALERTS}/{alertId}`,
		output: { id: '{alertId}', deleted: true },
	},
	'alert get': { request: `GET ${ALERTS}/{alertId}` },
	'alert getAll': { request: `GET ${ALERTS}`, output: { id: '{alertId}' } },
	'alert update': {
		request: `PUT ${ALERTS}/{alertId}`,
		fields: { ...OF_TILE, webhookIds: webhookId },
		body: { ...OF_TILE, channel },
		output: { id: '{alertId}', tileId },
	},
	'dashboard create': {
		request: `POST ${DASHBOARDS}`,
		fields: DASHBOARD_FIELDS,
		body: DASHBOARD_BODY,
		output: { name: 'Shop' },
	},
	'dashboard delete': {
		request: `DELETE ${DASHBOARDS}/{dashboardId}`,
		output: { id: dashboardId, deleted: true },
	},
	'dashboard get': { request: `GET ${DASHBOARDS}/{dashboardId}` },
	'dashboard getAll': { request: `GET ${DASHBOARDS}`, output: { id: dashboardId } },
	'dashboard validate': {
		request: `POST ${DASHBOARDS}/validate`,
		fields: DASHBOARD_FIELDS,
		body: DASHBOARD_BODY,
		output: { valid: true, errors: [] },
	},
	'chart query': {
		request: 'POST /api/v2/charts/series',
		fields: {
			...CUSTOM,
			series: { values: [{ name: 'Requests', ...COUNT_OF_API }] },
			groupBy: 'ServiceName',
			granularity: '1h',
		},
		body: {
			startTime: Date.parse(CUSTOM.startTime),
			endTime: Date.parse(CUSTOM.endTime),
			series: [{ ...COUNT_OF_API, groupBy: ['ServiceName'] }],
			granularity: '1h',
			seriesReturnType: 'column',
		},
		output: { ServiceName: 'api' },
	},
	'connection get': { request: 'GET /api/v2/connections/{connectionId}' },
	'connection getAll': { request: 'GET /api/v2/connections', output: { id: connectionId } },
	'event search': {
		request: 'POST /api/v2/search',
		fields: { ...CUSTOM, sourceId, selectColumns: 'ServiceName', limit: 5 },
		body: {
			...{ sourceId, whereLanguage: 'lucene', select: 'ServiceName' },
			...{ startTime: CUSTOM.startTime, endTime: CUSTOM.endTime, maxResults: 5, offset: 0 },
		},
		output: { ServiceName: 'api' },
	},
	'savedSearch create': {
		request: `POST ${SAVED_SEARCHES}`,
		fields: SEARCH,
		body: SEARCH,
		output: { name: 'Slow', sourceId },
	},
	'savedSearch delete': {
		request: `DELETE ${SAVED_SEARCHES}/{savedSearchId}`,
		output: deleted('savedSearchId'),
	},
	'savedSearch get': { request: `GET ${SAVED_SEARCHES}/{savedSearchId}` },
	'savedSearch getAll': { request: `GET ${SAVED_SEARCHES}`, output: { id: savedSearchId } },
	'savedSearch update': {
		request: `PUT ${SAVED_SEARCHES}/{savedSearchId}`,
		fields: { updateFields: SEARCH },
		body: SEARCH,
	},
	'source create': {
		request: `POST ${SOURCES}`,
		fields: SOURCE_FIELDS,
		body: SOURCE_BODY,
		output: { name: 'Shop logs' },
	},
	'source delete': { request: `DELETE ${SOURCES}/{sourceId}`, output: deleted('sourceId') },
	'source get': { request: `GET ${SOURCES}/{sourceId}` },
	'source getAll': { request: `GET ${SOURCES}`, output: { id: sourceId } },
	'source update': {
		request: `PUT ${SOURCES}/{sourceId}`,
		fields: {
			updateFields: { name: 'Shop' },
			currentSource: JSON.stringify({ id: sourceId, ...SOURCE_BODY }),
		},
		body: { ...SOURCE_BODY, name: 'Shop' },
	},
	'team get': { request: `GET ${TEAM}`, output: { id: CLICKSTACK_IDS.teamId } },
	'teamInvitation create': {
		request: `POST ${TEAM}/invitation`,
		fields: { email: 'edsger@example.com', name: 'Edsger' },
		body: { email: 'edsger@example.com', name: 'Edsger' },
		output: { email: 'edsger@example.com', status: 'pending' },
	},
	'teamInvitation delete': {
		request: `DELETE ${TEAM}/invitation/{teamInvitationId}`,
		output: deleted('teamInvitationId'),
	},
	'teamInvitation getAll': {
		request: `GET ${TEAM}/invitations`,
		output: { id: CLICKSTACK_IDS.teamInvitationId },
	},
	'teamMember delete': {
		request: `DELETE ${TEAM}/member/{teamMemberId}`,
		output: deleted('teamMemberId'),
	},
	'teamMember getAll': {
		request: `GET ${TEAM}/members`,
		output: { id: CLICKSTACK_IDS.ownTeamMemberId },
	},
	'webhook create': {
		request: `POST ${WEBHOOKS}`,
		fields: {
			...HOOK,
			headers: { values: [{ name: 'X-N8N-Token', value: TOKEN['X-N8N-Token'] }] },
		},
		body: { ...HOOK, headers: TOKEN },
		output: HOOK,
	},
	// The first one of an alert isn't deleted.
	'webhook delete': {
		request: `DELETE ${WEBHOOKS}/{secondWebhookId}`,
		output: deleted('secondWebhookId'),
	},
	'webhook getAll': { request: `GET ${WEBHOOKS}`, output: { id: webhookId } },
	'webhook update': {
		request: `PUT ${WEBHOOKS}/{webhookId}`,
		fields: { updateFields: HOOK },
		body: HOOK,
		output: { id: '{webhookId}', ...HOOK },
	},
} satisfies Record<string, SampleRow>;

/** Operations that ClickStack has, and the neutral contract has not. */
export const CLICKSTACK_SAMPLES = samplesOf(ROWS, CLICKSTACK_IDS);

const MARKDOWN = { markdown: '# Notes' };

/** Every operation with a ClickStack record: its updates have charts. */
export const ALL_CLICKSTACK_SAMPLES = samplesOf(
	{
		...ROWS,
		'dashboard update': {
			request: `PUT ${DASHBOARDS}/{dashboardId}`,
			fields: {
				name: 'Shop',
				tiles: { values: [{ name: 'Notes', chart: 'markdown', ...MARKDOWN }] },
			},
			body: {
				name: 'Shop',
				tags: [],
				tiles: [{ name: 'Notes', ...place, config: { displayType: 'markdown', ...MARKDOWN } }],
			},
			output: { id: dashboardId, name: 'Shop' },
		},
	},
	CLICKSTACK_IDS,
);

/** Returns the same operation in a service's managed ClickStack. */
function managedSample({ parameters, path, ...same }: OperationSample): OperationSample {
	return {
		...same,
		parameters: (ids) => ({
			...parameters(ids),
			authentication: 'cloudApiKey',
			serviceId: ids.serviceId,
		}),
		path: (ids) =>
			path(ids).replace(
				'/api/v2',
				`/v1/organizations/${ids.organizationId}/services/${ids.serviceId}/clickstack`,
			),
	};
}

/** Returns whether managed ClickStack has a resource as well. */
export function isManagedToo(resource: string): boolean {
	return !/^(?:chart|connection|event|team)/.test(resource);
}

/** Every operation that managed ClickStack has as well. */
export const MANAGED_SAMPLES: Readonly<Record<string, OperationSample>> = Object.fromEntries(
	Object.entries(ALL_CLICKSTACK_SAMPLES)
		.filter(([name]) => isManagedToo(name))
		.map(([name, sample]) => [name, managedSample(sample)]),
);
