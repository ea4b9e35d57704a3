import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS as IDS } from '../../emulator';
import type { OperationSample } from './operationSamples';
import { DASHBOARD } from './workflow';

const { dashboardId, tileId, alertId, sourceId, savedSearchId, webhookId } = IDS;

const line = {
	...{ name: 'Errors', chart: 'line', sourceId },
	select: { values: [{ aggFn: 'count', where: 'level:error', whereLanguage: 'lucene' }] },
};
const config = {
	...{ displayType: 'line', sourceId },
	select: [{ aggFn: 'count', where: 'level:error', whereLanguage: 'lucene' }],
};
const place = { x: 0, y: 0, w: 12, h: 6 };
const tile = { name: 'Errors', ...place, config };
const fields = { name: 'Shop', tags: 'shop', tiles: { values: [line] } };
const body = { name: 'Shop', tags: ['shop'], tiles: [tile] };
const rule = { threshold: 10, thresholdType: 'above', interval: '5m' };
const channel = { type: 'webhook', webhookId };

function sample(
	[resource, operation]: readonly [string, string],
	[method, path]: readonly [string, string],
	parameters: INodeParameters,
	output: IDataObject,
	sent?: IDataObject,
): OperationSample {
	return {
		type: DASHBOARD,
		parameters: () => ({ resource, operation, ...parameters }),
		method,
		path: () => `/api/v2/${path}`,
		output: () => output,
		...(sent === undefined ? {} : { body: () => sent }),
		...(operation === 'delete' ? { withoutData: true } : {}),
	};
}

const notes = { name: 'Notes', chart: 'markdown', markdown: '# Notes' };

const ofDashboard = `dashboards/${dashboardId}`;
const ofAlert = `alerts/${alertId}`;

/** What ClickStack has, and the neutral reference has not. */
export const CLICKSTACK_SAMPLES: Readonly<Record<string, OperationSample>> = {
	'alert create': sample(
		['alert', 'create'],
		['POST', 'alerts'],
		{ source: 'saved_search', savedSearchId, ...rule, webhookIds: webhookId },
		{ savedSearchId, state: 'OK' },
		{ source: 'saved_search', savedSearchId, ...rule, channel },
	),
	'alert delete': sample(
		['alert', 'delete'],
		['DELETE', ofAlert],
		{ alertId },
		{ id: alertId, deleted: true },
	),
	'alert get': sample(['alert', 'get'], ['GET', ofAlert], { alertId }, { id: alertId }),
	'alert getAll': sample(['alert', 'getAll'], ['GET', 'alerts'], {}, { id: alertId }),
	'alert update': sample(
		['alert', 'update'],
		['PUT', ofAlert],
		{ alertId, source: 'tile', dashboardId, tileId, ...rule, webhookIds: webhookId },
		{ id: alertId, tileId },
		{ source: 'tile', dashboardId, tileId, ...rule, channel },
	),
	'dashboard create': sample(
		['dashboard', 'create'],
		['POST', 'dashboards'],
		fields,
		{ name: 'Shop' },
		body,
	),
	'dashboard delete': sample(
		['dashboard', 'delete'],
		['DELETE', ofDashboard],
		{ dashboardId },
		{ id: dashboardId, deleted: true },
	),
	'dashboard get': sample(
		['dashboard', 'get'],
		['GET', ofDashboard],
		{ dashboardId },
		{ id: dashboardId },
	),
	'dashboard getAll': sample(
		['dashboard', 'getAll'],
		['GET', 'dashboards'],
		{},
		{ id: dashboardId },
	),
	'dashboard validate': sample(
		['dashboard', 'validate'],
		['POST', 'dashboards/validate'],
		fields,
		{ valid: true, errors: [] },
		body,
	),
	'savedSearch getAll': sample(
		['savedSearch', 'getAll'],
		['GET', 'saved-searches'],
		{},
		{ id: savedSearchId },
	),
	'source getAll': sample(['source', 'getAll'], ['GET', 'sources'], {}, { id: sourceId }),
	'webhook getAll': sample(['webhook', 'getAll'], ['GET', 'webhooks'], {}, { id: webhookId }),
};

const CLICKSTACK_UPDATE: OperationSample = sample(
	['dashboard', 'update'],
	['PUT', ofDashboard],
	{ dashboardId, name: 'Shop', tiles: { values: [notes] } },
	{ id: dashboardId, name: 'Shop' },
	{
		...{ name: 'Shop', tags: [] },
		tiles: [{ name: 'Notes', ...place, config: { displayType: 'markdown', markdown: '# Notes' } }],
	},
);

/** Every operation with a record of ClickStack's: an update there has charts. */
export const ALL_CLICKSTACK_SAMPLES: Readonly<Record<string, OperationSample>> = {
	...CLICKSTACK_SAMPLES,
	'dashboard update': CLICKSTACK_UPDATE,
};

/** Returns the same operation in the managed ClickStack of a service, by the reference of ClickStack, 1.1. */
export function managedSample({ parameters, path, ...same }: OperationSample): OperationSample {
	return {
		...same,
		parameters: (ids) => ({
			...parameters(ids),
			...{ authentication: 'cloudApiKey', serviceId: ids.serviceId },
		}),
		path: (ids) =>
			path(ids).replace(
				'/api/v2',
				`/v1/organizations/${ids.organizationId}/services/${ids.serviceId}/clickstack`,
			),
	};
}
