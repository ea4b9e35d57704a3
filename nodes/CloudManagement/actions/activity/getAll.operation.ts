import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Parameters, ValidationIssue } from '../../../core/operation';
import { organizationPath, under } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { outputFields, outputIssues, outputRecord } from '../shared/output';
import { activityOutput } from './activityOutput';

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
	...outputFields(activityOutput),
];

/** Reference, "List organization activities". The API returns them all at once. */
export const getManyActivities: Operation = {
	properties: operationFields('activity', 'getAll', { reads: true, fields }),
	plan: (parameters, { credential }) => {
		const { path, issues } = under(organizationPath(parameters, credential), 'activities');
		return {
			request: { method: 'GET', path },
			issues: [...issues, ...limitIssues(parameters), ...outputIssues(parameters)],
		};
	},
	select: (elements, { returnAll, limit }) => {
		if (returnAll === true) return elements;
		return elements.slice(0, typeof limit === 'number' ? limit : undefined);
	},
	shape: (element, parameters) => outputRecord(element, parameters, activityOutput),
};

function limitIssues({ returnAll, limit }: Parameters): ValidationIssue[] {
	if (returnAll === true || limit === undefined) return [];
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return [];
	return [{ field: 'Limit', message: 'must be a whole number of at least 1.' }];
}
