import { description, flag, number } from '../../engine/body/fields';
import type { JsonObject } from '../../engine/json';
import { isAbsent } from '../../engine/json';
import { resource } from '../../engine/resource';
import { changedFields } from '../../features/record/bodyFields';
import { update } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { filteredBy, stateFilter } from '../../clickhouseCloud/filters';
import { snapshotConfigurationRecord, snapshotRecord } from '../../clickhouseCloud/records';
import { SNAPSHOT_STATES, waitForState } from '../../clickhouseCloud/states';
import type { Issue } from '../../engine/issue';
import { neededText, notAmongText } from '../../engine/issue';

/** Each gap, with the only time frame that it supports. In minutes. */
const TIME_FRAMES = new Map<unknown, number>([
	[30, 1440],
	[60, 2880],
]);
const NO_SNAPSHOTS =
	"The organization might not have snapshots: its capabilities, from Organization → Get, show it. Otherwise correct the fields as the API's message explains.";

const configuration = changedFields(
	description('', {
		enabled: flag('Enabled', { default: true, description: 'Whether snapshots are made' }),
		gap: number('Gap (Minutes)', {
			hint: '30 or 60',
			description: 'Minutes between two snapshots: 30 with a time frame of 1440, 60 with 2880',
		}),
		timeFrame: number('Time Frame (Minutes)', {
			hint: '1440 or 2880',
			description: 'Minutes for which snapshots are kept: 1440 with a gap of 30, 2880 with 60',
		}),
	}),
	{ example: '{ "enabled": true }', nullable: [], rules: [pairIssues] },
);

function* pairIssues({ gap, timeFrame }: JsonObject): Iterable<Issue> {
	if (isAbsent(gap) && isAbsent(timeFrame)) return;
	if (isAbsent(gap)) yield { path: 'gap', text: neededText('with Time Frame') };
	else if (isAbsent(timeFrame)) yield { path: 'timeFrame', text: neededText('with Gap') };
	else if (!TIME_FRAMES.has(gap)) yield { path: 'gap', text: notAmongText([30, 60]) };
	else if (TIME_FRAMES.get(gap) !== timeFrame) {
		const text = `must be ${String(TIME_FRAMES.get(gap))} with a gap of ${String(gap)}.`;
		yield { path: 'timeFrame', text };
	}
}

export const snapshot = resource('Snapshot', 'A frequent, short-lived copy of a service', {
	get: get(snapshotRecord, {
		description: 'Get the status, time and size of a snapshot',
		action: 'Get snapshot status',
	}),
	getAll: getMany(snapshotRecord, {
		description: 'Get the snapshots of a service, newest first',
		...filteredBy([stateFilter('status', SNAPSHOT_STATES)], 'startedAt'),
	}),
	getConfiguration: get(snapshotConfigurationRecord, {
		name: 'Get Configuration',
		description: 'Get whether and how often snapshots of a service are made',
	}),
	updateConfiguration: update(snapshotConfigurationRecord, {
		name: 'Update Configuration',
		description:
			'Change whether and how often snapshots of a service are made. Needs an admin key.',
		action: 'Update snapshot configuration',
		verb: 'Update',
		fields: configuration,
		advice: { 400: NO_SNAPSHOTS, 403: NO_SNAPSHOTS },
	}),
	wait: waitForState(snapshotRecord, 'status', SNAPSHOT_STATES),
});
