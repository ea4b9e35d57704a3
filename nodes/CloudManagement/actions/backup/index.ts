import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { waitOption } from '../shared/waitOperation';
import { getBackup } from './get.operation';
import { awaitedBackup, waitForBackup } from './wait.operation';

export const backupOperations = { get: getBackup, wait: waitForBackup };

export const backupProperties: INodeProperties[] = [
	operationSelector('backup', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the status, time and size of a backup',
			action: 'Get backup status',
		},
		waitOption(awaitedBackup),
	]),
	...getBackup.properties,
	...waitForBackup.properties,
];
