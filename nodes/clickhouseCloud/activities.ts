import { DateTime } from 'luxon';
import type { INodeProperties, INodePropertyOptions, IDataObject } from 'n8n-workflow';
import type { RecordOutput } from '../features/record/output';
import { ACTIVITY_MEMBERS } from './records';
import { pickMembers } from '../features/record/output';
import { getMany } from '../features/record/record';
import type { RecordKind } from '../features/record/record';
import { ofOrganization, inOrganization, EXAMPLE_ID } from './identifiers';
import { idLocator, optionsOf } from '../engine/parameters/properties';
import { pathSegment } from '../engine/issues/checks';
import type { JsonObject } from '../engine/json';
import type { ValidationIssue, ReadTime, Parameters, PlanContext } from '../engine/operation';
import {
	asObject,
	isText,
	textList,
	choiceIssues,
	emptyToUndefined,
} from '../engine/parameters/values';
import { filterIssues, filterField, filtersField as activityFilters } from './filters';
import { parseTime } from '../engine/time';
import { dialectOf } from './api';

/** The filters by a list of values, their labels, and the fields of an activity that may contain one of the values. */
const LIST_FILTERS = {
	actorTypes: { label: 'Actor Types', members: ['actorType'] },
	actors: { label: 'Actors', members: ['actorId', 'actorDetails'] },
	serviceIds: { label: 'Service IDs', members: ['serviceId'] },
	types: { label: 'Types', members: ['type'] },
} as const;

/** Returns a function that checks whether an activity matches all lists, ignoring case. */
export function listFilter(filters: unknown): (activity: Readonly<JsonObject>) => boolean {
	const lists = Object.entries(LIST_FILTERS).flatMap(([name, { members }]) => {
		const wanted = new Set(textList(asObject(filters)[name]).map(nameOf));
		return wanted.size === 0 ? [] : [{ members, wanted }];
	});
	return (activity) =>
		lists.every(({ members, wanted }) =>
			members.some((member) => wanted.has(nameOf(activity[member]))),
		);
}

/** Returns the issues with filters that cannot be read: they would let everything pass. */
export function listIssues(filters: unknown): ValidationIssue[] {
	return filterIssues(filters, Object.keys(LIST_FILTERS));
}

function nameOf(value: unknown): string {
	return isText(value) ? String(value).toLowerCase() : '';
}

/** The shortcuts for a time range. */
const PERIODS = ['last24Hours', 'last7Days', 'yesterday'] as const;

/** A time range in milliseconds: `since` is inside it, `until` is not. */
interface TimeRange {
	since: number;
	until: number;
}

const ALWAYS: TimeRange = { since: -Infinity, until: Infinity };

/** Returns the time range that the filters set together, and the issues with them. */
export function timeRange(
	filters: JsonObject,
	time: ReadTime,
): { range: TimeRange; issues: ValidationIssue[] } {
	const invalid = (issue: ValidationIssue) => ({ range: ALWAYS, issues: [issue] });
	const since = timeOr(ALWAYS.since, filters.since, time);
	const until = timeOr(ALWAYS.until, filters.until, time);
	const period = periodRange(emptyToUndefined(filters.period), time);
	if (since === undefined) return invalid({ path: 'filters.since', code: 'notTime' });
	if (until === undefined) return invalid({ path: 'filters.until', code: 'notTime' });
	if (since >= until) return invalid({ path: 'filters.since', code: 'notBeforeUntil' });
	if (period === undefined) {
		return { range: ALWAYS, issues: choiceIssues('filters.period', filters.period, PERIODS) };
	}
	const range = {
		since: Math.max(since, period.since),
		until: Math.min(until, period.until),
	};
	if (range.since >= range.until) {
		const path = since >= period.until ? 'filters.since' : 'filters.until';
		return invalid({ path, code: 'outsidePeriod' });
	}
	return { range, issues: [] };
}

function timeOr(end: number, value: unknown, { timezone }: ReadTime): number | undefined {
	return emptyToUndefined(value) === undefined ? end : parseTime(value, timezone)?.toMillis();
}

