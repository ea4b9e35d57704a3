import type { INodeProperties } from 'n8n-workflow';

import { getService } from './get.operation';

export const serviceOperations = { get: getService };

export const serviceProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['service'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get the details of a service',
				action: 'Get a service',
			},
		],
		default: 'get',
	},
	...getService.properties,
];
