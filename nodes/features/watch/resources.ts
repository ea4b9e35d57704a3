import type { IDataObject } from 'n8n-workflow';
import { andMore, counted, formatted, shortenedInside } from '../../engine/text';
import { CORRECT_VALUE_PATH, VALUE_PATH_LABEL } from '../../engine/wait/waitRule';
import { MAX_LISTED } from './states';
import type { ReadError } from './reader';
import type { JsonObject } from '../../engine/json';
import { dataObject, isDataObject } from '../../engine/json';
import type { Operation, Parameters, WaitRule } from '../../engine/operation';
import type { PathValue } from '../../engine/wait/waitRule';
import type { Present, ReadOutcome, HomeState, ReadState, StateChange } from './states';

/** The API rejects the ID itself, or what the key may read of it: the next poll would fail as well. */
const REJECTED: ReadonlySet<unknown> = new Set(['400', '403', '404']);

const MOST = formatted(MAX_LISTED);
const MAX_NAMED = 10;
const MAX_ID_LENGTH = 100;

/** The field that chooses what to watch: its label, and what it contains. */
export interface WatchedField {
	label: string;
	thing: 'ID' | 'path';
}

/** Reads that failed, by ID. */
type FailedReads = ReadonlyArray<readonly [string, ReadError]>;

const NOTHING_LISTED: ReadError = {
	message: 'The list is empty: there is nothing to watch yet.',
	description: 'The trigger reports the first one once it exists.',
};

/** A cause that stops all reads matters more than rejected IDs. */
export function readFailure(watched: WatchedField, errors: FailedReads): ReadError {
	const general = errors.find(([, { httpCode }]) => !REJECTED.has(httpCode));
	return general?.[1] ?? rejectedError(watched, errors) ?? NOTHING_LISTED;
}

/** More would be too much to remember. `home` is what to choose one of, if the records of all are read. */
export function tooLongList(title: string, home?: string): ReadError {
	return {
		message: `There are more than ${MOST} ${title}s, and one trigger watches no more.`,
		description:
			home === undefined
				? 'Enter the IDs of the ones to watch.'
				: `Choose a ${home} in each of several triggers.`,
	};
}

/** The rest of a paged list isn't read. */
export function partialList(title: string): ReadError {
	return {
		message: `There are more than ${MOST} ${title}s, and a poll reads only the first ${MOST}.`,
		description:
			"The others aren't watched, and none counts as new or gone. To watch others, enter their IDs.",
	};
}

/** Names the IDs that the API itself rejects. */
export function rejectedError(
	{ label, thing }: WatchedField,
	errors: FailedReads,
): ReadError | undefined {
	const rejected = errors.filter(([, { httpCode }]) => REJECTED.has(httpCode));
	const [first] = rejected;
	if (first === undefined) return undefined;
	return {
		message: `${label}: ${counted(rejected.length, thing)} can't be read: ${idsOf(rejected)}`,
		description: `Correct or remove these ${thing}s, or use a key that may read them.${reasons(rejected)}`,
		httpCode: first[1].httpCode,
	};
}

/** Names the paths in whose responses Value Path leads to nothing. */
export function wrongPathError(errors: FailedReads): ReadError | undefined {
	const wrong = errors.filter(([, { isWrongPath }]) => isWrongPath === true);
	if (wrong.length === 0) return undefined;
	return {
		message: `${VALUE_PATH_LABEL} leads to nothing in the response of ${counted(wrong.length, 'path')}: ${idsOf(wrong)}`,
		description: `${CORRECT_VALUE_PATH} It applies to every path.${reasons(wrong)}`,
	};
}

/** Reports IDs that keep failing while others are watched. */
export function failingError(
	{ label, thing }: { label: string; thing: string },
	errors: FailedReads,
): ReadError {
	return {
		message: `${label}: ${counted(errors.length, thing)} couldn't be read in two polls in a row: ${idsOf(errors)}`,
		description: `The other ${thing}s are still watched. These are still tried at every poll, and reported again only after one has been read.${reasons(errors)}`,
	};
}

function idsOf(errors: FailedReads): string {
	const named = errors.slice(0, MAX_NAMED).map(([id]) => shortenedInside(id, MAX_ID_LENGTH));
	return named.join(', ') + andMore(errors.length - named.length);
}

/** One line for each ID. */
function reasons(errors: FailedReads): string {
	return errors
		.slice(0, MAX_NAMED)
		.map(([id, { message }]) => `\n• ${shortenedInside(id, MAX_ID_LENGTH)}: ${message}`)
		.join('');
}

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
