import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';

import { inputError } from '../core/errors/nodeErrors';
import { isDataObject } from '../core/json';
import type { Operation, Parameters } from '../core/operation';
import { textList } from '../core/parameters/values';
import { MOST_WATCHED } from './fields';
import type { Advance, Observation, Poll } from './poll';
import { pollError } from './pollError';
import type { ReadError } from './pollError';
import type { ReadResult } from './reader';
import type { Sighting, StateChange, WatchState } from './resourceStates';
import { advanceStates, readingOrder, wasSeen, watchStateOf } from './resourceStates';
import { failingError, readFailure, rejectedError } from './watchErrors';

/** The resources of one kind that a poll watches. */
export interface WatchedResources {
	/** Names what is watched: a stored state of another scope is not used. */
	scope: string;
	operation: Operation;
	/** The parameters that all reads share, and the one that holds a resource's ID. */
	parameters: Parameters;
	idParameter: string;
	/** The label of the field that holds the IDs. */
	label: string;
	ids: readonly string[];
	/** The member of a record that holds its state. */
	stateMember: string;
	/** Returns the item of a change. */
	item: (change: StateChange<IDataObject>) => IDataObject;
}

/** What the reads of one poll gave. A resource that is left for the next poll has no sighting. */
interface Readings {
	sightings: Map<string, Sighting<IDataObject>>;
	errors: Map<string, ReadError>;
}

const READS_AT_ONCE = 5;

/** Reads all resources, as far as there is time, and compares their states with those of the last poll. */
export async function observeStates(
	poll: Poll,
	stored: unknown,
	resources: WatchedResources,
): Promise<Observation> {
	const { scope, ids, label, item } = resources;
	const before = watchStateOf(stored, scope);
	const order = readingOrder(ids, before);
	const readings = await readAll(poll, order, resources);
	const { sightings, errors } = readings;
	const next = order.find((id) => !sightings.has(id)) ?? null;
	return {
		advance: (latest) => {
			const current = watchStateOf(latest, scope);
			throwUnreadable(poll, current, label, readings);
			const read = { ids, before, settings: poll.settings, sightings, next };
			const { state, changes, failing } = advanceStates(current, read);
			const advanced: Advance = { state, items: changes.map(item) };
			if (failing.length === 0) return advanced;
			const failed = [...errors].filter(([id]) => failing.includes(id));
			return { ...advanced, problem: pollError(poll.node, failingError(label, failed)) };
		},
		sample: () => {
			const found = order.map((id) => ({ id, sighting: sightings.get(id) }));
			for (const { id, sighting } of found) {
				if (sighting?.kind !== 'present') continue;
				const { state, record } = sighting;
				return item({ id, previousState: state, state, record });
			}
			throw pollError(poll.node, readFailure(label, [...errors]));
		},
	};
}

/** Returns the IDs in one of the node's parameters. Throws a `NodeOperationError` for none or too many. */
export function watchedIds(poll: Poll, name: string, label: string): string[] {
	const ids = [...new Set(textList(poll.parameter(name)).map(String))];
	if (ids.length > 0 && ids.length <= MOST_WATCHED) return ids;
	const message =
		ids.length === 0
			? `${label} is empty. Enter at least one ID.`
			: `${label} holds ${String(ids.length)} IDs, and one trigger watches at most ${String(MOST_WATCHED)}. Use several triggers.`;
	throw inputError(poll.node, { message, description: 'Nothing was sent.' });
}

/** Throws a `NodeApiError` where nothing could be read, and at activation for IDs that were never seen and are rejected. */
function throwUnreadable(
	{ node, settings }: Poll,
	current: WatchState,
	label: string,
	{ sightings, errors }: Readings,
): void {
	const isUseful = ([id, { kind }]: [string, Sighting<unknown>]): boolean =>
		kind === 'present' || (kind === 'notFound' && wasSeen(current, id));
	if (![...sightings].some(isUseful)) throw pollError(node, readFailure(label, [...errors]));
	// With the parameters of the poll before, this one is no activation: what fails is reported in place of all failing.
	if (current.settings === settings) return;
	const unseen = [...errors].filter(([id]) => !wasSeen(current, id));
	const rejected = rejectedError(label, unseen);
	if (rejected !== undefined) throw pollError(node, rejected);
}

async function readAll(
	poll: Poll,
	order: readonly string[],
	{ operation, parameters, idParameter, stateMember }: WatchedResources,
): Promise<Readings> {
	const results = new Map<string, ReadResult>();
	const limit = pLimit(READS_AT_ONCE);
	const readOne = async (id: string): Promise<void> => {
		if (!poll.hasTime()) return;
		results.set(id, await poll.read(operation, { ...parameters, [idParameter]: id }));
	};
	await Promise.all(
		order.map(async (id) => {
			await limit(readOne, id);
		}),
	);
	const readings: Readings = { sightings: new Map(), errors: new Map() };
	for (const id of order) {
		const result = results.get(id);
		if (result !== undefined) addReading(readings, id, result, stateMember);
	}
	return readings;
}

function addReading(
	{ sightings, errors }: Readings,
	id: string,
	result: ReadResult,
	stateMember: string,
): void {
	const present = 'error' in result ? undefined : presentIn(result.payload, stateMember);
	if (present !== undefined) {
		sightings.set(id, present);
		return;
	}
	const error = 'error' in result ? result.error : withoutState(stateMember);
	errors.set(id, error);
	if (error.isPostponed === true) return;
	sightings.set(id, { kind: error.httpCode === '404' ? 'notFound' : 'failed' });
}

function presentIn(payload: unknown, stateMember: string): Sighting<IDataObject> | undefined {
	if (!isDataObject(payload)) return undefined;
	const state = payload[stateMember];
	return typeof state === 'string' ? { kind: 'present', state, record: payload } : undefined;
}

function withoutState(stateMember: string): ReadError {
	return {
		message: `The response has no "${stateMember}".`,
		description: 'Nothing is lost: the next poll reads again.',
	};
}
