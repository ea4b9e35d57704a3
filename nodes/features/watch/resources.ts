import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../engine/json';
import { dataObject, isDataObject } from '../../engine/json';
import type { Operation, ParameterValues } from '../../engine/operation';
import { NOT_FOUND } from '../../engine/request';
import { isText } from '../../engine/parameters/values';
import type { ApiRecord, RecordId } from '../record/record';
import { pluralOf } from '../record/record';
import { formatted, isAmong, isSameName } from '../../engine/text';
import type { OfferedStates } from '../record/stateChoice';
import type { PathValue } from '../../engine/wait/waitChecks';
import { CHECK_VALUE_PATH } from '../../engine/wait/waitChecks';
import type { Poll, ReadError } from './poll';
import { NOTHING_IS_LOST, pollError, readRecords } from './poll';
import type { ComparedRecords, Reading, RecordDiff, StateChange, WatchState } from './states';
import {
	comparison,
	isFirstPoll,
	MAX_LISTED_RECORDS,
	parentStates,
	presentKeys,
	READ,
	readingOrder,
	storedKey,
} from './states';

/** A state with known values. States ignore case and outer spaces. */
export interface WatchedState {
	/** The state's key in the record and in the item. */
	state: 'state' | 'status';
	knownStates: OfferedStates;
	/**
	 * Change in a test event, if the user chose no states: from a working record's state to a state that many workflows
	 * wait for.
	 */
	usual: readonly [from: string, to: string];
}

/** What a trigger watches: one kind of record, how it's read, and which text is compared. */
export interface WatchTarget {
	/** State stored under another scope is ignored. */
	scope: string;
	/** Title and plural for messages. */
	recordType: Pick<ApiRecord, 'plural' | 'title'>;
	/** Reads one record by ID, a whole list, or each parent's list. */
	operation: Operation;
	reads:
		{ byId: (id: string) => ParameterValues } | { list: ParameterValues } | { parents: Parents };
	/** Label and content of the field that chooses the resources. */
	field: { label: string; thing: 'ID' | 'path' };
	/** Entered IDs. For a list, empty means all. */
	ids: readonly string[];
	/** Omitted for a watched value, which is compared character by character. */
	watchedState?: WatchedState;
	stateIn: (response: JsonObject) => PathValue;
	/** Output part of a record. */
	outputOf: (record: IDataObject) => IDataObject;
	/** Reads titles for unnamed records, by ID. */
	readTitles?: (
		records: readonly IDataObject[],
		run: Poll['run'],
	) => Promise<ReadonlyMap<unknown, string>>;
	item: (change: StateChange, title?: string) => IDataObject & { summary: string };
}

interface Parents {
	recordType: Pick<ApiRecord, 'plural' | 'title'> & { id: Pick<RecordId, 'segment'> };
	operation: Operation;
	/** Parameters that list a parent's records. */
	list: (parentId: string) => ParameterValues;
}

/** What a poll has compared. Parents are compared only if they're read. */
interface ComparedLevels {
	resources: ComparedRecords;
	/** `locate` adds a change's parent. */
	parents?: ComparedRecords & { locate: (change: StateChange) => StateChange };
}

type Compare = ReturnType<typeof comparison>;

/** Request paths refuse this character inside IDs, so it can separate a parent's ID from a record's. */
const SEPARATOR = '/';

const NOT_LISTED: ReadError = {
	message: "The API's list doesn't contain it.",
	description: '',
	httpCode: String(NOT_FOUND),
	isNotFound: true,
};

/** Reads as many resources as time allows. Throws a `NodeApiError` if a list can't be read or is too long. */
export async function readResources(
	poll: Poll,
	before: WatchState,
	target: WatchTarget,
): Promise<ComparedLevels> {
	const { operation, reads, ids } = target;
	if ('parents' in reads) return await readParents(poll, before, target, reads.parents);
	if ('list' in reads) return await readList(poll, before, target, reads.list);
	// Resources entered by ID existed before, so none is new.
	const compare = resourceComparison(poll, before, target, () => false);
	const diffs = await Promise.all(
		readingOrder(ids, before.next).map(async (id) => {
			const result = await poll.run(operation, reads.byId(id));
			return compare(id, readingOf(result, target));
		}),
	);
	return { resources: resourceLevel(before, target, diffs) };
}

