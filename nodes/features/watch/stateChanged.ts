import type { Phrase } from '../../engine/phrase';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SingleField } from '../../engine/body/fields';
import { property } from '../../engine/body/fields';
import { throwIfInvalid } from '../../engine/issues/issueMessages';
import { hashOf } from '../../engine/crypto';
import type { Operation } from '../../engine/operation';
import { readItemOptions } from '../../engine/options/requestOptions';
import {
	chosenName,
	emptyToUndefined,
	nameUnder,
	isText,
	locatorValue,
	nearlyKnownIssues,
	textList,
	textListIssues,
} from '../../engine/parameters/values';
import { stateAt, VALUE_PATH_LABEL } from '../../engine/wait/waitChecks';
import type { RecordOutput } from '../record/recordOutput';
import { outputRecord, pickMembers } from '../record/recordOutput';
import type { ApiRecord, RecordId } from '../record/record';
import type { OfferedStates } from '../record/stateChoice';
import { choosable, stateChoice, statesChosen } from '../record/stateChoice';
import { listRead, recordRead } from '../record/record';
import { stateChangeSummary } from './eventSummary';
import type { Poll, PollResult, ReadError, TriggerEvent } from './poll';
import { pollError } from './poll';
import type { WatchedState, WatchTarget } from './resources';
import { WatchedResources } from './resources';
import type { ComparedRecords, StateChange, WatchState } from './states';
import { GONE, MAX_LISTED_RECORDS, newlyFailing, nextState, watchStateOf } from './states';
import { failedReads, failingError, readFailure, rejectedError } from './watchErrors';
import { distinctNames, isAmong } from '../../engine/text';

/** Limit for entered IDs or paths, because each of them takes a request. */
export const MAX_WATCHED = 50;

const [STATES, PREVIOUS_STATES] = ['states', 'previousStates'] as const;

/**
 * Fields that filter by the new and the previous state. `field` makes each field from its label and description. `how`
 * says how to enter states.
 */
export function changeFilters(
	things: 'States' | 'Statuses' | 'Values',
	how: string,
	field: (label: string, description: string, isNew: boolean) => SingleField,
): INodeProperties[] {
	const description = (direction: 'from' | 'to'): string =>
		`Only changes ${direction} one of these ${things.toLowerCase()} start the workflow. ${how} Case doesn't matter.`;
	const missed = ' If n8n restarts, the trigger can miss a change because of this filter.';
	return [
		property(STATES, field(`New ${things}`, `${description('to')}${missed}`, true)),
		property(PREVIOUS_STATES, field(`Previous ${things}`, description('from'), false)),
	];
}

const NOTHING_LISTED: ReadError = {
	message: 'The list is empty, so there is nothing to watch yet.',
	description: 'The trigger reports the first record when it exists.',
};

const EMPTY_NOTE = `The field at ${VALUE_PATH_LABEL} is missing or empty. Check the path. If the field has no value yet, wait until it has one.`;

const sampleWarning = (title: string, presentState: string, isStateReal: boolean): string =>
	isStateReal
		? `Test event with sample data. The ${title}'s previous state is an example.`
		: `Test event with sample data. The ${title} is currently ${presentState}, so both states are examples.`;

