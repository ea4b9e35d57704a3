import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import {
	activityRecord,
	activityList,
	listFilter,
	listFilterField,
	servicesFilterField,
	listIssues,
} from '../clickhouseCloud/activities';
import { dialectOf } from '../clickhouseCloud/api';
import { filtersField } from '../clickhouseCloud/filters';
import { inputError } from '../engine/errors/nodeErrors';
import { header } from '../engine/http/response';
import { throwIssues } from '../engine/issues/issueTexts';
import type { Operation } from '../engine/operation';
import { asObject, isText } from '../engine/parameters/values';
import { truncate } from '../engine/text';
import { MS_PER_DAY, parseTime } from '../engine/time';
import { outputRecord } from '../features/record/output';
import type { ListRow } from '../features/record/record';
import { readList } from '../features/record/record';
import type { Poll, PollResult, ReadError, TriggerEvent } from '../features/watch/poll';
import { pollError, readRecords } from '../features/watch/poll';
import { storedKey } from '../features/watch/states';

/** The default age, in days, up to which activities are emitted after a long stop. */
export const DEFAULT_IGNORE_OLDER_THAN_DAYS = 7;

const VERSION = 1;

/** An activity may arrive this much later than another with a newer time. */
const LATE_MS = MS_PER_DAY;

/** n8n's clock may be behind the API's by this much. */
const BEHIND_MS = MS_PER_DAY;

/** The API's clock and the clock that dates its activities may differ by this much. */
const TOLERANCE_MS = 300_000;

/** How many activities are remembered, and how many one poll emits. */
export const LIMITS = { seen: 2000, emitted: 500 };

/** An ID with more bytes as JSON is stored as its hash, so that all remembered IDs stay under 200 kB. */
const MAX_ID_BYTES = 78;

const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	/** The newest processed time, by the API's clock. */
	watermark: z.number().nullable(),
	/** Whether skipped activities were reported. */
	hasSkipped: z.boolean(),
	/** The processed activities: their IDs and times. */
	seen: z.array(z.tuple([z.string(), z.number()])),
});

/** The state between polls. */
type ActivityState = z.infer<typeof stateSchema>;

/** One activity of a response. */
interface Activity<R> {
	id: string;
	time: number;
	record: R;
}

/** The activities that one poll has read, and which of them may be emitted. */
interface ActivityPoll<R> {
	/** A stored state of another scope is not used. */
	scope: string;
	/** Sorted, as `activitiesOf` returns them. */
	activities: ReadonlyArray<Activity<R>>;
	/** Whether some have no ID or no time. */
	hasSkipped: boolean;
	/** Later times are in the future. */
	latest: number;
	/** By n8n's clock. */
	now: number;
	accepts: (activity: Activity<R>) => boolean;
}

/** The activities, each ID once, the oldest first, except those without an ID or a time. */
export function activitiesOf<R extends object>(
	records: readonly R[],
): Pick<ActivityPoll<R>, 'activities' | 'hasSkipped'> {
	const byId = new Map<string, Activity<R>>();
	let hasSkipped = false;
	for (const record of records) {
		const id: unknown = Reflect.get(record, 'id');
		const time = parseTime(Reflect.get(record, 'createdAt'), 'utc')?.toMillis();
		if (!isText(id) || id === '' || time === undefined) hasSkipped = true;
		else {
			const key = storedKey(String(id), '', MAX_ID_BYTES);
			byId.set(key, { id: key, time, record });
		}
	}
	return { activities: [...byId.values()].sort(compare), hasSkipped };
}

/**
 * The activities to emit, the oldest first, the state to keep, and the errors to report. The first poll of a scope
 * remembers all existing activities and emits nothing. Activities that are not accepted are remembered as well; those
 * beyond one poll's limit are left for the next.
 */
export function advanceActivities<R>(
	stored: unknown,
	{ scope, activities, hasSkipped, latest, now, accepts }: ActivityPoll<R>,
): { state: ActivityState; emitted: Array<Activity<R>>; problems: ReadError[] } {
	const { isFirst, ...before } = storedState(stored, scope, now);
	const processed: Array<Activity<R>> = [];
	const emitted: Array<Activity<R>> = [];
	for (const activity of activities.filter(createIsNew(before))) {
		if (emitted.length >= LIMITS.emitted) break;
		processed.push(activity);
		if (!isFirst && accepts(activity)) emitted.push(activity);
	}
	const newest = Math.max(before.watermark ?? -Infinity, newestTime(processed, latest));
	const remembered = [...before.seen.map(([id, time]) => ({ id, time })), ...processed]
		.sort(compare)
		.filter(({ time }) => time >= newest - LATE_MS)
		.slice(-LIMITS.seen);
	const state = {
		...before,
		watermark: Number.isFinite(newest) ? newest : null,
		hasSkipped: hasSkipped || before.hasSkipped,
		seen: remembered.map(({ id, time }): [string, number] => [id, time]),
	};
	return { state, emitted, problems: hasSkipped && !before.hasSkipped ? [SKIPPED] : [] };
}

function storedState(
	stored: unknown,
	scope: string,
	now: number,
): ActivityState & { isFirst: boolean } {
	const { success, data } = stateSchema.safeParse(stored);
	if (!success || data.scope !== scope) {
		const nothing = { watermark: null, hasSkipped: false, seen: [] };
		return { version: VERSION, scope, ...nothing, isFirst: true };
	}
	const { watermark } = data;
	// A time far ahead, such as a wrong clock has left, would make everything look old.
	const believed = watermark === null ? null : Math.min(watermark, now + BEHIND_MS);
	return { ...data, watermark: believed, isFirst: false };
}

