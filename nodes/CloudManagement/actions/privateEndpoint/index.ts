import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { createPrivateEndpoint } from './create.operation';

export const privateEndpointOperations = { create: createPrivateEndpoint };

export const privateEndpointProperties: INodeProperties[] = [
	operationSelector('privateEndpoint', 'create', [
		{
			name: 'Create',
			value: 'create',
			description: 'Create a private endpoint for a service and its organization',
			action: 'Create private endpoint',
		},
	]),
	...createPrivateEndpoint.properties,
];
