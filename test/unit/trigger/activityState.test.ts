import * as fc from 'fast-check';
import { jsonParse } from 'n8n-workflow';

import type { ActivityState } from '../../../nodes/CloudManagementTrigger/activityState';
import {
	activitiesOf,
	advanceActivities,
	LIMITS,
} from '../../../nodes/CloudManagementTrigger/activityState';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');

interface ActivityRecord {
	id: string;
	createdAt: string;
}

function record(id: string, time: number): ActivityRecord {
	return { id, createdAt: new Date(time).toISOString() };
}

interface PollOptions {
	scope?: string;
	latest?: number;
	now?: number;
	accepts?: (record: ActivityRecord) => boolean;
}

const sorted = new WeakMap<
	readonly ActivityRecord[],
	ReturnType<typeof activitiesOf<ActivityRecord>>
>();

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
	{ scope = 'scope', latest = Infinity, now = Infinity, accepts = () => true }: PollOptions = {},
): { state: ActivityState; ids: string[] } {
	const { state, emitted } = advanceActivities(stored, {
		scope,
		activities: activitiesIn(records),
		latest,
		startedAt: now,
		accepts: (activity) => accepts(activity.record),
	});
	return {
		state: jsonParse<ActivityState>(JSON.stringify(state)),
		ids: emitted.map(({ id }) => id),
	};
}

function activated(records: readonly ActivityRecord[] = []): ActivityState {
	return poll(undefined, records).state;
}

/** Polls until nothing is left, thirty times at most. */
function drain(state: ActivityState, records: readonly ActivityRecord[]): string[][] {
	const polls: string[][] = [];
	for (let next = poll(state, records); next.ids.length > 0; next = poll(next.state, records)) {
		polls.push(next.ids);
		if (polls.length === 30) break;
	}
	return polls;
}

afterEach(() => {
	jest.restoreAllMocks();
});

describe('the first poll', () => {
	it('remembers what there is and emits nothing', () => {
		const first = poll(undefined, [record('a', START), record('b', START + 1)]);
		expect(first.ids).toEqual([]);
		expect(first.state).toEqual({
			version: 1,
			scope: 'scope',
			watermark: START + 1,
			seen: [
				['a', START],
				['b', START + 1],
			],
		});
	});

	it('of an empty organization lets everything be new that comes', () => {
		expect(poll(activated(), [record('a', START)]).ids).toEqual(['a']);
	});

	it.each([
		['another scope', { ...activated([record('a', START)]), scope: 'other' }],
		['another version', { ...activated([record('a', START)]), version: 2 }],
		['no watermark', { version: 1, scope: 'scope', seen: [] }],
		['an unreadable list', { version: 1, scope: 'scope', watermark: 1, seen: [['a']] }],
		['text', 'state'],
	])('counts for a stored state with %s', (_, stored) => {
		const { state, ids } = poll(stored, [record('b', START)]);
		expect(ids).toEqual([]);
		expect(state.seen).toEqual([['b', START]]);
	});
});

