import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from '../../../core/json';
import type { ExecutionTime, Parameters, ValidationIssue } from '../../../core/operation';
import { parseTime } from '../../../core/parameters/time';
import { collection, optional, textList } from '../../../core/parameters/values';
import { SORTS } from './filters.field';
import { timeRange } from './timeRange';

/** The filters that list values, their labels, and the members of an activity that may hold one of the values. */
const LISTS = [
	{ name: 'actorTypes', label: 'Actor Types', members: ['actorType'] },
	{ name: 'actors', label: 'Actors', members: ['actorId', 'actorDetails'] },
	{ name: 'serviceIds', label: 'Service IDs', members: ['serviceId'] },
	{ name: 'types', label: 'Types', members: ['type'] },
] as const;

/** Returns the issues with the filters, the order and the limit. */
export function selectionIssues(parameters: Parameters, time: ExecutionTime): ValidationIssue[] {
	if (optional(parameters.filters) !== undefined && !isJsonObject(parameters.filters)) {
		return [{ field: 'Filters', message: 'cannot be read. Add the filters in the form.' }];
	}
	const filters = collection(parameters.filters);
	const lists = LISTS.filter(({ name }) => !isList(filters[name])).map(({ label }) => ({
		field: label,
		message: 'must be a list, or a text with commas.',
	}));
	return [
		...timeRange(filters, time).issues,
		...lists,
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

/** Returns whether an activity meets all filters. One whose time cannot be read is in no time range. */
function activityFilter(
	filters: Readonly<Record<string, unknown>>,
	time: ExecutionTime,
): (activity: IDataObject) => boolean {
	const { since, until } = timeRange(filters, time).range;
	const isLimited = Number.isFinite(since) || Number.isFinite(until);
	const lists = LISTS.map(({ name, members }) => ({ members, wanted: namesIn(filters[name]) }));
	return (activity) => {
		const createdAt = isLimited ? timeOf(activity) : 0;
		const isInRange = createdAt !== undefined && createdAt >= since && createdAt < until;
		return (
			isInRange &&
			lists.every(({ members, wanted }) => {
				return wanted.size === 0 || members.some((member) => wanted.has(nameOf(activity[member])));
			})
		);
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

function namesIn(value: unknown): ReadonlySet<string> {
	return new Set(textList(value).map(nameOf));
}

function nameOf(value: unknown): string {
	return isName(value) ? String(value).toLowerCase() : '';
}

function isList(value: unknown): boolean {
	const isReadable = typeof value === 'string' || Array.isArray(value);
	return optional(value) === undefined || (isReadable && textList(value).every(isName));
}

function isName(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
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
