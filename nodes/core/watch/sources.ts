import type { IDataObject } from 'n8n-workflow';

import { valueAt } from '../json';
import { isText } from '../parameters/values';
import type { Present } from './keptRecords';
import { keptBelow, keptText, MAX_LISTED } from './keptText';
import type { Poll } from './poll';
import type { ReadError } from './pollError';
import { pollError } from './pollError';
import { readRecords, tryRecords } from './readRecords';
import type { HomeReads, WatchedResources } from './resourceReads';
import { present } from './resourceReads';
import type { WatchState } from './resourceStates';
import { HOME_READ, isFirstPoll, isKnownHome, presentKeys, readingOrder } from './resourceStates';
import { partialList, tooLongList } from './watchErrors';

/** The resources of one poll, and how each is read. */
export interface Source {
	ids: readonly string[];
	/** Returns undefined if nothing is known of it. */
	readOne: (id: string) => Promise<Present | { error: ReadError } | undefined>;
	/** Whether one without a state is new. What is entered was there before it was entered. */
	isNew: (id: string) => boolean;
	/** Set if the records of several homes are read. */
	homes?: HomeReads;
	/** Returns a record's own ID, and its home. */
	locate?: (id: string) => { id: string; home: IDataObject };
	/** Set if the list continues beyond the page that was read: nothing can then count as new or gone. */
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

/** Throws a `NodeApiError` if a list cannot be read, or is too long. */
export async function sourceOf(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
): Promise<Source> {
	const { operation, reads, ids } = resources;
	if ('homes' in reads) return await homesSource(poll, before, resources, reads);
	if ('list' in reads) return await listSource(poll, before, resources, reads);
	return {
		ids,
		isNew: () => false,
		readOne: async (id) => present(await poll.read(operation, reads.one(id)), resources),
	};
}

async function listSource(
	poll: Poll,
	before: WatchState,
	resources: WatchedResources,
	{ list, title, total }: Extract<WatchedResources['reads'], { list: unknown }>,
): Promise<Source> {
	const { records, body } = await readRecords(poll, resources.operation, list, `${title}s`);
	const count = total === undefined ? 0 : Number(valueAt(body, total));
	const { length } = records;
	const partial = count > length ? partialList(count, length, title) : undefined;
	const unlisted: ReadError =
		partial === undefined
			? NOT_LISTED
			: { ...NOT_LISTED, message: partial.message, isPostponed: true };
	const byId = recordsById(records);
	const listed = new Set([...byId.keys()].map(keptText));
	const gone = presentKeys(before).filter((key) => !listed.has(key));
	const isAll = resources.ids.length === 0;
	if (isAll && byId.size > MAX_LISTED) throw pollError(poll.node, tooLongList(byId.size, title));
	return {
		ids: isAll ? [...byId.keys(), ...gone].slice(0, MAX_LISTED) : resources.ids,
		isNew: () => isAll && partial === undefined && !isFirstPoll(before),
		readOne: async (id) =>
			await Promise.resolve(
				byId.has(id) ? listedRecord(poll, resources, byId.get(id)) : { error: unlisted },
			),
		partial,
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
	{ homes, title }: Extract<WatchedResources['reads'], { homes: unknown }>,
): Promise<Source> {
	const list = await readRecords(poll, homes.operation, { returnAll: true }, `${homes.title}s`);
	const known = recordsById(list.records);
	const throwTooMany = (records: number): void => {
		const count = known.size + records;
		if (count <= MAX_LISTED) return;
		throw pollError(poll.node, tooLongList(count, `${homes.title}s and ${title}`, homes.title));
	};
	throwTooMany(0);
	const { byId, reads } = await readHomes(poll, resources, { homes, title }, known, before);
	const isUnread = (id: string): boolean =>
		known.has(homeOf(id)) && reads.states.get(homeOf(id)) !== HOME_READ;
	const kept = before.resources.map(([key]) => key).filter(isUnread);
	const gone = presentKeys(before).filter((key) => !byId.has(key) && !isUnread(key));
	throwTooMany(byId.size + kept.length);
	return {
		ids: [...byId.keys(), ...kept, ...gone].slice(0, MAX_LISTED - known.size),
		isNew: (id) => isKnownHome(before, homeOf(id)),
		readOne: async (id) => {
			if (isUnread(id)) return undefined;
			const record = byId.get(id);
			const one = record ? listedRecord(poll, resources, record) : { error: NOT_LISTED };
			return await Promise.resolve(one);
		},
		homes: reads,
		locate: (id) => {
			const homeId = homeOf(id);
			const home = known.get(homeId) ?? { id: homeId };
			return { id: id.slice(homeId.length + SEPARATOR.length), home };
		},
	};
}

/** Reads the records of homes, each by the ID of its home and its own. */
async function readHomes(
	poll: Poll,
	{ operation }: WatchedResources,
	{ homes, title }: Extract<WatchedResources['reads'], { homes: unknown }>,
	records: ReadonlyMap<string, IDataObject>,
	before: WatchState,
): Promise<{ byId: Map<string, IDataObject>; reads: HomeReads }> {
	const ids = readingOrder([...records.keys()], before);
	const lists = await Promise.all(
		ids.map(async (homeId) => ({
			homeId,
			list: await tryRecords(poll, operation, homes.list(homeId), `${title}s`),
		})),
	);
	const byId = new Map<string, IDataObject>();
	const reads: HomeReads = {
		...{ title: homes.title, ids, records, states: new Map(), errors: new Map() },
	};
	for (const { homeId, list } of lists) {
		if (!('error' in list)) {
			reads.states.set(homeId, HOME_READ);
			for (const [id, record] of recordsById(list.records))
				byId.set(keptBelow(homeId + SEPARATOR, id), record);
		} else if (list.error.httpCode !== ASLEEP) {
			reads.errors.set(homeId, list.error);
			if (list.error.isPostponed === true) reads.next ??= homeId;
			else reads.states.set(homeId, { kind: 'failed' });
		}
	}
	return { byId, reads };
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
function recordsById(records: readonly IDataObject[]): Map<string, IDataObject> {
	const byId = new Map<string, IDataObject>();
	for (const record of records) if (isText(record['id'])) byId.set(String(record['id']), record);
	return byId;
}
