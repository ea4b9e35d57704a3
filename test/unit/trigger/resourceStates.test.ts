import * as fc from 'fast-check';

import type { ReadState, WatchState } from '../../../nodes/core/watch/resourceStates';
import {
	advanceStates,
	readingOrder,
	wasSeen,
	watchStateOf,
} from '../../../nodes/core/watch/resourceStates';

/** The states of resources; null means that one is not found, FAILED that it could not be read. */
type Seen = Record<string, string | null>;

const FAILED = 'FAILED';

const isSame = (state: string, other: string): boolean => state === other;

function readsOf(seen: Seen): Map<string, ReadState<{ state: string }>> {
	return new Map(
		Object.entries(seen).map(([id, state]) => [
			id,
			state === null
				? { kind: 'notFound' }
				: state === FAILED
					? { kind: 'failed' }
					: { kind: 'present', state, record: { state } },
		]),
	);
}

/** One poll, which began when the state was `before`. */
function poll(
	state: WatchState,
	seen: Seen,
	{ ids = ['a', 'b'], before = state, next = null as string | null, newCounts = false } = {},
) {
	const reads = readsOf(seen);
	const settings = 'settings';
	const read = {
		ids,
		before,
		settings,
		reads,
		isSame,
		isNew: () => newCounts,
		next,
		isPartial: false,
	};
	const result = advanceStates(state, read);
	const changes = result.changes.map(
		({ id, previousState, state: now }) => `${id}: ${previousState} → ${now}`,
	);
	return { ...result, changes };
}

const empty = watchStateOf(undefined, 'scope');

describe('watched states', () => {
	it('are remembered silently at first sight', () => {
		const { state, changes } = poll(empty, { a: 'idle' });
		expect(changes).toEqual([]);
		expect(state).toEqual({
			...{ version: 1, scope: 'scope', settings: 'settings', revision: 1, next: null },
			isPartial: false,
			resources: [['a', 'idle', 0]],
			homes: [],
		});
	});

	it('are emitted when they change, and once', () => {
		const known = poll(empty, { a: 'idle', b: 'running' }).state;
		const changed = poll(known, { a: 'running', b: 'running' });
		expect(changed.changes).toEqual(['a: idle → running']);
		expect(poll(changed.state, { a: 'running', b: 'running' }).changes).toEqual([]);
	});

	it('stay as they are where a resource was not read', () => {
		const known = poll(empty, { a: 'idle', b: 'idle' }).state;
		const { state, changes } = poll(known, { b: 'running' });
		expect(changes).toEqual(['b: idle → running']);
		expect(poll(state, { a: 'running' }).changes).toEqual(['a: idle → running']);
	});

	it('are gone once when a known resource is not found, and can come back', () => {
		const known = poll(empty, { a: 'idle' }).state;
		const gone = poll(known, { a: null });
		expect(gone.changes).toEqual(['a: idle → gone']);
		expect(poll(gone.state, { a: null }).changes).toEqual([]);
		expect(poll(gone.state, { a: 'idle' }).changes).toEqual(['a: gone → idle']);
	});

	it('say nothing of an unknown resource that is not found', () => {
		const { state, changes } = poll(empty, { a: null });
		expect([state.resources, changes]).toEqual([[['a', null, 1]], []]);
		expect(poll(state, { a: 'idle' }).changes).toEqual([]);
	});

	it('are changes of new resources where these count', () => {
		const known = poll(empty, { a: 'idle' }).state;
		const { changes } = poll(known, { a: 'idle', b: 'running' }, { newCounts: true });
		expect(changes).toEqual(['b:  → running']);
	});

	it('are forgotten of resources that are no longer watched', () => {
		const known = poll(empty, { a: 'idle', b: 'idle' }).state;
		expect(poll(known, { b: 'idle' }, { ids: ['b'] }).state.resources).toEqual([['b', 'idle', 0]]);
	});

	it('are dropped when another poll has seen something new meanwhile', () => {
		const before = poll(empty, { a: 'idle' }).state;
		const faster = poll(before, { a: 'running' }, { before });
		expect(faster.changes).toEqual(['a: idle → running']);
		const slower = poll(faster.state, { a: 'idle', b: 'idle' }, { before });
		expect(slower).toEqual({ state: faster.state, changes: [], failing: [] });
	});

	it('count when another poll has seen nothing new meanwhile', () => {
		const before = poll(empty, { a: 'idle' }).state;
		const faster = poll(before, { a: 'idle' }, { before });
		expect(poll(faster.state, { a: 'running' }, { before }).changes).toEqual(['a: idle → running']);
	});

	it.each([
		['of another scope', { ...empty, scope: 'other', resources: [['a', 'idle', 0]] }],
		['of another version', { ...empty, version: 2, resources: [['a', 'idle', 0]] }],
		['that is unreadable', { ...empty, resources: { a: 'idle' } }],
	])('start again with a stored state %s', (_, stored) => {
		expect(watchStateOf(stored, 'scope')).toEqual(empty);
	});

	it('survive being stored', () => {
		const { state } = poll(empty, { a: 'idle' }, { next: 'b' });
		expect(watchStateOf(JSON.parse(JSON.stringify(state)), 'scope')).toEqual(state);
	});
});

