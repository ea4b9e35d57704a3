import type { INodeParameters } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import { operations } from '../../nodes/CloudDashboard/resources';
import type { JsonObject } from '../contract/json';
import { CLICKSTACK_IDS } from '../emulator';
import { DASHBOARD, SAVED_SEARCHES, SOURCES, WEBHOOKS } from '../emulator/clickstack/seed';
import { ID, type OperationSample, type SampleRow, samplesOf } from './samplesOf';

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
	name: 'Shop logs',
	kind: 'log',
	connection: connectionId,
	from: { databaseName: 'default', tableName: 'shop_logs' },
	timestampValueExpression: 'Timestamp',
	defaultTableSelectExpression: 'Timestamp, Body',
};
const SEARCH = { name: 'Slow', sourceId, where: 'Duration:>1000', whereLanguage: 'lucene' };
const HOOK = { name: 'On call', service: 'generic', url: 'https://n8n.example.com/webhook/2' };
const TOKEN = { 'X-N8N-Token': 'not-a-real-token' };

const ROLE = {
	name: 'Readers',
	permissions: [{ action: 'read', subject: 'Alert', inverted: false }],
};
const ROLE_FIELDS = { name: 'Readers', permissions: { values: ROLE.permissions } };

const OF_SERVER = ['id', 'teamId', 'createdAt', 'updatedAt'];

/** An update resends these keys of the first stored record. */
function stored([first = {}]: readonly JsonObject[]): INodeParameters {
	const kept = Object.entries(first).filter(([name]) => !OF_SERVER.includes(name));
	return jsonParse(JSON.stringify(Object.fromEntries(kept)));
}

const TILES: INodeParameters[] = jsonParse(JSON.stringify(DASHBOARD.tiles));

/** The period contains all events of an emulator that has some. */
const CUSTOM = {
	period: 'custom',
	startTime: '2020-01-01T00:00:00.000Z',
	endTime: '2030-01-01T00:00:00.000Z',
};
/** Counts a single service, because the order of several depends on the test's time. */
const COUNT_OF_API = {
	sourceId,
	aggFn: 'count',
	where: 'ServiceName:api',
	whereLanguage: 'lucene',
};

