import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { waitOption } from '../shared/waitOperation';
import { getService } from './get.operation';
import { awaitedService, waitForService } from './wait.operation';

export const serviceOperations = { get: getService, wait: waitForService };

export const serviceProperties: INodeProperties[] = [
	operationSelector('service', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the state, size and endpoints of a service',
			action: 'Get service state and endpoints',
		},
		waitOption(awaitedService),
	]),
	...getService.properties,
	...waitForService.properties,
];
