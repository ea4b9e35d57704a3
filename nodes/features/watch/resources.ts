import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../engine/json';
import { dataObject, isDataObject } from '../../engine/json';
import type { Operation, Parameters, WaitRule } from '../../engine/operation';
import { NOT_FOUND } from '../../engine/request';
import { isText } from '../../engine/parameters/values';
import type { ApiRecord, RecordId } from '../record/record';
import { formatted, isAmong } from '../../engine/text';
import type { ChosenStates } from '../record/stateChoice';
import type { PathValue } from '../../engine/wait/waitRule';
import { CORRECT_VALUE_PATH } from '../../engine/wait/waitRule';
import type { Poll, ReadError } from './poll';
import { pollError, readRecords } from './poll';
import type {
	Comparison,
	Reading,
	Readings,
	StateChange,
	WatchReadings,
	WatchState,
} from './states';
import {
	changedSince,
	isFirstPoll,
	isKnownParent,
	MAX_LISTED_RECORDS,
	presentKeys,
	READ,
	readingOrder,
	recordKeeper,
	storedKey,
} from './states';

/** For test events: a working record's state, and a state that many workflows wait for. */
export type UsualChange = readonly [from: string, to: string];

/** Resources that a poll watches. */
export interface WatchedResources {
	/** State stored under another scope is ignored. */
	scope: string;
	/** A resource's name in messages. */
	title: string;
	/** Reads by ID, of a whole list, or of every parent's list. */
	operation: Operation;
	reads:
		| { byId: (id: string) => Parameters }
		| { list: Parameters; isPaged: boolean }
		| { parents: Parents };
	/** Label and content of the field that chooses the resources. */
	field: { label: string; thing: 'ID' | 'path' };
	/** Entered IDs. For a list, empty means all. */
	ids: readonly string[];
	/** Kind of the compared text. States ignore case and outer spaces; values compare every character. */
	noun: WaitRule['noun'];
	/** Known states. */
	knownStates?: ChosenStates;
	stateIn: (response: JsonObject) => PathValue;
	/** The record's state key, and a typical change for a test event. */
	sample?: { stateKey: string; usual: UsualChange };
	/** Output part of a record. */
	outputOf: (record: IDataObject) => IDataObject;
	/** `parent` is the parent's record, if it was read. */
	item: (change: StateChange, parent?: IDataObject) => IDataObject;
}

/** The records' parents, such as services, and the read of their lists. */
interface Parents {
	kind: Pick<ApiRecord, 'title'> & { id: Pick<RecordId, 'segment'> };
	/** Lists the parents. */
	operation: Operation;
	/** Parameters that list a parent's records. */
	list: (parentId: string) => Parameters;
}

/** Separates a parent's ID from a record's. Request paths refuse this character inside IDs. */
const SEPARATOR = '/';

const NOT_LISTED: ReadError = {
	message: "The API's list doesn't contain it.",
	description: '',
	httpCode: String(NOT_FOUND),
	isNotFound: true,
};

const MOST = formatted(MAX_LISTED_RECORDS);

/** Reads resources while there's time. Throws a `NodeApiError` if a list can't be read or is too long. */
export async function readResources(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
): Promise<WatchReadings> {
	const { operation, reads, ids } = resources;
	if ('parents' in reads) return await readParents(poll, before, resources, reads.parents);
	if ('list' in reads) return await readSingleList(poll, before, resources, reads);
	// Resources entered by ID existed before, so they're never new.
	const { comparison, keep } = comparedWith(poll, before, resources, () => false);
	const readings = await Promise.all(
		readingOrder(ids, before).map(async (id) => {
			const result = await poll.read(operation, reads.byId(id));
			return [id, keep(id, readingOf(result, resources))] as const;
		}),
	);
	return { ids, comparison, readings: new Map(readings) };
}

