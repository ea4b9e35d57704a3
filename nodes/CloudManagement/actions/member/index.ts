import type { INodeProperties } from 'n8n-workflow';

import { updateMember } from './update.operation';

export const memberOperations = { update: updateMember };

export const memberProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['member'] } },
		options: [
			{
				name: 'Update',
				value: 'update',
				description: 'Set the role of a member',
				action: 'Update a member',
			},
		],
		default: 'update',
	},
	...updateMember.properties,
];
