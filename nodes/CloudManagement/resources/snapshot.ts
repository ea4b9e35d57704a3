import { describeFields, flag, number } from '../../engine/body/fields';
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

/** Each interval supports a single time frame. Both are in minutes. */
const TIME_FRAMES = new Map<unknown, number>([
	[30, 1440],
	[60, 2880],
]);
const NO_SNAPSHOTS =
	"The organization might not have snapshots. Organization → Get shows its capabilities. If it has snapshots, correct the fields named in the API's message.";

const configuration = changedFields(
	describeFields('', {
		enabled: flag('Enabled', { default: true, description: 'Whether to make snapshots' }),
		gap: number('Gap (Minutes)', {
			hint: '30 or 60',
			description:
				'Minutes between snapshots. Enter 30 with a time frame of 1440, or 60 with 2880.',
		}),
		timeFrame: number('Time Frame (Minutes)', {
			hint: '1440 or 2880',
			description:
				'Minutes until a snapshot is deleted. Enter 1440 with a gap of 30, or 2880 with 60.',
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
		description: "Get a snapshot's status, time, and size",
		action: 'Get snapshot status',
	}),
	getAll: getMany(snapshotRecord, {
		description: "Get a service's snapshots, newest first",
		...filteredBy([stateFilter('status', SNAPSHOT_STATES)], 'startedAt'),
	}),
	getConfiguration: get(snapshotConfigurationRecord, {
		name: 'Get Configuration',
		description: "Get a service's snapshot gap and time frame, and whether it makes snapshots",
	}),
	updateConfiguration: update(snapshotConfigurationRecord, {
		name: 'Update Configuration',
		description:
			"Change a service's snapshot gap and time frame, or turn snapshots on or off. The key needs the service:manage-backups permission.",
		action: 'Update snapshot configuration',
		verb: 'Update',
		fields: configuration,
		advice: { 400: NO_SNAPSHOTS, 403: NO_SNAPSHOTS },
	}),
	wait: waitForState(snapshotRecord, 'status', SNAPSHOT_STATES),
});