/** Returns the range of a period. Days are those of the calendar: a change of the clocks makes one longer or shorter. */
function periodRange(period: unknown, { startedAt, timezone }: ReadTime): TimeRange | undefined {
	const now = DateTime.fromMillis(startedAt, { zone: timezone });
	switch (period) {
		case undefined:
			return ALWAYS;
		case 'last24Hours':
			return { ...ALWAYS, since: now.minus({ hours: 24 }).toMillis() };
		case 'last7Days':
			return { ...ALWAYS, since: now.minus({ days: 7 }).toMillis() };
		case 'yesterday': {
			const today = now.startOf('day');
			return { since: today.minus({ days: 1 }).startOf('day').toMillis(), until: today.toMillis() };
		}
		default:
			return undefined;
	}
}

/** Returns a filter for a list of values. */
export function listFilterField(
	name: keyof typeof LIST_FILTERS,
	example: string,
	description: string,
): INodeProperties {
	return filterField(LIST_FILTERS[name].label, name, example, description);
}

const time = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `${description}. A time without a zone is in the zone of the workflow.`,
});

/** The filters on activities: the reference has none, so the node applies them to the list of all activities. */
const filtersField = activityFilters(
	'Which activities to output. ClickHouse Cloud returns those in the time range, other APIs return all; then the node applies the filters and the limit. An activity must match all filters.',
	[
		listFilterField('actorTypes', 'user, api', 'The types of actors to output'),
		listFilterField(
			'actors',
			'ada@example.com',
			'The actors to output, by their ID or their details, such as an email address',
		),
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			options: optionsOf(PERIODS, {
				last24Hours: 'Last 24 Hours',
				last7Days: 'Last 7 Days',
				yesterday: 'Yesterday',
			}),
			default: 'last24Hours',
			description:
				"A shortcut for Since and Until, counted from the start of the execution in the workflow's time zone. Yesterday is the whole day.",
		},
		listFilterField('serviceIds', EXAMPLE_ID, 'The services to output'),
		time('Since', 'since', 'Output activities of this time or later'),
		listFilterField('types', 'service_create, service_delete', 'The types of activities to output'),
		time('Until', 'until', 'Output activities before this time'),
	],
);

/** The orders of activities. */
const SORTS: INodePropertyOptions[] = [
	{
		name: 'API Order',
		value: 'asServed',
		description: "In the API's order",
	},
	{ name: 'Newest First', value: 'newestFirst', description: 'A limit leaves out the oldest' },
	{ name: 'Oldest First', value: 'oldestFirst', description: 'A limit leaves out the newest' },
];

/** The order of the activities, which the limit then cuts. */
const sortField: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: SORTS,
	default: 'newestFirst',
	description: 'The order of the activities. The node sorts them before it applies the limit.',
};

/** Returns the issues with the filters and the order. */
function selectionIssues(parameters: Parameters, time: ReadTime): ValidationIssue[] {
	const sorts = SORTS.map(({ value }) => String(value));
	return [
		...timeRange(asObject(parameters.filters), time).issues,
		...listIssues(parameters.filters),
		...choiceIssues('sort', parameters.sort, sorts),
	];
}

/** Returns the time range as ClickHouse Cloud reads it; the node filters all the same. Second reference, 2.3. */
function rangeQuery({ filters }: Parameters, context: PlanContext): string[] {
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

// An API key has no details: only its ID shows who it was.
const SIMPLIFIED = ['createdAt', 'type', 'actorType', 'actorDetails', 'actorId', 'serviceId', 'id'];

/** How an activity becomes an item: when, what, who, where. */
export const activityOutput: RecordOutput = {
	members: ACTIVITY_MEMBERS,
	simplify: (record) => pickMembers(record, SIMPLIFIED),
};

/** The name of an activity, and its address. */
export const activityKind: RecordKind = {
	title: 'activity',
	plural: 'activities',
	home: ofOrganization,
	idField: {
		displayName: 'Activity ID',
		name: 'activityId',
		...idLocator('searchActivities', 'e.g. 8d21f0c4'),
		required: true,
		description:
			'The ID of the activity, from Activity → Get Many. The list contains the newest activities.',
	},
	idSegment: pathSegment,
	collection: inOrganization('activities'),
	output: activityOutput,
};

/** Activity → Get Many. */
export const activityList = getMany(activityKind, {
	description: 'Get the activities of an organization, such as who changed what and when',
	fields: [filtersField, sortField],
	issues: selectionIssues,
	query: rangeQuery,
	select: selectActivities,
});
