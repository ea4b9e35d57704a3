import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { updateDashboard } from './update.operation';

export const dashboardOperations = { update: updateDashboard };

export const dashboardProperties: INodeProperties[] = [
	operationSelector('dashboard', 'update', [
		{
			name: 'Update',
			value: 'update',
			description:
				'Replace the name, tiles and tags of a dashboard. Tiles that are left out are deleted.',
			action: 'Update dashboard',
		},
	]),
	...updateDashboard.properties,
];
