import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { getBackup } from './get.operation';

export const backupOperations = { get: getBackup };

export const backupProperties: INodeProperties[] = [
	operationSelector('backup', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the details of a backup',
			action: 'Get a backup',
		},
	]),
	...getBackup.properties,
];
