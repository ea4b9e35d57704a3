import { z } from 'zod';

import { hashOf } from '../core/json';
import { parseTime } from '../CloudManagement/actions/shared/time';

const VERSION = 1;

/** Activities may arrive this much later than others that bear a newer time. */
const LATE_MS = 24 * 60 * 60 * 1000;

/** How many activities are remembered, how many of them without a readable time, and how many one poll emits. */
export const LIMITS = { seen: 2000, untimed: 1000, emitted: 500 };

/** An ID that takes more bytes as JSON is kept as its hash, so that all that is remembered stays under 300 kB. */
const MAX_ID_BYTES = 120;

const seenSchema = z.tuple([z.string(), z.number().nullable()]);
const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	watermark: z.number().nullable(),
	seen: z.array(seenSchema),
});

/** An activity that was processed: its ID and its time, null where that could not be read. */
type Seen = z.infer<typeof seenSchema>;

/** What is kept between polls. `watermark` is the newest time processed, by the API's clock. */
export type ActivityState = z.infer<typeof stateSchema>;

/** One activity of a response. */
export interface Activity<R> {
	id: string;
	time: number | null;
	record: R;
}

/** What one poll has read, and which of it may be emitted. */
export interface ActivityPoll<R> {
	/** Names what is watched; a state of another scope counts for nothing. */
	scope: string;
	/** Sorted, as `activitiesOf` returns them. */
	activities: ReadonlyArray<Activity<R>>;
	/** What is dated later is in the future. */
	latest: number;
	accepts: (activity: Activity<R>) => boolean;
}

/** Returns the activities of a response, each ID once, the oldest first and those without a time last. */
export function activitiesOf<R extends object>(records: readonly R[]): Array<Activity<R>> {
	const byId = new Map<string, Activity<R>>();
	for (const record of records) {
		const id = idOf(record);
		const time = parseTime(Reflect.get(record, 'createdAt'), 'utc')?.toMillis() ?? null;
		byId.set(id, { id, time, record });
	}
	return [...byId.values()].sort((one, other) =>
		compare([one.id, one.time], [other.id, other.time]),
	);
}

/**
 * Returns the activities to emit, the oldest first, and the state to keep.
 * The first poll of a scope remembers what there is and emits nothing. Activities that are not accepted
 * are remembered as well; those beyond the limit of one poll are left for the next.
 */
export function advanceActivities<R>(
	stored: unknown,
	{ scope, activities, latest, accepts }: ActivityPoll<R>,
): { state: ActivityState; emitted: Array<Activity<R>> } {
	const parsed = stateSchema.safeParse(stored);
	if (!parsed.success || parsed.data.scope !== scope) {
		const empty: ActivityState = { version: VERSION, scope, watermark: null, seen: [] };
		return { state: remember(empty, activities, latest), emitted: [] };
	}
	const isNew = newness(parsed.data);
	const processed: Array<Activity<R>> = [];
	const emitted: Array<Activity<R>> = [];
	for (const activity of activities.filter(isNew)) {
		if (emitted.length >= LIMITS.emitted) break;
		processed.push(activity);
		if (accepts(activity)) emitted.push(activity);
	}
	return { state: remember(parsed.data, processed, latest), emitted };
}

/** Returns a function that says whether an activity is new. What was cut from a full list is older than all in it. */
function newness({ watermark, seen }: ActivityState): (activity: Activity<unknown>) => boolean {
	const ids = new Set(seen.map(([id]) => id));
	const [timed, untimed] = partition(seen);
	const oldest = seen.length >= LIMITS.seen ? timed[0] : undefined;
	const firstUntimed = untimed.length >= LIMITS.untimed ? untimed[0] : undefined;
	return ({ id, time }) => {
		if (ids.has(id)) return false;
		const cut = time === null ? firstUntimed : oldest;
		if (cut !== undefined && compare([id, time], cut) < 0) return false;
		return time === null || watermark === null || time >= watermark - LATE_MS;
	};
}

function remember(
	{ version, scope, watermark: before, seen }: ActivityState,
	processed: ReadonlyArray<Activity<unknown>>,
	latest: number,
): ActivityState {
	const watermark = newest(before, processed, latest);
	const [timed, untimed] = partition([
		...seen,
		...processed.map(({ id, time }): Seen => [id, time]),
	]);
	const keptUntimed = untimed.slice(-LIMITS.untimed);
	const floor = watermark === null ? null : watermark - LATE_MS;
	const keptTimed = timed
		.filter(([, time]) => floor === null || (time !== null && time >= floor))
		.slice(keptUntimed.length - LIMITS.seen);
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

/** Returns those with a time, the oldest first, and those without. */
function partition(seen: readonly Seen[]): [Seen[], Seen[]] {
	const sorted = [...seen].sort(compare);
	return [sorted.filter(([, time]) => time !== null), sorted.filter(([, time]) => time === null)];
}

/** Orders by time, those without one last, and equal times by ID: what is left for the next poll comes last. */
function compare([id, time]: Seen, [otherId, otherTime]: Seen): number {
	const [one, other] = [time ?? Infinity, otherTime ?? Infinity];
	if (one !== other) return one < other ? -1 : 1;
	return id < otherId ? -1 : 1;
}

/** An activity without an ID is known by its content, and one with a long ID by its hash. */
function idOf(record: object): string {
	const id: unknown = Reflect.get(record, 'id');
	const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
	if (text === '') return hashOf(record);
	return Buffer.byteLength(JSON.stringify(text)) > MAX_ID_BYTES ? hashOf(text) : text;
}
