import type { INodeProperties } from 'n8n-workflow';

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
export const operations: OperationTable & { pipe: typeof pipeOperations } = {
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
};

/** The fields of the panel: the selector of the resource, then each resource's own. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Activity', value: 'activity' },
			{ name: 'API Request', value: 'apiRequest' },
			{ name: 'Backup', value: 'backup' },
			{ name: 'BYOC Infrastructure', value: 'byocInfrastructure' },
			{ name: 'Invitation', value: 'invitation' },
			{ name: 'Member', value: 'member' },
			{ name: 'Pipe', value: 'pipe' },
			{ name: 'Private Endpoint', value: 'privateEndpoint' },
			{ name: 'Reverse Private Endpoint', value: 'reversePrivateEndpoint' },
			{ name: 'Service', value: 'service' },
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
