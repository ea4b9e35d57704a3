import type { RawResponse } from '../../nodes/engine/http/response';
import type { Change, Records, Services } from '../unit/trigger/fakePoll';
import { storedKey } from '../../nodes/features/watch/states';
import { isResponse, SERVICE_ID } from '../unit/trigger/fakePoll';

/** What a trigger watches, and which changes start the workflow. */
export interface Watched {
	/** What a poll requests: each ID, one list, or the list of each service. */
	reads: 'each' | 'everyService' | 'list';
	/** The chosen IDs; without any, all are watched. */
	ids?: readonly string[] | undefined;
	/** Whether upper case and outer spaces make another state, as in values. */
	isExact?: boolean | undefined;
	/** The new and the previous states that start the workflow; without any, all do. */
	states: readonly string[];
	previousStates: readonly string[];
}

/** What a poll has to emit and to report; undefined if it has to fail. */
type Told = { changes: Change[]; reported: string[] } | undefined;

/** What a poll sees of a record or a service; `gone` if the API itself says that there is none. */
type Sight = { state: string } | 'gone' | 'postponed' | 'unreadable';

/** What is known of a record or a service: its last state, and how many polls in a row couldn't read it. */
interface Known {
	state: string | undefined;
	failures: number;
}

type KnownById = ReadonlyMap<string, Known>;

const GONE = 'gone';
const READ = { state: 'read' };
const NEVER_SEEN: Known = { state: undefined, failures: 0 };

/** Says what a trigger has to tell after each poll, whatever happened before. */
export class Model {
	private services: KnownById = new Map();
	private readonly records = new Map<string, KnownById>();
	/** The version of the node at the last poll that didn't fail. */
	private version: number | undefined;

	constructor(private readonly watched: Watched) {}

	/** A poll of the node in a version: with another than the last poll's, the workflow is being published. */
	next(services: Services, version: number): Told {
		if (isResponse(services)) return undefined;
		const isOfAll = this.watched.reads === 'everyService';
		const told = isOfAll ? this.inServices(services) : this.inOne(services[SERVICE_ID], version);
		if (told !== undefined) this.version = version;
		return told;
	}

	private inOne(records: Records | RawResponse = {}, version: number): Told {
		if (isResponse(records)) return undefined;
		const known = this.records.get(SERVICE_ID) ?? new Map<string, Known>();
		const { ids = presentIds(records, known) } = this.watched;
		const sights = new Map(ids.map((id) => [id, this.sightOf(records[id])]));
		const failed = ids.filter((id) => typeof sights.get(id) === 'string');
		const wasSeen = (id: string): boolean => known.get(id)?.state !== undefined;
		const isUseful = (id: string): boolean => sights.get(id) === 'gone' && wasSeen(id);
		if (failed.length > 0 && failed.length === ids.length && !failed.some(isUseful))
			return undefined;
		const isRefused = (id: string): boolean => !wasSeen(id) && isRejected(records[id]);
		if (version !== this.version && failed.some(isRefused)) return undefined;
		const isNew = this.version !== undefined && this.watched.ids === undefined;
		return this.remember(SERVICE_ID, known, sights, isNew);
	}

	/** A service that can't be read keeps its records. Those that it had before it was first read aren't new. */
	private inServices(services: Exclude<Services, RawResponse>): Told {
		const listed = Object.entries(services);
		const sights = new Map(listed.flatMap(([id, found]) => awakeSight(id, found)));
		const failed = [...sights.values()].filter((sight) => sight !== READ);
		if (failed.length > 0 && failed.length === listed.length) return undefined;
		const isFirst = this.version === undefined;
		const unseen = isFirst ? NEVER_SEEN : { ...READ, failures: 0 };
		const known = new Map(listed.map(([id]) => [id, this.services.get(id) ?? unseen]));
		const told = [...new Set([...this.records.keys(), ...Object.keys(services)])].map((service) => {
			const records = services[service] ?? {};
			if (isResponse(records)) return { changes: [], reported: [] };
			const before = this.records.get(service) ?? new Map<string, Known>();
			const ids = presentIds(records, before);
			const ofRecords = new Map(ids.map((id) => [id, this.sightOf(records[id])]));
			const isNew = !isFirst && known.get(service)?.state !== undefined;
			return this.remember(service, before, ofRecords, isNew);
		});
		const { kept, reported } = this.compare(known, sights, false);
		this.services = new Map([...known, ...kept]);
		// Only the stored form of a record's ID is known.
		const all = told.flatMap((one) => one.reported.map(storedKey));
		return { changes: told.flatMap(({ changes }) => changes), reported: [...all, ...reported] };
	}

