import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { loadedIds, property } from '../engine/body/fields';
import { memoized } from '../engine/caching';
import type { JsonObject } from '../engine/json';
import type { ParameterValues, ReadTime } from '../engine/operation';
import {
	asObject,
	choiceIssues,
	emptyToUndefined,
	isText,
	textList,
} from '../engine/parameters/values';
import { parseTime } from '../engine/time';
import { recordOutput } from '../features/record/recordOutput';
import type { ApiRecord } from '../features/record/record';
import { filterField, filterIssues } from './filters';
import { inOrganization, organizationParent } from './identifiers';
import type { Issue, WithIssues } from '../engine/issue';
import { NOT_TIME, notBeforeText } from '../engine/issue';
import { pathSegment } from '../engine/parameters/pathSegment';
import { idField } from '../features/record/paths';

/** `keys` are an activity's keys that may contain the filter's values. */
const LIST_FILTERS = {
	actorTypes: { label: 'Actor Types', example: 'user, api', keys: ['actorType'] },
	actors: { label: 'Actors', example: 'ada@example.com', keys: ['actorId', 'actorDetails'] },
	serviceIds: { label: 'Service Names or IDs', keys: ['serviceId'] },
	types: { label: 'Types', example: 'service_create, service_delete', keys: ['type'] },
} as const;

/** An activity must match every filter list. Case doesn't matter. */
export function listFilter(filters: unknown): (activity: Readonly<JsonObject>) => boolean {
	const lists = Object.entries(LIST_FILTERS).flatMap(([name, { keys }]) => {
		const values = new Set(textList(asObject(filters)[name]).map(lowerText));
		return values.size === 0 ? [] : [{ keys, values }];
	});
	return (activity) =>
		lists.every(({ keys, values }) => keys.some((key) => values.has(lowerText(activity[key]))));
}

/** Refuses unreadable filters, which would let everything pass. */
export function listIssues(filters: unknown): Issue[] {
	return filterIssues(filters, Object.keys(LIST_FILTERS));
}

function lowerText(value: unknown): string {
	return isText(value) ? String(value).toLowerCase() : '';
}

export function listFilterField(
	name: Exclude<keyof typeof LIST_FILTERS, 'serviceIds'>,
	description: string,
	example: string = LIST_FILTERS[name].example,
): INodeProperties {
	return filterField(LIST_FILTERS[name].label, name, example, description);
}

export function servicesFilterField(purpose: string): INodeProperties {
	const name = 'serviceIds';
	const hint = 'Leave empty for all services';
	return property(name, loadedIds(LIST_FILTERS[name].label, 'getServices', purpose, { hint }));
}

export const PERIODS = {
	last24Hours: 'Last 24 Hours',
	last7Days: 'Last 7 Days',
	yesterday: 'Yesterday',
};

/** Times in milliseconds. The range includes `since` and excludes `until`. */
interface TimeRange {
	since: number;
	until: number;
}

const ALWAYS: TimeRange = { since: -Infinity, until: Infinity };

export function timeRange(filters: JsonObject, time: ReadTime): WithIssues<TimeRange> {
	const withIssue = (issue: Issue) => ({ value: ALWAYS, issues: [issue] });
	const since = timeOr(ALWAYS.since, filters.since, time);
	const until = timeOr(ALWAYS.until, filters.until, time);
	const period = emptyToUndefined(filters.period);
	if (since === undefined) return withIssue({ path: 'filters.since', text: NOT_TIME });
	if (until === undefined) return withIssue({ path: 'filters.until', text: NOT_TIME });
	if (since >= until) return withIssue({ path: 'filters.since', text: notBeforeText('Until') });
	const [unknownPeriod] = choiceIssues('filters.period', period, Object.keys(PERIODS));
	if (unknownPeriod !== undefined) return withIssue(unknownPeriod);
	const { since: start, until: end } = periodRange(period, time);
	const range = { since: Math.max(since, start), until: Math.min(until, end) };
	if (range.since >= range.until) {
		const path = since >= end ? 'filters.since' : 'filters.until';
		const text =
			'is outside Period, so the time range is empty. Enter a time within Period, or remove Period.';
		return withIssue({ path, text });
	}
	return { value: range, issues: [] };
}

function timeOr(end: number, value: unknown, { timezone }: ReadTime): number | undefined {
	return emptyToUndefined(value) === undefined ? end : parseTime(value, timezone)?.toMillis();
}

/** Days are calendar days, which daylight saving lengthens or shortens. */
function periodRange(period: unknown, { startedAt, timezone }: ReadTime): TimeRange {
	const now = DateTime.fromMillis(startedAt, { zone: timezone });
	switch (period) {
		case 'last24Hours':
			return { ...ALWAYS, since: now.minus({ hours: 24 }).toMillis() };
		case 'last7Days':
			return { ...ALWAYS, since: now.minus({ days: 7 }).toMillis() };
		case 'yesterday': {
			const today = now.startOf('day');
			return { since: today.minus({ days: 1 }).startOf('day').toMillis(), until: today.toMillis() };
		}
		default:
			return ALWAYS;
	}
}

/** A time range drops activities without a valid time. */
export function selectActivities(
	activities: readonly IDataObject[],
	{ filters, sort }: ParameterValues,
	readTime: ReadTime,
): IDataObject[] {
	const { since, until } = timeRange(asObject(filters), readTime).value;
	const isLimited = Number.isFinite(since) || Number.isFinite(until);
	const isListed = listFilter(filters);
	const selected = activities.filter((activity) => {
		const time = timeOf(activity);
		const isInRange = !isLimited || (time >= since && time < until);
		return isInRange && isListed(activity);
	});
	return sortActivities(selected, sort);
}

/** Equal times keep the API's order. Activities without a valid time sort last. */
export function sortActivities(activities: IDataObject[], sort: unknown): IDataObject[] {
	if (sort === 'asServed') return activities;
	const direction = sort === 'oldestFirst' ? 1 : -1;
	const orderOf = (activity: IDataObject): number => {
		const time = timeOf(activity);
		return Number.isNaN(time) ? Number.MAX_VALUE : direction * time;
	};
	return activities.sort((first, second) => orderOf(first) - orderOf(second));
}

/**
 * Milliseconds, or NaN for an unreadable time. Times without a zone are in UTC. Items with the same read share
 * activities, so each time is parsed once, because luxon is slow.
 */
const timeOf = memoized(
	({ createdAt }: IDataObject) => parseTime(createdAt, 'utc')?.toMillis() ?? NaN,
);

export const activityRecord = {
	title: 'activity',
	plural: 'activities',
	parent: organizationParent,
	id: {
		field: idField(
			'Activity',
			'activityId',
			'searchActivities',
			'Activity → Get Many outputs the ID. The list shows the newest activities.',
			{ example: '8d21f0c4' },
		),
		segment: pathSegment,
	},
	permissions: { read: 'organization:view-activities' },
	collection: inOrganization('activities'),
	// Simplified shows time, type, actor, and target. API keys have no details, so their ID identifies them.
	output: recordOutput(
		`id organizationId serviceId type actorType actorId actorDetails actorIpAddress userAgent createdAt
		targetKeyId keyUpdateType targetRoleIds targetRoleNames targetActorIds targetResourceIds`,
		'type createdAt actorType actorDetails actorId serviceId id',
	),
} satisfies ApiRecord;
