import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { getReversePrivateEndpoint } from './get.operation';

export const reversePrivateEndpointOperations = { get: getReversePrivateEndpoint };

export const reversePrivateEndpointProperties: INodeProperties[] = [
	operationSelector('reversePrivateEndpoint', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the status and the DNS names of a reverse private endpoint',
			action: 'Get reverse private endpoint status',
		},
	]),
	...getReversePrivateEndpoint.properties,
];
