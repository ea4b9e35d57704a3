import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { getService } from './get.operation';

export const serviceOperations = { get: getService };

export const serviceProperties: INodeProperties[] = [
	operationSelector('service', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the state, size and endpoints of a service',
			action: 'Get service state and endpoints',
		},
	]),
	...getService.properties,
];
