import { jsonParse } from 'n8n-workflow';

import {
	activitiesOf,
	advanceActivities,
	LIMITS,
} from '../../../nodes/CloudManagementTrigger/newActivity';

// test/property/activities.test.ts says which activities are emitted; here is what is remembered of them.

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');

type ActivityState = ReturnType<typeof advanceActivities>['state'];

interface ActivityRecord {
	id: string;
	createdAt: string;
}

const activity = (id: string, time: number): ActivityRecord => ({
	id,
	createdAt: new Date(time).toISOString(),
});
const UNTIMED = { id: 'untimed', createdAt: 'soon' };

/** One poll; the stored state goes through JSON, as it does in n8n's database. */
function poll(
	stored: unknown,
	records: readonly ActivityRecord[],
	accepts: (id: string) => boolean = () => true,
): { state: ActivityState; ids: string[]; reports: number } {
	const { state, emitted, problems } = advanceActivities(stored, {
		...activitiesOf(records),
		scope: 'scope',
		latest: Infinity,
		now: Infinity,
		accepts: ({ id }) => accepts(id),
	});
	return {
		state: jsonParse<ActivityState>(JSON.stringify(state)),
		ids: emitted.map(({ id }) => id),
		reports: problems.length,
	};
}

/** Activities in the order of their IDs, each a millisecond later than the one before. */
function numbered(count: number, timeOf = (n: number): number => START + n): ActivityRecord[] {
	return Array.from({ length: count }, (_, n) => activity(String(n).padStart(5, '0'), timeOf(n)));
}

afterEach(() => {
	jest.restoreAllMocks();
});

describe('the stored state', () => {
	const first = poll(undefined, [activity('b', START + HOUR), activity('a', START)]);

	it('has the activities of the last 24 hours and the newest time', () => {
		expect(first.state).toEqual({
			version: 1,
			scope: 'scope',
			hasSkipped: false,
			watermark: START + HOUR,
			seen: [
				['a', START],
				['b', START + HOUR],
			],
		});
		expect(poll(first.state, []).state).toEqual(first.state);
		const later = START + 26 * HOUR;
		expect(poll(first.state, [activity('c', later)]).state.seen).toEqual([['c', later]]);
		expect(poll(undefined, [UNTIMED]).state.watermark).toBeNull();
	});

	it.each([
		{ name: 'of another scope', stored: { ...first.state, scope: 'other' } },
		{ name: 'of another version', stored: { ...first.state, version: 2 } },
		{ name: 'with an activity without a time', stored: { ...first.state, seen: [['a', null]] } },
	])('$name is forgotten', ({ stored }) => {
		const { state, ids } = poll(stored, [activity('c', START)]);
		expect(ids).toEqual([]);
		expect(state.seen).toEqual([['c', START]]);
	});

	it.each<{ name: string; idOf: (n: number) => string }>([
		{ name: 'that JSON escapes', idOf: (n) => `${String(n)}${'\u0001'.repeat(196)}` },
		{ name: 'just short enough to be kept', idOf: (n) => String(n).padEnd(76, 'x') },
	])('stays under 200 kB for activities with IDs $name', ({ idOf }) => {
		const records = Array.from({ length: 3000 }, (_, n) => activity(idOf(1000 + n), 8e15 + n));
		const { state } = poll(undefined, records);
		expect(state.seen).toHaveLength(2000);
		expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(200_000);
		expect(poll(state, records).ids).toEqual([]);
		expect(poll(state, [activity(idOf(9), 8e15 + 9000)]).ids).toHaveLength(1);
	});

	it('has the hash of a long ID, and a short one itself', () => {
		const createdAt = '2026-03-01T00:00:00Z';
		const idIn = (id: unknown) => activitiesOf([{ id, createdAt }]).activities[0]?.id;
		expect(idIn('x'.repeat(76))).toBe('x'.repeat(76));
		expect(idIn('x'.repeat(77))).toMatch(/^[0-9a-f]{64}$/);
		expect(idIn(7)).toBe('7');
	});
});

describe('an activity', () => {
	const createdAt = '2026-03-01T00:00:00Z';
	const complete = { id: 'a', createdAt };

	it.each<object>([
		...[undefined, null, '', {}].map((id) => ({ id, createdAt })),
		...[undefined, null, '', 'soon'].map((time) => ({ id: 'b', createdAt: time })),
	])('without an ID or a time is skipped: %j', (odd) => {
		const { activities, hasSkipped } = activitiesOf([odd, complete]);
		expect(activities.map(({ id }) => id)).toEqual(['a']);
		expect(hasSkipped).toBe(true);
		expect(activitiesOf([complete]).hasSkipped).toBe(false);
	});
});

describe('many activities', () => {
	it('leave those after a full poll to the next, and none before', () => {
		const records = numbered(3000);
		const isOdd = (id: string) => Number(id) % 2 === 1;
		const first = poll(poll(undefined, []).state, records, isOdd);
		expect(first.ids).toHaveLength(500);
		expect(first.ids.at(-1)).toBe('00999');
		expect(poll(first.state, records, isOdd).ids[0]).toBe('01001');
		expect(poll(first.state, records.slice(0, 999)).ids).toEqual([]);
	});

	it('are remembered up to 2,000: none below is emitted again, one above is new', () => {
		const records = numbered(10_000);
		const { state } = poll(undefined, records);
		expect(state.seen).toHaveLength(LIMITS.seen);
		expect(state.seen[0]).toEqual(['08000', START + 8000]);
		const late = [activity('below', START + 7999), activity('above', START + 8001)];
		expect(poll(state, [...late, ...records]).ids).toEqual(['above']);
	});
});
