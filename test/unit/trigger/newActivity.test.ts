import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { FakeTime, json } from '../core/fakes';
import type { FakePoll } from './fakePoll';
import { CREDENTIAL, failure, ORGANIZATION_ID, poll } from './fakePoll';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = FakeTime.START;
const FAR = Date.parse('2099-01-01T00:00:00Z');
const RIGHT = new Date(NOW).toUTCString();

function activity(id: string, time: number, more: IDataObject = {}): IDataObject {
	return { id, createdAt: new Date(time).toISOString(), ...more };
}

/** What one poll finds: the activities, the response's `Date`, and n8n's time. */
interface Listing {
	list: unknown[];
	date?: string | null;
	at?: number;
}

/** Returns a function that polls, with the state of the last poll, and returns the IDs that are emitted. */
function watching(setup: FakePoll = {}) {
	const shared = { staticData: {}, ...setup };
	return async ({ list, date = RIGHT, at = NOW }: Listing) => {
		const clock = new FakeTime();
		clock.time = at;
		const respond = () => json({ result: list }, 200, date === null ? {} : { Date: date });
		const { items = [] } = await poll({ ...shared, respond }, clock);
		return items.map(({ id }) => id);
	};
}

const before = activity('before', NOW - HOUR);
const during = activity('during', NOW);

it.each([
	{ output: 'simplified', shown: {} },
	{ output: 'raw', shown: { actorIpAddress: '192.0.2.1' } },
])('outputs new activities $output, also by hand', async ({ output, shown }) => {
	const records = [activity('b', NOW, { actorIpAddress: '192.0.2.1' }), before, 'no record'];
	const respond = () => json({ result: records });
	const setup = { parameters: { output }, staticData: {} };
	await poll(setup);
	const newest = activity('b', NOW, shown);
	expect((await poll({ ...setup, respond })).items).toEqual([before, newest]);
	expect((await poll({ ...setup, mode: 'manual', respond })).items).toEqual([newest]);
});

it('reports once that activities are skipped, and mentions it by hand', async () => {
	const staticData: IDataObject = {};
	const respond = () => json({ result: [{ id: 'none' }] });
	const message = 'Activities without an ID, or without a time that can be read, are skipped.';
	expect((await poll({ staticData, respond })).reported).toMatchObject([{ message }]);
	expect((await poll({ staticData, respond })).reported).toEqual([]);
	expect((await failure({ mode: 'manual', respond })).message).toBe(message);
});

it.each<{ filters: IDataObject; expected: string[] }>([
	{ filters: { types: 'service_START, other' }, expected: ['a', 'b'] },
	{ filters: { types: ['service_start'], actorTypes: 'user' }, expected: ['a'] },
	{ filters: { types: ' , ' }, expected: ['a', 'b', 'c'] },
])('with the filters $filters emits $expected, and remembers the others', async (one) => {
	const list = [
		activity('a', NOW - 3, { type: 'service_start', actorType: 'user' }),
		activity('b', NOW - 2, { type: 'service_start', actorType: 'api' }),
		activity('c', NOW - 1),
	];
	const staticData: IDataObject = {};
	const next = watching({ parameters: { filters: one.filters }, staticData });
	await next({ list: [] });
	expect(await next({ list })).toEqual(one.expected);
	expect(await watching({ staticData })({ list })).toEqual([]);
});

it.each([
	{ days: 2, chosen: 2 },
	{ days: 7, chosen: undefined },
	{ days: 7, chosen: 0 },
])('Ignore Older Than $chosen counts $days days to the millisecond', async ({ days, chosen }) => {
	const next = watching({ parameters: { options: { ignoreOlderThanDays: chosen } } });
	await next({ list: [activity('40 days', NOW - 40 * DAY)] });
	const oldest = NOW - days * DAY;
	const list = [activity('in time', oldest), activity('too old', oldest - 1)];
	expect(await next({ list })).toEqual(['in time']);
});

describe('the remembered activities', () => {
	const inOrganization = (organizationId: string): FakePoll => ({
		parameters: { options: { organizationId } },
	});
	const at = (baseUrl: string): FakePoll => ({ credential: { ...CREDENTIAL, baseUrl } });
	const polled = async (setup: FakePoll) => {
		const staticData: IDataObject = {};
		await watching({ ...setup, staticData })({ list: [before] });
		return await watching({ staticData })({ list: [before, during] });
	};

	it.each([inOrganization(ORGANIZATION_ID), at('  https://API.Example.COM//  ')])(
		'are those of another spelling: %j',
		async (setup) => {
			expect(await polled(setup)).toEqual(['during']);
		},
	);

	it.each([
		inOrganization('5b7e2c18-90af-4d36-8e12-c4a9d0f3b672'),
		at('https://other.example.com'),
		at('https://api.example.com/cloud'),
	])('are not those of another API or organization: %j', async (setup) => {
		expect(await polled(setup)).toEqual([]);
	});
});