describe('a resource that goes on failing', () => {
	const known = poll(empty, { a: 'idle', b: 'idle' }).state;
	const failures = (state: WatchState, seen: Seen[]): string[][] =>
		seen.map((reading) => {
			const result = poll(state, reading);
			({ state } = result);
			expect(result.changes).toEqual([]);
			return result.failing;
		});

	it.each([
		['known, and cannot be read', known, FAILED],
		['never seen, and cannot be read', empty, FAILED],
		['never seen, and not found', empty, null],
	])('is reported once, at the second poll: %s', (_, state, a) => {
		const seen = [{ a }, { a, b: 'idle' }, { b: 'idle' }, { a }, { a }];
		expect(failures(state, seen)).toEqual([[], ['a'], [], [], []]);
	});

	it('is not reported where it could be read between, and again after it could', () => {
		const [bad, good] = [{ a: FAILED }, { a: 'idle' }];
		expect(failures(known, [bad, good, bad, good])).toEqual([[], [], [], []]);
		expect(failures(known, [bad, bad, good, bad, bad])).toEqual([[], ['a'], [], [], ['a']]);
	});

	it('keeps its state, and is not reported while it is gone', () => {
		const [first, second] = [poll(known, { a: FAILED }), poll(known, { a: FAILED })];
		expect(poll(second.state, { a: 'running' }).changes).toEqual(['a: idle → running']);
		const gone = poll(first.state, { a: null }).state;
		expect(failures(gone, [{ a: null }, { a: null }])).toEqual([[], []]);
	});

	it('does not keep back the changes of the others', () => {
		const failed = poll(known, { a: FAILED }).state;
		const { changes, failing } = poll(failed, { a: FAILED, b: 'running' });
		expect([changes, failing]).toEqual([['b: idle → running'], ['a']]);
	});

	it('counts once where two polls overlap', () => {
		const first = poll(known, { a: FAILED });
		expect(poll(first.state, { a: FAILED }, { before: known }).failing).toEqual([]);
	});
});

describe('what is kept', () => {
	const LONG = 'x'.repeat(141);

	it('is the hash of an ID or a state of more than 140 characters', () => {
		const ids = [LONG, `${LONG}y`, 'x'.repeat(140)];
		const first = poll(empty, { [LONG]: LONG, ['x'.repeat(140)]: 'y'.repeat(140) }, { ids });
		const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
		expect(first.state.resources).toEqual([
			[hash, hash, 0],
			['x'.repeat(140), 'y'.repeat(140), 0],
		]);
		expect(poll(first.state, { [LONG]: LONG }, { ids }).changes).toEqual([]);
		const changed = poll(first.state, { [LONG]: 'idle', [`${LONG}y`]: 'idle' }, { ids });
		expect(changed.changes).toHaveLength(1);
		expect(changed.changes[0]).toMatch(/^x{141}: [0-9a-f]{64} → idle$/);
		expect(wasSeen(first.state, LONG)).toBe(true);
		expect(wasSeen(first.state, `${LONG}y`)).toBe(false);
	});

	it('stays under 300 kB for 50 resources, and the next poll begins where this one ended', () => {
		const longest = '\u0001'.repeat(198);
		const ids = Array.from({ length: 50 }, (_, n) => `${longest}${String(10 + n)}`);
		const seen = Object.fromEntries(ids.map((id) => [id, longest]));
		for (const next of [`${longest}30`, `${LONG}y`]) {
			const all = [...ids, `${LONG}y`];
			const { state } = poll(empty, seen, { ids: all, next });
			expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(300_000);
			expect(readingOrder(all, state)[0]).toBe(next);
		}
	});
});

describe('the order of reading', () => {
	it.each([
		[null, ['a', 'b', 'c']],
		['a', ['a', 'b', 'c']],
		['c', ['c', 'a', 'b']],
		['unknown', ['a', 'b', 'c']],
	])('begins with the resource that is next: %s', (next, expected) => {
		expect(readingOrder(['a', 'b', 'c'], { ...empty, next })).toEqual(expected);
	});
});

describe('whatever is seen', () => {
	it('the changes of a resource follow one another', () => {
		const states = fc.option(fc.constantFrom('idle', 'running', 'failed'));
		const seen = fc.dictionary(fc.constantFrom('a', 'b'), states);
		fc.assert(
			fc.property(fc.array(seen, { maxLength: 30 }), (polls) => {
				let state = empty;
				const last = new Map<string, string>();
				for (const reading of polls) {
					const result = advanceStates(state, {
						...{
							ids: ['a', 'b'],
							before: state,
							settings: '',
							isSame,
							isNew: () => false,
							next: null,
							isPartial: false,
						},
						reads: readsOf(reading),
					});
					state = result.state;
					for (const change of result.changes) {
						expect(change.state).not.toBe(change.previousState);
						expect(change.previousState).toBe(last.get(change.id) ?? change.previousState);
						last.set(change.id, change.state);
					}
				}
			}),
		);
	});
});
