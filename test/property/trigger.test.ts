import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { RawResponse } from '../../nodes/core/http/response';
import { keptText } from '../../nodes/core/watch/keptText';
import { json, text } from '../unit/core/fakes';
import { poll } from '../unit/trigger/fakePoll';

const PAGE = '<html><h1>404 Not Found</h1></html>';

/** Long lists take long to shrink: then one is shown that could be shorter. */
const bounded = { interruptAfterTimeLimit: 60_000 };

/** Polls once. Returns the items that are emitted, and undefined for a poll that fails. */
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

const SERVICES = ['1', '2', '3'].map((last) => `5b7e2c18-90af-4d36-8e12-00000000000${last}`);
const STATES = ['running', 'Running ', ' RUNNING', 'idle', 'Idle', 'stopped', '\u00a0idle'];
const GONE = 'gone';

/** What one read of a resource gives: a state, a resource that is gone, or nothing to go by. */
type Read = { state: string } | { gone: true } | { failure: RawResponse };

const failures = [
	...[json({}, 403), json({}, 400), text(PAGE, 404), text('', 404), json([], 404)],
	...[json({ result: {} }), json({ result: { state: ' ' } }), text(PAGE)],
];

function responseTo(read: Read): RawResponse {
	if ('failure' in read) return read.failure;
	return 'gone' in read ? json({ error: 'gone' }, 404) : json({ result: { state: read.state } });
}

const read: fc.Arbitrary<Read> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...STATES).map((state) => ({ state })) },
	{ weight: 1, arbitrary: fc.constant({ gone: true as const }) },
	{ weight: 2, arbitrary: fc.constantFrom(...failures).map((failure) => ({ failure })) },
);

describe('Service State Changed', () => {
	it('emits each change once, and none that a gateway or another spelling makes', async () => {
		const polls = fc.array(fc.tuple(read, read, read), { maxLength: 25, size: 'max' });
		await fc.assert(
			fc.asyncProperty(polls, async (all) => {
				const parameters = { event: 'serviceStateChanged', serviceIds: SERVICES };
				const staticData: IDataObject = {};
				await items(parameters, staticData, () => json({ result: { state: 'idle' } }));
				const last = SERVICES.map(() => 'idle');
				for (const reads of all) {
					const responses = reads.map(responseTo);
					const found = await items(
						parameters,
						staticData,
						(path) => responses[Number(path.at(-1)) - 1] ?? json({}, 500),
					);
					const expected = reads.flatMap((one, index) => {
						const state = 'failure' in one ? undefined : 'gone' in one ? GONE : one.state;
						const name = state?.trim().toLowerCase();
						if (name === undefined || name === last[index]) return [];
						last[index] = name;
						return [state];
					});
					const emitted = (found ?? []).map(({ state }) => state);
					// The order is that of reading, which begins where the last poll ended.
					expect(emitted.sort()).toEqual(expected.sort());
				}
			}),
			{ numRuns: 200, ...bounded },
		);
	});
});

/**
 * One poll of a list: the states by ID, an empty one for a record without any, and whether the list goes on; or why it
 * cannot be read.
 */
type ListRead = { states: Record<string, string>; isPartial: boolean } | { failure: RawResponse };

const listRead: fc.Arbitrary<ListRead> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			states: fc.dictionary(
				fc.constantFrom('a', 'b', 'c', 'x'.repeat(300)),
				fc.constantFrom('', ...STATES),
			),
			isPartial: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.constantFrom(...failures).map((failure) => ({ failure })) },
);

/**
 * What each poll is to tell: nothing before a list was read, then what is another state, and of a complete list also
 * what is new or gone.
 */
class Model {
	private last: Map<string, string> | undefined;

	constructor(private readonly watched: readonly string[]) {}

	next(states: Readonly<Record<string, string>>, isPartial: boolean): string[] {
		const before = this.last;
		const told: string[] = [];
		const now = new Map<string, string>(before);
		for (const id of new Set([...(before?.keys() ?? []), ...Object.keys(states)])) {
			const counts = this.watched.length === 0 || this.watched.includes(id);
			const unlisted = isPartial ? undefined : GONE;
			const state = Object.hasOwn(states, id) ? states[id]?.trim().toLowerCase() : unlisted;
			if (!counts || state === undefined || state === '' || state === before?.get(id)) continue;
			now.set(id, state);
			const isNew = !before?.has(id);
			if (before !== undefined && !(isNew && (isPartial || this.watched.length > 0)))
				told.push(`${keptText(id)} ${state}`);
		}
		// What is gone is forgotten with the next poll that does not find it, and is new when it comes back.
		for (const [id, state] of before ?? []) {
			const isListed = this.watched.length > 0 || Object.hasOwn(states, id);
			if (!isListed && state === GONE && now.get(id) === GONE) now.delete(id);
		}
		this.last = now;
		return told;
	}
}

