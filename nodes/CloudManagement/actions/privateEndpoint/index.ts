import type { INodeProperties } from 'n8n-workflow';

import { createPrivateEndpoint } from './create.operation';

export const privateEndpointOperations = { create: createPrivateEndpoint };

export const privateEndpointProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['privateEndpoint'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				description: 'Associate a private endpoint with a service',
				action: 'Create a private endpoint',
			},
		],
		default: 'create',
	},
	...createPrivateEndpoint.properties,
];