/** Activities cut from a full list are older than all in it, and not new. */
function createIsNew({ watermark, seen }: ActivityState): (activity: Activity<unknown>) => boolean {
	const ids = new Set(seen.map(([id]) => id));
	const [[id, time] = ['', -Infinity]] = seen.length >= LIMITS.seen ? seen : [];
	const earliest = (watermark ?? -Infinity) - LATE_MS;
	return (activity) => {
		if (compare(activity, { id, time }) < 0) return false;
		return !ids.has(activity.id) && activity.time >= earliest;
	};
}

/** The newest activity's time. A time in the future must not make all later ones look old. */
function newestTime(activities: ReadonlyArray<Activity<unknown>>, latest: number): number {
	return Math.min(activities.at(-1)?.time ?? -Infinity, latest);
}

/** Orders by time, and equal times by ID: activities left for the next poll are last. */
function compare(first: Omit<Activity<unknown>, 'record'>, second: typeof first): number {
	if (first.time !== second.time) return first.time - second.time;
	return first.id < second.id ? -1 : 1;
}

const MAX_TYPES_NAMED = 10;
const MAX_TYPE_LENGTH = 100;

const activityFilters = filtersField(
	'Which activities start the workflow. An activity must match all filters. After you change them, activities that the previous filters excluded may be emitted once.',
	[
		listFilterField('actorTypes', 'The kinds of actors'),
		listFilterField('actors', 'The actors, by their ID or their details, such as an email address'),
		servicesFilterField('The services that the activities are about.'),
		listFilterField('types', 'The types of activities', 'service_start, service_stop'),
	],
);

export const newActivity: TriggerEvent = {
	name: 'New Activity',
	description: 'When something happens in the organization',
	fields: [activityFilters],
	read: readActivities,
};

async function readActivities(poll: Poll, stored: unknown): Promise<PollResult> {
	const { node, scope } = poll;
	const filters = poll.parameter('filters');
	throwIssues(poll, listIssues(filters));
	const operation = listSince(storedState(stored, scope, poll.now()).watermark);
	const list = await readRecords(poll, operation, { returnAll: true }, 'activities');
	if ('error' in list) throw pollError(node, list.error);
	const read = activitiesOf(list.records);
	const { activities, hasSkipped } = read;
	const now = poll.now();
	const date = DateTime.fromHTTP(header(list.headers, 'date') ?? '');
	// A date far ahead would make everything look old.
	const serviceTime = date.isValid ? Math.min(date.toMillis(), now) : undefined;
	const latest = (serviceTime ?? now) + TOLERANCE_MS;
	const matches = listFilter(filters);
	const enteredDays = Number(asObject(poll.parameter('options')).ignoreOlderThanDays);
	const days = enteredDays > 0 ? enteredDays : DEFAULT_IGNORE_OLDER_THAN_DAYS;
	const oldest = (serviceTime ?? newestTime(activities, latest)) - days * MS_PER_DAY;
	const accepts = ({ time, record }: Activity<IDataObject>): boolean =>
		time >= oldest && matches(record);
	const output = poll.parameter('output');
	const outputOf = (record: IDataObject): IDataObject =>
		outputRecord(record, { output }, activityRecord.output);
	return {
		advance: (current) => {
			const activityPoll = { ...read, scope, now, latest, accepts };
			const { emitted, ...progress } = advanceActivities(current, activityPoll);
			return { ...progress, items: emitted.map(({ record }) => outputOf(record)) };
		},
		sample: () => {
			if (hasSkipped && activities.length === 0) throw pollError(node, SKIPPED);
			const records = activities.map(({ record }) => record);
			return outputOf(newestMatch(poll, records, matches));
		},
	};
}

/** The API documents both for every activity. */
const SKIPPED: ReadError = {
	message: 'Activities without an ID, or without a time that can be read, are skipped.',
	description: "The trigger can't tell whether they are new. This is reported once.",
};

/** ClickHouse Cloud accepts the start of a period. Other activities that it lists anyway are filtered here. */
function listSince(watermark: number | null): Operation {
	const query: ListRow['query'] = (_parameters, { credential }) => {
		if (watermark === null || dialectOf(credential) !== 'clickhouseCloud') return [];
		const since = new Date(Math.max(0, watermark - LATE_MS));
		return [`from_date=${encodeURIComponent(since.toISOString())}`];
	};
	return { ...activityList, ...readList(activityRecord, { query }) };
}

function newestMatch(
	{ node, redact }: Poll,
	records: readonly IDataObject[],
	matches: (record: IDataObject) => boolean,
): IDataObject {
	const match = records.findLast(matches);
	if (match !== undefined) return match;
	const none = records.length === 0;
	throw inputError(node, {
		message: none
			? 'The organization has no activities yet'
			: 'No activity of the organization matches the filters',
		description: none
			? 'The trigger emits the first one when it arrives.'
			: `The organization has activities of these types: ${typesOf(records, redact)}.`,
	});
}

/** How often each type occurs, the most frequent first. */
function typesOf(records: readonly IDataObject[], redact: Poll['redact']): string {
	const counts = new Map<string, number>();
	for (const { type } of records) {
		const name = typeof type === 'string' ? type : 'without a type';
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, count], [, nextCount]) => nextCount - count);
	const typeTexts = sorted
		.slice(0, MAX_TYPES_NAMED)
		.map(([type, count]) => `${truncate(redact(type), MAX_TYPE_LENGTH)} (${String(count)})`);
	const unnamedCount = sorted.length - typeTexts.length;
	return [...typeTexts, ...(unnamedCount > 0 ? [`${String(unnamedCount)} more`] : [])].join(', ');
}
