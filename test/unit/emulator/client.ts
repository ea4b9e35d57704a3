import { isJsonObject, type JsonObject } from '../../../tools/contract/json';
import { CLICKSTACK_IDS, type Emulator } from '../../../tools/emulator';

/** `own` is a self-hosted ClickStack, `managed` a service's, `cloud` ClickHouse Cloud itself. */
export type Place = 'own' | 'managed' | 'cloud';

export interface Reply {
	status: number;
	type: string;
	text: string;
	result: unknown;
}

const PATHS: Readonly<Record<string, string>> = {
	savedSearches: 'saved-searches',
	queryEndpoints: 'query-api-endpoints',
	savedQueries: 'saved-queries',
};

export function pathOf({ ids }: Emulator, place: Place, collection: string, id?: string): string {
	const service = `/v1/organizations/${ids.organizationId}/services/${ids.serviceId}`;
	const starts: Record<Place, string> = {
		own: '/api/v2',
		managed: `${service}/clickstack`,
		cloud: service,
	};
	const path = `${starts[place]}/${PATHS[collection] ?? collection}`;
	return id === undefined ? path : `${path}/${id}`;
}

/** The request has the right key. Text is sent unchanged. */
export async function send(
	{ credentials: { management, dashboard }, url }: Emulator,
	method: string,
	path: string,
	body?: JsonObject | string,
): Promise<Reply> {
	const pair = Buffer.from(`${management.keyId}:${management.keySecret}`).toString('base64');
	const token = `Bearer ${dashboard.accessToken}`;
	const authorization = path.startsWith('/api/') ? token : `Basic ${pair}`;
	const headers = { authorization, 'content-type': 'application/json' };
	const sent = typeof body === 'object' ? JSON.stringify(body) : body;
	const content = sent === undefined ? {} : { body: sent };
	const response = await fetch(`${url}${path}`, { method, headers, ...content });
	const text = await response.text();
	const type = response.headers.get('content-type')?.split(';')[0] ?? '';
	return { status: response.status, type, text, result: resultIn(type, text) };
}

function resultIn(type: string, text: string): unknown {
	const answer: unknown = type === 'application/json' && text !== '' ? JSON.parse(text) : undefined;
	return isJsonObject(answer) ? (answer['data'] ?? answer['result']) : undefined;
}

export function membersOf(record: unknown, names: readonly string[]): JsonObject {
	const members = isJsonObject(record) ? record : {};
	return Object.fromEntries(names.map((name) => [name, members[name]]));
}

const { dashboardId, tileId, secondTileId, sourceId, connectionId, webhookId } = CLICKSTACK_IDS;

export const MARKDOWN = { displayType: 'markdown', markdown: '# Notes' };
const SPOT = { x: 0, y: 0, w: 8, h: 3 };
const LINE = { displayType: 'line', sourceId, select: [{ aggFn: 'count' }] };

/** The smallest valid update of each kind of record. */
export const LEAST = {
	alerts: {
		source: 'tile',
		dashboardId,
		tileId,
		threshold: 20,
		thresholdType: 'above',
		interval: '15m',
		channel: { type: 'webhook', webhookId },
	},
	dashboards: {
		name: 'Faults',
		tiles: [
			{ id: tileId, name: 'Errors over time', ...SPOT, config: LINE },
			{ id: secondTileId, name: 'Errors', ...SPOT, config: { ...LINE, displayType: 'number' } },
		],
	},
	queryEndpoints: {
		name: 'Faults',
		sql: 'SELECT 2',
		database: 'default',
		apiKeyIds: ['00000080-0000-4000-8000-000000000001'],
		roles: ['reader'],
	},
	savedQueries: { name: 'Faults', sql: 'SELECT 2', database: 'default' },
	savedSearches: { name: 'Faults', sourceId },
	sources: {
		name: 'Faults',
		kind: 'log',
		connection: connectionId,
		from: { databaseName: 'default', tableName: 'otel_logs' },
		timestampValueExpression: 'Timestamp',
		defaultTableSelectExpression: 'Body',
	},
	webhooks: { name: 'n8n', service: 'generic', url: 'https://n8n.example.com/webhook/1' },
} as const;

export type Kind = keyof typeof LEAST;
