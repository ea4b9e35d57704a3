import type { INodeProperties } from 'n8n-workflow';

import { getActivity } from './get.operation';
import { getManyActivities } from './getAll.operation';

export const activityOperations = { get: getActivity, getAll: getManyActivities };

export const activityProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['activity'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get one activity of the organization',
				action: 'Get an activity',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get what happened in the organization',
				action: 'Get many activities',
			},
		],
		default: 'getAll',
	},
	...getActivity.properties,
	...getManyActivities.properties,
];
