import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { alertKind, EXAMPLE_ALERT_ID } from '../clickStack/records';
import { dashboardApi } from '../clickStack/api';
import { outputChoice, pickMembers } from '../features/record/output';
import type { Trigger } from '../features/watch/poll';
import { changeFilters, SEPARATE_IDS } from '../features/watch/poll';
import { stateChanged } from '../features/watch/stateChanged';

/** The states that ClickStack lists, the last two without ever setting them. */
const ALERT_STATES = ['ALERT', 'OK', 'PENDING', 'DISABLED', 'INSUFFICIENT_DATA'];

const SIMPLIFIED = [
	...['id', 'name', 'state', 'source', 'dashboardId', 'tileId', 'savedSearchId', 'groupBy'],
	...['threshold', 'thresholdMax', 'thresholdType', 'interval', 'message', 'note'],
	...['silenced', 'executionErrors', 'createdAt', 'updatedAt'],
];

const eventField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	required: true,
	options: [
		{
			name: 'Alert State Changed',
			value: 'alertStateChanged',
			description:
				'When the state of an alert differs from the last poll, or an alert is new. One that fires and recovers between two polls is missed.',
		},
	],
	default: 'alertStateChanged',
};

const alertIdsField: INodeProperties = {
	displayName: 'Alert IDs',
	name: 'alertIds',
	type: 'string',
	default: '',
	placeholder: `e.g. ${EXAMPLE_ALERT_ID}`,
	description: `The alerts to watch. ${SEPARATE_IDS} Leave empty for all alerts of the team.`,
};

/** What the Cloud Dashboard Trigger is made of. */
export const dashboardTrigger: Trigger = {
	api: dashboardApi,
	version: '/api/v2',
	home: () => [],
	properties: [
		eventField,
		alertIdsField,
		...changeFilters('States', 'ALERT', 'OK', ALERT_STATES),
		outputChoice('How much of each alert to output'),
	],
	events: {
		alertStateChanged: stateChanged({
			kind: alertKind,
			simplify: (record: IDataObject) => pickMembers(record, SIMPLIFIED),
			idsField: alertIdsField,
			alwaysListed: true,
			member: 'alert',
			state: 'state',
			previousState: 'previousState',
		}),
	},
};
