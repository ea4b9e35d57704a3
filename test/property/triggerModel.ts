import type { RawResponse } from '../../nodes/engine/http/response';
import type { Records, Services } from '../unit/trigger/fakePoll';
import { isResponse, SERVICE_ID } from '../unit/trigger/fakePoll';

/** What a trigger watches, and which changes start the workflow. */
export interface Watched {
	/** What a poll requests: each ID, one list, or the list of each service. */
	reads: 'each' | 'everyService' | 'list';
	/** Whether upper case and outer spaces make another state, as in values. */
	isExact?: boolean | undefined;
	/** The new and the previous states that start the workflow; without any, all do. */
	states: readonly string[];
	previousStates: readonly string[];
}

/** What one poll finds, and the settings with which it is made. */
export interface Polled {
	services: Services;
	/** Without any, all records are watched. */
	chosen: readonly string[] | undefined;
	/** With another than the last poll's, the workflow is being published. */
	version: number;
}

/** A change to emit. */
export interface Change {
	/** The ID of the record, after the one of its service and a slash if all services are read. */
	key: string;
	before: string;
	after: string;
	/** Whether there is a record to emit. */
	isThere: boolean;
}

/** What a poll emits and reports, and which record or service it reads first, unless it reads one list. */
export interface Told {
	changes: Change[];
	reported: string[];
	first: string | undefined;
}

/** What a poll sees of a record or a service; `gone` if the API itself says that there is none. */
type Sight = { state: string } | 'gone' | 'postponed' | 'unreadable';
type Sights = ReadonlyMap<string, Sight>;

/** What is known of a record or a service: its last state, and how many polls in a row couldn't read it. */
interface Known {
	state: string | undefined;
	failures: number;
}

type KnownByKey = ReadonlyMap<string, Known>;

/** What a trigger remembers. */
interface Memory {
	records: KnownByKey;
	services: KnownByKey;
	/** The record or the service to read first. */
	next: string | undefined;
	/** Those of the last poll; empty before the first one. */
	settings: string;
	/** How many polls have learned something. */
	news: number;
}

/** What a poll reads, in this order, and what it keeps although it can't read it. */
interface Look {
	records: Sights;
	unread: string[];
	services: Sights;
	/** All services, also those that are asleep. */
	listed: string[];
}

export const NOTHING_KNOWN: Memory = {
	records: new Map(),
	services: new Map(),
	next: undefined,
	settings: '',
	news: 0,
};

const GONE = 'gone';
/** Its state, which no text is: a record's state can be the word. */
const GONE_STATE = '\0';
const READ = { state: 'read' };
const NEVER_SEEN: Known = { state: undefined, failures: 0 };
/** Reported once, until it can be read again. */
const REPORTED = 2;

/** Says what a trigger has to tell after each poll, whatever happened before. */
export class Model {
	constructor(private readonly watched: Watched) {}

	/** Tells nothing if the poll has to fail. Since it started with `before`, another one may have learned something. */
	next(
		polled: Polled,
		before: Memory,
		current = before,
	): { told: Told | undefined; memory: Memory } {
		const look = this.look(polled, before);
		const settings = JSON.stringify([polled.version, polled.chosen]);
		if (look === undefined || this.hasToFail(look, polled, current, settings)) {
			return { told: undefined, memory: current };
		}
		const first = this.firstOf(look);
		if (current.news !== before.news) {
			return { told: { changes: [], reported: [], first }, memory: current };
		}
		const isFirst = before.settings === '';
		// Records that a service had before it was first read aren't new.
		const isNew = (key: string): boolean =>
			!isFirst && polled.chosen === undefined && !isUnseen(before.services.get(serviceIn(key)));
		const unseen = isFirst ? NEVER_SEEN : { ...READ, failures: 0 };
		const services = new Map(look.listed.map((id) => [id, current.services.get(id) ?? unseen]));
		const ofServices = this.compare(services, look.services, () => false);
		const ids = new Set([...look.records.keys(), ...look.unread]);
		const records = new Map([...current.records].filter(([key]) => ids.has(key)));
		const ofRecords = this.compare(records, look.records, isNew);
		const memory = {
			records: ofRecords.kept,
			services: ofServices.kept,
			next: [look.services, look.records].flatMap(heldBack)[0],
			settings,
			news: before.news + Number(ofServices.hasNews || ofRecords.hasNews),
		};
		const reported = [...ofRecords.reported, ...ofServices.reported];
		return { told: { changes: ofRecords.changes, reported, first }, memory };
	}