/** Prepares the comparison, and a function that keeps the needed part of each resource. */
function comparedWith(
	{ isManual }: Poll,
	before: WatchState,
	{ noun }: WatchedResources,
	isNew: Comparison['isNew'],
) {
	const isState = noun === 'state';
	const isSame: Comparison['isSame'] = (state, previousState) =>
		isState ? isAmong(state, [previousState]) : state === previousState;
	const comparison = { before, isSame, isNew };
	// A manual test shows any record, new or not.
	return { comparison, keep: recordKeeper(isManual ? () => true : changedSince(comparison)) };
}

/** The record is the payload if it's an object, otherwise the whole response. */
function readingOf(
	result: { payload: unknown; body: JsonObject } | { error: ReadError },
	{ noun, stateIn, outputOf }: WatchedResources,
): Reading {
	if ('error' in result) return result;
	const { payload, body } = result;
	const stateValue = stateIn(body);
	if ('value' in stateValue) {
		const record = isDataObject(payload) ? payload : dataObject(body);
		return { state: stateValue.value, record: outputOf(record) };
	}
	const message = stateValue.problem;
	return noun === 'value'
		? { error: { message, description: CORRECT_VALUE_PATH, isWrongPath: true } }
		: { error: { message, description: 'No change is lost, because the next poll reads again.' } };
}

async function readSingleList(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
	{ list, isPaged }: Extract<WatchedResources['reads'], { list: unknown }>,
): Promise<WatchReadings> {
	const { operation, title } = resources;
	const result = await readRecords(poll, operation, list, `${title}s`);
	if ('error' in result) throw pollError(poll.node, result.error);
	const byId = recordsById(result.records);
	const isAll = resources.ids.length === 0;
	const isTooLong = isAll && byId.size > MAX_LISTED_RECORDS;
	if (isTooLong && !isPaged) throw pollError(poll.node, tooLongList(title));
	const listed = new Set([...byId.keys()].map((id) => storedKey(id)));
	const gone = isTooLong ? [] : presentKeys(before).filter((key) => !listed.has(key));
	const ids = isAll ? [...[...byId.keys()].slice(0, MAX_LISTED_RECORDS), ...gone] : resources.ids;
	// A record that moves up from beyond a partial list isn't new.
	const isNew = isAll && !isTooLong && !before.isPartial && !isFirstPoll(before);
	const { comparison, keep } = comparedWith(poll, before, resources, () => isNew);
	const readings = readingOrder(ids, before).map(
		(id) => [id, keep(id, listedReading(poll, resources, byId.get(id)))] as const,
	);
	const partial = isTooLong ? partialList(title) : undefined;
	return { ids, comparison, readings: new Map(readings), partial };
}

/**
 * Lists the parents, then reads each parent's records. If a parent can't be read, its records keep their stored states,
 * and the others are watched.
 */
async function readParents(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
	parents: Parents,
): Promise<WatchReadings> {
	const { kind, operation } = parents;
	const { title } = kind;
	const list = await readRecords(poll, operation, { limit: MAX_LISTED_RECORDS + 1 }, `${title}s`);
	if ('error' in list) throw pollError(poll.node, list.error);
	const records = recordsById(list.records);
	const isNew = (id: string): boolean => isKnownParent(before, parentOf(id));
	const compared = comparedWith(poll, before, resources, isNew);
	const parentIds = [...records.keys()];
	const { children, ...read } = await readLists(poll, resources, parents, compared, parentIds);
	const isUnread = (id: string): boolean => {
		const reading = read.readings.get(parentOf(id));
		return records.has(parentOf(id)) && !(reading !== undefined && 'state' in reading);
	};
	const unread = before.resources.map(([key]) => key).filter(isUnread);
	throwTooMany(poll, resources, parents, records.size + children.size + unread.length);
	const gone = presentKeys(before).filter((key) => !children.has(key) && !isUnread(key));
	for (const id of gone) children.set(id, { error: NOT_LISTED });
	return {
		ids: [...children.keys(), ...unread],
		comparison: compared.comparison,
		readings: children,
		parents: { title, records, ...read },
		locate: (id) => {
			const parentId = parentOf(id);
			const parent = records.get(parentId) ?? { id: parentId };
			return { id: id.slice(parentId.length + SEPARATOR.length), parent };
		},
	};
}

