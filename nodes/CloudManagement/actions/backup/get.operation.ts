import type { INodeProperties } from 'n8n-workflow';

import { identified, named } from '../../../core/summary';
import type { Operation } from '../../../core/operation';
import { uuidSegment } from '../../../core/validation/pathSegment';
import { appendSegments, serviceIdField, servicePath } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';

export const backupIdField: INodeProperties = {
	displayName: 'Backup ID',
	name: 'backupId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5b7e2c18-90af-4d36-8e12-c4a9d0f3b672',
	description: 'The ID of the backup, as the console shows it',
};

/** Reference, "Get backup details". */
export const getBackup: Operation = {
	properties: operationFields('backup', 'get', {
		reads: true,
		fields: [serviceIdField, backupIdField],
	}),
	target: (_request, { backupId }) => identified('backup', backupId),
	summarize: (_request, { serviceId, backupId }) =>
		`Read backup ${named(backupId)} of service ${named(serviceId)}`,
	plan: (parameters, { credential }) => {
		const backup = uuidSegment(backupIdField.name, parameters.backupId);
		const service = servicePath(parameters, credential);
		const { path, issues } = appendSegments(service, 'backups', backup);
		return { request: { method: 'GET', path }, issues };
	},
};
