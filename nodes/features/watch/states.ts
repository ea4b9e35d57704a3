import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import { hashOf } from '../../engine/json';
import { shortened } from '../../engine/text';
import type { ReadError } from './poll';

/** Bytes as JSON, with quotes. */
const MAX_BYTES = 142;
/** Characters of a long state that are stored before its hash. */
const START_LENGTH = 70;

/** Resources remembered per list. With their stored parts, they stay below 300 kB. */
export const MAX_LISTED_RECORDS = 1000;

/** An ID as stored: hashed if it's long, after a readable prefix. */
export function storedKey(id: string, prefix = '', maxBytes = MAX_BYTES): string {
	return prefix + (isLong(prefix + id, maxBytes) ? hashOf(id) : id);
}

/** A state as stored: a long state keeps its start, for people, and its hash. */
function storedState(state: string): string {
	if (!isLong(state)) return state;
	const hash = hashOf(state);
	let length = START_LENGTH;
	while (isLong(shortened(state, length) + hash)) length -= 1;
	return shortened(state, length) + hash;
}

function isLong(text: string, maxBytes = MAX_BYTES): boolean {
	return Buffer.byteLength(JSON.stringify(text)) > maxBytes;
}

/** A stored state for people, without the hash. */
function shownState(stored: string): string {
	return stored === STORED_GONE ? GONE : stored.replace(/(?<=…)[\da-f]{64}$/, '');
}

const VERSION = 1;

/** Shown as the state of a resource that was no longer found. */
export const GONE = 'gone';
/** Stored for a missing resource, because a watched value could be the text "gone". */
const STORED_GONE = '\0';

/** State of a parent whose resources were read. */
export const READ = 'read';

/** A resource is reported after this many consecutive failed polls. */
const FAILURES_BEFORE_REPORT = 2;

const resourceSchema = z.tuple([z.string(), z.string().nullable(), z.number()]);
const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	/** Hash of the node's parameters at the last poll. */
	parametersHash: z.string(),
	/** Increases whenever a poll learns something new. */
	revision: z.number(),
	/** The resource to read first. */
	next: z.string().nullable(),
	/** True if the last poll read only part of the list. */
	isPartial: z.boolean(),
	/** Each resource's ID, last state (null if never seen) and number of consecutive failed polls. */
	resources: z.array(resourceSchema),
	/** The same for parents, such as services, if all their resources are watched. */
	parents: z.array(resourceSchema),
});

/** The state between polls. */
export type WatchState = z.infer<typeof stateSchema>;

/** A resource's state in a poll, with the record if the state changed, or an error. */
export type Reading = { state: string; record?: IDataObject } | { error: ReadError };

/** Watched resources or parents with their readings, in reading order. */
export interface Readings {
	ids: readonly string[];
	readings: ReadonlyMap<string, Reading>;
}

/** A change to emit. `record` is absent if the resource is gone. */
export interface StateChange {
	id: string;
	/** Empty if the resource is new. */
	previousState: string;
	state: string;
	record?: IDataObject;
}

/** The states that a poll compares with. */
export interface Comparison {
	/** State before the poll started reading. */
	before: WatchState;
	isSame: (state: string, previousState: string) => boolean;
	/** True if a resource without a stored state counts as changed because it didn't exist at the last poll. */
	isNew: (id: string) => boolean;
}

/** A poll's resources and readings. */
export interface WatchReadings extends Readings {
	comparison: Comparison;
	/** Set if records of several parents are read. A sleeping parent has no reading. */
	parents?: Readings & { title: string; records: ReadonlyMap<string, IDataObject> };
	/** Splits a key into the record's ID and its parent. */
	locate?: (id: string) => { id: string; parent: IDataObject };
	/** Set if only a list's start is watched, so nothing counts as new or gone. */
	partial?: ReadError | undefined;
}

/** Empty if nothing is stored for this scope. */
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

/** True if no poll has stored a state to compare with. */
export function isFirstPoll({ parametersHash }: WatchState): boolean {
	return parametersHash === '';
}

/** True if the parent's resources can be compared, because it was read before or appeared after the first poll. */
export function isKnownParent(before: WatchState, parentId: string): boolean {
	const isUnread = before.parents.some(([key, state]) => key === parentId && state === null);
	return !isFirstPoll(before) && !isUnread;
}

/** Stored keys of the resources that existed at the last poll. */
export function presentKeys({ resources }: WatchState): string[] {
	return resources
		.filter(([, state]) => state !== null && state !== STORED_GONE)
		.map(([key]) => key);
}

/** Starts with the first ID that the last poll didn't reach. */
export function readingOrder(ids: readonly string[], { next }: Pick<WatchState, 'next'>): string[] {
	const first = Math.max(
		0,
		ids.findIndex((id) => storedKey(id) === next),
	);
	return [...ids.slice(first), ...ids.slice(0, first)];
}

/**
 * Finds the changes to emit, the IDs that failed often enough to report, and the new state. A resource's first sight
 * emits nothing unless it's new. If another poll learned something since this one started, these readings may be older
 * and are dropped.
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
	// A parent that appears later has only new resources, whenever it's read.
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

/** Forgets missing resources when space is short. They aren't reported again. */
function withinLimit(resources: WatchState['resources'], most: number): WatchState['resources'] {
	if (resources.length <= most) return resources;
	return resources.filter(([, state]) => state !== STORED_GONE).slice(0, most);
}

/** Compares readings with stored states and computes the states to store. */
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

/** The state as stored. A different spelling counts as unchanged. Undefined if the read shows no state. */
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

/** Maximum JSON size of a poll's changes. A single change may exceed it. */
export const CHANGES_LIMIT = { characters: 16 * 1024 * 1024 };

const TOO_LARGE: ReadError = { message: '', description: '', isPostponed: true };

/**
 * Keeps only what may be emitted, because responses can be many and large. A change that doesn't fit waits for the next
 * poll.
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
