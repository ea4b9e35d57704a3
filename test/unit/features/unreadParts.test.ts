import { operations as ofDashboards } from '../../../nodes/CloudDashboard/resources';
import { queryEndpoint, savedQuery } from '../../../nodes/CloudManagement/resources/query';
import type { JsonObject } from '../../../nodes/engine/json';
import { filled, ORGANIZATION_ID, contextOf } from '../management/context';

const ID = '65f5e4a3b9e77c001a901234';
const UUID = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';
const TILE = { id: 't1', name: 'Errors', config: { displayType: 'line' } };
const CHANNEL = { type: 'webhook', webhookId: ID };
const FROM = { databaseName: 'default', tableName: 'logs' };
const CREDENTIAL = { organizationId: ORGANIZATION_ID, apiDialect: 'clickhouseCloud' };

const IDS = {
	dashboard: { dashboardId: ID, updateMode: 'merge' },
	alert: { alertId: ID },
	savedSearch: { savedSearchId: ID },
	source: { sourceId: ID },
	role: { roleId: ID, authentication: 'cloudApiKey' },
	queryEndpoint: { queryEndpointId: UUID },
	savedQuery: { savedQueryId: UUID },
};
type Resource = keyof typeof IDS;

/** The record as an update reads it, if the API returns `record`. */
function readRecord(resource: Resource, record: JsonObject, more: JsonObject = {}) {
	const { update } = {
		...ofDashboards,
		queryEndpoint: queryEndpoint.operations,
		savedQuery: savedQuery.operations,
	}[resource];
	const ids = IDS[resource];
	const context = contextOf({ credential: CREDENTIAL });
	const { needs = [] } = update.plan(filled(update, { ...ids, ...more }), context);
	const id = Object.values(ids)[0];
	return needs.find(({ fact }) => fact === 'record')?.factIn({ id, ...record });
}

describe('recordNeed', () => {
	it.each<[Resource, string, JsonObject]>([
		['dashboard', 'tiles', {}],
		['dashboard', 'tiles', { tiles: null }],
		['dashboard', 'tiles', { tiles: {} }],
		['dashboard', 'tiles', { tiles: 'x' }],
		['dashboard', 'tiles', { tiles: [TILE.id] }],
		['dashboard', 'tiles', { tiles: [null, TILE] }],
		['dashboard', 'tiles', { tiles: [{ ...TILE, id: '' }] }],
		['alert', 'channels', { channel: CHANNEL, channels: null }],
		['alert', 'channels', { channel: CHANNEL, channels: {} }],
		['alert', 'channels', { channel: CHANNEL, channels: [null, CHANNEL] }],
		['savedSearch', 'tags', { tags: null }],
		['savedSearch', 'filters', { tags: [], filters: ['x'] }],
		['source', 'from', { name: 'Logs' }],
		['source', 'from', { from: [] }],
		['role', 'permissions', { permissions: null }],
		['role', 'permissions', {}],
		['queryEndpoint', 'roles', { roles: 'reader' }],
		['queryEndpoint', 'allowedOrigins', { roles: ['reader'], allowedOrigins: null }],
		['savedQuery', 'parameters', { parameters: [] }],
	])('rejects a record of %s without readable %s: %j', (resource, key, record) => {
		expect(readRecord(resource, record)).toEqual({
			problem: {
				message: expect.stringContaining(`couldn't read "${key}"`) as unknown,
				description: expect.stringContaining('Try again later.') as unknown,
			},
		});
	});

	it.each<[Resource, JsonObject]>([
		['dashboard', { tiles: [] }],
		['dashboard', { tiles: [TILE], savedQuery: null, tags: null }],
		['alert', {}],
		['alert', { channel: CHANNEL }],
		['alert', { channel: CHANNEL, channels: [] }],
		['alert', { channels: [CHANNEL], groupBy: null, tags: null }],
		['savedSearch', { name: 'Slow' }],
		['savedSearch', { tags: ['x'], filters: [{ type: 'sql', condition: 'a' }] }],
		['source', { from: FROM, querySettings: null, section: null }],
		['source', { from: { databaseName: 'default', tableName: null } }],
		['role', { permissions: [] }],
		['queryEndpoint', { apiKeyIds: [UUID], roles: ['reader'], allowedOrigins: [] }],
		['queryEndpoint', { apiKeyIds: [UUID], roles: ['reader'], parameters: {} }],
		['savedQuery', { name: 'Orders' }],
	])('reads a record of %s as documented: %j', (resource, record) => {
		expect(readRecord(resource, record)).toMatchObject({ value: record });
	});

	it("doesn't require tiles for Dashboard → Update with Replace", () => {
		expect(readRecord('dashboard', { tiles: null }, { updateMode: 'replace' })).toHaveProperty(
			'value',
		);
	});
});