export async function watchStates(poll: Poll, target: WatchTarget): Promise<PollResult> {
	const { scope, item, readTitles } = target;
	const { accepts, ...chosenStates } = changeFilter(poll, target.watchedState?.knownStates);
	const before = watchStateOf(poll.stored, scope);
	const { resources, parents } = await new WatchedResources(poll, before, target).read();
	const { diffs } = parents ?? resources;
	const failedDiffs = failedReads(diffs);
	// Errors leave out parents' IDs, because the user didn't enter them.
	const failure = parents ? failedDiffs[0]?.error : readFailure(resources, failedDiffs);
	if (failure !== undefined && failedDiffs.length === diffs.length)
		throw pollError(poll.node, failure);
	const allChanges = resources.diffs.flatMap(({ change }) => change ?? []);
	const changes = poll.isManual ? allChanges : allChanges.filter(accepts);
	const titles = await readTitles?.(
		changes.map(({ record = {} }) => record),
		poll.run,
	);
	const itemFor = (change: StateChange) => item(change, titles?.get(change.id));
	return {
		advance: (latest) => {
			if (parents === undefined) throwIfRejected(poll, before, resources, failedDiffs);
			const current = watchStateOf(latest, scope);
			// Another poll has stored something since this poll started, so these readings may be older.
			if (current.revision !== before.revision) return { state: current, items: [], problems: [] };
			return {
				state: nextState(before, poll.parametersHash, resources, parents),
				items: changes.map(itemFor),
				problems: [resources, ...(parents ? [parents] : [])].flatMap((level) => {
					const failing = failedReads(newlyFailing(level));
					return failing.length === 0 ? [] : [failingError(level, failing)];
				}),
			};
		},
		sample: () => {
			const present =
				changes.find(({ state }) => isAmong(state, chosenStates.states)) ?? changes[0];
			if (present === undefined) throw pollError(poll.node, failure ?? NOTHING_LISTED);
			const { change, warning } = sampleChange(present, chosenStates, target);
			const { summary, ...event } = itemFor(change);
			const warnings = [warning, ...(failure ? [failure.message] : [])];
			// A later node may send the summary to people, and they would think that the change is real.
			return { summary: `Sample: ${summary}`, warnings, ...event };
		},
	};
}

/** Throws at activation if the API rejects IDs, because they are probably typos. */
function throwIfRejected(
	{ node, parametersHash }: Poll,
	before: WatchState,
	resources: ComparedRecords,
	failedDiffs: ReturnType<typeof failedReads>,
): void {
	// If the parameters are unchanged, this isn't an activation, so failures are reported instead.
	if (before.parametersHash === parametersHash) return;
	const unseenDiffs = failedDiffs.filter(({ learned }) => learned?.[1] === null);
	const rejected = rejectedError(resources, unseenDiffs);
	if (rejected !== undefined) throw pollError(node, rejected);
}

/**
 * Decides which changes start the workflow. Throws a `NodeOperationError` for unreadable filters, because they would
 * let everything pass.
 */
function changeFilter(poll: Poll, knownStates?: OfferedStates) {
	const { allowUnusual } = readItemOptions(poll.options);
	throwIfInvalid(
		poll,
		[STATES, PREVIOUS_STATES].flatMap((name) => {
			const value = poll.parameter(name);
			const knownNames = knownStates === undefined ? [] : [...choosable(knownStates), GONE];
			const unknownStates = allowUnusual ? [] : nearlyKnownIssues(name, value, knownNames);
			return [...textListIssues(name, value), ...unknownStates];
		}),
	);
	const [states = [], previousStates = []] = [STATES, PREVIOUS_STATES].map((name) => {
		const choices = textList(poll.parameter(name)).map((state) => String(state).trim());
		return statesChosen(choices, knownStates ?? {});
	});
	const passes = (state: string, passing: string[]): boolean =>
		passing.length === 0 || isAmong(state, passing);
	const accepts = ({ state, previousState }: StateChange): boolean =>
		passes(state, states) && passes(previousState, previousStates);
	return { accepts, states, previousStates };
}

/**
 * Makes a realistic test event: a record in a matching state, with a previous state. Keeps the values if no typical
 * change is known.
 */
