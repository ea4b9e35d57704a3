import type { IDataObject } from 'n8n-workflow';

import { isText, textList, textListIssues } from '../parameters/values';
import { VALUE_PATH_LABEL } from '../wait/valuePath';
import { isAmong } from '../wait/waitRule';
import type { KeptRecords } from './keptRecords';
import type { Poll, PollResult } from './poll';
import type { ReadError } from './pollError';
import { pollError, throwIssues } from './pollError';
import { MAX_WATCHED, PREVIOUS_STATES, STATES } from './properties';
import type { HomeReads, PollReads, WatchedResources } from './resourceReads';
import { readAll } from './resourceReads';
import type { ReadState, StateChange, WatchState } from './resourceStates';
import { advanceStates, readingOrder, seenIn, watchStateOf } from './resourceStates';
import { sourceOf } from './sources';
import type { WatchedField } from './watchErrors';
import { failingError, readFailure, rejectedError, wrongPathError } from './watchErrors';

const EMPTY_NOTE = `The field at ${VALUE_PATH_LABEL} is missing or empty: correct the path, or wait for its first value.`;

/** Reads all resources, as far as there is time, and compares their states with those of the last poll. */
export async function readStates(
	poll: Poll,
	stored: unknown,
	resources: WatchedResources,
): Promise<PollResult> {
	const { scope, watched } = resources;
	const accepts = changeFilter(poll);
	const before = watchStateOf(stored, scope);
	const source = await sourceOf(poll, before, resources);
	const { ids, readOne, comparison, records, partial, homes, locate } = source;
	// If a home is next, the source begins with its records.
	const reads = await readAll(readingOrder(ids, before), readOne);
	const item = (change: StateChange<IDataObject>): IDataObject => {
		const located = locate?.(change.id);
		return resources.item({ ...change, ...located }, located?.home);
	};
	return {
		advance: (latest) => {
			const current = watchStateOf(latest, scope);
			throwUnreadable(poll, current, watched, reads, homes);
			const isPartial = partial !== undefined;
			const { state, changes, failing } = advanceStates(current, {
				...{ ids, settings: poll.settings, reads: reads.states, isPartial, homes, ...comparison },
				next: homes?.next ?? reads.next ?? null,
			});
			const problems = isPartial && !current.isPartial ? [partial] : [];
			problems.push(...failingErrors(poll, watched, failing, reads, homes));
			const reported = problems.map((problem) => pollError(poll.node, problem));
			return { state, items: changes.filter(accepts).map(item), problems: reported };
		},
		sample: () => {
			const sample = sampleOf(poll, watched, records, homes?.errors ?? reads.errors);
			const note = sample.state === '' ? EMPTY_NOTE : partial?.message;
			return { ...item(sample), ...(note === undefined ? {} : { note }) };
		},
	};
}

/** Returns what to report of what keeps failing. */
function failingErrors(
	{ redact }: Poll,
	watched: WatchedField,
	failing: readonly string[],
	{ errors }: PollReads,
	homes: HomeReads | undefined,
): ReadError[] {
	const failed = [...errors].filter(([id]) => failing.includes(id));
	const reported = failed.length > 0 ? [failingError(watched, failed)] : [];
	if (homes === undefined) return reported;
	const { title, records } = homes;
	const failedHomes = [...homes.errors]
		.filter(([id]) => failing.includes(id))
		.map(([id, error]) => {
			const name = records.get(id)?.['name'];
			return [isText(name) ? `${redact(String(name))} (${id})` : id, error] as const;
		});
	if (failedHomes.length === 0) return reported;
	return [...reported, failingError({ label: `All ${title}s`, thing: title }, failedHomes)];
}

/** Throws a `NodeApiError` if nothing could be read, or Value Path leads to nothing. */
function sampleOf(
	{ node }: Poll,
	watched: WatchedField,
	{ sample }: KeptRecords,
	errors: HomeReads['errors'],
): StateChange<IDataObject> {
	if (sample === undefined) throw pollError(node, readFailure(watched, [...errors]));
	const wrongPath = wrongPathError([...errors]);
	if (wrongPath !== undefined) throw pollError(node, wrongPath);
	return sample;
}

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
	homes: HomeReads | undefined,
): void {
	if (homes !== undefined) {
		// Nobody has entered them: if only some fail, also at activation, that is reported beside the changes.
		const [first] = homes.errors.values();
		if (first !== undefined && homes.errors.size === homes.ids.length) throw pollError(node, first);
		return;
	}
	const wasSeen = seenIn(current);
	const isUseful = ([id, { kind }]: [string, ReadState<unknown>]): boolean =>
		kind === 'present' || (kind === 'notFound' && wasSeen(id));
	if (errors.size > 0 && ![...states].some(isUseful))
		throw pollError(node, readFailure(watched, [...errors]));
	// With the parameters of the poll before, this one is no activation: what fails is reported in place of all failing.
	if (current.settings === settings) return;
	const unseen = [...errors].filter(([id]) => !wasSeen(id));
	const rejected = rejectedError(watched, unseen);
	if (rejected !== undefined) throw pollError(node, rejected);
}
