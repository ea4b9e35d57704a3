import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { createInvitation } from './create.operation';

export const invitationOperations = { create: createInvitation };

export const invitationProperties: INodeProperties[] = [
	operationSelector('invitation', 'create', [
		{
			name: 'Create',
			value: 'create',
			description: 'Create an invitation for a person to join the organization',
			action: 'Create invitation',
		},
	]),
	...createInvitation.properties,
];
