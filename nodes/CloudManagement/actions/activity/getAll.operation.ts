import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../core/operation';
import { activitiesPath, organizationSegment } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { outputFields, outputIssues, outputRecord } from '../shared/output';
import { activityOutput } from './activityOutput';
import { filtersField, sortField } from './fields';
import { selectActivities, selectionIssues } from './selectActivities';

const fields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
	filtersField,
	sortField,
	...outputFields(activityOutput),
];

/** Reference, "List organization activities". The API returns them all at once. */
export const getManyActivities: Operation = {
	properties: operationFields('activity', 'getAll', { reads: true, fields }),
	target: () => 'activities of the organization',
	summarize: () => 'Read the activities of the organization',
	plan: (parameters, { credential, startedAt, timezone }) => {
		const { path, issues } = activitiesPath(organizationSegment(parameters, credential));
		const invalid = selectionIssues(parameters, { startedAt, timezone });
		return {
			request: { method: 'GET', path },
			issues: [...issues, ...invalid, ...outputIssues(parameters)],
		};
	},
	select: selectActivities,
	shape: (element, parameters) => outputRecord(element, parameters, activityOutput),
};
