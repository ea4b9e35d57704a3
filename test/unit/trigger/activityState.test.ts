import * as fc from 'fast-check';
import { jsonParse } from 'n8n-workflow';

import {
	activitiesOf,
	advanceActivities,
	LIMITS,
} from '../../../nodes/CloudManagementTrigger/newActivity';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');

type ActivityState = ReturnType<typeof advanceActivities>['state'];

interface ActivityRecord {
	id: string;
	createdAt: string;
}

const record = (id: string, time: number): ActivityRecord => ({
	id,
	createdAt: new Date(time).toISOString(),
});
const untimed = (id: string): ActivityRecord => ({ id, createdAt: 'soon' });

/** Reads records from `id@hours`, `id@hours-milliseconds` and, without a time, `id@?`. */
function listed(text: string): ActivityRecord[] {
	return text.split(' ').flatMap((one) => {
		const [, id, hours = '?', ms = '0'] = /^(.+)@(-?[\d.]+)?(-\d+)?/.exec(one) ?? [];
		if (id === undefined) return [];
		return [hours === '?' ? untimed(id) : record(id, START + Number(hours) * HOUR + Number(ms))];
	});
}

const sorted = new WeakMap<object, ReturnType<typeof activitiesOf<ActivityRecord>>>();

/** Sorts each response once, although it may be polled often. */
function activitiesIn(records: readonly ActivityRecord[]) {
	const activities = sorted.get(records) ?? activitiesOf(records);
	sorted.set(records, activities);
	return activities;
}

/** One poll; the stored state goes through JSON, as it does in n8n's database. */
function poll(
	stored: unknown,
	records: readonly ActivityRecord[],
	{ latest = Infinity, accepts }: { latest?: number; accepts?: (id: string) => boolean } = {},
): { state: ActivityState; ids: string[]; reported: number } {
	const { state, emitted, problems } = advanceActivities(stored, {
		...{ ...activitiesIn(records), scope: 'scope', latest, now: Infinity },
		accepts: ({ id }) => accepts?.(id) ?? true,
	});
	return {
		state: jsonParse<ActivityState>(JSON.stringify(state)),
		ids: emitted.map(({ id }) => id),
		reported: problems.length,
	};
}

/** Polls after a first poll of `before` until nothing is left. */
function drained(records: readonly ActivityRecord[], before: readonly ActivityRecord[] = []) {
	const polls: string[][] = [];
	let { state } = poll(undefined, before);
	for (let next = poll(state, records); next.ids.length > 0; next = poll(state, records)) {
		({ state } = next);
		polls.push(next.ids);
		if (polls.length === 30) break;
	}
	return polls;
}

afterEach(() => {
	jest.restoreAllMocks();
});

type Limits = Partial<typeof LIMITS>;

it.each<[string, string[], Limits]>([
	['nothing at first', ['a@0 b@1 →', 'a@0 b@1 →'], {}],
	['everything after none', ['→', 'a@0 → a'], {}],
	['the oldest first, and once', ['a@0 →', 'd@3 b@1 c@2 → b c d', 'd@3 b@1 c@2 →'], {}],
	['what is up to 24 hours late', ['a@24 →', 'late@0 later@0-1 a@24 → late'], {}],
	['what has the same time, by ID', ['a@0 →', 'b@0 A@0 a@0 → A b'], {}],
	['what is twice in a response, once', ['a@0 →', 'b@0 b@0 → b'], {}],
	['nothing that comes back', ['a@0 →', '→', 'a@0 →'], {}],
	['nothing without a time, until it has one', ['→', 'a@? b@0 → b', 'a@1 b@0 → a'], {}],
	['no more than the limit', ['→', 'a@0 b@1 c@2 → a b', 'a@0 b@1 c@2 → c'], { emitted: 2 }],
])('a poll emits %s', (_, polls, limits) => {
	jest.replaceProperty(LIMITS, 'emitted', limits.emitted ?? LIMITS.emitted);
	let state: unknown;
	const emitted = polls.map((text) => {
		const [records = ''] = text.split('→');
		const next = poll(state, listed(records));
		({ state } = next);
		return [`${records}→`, ...next.ids].join(' ');
	});
	expect(emitted).toEqual(polls);
});