	/** Returns what a test by hand shows: the first record in a wanted state, or else the first one. */
	sample(polled: Polled): Pick<Change, 'key'> | undefined {
		const sights = this.look(polled, NOTHING_KNOWN)?.records ?? [];
		const all = [...sights].flatMap(([key, sight]) =>
			typeof sight === 'string' ? [] : [{ key, state: sight.state }],
		);
		return all.find(({ state }) => isAmong(state, this.watched.states)) ?? all[0];
	}

	/** Undefined if a list can't be read. */
	private look({ services, chosen }: Polled, before: Memory): Look | undefined {
		if (isResponse(services)) return undefined;
		if (this.watched.reads === 'everyService') return this.lookAtAll(services, before);
		const found = services[SERVICE_ID] ?? {};
		if (isResponse(found)) return undefined;
		const ids = chosen ?? [...new Set([...Object.keys(found), ...presentIn(before)])];
		const records = startingWith(ids, before.next).map((id) => [id, this.see(found[id])] as const);
		return { records: new Map(records), unread: [], services: new Map(), listed: [] };
	}

	/** A service that can't be read keeps its records. */
	private lookAtAll(all: Exclude<Services, RawResponse>, before: Memory): Look {
		const order = startingWith(Object.keys(all), before.next);
		const services = new Map(order.flatMap((id) => seeService(id, all[id] ?? {})));
		const isRead = (service: string): boolean => services.get(service) === READ;
		const records = new Map<string, Sight>();
		for (const id of order.filter(isRead)) {
			const found = all[id];
			if (isResponse(found)) continue;
			for (const [own, one] of Object.entries(found ?? {}))
				records.set(`${id}/${own}`, this.see(one));
		}
		const isUnread = (key: string): boolean => serviceIn(key) in all && !isRead(serviceIn(key));
		for (const key of presentIn(before)) {
			if (!records.has(key) && !isUnread(key)) records.set(key, GONE);
		}
		const unread = [...before.records.keys()].filter(isUnread);
		return { records, unread, services, listed: order };
	}

	private firstOf({ records, listed }: Look): string | undefined {
		if (this.watched.reads === 'list') return undefined;
		return this.watched.reads === 'each' ? [...records.keys()][0] : listed.find(isServiceId);
	}

	private hasToFail(look: Look, polled: Polled, { records, settings }: Memory, now: string) {
		if (this.watched.reads === 'everyService') {
			const failed = [...look.services.values()].filter((sight) => sight !== READ);
			return failed.length > 0 && failed.length === look.listed.length;
		}
		const all = [...look.records];
		const failed = all.filter(([, sight]) => typeof sight === 'string');
		const wasSeen = (id: string): boolean => !isUnseen(records.get(id) ?? NEVER_SEEN);
		const isUseless = failed.every(([id, sight]) => sight !== GONE || !wasSeen(id));
		if (failed.length > 0 && failed.length === all.length && isUseless) return true;
		const isRefused = ([id]: readonly [string, Sight]): boolean =>
			!wasSeen(id) && isRejected(polled, id);
		return now !== settings && failed.some(isRefused);
	}