/** Reads each parent's list, and keeps only the needed parts in memory, because all lists together may not fit. */
async function readLists(
	poll: Poll,
	resources: WatchedResources,
	parents: Parents,
	{ comparison: { before }, keep }: ReturnType<typeof comparedWith>,
	parentIds: readonly string[],
): Promise<Readings & { children: Map<string, Reading> }> {
	const next = before.next?.split(SEPARATOR, 1).join('') ?? null;
	const ids = readingOrder(parentIds, { next });
	let count = ids.length;
	throwTooMany(poll, resources, parents, count);
	const lists = await Promise.all(
		ids.map(async (parentId) => {
			const records = await readChildren(poll, resources, parents, parentId);
			if ('error' in records) return { parentId, reading: records, children: [] };
			count += records.size;
			throwTooMany(poll, resources, parents, count);
			const children = readingOrder([...records.keys()], before).map(
				(id) => [id, keep(id, listedReading(poll, resources, records.get(id)))] as const,
			);
			return { parentId, reading: { state: READ }, children };
		}),
	);
	const readings = new Map<string, Reading>();
	for (const { parentId, reading } of lists) {
		// A sleeping parent may sleep for hours and has nothing to report.
		const isAsleep = 'error' in reading && reading.error.reason === 'asleep';
		if (!isAsleep) readings.set(parentId, reading);
	}
	return { ids, readings, children: new Map(lists.flatMap(({ children }) => children)) };
}

function throwTooMany(
	{ node }: Poll,
	resources: WatchedResources,
	{ kind: { title } }: Parents,
	count: number,
): void {
	if (count <= MAX_LISTED_RECORDS) return;
	throw pollError(node, tooLongList(`${title}s and ${resources.title}`, title));
}

/** Reads a parent's records, keyed by both IDs. */
async function readChildren(
	poll: Poll,
	{ operation, title }: WatchedResources,
	{ kind, list }: Parents,
	parentId: string,
): Promise<Map<string, IDataObject> | { error: ReadError }> {
	// Nobody entered this ID. If it makes no valid path, the parent counts as unreadable.
	const message = `Its ID isn't valid, so its ${title}s can't be read.`;
	const isId = kind.id.segment('', parentId).issues.length === 0;
	const result = isId
		? await readRecords(poll, operation, list(parentId), `${title}s`)
		: { error: { message, description: '' } };
	// A listed parent exists, even if its list says 404.
	if ('error' in result) return { error: { ...result.error, isNotFound: false } };
	return recordsById(result.records, (id) => storedKey(id, parentId + SEPARATOR));
}

function parentOf(id: string): string {
	return id.slice(0, id.indexOf(SEPARATOR));
}

function listedReading(
	{ api }: Poll,
	resources: WatchedResources,
	record: IDataObject | undefined,
): Reading {
	if (record === undefined) return { error: NOT_LISTED };
	return readingOf({ payload: record, body: { [api.payloadKey]: record } }, resources);
}

function recordsById(
	records: readonly IDataObject[],
	keyOf = (id: string): string => id,
): Map<string, IDataObject> {
	const byId = new Map<string, IDataObject>();
	for (const record of records)
		if (isText(record['id'])) byId.set(keyOf(String(record['id'])), record);
	return byId;
}

/** Too many resources to remember. `parent` suggests a choice if all parents are watched. */
function tooLongList(title: string, parent?: string): ReadError {
	return {
		message: `There are more than ${MOST} ${title}s, and one trigger can't watch more.`,
		description:
			parent === undefined
				? 'Enter the IDs to watch.'
				: `Choose a ${parent} in each of several triggers.`,
	};
}

/** A paged list's remaining pages aren't read. */
function partialList(title: string): ReadError {
	return {
		message: `There are more than ${MOST} ${title}s, and a poll reads only the first ${MOST}.`,
		description:
			'The trigger ignores all others and reports none of them as new or gone. To watch them, enter their IDs.',
	};
}
