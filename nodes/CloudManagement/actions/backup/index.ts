import { uuidSegment } from '../../../core/validation/pathSegment';
import { resource } from '../../../core/resource';
import { BACKUP_STATES } from '../../api/states';
import { appendSegments, backupIdField, ofService, servicePath } from '../shared/identifiers';
import type { RecordKind } from '../../../core/record/record';
import { get } from '../../../core/record/record';
import { waitForState } from '../shared/waitForState';

/** What a backup is called, and where it is. */
export const backupKind: RecordKind = {
	title: 'backup',
	home: ofService,
	idField: backupIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(servicePath(parameters, credential), 'backups'),
};

/** Reference, "Get backup details". */
export const backup = resource('Backup', 'A backup of a service', {
	get: get(backupKind, {
		description: 'Get the status, time and size of a backup',
		action: 'Get backup status',
	}),
	wait: waitForState(backupKind, 'status', BACKUP_STATES),
});