describe('later polls', () => {
	const state = activated([record('a', START)]);

	it('emit what is new, the oldest first, whatever the order of the response', () => {
		const records = [3, 1, 2].map((n) => record(`n${String(n)}`, START + n));
		expect(poll(state, [...records, record('a', START)]).ids).toEqual(['n1', 'n2', 'n3']);
	});

	it('emit nothing where nothing is new, and keep the state', () => {
		expect(poll(state, [record('a', START)])).toEqual({ state, ids: [] });
	});

	it('emit late arrivals of 24 hours, and none that are later', () => {
		const onTime = record('on time', START - 24 * HOUR);
		const tooLate = record('too late', START - 24 * HOUR - 1);
		expect(poll(state, [onTime, tooLate]).ids).toEqual(['on time']);
	});

	it('emit what has the same time as one before', () => {
		expect(poll(state, [record('b', START), record('A', START)]).ids).toEqual(['A', 'b']);
	});

	it('emit an ID once that is twice in a response', () => {
		expect(poll(state, [record('b', START), record('b', START)]).ids).toEqual(['b']);
	});

	it('emit nothing twice that disappears and comes back', () => {
		const vanished = poll(state, []);
		expect(vanished.state.watermark).toBe(START);
		expect(poll(vanished.state, [record('a', START)]).ids).toEqual([]);
	});

	it('remember what is not accepted', () => {
		const records = [record('b', START + 1), record('c', START + 2)];
		const first = poll(state, records, { accepts: ({ id }) => id === 'c' });
		expect(first.ids).toEqual(['c']);
		expect(poll(first.state, records).ids).toEqual([]);
	});

	it('forget what is too old to be new again', () => {
		const later = record('b', START + 25 * HOUR);
		expect(poll(state, [later]).state.seen).toEqual([['b', START + 25 * HOUR]]);
	});
});

describe('an activity without a readable time', () => {
	const odd = ['', 'soon'].map((createdAt, n) => ({ id: `odd ${String(n)}`, createdAt }));

	it('is emitted once, after the others', () => {
		const first = poll(activated(), [...odd, record('a', START)]);
		expect(first.ids[0]).toBe('a');
		expect(first.ids.slice(1).sort()).toEqual(['odd 0', 'odd 1']);
		const muchLater = poll(first.state, [...odd, record('b', START + 99 * HOUR)]);
		expect(muchLater.ids).toEqual(['b']);
		expect(poll(muchLater.state, odd).ids).toEqual([]);
	});

	it('does not set the watermark', () => {
		expect(activated(odd).watermark).toBeNull();
	});

	it('is emitted once also where there are more of them than are remembered', () => {
		jest.replaceProperty(LIMITS, 'untimed', 3);
		jest.replaceProperty(LIMITS, 'emitted', 2);
		const many = Array.from({ length: 9 }, (_, n) => ({ id: String(n), createdAt: '?' }));
		expect(drain(activated(), many).flat().sort()).toEqual('012345678'.split(''));
		const { seen } = activated(many);
		expect(seen).toHaveLength(3);
		expect(drain(activated(many), many)).toEqual([]);
	});

	it('is emitted, and once, also where a thousand are remembered and its ID comes before theirs', () => {
		let listed = Array.from({ length: 1000 }, (_, n) => ({
			...{ id: `id ${String(1000 + n)}`, createdAt: '?' },
		}));
		let { state } = poll(undefined, listed);
		for (const id of ['id 0999', 'id 0998', 'aaaa', 'id 1500.5', 'zzzz']) {
			listed = [...listed, { id, createdAt: '?' }];
			const next = poll(state, listed);
			expect(next.ids).toEqual([id]);
			({ state } = next);
		}
		expect(poll(state, [...listed].reverse()).ids).toEqual([]);
	});

	it('makes room for others once it is no longer listed, and not before', () => {
		jest.replaceProperty(LIMITS, 'untimed', 3);
		const named = (ids: string) => ids.split('').map((id) => ({ id, createdAt: '?' }));
		let { state } = poll(undefined, named('abc'));
		for (const [listed, expected] of [
			['bc', ''],
			['abc', ''],
			['bcd', 'd'],
			['cde', 'e'],
			['def', 'f'],
		] as const) {
			const next = poll(state, named(listed));
			expect([listed, next.ids.join('')]).toEqual([listed, expected]);
			({ state } = next);
		}
	});

	it('is the same activity once its time can be read, and the other way round', () => {
		const timed = record('a', START);
		const untimed = { id: 'a', createdAt: '?' };
		expect(poll(poll(undefined, [timed]).state, [untimed]).ids).toEqual([]);
		expect(poll(poll(undefined, [untimed]).state, [timed]).ids).toEqual([]);
	});

	it('is emitted also where its ID comes before those that are remembered', () => {
		const first = poll(activated(), odd);
		expect(poll(first.state, [{ id: 'before', createdAt: '?' }, ...odd]).ids).toEqual(['before']);
	});
});

