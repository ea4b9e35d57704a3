import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../core/json';
import { dataObject, isDataObject } from '../core/json';
import type { Operation, Parameters, WaitRule } from '../core/operation';
import { textList, textListIssues } from '../core/parameters/values';
import type { PathValue } from '../core/wait/valuePath';
import { CORRECT_VALUE_PATH, VALUE_PATH_LABEL } from '../core/wait/valuePath';
import { isAmong } from '../core/wait/waitRule';
import { MAX_WATCHED, previousStatesField, statesField } from './properties';
import type { Present } from './keptRecords';
import { KeptRecords } from './keptRecords';
import type { Advance, Poll, PollResult } from './poll';
import { pollError, throwIssues } from './pollError';
import type { ReadError } from './pollError';
import type { ReadResult } from './reader';
import type { ReadState, SameState, StateChange, WatchState } from './resourceStates';
import { advanceStates, isChanged, readingOrder, wasSeen, watchStateOf } from './resourceStates';
import type { WatchedField } from './watchErrors';
import { failingError, readFailure, rejectedError, wrongPathError } from './watchErrors';

/** The resources of one kind that a poll watches. */
export interface WatchedResources {
	/** A stored state of another scope is not used. */
	scope: string;
	operation: Operation;
	parameters: (id: string) => Parameters;
	watched: WatchedField;
	ids: readonly string[];
	/** What is compared: neither case nor outer spaces make another state, and any character another value. */
	noun: WaitRule['noun'];
	stateIn: (response: JsonObject) => PathValue;
	/** What is output of a record. */
	shown: (record: IDataObject) => IDataObject;
	item: (change: StateChange<IDataObject>) => IDataObject;
}

/** What one poll has read, by ID. A resource that is left for the next poll has no state. */
interface PollReads {
	states: Map<string, ReadState<IDataObject>>;
	errors: Map<string, ReadError>;
}

const EMPTY_NOTE = `The field at ${VALUE_PATH_LABEL} is missing or empty: correct the path, or wait for its first value.`;

/** Reads all resources, as far as there is time, and compares their states with those of the last poll. */
export async function readStates(
	poll: Poll,
	stored: unknown,
	resources: WatchedResources,
): Promise<PollResult> {
	const { scope, ids, watched, noun, item } = resources;
	const accepts = changeFilter(poll);
	const before = watchStateOf(stored, scope);
	const order = readingOrder(ids, before);
	const isSame = noun === 'state' ? isSameState : isSameValue;
	const records = new KeptRecords(order, (id, state) => isChanged(before, id, state, isSame));
	const pollReads = await readAll(poll, order, resources, records);
	const { states: reads, errors } = pollReads;
	const next = order.find((id) => !reads.has(id)) ?? null;
	return {
		advance: (latest) => {
			const current = watchStateOf(latest, scope);
			throwUnreadable(poll, current, watched, pollReads);
			const read = { ids, before, settings: poll.settings, reads, isSame, next };
			const { state, changes, failing } = advanceStates(current, read);
			const advanced: Advance = { state, items: changes.filter(accepts).map(item) };
			if (failing.length === 0) return advanced;
			const failed = [...errors].filter(([id]) => failing.includes(id));
			return { ...advanced, problem: pollError(poll.node, failingError(watched, failed)) };
		},
		sample: () => {
			const { sample } = records;
			if (sample === undefined) throw pollError(poll.node, readFailure(watched, [...errors]));
			const wrongPath = wrongPathError([...errors]);
			if (wrongPath !== undefined) throw pollError(poll.node, wrongPath);
			return { ...item(sample), ...(sample.state === '' ? { note: EMPTY_NOTE } : {}) };
		},
	};
}

const isSameState: SameState = (state, other) => isAmong(state, [other]);
const isSameValue: SameState = (value, other) => value === other;

/** Throws a `NodeOperationError` for unreadable filters, which would let everything pass. */
function changeFilter(poll: Poll): (change: StateChange<unknown>) => boolean {
	const fields = [statesField, previousStatesField];
	throwIssues(
		poll.node,
		fields.flatMap(({ name }) => textListIssues(name, poll.parameter(name))),
	);
	const passes = ({ name }: INodeProperties): ((state: string) => boolean) => {
		const wanted = textList(poll.parameter(name)).map(String);
		return (state) => wanted.length === 0 || isAmong(state, wanted);
	};
	const [isNew, isPrevious] = [passes(statesField), passes(previousStatesField)];
	return ({ state, previousState }) => isNew(state) && isPrevious(previousState);
}

/** Throws a `NodeOperationError` for none, too many or unreadable ones. */
export function watchedIds(poll: Poll, path: string, { thing: noun }: WatchedField): string[] {
	const value = poll.parameter(path);
	throwIssues(poll.node, textListIssues(path, value));
	const ids = [...new Set(textList(value).map(String))];
	const [count, most] = [ids.length, MAX_WATCHED];
	if (count === 0) throwIssues(poll.node, [{ path, code: 'noTarget', noun }]);
	if (count > most) throwIssues(poll.node, [{ path, code: 'tooManyWatched', count, noun, most }]);
	return ids;
}

/** Throws a `NodeApiError` where nothing could be read, and at activation for IDs that were never seen and are rejected. */
function throwUnreadable(
	{ node, settings }: Poll,
	current: WatchState,
	watched: WatchedField,
	{ states, errors }: PollReads,
): void {
	const isUseful = ([id, { kind }]: [string, ReadState<unknown>]): boolean =>
		kind === 'present' || (kind === 'notFound' && wasSeen(current, id));
	if (![...states].some(isUseful)) throw pollError(node, readFailure(watched, [...errors]));
	// With the parameters of the poll before, this one is no activation: what fails is reported in place of all failing.
	if (current.settings === settings) return;
	const unseen = [...errors].filter(([id]) => !wasSeen(current, id));
	const rejected = rejectedError(watched, unseen);
	if (rejected !== undefined) throw pollError(node, rejected);
}

async function readAll(
	poll: Poll,
	order: readonly string[],
	resources: WatchedResources,
	records: KeptRecords,
): Promise<PollReads> {
	const { operation, parameters } = resources;
	const errors = new Map<string, ReadError>();
	const readOne = async (id: string): Promise<Array<[string, ReadState<IDataObject>]>> => {
		const found = present(await poll.read(operation, parameters(id)), resources);
		if ('error' in found) errors.set(id, found.error);
		const state = 'error' in found ? failedState(found.error) : records.read(id, found);
		return state === undefined ? [] : [[id, state]];
	};
	const states = await Promise.all(order.map(readOne));
	return { states: new Map(states.flat()), errors };
}

function failedState({ isPostponed, isNotFound }: ReadError): ReadState<IDataObject> | undefined {
	if (isPostponed === true) return undefined;
	return { kind: isNotFound === true ? 'notFound' : 'failed' };
}

/** The record is the payload if that is an object, or else the whole response. */
function present(
	result: ReadResult,
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
