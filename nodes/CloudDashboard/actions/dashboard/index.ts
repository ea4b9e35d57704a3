import type { INodeProperties } from 'n8n-workflow';

import { updateDashboard } from './update.operation';

export const dashboardOperations = { update: updateDashboard };

export const dashboardProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['dashboard'] } },
		options: [
			{
				name: 'Update',
				value: 'update',
				description: 'Replace the content of a dashboard',
				action: 'Update a dashboard',
			},
		],
		default: 'update',
	},
	...updateDashboard.properties,
];
