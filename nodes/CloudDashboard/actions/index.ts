import type { INodeProperties } from 'n8n-workflow';

import { API_REQUEST_DESCRIPTION } from '../../core/apiRequest/apiRequest';
import type { OperationTable } from '../../core/operation';
import { apiRequestOperations, apiRequestProperties } from './apiRequest';
import { dashboardOperations, dashboardProperties } from './dashboard';

/** Every operation, as the two selectors name it. */
export const operations: OperationTable = {
	apiRequest: apiRequestOperations,
	dashboard: dashboardOperations,
};

/** The fields of the panel: the selector of the resource, then each resource's own. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'API Request',
				value: 'apiRequest',
				description: API_REQUEST_DESCRIPTION,
			},
			{ name: 'Dashboard', value: 'dashboard', description: 'A dashboard with its tiles' },
		],
		default: 'dashboard',
	},
	...apiRequestProperties,
	...dashboardProperties,
];
