import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import { hashOf } from '../../engine/json';
import type { ReadError } from './reader';

/** As JSON, with its quotes. */
const MAX_BYTES = 142;

/** How many resources of a list are remembered: with what is kept of each, they stay under 300 kB. */
export const MAX_LISTED = 1000;

/** Returns an ID or a state in the form that is kept between polls: a long one as its hash. */
export function keptText(text: string): string {
	return keptBelow('', text);
}

/** Returns the same of an ID after a prefix, which stays readable. */
export function keptBelow(prefix: string, id: string): string {
	const isLong = Buffer.byteLength(JSON.stringify(prefix + id)) > MAX_BYTES;
	return prefix + (isLong ? hashOf(id) : id);
}

const VERSION = 1;

/** The state of a resource that was there and is no longer found. */
const GONE = 'gone';

/** In so many polls in a row a resource fails before it is reported. */
const FAILURES_BEFORE_REPORT = 2;

const resourceSchema = z.tuple([z.string(), z.string().nullable(), z.number()]);
const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	settings: z.string(),
	revision: z.number(),
	next: z.string().nullable(),
	isPartial: z.boolean().default(false),
	resources: z.array(resourceSchema),
	homes: z.array(resourceSchema).default([]),
});

type KeptResource = z.infer<typeof resourceSchema>;

/**
 * What is kept between polls: of each resource its ID, its last state (null if never seen), and how many
 * polls in a row it has failed; the resource to read first, and a number that grows with each poll that learns
 * something new. `settings` are the parameters of the node at the last poll, `isPartial`: whether it read only a
 * part of the list. If the resources of several homes are watched, such as the pipes of all services, `homes` has the
 * same of each home: its state is that it was read.
 */
export type WatchState = z.infer<typeof stateSchema>;

/**
 * What a poll has read of one resource, with the record if its state is another one. One that could not be read for
 * lack of time, for the rate or for its size has none.
 */
export type ReadState<R> =
	{ kind: 'present'; state: string; record?: R } | { kind: 'notFound' } | { kind: 'failed' };

export type SameState = (state: string, other: string) => boolean;

/** A change to emit; without a record if the resource is gone. */
export interface StateChange<R> {
	id: string;
	/** Empty if the resource is new. */
	previousState: string;
	state: string;
	record?: R;
}

/** What one poll has read. */
interface WatchPoll<R> {
	ids: readonly string[];
	/** The state as it was before the poll began to read. */
	before: WatchState;
	settings: string;
	reads: ReadonlyMap<string, ReadState<R>>;
	isSame: SameState;
	/** Whether a resource without a state counts as changed: it wasn't there at the last poll. */
	isNew: (id: string) => boolean;
	/** The resource, or the home, that the next poll is to read first. */
	next: string | null;
	isPartial: boolean;
	homes?: { ids: readonly string[]; states: ReadonlyMap<string, HomeState> } | undefined;
}

/** What a poll compares with. */
export type Comparison = Pick<WatchPoll<unknown>, 'before' | 'isSame' | 'isNew'>;

/** That the resources of a home were read. */
export const HOME_READ = { kind: 'present', state: 'read' } as const;
export type HomeState = typeof HOME_READ | { kind: 'failed' };

/** Empty if nothing of this scope is stored. */
export function watchStateOf(stored: unknown, scope: string): WatchState {
	const parsed = stateSchema.safeParse(stored);
	if (parsed.success && parsed.data.scope === scope) return parsed.data;
	const empty = { settings: '', revision: 0, next: null, isPartial: false };
	return { version: VERSION, scope, ...empty, resources: [], homes: [] };
}

/** Returns a function that checks whether a resource was ever read. */
export function seenIn(state: WatchState): (id: string) => boolean {
	const states = statesByKey(state);
	return (id) => (states.get(keptText(id)) ?? null) !== null;
}

/** Returns a function that checks whether a resource is in another state than at the last poll. */
export function changedSince({
	before,
	isSame,
	isNew,
}: Comparison): (id: string, state: string) => boolean {
	const states = statesByKey(before);
	return (id, state) => {
		const previousState = states.get(keptText(id)) ?? null;
		return previousState === null ? isNew(id) : !isSame(keptText(state), previousState);
	};
}

function statesByKey({ resources }: WatchState): ReadonlyMap<string, string | null> {
	return new Map(resources.map(([key, state]) => [key, state]));
}

/** Returns whether the state is that of a first poll, which has nothing to compare with. */
export function isFirstPoll({ settings }: WatchState): boolean {
	return settings === '';
}

/** Returns whether the resources of a home are compared: it was read before, or wasn't there at the first poll. */
export function isKnownHome(before: WatchState, homeId: string): boolean {
	const isUnread = before.homes.some(([key, state]) => key === homeId && state === null);
	return !isFirstPoll(before) && !isUnread;
}

/** Returns what was there at the last poll, by the keys that are kept of the IDs. */
export function presentKeys({ resources }: WatchState): string[] {
	return resources.filter(([, state]) => state !== null && state !== GONE).map(([key]) => key);
}

/** Begins with the ID that the last poll did not get to. */
export function readingOrder(ids: readonly string[], { next }: Pick<WatchState, 'next'>): string[] {
	const first = Math.max(
		0,
		ids.findIndex((id) => keptText(id) === next),
	);
	return [...ids.slice(first), ...ids.slice(0, first)];
}

