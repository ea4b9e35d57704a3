import type { INodeProperties } from 'n8n-workflow';

import { API_REQUEST_DESCRIPTION } from '../../core/apiRequest/apiRequest';
import type { OperationTable } from '../../core/operation';
import { activityOperations, activityProperties } from './activity';
import { apiRequestOperations, apiRequestProperties } from './apiRequest';
import { backupOperations, backupProperties } from './backup';
import { byocInfrastructureOperations, byocInfrastructureProperties } from './byocInfrastructure';
import { invitationOperations, invitationProperties } from './invitation';
import { memberOperations, memberProperties } from './member';
import { pipeOperations, pipeProperties } from './pipe';
import { privateEndpointOperations, privateEndpointProperties } from './privateEndpoint';
import {
	reversePrivateEndpointOperations,
	reversePrivateEndpointProperties,
} from './reversePrivateEndpoint';
import { serviceOperations, serviceProperties } from './service';

/** Every operation, as the two selectors name it. */
export const operations = {
	activity: activityOperations,
	apiRequest: apiRequestOperations,
	backup: backupOperations,
	byocInfrastructure: byocInfrastructureOperations,
	invitation: invitationOperations,
	member: memberOperations,
	pipe: pipeOperations,
	privateEndpoint: privateEndpointOperations,
	reversePrivateEndpoint: reversePrivateEndpointOperations,
	service: serviceOperations,
} satisfies OperationTable;

/** The fields of the panel: the selector of the resource, then each resource's own. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Activity',
				value: 'activity',
				description: 'Who changed what and when in the organization',
			},
			{
				name: 'API Request',
				value: 'apiRequest',
				description: API_REQUEST_DESCRIPTION,
			},
			{ name: 'Backup', value: 'backup', description: 'A backup of a service' },
			{
				name: 'BYOC Infrastructure',
				value: 'byocInfrastructure',
				description: 'Infrastructure in your own cloud account',
			},
			{
				name: 'Invitation',
				value: 'invitation',
				description: 'An invitation of a person to the organization',
			},
			{ name: 'Member', value: 'member', description: 'A person in the organization' },
			{
				name: 'Pipe',
				value: 'pipe',
				description: 'Loads data from a source into a table of a service',
			},
			{
				name: 'Private Endpoint',
				value: 'privateEndpoint',
				description: 'A private connection from your network to a service',
			},
			{
				name: 'Reverse Private Endpoint',
				value: 'reversePrivateEndpoint',
				description: 'A private connection from a service to a source in your network',
			},
			{
				name: 'Service',
				value: 'service',
				description: 'A database service that pipes load into',
			},
		],
		default: 'activity',
	},
	...activityProperties,
	...apiRequestProperties,
	...backupProperties,
	...byocInfrastructureProperties,
	...invitationProperties,
	...memberProperties,
	...pipeProperties,
	...privateEndpointProperties,
	...reversePrivateEndpointProperties,
	...serviceProperties,
];
