import type { JsonObject } from '../../contract/json';
import { CLICKSTACK_IDS } from './ids';

export interface StoredRecord extends JsonObject {
	id: string;
}

export interface StoredDashboard extends StoredRecord {
	tiles: StoredRecord[];
}

const AT = '2026-01-05T06:00:00.000Z';
const TIMES = { createdAt: AT, updatedAt: AT };
const { teamId, dashboardId, tileId, secondTileId, sourceId, connectionId } = CLICKSTACK_IDS;
const { webhookId, traceSourceId } = CLICKSTACK_IDS;

const SELECT = [
	{ aggFn: 'count', valueExpression: '', where: 'level:error', whereLanguage: 'lucene' },
];

export const DASHBOARD: StoredDashboard = {
	id: dashboardId,
	name: 'Errors',
	tiles: [
		{
			...{ id: tileId, name: 'Errors over time', x: 0, y: 0, w: 8, h: 3 },
			config: {
				...{ displayType: 'line', sourceId, asRatio: false, fillNulls: true, select: SELECT },
			},
		},
		{
			...{ id: secondTileId, name: 'Errors', x: 8, y: 0, w: 4, h: 3 },
			config: { displayType: 'number', sourceId, select: SELECT },
		},
	],
	tags: ['operations'],
	filters: [],
	savedQuery: null,
	savedQueryLanguage: null,
	savedFilterValues: [],
};

export const ALERT: StoredRecord = {
	...{ id: CLICKSTACK_IDS.alertId, source: 'tile', dashboardId, tileId },
	...{ threshold: 10, thresholdType: 'above', interval: '5m', state: 'OK' },
	...{ channel: { type: 'webhook', webhookId }, channels: [{ type: 'webhook', webhookId }] },
	...{ name: null, message: null, note: null, teamId },
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
		...{ durationExpression: 'Duration', durationPrecision: 9, traceIdExpression: 'TraceId' },
		...{ spanIdExpression: 'SpanId', parentSpanIdExpression: 'ParentSpanId' },
		...{ spanNameExpression: 'SpanName', spanKindExpression: 'SpanKind' },
	},
	{
		...source(CLICKSTACK_IDS.metricSourceId, 'Metrics', 'metric', ''),
		metricTables: { gauge: 'otel_metrics_gauge', sum: 'otel_metrics_sum' },
		resourceAttributesExpression: 'ResourceAttributes',
	},
];

function savedSearch(id: string, name: string, where: string): StoredRecord {
	return {
		...{ id, name, select: '', where, whereLanguage: 'lucene', orderBy: '', sourceId },
		...{ tags: [], filters: [], teamId, ...TIMES },
	};
}

export const SAVED_SEARCHES: readonly StoredRecord[] = [
	savedSearch(CLICKSTACK_IDS.savedSearchId, 'Errors', 'level:error'),
	savedSearch(CLICKSTACK_IDS.secondSavedSearchId, 'Payments', 'ServiceName:payments'),
];

function webhook(
	id: string,
	name: string,
	url = 'https://n8n.example.com/webhook/1',
): StoredRecord {
	return { id, name, service: 'generic', url, ...TIMES };
}

export const WEBHOOKS: readonly StoredRecord[] = [
	webhook(webhookId, 'n8n'),
	webhook(CLICKSTACK_IDS.secondWebhookId, 'Pager'),
	{
		...webhook(CLICKSTACK_IDS.slackWebhookId, 'Operations', 'https://hooks.slack.com/services/T1'),
		...{ service: 'slack', description: 'The channel #operations' },
	},
];

function connection(id: string, name: string, host: string): StoredRecord {
	return { id, name, host, username: 'otel', isPrometheusEndpoint: false, ...TIMES };
}

export const CONNECTIONS: readonly StoredRecord[] = [
	connection(connectionId, 'Default', 'http://clickhouse:8123'),
	connection(CLICKSTACK_IDS.secondConnectionId, 'Archive', 'https://archive.example.com:8443'),
];

export const MEMBERS: readonly StoredRecord[] = [
	{
		...{ id: CLICKSTACK_IDS.ownTeamMemberId, email: 'ada@example.com', name: 'Ada' },
		isCurrentUser: true,
	},
	{
		...{ id: CLICKSTACK_IDS.teamMemberId, email: 'grace@example.com', name: 'Grace' },
		isCurrentUser: false,
	},
];

/** Returns the page on which an invited person joins. */
export const joinUrl = (id: string) => `https://clickstack.example.com/join-team?token=${id}`;

export const INVITATIONS: readonly StoredRecord[] = [
	{
		...{
			id: CLICKSTACK_IDS.teamInvitationId,
			createdAt: AT,
			email: 'alan@example.com',
			name: 'Alan',
		},
		url: joinUrl(CLICKSTACK_IDS.teamInvitationId),
	},
];