describe('an activity without an ID', () => {
	it('is known by its content', () => {
		const nameless = [
			{ id: '', createdAt: '2026-03-01T00:00:00Z', type: 'a' },
			{ id: '', createdAt: '2026-03-01T00:00:00Z', type: 'b' },
		];
		const first = poll(activated(), nameless);
		expect(first.ids).toHaveLength(2);
		expect(poll(first.state, nameless).ids).toEqual([]);
	});

	it('is known whatever the order of its members', () => {
		const createdAt = '2026-03-01T00:00:00Z';
		const first = poll(activated(), [{ id: '', createdAt }]);
		expect(first.ids).toHaveLength(1);
		expect(poll(first.state, [{ createdAt, id: '' }]).ids).toEqual([]);
	});

	it.each([undefined, null, '', {}])('is one with the ID %j', (id) => {
		const [activity] = activitiesOf([{ id, createdAt: '2026-03-01T00:00:00Z' }]);
		expect(activity?.id).toMatch(/^[0-9a-f]{64}$/);
	});

	it('is distinguished from one whose ID is a number', () => {
		const [activity] = activitiesOf([{ id: 7, createdAt: '2026-03-01T00:00:00Z' }]);
		expect(activity?.id).toBe('7');
	});
});

describe('an activity of the future', () => {
	const LATEST = START + 300_000;
	const future = [record('year 2099', Date.parse('2099-01-01T00:00:00Z'))];

	it('does not make those that follow look old', () => {
		const first = poll(activated(), future, { latest: LATEST });
		expect(first.ids).toEqual(['year 2099']);
		expect(first.state.watermark).toBe(LATEST);
		const late = record('late', LATEST - 24 * HOUR);
		const next = poll(first.state, [...future, late], { latest: LATEST });
		expect(next.ids).toEqual(['late']);
	});

	it('is emitted once, however much later', () => {
		let { state } = poll(activated(), future, { latest: LATEST });
		for (let day = 1; day < 5; day += 1) {
			const today = [...future, record(String(day), START + day * 24 * HOUR)];
			const next = poll(state, today, { latest: LATEST + day * 24 * HOUR });
			expect(next.ids).toEqual([String(day)]);
			({ state } = next);
		}
	});

	it('that is there at the first poll does not move the watermark either', () => {
		const { state } = poll(undefined, future, { latest: LATEST });
		expect(state.watermark).toBe(LATEST);
	});
});

describe('what is kept', () => {
	const longest = '\u0001'.repeat(200);
	const ID_KINDS: Array<[string, (n: number) => string]> = [
		['of one byte a character', (n) => `${String(n)}${'x'.repeat(196)}`],
		['of many bytes a character', (n) => `${String(n)}${'€'.repeat(196)}`],
		['that JSON escapes', (n) => `${String(n)}${longest}`.slice(0, 200)],
		['with broken characters', (n) => `${String(n)}${'\ud800'.repeat(196)}`],
		['of 10,000 characters', (n) => `${String(n)}${'x'.repeat(10_000)}`],
		['just short enough to be kept as they are', (n) => String(n).padEnd(76, 'x')],
	];

	it('stays under 300 kB for 3,000 activities with a time and 6,000 without', () => {
		const idOf = (n: number) => String(n).padEnd(76, 'x');
		const records = Array.from({ length: 9000 }, (__, n) =>
			n < 3000 ? record(idOf(n), 8e15 + n) : { id: idOf(n), createdAt: '?' },
		);
		const { state } = poll(undefined, records, { scope: 'x'.repeat(64) });
		expect(state.seen).toHaveLength(7000);
		expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(300_000);
	});

	it.each(ID_KINDS)('stays under 300 kB for 3,000 activities with IDs %s', (_, idOf) => {
		const records = Array.from({ length: 3000 }, (__, n) =>
			record(idOf(1000 + n), START + n * 12_345),
		);
		const { state } = poll(undefined, records, { scope: 'x'.repeat(64) });
		expect(state.seen).toHaveLength(2000);
		expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(300_000);
		expect(poll(state, records, { scope: 'x'.repeat(64) }).ids).toEqual([]);
	});

	it('is the hash of a long ID, and a short one itself', () => {
		const { state } = poll(undefined, [record('x'.repeat(201), START), record('y', START)]);
		expect(state.seen).toEqual([
			[expect.stringMatching(/^[0-9a-f]{64}$/), START],
			['y', START],
		]);
	});

	it('distinguishes long IDs that begin alike', () => {
		const long = (end: string) => record(`${'x'.repeat(1000)}${end}`, START);
		const { state } = poll(undefined, [long('a')]);
		expect(poll(state, [long('a'), long('b')]).ids).toHaveLength(1);
	});
});