	private compare(known: KnownByKey, sights: Sights, isNew: (key: string) => boolean) {
		const kept = new Map(known);
		const changes: Change[] = [];
		const reported: string[] = [];
		let hasNews = false;
		for (const [key, sight] of sights) {
			const last = known.get(key) ?? NEVER_SEEN;
			const now = this.after(last, sight);
			if (sight === 'postponed') continue;
			hasNews ||= now.state !== last.state || now.failures !== last.failures;
			kept.set(key, now);
			if (now.failures === REPORTED && last.failures < REPORTED) reported.push(key);
			if (now.state === undefined || now.state === last.state) continue;
			const isThere = typeof sight === 'object';
			const [before = '', after = ''] = [last.state, now.state].map(shown);
			const change = { key, before, after, isThere };
			if ((!isUnseen(last) || isNew(key)) && this.isWanted(change)) changes.push(change);
		}
		return { kept, changes, reported, hasNews };
	}

	private after(last: Known, sight: Sight): Known {
		const isGone = sight === GONE && last.state !== undefined;
		const state = typeof sight === 'object' ? sight.state : isGone ? GONE_STATE : undefined;
		if (state === undefined) return { ...last, failures: Math.min(last.failures + 1, REPORTED) };
		const isSame = last.state !== undefined && this.isSame(state, last.state);
		return { state: isSame ? last.state : state, failures: 0 };
	}

	private see(found: Records[string] | undefined): Sight {
		if (found === undefined) return GONE;
		if (isResponse(found)) return seeFailure(found);
		return found === '' && this.watched.isExact !== true ? 'unreadable' : { state: found };
	}

	private isSame(one: string, other: string): boolean {
		return this.watched.isExact === true ? one === other : normal(one) === normal(other);
	}

	private isWanted({ before, after }: Change): boolean {
		const { states, previousStates } = this.watched;
		return isAmong(after, states) && isAmong(before, previousStates);
	}
}

function shown(state: string | undefined): string | undefined {
	return state === GONE_STATE ? GONE : state;
}

export function serviceIn(key: string): string {
	return key.split('/', 1).join('');
}

function isServiceId(id: string): boolean {
	return /^[0-9a-f-]{36}$/.test(id);
}

/** One that was left starts the next poll. */
function startingWith(ids: readonly string[], next: string | undefined): string[] {
	const first = Math.max(
		0,
		ids.findIndex((id) => id === next),
	);
	return [...ids.slice(first), ...ids.slice(0, first)];
}

function heldBack(sights: Sights): string[] {
	return [...sights].filter(([, sight]) => sight === 'postponed').map(([key]) => key);
}

/** A gone one is new when it returns. */
function presentIn({ records }: Memory): string[] {
	return [...records]
		.filter(([, { state = GONE_STATE }]) => state !== GONE_STATE)
		.map(([key]) => key);
}

function isUnseen(known: Known | undefined): boolean {
	return known !== undefined && known.state === undefined;
}

/** A service that is asleep is not looked at, and one that is listed exists. */
function seeService(id: string, found: Records | RawResponse): Array<[string, Sight]> {
	// Nobody has entered the ID.
	if (!isServiceId(id)) return [[id, 'unreadable']];
	if (!isResponse(found)) return [[id, READ]];
	if (found.status === 424) return [];
	const sight = seeFailure(found);
	return [[id, sight === GONE ? 'unreadable' : sight]];
}

function seeFailure({ status, body }: RawResponse): Sight {
	// Anything but the API's own JSON can be a gateway's.
	if (status === 404 && String(body).startsWith('{')) return GONE;
	return status === 429 ? 'postponed' : 'unreadable';
}

/** In the one service that is read. */
function isRejected({ services }: Polled, id: string): boolean {
	const records = isResponse(services) ? {} : services[SERVICE_ID];
	const found = isResponse(records) ? undefined : records?.[id];
	if (found === undefined) return true;
	return isResponse(found) && [400, 403, 404].includes(found.status);
}

function isAmong(state: string, wanted: readonly string[]): boolean {
	return wanted.length === 0 || wanted.map(normal).includes(normal(state));
}

function normal(state: string): string {
	return state.trim().toLowerCase();
}
