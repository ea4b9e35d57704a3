import type { INodeProperties } from 'n8n-workflow';

import type { OperationTable } from '../../core/operation';
import { dashboardOperations, dashboardProperties } from './dashboard';

/** Every operation, as the two selectors name it. */
export const operations: OperationTable = { dashboard: dashboardOperations };

/** The fields of the panel: the selector of the resource, then the resource's own. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [{ name: 'Dashboard', value: 'dashboard' }],
		default: 'dashboard',
	},
	...dashboardProperties,
];
