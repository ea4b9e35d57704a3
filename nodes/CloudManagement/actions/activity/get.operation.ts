import type { INodeProperties } from 'n8n-workflow';

import { identified, named } from '../../../core/summary';
import type { Operation } from '../../../core/operation';
import { idLocator } from '../../../core/parameters/fields';
import { pathSegment } from '../../../core/validation/pathSegment';
import { activitiesPath, appendSegments, organizationSegment } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { outputFields, outputIssues, outputRecord } from '../shared/output';
import { activityOutput } from './activityOutput';

const activityIdField: INodeProperties = {
	displayName: 'Activity ID',
	name: 'activityId',
	...idLocator('searchActivities', 'e.g. 8d21f0c4'),
	required: true,
	description:
		'The ID of the activity, as Activity → Get Many outputs it. The list contains the newest activities.',
};

/** Reference, "Get organization activity". */
export const getActivity: Operation = {
	properties: operationFields('activity', 'get', {
		reads: true,
		fields: [activityIdField, ...outputFields(activityOutput)],
	}),
	target: (_request, { activityId }) => identified('activity', activityId),
	summarize: (_request, { activityId }) => `Read activity ${named(activityId)}`,
	plan: (parameters, { credential }) => {
		const activity = pathSegment(activityIdField.name, parameters.activityId);
		const activities = activitiesPath(organizationSegment(parameters, credential));
		const { path, issues } = appendSegments(activities, activity);
		return {
			request: { method: 'GET', path },
			issues: [...issues, ...outputIssues(parameters)],
		};
	},
	shape: (element, parameters) => outputRecord(element, parameters, activityOutput),
};
