import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ExecutionTime, Parameters, ValidationIssue } from '../../../core/operation';
import { parseTime } from '../../../core/parameters/time';
import { collection, optional } from '../../../core/parameters/values';
import { SORTS } from './filters.field';
import { listFilter, listIssues } from './listFilters';
import { timeRange } from './timeRange';

/** Returns the issues with the filters, the order and the limit. */
export function selectionIssues(parameters: Parameters, time: ExecutionTime): ValidationIssue[] {
	if (optional(parameters.filters) !== undefined && !isJsonObject(parameters.filters)) {
		return [{ field: 'Filters', message: 'cannot be read. Add the filters in the form.' }];
	}
	const filters = collection(parameters.filters);
	return [
		...timeRange(filters, time).issues,
		...listIssues(filters),
		...sortIssues(parameters),
		...limitIssues(parameters),
	];
}

/** Returns the activities that meet all filters, sorted and then cut to the limit. */
export function selectActivities(
	activities: readonly IDataObject[],
	{ filters, sort, returnAll, limit }: Parameters,
	time: ExecutionTime,
): IDataObject[] {
	const matches = activityFilter(collection(filters), time);
	const sorted = sortedActivities(activities.filter(matches), sort);
	return returnAll === true || typeof limit !== 'number' ? sorted : sorted.slice(0, limit);
}

/** Returns a function that tells whether an activity meets all filters. Without a readable time it is in no range. */
function activityFilter(
	filters: Readonly<JsonObject>,
	time: ExecutionTime,
): (activity: IDataObject) => boolean {
	const { since, until } = timeRange(filters, time).range;
	const isLimited = Number.isFinite(since) || Number.isFinite(until);
	const isListed = listFilter(filters);
	return (activity) => {
		const createdAt = isLimited ? timeOf(activity) : 0;
		const isInRange = createdAt !== undefined && createdAt >= since && createdAt < until;
		return isInRange && isListed(activity);
	};
}

/** Returns the activities in order. Equal times stay as served; what has no readable time comes last. */
function sortedActivities(activities: IDataObject[], sort: unknown): IDataObject[] {
	if (sort === 'asServed') return activities;
	const direction = sort === 'oldestFirst' ? 1 : -1;
	const keyed = activities.map((activity) => {
		const time = timeOf(activity);
		return { activity, key: time === undefined ? Number.MAX_VALUE : direction * time };
	});
	return keyed.sort((one, other) => one.key - other.key).map(({ activity }) => activity);
}

/** Returns the time of an activity, which is in UTC where it names no zone. */
function timeOf({ createdAt }: IDataObject): number | undefined {
	return parseTime(createdAt, 'utc')?.toMillis();
}

function sortIssues({ sort }: Parameters): ValidationIssue[] {
	const sorts = SORTS.map(({ value }) => value);
	if (sort === undefined || sorts.some((value) => value === sort)) return [];
	return [{ field: 'Sort', message: `must be one of ${sorts.join(', ')}.` }];
}

function limitIssues({ returnAll, limit }: Parameters): ValidationIssue[] {
	if (returnAll === true || limit === undefined) return [];
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return [];
	return [{ field: 'Limit', message: 'must be a whole number of at least 1.' }];
}
