import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { RawResponse } from '../../nodes/engine/http/response';
import { storedKey } from '../../nodes/features/watch/states';
import { json, text } from '../unit/core/fakes';
import { ALERTS, PIPES, poll, SERVICES } from '../unit/trigger/fakePoll';

const PAGE = '<html><h1>404 Not Found</h1></html>';

/** Long lists take long to shrink: then one is shown that could be shorter. */
const RUNS = { numRuns: 120, interruptAfterTimeLimit: 60_000 };

/** Polls once. Returns the emitted items, and undefined for a poll that fails. */
async function items(
	parameters: IDataObject,
	staticData: IDataObject,
	respond: (path: string) => RawResponse,
): Promise<IDataObject[] | undefined> {
	return await poll({ parameters, staticData, respond }).then(
		(polled) => polled.items ?? [],
		() => undefined,
	);
}

const HOMES = ['1', '2', '3'].map((last) => `5b7e2c18-90af-4d36-8e12-00000000000${last}`);
const [HOME = ''] = HOMES;
const IDS = ['a', 'b', 'c', 'x'.repeat(300)];
const STATES = ['running', 'Running ', ' RUNNING', 'idle', 'Idle', 'stopped', '\u00a0idle'];
const GONE = 'gone';
const ASLEEP = json({}, 424);

const FAILURES = [
	...[json({}, 403), json({}, 400), text(PAGE, 404), text('', 404), json([], 404)],
	...[json({ result: {} }), json({ result: { state: ' ' } }), text(PAGE)],
];
const OF_ONE_HOME = [ASLEEP, json({}, 404), json({}, 500), json({}, 429, { 'retry-after': '40' })];

/** A parent's records, for example a service's: states by ID, possibly empty; or why it is not read. */
type HomeRead = { states: Record<string, string> } | { failure: RawResponse };

/** One poll: each parent's records, the page size, and why the parents cannot be listed. */
interface Found {
	homes: Record<string, HomeRead>;
	pageSize?: number;
	failure?: RawResponse | undefined;
}

function homeRead(
	ids: readonly string[],
	states: readonly string[],
	failures: readonly RawResponse[],
): fc.Arbitrary<HomeRead> {
	const found = fc.dictionary(fc.constantFrom(...ids), fc.constantFrom(...states));
	return fc.oneof(
		{ weight: 3, arbitrary: found.map((given) => ({ states: given })) },
		{ weight: 1, arbitrary: fc.constantFrom(...failures).map((failure) => ({ failure })) },
	);
}

function responseTo({ homes, pageSize = 1000, failure }: Found, path: string): RawResponse {
	if (failure !== undefined) return failure;
	if (path.endsWith('/services')) return json({ result: Object.keys(homes).map((id) => ({ id })) });
	const read = homes[HOMES.find((id) => path.includes(id)) ?? HOME] ?? { states: {} };
	if ('failure' in read) return read.failure;
	const records = Object.entries(read.states).map(([id, state]) => ({ id, state }));
	const [record] = records;
	if (!/\/services\/[^/]+$/.test(path)) {
		const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset'));
		const page = records.slice(offset, offset + pageSize);
		return json({ result: page, data: page, meta: { total: records.length } });
	}
	return record === undefined ? json({ error: 'gone' }, 404) : json({ result: record });
}

/**
 * Each poll's expected events: for each parent that is read, changed, new or gone records. Records that existed before
 * their parent could be read are not new.
 */
class Model {
	private readonly homes = new Map<string, { isKnown: boolean; states: Map<string, string> }>();
	private isFirst = true;

	/** A record entered by its ID is never forgotten, or new; without any IDs, all are watched. */
	constructor(private readonly entered: readonly string[]) {}

	next({ homes }: Found): string[] {
		const told = [...new Set([...this.homes.keys(), ...Object.keys(homes)])].flatMap((homeId) => {
			const read = homes[homeId] ?? { states: {} };
			const home = this.homes.get(homeId) ?? {
				isKnown: !this.isFirst,
				states: new Map<string, string>(),
			};
			this.homes.set(homeId, home);
			if ('failure' in read) return [];
			const changes = this.changes(home.states, read.states, home.isKnown);
			home.isKnown = true;
			return changes.map((change) => `${homeId} ${change}`);
		});
		this.isFirst = false;
		return told;
	}

	private changes(
		states: Map<string, string>,
		listed: Readonly<Record<string, string>>,
		isKnown: boolean,
	): string[] {
		const all = new Set([...states.keys(), ...Object.keys(listed)]);
		const isAll = this.entered.length === 0;
		return [...all].flatMap((id) => {
			if (!isAll && !this.entered.includes(id)) return [];
			const last = states.get(id);
			const now = normal(listed[id] ?? GONE);
			// A gone record is forgotten with the next poll that does not find it, and is new when it returns.
			if (isAll && now === GONE && last === GONE) states.delete(id);
			if (now === '' || now === last) return [];
			states.set(id, now);
			const isTold = last !== undefined || (isAll && isKnown);
			return isTold ? [`${storedKey(id)}: ${last ?? ''} → ${now}`] : [];
		});
	}
}

