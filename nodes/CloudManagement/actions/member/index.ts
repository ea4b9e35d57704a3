import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { updateMember } from './update.operation';

export const memberOperations = { update: updateMember };

export const memberProperties: INodeProperties[] = [
	operationSelector('member', 'update', [
		{
			name: 'Update',
			value: 'update',
			description: 'Update the role of a member in the organization',
			action: 'Update member role',
		},
	]),
	...updateMember.properties,
];