/** Compares records with their stored states. A manual test shows any record, whether it's new or not. */
function resourceComparison(
	{ isManual }: Poll,
	before: WatchState,
	{ watchedState }: WatchTarget,
	isNewRecord: (id: string) => boolean,
): Compare {
	const isSame = (state: string, previousState: string): boolean =>
		watchedState ? isAmong(state, [previousState]) : state === previousState;
	return comparison(before.resources, isSame, isManual ? () => true : isNewRecord);
}

function resourceLevel(
	before: WatchState,
	{ field }: WatchTarget,
	diffs: readonly RecordDiff[],
	isUnread: (key: string) => boolean = () => false,
): ComparedRecords {
	const keys = new Set(diffs.map(({ id }) => storedKey(id)));
	const watched = before.resources.filter(([key]) => keys.has(key) || isUnread(key));
	return { ...field, before: watched, diffs };
}

/** The state and the record in a response. If the payload isn't an object, the whole response is the record. */
function readingOf(
	result: { payload: unknown; body: JsonObject } | { error: ReadError },
	{ watchedState, stateIn, outputOf }: WatchTarget,
): Reading {
	if ('error' in result) return result;
	const { payload, body } = result;
	const stateValue = stateIn(body);
	if ('value' in stateValue) {
		const record = isDataObject(payload) ? payload : dataObject(body);
		return { state: stateValue.value, record: outputOf(record) };
	}
	const { problem: message } = stateValue;
	const description = watchedState ? NOTHING_IS_LOST : CHECK_VALUE_PATH;
	return { error: { message, description } };
}

function listedReading(
	{ api }: Poll,
	target: WatchTarget,
	record: IDataObject | undefined,
): Reading {
	if (record === undefined) return { error: NOT_LISTED };
	return readingOf({ payload: record, body: { [api.payloadKey]: record } }, target);
}

async function readList(
	poll: Poll,
	before: WatchState,
	target: WatchTarget,
	list: ParameterValues,
): Promise<ComparedLevels> {
	const { operation, recordType, ids } = target;
	const plural = pluralOf(recordType);
	const result = await readRecords(poll, operation, list, plural);
	if ('error' in result) throw pollError(poll.node, result.error);
	const records = recordsById(result.records);
	const isAll = ids.length === 0;
	if (isAll) throwIfTooMany(poll, records.size, plural, 'Enter the IDs to watch.');
	const listedKeys = new Set([...records.keys()].map((id) => storedKey(id)));
	const gone = presentKeys(before).filter((key) => !listedKeys.has(key));
	const knownIds = [...records.keys(), ...gone];
	const listedId = (id: string): string =>
		records.has(id) ? id : (knownIds.find((knownId) => isSameName(knownId, id)) ?? id);
	const watchedIds = isAll ? knownIds : ids.map(listedId);
	const compare = resourceComparison(poll, before, target, () => isAll && !isFirstPoll(before));
	const diffs = readingOrder(watchedIds, before.next).map((id) =>
		compare(id, listedReading(poll, target, records.get(id))),
	);
	return { resources: resourceLevel(before, target, diffs) };
}

/**
 * Lists the parents, then reads each parent's records. If a parent can't be read, its records keep their stored states,
 * and the others are watched.
 */
