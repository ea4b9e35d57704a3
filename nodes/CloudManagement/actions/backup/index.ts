import type { INodeProperties } from 'n8n-workflow';

import { getBackup } from './get.operation';

export const backupOperations = { get: getBackup };

export const backupProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['backup'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get the details of a backup',
				action: 'Get a backup',
			},
		],
		default: 'get',
	},
	...getBackup.properties,
];