const ROWS = {
	'alert create': {
		fields: { ...OF_SAVED_SEARCH, webhookIds: [webhookId] },
		body: { ...OF_SAVED_SEARCH, channel },
		output: { savedSearchId, state: 'OK' },
	},
	// Only the threshold changes. The rest is as in the emulator's first alert.
	'alert update': {
		reads: 1,
		fields: { updateFields: { threshold: 20 } },
		body: { ...OF_TILE, threshold: 20, channel, channels: [channel] },
		output: { id: ID, tileId, threshold: 20 },
	},
	'dashboard create': { fields: DASHBOARD_FIELDS, body: DASHBOARD_BODY, output: { name: 'Shop' } },
	'dashboard validate': {
		fields: DASHBOARD_FIELDS,
		body: DASHBOARD_BODY,
		output: { valid: true, errors: [] },
	},
	'chart query': {
		operationId: 'queryChartSeries',
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
	'event search': {
		operationId: 'searchEvents',
		fields: { ...CUSTOM, sourceId, selectColumns: 'ServiceName', limit: 5 },
		body: {
			sourceId,
			whereLanguage: 'lucene',
			select: 'ServiceName',
			startTime: CUSTOM.startTime,
			endTime: CUSTOM.endTime,
			maxResults: 5,
			offset: 0,
		},
		output: { ServiceName: 'api' },
	},
	'role create': { operationId: 'createClickStackRole', fields: ROLE_FIELDS, body: ROLE },
	'role delete': { operationId: 'deleteClickStackRole', id: 'clickStackRoleId' },
	'role get': { operationId: 'getClickStackRole', id: 'clickStackRoleId' },
	'role getAll': { operationId: 'listClickStackRoles', id: 'predefinedRoleId' },
	'role update': {
		operationId: 'updateClickStackRole',
		id: 'clickStackRoleId',
		reads: 1,
		fields: { updateFields: { permissions: { values: ROLE.permissions } } },
		body: { permissions: ROLE.permissions },
	},
	'savedSearch create': { body: SEARCH },
	'savedSearch update': {
		reads: 1,
		fields: { updateFields: SEARCH },
		body: { ...stored(SAVED_SEARCHES), ...SEARCH },
		output: { id: ID, ...SEARCH },
	},
	'source create': { fields: SOURCE_FIELDS, body: SOURCE_BODY, output: { name: 'Shop logs' } },
	'source update': {
		reads: 1,
		fields: { updateFields: { name: 'Shop' } },
		body: { ...stored(SOURCES), name: 'Shop' },
		output: { id: ID, name: 'Shop' },
	},
	'teamInvitation create': {
		operationId: 'inviteTeamMember',
		body: { email: 'edsger@example.com', name: 'Edsger' },
		output: { email: 'edsger@example.com', status: 'pending' },
	},
	'teamMember delete': { operationId: 'removeTeamMember' },
	'teamMember getAll': { id: 'ownTeamMemberId' },
	'webhook create': {
		fields: {
			...HOOK,
			headers: { values: [{ name: 'X-N8N-Token', value: TOKEN['X-N8N-Token'] }] },
		},
		body: { ...HOOK, headers: TOKEN },
		output: HOOK,
	},
	// An alert's first webhook can't be deleted.
	'webhook delete': { id: 'secondWebhookId' },
	'webhook update': {
		reads: 1,
		fields: { updateFields: { name: 'On call' } },
		body: { ...stored(WEBHOOKS), name: 'On call' },
		output: { id: ID, name: 'On call' },
	},
} satisfies Record<string, SampleRow>;

/** ClickStack has these operations and the neutral contract lacks them. */
export const CLICKSTACK_SAMPLES: Readonly<Record<string, OperationSample>> = Object.fromEntries(
	Object.entries(samplesOf(ROWS, operations, CLICKSTACK_IDS)).map(([name, sample]) =>
		isManagedOnly(name) ? [`${name}, managed`, managedSample(sample)] : [name, sample],
	),
);

const MARKDOWN = { markdown: '# Notes' };

const NOTES = { name: 'Notes', chart: 'markdown', ...MARKDOWN };
/** The new tile is to the right of the emulator's two tiles. */
const NEW_TILE = { ...place, x: 12, config: { displayType: 'markdown', ...MARKDOWN } };
const CLICKSTACK = { emulator: { dashboardApi: 'clickstack' } } as const;

/** Every operation with a ClickStack record, with updates of charts. */
export const ALL_CLICKSTACK_SAMPLES: Readonly<Record<string, OperationSample>> = Object.fromEntries(
	Object.entries(
		samplesOf(
			{
				...ROWS,
				'dashboard update': {
					reads: 1,
					fields: { name: 'Shop', tiles: { values: [NOTES] } },
					body: {
						name: 'Shop',
						tiles: [...TILES, { name: 'Notes', ...NEW_TILE }],
					},
					output: { id: ID, name: 'Shop' },
				},
			},
			operations,
			CLICKSTACK_IDS,
		),
	).map(([name, sample]) => [name, { ...sample, ...CLICKSTACK }]),
);

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

export function isManagedOnly(resource: string): boolean {
	return resource.startsWith('role');
}

export function isManagedToo(resource: string): boolean {
	return !/^(?:chart|connection|event|team)/.test(resource);
}

/** Managed ClickStack also has these operations. */
export const MANAGED_SAMPLES: Readonly<Record<string, OperationSample>> = Object.fromEntries(
	Object.entries(ALL_CLICKSTACK_SAMPLES)
		.filter(([name]) => isManagedToo(name))
		.map(([name, sample]) => [name, managedSample(sample)]),
);
