import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { createByocInfrastructure } from './create.operation';

export const byocInfrastructureOperations = { create: createByocInfrastructure };

export const byocInfrastructureProperties: INodeProperties[] = [
	operationSelector('byocInfrastructure', 'create', [
		{
			name: 'Create',
			value: 'create',
			description: 'Set up BYOC infrastructure in your own cloud account',
			action: 'Create BYOC infrastructure',
		},
	]),
	...createByocInfrastructure.properties,
];
