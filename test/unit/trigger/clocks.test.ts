import type { IDataObject } from 'n8n-workflow';

import { FakeTime, json } from '../core/fakes';
import type { FakePoll } from './fakePoll';
import { CREDENTIAL, poll } from './fakePoll';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = FakeTime.START;

function activity(id: string, time: number): IDataObject {
	return { id, createdAt: new Date(time).toISOString() };
}

const DATES = {
	right: new Date(NOW).toUTCString(),
	dayAhead: new Date(NOW + DAY).toUTCString(),
	monthAhead: new Date(NOW + 30 * DAY).toUTCString(),
	year1970: new Date(0).toUTCString(),
	year9999: 'Fri, 31 Dec 9999 23:59:59 GMT',
};

/** Polls with a list and the `Date` of its response. Returns the IDs that are emitted. */
async function idsAt(
	staticData: IDataObject,
	records: IDataObject[],
	{
		date = DATES.right,
		at = NOW,
		...parameters
	}: IDataObject & { date?: string; at?: number } = {},
): Promise<unknown[]> {
	const clock = new FakeTime();
	clock.time = at;
	const respond = () => json({ result: records }, 200, { Date: date });
	const { items = [] } = await poll({ staticData, parameters, respond }, clock);
	return items.map(({ id }) => id);
}

describe('a wrong date of the service', () => {
	const before = activity('before', NOW - HOUR);
	const during = activity('during', NOW);
	const after = activity('after', NOW + 60_000);

	it.each(Object.entries(DATES))('loses nothing: %s', async (_, date) => {
		for (const ignoreOlderThanDays of [1, 7]) {
			const staticData: IDataObject = {};
			const options = { ignoreOlderThanDays };
			await idsAt(staticData, [before], { options });
			expect(await idsAt(staticData, [before, during], { date, options })).toEqual(['during']);
			const records = [before, during, after];
			expect(await idsAt(staticData, records, { options, at: NOW + 60_000 })).toEqual(['after']);
			expect(await idsAt(staticData, records, { options, at: NOW + 60_000 })).toEqual([]);
		}
	});

	it.each(Object.entries(DATES))('loses nothing at the first poll: %s', async (_, date) => {
		const staticData: IDataObject = {};
		await idsAt(staticData, [before], { date });
		expect(await idsAt(staticData, [before, during])).toEqual(['during']);
	});

	it('loses nothing beside an activity dated as wrongly', async () => {
		const staticData: IDataObject = {};
		const wrong = activity('wrong', Date.parse(DATES.year9999));
		await idsAt(staticData, [before]);
		const first = await idsAt(staticData, [before, wrong], { date: DATES.year9999 });
		expect(first).toEqual(['wrong']);
		const late = activity('late', NOW - 2 * HOUR);
		const second = await idsAt(staticData, [before, wrong, late, after], { at: NOW + 60_000 });
		expect(second).toEqual(['late', 'after']);
	});

	it('does not make an old activity recent', async () => {
		const staticData: IDataObject = {};
		await idsAt(staticData, []);
		const old = activity('old', NOW - 8 * DAY);
		expect(await idsAt(staticData, [old], { date: DATES.monthAhead })).toEqual([]);
	});

	it('that is hours off by right is believed', async () => {
		for (const skew of [-5 * HOUR, 5 * HOUR]) {
			const staticData: IDataObject = {};
			const date = new Date(NOW + skew).toUTCString();
			await idsAt(staticData, [activity('a', NOW + skew - 60_000)], { date });
			const records = [activity('a', NOW + skew - 60_000), activity('b', NOW + skew)];
			expect(await idsAt(staticData, records, { date })).toEqual(['b']);
			expect(await idsAt(staticData, records, { date })).toEqual([]);
		}
	});
});

describe('a stored time far ahead', () => {
	/** As an earlier version has stored it after an activity of 2099. */
	async function silenced(): Promise<IDataObject> {
		const staticData: IDataObject = {};
		await idsAt(staticData, []);
		const future = Date.parse('2099-01-01T00:00:00Z');
		return Object.assign(staticData, { watermark: future, seen: [['future', future]] });
	}

	const old = [1, 2, 3].map((hours) => activity(`old ${String(hours)}`, NOW - hours * HOUR));
	const future = activity('future', Date.parse('2099-01-01T00:00:00Z'));

	it('keeps nothing back that comes from now on, and nothing old is emitted again', async () => {
		const staticData = await silenced();
		expect(await idsAt(staticData, [...old, future])).toEqual([]);
		expect(staticData['watermark']).toBe(NOW + DAY);
		for (const minute of [1, 2, 3]) {
			const at = NOW + minute * 60_000;
			const next = activity(`new ${String(minute)}`, at - 1000);
			expect(await idsAt(staticData, [...old, next, future], { at })).toEqual([next['id']]);
		}
	});

	it('is left alone where the clocks are less than a day apart', async () => {
		const staticData: IDataObject = {};
		await idsAt(staticData, []);
		const watermark = NOW + 23 * HOUR;
		Object.assign(staticData, { watermark, seen: [] });
		const pruned = activity('pruned', watermark - DAY - 1);
		const late = activity('late', watermark - DAY);
		expect(await idsAt(staticData, [pruned, late])).toEqual(['late']);
		expect(staticData['watermark']).toBe(watermark);
	});
});

describe('the start of the period that is listed', () => {
	const cloud = { ...CREDENTIAL, baseUrl: 'https://api.clickhouse.cloud' };
	const standard = { ...cloud, apiDialect: 'standard' };
	const records = [activity('a', NOW - 3 * HOUR), activity('b', NOW - HOUR)];
	const dayBefore = (time: number) =>
		`/activities?from_date=${encodeURIComponent(new Date(time - DAY).toISOString())}`;

	/** Polls twice, and returns what the second poll has read. */
	async function secondPaths(
		setup: FakePoll,
		listed: IDataObject[],
		more: IDataObject = {},
	): Promise<string[]> {
		const staticData: IDataObject = {};
		const respond = () => json({ result: listed });
		const first = await poll({ ...setup, staticData, respond });
		expect(first.paths).toEqual(['/activities']);
		Object.assign(staticData, more);
		return (await poll({ staticData, respond, ...setup })).paths;
	}

	it.each([
		['a day before the newest', { credential: cloud }, records, dayBefore(NOW - HOUR)],
		['none in Standard', { credential: standard }, records, '/activities'],
		['none by hand', { credential: cloud, mode: 'manual' as const }, records, '/activities'],
		['none after an empty list', { credential: cloud }, [], '/activities'],
		['none before 1970', { credential: cloud }, [activity('a', -DAY)], dayBefore(DAY)],
	])('is %s', async (_, setup, listed, expected) => {
		expect(await secondPaths(setup, listed)).toEqual([expected]);
	});

	it('is not one that a wrong clock has left', async () => {
		const watermark = NOW + 30 * DAY;
		const paths = await secondPaths({ credential: cloud }, records, { watermark });
		expect(paths).toEqual([dayBefore(NOW + DAY)]);
	});

	it('does not decide what is new: what is listed all the same is filtered here', async () => {
		const staticData: IDataObject = {};
		const setup = { credential: cloud, staticData };
		await poll({ ...setup, respond: () => json({ result: records }) });
		const listed = [...records, activity('old', NOW - 2 * DAY), activity('late', NOW - 20 * HOUR)];
		const { items } = await poll({ ...setup, respond: () => json({ result: listed }) });
		expect(items?.map(({ id }) => id)).toEqual(['late']);
	});
});
