import type { Reading, WatchState } from '../../../nodes/features/watch/states';
import {
	advanceStates,
	readingOrder,
	seenIn,
	watchStateOf,
} from '../../../nodes/features/watch/states';

/** The states of resources; null means that one is not found, FAILED or POSTPONED that it could not be read. */
type Seen = Record<string, string | null>;

const FAILED = 'FAILED';
const POSTPONED = 'POSTPONED';
const LONG = 'x'.repeat(141);
const SHORT = 'x'.repeat(140);
const empty = watchStateOf(undefined, 'scope');
const known = poll(empty, { a: 'idle', b: 'idle' }).state;

/** One poll, which started when the state was `before`. */
function poll(state: WatchState, seen: Seen, { ids = ['a', 'b'], before = state } = {}) {
	const error = { message: '', description: '' };
	const readings = Object.entries(seen).map(([id, now]): [string, Reading] => {
		if (now === null) return [id, { error: { ...error, isNotFound: true } }];
		if (now === FAILED) return [id, { error }];
		if (now === POSTPONED) return [id, { error: { ...error, isPostponed: true } }];
		return [id, { state: now, record: { now } }];
	});
	const result = advanceStates(state, {
		...{ ids, before, isNew: () => false, parametersHash: 'parameters', isPartial: false },
		...{ readings: new Map(readings), isSame: (one, other) => one === other },
	});
	return {
		...result,
		told: result.changes.map((change) => `${change.id}: ${change.previousState} → ${change.state}`),
	};
}

it('a first poll of a scope remembers silently, in a form that can be stored', () => {
	const { state, changes } = poll(empty, { a: 'idle', b: null, c: POSTPONED });
	expect(changes).toEqual([]);
	expect(state).toEqual({
		...{ version: 1, scope: 'scope', parametersHash: 'parameters', revision: 1, next: 'c' },
		...{
			isPartial: false,
			parents: [],
			resources: [
				['a', 'idle', 0],
				['b', null, 1],
			],
		},
	});
	expect(watchStateOf(JSON.parse(JSON.stringify(state)), 'scope')).toEqual(state);
	for (const changed of [{ scope: 'other' }, { version: 2 }, { resources: { a: 'idle' } }]) {
		expect(watchStateOf({ ...state, ...changed }, 'scope')).toEqual(empty);
	}
	expect(poll(state, { b: 'idle' }, { ids: ['b'] }).state.resources).toEqual([['b', 'idle', 0]]);
});

it('a poll is dropped if another has learned something since it started, and only then', () => {
	const faster = poll(known, { a: 'run' }, { before: known });
	const slower = poll(faster.state, { a: 'idle', b: 'run' }, { before: known });
	expect(slower).toEqual({ state: faster.state, changes: [], failing: [], told: [] });
	const same = poll(known, { a: 'idle' });
	expect(poll(same.state, { a: 'run' }, { before: known }).told).toEqual(['a: idle → run']);
	const failed = poll(known, { a: FAILED });
	expect(poll(failed.state, { a: FAILED }, { before: known }).failing).toEqual([]);
	expect(poll(failed.state, { a: FAILED, b: 'run' })).toMatchObject({
		...{ told: ['b: idle → run'], failing: ['a'] },
	});
});

it('more failures than are reported change nothing', () => {
	const reported = poll(poll(known, { a: FAILED }).state, { a: FAILED });
	expect(reported.failing).toEqual(['a']);
	expect(poll(reported.state, { a: FAILED })).toMatchObject({ state: reported.state, failing: [] });
});

it('an ID or a state of more than 140 characters is kept as its hash', () => {
	const ids = [LONG, `${LONG}y`, SHORT];
	const first = poll(empty, { [LONG]: LONG, [SHORT]: 'y'.repeat(140) }, { ids });
	const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
	const resources = [
		[hash, hash, 0],
		[SHORT, 'y'.repeat(140), 0],
	];
	expect(first.state.resources).toEqual(resources);
	expect(poll(first.state, { [LONG]: LONG }, { ids }).told).toEqual([]);
	const { told } = poll(first.state, { [LONG]: 'idle', [`${LONG}y`]: 'idle' }, { ids });
	expect(told).toEqual([expect.stringMatching(/^x{141}: [0-9a-f]{64} → idle$/)]);
	expect([LONG, `${LONG}y`].map(seenIn(first.state))).toEqual([true, false]);
});

it.each([
	[null, ['a', LONG, 'c']],
	['a', ['a', LONG, 'c']],
	['c', ['c', 'a', LONG]],
	[LONG, [LONG, 'c', 'a']],
	['unknown', ['a', LONG, 'c']],
])('reading starts with the next one: %.10s', (next, expected) => {
	const { state } = poll(empty, next === null ? {} : { [next]: POSTPONED });
	expect(readingOrder(['a', LONG, 'c'], state)).toEqual(expected);
});
