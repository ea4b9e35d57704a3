import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import { hashOf } from '../../engine/json';
import { shortened } from '../../engine/text';
import type { ReadError } from './poll';

/** As JSON, with its quotes. */
const MAX_BYTES = 142;
/** At most this many characters of a long state are stored before its hash. */
const START_LENGTH = 70;

/** How many resources of a list are remembered: with their stored parts, they stay under 300 kB. */
export const MAX_LISTED_RECORDS = 1000;

/** An ID in its stored form: a long one as its hash. A prefix stays readable. */
export function storedKey(id: string, prefix = '', maxBytes = MAX_BYTES): string {
	return prefix + (isLong(prefix + id, maxBytes) ? hashOf(id) : id);
}

/** A state in its stored form: of a long one its start, for people, and its hash. */
export function storedState(state: string): string {
	if (!isLong(state)) return state;
	const hash = hashOf(state);
	let length = START_LENGTH;
	while (isLong(shortened(state, length) + hash)) length -= 1;
	return shortened(state, length) + hash;
}

function isLong(text: string, maxBytes = MAX_BYTES): boolean {
	return Buffer.byteLength(JSON.stringify(text)) > maxBytes;
}

/** A stored state for people: of a long one its start. */
function shownState(stored: string): string {
	return stored === STORED_GONE ? GONE : stored.replace(/(?<=…)[\da-f]{64}$/, '');
}

const VERSION = 1;

/** The state of a resource that is no longer found, as its items name it. */
export const GONE = 'gone';
/** The same as it is stored: a watched value can be the text above. */
const STORED_GONE = '\0';

/** The state of a parent whose resources were read. */
export const READ = 'read';

/** A resource is reported after this many consecutive polls have failed to read it. */
const FAILURES_BEFORE_REPORT = 2;

const resourceSchema = z.tuple([z.string(), z.string().nullable(), z.number()]);
const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	/** The node's at the last poll. */
	parametersHash: z.string(),
	/** Grows with each poll that learns something new. */
	revision: z.number(),
	/** The resource to read first. */
	next: z.string().nullable(),
	/** Whether the last poll read only a part of the list. */
	isPartial: z.boolean(),
	/** Each one's ID, its last state (null if never seen), and how many consecutive polls couldn't read it. */
	resources: z.array(resourceSchema),
	/** The same of the resources' parents, such as services, if all of their resources are watched. */
	parents: z.array(resourceSchema),
});

/** The state between polls. */
export type WatchState = z.infer<typeof stateSchema>;

/** A poll's reading of one resource: its state, with the record if the state has changed; or why there is none. */
export type Reading = { state: string; record?: IDataObject } | { error: ReadError };

/** The resources that a poll watches, or their parents, and their readings, in the order of reading. */
export interface Readings {
	ids: readonly string[];
	readings: ReadonlyMap<string, Reading>;
}

/** A change to emit; without a record if the resource is gone. */
export interface StateChange {
	id: string;
	/** Empty if the resource is new. */
	previousState: string;
	state: string;
	record?: IDataObject;
}

/** The states that a poll compares with. */
export interface Comparison {
	/** The state as it was before the poll started to read. */
	before: WatchState;
	isSame: (state: string, previousState: string) => boolean;
	/** Whether a resource without a state counts as changed: it wasn't there at the last poll. */
	isNew: (id: string) => boolean;
}

/** The resources of one poll, and the values read of them. */
export interface WatchReadings extends Readings {
	comparison: Comparison;
	/** Set if the records of several parents are read. One that is asleep has no reading. */
	parents?: Readings & { title: string; records: ReadonlyMap<string, IDataObject> };
	/** A record's own ID, and its parent. */
	locate?: (id: string) => { id: string; parent: IDataObject };
	/** Set if only the start of a list is watched: nothing can then count as new or gone. */
	partial?: ReadError | undefined;
}

/** Empty if nothing of this scope is stored. */
export function watchStateOf(stored: unknown, scope: string): WatchState {
	const parsed = stateSchema.safeParse(stored);
	if (parsed.success && parsed.data.scope === scope) return parsed.data;
	const empty = { parametersHash: '', revision: 0, next: null, isPartial: false };
	return { version: VERSION, scope, ...empty, resources: [], parents: [] };
}

export function seenIn(state: WatchState): (id: string) => boolean {
	const states = statesByKey(state);
	return (id) => (states.get(storedKey(id)) ?? null) !== null;
}

/** Checks whether a resource's state has changed since the last poll. */
export function changedSince(comparison: Comparison): (id: string, state: string) => boolean {
	const { before, isSame, isNew } = comparison;
	const states = statesByKey(before);
	return (id, state) => {
		const previousState = states.get(storedKey(id)) ?? null;
		return previousState === null ? isNew(id) : !isSame(storedState(state), previousState);
	};
}

function statesByKey({ resources }: WatchState): ReadonlyMap<string, string | null> {
	return new Map(resources.map(([key, state]) => [key, state]));
}

/** True if no poll has stored this state, so that there's nothing to compare with. */
export function isFirstPoll({ parametersHash }: WatchState): boolean {
	return parametersHash === '';
}

/** True if the parent's resources are compared: it was read before, or wasn't there at the first poll. */
export function isKnownParent(before: WatchState, parentId: string): boolean {
	const isUnread = before.parents.some(([key, state]) => key === parentId && state === null);
	return !isFirstPoll(before) && !isUnread;
}

/** The resources at the last poll, by the stored keys of their IDs. */
export function presentKeys({ resources }: WatchState): string[] {
	return resources
		.filter(([, state]) => state !== null && state !== STORED_GONE)
		.map(([key]) => key);
}