function sampleChange(
	present: StateChange,
	{ states, previousStates }: Pick<ReturnType<typeof changeFilter>, 'previousStates' | 'states'>,
	{ recordType: { title }, watchedState }: WatchTarget,
): { change: StateChange; warning: string } {
	const { state: presentState, record = {} } = present;
	const [usualFrom, usualTo] = watchedState?.usual ?? ['', presentState];
	const isWanted = isAmong(presentState, states);
	const newStates = states.length === 0 ? [usualTo, usualFrom] : states;
	const earlierStates = previousStates.length === 0 ? [usualFrom, usualTo] : previousStates;
	const { state, previousState } = firstChange(
		isWanted ? [presentState, ...newStates] : newStates,
		earlierStates,
	) ?? { state: presentState, previousState: usualFrom };
	const isStateReal = isAmong(presentState, [state]);
	const warning =
		presentState === '' ? EMPTY_NOTE : sampleWarning(title, presentState, isStateReal);
	const change = { ...present, state, previousState };
	// The text "gone" can be a watched value, but not a state.
	const isGone = watchedState !== undefined && isAmong(state, [GONE]) && !isStateReal;
	if (isGone) delete change.record;
	else if (watchedState !== undefined && Object.hasOwn(record, watchedState.state)) {
		change.record = { ...record, [watchedState.state]: state };
	}
	return { change, warning };
}

/** Finds the first new state that differs from a previous state. */
function firstChange(
	states: readonly string[],
	previousStates: readonly string[],
): Pick<StateChange, 'previousState' | 'state'> | undefined {
	return states
		.flatMap((state) => previousStates.map((previousState) => ({ state, previousState })))
		.find(({ state, previousState }) => !isAmong(state, [previousState]));
}

export function watchedIds(
	poll: Poll,
	path: string,
	noun: WatchTarget['field']['thing'],
	maxIds = MAX_WATCHED,
): string[] {
	const value = poll.parameter(path);
	throwIfInvalid(poll, textListIssues(path, value));
	const entries = textList(value).map(String);
	// Removes other spellings of an ID, because each would report the same change. In paths, case matters.
	const ids = noun === 'ID' ? distinctNames(entries) : [...new Set(entries)];
	const count = ids.length;
	const text = `contains ${String(count)} ${noun}s, and one trigger can watch at most ${String(maxIds)}. Use several triggers.`;
	if (count > maxIds) throwIfInvalid(poll, [{ path, text }]);
	return ids;
}

interface StatefulRecord extends Pick<TriggerEvent, 'description' | 'name'>, WatchedState {
	recordType: ApiRecord & { id: RecordId; output: RecordOutput };
	/** Item key of the record. */
	key: string;
	/** New states that are preselected. Defaults to all. */
	newStates?: readonly string[];
	/** Reads titles for unnamed records, by ID. */
	readTitles?: WatchTarget['readTitles'];
	/** Describes a record without a name or title. Defaults to its ID. */
	unnamed?: (record: IDataObject) => Phrase | undefined;
	/** Field for choosing records. Empty means all. If omitted, the trigger watches all records of all parents. */
	idsField?: INodeProperties;
	/** If true, the trigger reads the list even if the user enters IDs. */
	alwaysListed?: true;
	/** Advice if the API lacks the list. Defaults to the parent's advice. */
	noList?: string;
	/**
	 * Field for choosing a parent or watching all parents. `noList` is the advice if the API can't list the parents.
	 */
	parents?: { field: INodeProperties; recordType: ApiRecord & { id: RecordId }; noList: string };
}

export function stateChanged(row: StatefulRecord): TriggerEvent {
	const { name, description, parents, idsField } = row;
	return {
		name,
		description,
		fields: [...[parents?.field ?? [], idsField ?? []].flat(), ...stateFilters(row)],
		watch: stateReader(row),
	};
}

function stateFilters({ state, knownStates, newStates }: StatefulRecord): INodeProperties[] {
	const things = state === 'state' ? 'States' : 'Statuses';
	const how = `For other ${things.toLowerCase()}, use an expression that returns a list or comma-separated text.`;
	const all = [...knownStates.all, GONE];
	const names = { [GONE]: 'Gone (Deleted)' };
	return changeFilters(things, how, (label, description, isNew) =>
		isNew
			? stateChoice(label, { ...knownStates, all }, description, names, newStates)
			: stateChoice(label, knownStates, description),
	);
}

