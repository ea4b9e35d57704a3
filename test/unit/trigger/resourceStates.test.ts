import * as fc from 'fast-check';

import type { Sighting, WatchState } from '../../../nodes/CloudManagementTrigger/resourceStates';
import {
	advanceStates,
	readingOrder,
	watchStateOf,
} from '../../../nodes/CloudManagementTrigger/resourceStates';

type Seen = Record<string, string | null>;

function sightingsOf(seen: Seen): Map<string, Sighting<{ state: string }>> {
	return new Map(
		Object.entries(seen).map(([id, state]) => [
			id,
			state === null ? { kind: 'notFound' } : { kind: 'present', state, record: { state } },
		]),
	);
}

/** One poll, which began when the state was `before`; null stands for a resource that is not found. */
function poll(
	state: WatchState,
	seen: Seen,
	{ ids = ['a', 'b'], before = state, next = null as string | null } = {},
) {
	const result = advanceStates(state, { ids, before, sightings: sightingsOf(seen), next });
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
			...{ version: 1, scope: 'scope', revision: 1, next: null },
			states: [['a', 'idle']],
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
		expect([state.states, changes]).toEqual([[], []]);
		expect(poll(state, { a: 'idle' }).changes).toEqual([]);
	});

	it('are forgotten of resources that are no longer watched', () => {
		const known = poll(empty, { a: 'idle', b: 'idle' }).state;
		expect(poll(known, { b: 'idle' }, { ids: ['b'] }).state.states).toEqual([['b', 'idle']]);
	});

	it('are dropped when another poll has seen something new meanwhile', () => {
		const before = poll(empty, { a: 'idle' }).state;
		const faster = poll(before, { a: 'running' }, { before });
		expect(faster.changes).toEqual(['a: idle → running']);
		const slower = poll(faster.state, { a: 'idle', b: 'idle' }, { before });
		expect(slower).toEqual({ state: faster.state, changes: [] });
	});

	it('count when another poll has seen nothing new meanwhile', () => {
		const before = poll(empty, { a: 'idle' }).state;
		const faster = poll(before, { a: 'idle' }, { before });
		expect(poll(faster.state, { a: 'running' }, { before }).changes).toEqual(['a: idle → running']);
	});

	it.each([
		['of another scope', { ...empty, scope: 'other', states: [['a', 'idle']] }],
		['of another version', { ...empty, version: 2, states: [['a', 'idle']] }],
		['that is unreadable', { ...empty, states: { a: 'idle' } }],
	])('begin anew with a stored state %s', (_, stored) => {
		expect(watchStateOf(stored, 'scope')).toEqual(empty);
	});

	it('survive being stored', () => {
		const { state } = poll(empty, { a: 'idle' }, { next: 'b' });
		expect(watchStateOf(JSON.parse(JSON.stringify(state)), 'scope')).toEqual(state);
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
						...{ ids: ['a', 'b'], before: state, sightings: sightingsOf(reading), next: null },
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
