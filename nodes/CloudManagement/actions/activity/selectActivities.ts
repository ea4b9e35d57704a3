import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import type { Parameters, PlanContext, ReadTime, ValidationIssue } from '../../../core/operation';
import { parseTime } from '../../../core/time';
import { asObject, choiceIssues } from '../../../core/parameters/values';
import { dialectOf } from '../../api/dialect';
import { SORTS } from './properties';
import { listFilter, listIssues } from './listFilters';
import { timeRange } from './timeRange';

/** Returns the issues with the filters and the order. */
export function selectionIssues(parameters: Parameters, time: ReadTime): ValidationIssue[] {
	const sorts = SORTS.map(({ value }) => String(value));
	return [
		...timeRange(asObject(parameters.filters), time).issues,
		...listIssues(parameters.filters),
		...choiceIssues('sort', parameters.sort, sorts),
	];
}

/** Returns the time range as ClickHouse Cloud reads it; the node filters all the same. Second reference, 2.3. */
export function rangeQuery({ filters }: Parameters, context: PlanContext): string[] {
	if (dialectOf(context.credential) !== 'clickhouseCloud') return [];
	const { since, until } = timeRange(asObject(filters), context).range;
	return Object.entries({ from_date: since, to_date: until }).flatMap(([name, time]) =>
		Number.isFinite(time) ? [`${name}=${encodeURIComponent(new Date(time).toISOString())}`] : [],
	);
}

/** Returns the activities that meet all filters, sorted. */
export function selectActivities(
	activities: readonly IDataObject[],
	{ filters, sort }: Parameters,
	time: ReadTime,
): IDataObject[] {
	const matches = activityFilter(asObject(filters), time);
	return sortedActivities(activities.map(timedActivity).filter(matches), sort);
}

/** An activity with its time in milliseconds, undefined if it can't be read. */
interface TimedActivity {
	readonly activity: IDataObject;
	readonly time: number | undefined;
}

/** Returns a function that checks whether an activity matches all filters. Without a readable time it is in no range. */
function activityFilter(
	filters: Readonly<JsonObject>,
	readTime: ReadTime,
): (timed: TimedActivity) => boolean {
	const { since, until } = timeRange(filters, readTime).range;
	const isLimited = Number.isFinite(since) || Number.isFinite(until);
	const isListed = listFilter(filters);
	return ({ activity, time }) => {
		const isInRange = !isLimited || (time !== undefined && time >= since && time < until);
		return isInRange && isListed(activity);
	};
}

/** Returns the activities in order. Equal times stay as served; what has no readable time comes last. */
function sortedActivities(timed: TimedActivity[], sort: unknown): IDataObject[] {
	const direction = sort === 'oldestFirst' ? 1 : -1;
	const keyOf = ({ time }: TimedActivity) =>
		time === undefined ? Number.MAX_VALUE : direction * time;
	const sorted =
		sort === 'asServed' ? timed : timed.sort((one, other) => keyOf(one) - keyOf(other));
	return sorted.map(({ activity }) => activity);
}

/** Items with the same read share its activities. Each time is parsed once: luxon is the slowest step. */
const timedActivities = new WeakMap<IDataObject, TimedActivity>();

/** Returns an activity with its time, which is in UTC if it has no zone. */
function timedActivity(activity: IDataObject): TimedActivity {
	let timed = timedActivities.get(activity);
	if (timed === undefined) {
		timed = { activity, time: parseTime(activity['createdAt'], 'utc')?.toMillis() };
		timedActivities.set(activity, timed);
	}
	return timed;
}
