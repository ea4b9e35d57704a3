import type { INodeProperties } from 'n8n-workflow';

import { getReversePrivateEndpoint } from './get.operation';

export const reversePrivateEndpointOperations = { get: getReversePrivateEndpoint };

export const reversePrivateEndpointProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['reversePrivateEndpoint'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get the details of a reverse private endpoint',
				action: 'Get a reverse private endpoint',
			},
		],
		default: 'get',
	},
	...getReversePrivateEndpoint.properties,
];