async function readParents(
	poll: Poll,
	before: WatchState,
	target: WatchTarget,
	parents: Parents,
): Promise<ComparedLevels> {
	const { recordType, operation } = parents;
	const plural = pluralOf(recordType);
	const result = await readRecords(poll, operation, { limit: MAX_LISTED_RECORDS + 1 }, plural);
	if ('error' in result) throw pollError(poll.node, result.error);
	const records = recordsById(result.records);
	const throwIfMany = (count: number): void => {
		const both = `${plural} and ${pluralOf(target.recordType)}`;
		const advice = `Use several triggers, and choose a ${recordType.title} in each.`;
		throwIfTooMany(poll, count, both, advice);
	};
	throwIfMany(records.size);
	const storedParents = parentStates(before, [...records.keys()]);
	const unseenKeys = new Set(
		storedParents.filter(([, state]) => state === null).map(([key]) => key),
	);
	const isNewRecord = (id: string): boolean =>
		!isFirstPoll(before) && !unseenKeys.has(parentOf(id));
	const compare = resourceComparison(poll, before, target, isNewRecord);
	const lists = await readLists(
		poll,
		before,
		target,
		parents,
		storedParents,
		[...records.keys()],
		compare,
	);
	const readIds = new Set(lists.flatMap(({ parent, diffs }) => (diffs ? parent.id : [])));
	const isUnread = (key: string): boolean =>
		records.has(parentOf(key)) && !readIds.has(parentOf(key));
	const listedDiffs = lists.flatMap(({ diffs = [] }) => diffs);
	const unreadRecords = before.resources.filter(([key]) => isUnread(key));
	throwIfMany(records.size + listedDiffs.length + unreadRecords.length);
	const listedKeys = new Set(listedDiffs.map(({ id }) => id));
	const gone = presentKeys(before)
		.filter((key) => !listedKeys.has(key) && !isUnread(key))
		.map((key) => compare(key, { error: NOT_LISTED }));
	const parentName = (id: string): string | undefined => {
		const name = records.get(id)?.['name'];
		return isText(name) ? poll.redact(String(name)) : undefined;
	};
	return {
		resources: resourceLevel(before, target, [...listedDiffs, ...gone], isUnread),
		parents: {
			label: `All ${plural}`,
			thing: recordType.title,
			before: storedParents,
			diffs: lists.map(({ parent }) => ({ ...parent, name: parentName(parent.id) })),
			locate: (change) => withParent(change, records),
		},
	};
}

/** Compares each list as it arrives, because all lists together may not fit into memory. */
async function readLists(
	poll: Poll,
	{ next }: WatchState,
	target: WatchTarget,
	parents: Parents,
	storedParents: ComparedRecords['before'],
	ids: readonly string[],
	compare: Compare,
): Promise<Array<{ parent: RecordDiff; diffs?: RecordDiff[] }>> {
	const compareParent = comparison(storedParents, Object.is, () => false);
	return await Promise.all(
		readingOrder(ids, next?.split(SEPARATOR, 1).join('') ?? null).map(async (id) => {
			const records = await readChildren(poll, target, parents, id);
			if ('error' in records) {
				// A sleeping parent may sleep for hours and has nothing to report.
				const isAsleep = records.error.reason === 'asleep';
				return { parent: isAsleep ? { id } : compareParent(id, records) };
			}
			const diffs = readingOrder([...records.keys()], next).map((key) =>
				compare(key, listedReading(poll, target, records.get(key))),
			);
			return { parent: compareParent(id, { state: READ, record: {} }), diffs };
		}),
	);
}

/** Reads a parent's records. Their keys consist of the parent's ID and the record's. */
async function readChildren(
	poll: Poll,
	target: WatchTarget,
	{ recordType, list }: Parents,
	parentId: string,
): Promise<Map<string, IDataObject> | { error: ReadError }> {
	const plural = pluralOf(target.recordType);
	// Nobody entered this ID, so if it makes no valid path, the parent counts as unreadable.
	const message = `The ID isn't valid, so its ${plural} can't be read.`;
	const isId = recordType.id.segment('', parentId).issues.length === 0;
	const result = isId
		? await readRecords(poll, target.operation, list(parentId), plural)
		: { error: { message, description: '' } };
	// A listed parent exists, even if the API answers 404 for its list.
	if ('error' in result) return { error: { ...result.error, isNotFound: false } };
	return recordsById(result.records, (id) => storedKey(id, parentId + SEPARATOR));
}

function parentOf(key: string): string {
	return key.slice(0, key.indexOf(SEPARATOR));
}

function withParent(change: StateChange, parents: ReadonlyMap<string, IDataObject>): StateChange {
	const parentId = parentOf(change.id);
	const id = change.id.slice(parentId.length + SEPARATOR.length);
	return { ...change, id, parent: parents.get(parentId) ?? { id: parentId } };
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

/** Throws a `NodeApiError` for more records than a trigger remembers. */
function throwIfTooMany({ node }: Poll, count: number, plural: string, description: string): void {
	if (count <= MAX_LISTED_RECORDS) return;
	const most = formatted(MAX_LISTED_RECORDS);
	const message = `There are more than ${most} ${plural}, and one trigger can't watch more.`;
	throw pollError(node, { message, description });
}
