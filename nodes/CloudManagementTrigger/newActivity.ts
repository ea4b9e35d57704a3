import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import { hashOf } from '../engine/json';
import { parseTime } from '../engine/time';
import {
	activityKind,
	activityOutput,
	listFilter,
	listIssues,
	activityList,
} from '../clickhouseCloud/activities';
import { outputRecord } from '../features/record/output';
import type { ListTraits } from '../features/record/record';
import { readList } from '../features/record/record';
import { dialectOf } from '../clickhouseCloud/api';
import { inputError } from '../engine/errors/nodeErrors';
import type { Operation } from '../engine/operation';
import { asObject } from '../engine/parameters/values';
import { truncate } from '../engine/text';
import type { Poll, PollResult, TriggerEvent } from '../features/watch/poll';
import { throwIssues } from '../features/watch/reader';
import { readRecords } from '../features/watch/poll';
import { DEFAULT_IGNORE_OLDER_THAN_DAYS } from './properties';

const VERSION = 1;

/** An activity may arrive this much later than another with a newer time. */
const LATE_MS = 24 * 60 * 60 * 1000;

/** n8n's clock may be behind the API's by this much. */
const BEHIND_MS = LATE_MS;

/** How many activities are remembered, with a readable time and without, and how many one poll emits. */
export const LIMITS = { seen: 2000, untimed: 5000, emitted: 500 };

/** An ID with more bytes as JSON is kept as its hash, so that all that is remembered stays under 300 kB. */
const MAX_ID_BYTES = 78;

/** Activities without a time are remembered as long as they are listed, so their hash is short. */
const SHORT_HASH_LENGTH = 10;

const seenSchema = z.tuple([z.string(), z.number().nullable()]);
const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	watermark: z.number().nullable(),
	seen: z.array(seenSchema),
});

/** An activity that was processed: its key and its time, null if that could not be read. */
type Seen = z.infer<typeof seenSchema>;

/** What is kept between polls. `watermark` is the newest time processed, by the API's clock. */
export type ActivityState = z.infer<typeof stateSchema>;

/** One activity of a response. */
interface Activity<R> {
	id: string;
	time: number | null;
	/** What it is remembered by: its ID, or a short hash of it if it has no time. */
	key: string;
	record: R;
}

/** What one poll has read, and which of it may be emitted. */
interface ActivityPoll<R> {
	/** A stored state of another scope is not used. */
	scope: string;
	/** Sorted, as `activitiesOf` returns them. */
	activities: ReadonlyArray<Activity<R>>;
	/** What is dated later is in the future. */
	latest: number;
	/** By n8n's clock. */
	startedAt: number;
	accepts: (activity: Activity<R>) => boolean;
}

/** Each ID once, the oldest first and those without a time last. */
export function activitiesOf<R extends object>(records: readonly R[]): Array<Activity<R>> {
	const byId = new Map<string, Activity<R>>();
	for (const record of records) {
		const id = idOf(record);
		const time = parseTime(Reflect.get(record, 'createdAt'), 'utc')?.toMillis() ?? null;
		byId.set(id, { id, time, key: time === null ? shortHash(id) : id, record });
	}
	return [...byId.values()].sort((one, other) => compare(seenOf(one), seenOf(other)));
}

/**
 * Returns the activities to emit, the oldest first, and the state to keep.
 * The first poll of a scope remembers what there is and emits nothing. Activities that are not accepted
 * are remembered as well; those beyond the limit of one poll are left for the next.
 */
export function advanceActivities<R>(
	stored: unknown,
	{ scope, activities, latest, startedAt, accepts }: ActivityPoll<R>,
): { state: ActivityState; emitted: Array<Activity<R>> } {
	const before = storedState(stored, scope, startedAt);
	if (before === undefined) {
		const empty: ActivityState = { version: VERSION, scope, watermark: null, seen: [] };
		return { state: remember(empty, activities, activities, latest), emitted: [] };
	}
	const isNew = newness(before, activities);
	const processed: Array<Activity<R>> = [];
	const emitted: Array<Activity<R>> = [];
	for (const activity of activities.filter(isNew)) {
		if (emitted.length >= LIMITS.emitted) break;
		processed.push(activity);
		if (accepts(activity)) emitted.push(activity);
	}
	return { state: remember(before, processed, activities, latest), emitted };
}

