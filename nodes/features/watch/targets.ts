import type { IDataObject } from 'n8n-workflow';
import { isText } from '../../engine/parameters/values';
import { isAmong } from '../../engine/wait/waitRule';
import type { Present, ReadOutcome, Comparison, SameState, WatchState } from './states';
import {
	KeptRecords,
	keptBelow,
	keptText,
	MAX_LISTED,
	changedSince,
	HOME_READ,
	isFirstPoll,
	isKnownHome,
	presentKeys,
	readingOrder,
} from './states';
import type { Poll } from './poll';
import type { ReadError } from './reader';
import { pollError } from './reader';
import { readRecords, tryRecords } from './poll';
import type { HomeReads, WatchedResources } from './resources';
import { present, partialList, tooLongList } from './resources';

/** The resources of one poll, and how each is read. */
export interface Source {
	ids: readonly string[];
	comparison: Comparison;
	records: KeptRecords;
	/** Returns undefined if nothing is known of it. */
	readOne: (id: string) => Promise<ReadOutcome | undefined>;
	/** Set if the records of several homes are read. */
	homes?: HomeReads;
	/** Returns a record's own ID, and its home. */
	locate?: (id: string) => { id: string; home: IDataObject };
	/** Set if only the start of a list is watched: nothing can then count as new or gone. */
	partial?: ReadError | undefined;
}

/** Between the ID of a home and that of a record. The path of a request lets no other into the ID of a home. */
const SEPARATOR = '/';

/** The status for a home that is asleep: it is so for hours, and has nothing to report. */
const ASLEEP = '424';

const NOT_LISTED: ReadError = {
	message: "The API's list doesn't contain it.",
	description: '',
	httpCode: '404',
	isNotFound: true,
};

const isSameState: SameState = (state, other) => isAmong(state, [other]);
const isSameValue: SameState = (value, other) => value === other;

/** Throws a `NodeApiError` if a list cannot be read, or is too long. */
export async function sourceOf(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
): Promise<Source> {
	const { operation, reads, ids } = resources;
	if ('homes' in reads) return await homesSource(poll, before, resources, reads);
	if ('list' in reads) return await listSource(poll, before, resources, reads);
	// What is entered was there before it was entered.
	const compared = comparedWith(before, resources, () => false);
	const positions = new Map(ids.map((id, index) => [id, index]));
	return {
		...{ ids, ...compared },
		readOne: async (id) => {
			const one = present(await poll.read(operation, reads.one(id)), resources);
			return compared.records.keep(id, one, positions.get(id) ?? 0);
		},
	};
}

function comparedWith(
	before: WatchState,
	{ noun }: WatchedResources,
	isNew: Comparison['isNew'],
): Pick<Source, 'comparison' | 'records'> {
	const isSame = noun === 'state' ? isSameState : isSameValue;
	const comparison = { before, isSame, isNew };
	return { comparison, records: new KeptRecords(changedSince(comparison)) };
}

async function listSource(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
	{ list, title, isPaged }: Extract<WatchedResources['reads'], { list: unknown }>,
): Promise<Source> {
	const { records } = await readRecords(poll, resources.operation, list, `${title}s`);
	const byId = recordsById(records);
	const isAll = resources.ids.length === 0;
	const isTooLong = isAll && byId.size > MAX_LISTED;
	if (isTooLong && !isPaged) throw pollError(poll.node, tooLongList(title));
	const listed = new Set([...byId.keys()].map(keptText));
	const gone = isTooLong ? [] : presentKeys(before).filter((key) => !listed.has(key));
	const all = [...[...byId.keys()].slice(0, MAX_LISTED), ...gone];
	const ids = isAll ? all : resources.ids;
	// What is beyond the start of a list is not new when it moves up.
	const isComplete = !isTooLong && !before.isPartial;
	const compared = comparedWith(
		before,
		resources,
		() => isAll && isComplete && !isFirstPoll(before),
	);
	const positions = new Map(ids.map((id, index) => [id, index]));
	return {
		...{ ids, ...compared },
		readOne: async (id) => {
			const record = byId.get(id);
			const one = record ? listedRecord(poll, resources, record) : { error: NOT_LISTED };
			return await Promise.resolve(compared.records.keep(id, one, positions.get(id) ?? 0));
		},
		partial: isTooLong ? partialList(title) : undefined,
	};
}

/**
 * Reads the list of homes, and then the records of each. A home that can't be read keeps what is known of its records,
 * and the others are watched.
 */
