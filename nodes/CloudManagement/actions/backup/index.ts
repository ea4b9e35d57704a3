import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { getBackup } from './get.operation';

export const backupOperations = { get: getBackup };

export const backupProperties: INodeProperties[] = [
	operationSelector('backup', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the status, time and size of a backup',
			action: 'Get backup status',
		},
	]),
	...getBackup.properties,
];
