import type { RawResponse } from '../../nodes/engine/http/response';
import type { Records, Services } from '../unit/trigger/fakePoll';
import { isResponse, SERVICE_ID } from '../unit/trigger/fakePoll';

export interface Watched {
	/** Reads each ID, a list, or each service's list. */
	reads: 'each' | 'everyService' | 'list';
	/** Case and outer spaces matter in values, but not in states. */
	isExact?: boolean | undefined;
	/** Only these states, after these previous states, start the workflow. Empty means all. */
	states: readonly string[];
	previousStates: readonly string[];
}

export interface Polled {
	services: Services;
	/** Undefined if all records are watched. */
	chosen: readonly string[] | undefined;
	/** A version that differs from the last poll's means that the workflow is being published. */
	version: number;
}

export interface Change {
	/** The record's ID, after its service's ID and a slash if all services are read. */
	key: string;
	before: string;
	after: string;
	isThere: boolean;
}

/** `first` is the record or service read first, unless the poll reads a list. */
export interface Told {
	changes: Change[];
	reported: string[];
	first: string | undefined;
}

/** `gone` means that the API itself says the record or service doesn't exist. */
type Sight = { state: string } | 'gone' | 'postponed' | 'unreadable';
type Sights = ReadonlyMap<string, Sight>;

/** What the model remembers of a record. `failures` counts its failed polls in a row. */
interface Known {
	state: string | undefined;
	failures: number;
}

type KnownByKey = ReadonlyMap<string, Known>;

interface Memory {
	records: KnownByKey;
	services: KnownByKey;
	/** The next poll starts with this record or service. */
	next: string | undefined;
	/** Empty before the first poll. */
	settings: string;
	/** Counts the polls that learned something. */
	news: number;
}

/** Records in `unread` keep their states, because they're unreadable. */
interface Look {
	records: Sights;
	unread: string[];
	services: Sights;
	/** All services, even sleeping services. */
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
/** A record's state can be the word "gone", so this isn't text. */
const GONE_STATE = '\0';
const READ = { state: 'read' };
const NEVER_SEEN: Known = { state: undefined, failures: 0 };
/** A record is reported once, until it can be read again. */
const REPORTED = 2;

/** Predicts a trigger's results after each poll, whatever happened before. */
export class Model {
	constructor(private readonly watched: Watched) {}

	/**
	 * Undefined if the poll must fail. Another poll may have learned something since this one started with `before`.
	 */
	next(
		polled: Polled,
		before: Memory,
		current = before,
	): { told: Told | undefined; memory: Memory } {
		const look = this.look(polled, before);
		const settings = JSON.stringify([polled.version, polled.chosen]);
		if (look === undefined || this.hasToFail(look, polled, before, settings)) {
			return { told: undefined, memory: current };
		}
		const first = this.firstOf(look);
		if (current.news !== before.news) {
			return { told: { changes: [], reported: [], first }, memory: current };
		}
		const isFirst = before.settings === '';
		// Records that existed before their service's first read aren't new.
		const isNew = (key: string): boolean =>
			!isFirst && polled.chosen === undefined && !isUnseen(before.services.get(serviceIn(key)));
		const unseen = isFirst ? NEVER_SEEN : { ...READ, failures: 0 };
		const services = new Map(look.listed.map((id) => [id, current.services.get(id) ?? unseen]));
		const ofServices = this.compare(services, look.services, () => false);
		const ids = new Set([...look.records.keys(), ...look.unread]);
		const records = new Map([...current.records].filter(([key]) => ids.has(key)));
		const ofRecords = this.compare(records, look.records, isNew);
		const after = [...ofServices.kept, ...ofRecords.kept];
		const isNews =
			JSON.stringify(after) !== JSON.stringify([...before.services, ...before.records]);
		const memory = {
			records: ofRecords.kept,
			services: ofServices.kept,
			next: [look.services, look.records].flatMap(heldBack)[0],
			settings,
			news: before.news + Number(isNews),
		};
		const reported = [...ofRecords.reported, ...ofServices.reported];
		return { told: { changes: ofRecords.changes, reported, first }, memory };
	}

	/** The first record in a wanted state counts, or else the first record. */
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

	/** An unreadable service keeps its records. */
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
		for (const [key, sight] of sights) {
			const last = known.get(key) ?? NEVER_SEEN;
			const now = this.after(last, sight);
			if (sight === 'postponed') continue;
			kept.set(key, now);
			if (now.failures === REPORTED && last.failures < REPORTED) reported.push(key);
			if (now.state === undefined || now.state === last.state) continue;
			const isThere = typeof sight === 'object';
			const [before = '', after = ''] = [last.state, now.state].map(shown);
			const change = { key, before, after, isThere };
			if ((!isUnseen(last) || isNew(key)) && this.isWanted(change)) changes.push(change);
		}
		return { kept, changes, reported };
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

/** Moves the record that the previous poll left out to the front. */
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

/** A missing record is new when it returns. */
function presentIn({ records }: Memory): string[] {
	return [...records]
		.filter(([, { state = GONE_STATE }]) => state !== GONE_STATE)
		.map(([key]) => key);
}

function isUnseen(known: Known | undefined): boolean {
	return known !== undefined && known.state === undefined;
}

/** A sleeping service isn't read, and a listed service exists. */
function seeService(id: string, found: Records | RawResponse): Array<[string, Sight]> {
	// The invalid ID comes from the API's list, so no user can correct it.
	if (!isServiceId(id)) return [[id, 'unreadable']];
	if (!isResponse(found)) return [[id, READ]];
	if (found.status === 424) return [];
	const sight = seeFailure(found);
	return [[id, sight === GONE ? 'unreadable' : sight]];
}

function seeFailure({ status, body }: RawResponse): Sight {
	// Anything but the API's own JSON can come from a gateway.
	if (status === 404 && String(body).startsWith('{')) return GONE;
	return status === 429 ? 'postponed' : 'unreadable';
}

/** Looks in the only service that is read. */
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
