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

/** A state with known values. Compares states without case and outer spaces. */
export interface WatchedState {
	/** The state's key, in the record and in the item. */
	state: 'state' | 'status';
	knownStates: OfferedStates;
	/**
	 * The change in a test event if the user chose no states: from a working state to a state that many workflows wait
	 * for.
	 */
	usual: readonly [from: string, to: string];
}

/** What a trigger watches: a kind of record, how to read it, and which text to compare. */
export interface WatchTarget {
	/** The trigger ignores a stored state with a different scope. */
	scope: string;
	/** Title and plural for messages. */
	recordType: Pick<ApiRecord, 'plural' | 'title'>;
	/** Reads one record by ID, a whole list, or each parent's list. */
	operation: Operation;
	reads:
		{ byId: (id: string) => ParameterValues } | { list: ParameterValues } | { parents: Parents };
	/** The label and the value of the field that chooses the resources. */
	field: { label: string; thing: 'ID' | 'path' };
	/** The entered IDs. For a list, no IDs means all records. */
	ids: readonly string[];
	/** Omitted for a watched value. The trigger compares such a value character by character. */
	watchedState?: WatchedState;
	stateIn: (response: JsonObject) => PathValue;
	/** The part of a record that is output. */
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

/** What a poll has compared. Contains parents only if the poll read them. */
interface ComparedLevels {
	resources: ComparedRecords;
	parents?: ComparedRecords;
}

type Compare = ReturnType<typeof comparison>;

/** Comes between a parent's ID and a record's ID. Request paths refuse this character inside IDs. */
const SEPARATOR = '/';

const NOT_LISTED: ReadError = {
	message: "The API's list doesn't contain it.",
	description: '',
	httpCode: String(NOT_FOUND),
	isNotFound: true,
};

/** Reads what a trigger watches, and compares it with the state before the poll. */
export class WatchedResources {
	constructor(
		private readonly poll: Poll,
		private readonly before: WatchState,
		private readonly target: WatchTarget,
	) {}

	/** Reads as many resources as time allows. Throws a `NodeApiError` if a list can't be read or is too long. */
	async read(): Promise<ComparedLevels> {
		const { operation, reads, ids } = this.target;
		if ('parents' in reads) return await this.readParents(reads.parents);
		if ('list' in reads) return await this.readList(reads.list);
		// A resource entered by its ID isn't new.
		const compare = this.resourceComparison(() => false);
		const diffs = await Promise.all(
			readingOrder(ids, this.before.next).map(async (id) =>
				compare(id, this.readingOf(await this.poll.run(operation, reads.byId(id)))),
			),
		);
		return { resources: this.resourceLevel(diffs) };
	}

	/** Compares records with their stored states. A manual test shows any record, whether it's new or not. */
	private resourceComparison(isNewRecord: (id: string) => boolean): Compare {
		const { watchedState } = this.target;
		const isSame = (state: string, previousState: string): boolean =>
			watchedState ? isAmong(state, [previousState]) : state === previousState;
		const isNew = this.poll.isManual ? () => true : isNewRecord;
		return comparison(this.before.resources, isSame, isNew);
	}

	private resourceLevel(
		diffs: readonly RecordDiff[],
		isUnread: (key: string) => boolean = () => false,
	): ComparedRecords {
		const keys = new Set(diffs.map(({ id }) => storedKey(id)));
		const watched = this.before.resources.filter(([key]) => keys.has(key) || isUnread(key));
		return { ...this.target.field, before: watched, diffs };
	}

	/**
	 * The state and the record in a response. The record is the payload, or the whole response if the payload isn't an
	 * object.
	 */
	private readingOf(
		result: { payload: unknown; body: JsonObject } | { error: ReadError },
	): Reading {
		if ('error' in result) return result;
		const { payload, body } = result;
		const { watchedState, stateIn, outputOf } = this.target;
		const stateValue = stateIn(body);
		if ('value' in stateValue) {
			const record = isDataObject(payload) ? payload : dataObject(body);
			return { state: stateValue.value, record: outputOf(record) };
		}
		const description = watchedState ? NOTHING_IS_LOST : CHECK_VALUE_PATH;
		return { error: { message: stateValue.problem, description } };
	}

	private async listById(
		operation: Operation,
		parameters: ParameterValues,
		plural: string,
	): Promise<Map<string, IDataObject>> {
		const result = await readRecords(this.poll, operation, parameters, plural);
		if ('error' in result) throw pollError(this.poll.node, result.error);
		return recordsById(result.records);
	}

	private compareListed(
		ids: readonly string[],
		records: ReadonlyMap<string, IDataObject>,
		compare: Compare,
	): RecordDiff[] {
		const { payloadKey } = this.poll.api;
		return readingOrder(ids, this.before.next).map((id) => {
			const payload = records.get(id);
			const body = { [payloadKey]: payload };
			return compare(id, payload ? this.readingOf({ payload, body }) : { error: NOT_LISTED });
		});
	}

	private async readList(list: ParameterValues): Promise<ComparedLevels> {
		const { operation, recordType, ids } = this.target;
		const plural = pluralOf(recordType);
		const records = await this.listById(operation, list, plural);
		const isAll = ids.length === 0;
		if (isAll) throwIfTooMany(this.poll, records.size, plural, 'Enter the IDs to watch.');
		const listedKeys = new Set([...records.keys()].map((id) => storedKey(id)));
		const gone = presentKeys(this.before).filter((key) => !listedKeys.has(key));
		const knownIds = [...records.keys(), ...gone];
		const listedId = (id: string): string =>
			records.has(id) ? id : (knownIds.find((knownId) => isSameName(knownId, id)) ?? id);
		const watchedIds = isAll ? knownIds : ids.map(listedId);
		const compare = this.resourceComparison(() => isAll && !isFirstPoll(this.before));
		return { resources: this.resourceLevel(this.compareListed(watchedIds, records, compare)) };
	}

