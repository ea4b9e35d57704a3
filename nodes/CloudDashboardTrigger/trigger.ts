import { alertOutput, alertsField, unnamedAlertText } from '../clickStack/alerts';
import { dashboardApi } from '../clickStack/api';
import { titledAlerts } from '../clickStack/lists';
import { alertRecord } from '../clickStack/records';
import { collection } from '../engine/parameters/properties';
import { wordsOf } from '../engine/text';
import { allowUnusualOptions } from '../engine/options/requestOptions';
import { outputChoice } from '../features/record/recordOutput';
import type { Trigger } from '../features/watch/poll';
import type { WatchTarget } from '../features/watch/resources';
import { stateChanged } from '../features/watch/stateChanged';

const OUTPUT = alertOutput(`
	name displayName state source dashboardId tileId savedSearchId groupBy condition threshold thresholdMax thresholdType interval
	channelType message note silenced executionErrors createdAt updatedAt id
`);

const alertTitles: WatchTarget['readTitles'] = async (alerts, run) => {
	const titled = await titledAlerts(alerts, run);
	return new Map(
		titled.flatMap(({ id, title }) => (typeof title === 'string' ? [[id, title]] : [])),
	);
};

export const dashboardTrigger: Trigger = {
	api: dashboardApi,
	stateScope: () => [],
	events: {
		alertStateChanged: stateChanged({
			name: 'Alert State Changed',
			description:
				'Emits alerts that are new or whose state has changed since the last poll. An alert that fires and recovers between two polls is missed. If ClickStack can reach your n8n, ClickStack Alert Trigger starts the workflow immediately.',
			recordType: { ...alertRecord, output: OUTPUT },
			key: 'alert',
			state: 'state',
			readTitles: alertTitles,
			unnamed: unnamedAlertText,
			// ClickStack documents DISABLED and INSUFFICIENT_DATA but never sets them.
			knownStates: { all: wordsOf('ALERT OK PENDING DISABLED INSUFFICIENT_DATA') },
			usual: ['OK', 'ALERT'],
			idsField: alertsField('alertIds', 'Only watch these alerts.', 'Leave empty for all alerts'),
			alwaysListed: true,
		}),
	},
	common: [
		outputChoice('Fields of the alert'),
		collection('Options', 'options', 'Add Option', allowUnusualOptions),
	],
};