function stateReader(row: StatefulRecord): TriggerEvent['watch'] {
	const { recordType, idsField, alwaysListed = false } = row;
	const singleRead = recordRead(recordType);
	const readList = listOperation(recordType, row.noList);
	const parents = row.parents && {
		recordType: row.parents.recordType,
		operation: listOperation(row.parents.recordType, row.parents.noList),
	};
	const { idField } = recordType.parent;
	return async (poll) => {
		const locator = idField && locatorValue(poll.parameter(idField.name), idField.modes);
		const parentId = isText(locator) ? String(locator).trim() : '';
		const titledParent = idField && chosenName(poll.parameter(idField.name));
		const inParent = (id: string): IDataObject => (idField ? { [idField.name]: id } : {});
		const output = poll.parameter('output');
		const maxIds = alwaysListed ? MAX_LISTED_RECORDS : MAX_WATCHED;
		const ids = idsField === undefined ? [] : watchedIds(poll, idsField.name, 'ID', maxIds);
		const isAll = ids.length === 0;
		const isListed = alwaysListed || isAll;
		// Reads one record more than the limit, to notice that a list is longer. Entered IDs can be anywhere in the
		// list.
		const listSize = isAll ? { limit: MAX_LISTED_RECORDS + 1 } : { returnAll: true };
		const listIn = (id: string): IDataObject => ({ ...inParent(id), ...listSize });
		const reads: WatchTarget['reads'] =
			parents !== undefined && isAll && emptyToUndefined(locator) === undefined
				? { parents: { ...parents, list: listIn } }
				: isListed
					? { list: listIn(parentId) }
					: { byId: (id) => ({ ...inParent(parentId), [recordType.id.field.name]: id }) };
		return await watchStates(poll, {
			// The same ID in a different service is a different record. Newly watched records don't count as new.
			scope: hashOf([poll.scope, parentId, isAll]),
			recordType,
			operation: isListed ? readList : singleRead,
			reads,
			field: { label: (idsField ?? idField ?? recordType.id.field).displayName, thing: 'ID' },
			ids,
			watchedState: row,
			stateIn: (response) => stateAt(response, `${poll.api.payloadKey}.${row.state}`),
			...(row.readTitles && { readTitles: row.readTitles }),
			outputOf: (record) => outputRecord(record, { output }, recordType.output),
			item: itemOf(row, {
				id: parentId,
				...(titledParent !== undefined && { name: titledParent }),
			}),
		});
	};
}

function itemOf(
	{ recordType, key, state: stateKey, unnamed }: StatefulRecord,
	chosenParent: IDataObject,
): WatchTarget['item'] {
	const { title, nameKeys = [] } = recordType;
	const { noun, idField } = recordType.parent;
	const previousKey = stateKey === 'state' ? 'previousState' : 'previousStatus';
	return (change, recordTitle) => {
		const { id, record, state, previousState, parent = chosenParent } = change;
		const name = nameUnder(nameKeys, record) ?? recordTitle;
		const event = { title, name, id, unnamed: record && unnamed?.(record) };
		const titledParent = idField && { title: noun, name: parent['name'], id: parent['id'] };
		return {
			summary: stateChangeSummary(event, change, titledParent),
			[stateKey]: state,
			[previousKey]: previousState,
			[key]: record ?? { id, ...(idField && { [idField.name]: parent['id'] }) },
			...(idField && { [noun]: pickMembers(parent, ['name', 'id']) }),
		};
	};
}

function listOperation(recordType: ApiRecord, noList: string | undefined): Operation {
	const list = listRead(recordType);
	const advice = noList !== undefined && { advice: { 404: noList } };
	return { ...list, texts: { ...list.texts, ...advice } };
}
