import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import { hashOf } from '../../engine/crypto';
import { shortened } from '../../engine/text';
import type { ReadError } from './poll';

/** Maximum length of a stored ID or state: bytes of its JSON, with quotes. */
const MAX_BYTES = 142;
/** A long state keeps this many characters before its hash. */
const START_LENGTH = 70;

/** Maximum number of records. They take less than 300 kB when stored. */
export const MAX_LISTED_RECORDS = 1000;

/** A long ID is hashed after its readable prefix. */
export function storedKey(id: string, prefix = '', maxBytes = MAX_BYTES): string {
	return prefix + (isLong(prefix + id, maxBytes) ? hashOf(id) : id);
}

/** A long state is stored as its readable start and a hash. */
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

/** Removes the hash from a long state. */
function shownState(stored: string): string {
	return stored === STORED_GONE ? GONE : stored.replace(/(?<=…)[\da-f]{64}$/, '');
}

const VERSION = 1;

/** The state that users see if a record no longer exists. */
export const GONE = 'gone';
/** What is stored for a missing record. It can't be the text "gone", because a watched value may be that text. */
const STORED_GONE = '\0';

/** State of a parent whose records were read. */
export const READ = 'read';

/** The trigger reports a record after this many failed polls in a row. */
const FAILURES_BEFORE_REPORT = 2;

const recordSchema = z.tuple([z.string(), z.string().nullable(), z.number()]);
const stateSchema = z.object({
	version: z.literal(VERSION),
	scope: z.string(),
	/** Hash of the node's parameters at the last poll. */
	parametersHash: z.string(),
	/** Increases whenever a poll changes what is stored about records. */
	revision: z.number(),
	/** The record or parent with which the next poll starts. */
	next: z.string().nullable(),
	/** Each record's ID, its last state (null if it was never read), and how many polls in a row failed. */
	resources: z.array(recordSchema),
	/**
	 * Each parent's ID, its last state, and its failed polls. Set if all records of parents such as services are
	 * watched.
	 */
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

/** True once a poll has stored a state to compare with. */
export function isFirstPoll({ parametersHash }: WatchState): boolean {
	return parametersHash === '';
}

/** False for records that were never read, and for records that were gone at the last poll. */
export function presentKeys({ resources }: WatchState): string[] {
	return resources
		.filter(([, state]) => state !== null && state !== STORED_GONE)
		.map(([key]) => key);
}

/** True if the parent appeared after the first poll. All of its records are then new. */
export function parentStates(before: WatchState, ids: readonly string[]): StoredRecord[] {
	const unseenState = isFirstPoll(before) ? null : READ;
	const stored = recordsByKey(before.parents);
	return ids.map((id) => stored.get(storedKey(id)) ?? [storedKey(id), unseenState, 0]);
}

/** Rotates the IDs, so reading starts with the first ID that the last poll didn't reach. */
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
	/** The parent's record, if the trigger reads parents. */
	parent?: IDataObject;
}

export interface RecordDiff {
	id: string;
	/** Shown before the ID in messages. */
	name?: string | undefined;
	/** What the poll found out about the record. If there's only an error, the next poll starts with this record. */
	learned?: StoredRecord;
	change?: StateChange;
	/** Why the record couldn't be read. */
	error?: ReadError;
}

/** `diffs` are in the order of reading. */
export interface ComparedRecords {
	/** What messages call the field or choice of the records. */
	label: string;
	/** What messages call the IDs. */
	thing: string;
	/** Stored states of everything that is still watched. */
	before: readonly StoredRecord[];
	diffs: readonly RecordDiff[];
}

/** Maximum size of all changes together, as JSON. A single change may be larger. */
export const CHANGES_LIMIT = { characters: 16 * 1024 * 1024 };

const STATE_TOO_LARGE: ReadError = { message: '', description: '' };

/** Reads that the rate limit or the poll's time limit stopped. */
const POSTPONING: ReadonlySet<unknown> = new Set(['rateLimited', 'stopped']);

/**
 * Compares readings as they arrive, so only changes stay in memory. A record's first reading is a change only if the
 * record is new. If a change doesn't fit, it waits for the next poll.
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

/** Reports a failing record only once, when its failures reach the limit. */
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

/** Keeps as many records as fit. Forgets missing records first: forgetting any other record would report it again. */
function withinLimit(records: StoredRecord[], maxRecords: number): StoredRecord[] {
	if (records.length <= maxRecords) return records;
	return records.filter(([, state]) => state !== STORED_GONE).slice(0, maxRecords);
}

/** If a key repeats, its last record wins. */
function recordsByKey(records: readonly StoredRecord[]): Map<string, StoredRecord> {
	return new Map(records.map((record) => [record[0], record]));
}