/** Returns the earliest time that the next poll may treat as new, or undefined if no time was processed yet. */
function earliestNew(
	stored: unknown,
	{ scope, startedAt }: Pick<ActivityPoll<unknown>, 'scope' | 'startedAt'>,
): number | undefined {
	const watermark = storedState(stored, scope, startedAt)?.watermark ?? null;
	return watermark === null ? undefined : Math.max(0, watermark - LATE_MS);
}

function storedState(stored: unknown, scope: string, now: number): ActivityState | undefined {
	const { success, data } = stateSchema.safeParse(stored);
	if (!success || data.scope !== scope) return undefined;
	const { watermark } = data;
	// One far ahead, such as a wrong clock has left, would make everything look old.
	return { ...data, watermark: watermark === null ? null : Math.min(watermark, now + BEHIND_MS) };
}

/** What was cut from a full list comes before all in it, and is not new. */
function newness(
	{ watermark, seen }: ActivityState,
	activities: ReadonlyArray<Activity<unknown>>,
): (activity: Activity<unknown>) => boolean {
	const keys = new Set(seen.map(([key]) => key));
	const [timed, untimed] = partition(seen);
	const oldest = timed.length >= LIMITS.seen ? timed[0] : undefined;
	// Only of more than fit in was any forgotten that is still listed.
	const isCut = activities.filter(isUntimed).length > LIMITS.untimed;
	const firstUntimed = isCut && untimed.length >= LIMITS.untimed ? untimed[0] : undefined;
	return (activity) => {
		const { id, time, key } = activity;
		const cut = time === null ? firstUntimed : oldest;
		if (cut !== undefined && compare(seenOf(activity), cut) < 0) return false;
		if (keys.has(id)) return false;
		// Its time may not have been readable before.
		if (untimed.length > 0 && keys.has(time === null ? key : shortHash(id))) return false;
		return time === null || watermark === null || time >= watermark - LATE_MS;
	};
}

/** What has no time is forgotten only if it doesn't fit in, and first what is no longer listed. */
function remember(
	{ version, scope, watermark: before, seen }: ActivityState,
	processed: ReadonlyArray<Activity<unknown>>,
	listed: ReadonlyArray<Activity<unknown>>,
	latest: number,
): ActivityState {
	const watermark = newest(before, processed, latest);
	const [timed, untimed] = partition([...seen, ...processed.map(seenOf)]);
	const present = new Set(listed.filter(isUntimed).map(({ key }) => key));
	const isListed = ([key]: Seen): boolean => present.has(key);
	const keptUntimed = [
		...untimed.filter((one) => !isListed(one)),
		...untimed.filter(isListed),
	].slice(-LIMITS.untimed);
	const floor = watermark === null ? null : watermark - LATE_MS;
	const keptTimed = timed
		.filter(([, time]) => floor === null || (time !== null && time >= floor))
		.slice(-LIMITS.seen);
	return { version, scope, watermark, seen: [...keptTimed, ...keptUntimed] };
}

/** One activity dated in the future must not make all that follow look old. */
function newest(
	before: number | null,
	processed: ReadonlyArray<Activity<unknown>>,
	latest: number,
): number | null {
	return processed.reduce(
		(found, { time }) =>
			time === null ? found : Math.max(found ?? -Infinity, Math.min(time, latest)),
		before,
	);
}

/** Those with a time, the oldest first, and those without. */
function partition(seen: readonly Seen[]): [Seen[], Seen[]] {
	const sorted = [...seen].sort(compare);
	return [sorted.filter(([, time]) => time !== null), sorted.filter(([, time]) => time === null)];
}

/** Orders by time, those without one last, and equal times by key: what is left for the next poll comes last. */
function compare([key, time]: Seen, [otherKey, otherTime]: Seen): number {
	const [one, other] = [time ?? Infinity, otherTime ?? Infinity];
	if (one !== other) return one < other ? -1 : 1;
	return key < otherKey ? -1 : 1;
}

function isUntimed({ time }: Activity<unknown>): boolean {
	return time === null;
}

function seenOf({ key, time }: Activity<unknown>): Seen {
	return [key, time];
}

function shortHash(id: string): string {
	return hashOf(id).slice(0, SHORT_HASH_LENGTH);
}

