import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { updateMember } from './update.operation';

export const memberOperations = { update: updateMember };

export const memberProperties: INodeProperties[] = [
	operationSelector('member', 'update', [
		{
			name: 'Update',
			value: 'update',
			description: 'Set the role of a member',
			action: 'Update a member',
		},
	]),
	...updateMember.properties,
];
