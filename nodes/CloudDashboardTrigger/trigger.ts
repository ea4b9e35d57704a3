import { alertsField } from '../clickStack/alerts';
import { dashboardApi } from '../clickStack/api';
import { alertRecord } from '../clickStack/records';
import { collection } from '../engine/parameters/properties';
import { wordsOf } from '../engine/text';
import { allowUnlistedOptions } from '../engine/options/requestOptions';
import { outputChoice, pickMembers } from '../features/record/output';
import type { Trigger } from '../features/watch/poll';
import { stateChanged } from '../features/watch/stateChanged';

const SIMPLIFIED = wordsOf(`
	name state source dashboardId tileId savedSearchId groupBy threshold thresholdMax thresholdType interval message
	note silenced executionErrors createdAt updatedAt id
`);

export const dashboardTrigger: Trigger = {
	api: dashboardApi,
	version: '/api/v2',
	stateScope: () => [],
	events: {
		alertStateChanged: stateChanged({
			name: 'Alert State Changed',
			description:
				'When the state of an alert differs from the last poll, or an alert is new. One that fires and recovers between two polls is missed: ClickStack Alert Trigger starts the workflow at once, if ClickStack can reach this n8n.',
			kind: alertRecord,
			simplify: (record) => pickMembers(record, SIMPLIFIED),
			key: 'alert',
			state: 'state',
			// ClickStack lists the last two without ever setting them.
			knownStates: { all: wordsOf('ALERT OK PENDING DISABLED INSUFFICIENT_DATA') },
			usual: ['OK', 'ALERT'],
			idsField: alertsField('alertIds', 'The alerts to watch.', 'Leave empty for all alerts'),
			alwaysListed: true,
		}),
	},
	common: [
		outputChoice('How much of each alert to output'),
		collection('Options', 'options', 'Add Option', allowUnlistedOptions),
	],
};
