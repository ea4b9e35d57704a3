import type { JsonObject } from '../../contract/json';
import { CLICKSTACK_IDS } from './ids';

export interface StoredRecord extends JsonObject {
	id: string;
}

interface StoredDashboard extends StoredRecord {
	tiles: StoredRecord[];
}

const AT = '2026-01-05T06:00:00.000Z';
const TIMES = { createdAt: AT, updatedAt: AT };
const { teamId, dashboardId, tileId, secondTileId, sourceId, connectionId } = CLICKSTACK_IDS;
const { webhookId, traceSourceId } = CLICKSTACK_IDS;

const SELECT = [
	{ aggFn: 'count', valueExpression: '', where: 'level:error', whereLanguage: 'lucene' },
];

/** A response has these keys even if they were never sent. */
export const NEW_DASHBOARD = {
	tags: [],
	filters: [],
	savedQuery: null,
	savedQueryLanguage: null,
	savedFilterValues: [],
};

export const DASHBOARD: StoredDashboard = {
	id: dashboardId,
	name: 'Errors',
	tiles: [
		{
			id: tileId,
			name: 'Errors over time',
			x: 0,
			y: 0,
			w: 8,
			h: 3,
			config: { displayType: 'line', sourceId, asRatio: false, fillNulls: true, select: SELECT },
		},
		{
			id: secondTileId,
			name: 'Errors',
			x: 8,
			y: 0,
			w: 4,
			h: 3,
			config: { displayType: 'number', sourceId, select: SELECT },
		},
	],
	...NEW_DASHBOARD,
	tags: ['operations'],
};

export const ALERT: StoredRecord = {
	id: CLICKSTACK_IDS.alertId,
	source: 'tile',
	dashboardId,
	tileId,
	threshold: 10,
	thresholdType: 'above',
	interval: '5m',
	state: 'OK',
	channel: { type: 'webhook', webhookId },
	channels: [{ type: 'webhook', webhookId }],
	name: null,
	message: null,
	note: null,
	teamId,
	...TIMES,
};

function source(id: string, name: string, kind: string, tableName: string): StoredRecord {
	const from = { databaseName: 'default', tableName };
	const timestampValueExpression = 'Timestamp';
	return { id, name, kind, connection: connectionId, from, timestampValueExpression };
}

export const SOURCES: readonly StoredRecord[] = [
	{
		...source(sourceId, 'Logs', 'log', 'otel_logs'),
		defaultTableSelectExpression: 'Timestamp, ServiceName, SeverityText, Body',
		severityTextExpression: 'SeverityText',
		bodyExpression: 'Body',
		traceSourceId,
	},
	{
		...source(traceSourceId, 'Traces', 'trace', 'otel_traces'),
		defaultTableSelectExpression: 'Timestamp, ServiceName, SpanName, Duration',
		durationExpression: 'Duration',
		durationPrecision: 9,
		traceIdExpression: 'TraceId',
		spanIdExpression: 'SpanId',
		parentSpanIdExpression: 'ParentSpanId',
		spanNameExpression: 'SpanName',
		spanKindExpression: 'SpanKind',
	},
];

export const SAVED_SEARCHES: readonly StoredRecord[] = [
	{
		id: CLICKSTACK_IDS.savedSearchId,
		name: 'Errors',
		select: '',
		where: 'level:error',
		whereLanguage: 'lucene',
		orderBy: '',
		sourceId,
		tags: [],
		filters: [],
		teamId,
		...TIMES,
	},
];

const HOOK = { service: 'generic', url: 'https://n8n.example.com/webhook/1', ...TIMES };

export const WEBHOOKS: readonly StoredRecord[] = [
	{ id: webhookId, name: 'n8n', ...HOOK },
	{ id: CLICKSTACK_IDS.secondWebhookId, name: 'Pager', ...HOOK },
];

export const CONNECTIONS: readonly StoredRecord[] = [
	{
		id: connectionId,
		name: 'Default',
		host: 'http://clickhouse:8123',
		username: 'otel',
		isPrometheusEndpoint: false,
		...TIMES,
	},
];

export const MEMBERS: readonly StoredRecord[] = [
	{
		id: CLICKSTACK_IDS.ownTeamMemberId,
		email: 'ada@example.com',
		name: 'Ada',
		isCurrentUser: true,
	},
	{
		id: CLICKSTACK_IDS.teamMemberId,
		email: 'grace@example.com',
		name: 'Grace',
		isCurrentUser: false,
	},
];

/** An invited person joins on this page. */
export const joinUrl = (id: string) => `https://clickstack.example.com/join-team?token=${id}`;

export const INVITATIONS: readonly StoredRecord[] = [
	{
		id: CLICKSTACK_IDS.teamInvitationId,
		createdAt: AT,
		email: 'alan@example.com',
		name: 'Alan',
		url: joinUrl(CLICKSTACK_IDS.teamInvitationId),
	},
];

export const ROLES: readonly StoredRecord[] = [
	{
		id: CLICKSTACK_IDS.predefinedRoleId,
		name: 'Admin',
		permissions: [{ action: 'manage', subject: 'all' }],
		isPredefined: true,
	},
	{
		id: CLICKSTACK_IDS.clickStackRoleId,
		name: 'Reader',
		description: 'Reads dashboards',
		permissions: [{ action: 'read', subject: 'Dashboard', conditions: { tags: ['shop'] } }],
		isPredefined: false,
		...TIMES,
	},
];
