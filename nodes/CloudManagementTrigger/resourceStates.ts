import { z } from 'zod';

const VERSION = 1;

/** The state of a resource that was there and is no longer found. */
const GONE = 'gone';

const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	revision: z.number(),
	next: z.string().nullable(),
	states: z.array(z.tuple([z.string(), z.string()])),
});

/**
 * What is kept between polls: the last state of each resource by ID, the resource to read first,
 * and a number that grows with each poll that sees something new.
 */
export type WatchState = z.infer<typeof stateSchema>;

/** What a poll has seen of one resource. One that could not be read has no sighting. */
export type Sighting<R> = { kind: 'present'; state: string; record: R } | { kind: 'notFound' };

/** A change to emit; without a record where the resource is gone. */
export interface StateChange<R> {
	id: string;
	previousState: string;
	state: string;
	record?: R;
}

/** What one poll has read. */
export interface WatchPoll<R> {
	/** All resources that are watched. */
	ids: readonly string[];
	/** The state as it was before the poll began to read. */
	before: WatchState;
	sightings: ReadonlyMap<string, Sighting<R>>;
	/** The resource that the next poll is to read first. */
	next: string | null;
}

/** Returns the stored state, or an empty one where there is none of this scope. */
export function watchStateOf(stored: unknown, scope: string): WatchState {
	const parsed = stateSchema.safeParse(stored);
	if (parsed.success && parsed.data.scope === scope) return parsed.data;
	return { version: VERSION, scope, revision: 0, next: null, states: [] };
}

/** Returns the IDs, beginning with the one that the last poll did not get to. */
export function readingOrder(ids: readonly string[], { next }: WatchState): string[] {
	const first = Math.max(
		0,
		ids.findIndex((id) => id === next),
	);
	return [...ids.slice(first), ...ids.slice(0, first)];
}

/**
 * Returns the changes to emit and the state to keep. The first sight of a resource emits nothing.
 * When another poll has seen something new since this one began, what this one has read may be older: it is dropped.
 */
export function advanceStates<R>(
	current: WatchState,
	{ ids, before, sightings, next }: WatchPoll<R>,
): { state: WatchState; changes: Array<StateChange<R>> } {
	if (current.revision !== before.revision) return { state: current, changes: [] };
	const known = new Map(current.states.filter(([id]) => ids.includes(id)));
	const changes: Array<StateChange<R>> = [];
	let { revision } = current;
	for (const [id, sighting] of sightings) {
		const previousState = known.get(id);
		const state = sighting.kind === 'present' ? sighting.state : GONE;
		if (state === previousState) continue;
		if (previousState === undefined && sighting.kind === 'notFound') continue;
		known.set(id, state);
		revision = before.revision + 1;
		if (previousState === undefined) continue;
		const record = sighting.kind === 'present' ? { record: sighting.record } : {};
		changes.push({ id, previousState, state, ...record });
	}
	return { state: { ...current, revision, next, states: [...known] }, changes };
}