describe('the stored state', () => {
	const first = poll(undefined, listed('b@1 a@0'));

	it('is a bounded list with the newest time that is not in the future, for 24 hours', () => {
		const seen = [
			['a', START],
			['b', START + HOUR],
		];
		const watermark = START + HOUR;
		const others = { version: 1, scope: 'scope', hasSkipped: false };
		expect(first.state).toEqual({ ...others, watermark, seen });
		expect(poll(first.state, []).state).toEqual(first.state);
		expect(poll(first.state, listed('c@26')).state.seen).toEqual([['c', START + 26 * HOUR]]);
		expect(poll(undefined, listed('a@?')).state.watermark).toBeNull();
	});

	it.each([
		{ ...first.state, scope: 'other' },
		{ ...first.state, version: 2 },
		{ ...first.state, watermark: undefined },
		{ ...first.state, seen: [['a']] },
		{ ...first.state, seen: [['a', null]] },
		'state',
	])('starts again after %j', (stored) => {
		const { state, ids } = poll(stored, listed('c@0'));
		expect([ids, state.seen]).toEqual([[], [['c', START]]]);
	});

	it.each<[string, (n: number) => string]>([
		['of many bytes a character', (n) => `${String(n)}${'€'.repeat(196)}`],
		['that JSON escapes', (n) => `${String(n)}${'\u0001'.repeat(196)}`],
		['of 10,000 characters', (n) => `${String(n)}${'x'.repeat(10_000)}`],
		['just short enough to be kept as they are', (n) => String(n).padEnd(76, 'x')],
	])('stays under 300 kB for activities with IDs %s', (_, idOf) => {
		const records = Array.from({ length: 3000 }, (__, n) => record(idOf(1000 + n), 8e15 + n));
		const { state } = poll(undefined, records);
		expect(state.seen).toHaveLength(2000);
		expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(200_000);
		expect(poll(state, records).ids).toEqual([]);
		expect(poll(state, [record(idOf(9), 8e15 + 9000)]).ids).toHaveLength(1);
	});

	it('is the hash of a long ID, and a short one itself', () => {
		const createdAt = '2026-03-01T00:00:00Z';
		const ids = (id: unknown) => activitiesOf([{ id, createdAt }]).activities.map((one) => one.id);
		expect(ids('x'.repeat(76))).toEqual(['x'.repeat(76)]);
		expect(ids('x'.repeat(77))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
		expect(ids(7)).toEqual(['7']);
	});
});

describe('an activity without an ID or a time', () => {
	const createdAt = '2026-03-01T00:00:00Z';
	const complete = { id: 'a', createdAt };

	it.each<object>([
		...[undefined, null, '', {}].map((id) => ({ id, createdAt })),
		...[undefined, null, '', 'soon'].map((time) => ({ id: 'b', createdAt: time })),
	])('is omitted: %j', (odd) => {
		const { activities, hasSkipped } = activitiesOf([odd, complete]);
		expect([activities.map(({ id }) => id), hasSkipped]).toEqual([['a'], true]);
		expect(activitiesOf([complete]).hasSkipped).toBe(false);
	});

	it('is reported once, even at the first poll', () => {
		const odd = listed('a@0 b@?');
		const first = poll(undefined, odd);
		const second = poll(first.state, odd);
		expect([first.reported, second.reported]).toEqual([1, 0]);
		const later = poll(poll(undefined, listed('a@0')).state, odd);
		expect([later.reported, poll(later.state, odd).reported]).toEqual([1, 0]);
	});
});

describe('many activities', () => {
	const many = (count: number, timeOf: (n: number) => number) =>
		Array.from({ length: count }, (_, n) => record(String(n).padStart(5, '0'), timeOf(n)));

	it.each([
		['all at the same time', () => START],
		['over a hundred days', (n: number) => START + n * 0.24 * HOUR],
	])('are emitted 500 at a time and none is lost: 10,000, %s', (_, timeOf) => {
		const records = many(10_000, timeOf);
		const polls = drained(records, [record('before', START - 1)]);
		expect(polls.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 500));
		expect(polls.flat()).toEqual(records.map(({ id }) => id));
	});

	it('are not read beyond a full poll, and all earlier ones count', () => {
		const records = many(3000, (n) => START + n);
		const accepts = (id: string) => Number(id) % 2 === 1;
		const first = poll(poll(undefined, []).state, records, { accepts });
		expect([first.ids.length, first.ids.at(-1)]).toEqual([500, '00999']);
		expect(poll(first.state, records, { accepts }).ids.at(0)).toBe('01001');
		expect(poll(first.state, records.slice(0, 999)).ids).toEqual([]);
	});

	it('are remembered up to 2,000: none below is emitted again, one above is new', () => {
		const records = many(10_000, (n) => START + n);
		const { state } = poll(undefined, records);
		expect([state.seen.length, state.seen[0]]).toEqual([2000, ['08000', START + 8000]]);
		const late = [record('below', START + 7999), record('above', START + 8001)];
		expect(poll(state, [...late, ...records]).ids).toEqual(['above']);
	});
});

