import type { INodeProperties } from 'n8n-workflow';

import { createInvitation } from './create.operation';

export const invitationOperations = { create: createInvitation };

export const invitationProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['invitation'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				description: 'Invite someone to the organization',
				action: 'Create an invitation',
			},
		],
		default: 'create',
	},
	...createInvitation.properties,
];