/** Starts with the ID that the last poll did not reach. */
export function readingOrder(ids: readonly string[], { next }: Pick<WatchState, 'next'>): string[] {
	const first = Math.max(
		0,
		ids.findIndex((id) => storedKey(id) === next),
	);
	return [...ids.slice(first), ...ids.slice(0, first)];
}

/**
 * The changes to emit, the IDs that have failed often enough to be reported, and the state to keep. The first sight of a
 * resource emits nothing unless it is new. If another poll has learned something new since this one started, this
 * poll's readings may be older: they are dropped.
 */
export function advanceStates(
	current: WatchState,
	{ comparison, partial, parents, ...resources }: WatchReadings,
	parametersHash: string,
): { state: WatchState; changes: StateChange[]; failing: string[] } {
	const { before } = comparison;
	if (current.revision !== before.revision) return { state: current, changes: [], failing: [] };
	const resourceDiff = diffStates(current.resources, resources, comparison);
	const { ids, readings: parentReadings }: Readings = parents ?? { ids: [], readings: new Map() };
	// Resources that appear later in a parent weren't there at the first poll, whenever it is read.
	const unseen = isFirstPoll(before) ? null : READ;
	const storedParents = new Map(current.parents.map((parent) => [parent[0], parent]));
	const parentDiff = diffStates(
		ids.map((id) => storedParents.get(storedKey(id)) ?? [storedKey(id), unseen, 0]),
		{ ids, readings: parentReadings },
		{ ...comparison, isNew: () => false },
	);
	const next = firstPostponed(parentReadings) ?? firstPostponed(resources.readings);
	const state = {
		...current,
		parametersHash,
		isPartial: partial !== undefined,
		parents: parentDiff.stored,
		resources: withinLimit(resourceDiff.stored, MAX_LISTED_RECORDS - ids.length),
		revision: before.revision + Number(resourceDiff.hasNews || parentDiff.hasNews),
		next: next === undefined ? null : storedKey(next),
	};
	return {
		state,
		changes: resourceDiff.changes,
		failing: [...resourceDiff.failing, ...parentDiff.failing],
	};
}

function firstPostponed(readings: Readings['readings']): string | undefined {
	return [...readings].find(([, reading]) => isPostponed(reading))?.[0];
}

function isPostponed(reading: Reading): boolean {
	return 'error' in reading && reading.error.isPostponed === true;
}

/** If some don't fit, the gone ones are forgotten: none of them is reported again. */
function withinLimit(resources: WatchState['resources'], most: number): WatchState['resources'] {
	if (resources.length <= most) return resources;
	return resources.filter(([, state]) => state !== STORED_GONE).slice(0, most);
}

/** Compares the readings with the stored states, and returns the states to store. */
function diffStates(
	before: WatchState['resources'],
	{ ids, readings }: Readings,
	{ isSame, isNew }: Comparison,
) {
	const changes: StateChange[] = [];
	const failing: string[] = [];
	const keys = new Set(ids.map((id) => storedKey(id)));
	const storedByKey = new Map(
		before.filter(([key]) => keys.has(key)).map((resource) => [resource[0], resource]),
	);
	let hasNews = false;
	for (const [id, reading] of readings) {
		if (isPostponed(reading)) continue;
		const key = storedKey(id);
		const [, previousState, failures] = storedByKey.get(key) ?? [key, null, 0];
		const state = stateAfter(reading, previousState, isSame);
		const failuresNow = state === undefined ? Math.min(failures + 1, FAILURES_BEFORE_REPORT) : 0;
		if ((state ?? previousState) === previousState && failuresNow === failures) continue;
		storedByKey.set(key, [key, state ?? previousState, failuresNow]);
		hasNews = true;
		if (failuresNow === FAILURES_BEFORE_REPORT) failing.push(id);
		if (state === undefined || state === previousState) continue;
		if (previousState === null && !isNew(id)) continue;
		const present = 'state' in reading ? reading : { state: GONE };
		changes.push({ id, previousState: shownState(previousState ?? ''), ...present });
	}
	return { stored: [...storedByKey.values()], hasNews, changes, failing };
}

/** In its stored form. Unchanged if only the state's spelling differs; undefined if the read shows none. */
function stateAfter(
	reading: Reading,
	previousState: string | null,
	isSame: Comparison['isSame'],
): string | undefined {
	const isGone = 'error' in reading && reading.error.isNotFound && previousState !== null;
	const state = 'state' in reading ? storedState(reading.state) : isGone ? STORED_GONE : undefined;
	if (state === undefined || previousState === null) return state;
	return isSame(state, previousState) ? previousState : state;
}

/** How many characters of JSON the changes of one poll have at most, unless a single one has more. */
export const CHANGES_LIMIT = { characters: 16 * 1024 * 1024 };

const TOO_LARGE: ReadError = { message: '', description: '', isPostponed: true };

/**
 * Keeps the parts of one poll's responses that may be emitted: they can be many, and each be large. A change that is
 * too large for this poll is left for the next.
 */
export function recordKeeper(
	isChanged: (id: string, state: string) => boolean,
): (id: string, reading: Reading) => Reading {
	let characters = 0;
	return (id, reading) => {
		if ('error' in reading) return reading;
		const { state } = reading;
		if (!isChanged(id, state)) return { state: storedState(state) };
		const size = state.length + JSON.stringify(reading.record).length;
		if (characters > 0 && characters + size > CHANGES_LIMIT.characters) return { error: TOO_LARGE };
		characters += size;
		return reading;
	};
}