describe.each([
	{ event: 'pipeStateChanged', idsName: 'pipeIds', member: 'pipe', isPaged: false },
	{ event: 'alertStateChanged', idsName: 'alertIds', member: 'alert', isPaged: true },
])('$event', ({ event, idsName, member, isPaged }) => {
	it('tells each change, what is new and what is gone once, whatever fails in between', async () => {
		const polls = fc.array(listRead, { maxLength: 25, size: 'max' });
		const watched = fc.constantFrom([], ['a', 'b']);
		await fc.assert(
			fc.asyncProperty(polls, watched, async (all, ids) => {
				const parameters = { event, serviceId: SERVICES[0] ?? '', [idsName]: ids };
				const staticData: IDataObject = {};
				const listed = (records: object[], total = 0) =>
					json({ result: records, data: records, meta: { total } });
				const there = listed(['a', 'b'].map((id) => ({ id, state: 'idle' })));
				await items(parameters, staticData, () => there);
				const model = new Model(ids);
				model.next({ a: 'idle', b: 'idle' }, false);
				for (const one of all) {
					const found = await items(parameters, staticData, () => {
						if ('failure' in one) return one.failure;
						const records = Object.entries(one.states).map(([id, state]) => ({ id, state }));
						return listed(records, one.isPartial ? records.length + 1 : records.length);
					});
					const expected =
						'failure' in one || found === undefined
							? []
							: model.next(one.states, isPaged && one.isPartial);
					const told = (found ?? []).map(({ [member]: record, state }) => {
						const { id } = z.object({ id: z.string() }).parse(record);
						return `${keptText(id)} ${z.string().parse(state).trim().toLowerCase()}`;
					});
					expect(told.sort()).toEqual(expected.sort());
				}
			}),
			{ numRuns: 200, ...bounded },
		);
	});
});

/** The pipes of one service: their states by ID, an empty one for a pipe without any; or why they cannot be read. */
type HomeRead = { states: Record<string, string> } | { failure: RawResponse };

const ASLEEP = json({}, 424);
const notRead = [
	...[...failures, ASLEEP, json({}, 404), json({}, 500)],
	json({}, 429, { 'retry-after': '40' }),
];
const homeRead: fc.Arbitrary<HomeRead> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({
			states: fc.dictionary(
				fc.constantFrom('a', 'b', 'x'.repeat(300)),
				fc.constantFrom('', ...STATES),
			),
		}),
	},
	{ weight: 1, arbitrary: fc.constantFrom(...notRead).map((failure) => ({ failure })) },
);
/** One poll: what its services have, or why they cannot be listed. */
const homesRead = fc.record({
	homes: fc.dictionary(fc.constantFrom(...SERVICES), homeRead),
	failure: fc.option(fc.constantFrom(...failures), { nil: undefined, freq: 8 }),
});
const idSchema = z.object({ id: z.string() });

/** What each poll of all services is to tell: of each service that is read what is in another state, new or gone. */
class HomesModel {
	private readonly homes = new Map<string, { isKnown: boolean; states: Map<string, string> }>();
	private isFirst = true;

	next(found: Readonly<Record<string, HomeRead>>): string[] {
		const told: string[] = [];
		for (const homeId of new Set([...this.homes.keys(), ...Object.keys(found)])) {
			const home = this.homes.get(homeId) ?? {
				isKnown: !this.isFirst,
				states: new Map<string, string>(),
			};
			this.homes.set(homeId, home);
			const read = found[homeId] ?? { states: {} };
			if ('failure' in read) continue;
			for (const id of new Set([...home.states.keys(), ...Object.keys(read.states)])) {
				const last = home.states.get(id);
				const now = (read.states[id] ?? GONE).trim().toLowerCase();
				if (now === GONE && last === GONE) home.states.delete(id);
				if (now === '' || now === last) continue;
				home.states.set(id, now);
				if (last !== undefined || home.isKnown) told.push(`${homeId} ${keptText(id)} ${now}`);
			}
			home.isKnown = true;
		}
		this.isFirst = false;
		return told;
	}
}

describe('Pipe State Changed of all services', () => {
	it('tells each change, what is new and what is gone once, whatever fails in between', async () => {
		const polls = fc.array(homesRead, { minLength: 1, maxLength: 25, size: 'max' });
		await fc.assert(
			fc.asyncProperty(polls, async (all) => {
				const staticData: IDataObject = {};
				const model = new HomesModel();
				for (const { homes, failure } of all) {
					const list = (records: object[]) => json({ result: records });
					const found = await items({ event: 'pipeStateChanged' }, staticData, (path) => {
						if (failure !== undefined) return failure;
						const read = Object.entries(homes).find(([id]) => path.includes(id))?.[1];
						if (read === undefined) return list(Object.keys(homes).map((id) => ({ id })));
						if ('failure' in read) return read.failure;
						return list(Object.entries(read.states).map(([id, state]) => ({ id, state })));
					});
					const reads = Object.values(homes);
					const isUnread = (read: HomeRead) => 'failure' in read && read.failure !== ASLEEP;
					const fails = failure !== undefined || (reads.length > 0 && reads.every(isUnread));
					expect(found === undefined).toBe(fails);
					const told = (found ?? []).map(({ pipe, service, state }) => {
						const [{ id }, home] = z.tuple([idSchema, idSchema]).parse([pipe, service]);
						return `${home.id} ${keptText(id)} ${z.string().parse(state).trim().toLowerCase()}`;
					});
					expect(told.sort()).toEqual(fails ? [] : model.next(homes).sort());
				}
			}),
			{ numRuns: 200, ...bounded },
		);
	});
});

describe('Value Changed', () => {
	it('emits each change of the payload once, and none of what stands beside it', async () => {
		const parameters = { event: 'valueChanged', paths: '/v1/any' };
		await fc.assert(
			fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 2 })), async (payloads) => {
				const staticData: IDataObject = {};
				let last: unknown;
				for (const [index, result] of payloads.entries()) {
					const respond = () => json({ result, requestId: String(Math.random()) });
					const now: unknown = JSON.parse(JSON.stringify(result));
					const isChange = index > 0 && !isDeepStrictEqual(now, last);
					const found = await items(parameters, staticData, respond);
					expect(found).toHaveLength(isChange ? 1 : 0);
					expect(await items(parameters, staticData, respond)).toEqual([]);
					last = now;
				}
			}),
			{ numRuns: 200, ...bounded },
		);
	});
});