const normal = (state: string): string => state.trim().toLowerCase();

const idSchema = z.object({ id: z.string() });
const statesSchema = z.object({ previousState: z.string(), state: z.string() });

/** Returns a change in the model's form. */
function toldOf(item: IDataObject): string {
	const { pipe, alert, service = { id: HOME } } = item;
	const { previousState, state } = statesSchema.parse(item);
	const { id } = idSchema.parse(pipe ?? alert ?? service);
	return `${idSchema.parse(service).id} ${storedKey(id)}: ${normal(previousState)} → ${normal(state)}`;
}

const byId = fc.tuple(...HOMES.map((id) => homeRead([id], STATES, FAILURES)));
const list = homeRead(IDS, ['', ...STATES], FAILURES);
const lists = homeRead(IDS, ['', ...STATES], [...FAILURES, ...OF_ONE_HOME]);
const start: HomeRead = { states: { a: 'idle', b: 'idle' } };
const inPipes = { ...PIPES, serviceId: HOME };

/** The watched records, the polls' findings, and the first one's action; and whether a read decides the poll. */
interface Watched {
	name: string;
	parameters: IDataObject;
	entered?: readonly string[];
	first?: Found['homes'];
	finds: fc.Arbitrary<Found>;
	isSure?: boolean;
}

const of = (reads: readonly HomeRead[]): Found['homes'] =>
	Object.fromEntries(reads.map((read, n) => [HOMES[n] ?? '', read]));
const ofList = list.map((read): Found => ({ homes: of([read]) }));
const ofPages = fc.tuple(list, fc.integer({ min: 1, max: 4 })).map(([read, pageSize]): Found => ({
	homes: of([read]),
	pageSize,
}));

it.each<Watched>([
	{
		name: 'services that are entered',
		parameters: { ...SERVICES, serviceIds: HOMES },
		entered: HOMES,
		first: of(HOMES.map((id) => ({ states: { [id]: 'idle' } }))),
		finds: byId.map((reads) => ({ homes: of(reads) })),
		isSure: true,
	},
	{ name: 'pipes', parameters: inPipes, first: of([start]), finds: ofList },
	{
		name: 'pipes that are entered',
		parameters: { ...inPipes, pipeIds: 'a, b' },
		entered: ['a', 'b'],
		first: of([start]),
		finds: ofList,
	},
	{ name: 'alerts', parameters: ALERTS, first: of([start]), finds: ofPages },
	{
		name: 'alerts that are entered',
		parameters: { ...ALERTS, alertIds: 'a, b' },
		entered: ['a', 'b'],
		first: of([start]),
		finds: ofPages,
	},
	{
		name: 'pipes of all services',
		parameters: { event: PIPES.event },
		finds: fc.record({
			homes: fc.dictionary(fc.constantFrom(...HOMES), lists),
			failure: fc.option(fc.constantFrom(...FAILURES), { nil: undefined, freq: 8 }),
		}),
		isSure: true,
	},
])(
	'a trigger emits each change, each new and each gone record of $name once, whatever fails in between',
	async ({ parameters, entered = [], first, finds, isSure = false }) => {
		const polls = fc.array(finds, { maxLength: 25, size: 'max' });
		await fc.assert(
			fc.asyncProperty(polls, async (following) => {
				const model = new Model(entered);
				const staticData: IDataObject = {};
				const all = first === undefined ? following : [{ homes: first }, ...following];
				for (const one of all) {
					const found = await items(parameters, staticData, (path) => responseTo(one, path));
					const reads = Object.values(one.homes);
					const isUnread = (read: HomeRead) => 'failure' in read && read.failure !== ASLEEP;
					const fails = one.failure !== undefined || (reads.length > 0 && reads.every(isUnread));
					if (fails || isSure) expect(found === undefined).toBe(fails);
					const expected = found === undefined ? [] : model.next(one);
					// The order of reading, which starts at the end of the last poll.
					expect((found ?? []).map(toldOf).sort()).toEqual(expected.sort());
				}
			}),
			RUNS,
		);
	},
);

it("a trigger emits each change of the payload's value once, and no change next to it", async () => {
	const parameters = { event: 'valueChanged', paths: '/v1/any' };
	await fc.assert(
		fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 2 })), async (payloads) => {
			const staticData: IDataObject = {};
			let last: unknown;
			for (const [index, result] of payloads.entries()) {
				const respond = () => json({ result, requestId: String(Math.random()) });
				const now: unknown = JSON.parse(JSON.stringify(result));
				const isChange = index > 0 && !isDeepStrictEqual(now, last);
				expect(await items(parameters, staticData, respond)).toHaveLength(isChange ? 1 : 0);
				expect(await items(parameters, staticData, respond)).toEqual([]);
				last = now;
			}
		}),
		RUNS,
	);
});