/** An activity without an ID is known by its content, and one with a long ID by its hash. */
function idOf(record: object): string {
	const id: unknown = Reflect.get(record, 'id');
	const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
	if (text === '') return hashOf(record);
	return Buffer.byteLength(JSON.stringify(text)) > MAX_ID_BYTES ? hashOf(text) : text;
}

type Activities = Array<Activity<IDataObject>>;

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const MAX_TYPES_NAMED = 10;
const MAX_TYPE_LENGTH = 100;

/** Emits the activities that were not there at the polls before. */
export const newActivity: TriggerEvent = {
	read: async (poll, stored): Promise<PollResult> => {
		const filters = poll.parameter('filters');
		throwIssues(poll, listIssues(filters));
		const operation = listSince(earliestNew(stored, poll));
		const list = await readRecords(poll, operation, { returnAll: true }, 'activities');
		const { records, serviceTime, latest } = list;
		const activities = activitiesOf(records);
		const matches = listFilter(filters);
		const output = poll.parameter('output');
		const shown = (record: IDataObject): IDataObject =>
			outputRecord(record, { output }, activityOutput);
		const newest = serviceTime ?? newestTime(activities, latest);
		const isRecent = ageLimit(poll.parameter('options'), newest);
		const accepts = (activity: Activity<IDataObject>): boolean =>
			isRecent(activity) && matches(activity.record);
		return {
			advance: (current) => {
				const { scope, startedAt } = poll;
				const read = { scope, startedAt, activities, latest, accepts };
				const { state, emitted } = advanceActivities(current, read);
				return { state, items: emitted.map(({ record }) => shown(record)), problems: [] };
			},
			sample: () => shown(newestMatch(poll, activities, matches)),
		};
	},
};

/** ClickHouse Cloud accepts the start of a period. What it lists anyway is filtered here. */
function listSince(since: number | undefined): Operation {
	const query: ListTraits['query'] = (_parameters, { credential }) =>
		since === undefined || dialectOf(credential) !== 'clickhouseCloud'
			? []
			: [`from_date=${encodeURIComponent(new Date(since).toISOString())}`];
	return { ...activityList, ...readList(activityKind, { query }) };
}

/** Compares with the API's time, or if the response doesn't contain it, with the newest activity. */
function ageLimit(options: unknown, newest: number): (activity: Activity<unknown>) => boolean {
	const { ignoreOlderThanDays } = asObject(options);
	const given = Number(ignoreOlderThanDays);
	const days = given > 0 ? given : DEFAULT_IGNORE_OLDER_THAN_DAYS;
	const oldest = newest - days * MS_PER_DAY;
	return ({ time }) => time === null || time >= oldest;
}

/** Times in the future don't count. */
function newestTime(activities: Activities, latest: number): number {
	return activities.reduce(
		(found, { time }) => Math.max(found, Math.min(time ?? -Infinity, latest)),
		-Infinity,
	);
}

function newestMatch(
	{ node, redact }: Poll,
	activities: Activities,
	matches: (record: IDataObject) => boolean,
): IDataObject {
	const matching = activities.filter(({ record }) => matches(record));
	const found = matching.filter(({ time }) => time !== null).at(-1) ?? matching.at(-1);
	if (found !== undefined) return found.record;
	const none = activities.length === 0;
	throw inputError(node, {
		message: none
			? 'The organization has no activities yet'
			: 'No activity of the organization matches the filters',
		description: none
			? 'The trigger emits the first one when it comes.'
			: `The organization has activities of these types: ${typesOf(activities, redact)}.`,
	});
}

/** How often each type occurs, the most frequent first. */
function typesOf(activities: Activities, redact: Poll['redact']): string {
	const counts = new Map<string, number>();
	for (const { record } of activities) {
		const { type } = record;
		const name = typeof type === 'string' ? type : 'without a type';
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, one], [, other]) => other - one);
	const named = sorted
		.slice(0, MAX_TYPES_NAMED)
		.map(([type, count]) => `${truncate(redact(type), MAX_TYPE_LENGTH)} (${String(count)})`);
	const rest = sorted.length - named.length;
	return [...named, ...(rest > 0 ? [`${String(rest)} more`] : [])].join(', ');
}
