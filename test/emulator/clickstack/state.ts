import type { JsonObject } from '../../contract/json';
import { Collection } from '../state/collection';

/** The resources of ClickStack have ObjectIds. A block keeps the kinds of records apart. */
function objectId(block: number, n: number): string {
	return `${block.toString(16).padStart(8, '0')}${n.toString(16).padStart(16, '0')}`;
}

/** The IDs of the records that ClickStack begins with. */
export const CLICKSTACK_IDS = {
	teamId: objectId(0xa0, 1),
	dashboardId: objectId(0xa1, 1),
	tileId: objectId(0xa2, 1),
	secondTileId: objectId(0xa2, 2),
	sourceId: objectId(0xa3, 1),
	traceSourceId: objectId(0xa3, 2),
	connectionId: objectId(0xa4, 1),
	savedSearchId: objectId(0xa5, 1),
	webhookId: objectId(0xa6, 1),
	secondWebhookId: objectId(0xa6, 2),
	alertId: objectId(0xa7, 1),
} as const;

export interface StoredRecord extends JsonObject {
	id: string;
}

export interface StoredDashboard extends StoredRecord {
	tiles: StoredRecord[];
}

const AT = '2026-01-05T06:00:00.000Z';
const { dashboardId, tileId, secondTileId, sourceId, connectionId, webhookId } = CLICKSTACK_IDS;

const SELECT = [
	{ aggFn: 'count', valueExpression: '', where: 'level:error', whereLanguage: 'lucene' },
];

const DASHBOARD: StoredDashboard = {
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

const ALERT: StoredRecord = {
	...{ id: CLICKSTACK_IDS.alertId, source: 'tile', dashboardId, tileId },
	...{ threshold: 10, thresholdType: 'above', interval: '5m', state: 'OK' },
	...{ channel: { type: 'webhook', webhookId }, channels: [{ type: 'webhook', webhookId }] },
	...{ name: null, message: null, note: null, teamId: CLICKSTACK_IDS.teamId },
	...{ createdAt: AT, updatedAt: AT },
};

function source(id: string, name: string, kind: string): StoredRecord {
	return { id, name, kind, connection: connectionId, timestampValueExpression: 'Timestamp' };
}

function webhook(id: string, name: string): StoredRecord {
	const url = 'https://n8n.example.com/webhook/1';
	return { id, name, service: 'generic', url, createdAt: AT, updatedAt: AT };
}

/** What ClickStack stores, open to a test for reading and changing. */
export class ClickStackState {
	private newIds = 0;

	readonly dashboards = new Collection<StoredDashboard>([DASHBOARD]);

	readonly alerts = new Collection([ALERT]);

	readonly sources = new Collection([
		source(sourceId, 'Logs', 'log'),
		source(CLICKSTACK_IDS.traceSourceId, 'Traces', 'trace'),
	]);

	readonly savedSearches = new Collection<StoredRecord>([
		{ id: CLICKSTACK_IDS.savedSearchId, name: 'Errors', sourceId, where: 'level:error', tags: [] },
	]);

	readonly webhooks = new Collection([
		webhook(webhookId, 'n8n'),
		webhook(CLICKSTACK_IDS.secondWebhookId, 'Pager'),
	]);

	newId(): string {
		this.newIds += 1;
		return objectId(0xb0, this.newIds);
	}
}
