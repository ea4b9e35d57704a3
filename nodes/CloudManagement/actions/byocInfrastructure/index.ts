import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { createByocInfrastructure } from './create.operation';

export const byocInfrastructureOperations = { create: createByocInfrastructure };

export const byocInfrastructureProperties: INodeProperties[] = [
	operationSelector('byocInfrastructure', 'create', [
		{
			name: 'Create',
			value: 'create',
			description: 'Set up infrastructure in your own cloud account',
			action: 'Create a BYOC infrastructure',
		},
	]),
	...createByocInfrastructure.properties,
];
