import type { IDataObject } from 'n8n-workflow';
import { describeFields, flag, number } from '../engine/body/fields';
import { propertiesOf } from '../engine/body/interpret';
import type { ParameterValues } from '../engine/operation';
import type { Issue } from '../engine/issue';

export const limitFields = propertiesOf(
	describeFields('', {
		returnAll: flag('Return All', {
			description: 'Whether to return all results or only up to a given limit',
		}),
		limit: number('Limit', {
			bounds: [1, Infinity],
			decimals: true,
			default: 50,
			when: { returnAll: [false] },
			description: 'Max number of results to return',
		}),
	}),
);

/** Checks the limit, because an expression can return anything, while the panel allows only whole numbers from 1. */
export function limitIssues({ returnAll, limit }: ParameterValues): Issue[] {
	if (returnAll === true || limit === undefined) return [];
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return [];
	return [{ path: 'limit', text: 'must be a whole number of at least 1.' }];
}

export function limitedRecords(
	records: readonly IDataObject[],
	{ returnAll, limit }: ParameterValues,
): IDataObject[] {
	return records.slice(0, wantedCount({ returnAll, limit }));
}

export function wantedCount({ returnAll, limit }: ParameterValues): number {
	return returnAll === true || typeof limit !== 'number' ? Infinity : limit;
}
