import { uuidSegment } from '../../../core/validation/pathSegment';
import { resource } from '../../../core/resource';
import { BACKUP_MEMBERS } from '../../api/records';
import { BACKUP_STATES } from '../../api/states';
import { appendSegments, backupIdField, ofService, servicePath } from '../shared/identifiers';
import { filteredBy, stateFilter } from '../shared/filters';
import { pickMembers } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';
import { get, getMany } from '../../../core/record/record';
import { waitForState } from '../shared/waitForState';

const SIMPLIFIED = BACKUP_MEMBERS.filter((member) => member !== 'bucket');

/** The name of a backup, and its address. */
export const backupKind = {
	title: 'backup',
	home: ofService,
	idField: backupIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(servicePath(parameters, credential), 'backups'),
	output: {
		members: BACKUP_MEMBERS,
		simplify: (record) => pickMembers(record, SIMPLIFIED),
	},
} satisfies RecordKind;

/** Reference, "Get backup details"; second reference, "Backups". */
export const backup = resource('Backup', 'A backup of a service', {
	get: get(backupKind, {
		description: 'Get the status, time and size of a backup',
		action: 'Get backup status',
	}),
	getAll: getMany(
		backupKind,
		{
			description: 'Get the backups of a service, newest first',
			action: 'Get many backups',
		},
		filteredBy([stateFilter('status', BACKUP_STATES)], 'startedAt'),
	),
	wait: waitForState(backupKind, 'status', BACKUP_STATES),
});
