import type { INodeProperties } from 'n8n-workflow';
import type { Paging } from '../engine/operation';
import type { ListType, RecordParent, RecordType } from '../features/record/record';
import { property, text } from '../engine/body/fields';
import { BY_OFFSET } from '../engine/http/pages';
import { idLocator } from '../engine/parameters/properties';
import { pathSegment } from '../engine/issues/checks';
import { below } from '../clickhouseCloud/identifiers';
import { apiPath, chosenService, requestOptions } from './authentication';

/** What the key belongs to. */
const team: RecordParent = {
	noun: 'team',
	chosen: chosenService,
	options: requestOptions,
	noList:
		'Check the Base URL of the credential and, for ClickStack in ClickHouse Cloud, Service ID. If they are right, this API may not have this list.',
	readsLimit: () => true,
};

/** Returns what all records of a team share, with the last segment of their list's path. */
function ofTeam(title: string, segment: string, paging?: Paging): ListType {
	return {
		title,
		parent: team,
		collection: below(apiPath, segment),
		...(paging && { paging }),
	};
}

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

export const dashboardRecord: RecordType = {
	...ofTeam('dashboard', 'dashboards'),
	idField: dashboardIdField,
	idSegment: pathSegment,
	goesWithIt: 'its alerts',
};

export const EXAMPLE_ALERT_ID = '65f5e4a3b9e77c001a123456';

export const alertRecord: RecordType = {
	...ofTeam('alert', 'alerts', BY_OFFSET),
	idField: property(
		'alertId',
		text('Alert ID', {
			required: true,
			placeholder: `e.g. ${EXAMPLE_ALERT_ID}`,
			description: 'The ID of the alert, from Alert → Get Many',
		}),
	),
	idSegment: pathSegment,
};

export const sourceRecord = ofTeam('source', 'sources');
export const savedSearchRecord: ListType = {
	...ofTeam('saved search', 'saved-searches', BY_OFFSET),
	plural: 'saved searches',
};
export const webhookRecord = ofTeam('webhook', 'webhooks', BY_OFFSET);

/** What this node and its trigger do: n8n's palette shows the two as one, with one of their descriptions. */
export const NODE_PAIR_DESCRIPTION =
	'Manage dashboards, alerts and sources of ClickStack, or start workflows when the state of an alert changes';
