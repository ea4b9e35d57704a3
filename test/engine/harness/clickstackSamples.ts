import { CLICKSTACK_IDS } from '../../emulator';
import type { OperationSample, SampleRow } from './samplesOf';
import { samplesOf } from './samplesOf';

const { dashboardId, tileId, sourceId, savedSearchId, webhookId } = CLICKSTACK_IDS;

const select = [{ aggFn: 'count', where: 'level:error', whereLanguage: 'lucene' }];
const place = { x: 0, y: 0, w: 12, h: 6 };
const DASHBOARD_FIELDS = {
	name: 'Shop',
	tags: 'shop',
	tiles: { values: [{ name: 'Errors', chart: 'line', sourceId, select: { values: select } }] },
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
	'savedSearch getAll': { request: 'GET /api/v2/saved-searches', output: { id: savedSearchId } },
	'source getAll': { request: 'GET /api/v2/sources', output: { id: sourceId } },
	'webhook getAll': { request: 'GET /api/v2/webhooks', output: { id: webhookId } },
} satisfies Record<string, SampleRow>;

/** What ClickStack has, and the neutral reference has not. */
export const CLICKSTACK_SAMPLES = samplesOf(ROWS, CLICKSTACK_IDS);

const MARKDOWN = { markdown: '# Notes' };

/** Every operation with a record of ClickStack's: an update there has charts. */
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

/** Returns the same operation in the managed ClickStack of a service, by the reference of ClickStack, 1.1. */
export function managedSample({ parameters, path, ...same }: OperationSample): OperationSample {
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