/** A service with a clock that may be off by `skew`, and n8n, whose polls overlap. */
interface World {
	skew: number;
	lateMs: number;
	time: number;
	records: ActivityRecord[];
	hidden: ActivityRecord[];
	/** Responses of polls that have not finished. */
	pending: ActivityRecord[][];
	state: ActivityState;
	/** n8n's stored state, with each emission. */
	stored: ActivityState;
	pushed: string[];
	emitted: string[];
}

function push(world: World, count: number, hours: number, late = 0): Partial<World> {
	const time = world.time + hours * HOUR + 1;
	const numbers = Array.from({ length: count }, (_, n) => world.pushed.length + n);
	// Not in the order of their times.
	const ids = numbers.map((n) => `${String((n * 7919) % 1000)}-${String(n)}`);
	const records = [...world.records, ...ids.map((id) => record(id, time - late))];
	return { time, records, pushed: [...world.pushed, ...ids] };
}

function finish({ pending: [response, ...pending], ...world }: World): Partial<World> {
	if (response === undefined) return {};
	const { state, ids } = poll(world.state, response, { latest: world.time + world.skew });
	const emitted = [...world.emitted, ...ids];
	return { pending, state, emitted, ...(ids.length > 0 ? { stored: state } : {}) };
}

const STEPS = {
	push: (world: World) => push(world, 3, 0),
	pushMany: (world: World) => push(world, 15, 1),
	pushLater: (world: World) => push(world, 1, 30),
	late: (world: World) => push(world, 1, 0, world.lateMs),
	untimed: ({ records, pushed, ...world }: World) => {
		const id = `untimed-${String(pushed.length)}`;
		return { ...world, records: [untimed(id), ...records], pushed };
	},
	vanish: ({ records, hidden }: World) => ({
		...{ records: records.slice(0, -2), hidden: [...hidden, ...records.slice(-2)] },
	}),
	return: ({ records, hidden }: World) => ({ records: [...records, ...hidden], hidden: [] }),
	read: ({ records, pending }: World) => ({ pending: [records, ...pending] }),
	readTwice: ({ records, pending }: World) => ({
		pending: [[...records, ...records].reverse(), ...pending],
	}),
	finish,
	restart: ({ stored }: World) => ({ pending: [], state: stored }),
} satisfies Record<string, (world: World) => Partial<World>>;
type Step = keyof typeof STEPS;

/** Plays the steps, then lets all return and polls until nothing is new. */
function played(steps: readonly Step[], skew: number, lateMs: number): World {
	const records = [record('before', START)];
	const { state } = poll(undefined, records);
	let world: World = {
		...{ skew, lateMs, time: START, records, hidden: [], pending: [] },
		...{ state, stored: state, pushed: [], emitted: [] },
	};
	const play = (step: Step) => {
		world = { ...world, ...STEPS[step](world) };
	};
	steps.forEach(play);
	while (world.pending.length > 0) play('finish');
	play('return');
	for (let before = -1; before !== world.emitted.length;) {
		before = world.emitted.length;
		play('read');
		play('finish');
	}
	return world;
}

it.each<[string, string[], Limits, number]>([
	['nothing is emitted twice, whatever happens', [], { seen: 20 }, 60],
	[
		'nothing is lost, also if less is remembered than comes at once',
		['late', 'vanish'],
		{ seen: 20 },
		0,
	],
	['nothing is lost that is a day late', ['vanish', 'return'], {}, 24],
])('%s', (_, without, limits, maxLate) => {
	jest.replaceProperty(LIMITS, 'emitted', 7);
	if (limits.seen !== undefined) jest.replaceProperty(LIMITS, 'seen', limits.seen);
	const names = Object.keys(STEPS).filter((step): step is Step => !without.includes(step));
	const steps = fc.array(fc.constantFrom(...names), { maxLength: 40 });
	const skews = fc.integer({ min: -12 * HOUR, max: 12 * HOUR });
	const late = fc.integer({ min: 0, max: maxLate * HOUR });
	fc.assert(
		fc.property(steps, skews, late, (all, skew, lateMs) => {
			const { emitted, pushed, state } = played(all, skew, lateMs);
			expect(new Set(emitted).size).toBe(emitted.length);
			expect(emitted.filter((id) => !pushed.includes(id))).toEqual([]);
			expect(state.seen.length).toBeLessThanOrEqual(LIMITS.seen);
			if (without.length > 0) expect([...emitted].sort()).toEqual([...pushed].sort());
		}),
	);
});
