import { z } from 'zod';
import { describeFields, matching, number, text } from '../../engine/body/fields';
import type { JsonObject } from '../../engine/json';
import { isAbsent } from '../../engine/json';
import { backupConfigurationRecord, backupRecord } from '../../clickhouseCloud/records';
import { resource } from '../../engine/resource';
import { BACKUP_STATES, waitForState } from '../../clickhouseCloud/states';
import { filteredBy, stateFilter } from '../../clickhouseCloud/filters';
import { changedFields } from '../../features/record/bodyFields';
import { update } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import type { Issue } from '../../engine/issue';

const DAY = 24;
const RETENTION = { min: 24, max: 1080 };
/** Only with these periods can a backup have a fixed start hour. */
const DAILY: readonly unknown[] = [24, 48];
const ONLY_PRIMARY =
	"Only primary services have a backup configuration. If this is a primary service, correct the fields named in the API's message.";

const configuration = changedFields(
	describeFields('', {
		backupPeriodInHours: number('Backup Period (Hours)', {
			decimals: true,
			schema: z.number(),
			bounds: [0, Infinity],
			otherwise: 'is negative',
			description: 'Hours between backups. The expression {{ null }} resets it.',
		}),
		backupRetentionPeriodInHours: number('Backup Retention (Hours)', {
			bounds: [RETENTION.min, RETENTION.max],
			schema: z
				.number()
				.min(RETENTION.min)
				.max(RETENTION.max)
				.multipleOf(DAY, `must be a multiple of ${String(DAY)}, for whole days.`),
			description:
				'Hours until a backup is deleted, in multiples of 24. The expression {{ null }} resets it.',
		}),
		backupStartTime: text('Backup Start Time', {
			placeholder: 'e.g. 02:00',
			description:
				'Full hour when backups start (UTC), with a backup period of 24 or 48 hours. The expression {{ null }} resets it.',
			schema: matching(/^(?:[01]\d|2[0-3]):00$/, "isn't a full hour. Enter one, such as 02:00."),
		}),
	}),
	{ example: '{ "backupStartTime": null }', rules: [periodIssues] },
);

function* periodIssues({
	backupStartTime,
	backupPeriodInHours: period,
}: JsonObject): Iterable<Issue> {
	if (isAbsent(backupStartTime) || isAbsent(period) || DAILY.includes(period)) return;
	const problem = 'must be 24 or 48 with Backup Start Time.';
	yield { path: 'backupPeriodInHours', text: problem };
}

export const backup = resource('Backup', 'A backup of a service', {
	get: get(backupRecord, {
		description: "Get a backup's status, time, and size",
		action: 'Get backup status',
	}),
	getAll: getMany(backupRecord, {
		description: "Get a service's backups, newest first",
		...filteredBy([stateFilter('status', BACKUP_STATES)], 'startedAt'),
	}),
	getConfiguration: get(backupConfigurationRecord, {
		name: 'Get Configuration',
		description: "Get a primary service's backup period, start time, and retention",
		advice: { 400: ONLY_PRIMARY },
	}),
	updateConfiguration: update(backupConfigurationRecord, {
		name: 'Update Configuration',
		description:
			"Change a primary service's backup period, start time, or retention. The key needs the service:manage-backups permission.",
		action: 'Update backup configuration',
		verb: 'Update',
		fields: configuration,
		advice: { 400: ONLY_PRIMARY },
	}),
	wait: waitForState(backupRecord, 'status', BACKUP_STATES),
});
