import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../json';
import { dataObject, isDataObject, valueAt } from '../json';
import type { Operation, Parameters, WaitRule } from '../operation';
import { isText } from '../parameters/values';
import type { PathValue } from '../wait/valuePath';
import { CORRECT_VALUE_PATH } from '../wait/valuePath';
import type { KeptRecords, Present } from './keptRecords';
import { keptText, MAX_LISTED } from './keptText';
import type { Poll } from './poll';
import { pollError } from './pollError';
import type { ReadError } from './pollError';
import { readRecords } from './readRecords';
import type { ReadState, StateChange, WatchState } from './resourceStates';
import { presentKeys } from './resourceStates';
import type { WatchedField } from './watchErrors';
import { partialList, tooLongList } from './watchErrors';

/** The resources of one kind that a poll watches. */
export interface WatchedResources {
	/** A stored state of another scope is not used. */
	scope: string;
	operation: Operation;
	/**
	 * The parameters that read one resource, or the list of all, the name of those in messages, and where the response of a
	 * paged list has their number.
	 */
	reads:
		| { one: (id: string) => Parameters }
		| { list: Parameters; title: string; total: string | undefined };
	watched: WatchedField;
	/** What was entered. Of a list, empty means all. */
	ids: readonly string[];
	/** What is compared: neither case nor outer spaces make another state, and any character another value. */
	noun: WaitRule['noun'];
	stateIn: (response: JsonObject) => PathValue;
	/** What is output of a record. */
	shown: (record: IDataObject) => IDataObject;
	item: (change: StateChange<IDataObject>) => IDataObject;
}

/** What one poll has read, by ID. A resource that is left for the next poll has no state. */
export interface PollReads {
	states: Map<string, ReadState<IDataObject>>;
	errors: Map<string, ReadError>;
}

/** The resources of one poll, and how each is read. */
export interface Source {
	ids: readonly string[];
	readOne: (id: string) => Promise<Present | { error: ReadError }>;
	/** Whether these are all that there are. What is entered was there before it was entered. */
	isWhole: boolean;
	/** Set if the list continues beyond the page that was read: nothing can then count as new or gone. */
	partial?: ReadError | undefined;
}

const NOT_LISTED: ReadError = {
	message: 'The list of the API does not contain it.',
	description: '',
	httpCode: '404',
	isNotFound: true,
};

/** Throws a `NodeApiError` if a list cannot be read, or is too long. */
export async function sourceOf(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
): Promise<Source> {
	const { operation, reads, ids } = resources;
	if ('list' in reads) return await listSource(poll, before, resources, reads);
	return {
		ids,
		isWhole: false,
		readOne: async (id) => present(await poll.read(operation, reads.one(id)), resources),
	};
}

async function listSource(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
	{ list, title, total }: Extract<WatchedResources['reads'], { list: unknown }>,
): Promise<Source> {
	const { records, body } = await readRecords(poll, resources.operation, list, `${title}s`);
	const count = total === undefined ? 0 : Number(valueAt(body, total));
	const { length } = records;
	const partial = count > length ? partialList(count, length, title) : undefined;
	const unlisted: ReadError =
		partial === undefined
			? NOT_LISTED
			: { ...NOT_LISTED, message: partial.message, isPostponed: true };
	const byId = new Map<string, IDataObject>();
	for (const record of records) if (isText(record['id'])) byId.set(String(record['id']), record);
	const listed = new Set([...byId.keys()].map(keptText));
	const gone = presentKeys(before).filter((key) => !listed.has(key));
	const isAll = resources.ids.length === 0;
	if (isAll && byId.size > MAX_LISTED) throw pollError(poll.node, tooLongList(byId.size, title));
	const ids = isAll ? [...byId.keys(), ...gone].slice(0, MAX_LISTED) : resources.ids;
	const readOne = (id: string): Present | { error: ReadError } => {
		const payload = byId.get(id);
		if (payload === undefined) return { error: unlisted };
		return present({ payload, body: { [poll.api.payloadMember]: payload } }, resources);
	};
	return {
		ids,
		isWhole: isAll && partial === undefined,
		readOne: async (id) => await Promise.resolve(readOne(id)),
		partial,
	};
}

export async function readAll(
	order: readonly string[],
	readOne: Source['readOne'],
	records: KeptRecords,
): Promise<PollReads> {
	const found = await Promise.all(
		order.map(async (id) => {
			const one = await readOne(id);
			return 'error' in one
				? { id, error: one.error, state: failedState(one.error) }
				: { id, state: records.read(id, one) };
		}),
	);
	// In the order of reading, whichever came first.
	const reads: PollReads = { states: new Map(), errors: new Map() };
	for (const { id, state, error } of found) {
		if (state !== undefined) reads.states.set(id, state);
		if (error !== undefined) reads.errors.set(id, error);
	}
	return reads;
}

function failedState({ isPostponed, isNotFound }: ReadError): ReadState<IDataObject> | undefined {
	if (isPostponed === true) return undefined;
	return { kind: isNotFound === true ? 'notFound' : 'failed' };
}

/** The record is the payload if that is an object, or else the whole response. */
function present(
	result: { payload: unknown; body: JsonObject } | { error: ReadError },
	{ noun, stateIn, shown }: WatchedResources,
): Present | { error: ReadError } {
	if ('error' in result) return result;
	const { payload, body } = result;
	const found = stateIn(body);
	if ('problem' in found) {
		const advice: Omit<ReadError, 'message'> =
			noun === 'value'
				? { description: CORRECT_VALUE_PATH, isWrongPath: true }
				: { description: 'Nothing is lost: the next poll reads again.' };
		return { error: { message: found.problem, ...advice } };
	}
	const record = isDataObject(payload) ? payload : dataObject(body);
	return { state: found.value, record: shown(record) };
}
