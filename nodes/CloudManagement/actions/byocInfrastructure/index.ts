import type { INodeProperties } from 'n8n-workflow';

import { createByocInfrastructure } from './create.operation';

export const byocInfrastructureOperations = { create: createByocInfrastructure };

export const byocInfrastructureProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['byocInfrastructure'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				description: 'Set up infrastructure in your own cloud account',
				action: 'Create a BYOC infrastructure',
			},
		],
		default: 'create',
	},
	...createByocInfrastructure.properties,
];
