import type { INodeProperties } from 'n8n-workflow';
import type { CollectionPath, ListKind, RecordHome, RecordKind } from '../features/record/record';
import { BY_OFFSET } from '../engine/http/pages';
import { idLocator } from '../engine/parameters/properties';
import { pathSegment } from '../engine/issues/checks';
import { appendSegments } from '../clickhouseCloud/identifiers';
import { apiPath, chosenService, requestOptions } from './authentication';

/** What the key belongs to. */
const ofTeam: RecordHome = {
	noun: 'team',
	chosen: chosenService,
	options: requestOptions,
	noList:
		'Check the Base URL of the credential and, with a Cloud API Key, Service ID. If they are right, this API may not have this list.',
	readsLimit: () => true,
};

const at =
	(name: string): CollectionPath =>
	(parameters, credential) =>
		appendSegments(apiPath(parameters, credential), name);

const EXAMPLE_DASHBOARD_ID = '65f5e4a3b9e77c001a567890';

export const dashboardIdField: INodeProperties = {
	displayName: 'Dashboard ID',
	name: 'dashboardId',
	...idLocator('searchDashboards', `e.g. ${EXAMPLE_DASHBOARD_ID}`, {
		placeholder: `e.g. https://clickstack.example.com/dashboards/${EXAMPLE_DASHBOARD_ID}`,
		pattern: '/dashboards/([0-9a-fA-F]{24})',
		errorMessage:
			'The URL contains no "/dashboards/" followed by an ID. Copy it from the dashboard.',
	}),
	required: true,
	description: "The last part of the dashboard's URL",
};

export const dashboardKind: RecordKind = {
	title: 'dashboard',
	home: ofTeam,
	idField: dashboardIdField,
	idSegment: pathSegment,
	collection: at('dashboards'),
	goesWithIt: 'its alerts',
};

export const EXAMPLE_ALERT_ID = '65f5e4a3b9e77c001a123456';

export const alertKind: RecordKind = {
	title: 'alert',
	home: ofTeam,
	idField: {
		displayName: 'Alert ID',
		name: 'alertId',
		type: 'string',
		required: true,
		default: '',
		placeholder: `e.g. ${EXAMPLE_ALERT_ID}`,
		description: 'The ID of the alert, from Alert → Get Many',
	},
	idSegment: pathSegment,
	collection: at('alerts'),
	paging: BY_OFFSET,
};

export const sourceKind: ListKind = {
	title: 'source',
	home: ofTeam,
	collection: at('sources'),
};

export const savedSearchKind: ListKind = {
	title: 'saved search',
	plural: 'saved searches',
	home: ofTeam,
	collection: at('saved-searches'),
	paging: BY_OFFSET,
};

export const webhookKind: ListKind = {
	title: 'webhook',
	home: ofTeam,
	collection: at('webhooks'),
	paging: BY_OFFSET,
};

/** What this node and its trigger do: n8n's palette shows the two as one, with one of their descriptions. */
export const NODE_PAIR_DESCRIPTION =
	'Manage dashboards and alerts of a cloud data platform, or start workflows when the state of an alert changes';
