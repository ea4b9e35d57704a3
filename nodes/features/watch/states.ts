import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import { hashOf } from '../../engine/crypto';
import { shortened } from '../../engine/text';
import type { ReadError } from './poll';

/** A stored ID or state has at most this many bytes as JSON, with quotes. */
const MAX_BYTES = 142;
/** A long state keeps this many characters before its hash. */
const START_LENGTH = 70;

/** A list of this length stays below 300 kB when stored. */
export const MAX_LISTED_RECORDS = 1000;

/** A long ID is hashed after its readable prefix. */
export function storedKey(id: string, prefix = '', maxBytes = MAX_BYTES): string {
	return prefix + (isLong(prefix + id, maxBytes) ? hashOf(id) : id);
}

/** A long state keeps its start, for people, before its hash. */
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

/** Leaves out the hash of a long state. */
function shownState(stored: string): string {
	return stored === STORED_GONE ? GONE : stored.replace(/(?<=…)[\da-f]{64}$/, '');
}

const VERSION = 1;

/** Shown as the state of a record that was no longer found. */
export const GONE = 'gone';
/** Stored for a missing record, because a watched value could be the text "gone". */
const STORED_GONE = '\0';

/** State of a parent whose records were read. */
export const READ = 'read';

/** A record is reported after this many consecutive failed polls. */
const FAILURES_BEFORE_REPORT = 2;

const recordSchema = z.tuple([z.string(), z.string().nullable(), z.number()]);
const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	/** Hash of the node's parameters at the last poll. */
	parametersHash: z.string(),
	/** Increases whenever a poll changes what is stored of records. */
	revision: z.number(),
	/** The record or parent to read first. */
	next: z.string().nullable(),
	/** Each record's ID, last state (null if never read) and number of consecutive failed polls. */
	resources: z.array(recordSchema),
	/** Each parent's ID, last state, and failed polls, if all records of parents such as services are watched. */
	parents: z.array(recordSchema),
});

export type WatchState = z.infer<typeof stateSchema>;

type StoredRecord = z.infer<typeof recordSchema>;

/** The stored state of a scope, or an empty one if nothing is stored for it. */
export function watchStateOf(stored: unknown, scope: string): WatchState {
	const parsed = stateSchema.safeParse(stored);
	if (parsed.success && parsed.data.scope === scope) return parsed.data;
	const emptyState = { parametersHash: '', revision: 0, next: null };
	return { version: VERSION, scope, ...emptyState, resources: [], parents: [] };
}

/** Until a poll has stored a state, there's nothing to compare with. */
export function isFirstPoll({ parametersHash }: WatchState): boolean {
	return parametersHash === '';
}

/** Records that were gone at the last poll, or never read, aren't present. */
export function presentKeys({ resources }: WatchState): string[] {
	return resources
		.filter(([, state]) => state !== null && state !== STORED_GONE)
		.map(([key]) => key);
}

/** All records of a parent that appears after the first poll count as new. */
export function parentStates(before: WatchState, ids: readonly string[]): StoredRecord[] {
	const unseenState = isFirstPoll(before) ? null : READ;
	const stored = recordsByKey(before.parents);
	return ids.map((id) => stored.get(storedKey(id)) ?? [storedKey(id), unseenState, 0]);
}

/** Rotates the IDs, so that reading starts with the first one that the last poll didn't reach. */
export function readingOrder(ids: readonly string[], nextId: string | null): string[] {
	const start = Math.max(
		0,
		ids.findIndex((id) => storedKey(id) === nextId),
	);
	return [...ids.slice(start), ...ids.slice(0, start)];
}

export type Reading = { state: string; record: IDataObject } | { error: ReadError };

/** A gone record has no `record`. */
export interface StateChange {
	id: string;
	/** A new record has an empty previous state. */
	previousState: string;
	state: string;
	record?: IDataObject;
	/** The parent's record, if parents are read. */
	parent?: IDataObject;
}

export interface RecordDiff {
	id: string;
	/** Shown before the ID in messages. */
	name?: string | undefined;
	/** The poll's findings about the record. If it has an error and no findings, the next poll starts with it. */
	learned?: StoredRecord;
	change?: StateChange;
	/** Why the record couldn't be read. */
	error?: ReadError;
}

