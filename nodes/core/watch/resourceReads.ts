import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../json';
import { dataObject, isDataObject } from '../json';
import type { Operation, Parameters, WaitRule } from '../operation';
import type { PathValue } from '../wait/valuePath';
import { CORRECT_VALUE_PATH } from '../wait/valuePath';
import type { Present, ReadOutcome } from './keptRecords';
import type { ReadError } from './pollError';
import type { HomeState, ReadState, StateChange } from './resourceStates';
import type { WatchedField } from './watchErrors';

/** The resources of one kind that a poll watches. */
export interface WatchedResources {
	/** A stored state of another scope is not used. */
	scope: string;
	operation: Operation;
	/**
	 * The parameters that read one resource, or the list of all, what messages call one of these, and whether the list is
	 * paged; or what reads the lists of all homes.
	 */
	reads:
		| { one: (id: string) => Parameters }
		| { list: Parameters; title: string; isPaged: boolean }
		| { homes: Homes; title: string };
	watched: WatchedField;
	/** What was entered. Of a list, empty means all. */
	ids: readonly string[];
	/** What is compared: neither case nor outer spaces make another state, and any character another value. */
	noun: WaitRule['noun'];
	stateIn: (response: JsonObject) => PathValue;
	/** What is output of a record. */
	shown: (record: IDataObject) => IDataObject;
	/** `home` is the record of what the resource belongs to, if that was read. */
	item: (change: StateChange<IDataObject>, home?: IDataObject) => IDataObject;
}

/** What the records belong to, such as services, and how those of one are listed. */
export interface Homes {
	/** What messages call one. */
	title: string;
	/** Reads the list of them. */
	operation: Operation;
	/** Whether the path of a request can have this ID of one. */
	isId: (homeId: string) => boolean;
	/** The parameters that read the records of one. */
	list: (homeId: string) => Parameters;
}

/** What one poll has read, by ID. A resource that is left for the next poll has no state. */
export interface PollReads {
	states: Map<string, ReadState<IDataObject>>;
	errors: Map<string, ReadError>;
	/** The first that is left for the next poll. */
	next: string | undefined;
}

/** What one poll has read of the homes, by ID. One that is asleep has neither a state nor an error. */
export interface HomeReads {
	/** What messages call one. */
	title: string;
	/** In the order of reading. */
	ids: readonly string[];
	records: ReadonlyMap<string, IDataObject>;
	states: Map<string, HomeState>;
	errors: Map<string, ReadError>;
	/** The first that is left for the next poll. */
	next?: string;
}

export async function readAll(
	order: readonly string[],
	readOne: (id: string) => Promise<ReadOutcome | undefined>,
): Promise<PollReads> {
	const found = await Promise.all(order.map(async (id) => ({ id, one: await readOne(id) })));
	// In the order of reading, whichever came first.
	const reads: PollReads = { states: new Map(), errors: new Map(), next: undefined };
	for (const { id, one } of found) {
		if (one === undefined) continue;
		const state = 'error' in one ? failedState(one.error) : one.state;
		if (state === undefined) reads.next ??= id;
		else reads.states.set(id, state);
		if ('error' in one) reads.errors.set(id, one.error);
	}
	return reads;
}

function failedState({ isPostponed, isNotFound }: ReadError): ReadState<IDataObject> | undefined {
	if (isPostponed === true) return undefined;
	return { kind: isNotFound === true ? 'notFound' : 'failed' };
}

/** The record is the payload if that is an object, or else the whole response. */
export function present(
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