/** What a poll comes to: the changes to emit, and the IDs to report because they keep failing, each once. */
interface Compared<R> {
	changes: Array<StateChange<R>>;
	failing: string[];
}

/**
 * Returns what a poll comes to, and the state to keep. The first sight of a resource emits nothing unless it is new.
 * If another poll has learned something new since this one began, what this one has read may be older: it is dropped.
 */
export function advanceStates<R>(
	current: WatchState,
	{ before, settings, next, isPartial, homes, ...read }: WatchPoll<R>,
): Compared<R> & { state: WatchState } {
	if (current.revision !== before.revision) return { state: current, changes: [], failing: [] };
	const { kept: resources, hasNews, changes, failing } = compared(current.resources, read);
	const { ids, states } = homes ?? { ids: [], states: new Map<string, HomeState>() };
	// What a home has that appears later wasn't there at the first poll, whenever it is read.
	const unseen = isFirstPoll(before) ? null : HOME_READ.state;
	const seen = new Map(current.homes.map((home) => [home[0], home]));
	const ofHomes = compared(
		ids.map((id) => seen.get(keptText(id)) ?? [keptText(id), unseen, 0]),
		{ ids, reads: states, isSame: read.isSame, isNew: () => false },
	);
	const state = {
		...current,
		...{ settings, isPartial, homes: ofHomes.kept },
		resources: withinLimit(resources, MAX_LISTED - ids.length),
		revision: hasNews || ofHomes.hasNews ? before.revision + 1 : current.revision,
		next: next === null ? null : keptText(next),
	};
	return { state, changes, failing: [...failing, ...ofHomes.failing] };
}

/** Of those that don't fit, the ones that are gone are forgotten: none of these is told again. */
function withinLimit(resources: KeptResource[], most: number): KeptResource[] {
	if (resources.length <= most) return resources;
	return resources.filter(([, state]) => state !== GONE).slice(0, most);
}

/** Compares what was read with what was kept, and returns what is to be kept. */
function compared<R>(
	before: readonly KeptResource[],
	{ ids, reads, isSame, isNew }: Pick<WatchPoll<R>, 'ids' | 'reads' | 'isSame' | 'isNew'>,
): Compared<R> & { kept: KeptResource[]; hasNews: boolean } {
	const changes: Array<StateChange<R>> = [];
	const failing: string[] = [];
	const keys = new Set(ids.map(keptText));
	const known = new Map(before.filter(([key]) => keys.has(key)).map((one) => [one[0], one]));
	let hasNews = false;
	for (const [id, read] of reads) {
		const key = keptText(id);
		const [, previousState, failures] = known.get(key) ?? [key, null, 0];
		const state = stateAfter(read, previousState, isSame);
		const failuresNow = state === undefined ? Math.min(failures + 1, FAILURES_BEFORE_REPORT) : 0;
		const kept = state === undefined ? previousState : keptText(state);
		if (kept === previousState && failuresNow === failures) continue;
		known.set(key, [key, kept, failuresNow]);
		hasNews = true;
		if (failuresNow === FAILURES_BEFORE_REPORT) failing.push(id);
		if (state === undefined || kept === previousState) continue;
		if (previousState === null && !isNew(id)) continue;
		const record = 'record' in read ? { record: read.record } : {};
		changes.push({ id, previousState: previousState ?? '', state, ...record });
	}
	return { kept: [...known.values()], hasNews, changes, failing };
}

/** Unchanged if the state only is spelled another way; undefined if the read shows none. */
function stateAfter<R>(
	read: ReadState<R>,
	previousState: string | null,
	isSame: SameState,
): string | undefined {
	const isGone = read.kind === 'notFound' && previousState !== null;
	const state = read.kind === 'present' ? read.state : isGone ? GONE : undefined;
	if (state === undefined || previousState === null) return state;
	return isSame(keptText(state), previousState) ? previousState : state;
}

/** How many characters of JSON the changes of one poll have at most, unless a single one has more. */
export const LIMITS = { characters: 16 * 1024 * 1024 };

/** What was read of a resource. */
export interface Present {
	state: string;
	/** As it is output. */
	record: IDataObject;
}

/** What is kept of a resource, undefined if it is left for the next poll; or why it could not be read. */
export type ReadOutcome = { state: ReadState<IDataObject> | undefined } | { error: ReadError };

/** Keeps of the responses of one poll what may be emitted: they can be many, and each be large. */
export class KeptRecords {
	private characters = 0;
	private first: { position: number; sample: StateChange<IDataObject> } | undefined;

	constructor(private readonly isChanged: (id: string, state: string) => boolean) {}

	/** What a test by hand shows: the first resource that could be read, in its present state. */
	get sample(): StateChange<IDataObject> | undefined {
		return this.first?.sample;
	}

	/**
	 * Returns what is kept of a resource. A change that is too large for this poll is left for the next. The one with the
	 * lowest position is the sample.
	 */
	keep(id: string, one: Present | { error: ReadError }, position: number): ReadOutcome {
		if ('error' in one) return one;
		const { state, record } = one;
		if (position < (this.first?.position ?? Infinity)) {
			this.first = { position, sample: { id, previousState: state, state, record } };
		}
		if (!this.isChanged(id, state)) return { state: { kind: 'present', state: keptText(state) } };
		const characters = state.length + JSON.stringify(record).length;
		if (this.characters > 0 && this.characters + characters > LIMITS.characters) {
			return { state: undefined };
		}
		this.characters += characters;
		return { state: { kind: 'present', state, record } };
	}
}