describe('many activities', () => {
	const many = (count: number, timeOf: (n: number) => number) =>
		Array.from({ length: count }, (_, n) => record(String(n).padStart(5, '0'), timeOf(n)));

	it.each([
		['a second after the other', (n: number) => START + n * 1000],
		['all at the same time', () => START],
		['over a hundred days', (n: number) => START + n * 0.24 * HOUR],
	])('are emitted 500 at a time and none is lost: 10,000, %s', (_, timeOf) => {
		const records = many(10_000, timeOf);
		const polls = drain(activated([record('before', START - 1)]), records);
		expect(polls.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 500));
		expect(polls.flat()).toEqual(records.map(({ id }) => id));
	});

	it('are not looked at beyond those that fill a poll, and all those before count', () => {
		const records = many(3000, (n) => START + n);
		const accepts = ({ id }: ActivityRecord) => Number(id) % 2 === 1;
		const first = poll(activated(), records, { accepts });
		expect(first.ids).toHaveLength(500);
		expect(first.ids.at(-1)).toBe('00999');
		expect(poll(first.state, records, { accepts }).ids.at(0)).toBe('01001');
	});

	it('of which 2,000 are remembered: none below comes back, one above is new', () => {
		const records = many(10_000, (n) => START + n);
		const state = activated(records);
		expect(state.seen).toHaveLength(2000);
		expect(state.seen[0]).toEqual(['08000', START + 8000]);
		const late = [record('below', START + 7999), record('above', START + 8001)];
		expect(poll(state, [...late, ...records]).ids).toEqual(['above']);
	});
});

/** What happens to a service and to the polls of it. */
type Step =
	| { do: 'push'; count: number; after: number }
	| { do: 'late'; hours: number }
	| { do: 'vanish' | 'comeBack' | 'restart' }
	| { do: 'read' }
	| { do: 'finish'; which: number };

/** A service with a clock of its own, and n8n, which stores the state at activation and with each emission. */
class World {
	time = START;
	records: ActivityRecord[] = [record('before', START)];
	hidden: ActivityRecord[] = [];
	expected = new Set<string>();
	emitted: string[] = [];
	/** Responses of polls that have not finished. */
	pending: ActivityRecord[][] = [];
	state = activated(this.records);
	stored = this.state;
	private pushed = 0;

	constructor(
		/** By how much the clock that decides what is in the future is ahead. */
		private readonly skew: number,
		private readonly idOf: (n: number) => string,
	) {}

	add(time: number): void {
		this.pushed += 1;
		const added = record(this.idOf(this.pushed), time);
		this.records.push(added);
		this.expected.add(added.id);
	}

	finish(which: number): void {
		const [response] = this.pending.splice(which % Math.max(1, this.pending.length), 1);
		if (response === undefined) return;
		const { state, ids } = poll(this.state, response, { latest: this.time + this.skew });
		this.state = state;
		this.emitted.push(...ids);
		if (ids.length > 0) this.stored = state;
	}

