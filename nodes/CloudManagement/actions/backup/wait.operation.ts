import { BACKUP_STATES } from '../../api/states';
import { serviceIdField } from '../shared/identifiers';
import type { AwaitedResource } from '../shared/waitOperation';
import { waitOperation } from '../shared/waitOperation';
import { backupIdField, getBackup } from './get.operation';

/** What the wait reads: reference, "Get backup details". */
export const awaitedBackup: AwaitedResource = {
	resource: 'backup',
	title: 'backup',
	stateMember: 'status',
	states: BACKUP_STATES,
	get: getBackup,
	idFields: [serviceIdField, backupIdField],
	outputFields: [],
};

export const waitForBackup = waitOperation(awaitedBackup);
