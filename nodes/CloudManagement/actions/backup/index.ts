import { uuidSegment } from '../../../core/validation/pathSegment';
import { resource } from '../../../core/resource';
import { BACKUP_STATES } from '../../api/states';
import { appendSegments, servicePath } from '../shared/identifiers';
import type { RecordKind } from '../shared/record';
import { get } from '../shared/record';
import { waitForState } from '../shared/waitForState';

const kind: RecordKind = {
	title: 'backup',
	home: 'service',
	idField: {
		displayName: 'Backup ID',
		name: 'backupId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 5b7e2c18-90af-4d36-8e12-c4a9d0f3b672',
		description: 'The ID of the backup, as the console shows it',
	},
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(servicePath(parameters, credential), 'backups'),
};

/** Reference, "Get backup details". */
export const backup = resource('Backup', 'A backup of a service', {
	get: get(kind, {
		description: 'Get the status, time and size of a backup',
		action: 'Get backup status',
	}),
	wait: waitForState(kind, 'status', BACKUP_STATES),
});