	/**
	 * Lists the parents, then reads each parent's records. If a parent can't be read, keeps the stored states of its
	 * records and continues with the other parents.
	 */
	private async readParents(parents: Parents): Promise<ComparedLevels> {
		const { before, poll } = this;
		const { recordType, operation } = parents;
		const plural = pluralOf(recordType);
		const records = await this.listById(operation, { limit: MAX_LISTED_RECORDS + 1 }, plural);
		const throwIfMany = (count: number): void => {
			const both = `${plural} and ${pluralOf(this.target.recordType)}`;
			const advice = `Use several triggers, and choose a ${recordType.title} in each.`;
			throwIfTooMany(poll, count, both, advice);
		};
		throwIfMany(records.size);
		const storedParents = parentStates(before, [...records.keys()]);
		const unseen = storedParents.filter(([, state]) => state === null);
		const unseenKeys = new Set(unseen.map(([key]) => key));
		const isNewRecord = (id: string): boolean =>
			!isFirstPoll(before) && !unseenKeys.has(parentOf(id));
		const compare = this.resourceComparison(isNewRecord);
		const lists = await this.readLists(parents, records, storedParents, compare);
		const unreadIds = new Set(lists.flatMap(({ parent, diffs }) => (diffs ? [] : parent.id)));
		const isUnread = (key: string): boolean => unreadIds.has(parentOf(key));
		const listedDiffs = lists.flatMap(({ diffs = [] }) => diffs);
		const unreadRecords = before.resources.filter(([key]) => isUnread(key));
		throwIfMany(records.size + listedDiffs.length + unreadRecords.length);
		const listedKeys = new Set(listedDiffs.map(({ id }) => id));
		const gone = presentKeys(before)
			.filter((key) => !listedKeys.has(key) && !isUnread(key))
			.map((key) => compare(key, { error: NOT_LISTED }));
		const diffs = [...listedDiffs, ...gone].map((diff) => withParent(diff, records));
		return {
			resources: this.resourceLevel(diffs, isUnread),
			parents: {
				label: `All ${plural}`,
				thing: recordType.title,
				before: storedParents,
				diffs: lists.map(({ parent }) => parent),
			},
		};
	}

	/** Compares each list as it arrives, because all lists together may not fit into memory. */
	private async readLists(
		parents: Parents,
		parentRecords: ReadonlyMap<string, IDataObject>,
		storedParents: ComparedRecords['before'],
		compare: Compare,
	): Promise<Array<{ parent: RecordDiff; diffs?: RecordDiff[] }>> {
		const { next } = this.before;
		const compareParent = comparison(storedParents, Object.is, () => false);
		const ids = readingOrder([...parentRecords.keys()], next && parentOf(next));
		const reads = ids.map(async (id) => {
			const records = await this.readChildren(parents, id);
			if ('error' in records) {
				// A sleeping parent has nothing to report, and may sleep for hours.
				if (records.error.reason === 'asleep') return { parent: { id } };
				const parentName = parentRecords.get(id)?.['name'];
				const name = isText(parentName) ? this.poll.redact(String(parentName)) : undefined;
				return { parent: { ...compareParent(id, records), name } };
			}
			const diffs = this.compareListed([...records.keys()], records, compare);
			return { parent: compareParent(id, { state: READ, record: {} }), diffs };
		});
		return await Promise.all(reads);
	}

	/** Reads a parent's records. A record's key is the parent's ID plus the record's ID. */
	private async readChildren(
		{ recordType, list }: Parents,
		parentId: string,
	): Promise<Map<string, IDataObject> | { error: ReadError }> {
		const plural = pluralOf(this.target.recordType);
		// The user didn't enter this ID. If it makes no valid path, the parent can't be read.
		const message = `The ID isn't valid, so its ${plural} can't be read.`;
		const isId = recordType.id.segment('', parentId).issues.length === 0;
		const result = isId
			? await readRecords(this.poll, this.target.operation, list(parentId), plural)
			: { error: { message, description: '' } };
		// A listed parent exists, even if the API answers 404 for its list.
		if ('error' in result) return { error: { ...result.error, isNotFound: false } };
		return recordsById(result.records, (id) => storedKey(id, parentId + SEPARATOR));
	}
}

function parentOf(key: string): string {
	return key.split(SEPARATOR, 1).join('');
}

/** Adds the parent to a change, and replaces the key by the record's own ID. */
function withParent(diff: RecordDiff, parents: ReadonlyMap<string, IDataObject>): RecordDiff {
	if (diff.change === undefined) return diff;
	const parentId = parentOf(diff.id);
	const id = diff.id.slice(parentId.length + SEPARATOR.length);
	const parent = parents.get(parentId) ?? { id: parentId };
	return { ...diff, change: { ...diff.change, id, parent } };
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
	const limit = formatted(MAX_LISTED_RECORDS);
	const message = `There are more than ${limit} ${plural}, and one trigger can't watch more.`;
	throw pollError(node, { message, description });
}