// test/property/activities.test.ts has more wrong clocks.
describe('with a wrong clock', () => {
	const future = activity('future', FAR);
	const late = activity('late', NOW + 5 * MINUTE - DAY);
	const tooLate = activity('too late', NOW + 5 * MINUTE - DAY - 1);

	it.each([RIGHT, null])('of an activity, the next are at most a day late: %s', async (date) => {
		const staticData: IDataObject = {};
		const next = watching({ staticData });
		await next({ list: [future], date });
		expect(staticData['watermark']).toBe(NOW + 5 * MINUTE);
		expect(await next({ list: [future, late, tooLate], date })).toEqual(['late']);
	});

	it('that an earlier state has believed, nothing is held back', async () => {
		const staticData: IDataObject = {};
		const next = watching({ staticData });
		await next({ list: [] });
		Object.assign(staticData, { watermark: FAR, seen: [['future', FAR]] });
		expect(await next({ list: [before, future] })).toEqual([]);
		expect(staticData['watermark']).toBe(NOW + DAY);
		for (const minute of [1, 2]) {
			const at = NOW + minute * MINUTE;
			const list = [before, activity(`new ${String(minute)}`, at - 1000), future];
			expect(await next({ list, at })).toEqual([`new ${String(minute)}`]);
		}
	});

	it('less than a day ahead, the earlier state is kept', async () => {
		const staticData: IDataObject = {};
		const next = watching({ staticData });
		await next({ list: [] });
		const watermark = NOW + 23 * HOUR;
		Object.assign(staticData, { watermark, seen: [] });
		const list = [activity('pruned', watermark - DAY - 1), activity('late', watermark - DAY)];
		expect(await next({ list })).toEqual(['late']);
		expect(staticData['watermark']).toBe(watermark);
	});
});

describe('the requested period', () => {
	const cloud = { ...CREDENTIAL, baseUrl: 'https://api.clickhouse.cloud' };
	const since = (time: number) =>
		`/activities?from_date=${encodeURIComponent(new Date(time).toISOString())}`;

	/** Polls twice. Returns the second request. */
	async function requested(list: IDataObject[], setup: FakePoll = {}, stored: IDataObject = {}) {
		const staticData: IDataObject = {};
		const shared = { credential: cloud, staticData, respond: () => json({ result: list }) };
		expect((await poll({ ...shared, ...setup, mode: 'trigger' })).paths).toEqual(['/activities']);
		Object.assign(staticData, stored);
		return (await poll({ ...shared, ...setup })).paths[0];
	}

	it('starts a day before the newest activity', async () => {
		expect(await requested([before])).toBe(since(NOW - HOUR - DAY));
		expect(await requested([activity('a', -DAY)])).toBe(since(0));
	});

	it('starts no later than a day before now, whatever a wrong clock has left', async () => {
		expect(await requested([before], {}, { watermark: NOW + 30 * DAY })).toBe(since(NOW));
	});

	it('is everything if nothing is known', async () => {
		expect(await requested([])).toBe('/activities');
		expect(await requested([before], { mode: 'manual' })).toBe('/activities');
	});

	it.each(['standard', 'custom'])('is everything in the dialect %s', async (apiDialect) => {
		const credential = { ...cloud, apiDialect };
		expect(await requested([before], { credential })).toBe('/activities');
	});
});

describe('a test by hand', () => {
	const records = [
		activity('old', NOW - 2 * DAY, { type: 'x' }),
		activity('new', NOW - DAY, { type: 'y' }),
	];
	const byHand = (list: IDataObject[], types = ''): FakePoll => ({
		mode: 'manual',
		parameters: { filters: { types } },
		respond: () => json({ result: list }),
	});

	it.each([
		{ types: '', id: 'new' },
		{ types: 'x', id: 'old' },
	])('outputs the newest activity of the types "$types"', async ({ types, id }) => {
		const list = [...records, { id: 'none', type: 'x' }];
		expect((await poll(byHand(list, types))).items).toMatchObject([{ id }]);
	});

	const types = Array.from({ length: 12 }, (_, n) =>
		activity(`t${String(n)}`, NOW - HOUR, { type: `t${String(n)}` }),
	);
	const untyped = { id: 'c', createdAt: activity('', NOW - 9 * DAY)['createdAt'] };

	it.each([
		{
			name: 'there are none',
			list: [],
			message: 'The organization has no activities yet',
			description: /first one/,
		},
		{
			name: 'there are many types, of which it names ten',
			list: [...records, activity('b', NOW - DAY, { type: 'y' }), untyped, ...types],
			message: 'No activity of the organization matches the filters',
			description: /: y \(2\), without a type \(1\), x \(1\), t0 \(1\), .*, 5 more\.$/,
		},
		{
			name: 'there are secrets in their types, and long ones',
			list: [
				activity('b', NOW - DAY, { type: `x\n${'y'.repeat(200)} z` }),
				activity('c', NOW - 2 * DAY, { type: 'of canary-secret' }),
			],
			message: 'No activity of the organization matches the filters',
			description: /: of \*\*\* \(1\), x y{98}… \(1\)\.$/,
		},
	])('explains the lack of a match: $name', async ({ list, message, description }) => {
		const error = await failure(byHand(list, 'z'));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
		expect(error.description).toMatch(description);
	});
});