	private remember(
		service: string,
		known: KnownById,
		sights: ReadonlyMap<string, Sight>,
		isNew: boolean,
	): { changes: Change[]; reported: string[] } {
		const { kept, changes, reported } = this.compare(known, sights, isNew);
		this.records.set(service, kept);
		const inOther = service !== SERVICE_ID && { service };
		return { changes: changes.map((change) => ({ ...change, ...inOther })), reported };
	}

	private compare(known: KnownById, sights: ReadonlyMap<string, Sight>, isNew: boolean) {
		const kept = new Map<string, Known>();
		const changes: Change[] = [];
		const reported: string[] = [];
		for (const [id, sight] of sights) {
			const last = known.get(id) ?? NEVER_SEEN;
			const now = stateIn(sight, last.state);
			if (sight === 'postponed') kept.set(id, last);
			else if (now === undefined) {
				kept.set(id, { ...last, failures: last.failures + 1 });
				// Reported once, until it can be read again.
				if (last.failures === 1) reported.push(id);
			} else if (last.state !== undefined && this.isSame(now, last.state)) {
				kept.set(id, { ...last, failures: 0 });
			} else {
				kept.set(id, { state: now, failures: 0 });
				const change = { id, before: last.state ?? '', after: now };
				if ((last.state !== undefined || isNew) && this.isWanted(change)) changes.push(change);
			}
		}
		return { kept, changes, reported };
	}

	private sightOf(found: Records[string] | undefined): Sight {
		if (found === undefined) return GONE;
		if (isResponse(found)) return sightOfFailure(found);
		return found === '' && this.watched.isExact !== true ? 'unreadable' : { state: found };
	}

	private isSame(one: string, other: string): boolean {
		return this.watched.isExact === true ? one === other : normal(one) === normal(other);
	}

	private isWanted({ before, after }: Change): boolean {
		const { states, previousStates } = this.watched;
		const isAmong = (state: string, wanted: readonly string[]): boolean =>
			wanted.length === 0 || wanted.map(normal).includes(normal(state));
		return isAmong(after, states) && isAmong(before, previousStates);
	}
}

/** Those that are listed, and those that were there. A gone one is new when it returns. */
function presentIds(records: Records, known: KnownById): string[] {
	const present = [...known].filter(([, { state = GONE }]) => state !== GONE);
	return [...new Set([...Object.keys(records), ...present.map(([id]) => id)])];
}

/** A service that is asleep is not looked at, and one that is listed exists. */
function awakeSight(id: string, found: Records | RawResponse): Array<[string, Sight]> {
	if (!isResponse(found)) return [[id, READ]];
	if (found.status === 424) return [];
	const sight = sightOfFailure(found);
	return [[id, sight === GONE ? 'unreadable' : sight]];
}

function sightOfFailure({ status, body }: RawResponse): Sight {
	// Anything but the API's own JSON can be a gateway's.
	if (status === 404 && String(body).startsWith('{')) return GONE;
	return status === 429 ? 'postponed' : 'unreadable';
}

function isRejected(found: Records[string] | undefined): boolean {
	if (found === undefined) return true;
	return isResponse(found) && [400, 403, 404].includes(found.status);
}

function stateIn(sight: Sight, last: string | undefined): string | undefined {
	if (typeof sight === 'object') return sight.state;
	return sight === GONE && last !== undefined ? GONE : undefined;
}

function normal(state: string): string {
	return state.trim().toLowerCase();
}
