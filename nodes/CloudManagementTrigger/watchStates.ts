import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';

import { inputError } from '../core/errors/nodeErrors';
import { isDataObject } from '../core/json';
import type { Operation, Parameters } from '../core/operation';
import { textList } from '../core/parameters/values';
import { MOST_WATCHED } from './fields';
import type { Observation, Poll } from './poll';
import type { ReadError } from './pollError';
import { pollError } from './pollError';
import type { ReadResult } from './reader';
import type { Sighting, StateChange } from './resourceStates';
import { advanceStates, readingOrder, watchStateOf } from './resourceStates';

/** The resources of one kind that a poll watches. */
export interface WatchedResources {
	/** Names what is watched: a stored state of another scope is not used. */
	scope: string;
	operation: Operation;
	/** The parameters that all reads share, and the one that holds a resource's ID. */
	parameters: Parameters;
	idParameter: string;
	ids: readonly string[];
	/** The member of a record that holds its state. */
	stateMember: string;
	/** Returns the item of a change. */
	item: (change: StateChange<IDataObject>) => IDataObject;
}

/** What the reads of one poll gave. A resource that there was no time for is in neither map. */
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
	const { scope, ids, item } = resources;
	const before = watchStateOf(stored, scope);
	const order = readingOrder(ids, before);
	const { sightings, errors } = await readAll(poll, order, resources);
	const next = order.find((id) => isLeftForNextPoll(sightings.get(id), errors.get(id))) ?? null;
	return {
		advance: (latest) => {
			const current = watchStateOf(latest, scope);
			const known = new Set(current.states.map(([id]) => id));
			const isSeen = [...sightings].some(([id, { kind }]) => kind === 'present' || known.has(id));
			if (!isSeen) throw pollError(poll.node, mainError(errors));
			const { state, changes } = advanceStates(current, { ids, before, sightings, next });
			return { state, items: changes.map(item) };
		},
		sample: () => {
			const found = order.map((id) => ({ id, sighting: sightings.get(id) }));
			for (const { id, sighting } of found) {
				if (sighting?.kind !== 'present') continue;
				const { state, record } = sighting;
				return item({ id, previousState: state, state, record });
			}
			throw pollError(poll.node, mainError(errors));
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
		if (result === undefined) continue;
		const sighting = 'error' in result ? undefined : sightingOf(result.payload, stateMember);
		if (sighting !== undefined) readings.sightings.set(id, sighting);
		else readings.errors.set(id, 'error' in result ? result.error : withoutState(stateMember));
		if ('error' in result && result.error.httpCode === '404') {
			readings.sightings.set(id, { kind: 'notFound' });
		}
	}
	return readings;
}

function sightingOf(payload: unknown, stateMember: string): Sighting<IDataObject> | undefined {
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

function isLeftForNextPoll(
	sighting: Sighting<IDataObject> | undefined,
	error: ReadError | undefined,
): boolean {
	return sighting === undefined && (error === undefined || error.httpCode === '429');
}

/** What keeps all reads from working says more than one ID that is not found. */
function mainError(errors: ReadonlyMap<string, ReadError>): ReadError {
	const all = [...errors.values()];
	return all.find(({ httpCode }) => httpCode !== '404') ?? all[0] ?? NO_TIME;
}

const NO_TIME: ReadError = {
	message: 'There was no time to read anything.',
	description: 'Nothing is lost: the next poll reads again.',
};