async function homesSource(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
	reads: HomesReads,
): Promise<Source> {
	const { homes } = reads;
	const wanted = { limit: MAX_LISTED + 1 };
	const list = await readRecords(poll, homes.operation, wanted, `${homes.title}s`);
	const known = recordsById(list.records);
	const compared = comparedWith(before, resources, (id) => isKnownHome(before, homeOf(id)));
	const found = await readHomes({ poll, before, resources, reads, known }, compared.records);
	const isUnread = (id: string): boolean =>
		known.has(homeOf(id)) && found.homes.states.get(homeOf(id)) !== HOME_READ;
	const kept = before.resources.map(([key]) => key).filter(isUnread);
	const gone = presentKeys(before).filter((key) => !found.records.has(key) && !isUnread(key));
	throwTooMany({ poll, reads }, known.size + found.records.size + kept.length);
	return {
		ids: [...found.records.keys(), ...kept, ...gone],
		...compared,
		readOne: async (id) => {
			const one = isUnread(id) ? undefined : (found.records.get(id) ?? { error: NOT_LISTED });
			return await Promise.resolve(one);
		},
		homes: found.homes,
		locate: (id) => {
			const homeId = homeOf(id);
			const home = known.get(homeId) ?? { id: homeId };
			return { id: id.slice(homeId.length + SEPARATOR.length), home };
		},
	};
}

type HomesReads = Extract<WatchedResources['reads'], { homes: unknown }>;

interface HomesToRead {
	poll: Poll;
	before: WatchState;
	resources: WatchedResources;
	reads: HomesReads;
	known: ReadonlyMap<string, IDataObject>;
}

function throwTooMany({ poll, reads }: Pick<HomesToRead, 'poll' | 'reads'>, count: number): void {
	if (count <= MAX_LISTED) return;
	const { title } = reads.homes;
	throw pollError(poll.node, tooLongList(`${title}s and ${reads.title}`, title));
}

/**
 * Reads the records of homes, each by the ID of its home and its own. Of each list only what is kept remains: together
 * they can be larger than the memory.
 */
async function readHomes(
	{ poll, before, resources, reads, known }: HomesToRead,
	kept: KeptRecords,
): Promise<{ records: Map<string, ReadOutcome>; homes: HomeReads }> {
	const next = before.next?.split(SEPARATOR, 1).join('') ?? null;
	const ids = readingOrder([...known.keys()], { next });
	let count = known.size;
	throwTooMany({ poll, reads }, count);
	const lists = await Promise.all(
		ids.map(async (homeId, home) => {
			const list = await readHome(poll, resources, reads, homeId);
			if ('error' in list) return { homeId, error: list.error };
			const byId = recordsById(list.records, (id) => keptBelow(homeId + SEPARATOR, id));
			count += byId.size;
			throwTooMany({ poll, reads }, count);
			const records = readingOrder([...byId.keys()], before).map((id, index) => {
				const one = listedRecord(poll, resources, byId.get(id));
				return [id, kept.keep(id, one, home * MAX_LISTED + index)] as const;
			});
			return { homeId, records };
		}),
	);
	const homes: HomeReads = {
		...{ title: reads.homes.title, ids, records: known, states: new Map(), errors: new Map() },
	};
	for (const { homeId, error } of lists) {
		if (error === undefined) homes.states.set(homeId, HOME_READ);
		else if (error.httpCode !== ASLEEP) {
			homes.errors.set(homeId, error);
			if (error.isPostponed === true) homes.next ??= homeId;
			else homes.states.set(homeId, { kind: 'failed' });
		}
	}
	return { records: new Map(lists.flatMap(({ records = [] }) => records)), homes };
}

/** Nobody has entered the ID of a home: one that makes no path is a home that can't be read. */
async function readHome(
	poll: Poll,
	{ operation }: WatchedResources,
	{ homes, title }: HomesReads,
	homeId: string,
): ReturnType<typeof tryRecords> {
	if (homes.isId(homeId)) {
		return await tryRecords(poll, operation, homes.list(homeId), `${title}s`);
	}
	const message = `Its ID isn't valid, so its ${title}s can't be read.`;
	return { error: { message, description: '' } };
}

function homeOf(id: string): string {
	return id.slice(0, id.indexOf(SEPARATOR));
}

function listedRecord(
	{ api }: Poll,
	resources: WatchedResources,
	payload: IDataObject | undefined,
): Present | { error: ReadError } {
	return present({ payload, body: { [api.payloadMember]: payload } }, resources);
}

/** Returns records by their IDs, each once. */
function recordsById(
	records: readonly IDataObject[],
	keyOf = (id: string): string => id,
): Map<string, IDataObject> {
	const byId = new Map<string, IDataObject>();
	for (const record of records)
		if (isText(record['id'])) byId.set(keyOf(String(record['id'])), record);
	return byId;
}
