import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import {
	activitiesOf,
	advanceActivities,
	ACTIVITY_LIMITS,
} from '../../../nodes/CloudManagementTrigger/activityState';

// test/property/activities.test.ts tests which activities are emitted. This tests the memory.

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');

type ActivityState = ReturnType<typeof advanceActivities>['state'];

const activity = (id: string, time: number): IDataObject => ({
	id,
	createdAt: new Date(time).toISOString(),
});

/** The state goes through JSON, as in n8n's database. */
function poll(
	stored: unknown,
	records: readonly IDataObject[],
): { state: ActivityState; ids: string[] } {
	const { state, emitted } = advanceActivities(stored, {
		...activitiesOf(records),
		scope: 'scope',
		latestTime: Infinity,
		now: Infinity,
		accepts: () => true,
	});
	return {
		state: jsonParse<ActivityState>(JSON.stringify(state)),
		ids: emitted.map(({ id }) => id),
	};
}

describe('advanceActivities (stored state)', () => {
	const first = poll(undefined, [activity('b', START + HOUR), activity('a', START)]);

	it("stores the last 24 hours' activities and the newest time", () => {
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
		const later = START + 26 * HOUR;
		expect(poll(first.state, [activity('c', later)]).state.seen).toEqual([['c', later]]);
		expect(poll(undefined, []).state.watermark).toBeNull();
	});

	it.each([
		{ name: 'if it has another scope', stored: { ...first.state, scope: 'other' } },
		{ name: 'if it has another version', stored: { ...first.state, version: 2 } },
		{ name: 'if an activity has no time', stored: { ...first.state, seen: [['a', null]] } },
	])('discards stored state $name', ({ stored }) => {
		const { state, ids } = poll(stored, [activity('c', START)]);
		expect(ids).toEqual([]);
		expect(state.seen).toEqual([['c', START]]);
	});

	it.each<{ name: string; idOf: (n: number) => string }>([
		{ name: 'that JSON escapes', idOf: (n) => `${String(n)}${'\u0001'.repeat(196)}` },
		{ name: 'just short enough to be kept', idOf: (n) => String(n).padEnd(76, 'x') },
	])('stores less than 200 kB for activities with IDs $name', ({ idOf }) => {
		const numbered = (n: number) => activity(idOf(1000 + n), 8e15 + n);
		const records = Array.from({ length: 3000 }, (_, n) => numbered(n));
		const { state } = poll(undefined, records);
		expect(state.seen).toHaveLength(ACTIVITY_LIMITS.seen);
		expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(200_000);
		// An activity older than the stored ones isn't emitted again, and an activity among them is new.
		const [below, among] = [activity('below', 8e15 + 999), activity('among', 8e15 + 1001)];
		const { ids } = poll(state, [below, among, ...records, numbered(9000)]);
		expect(ids).toEqual(['among', expect.any(String)]);
	});
});

it('hashes a long ID', () => {
	const idIn = (id: string | number) =>
		activitiesOf([{ ...activity('', START), id }]).activities[0]?.id;
	expect(idIn('x'.repeat(76))).toBe('x'.repeat(76));
	expect(idIn('x'.repeat(77))).toMatch(/^[0-9a-f]{64}$/);
	expect(idIn(7)).toBe('7');
});

it.each<IDataObject>([
	...[undefined, null, '', {}].map((id) => ({ ...activity('', START), id })),
	...[undefined, null, '', 'soon'].map((createdAt) => ({ id: 'b', createdAt })),
])('skips an activity without an ID or a time: %j', (odd) => {
	const { activities, hasSkipped } = activitiesOf([odd, activity('a', START)]);
	expect(activities.map(({ id }) => id)).toEqual(['a']);
	expect(hasSkipped).toBe(true);
});
