import type { INodeProperties } from 'n8n-workflow';

import { operationSelector } from '../../../core/parameters/fields';
import { getActivity } from './get.operation';
import { getManyActivities } from './getAll.operation';

export const activityOperations = { get: getActivity, getAll: getManyActivities };

export const activityProperties: INodeProperties[] = [
	operationSelector('activity', 'getAll', [
		{
			name: 'Get',
			value: 'get',
			description: 'Get one activity of an organization',
			action: 'Get activity',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Get the activities of an organization, such as who changed what and when',
			action: 'Get many activities',
		},
	]),
	...getActivity.properties,
	...getManyActivities.properties,
];
