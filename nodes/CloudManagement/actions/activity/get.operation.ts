import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../core/operation';
import { pathSegment, organizationIdField, organizationPath, under } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';

const activityIdField: INodeProperties = {
	displayName: 'Activity ID',
	name: 'activityId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 8d21f0c4',
	description: 'The activity to read. Get Many outputs it.',
};

/** Reference, "Get organization activity". */
export const getActivity: Operation = {
	properties: operationFields('activity', 'get', {
		reads: true,
		fields: [activityIdField, organizationIdField],
	}),
	plan: (parameters, { credential }) => {
		const activity = pathSegment(activityIdField.displayName, parameters.activityId);
		const organization = organizationPath(parameters, credential);
		const { path, issues } = under(organization, 'activities', activity);
		return { request: { method: 'GET', path }, issues };
	},
};
