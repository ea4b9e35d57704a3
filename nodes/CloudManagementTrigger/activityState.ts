import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isText } from '../engine/parameters/values';
import { MS_PER_DAY, parseTime } from '../engine/time';
import type { ReadError } from '../features/watch/poll';
import { storedKey } from '../features/watch/states';

const VERSION = 1;

/** An activity may arrive this much later than an activity with a newer time. */
export const LATE_MS = MS_PER_DAY;

/** n8n's clock may lag behind the API's by this much. */
const BEHIND_MS = MS_PER_DAY;

/** The trigger remembers at most `seen` activities, and a poll emits at most `emitted`. */
export const ACTIVITY_LIMITS = { seen: 2000, emitted: 500 };

/** IDs with more bytes as JSON are stored as hashes, so that all IDs together stay below 200 kB. */
const MAX_ID_BYTES = 78;

const activityStateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	/** The newest time that was processed, on the API's clock. */
	watermark: z.number().nullable(),
	/** True once skipped activities have been reported. */
	hasSkipped: z.boolean(),
	/** IDs and times of processed activities. */
	seen: z.array(z.tuple([z.string(), z.number()])),
});

type ActivityState = z.infer<typeof activityStateSchema>;

export interface Activity {
	id: string;
	time: number;
	record: IDataObject;
}

interface ActivityPoll {
	/** The trigger ignores a stored state with a different scope. */
	scope: string;
	/** Sorted by `activitiesOf`. */
	activities: readonly Activity[];
	/** Set if some activities have no ID or time. */
	hasSkipped: boolean;
	/** If an activity is later than this, its time is in the future, so one of the clocks is wrong. */
	latestTime: number;
	/** Time of the poll, by n8n's clock. */
	now: number;
	accepts: (activity: Activity) => boolean;
}

/** Sorts the oldest activity first, and drops activities without an ID or time. */
export function activitiesOf(
	records: readonly IDataObject[],
): Pick<ActivityPoll, 'activities' | 'hasSkipped'> {
	const byId = new Map<string, Activity>();
	let hasSkipped = false;
	for (const record of records) {
		const { id, createdAt } = record;
		const time = parseTime(createdAt, 'utc')?.toMillis();
		if (!isText(id) || id === '' || time === undefined) hasSkipped = true;
		else {
			const key = storedKey(String(id), '', MAX_ID_BYTES);
			byId.set(key, { id: key, time, record });
		}
	}
	return { activities: [...byId.values()].sort(compare), hasSkipped };
}

/**
 * A scope's first poll remembers all existing activities and emits nothing. Rejected activities are remembered too.
 * Activities beyond the limit wait for the next poll. Items come oldest first.
 */
export function advanceActivities(
	stored: unknown,
	{ scope, activities, hasSkipped, latestTime, now, accepts }: ActivityPoll,
): { state: ActivityState; emitted: Activity[]; problems: ReadError[] } {
	const { isFirst, ...before } = storedActivities(stored, scope, now);
	const processed: Activity[] = [];
	const emitted: Activity[] = [];
	for (const activity of activities.filter(newnessTest(before))) {
		if (emitted.length >= ACTIVITY_LIMITS.emitted) break;
		processed.push(activity);
		if (!isFirst && accepts(activity)) emitted.push(activity);
	}
	const newest = Math.max(before.watermark ?? -Infinity, newestTime(processed, latestTime));
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

export function storedActivities(
	stored: unknown,
	scope: string,
	now: number,
): ActivityState & { isFirst: boolean } {
	const { success, data } = activityStateSchema.safeParse(stored);
	if (!success || data.scope !== scope) {
		const nothing = { watermark: null, hasSkipped: false, seen: [] };
		return { version: VERSION, scope, ...nothing, isFirst: true };
	}
	const { watermark } = data;
	// A wrong clock may have left a time far ahead, which would make everything look old.
	const believed = watermark === null ? null : Math.min(watermark, now + BEHIND_MS);
	return { ...data, watermark: believed, isFirst: false };
}

/** A full list has dropped its oldest activities, so an unknown activity that is older isn't new. */
function newnessTest({ watermark, seen }: ActivityState): (activity: Activity) => boolean {
	const ids = new Set(seen.map(([id]) => id));
	const [[id, time] = ['', -Infinity]] = seen.length >= ACTIVITY_LIMITS.seen ? seen : [];
	const earliest = (watermark ?? -Infinity) - LATE_MS;
	return (activity) => {
		if (compare(activity, { id, time }) < 0) return false;
		return !ids.has(activity.id) && activity.time >= earliest;
	};
}

/** A time in the future would make all later activities look old, so it's capped. */
export function newestTime(activities: readonly Activity[], latestTime: number): number {
	return Math.min(activities.at(-1)?.time ?? -Infinity, latestTime);
}

/** Equal times are sorted by ID, so that activities left for the next poll come last. */
function compare(first: Omit<Activity, 'record'>, second: typeof first): number {
	if (first.time !== second.time) return first.time - second.time;
	return first.id < second.id ? -1 : 1;
}

/** The API documents an ID and a time for every activity. */
export const SKIPPED: ReadError = {
	message: 'The trigger skips activities without an ID or a readable time.',
	description:
		"The trigger can't tell whether these activities are new. You see this warning once.",
};
