import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isText, textList, textListIssues, locatorValue } from '../../engine/parameters/values';
import { VALUE_PATH_LABEL, isAmong, stateAt } from '../../engine/wait/waitRule';
import type { KeptRecords, ReadState, StateChange, WatchState } from './states';
import type { Poll, PollResult, TriggerEvent } from './poll';
import type { ReadError } from './reader';
import { pollError, throwIssues } from './reader';
import { MAX_WATCHED, PREVIOUS_STATES, STATES } from './poll';
import type { HomeReads, PollReads, WatchedResources, WatchedField, Homes } from './resources';
import { readAll, failingError, readFailure, rejectedError, wrongPathError } from './resources';
import { advanceStates, readingOrder, seenIn, watchStateOf, MAX_LISTED } from './states';
import { sourceOf } from './targets';
import type { RecordOutput } from '../record/output';
import { outputRecord, pickMembers } from '../record/output';
import type { RecordKind } from '../record/record';
import { readList, readRecord, recordFields } from '../record/record';
import { hashOf } from '../../engine/json';
import type { Operation } from '../../engine/operation';

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

/** A kind of record that has a state, and what the items of its changes are made of. */
interface StatefulKind extends Pick<RecordOutput, 'simplify'> {
	kind: RecordKind;
	/** Which records are watched; empty for all. */
	idsField: INodeProperties;
	/** Whether one list is read even if IDs are entered. */
	alwaysListed?: true;
	/** What to do if the API has no list. Left out: the text of the kind's home. */
	noList?: string;
	/** What the records belong to, if those of all such can be watched, and what to do if the API has no list of them. */
	homes?: { kind: RecordKind; noList: string };
	/** The property of an item that has the record. */
	member: string;
	/** The property of the record that has its state. */
	state: string;
	/** The property of an item that has the state before. */
	previousState: string;
}

/** Emits the records whose state is another one than at the poll before. */
export function stateChanged(row: StatefulKind): TriggerEvent {
	const { kind, simplify, idsField, alwaysListed = false } = row;
	const { member, state: stateName, previousState } = row;
	const watched = { label: idsField.displayName, thing: 'ID' } as const;
	const one = { properties: recordFields(kind), ...readRecord(kind) };
	const all = listOf(row);
	const homes = row.homes && homesOf(row.homes);
	const { noun, idField: homeField } = kind.home;
	return {
		read: async (poll, stored) => {
			const homeId = homeIdOf(kind, poll);
			const inHome = (id: IDataObject[string]): IDataObject =>
				homeField ? { [homeField.name]: id } : {};
			const output = poll.parameter('output');
			const most = alwaysListed ? MAX_LISTED : MAX_WATCHED;
			const ids = watchedIds(poll, idsField.name, watched, most);
			const isAll = ids.length === 0;
			const isListed = alwaysListed || isAll;
			const path = `${poll.api.payloadMember}.${stateName}`;
			// One more shows that there are too many. What is entered may be anywhere in the list.
			const wanted = isAll ? { limit: MAX_LISTED + 1 } : { returnAll: true };
			const list = (id: string): IDataObject => ({ ...inHome(id), ...wanted });
			const reads: WatchedResources['reads'] =
				homes !== undefined && isAll && homeId === ''
					? { homes: { ...homes, list }, title: kind.title }
					: isListed
						? { list: list(homeId), title: kind.title, isPaged: kind.paging !== undefined }
						: { one: (id) => ({ ...inHome(homeId), [kind.idField.name]: id }) };
			return await readStates(poll, stored, {
				// The same ID in another service is another record, and what was not watched yet is not new.
				scope: hashOf([poll.scope, homeId, isAll]),
				operation: isListed ? all : one,
				reads,
				watched,
				ids,
				noun: 'state',
				stateIn: (response) => stateAt(response, path),
				shown: (record) => outputRecord(record, { output }, { simplify }),
				item: ({ id, record, ...states }, home = { id: homeId }) => ({
					[previousState]: states.previousState,
					[stateName]: states.state,
					[member]: record ?? { id, ...inHome(home['id']) },
					...(homeField && { [noun]: pickMembers(home, ['id', 'name']) }),
				}),
			});
		},
	};
}

function homesOf(homes: NonNullable<StatefulKind['homes']>): Omit<Homes, 'list'> {
	const { title, idSegment } = homes.kind;
	const isId: Homes['isId'] = (id) => idSegment('', id).issues.length === 0;
	return { title, operation: listOf(homes), isId };
}

function listOf({ kind, noList }: Pick<StatefulKind, 'kind' | 'noList'>): Operation {
	return {
		properties: recordFields(kind),
		...readList(kind),
		...(noList === undefined ? {} : { advice: { 404: noList } }),
	};
}

/** Returns the ID of what the records belong to, such as a service. */
function homeIdOf({ home: { idField } }: RecordKind, poll: Poll): string {
	if (idField === undefined) return '';
	const id = locatorValue(poll.parameter(idField.name), idField.modes);
	return isText(id) ? String(id).trim() : '';
}