	play(step: Step): void {
		if (step.do === 'push') {
			this.time += step.after * HOUR + 1;
			for (let n = 0; n < step.count; n += 1) this.add(this.time);
		} else if (step.do === 'late') this.add(this.time - step.hours * HOUR);
		else if (step.do === 'vanish') this.hidden.push(...this.records.splice(-2));
		else if (step.do === 'comeBack') this.records.push(...this.hidden.splice(0));
		else if (step.do === 'read') this.pending.push([...this.records]);
		else if (step.do === 'finish') this.finish(step.which);
		else {
			this.pending = [];
			this.state = this.stored;
		}
	}

	/** Lets everything come back, and polls until nothing is new. */
	end(): void {
		while (this.pending.length > 0) this.finish(0);
		this.play({ do: 'comeBack' });
		for (let before = -1; before !== this.emitted.length;) {
			before = this.emitted.length;
			this.pending.push([...this.records]);
			this.finish(0);
		}
	}
}

const push = fc.record({
	do: fc.constant('push' as const),
	count: fc.integer({ min: 1, max: 40 }),
	after: fc.constantFrom(0, 1, 30),
});
const common = [
	push,
	fc.record({ do: fc.constantFrom('vanish' as const, 'comeBack' as const, 'restart' as const) }),
	fc.constant({ do: 'read' as const }),
	fc.record({ do: fc.constant('finish' as const), which: fc.nat(3) }),
];
const skews = fc.integer({ min: -12 * HOUR, max: 12 * HOUR });
const scrambled = (n: number) => `${String((n * 7919) % 1000)}-${String(n)}`;

function playAll(steps: readonly Step[], skew: number): World {
	const world = new World(skew, scrambled);
	for (const step of steps) world.play(step);
	world.end();
	return world;
}

describe('whatever happens', () => {
	beforeEach(() => {
		jest.replaceProperty(LIMITS, 'emitted', 7);
	});

	it('nothing is emitted twice or out of order within a poll, and nothing of the first poll', () => {
		jest.replaceProperty(LIMITS, 'seen', 20);
		const late = fc.record({
			do: fc.constant('late' as const),
			hours: fc.double({ min: 0, max: 60, noNaN: true }),
		});
		fc.assert(
			fc.property(fc.array(fc.oneof(...common, late), { maxLength: 40 }), skews, (steps, skew) => {
				const { emitted, expected, state } = playAll(steps, skew);
				expect(new Set(emitted).size).toBe(emitted.length);
				expect(emitted.filter((id) => !expected.has(id))).toEqual([]);
				expect(state.seen.length).toBeLessThanOrEqual(20);
			}),
		);
	});

	it('nothing is lost, also where less is remembered than comes in one poll', () => {
		jest.replaceProperty(LIMITS, 'seen', 20);
		const steady = common.filter((_, index) => index !== 1);
		const restart = fc.constant({ do: 'restart' as const });
		fc.assert(
			fc.property(
				fc.array(fc.oneof(...steady, restart), { maxLength: 40 }),
				skews,
				(steps, skew) => {
					const { emitted, expected } = playAll(steps, skew);
					expect([...emitted].sort()).toEqual([...expected].sort());
				},
			),
		);
	});

	it('nothing is lost that arrives late', () => {
		const late = fc.record({
			do: fc.constant('late' as const),
			hours: fc.double({ min: 0, max: 24, noNaN: true }),
		});
		const steady = common.filter((_, index) => index !== 1);
		fc.assert(
			fc.property(fc.array(fc.oneof(...steady, late), { maxLength: 40 }), skews, (steps, skew) => {
				const { emitted, expected } = playAll(steps, skew);
				expect([...emitted].sort()).toEqual([...expected].sort());
			}),
		);
	});
});
