import { backupRecord } from '../../clickhouseCloud/records';
import { resource } from '../../engine/resource';
import { BACKUP_STATES, waitForState } from '../../clickhouseCloud/states';
import { filteredBy, stateFilter } from '../../clickhouseCloud/filters';
import { get, getMany } from '../../features/record/record';

/** Reference, "Get backup details"; second reference, "Backups". */
export const backup = resource('Backup', 'A backup of a service', {
	get: get(backupRecord, {
		description: 'Get the status, time and size of a backup',
		action: 'Get backup status',
	}),
	getAll: getMany(backupRecord, {
		description: 'Get the backups of a service, newest first',
		...filteredBy([stateFilter('status', BACKUP_STATES)], 'startedAt'),
	}),
	wait: waitForState(backupRecord, 'status', BACKUP_STATES),
});
