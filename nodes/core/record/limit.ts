import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Parameters, ValidationIssue } from '../operation';

/** How many records of a list to output. */
export const limitFields: INodeProperties[] = [
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
];

/** Returns the issue with the limit. */
export function limitIssues({ returnAll, limit }: Parameters): ValidationIssue[] {
	if (returnAll === true || limit === undefined) return [];
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return [];
	return [{ path: 'limit', code: 'notCount' }];
}

/** Returns the records up to the limit. */
export function limited(
	records: readonly IDataObject[],
	{ returnAll, limit }: Parameters,
): IDataObject[] {
	return returnAll === true || typeof limit !== 'number' ? [...records] : records.slice(0, limit);
}