/** `diffs` are in reading order. */
export interface ComparedRecords {
	/** Field or choice of the records, for messages. */
	label: string;
	/** Kind of the IDs, for messages. */
	thing: string;
	/** Stored states of everything that is still watched. */
	before: readonly StoredRecord[];
	diffs: readonly RecordDiff[];
}

/** A single change may exceed this size, which is measured as JSON. */
export const CHANGES_LIMIT = { characters: 16 * 1024 * 1024 };

const STATE_TOO_LARGE: ReadError = { message: '', description: '' };

/** The rate limit or the poll's time stopped these reads. */
const POSTPONING: ReadonlySet<unknown> = new Set(['rateLimited', 'stopped']);

/**
 * Compares readings as they arrive, so that only changes stay in memory. A record's first reading is a change only if
 * the record is new. A change that doesn't fit waits for the next poll.
 */
export function comparison(
	before: readonly StoredRecord[],
	isSame: (state: string, previousState: string) => boolean,
	isNewRecord: (id: string) => boolean,
): (id: string, reading: Reading) => RecordDiff {
	const storedByKey = recordsByKey(before);
	let characters = 0;
	return (id, reading) => {
		const key = storedKey(id);
		const [, previousState, failures] = storedByKey.get(key) ?? [key, null, 0];
		const error = 'error' in reading ? reading.error : undefined;
		if (error && POSTPONING.has(error.reason)) return { id, error };
		if (error && (previousState === null || error.isNotFound !== true)) {
			const count = Math.min(failures + 1, FAILURES_BEFORE_REPORT);
			return { id, error, learned: [key, previousState, count] };
		}
		const isGone = 'error' in reading;
		const state = isGone ? STORED_GONE : storedState(reading.state);
		const hasSameState = previousState !== null && isSame(state, previousState);
		const learned: StoredRecord = [key, hasSameState ? previousState : state, 0];
		if (hasSameState || (previousState === null && !isNewRecord(id))) return { id, learned };
		const present = isGone ? { state: GONE } : reading;
		const { length } = JSON.stringify(present);
		const isFitting = characters === 0 || characters + length <= CHANGES_LIMIT.characters;
		if (!isFitting) return { id, error: STATE_TOO_LARGE };
		characters += length;
		const change = { id, previousState: shownState(previousState ?? ''), ...present };
		return { id, learned, change };
	};
}

/** Reports a failing record once, when its failures reach the number to report. */
export function newlyFailing({ before, diffs }: ComparedRecords): RecordDiff[] {
	const storedByKey = recordsByKey(before);
	return diffs.filter(({ learned }) => {
		if (learned?.[2] !== FAILURES_BEFORE_REPORT) return false;
		return storedByKey.get(learned[0])?.[2] !== FAILURES_BEFORE_REPORT;
	});
}

export function nextState(
	before: WatchState,
	parametersHash: string,
	resources: ComparedRecords,
	parents: Pick<ComparedRecords, 'before' | 'diffs'> = { before: [], diffs: [] },
): WatchState {
	const postponed = [...parents.diffs, ...resources.diffs].find(
		({ error, learned }) => error !== undefined && learned === undefined,
	);
	const after = {
		parents: storedAfter(parents),
		resources: withinLimit(storedAfter(resources), MAX_LISTED_RECORDS - parents.before.length),
	};
	const isNews =
		hashOf([after.parents, after.resources]) !== hashOf([before.parents, before.resources]);
	return {
		...before,
		...after,
		parametersHash,
		revision: before.revision + Number(isNews),
		next: postponed === undefined ? null : storedKey(postponed.id),
	};
}

function storedAfter({ before, diffs }: Pick<ComparedRecords, 'before' | 'diffs'>): StoredRecord[] {
	const learnedRecords = diffs.flatMap(({ learned }) => (learned === undefined ? [] : [learned]));
	return [...recordsByKey([...before, ...learnedRecords]).values()];
}

/** Keeps as many records as fit. Forgets missing records first, because other records would be reported again. */
function withinLimit(records: StoredRecord[], maxRecords: number): StoredRecord[] {
	if (records.length <= maxRecords) return records;
	return records.filter(([, state]) => state !== STORED_GONE).slice(0, maxRecords);
}

/** If a key repeats, its last record wins. */
function recordsByKey(records: readonly StoredRecord[]): Map<string, StoredRecord> {
	return new Map(records.map((record) => [record[0], record]));
}
