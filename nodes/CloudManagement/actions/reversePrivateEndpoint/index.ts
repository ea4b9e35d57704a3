import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { getReversePrivateEndpoint } from './get.operation';

export const reversePrivateEndpointOperations = { get: getReversePrivateEndpoint };

export const reversePrivateEndpointProperties: INodeProperties[] = [
	operationSelector('reversePrivateEndpoint', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the details of a reverse private endpoint',
			action: 'Get a reverse private endpoint',
		},
	]),
	...getReversePrivateEndpoint.properties,
];
