import type { IDataObject } from 'n8n-workflow';

import { textList, textListIssues } from '../parameters/values';
import { VALUE_PATH_LABEL } from '../wait/valuePath';
import { isAmong } from '../wait/waitRule';
import { KeptRecords } from './keptRecords';
import type { Poll, PollResult } from './poll';
import { pollError, throwIssues } from './pollError';
import { MAX_WATCHED, PREVIOUS_STATES, STATES } from './properties';
import type { PollReads, WatchedResources } from './resourceReads';
import { readAll, sourceOf } from './resourceReads';
import type { ReadState, SameState, StateChange, WatchState } from './resourceStates';
import {
	advanceStates,
	isChanged,
	isFirstPoll,
	readingOrder,
	wasSeen,
	watchStateOf,
} from './resourceStates';
import type { WatchedField } from './watchErrors';
import { failingError, readFailure, rejectedError, wrongPathError } from './watchErrors';

const EMPTY_NOTE = `The field at ${VALUE_PATH_LABEL} is missing or empty: correct the path, or wait for its first value.`;

/** Reads all resources, as far as there is time, and compares their states with those of the last poll. */
export async function readStates(
	poll: Poll,
	stored: unknown,
	resources: WatchedResources,
): Promise<PollResult> {
	const { scope, watched, noun, item } = resources;
	const accepts = changeFilter(poll);
	const before = watchStateOf(stored, scope);
	const { ids, readOne, isWhole, partial } = await sourceOf(poll, before, resources);
	const order = readingOrder(ids, before);
	const comparison = {
		before,
		isSame: noun === 'state' ? isSameState : isSameValue,
		newCounts: isWhole && !isFirstPoll(before),
	};
	const records = new KeptRecords(order, (id, state) => isChanged(comparison, id, state));
	const pollReads = await readAll(order, readOne, records);
	const { states: reads, errors } = pollReads;
	const next = order.find((id) => !reads.has(id)) ?? null;
	return {
		advance: (latest) => {
			const current = watchStateOf(latest, scope);
			throwUnreadable(poll, current, watched, pollReads);
			const isPartial = partial !== undefined;
			const read = { ids, settings: poll.settings, reads, next, isPartial, ...comparison };
			const { state, changes, failing } = advanceStates(current, read);
			const problems = isPartial && !current.isPartial ? [partial] : [];
			const failed = [...errors].filter(([id]) => failing.includes(id));
			if (failed.length > 0) problems.push(failingError(watched, failed));
			const reported = problems.map((problem) => pollError(poll.node, problem));
			return { state, items: changes.filter(accepts).map(item), problems: reported };
		},
		sample: () => {
			const sample = sampleOf(poll, watched, records, errors);
			const note = sample.state === '' ? EMPTY_NOTE : partial?.message;
			return { ...item(sample), ...(note === undefined ? {} : { note }) };
		},
	};
}

/** Throws a `NodeApiError` if nothing could be read, or Value Path leads to nothing. */
function sampleOf(
	{ node }: Poll,
	watched: WatchedField,
	{ sample }: KeptRecords,
	errors: PollReads['errors'],
): StateChange<IDataObject> {
	if (sample === undefined) throw pollError(node, readFailure(watched, [...errors]));
	const wrongPath = wrongPathError([...errors]);
	if (wrongPath !== undefined) throw pollError(node, wrongPath);
	return sample;
}

const isSameState: SameState = (state, other) => isAmong(state, [other]);
const isSameValue: SameState = (value, other) => value === other;

/** Throws a `NodeOperationError` for unreadable filters, which would let everything pass. */
function changeFilter(poll: Poll): (change: StateChange<unknown>) => boolean {
	throwIssues(
		poll,
		[STATES, PREVIOUS_STATES].flatMap((name) => textListIssues(name, poll.parameter(name))),
	);
	const passes = (name: string): ((state: string) => boolean) => {
		const wanted = textList(poll.parameter(name)).map(String);
		return (state) => wanted.length === 0 || isAmong(state, wanted);
	};
	const [isNew, isPrevious] = [passes(STATES), passes(PREVIOUS_STATES)];
	return ({ state, previousState }) => isNew(state) && isPrevious(previousState);
}

/** Throws a `NodeOperationError` for too many or unreadable ones. */
export function watchedIds(
	poll: Poll,
	path: string,
	{ thing: noun }: WatchedField,
	most = MAX_WATCHED,
): string[] {
	const value = poll.parameter(path);
	throwIssues(poll, textListIssues(path, value));
	const ids = [...new Set(textList(value).map(String))];
	const count = ids.length;
	if (count > most) throwIssues(poll, [{ path, code: 'tooManyWatched', count, noun, most }]);
	return ids;
}

/** Throws a `NodeApiError` if nothing could be read, and at activation for IDs that were never seen and are rejected. */
function throwUnreadable(
	{ node, settings }: Poll,
	current: WatchState,
	watched: WatchedField,
	{ states, errors }: PollReads,
): void {
	const isUseful = ([id, { kind }]: [string, ReadState<unknown>]): boolean =>
		kind === 'present' || (kind === 'notFound' && wasSeen(current, id));
	if (errors.size > 0 && ![...states].some(isUseful))
		throw pollError(node, readFailure(watched, [...errors]));
	// With the parameters of the poll before, this one is no activation: what fails is reported in place of all failing.
	if (current.settings === settings) return;
	const unseen = [...errors].filter(([id]) => !wasSeen(current, id));
	const rejected = rejectedError(watched, unseen);
	if (rejected !== undefined) throw pollError(node, rejected);
}
