import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { waitOption } from '../shared/waitOperation';
import { getReversePrivateEndpoint } from './get.operation';
import { awaitedReversePrivateEndpoint, waitForReversePrivateEndpoint } from './wait.operation';

export const reversePrivateEndpointOperations = {
	get: getReversePrivateEndpoint,
	wait: waitForReversePrivateEndpoint,
};

export const reversePrivateEndpointProperties: INodeProperties[] = [
	operationSelector('reversePrivateEndpoint', 'get', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get the status and the DNS names of a reverse private endpoint',
			action: 'Get reverse private endpoint status',
		},
		waitOption(awaitedReversePrivateEndpoint),
	]),
	...getReversePrivateEndpoint.properties,
	...waitForReversePrivateEndpoint.properties,
];
