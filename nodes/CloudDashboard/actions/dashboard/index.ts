import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/selectors';
import { updateDashboard } from './update.operation';

export const dashboardOperations = { update: updateDashboard };

export const dashboardProperties: INodeProperties[] = [
	operationSelector('dashboard', 'update', [
		{
			name: 'Update',
			value: 'update',
			description: 'Update a dashboard: replace its name, tiles and tags',
			action: 'Update dashboard',
		},
	]),
	...updateDashboard.properties,
];
