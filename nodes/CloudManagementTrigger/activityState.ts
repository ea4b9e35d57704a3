import { z } from 'zod';
import { isText } from '../engine/parameters/values';
import { MS_PER_DAY, parseTime } from '../engine/time';
import type { ReadError } from '../features/watch/poll';
import { storedKey } from '../features/watch/states';

const VERSION = 1;

/** An activity may arrive this much later than another with a newer time. */
export const LATE_MS = MS_PER_DAY;

/** n8n's clock may be behind the API's by this much. */
const BEHIND_MS = MS_PER_DAY;

/** How many activities are remembered, and how many one poll emits. */
export const ACTIVITY_LIMITS = { seen: 2000, emitted: 500 };

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
export interface Activity<R> {
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
		if (emitted.length >= ACTIVITY_LIMITS.emitted) break;
		processed.push(activity);
		if (!isFirst && accepts(activity)) emitted.push(activity);
	}
	const newest = Math.max(before.watermark ?? -Infinity, newestTime(processed, latest));
	const remembered = [...before.seen.map(([id, time]) => ({ id, time })), ...processed]
		.sort(compare)
		.filter(({ time }) => time >= newest - LATE_MS)
		.slice(-ACTIVITY_LIMITS.seen);
	const state = {
		...before,
		watermark: Number.isFinite(newest) ? newest : null,
		hasSkipped: hasSkipped || before.hasSkipped,
		seen: remembered.map(({ id, time }): [string, number] => [id, time]),
	};
	return { state, emitted, problems: hasSkipped && !before.hasSkipped ? [SKIPPED] : [] };
}

export function storedState(
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
	const [[id, time] = ['', -Infinity]] = seen.length >= ACTIVITY_LIMITS.seen ? seen : [];
	const earliest = (watermark ?? -Infinity) - LATE_MS;
	return (activity) => {
		if (compare(activity, { id, time }) < 0) return false;
		return !ids.has(activity.id) && activity.time >= earliest;
	};
}

/** The newest activity's time. A time in the future must not make all later ones look old. */
export function newestTime(activities: ReadonlyArray<Activity<unknown>>, latest: number): number {
	return Math.min(activities.at(-1)?.time ?? -Infinity, latest);
}

/** Orders by time, and equal times by ID: activities left for the next poll are last. */
function compare(first: Omit<Activity<unknown>, 'record'>, second: typeof first): number {
	if (first.time !== second.time) return first.time - second.time;
	return first.id < second.id ? -1 : 1;
}

/** The API documents both for every activity. */
export const SKIPPED: ReadError = {
	message: 'The trigger skips activities without an ID or a readable time.',
	description: "It can't tell whether these activities are new. This warning appears only once.",
};
