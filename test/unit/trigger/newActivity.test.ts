import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { FakeClock } from '../core/fakeClock';
import { json } from '../core/fakes';
import type { FakePoll } from './fakePoll';
import { CREDENTIAL, failure, poll } from './fakePoll';

// test/property/activities.test.ts tests complete histories of requests, emissions, and reports.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = FakeClock.START;

function activity(id: string, time: number, more: IDataObject = {}): IDataObject {
	return { id, createdAt: new Date(time).toISOString(), ...more };
}

const before = activity('before', NOW - HOUR);

it.each([
	{
		output: 'simplified',
		shown: {
			summary: '"ada@example.com" stopped service s',
			actorType: null,
			actorId: null,
		},
	},
	{ output: 'raw', shown: { actorIpAddress: '192.0.2.1' } },
])('New Activity outputs activities $output', async ({ output, shown }) => {
	const stop = { type: 'service_stop', actorDetails: 'ada@example.com', serviceId: 's' };
	const all = { ...stop, actorIpAddress: '192.0.2.1' };
	const records = [activity('b', NOW, all), before, 'no record'];
	const respond = () => json({ result: records });
	const setup = { parameters: { output }, staticData: {} };
	await poll(setup);
	const newest = activity('b', NOW, { ...stop, ...shown });
	expect((await poll({ ...setup, respond })).items).toMatchObject([before, newest]);
	expect((await poll({ ...setup, mode: 'manual', respond })).items).toEqual([newest]);
});

it.each([
	{ output: 'simplified', paths: ['/activities', '/services'] },
	{ output: 'raw', paths: ['/activities'] },
])('New Activity reads the names of services only for a summary ($output)', async (row) => {
	const parameters = { output: row.output };
	const stop = { type: 'service_stop', actorDetails: 'Ada', serviceId: 's' };
	const setup = { parameters, staticData: {} };
	const respond = (path: string) =>
		path === '/services'
			? json({ result: [{ id: 's', name: 'Shop' }] })
			: json({ result: [before, activity('b', NOW, stop)] });
	// This poll emits nothing, so it needs no names.
	expect((await poll({ ...setup, respond: () => json({ result: [before] }) })).paths).toEqual([
		'/activities',
	]);
	const { items, paths } = await poll({ ...setup, respond });
	expect(paths).toEqual(row.paths);
	expect(items?.[0]?.['summary']).toBe(
		row.output === 'raw' ? undefined : '"Ada" stopped service "Shop"',
	);
});

it('New Activity reports skipped activities', async () => {
	const respond = () => json({ result: [{ id: 'none' }] });
	const message = 'The trigger skips activities without an ID or a readable time.';
	expect((await poll({ staticData: {}, respond })).reported).toMatchObject([{ message }]);
	expect((await failure({ mode: 'manual', respond })).message).toBe(message);
});

it.each<{ filters: IDataObject; expected: string[] }>([
	{ filters: { types: 'service_START, other' }, expected: ['a', 'b'] },
	{ filters: { types: ['service_start'], actorTypes: 'user' }, expected: ['a'] },
	{ filters: { types: ' , ' }, expected: ['a', 'b', 'c'] },
])('New Activity emits $expected with the filters $filters', async ({ filters, expected }) => {
	const list = [
		activity('a', NOW - 3, { type: 'service_start', actorType: 'user' }),
		activity('b', NOW - 2, { type: 'service_start', actorType: 'api' }),
		activity('c', NOW - 1),
	];
	const setup = { parameters: { filters }, staticData: {} };
	await poll(setup);
	const respond = () => json({ result: list });
	const { items = [] } = await poll({ ...setup, respond });
	expect(items.map(({ id }) => id)).toEqual(expected);
	expect((await poll({ ...setup, parameters: {}, respond })).items).toBeUndefined();
});

describe('New Activity (stored time in the future)', () => {
	const credential = { ...CREDENTIAL, baseUrl: 'https://api.clickhouse.cloud' };

	/** The newest time was stored by an earlier poll. */
	async function polledAfter(watermark: number, list: IDataObject[]) {
		const staticData: IDataObject = {};
		await poll({ credential, staticData });
		Object.assign(staticData, { watermark, seen: [] });
		const next = async (result: IDataObject[]) => {
			const setup = { credential, staticData, respond: () => json({ result }) };
			const { items = [], paths } = await poll(setup);
			return { ids: items.map(({ id }) => id), path: decodeURIComponent(paths[0] ?? '') };
		};
		return { ...(await next(list)), next, staticData };
	}

	it('emits activities before the stored time', async () => {
		const { ids, path, next, staticData } = await polledAfter(NOW + 30 * DAY, [before]);
		expect(ids).toEqual([]);
		expect(path).toBe(`/activities?from_date=${new Date(NOW).toISOString()}`);
		expect(staticData['watermark']).toBe(NOW + DAY);
		expect((await next([before, activity('new', NOW + 1)])).ids).toEqual(['new']);
	});

	it('keeps a stored time that is less than a day ahead', async () => {
		const watermark = NOW + 23 * HOUR;
		const late = [activity('pruned', watermark - DAY - 1), activity('late', watermark - DAY)];
		const { ids, staticData } = await polledAfter(watermark, late);
		expect(ids).toEqual(['late']);
		expect(staticData['watermark']).toBe(watermark);
	});
});

describe('New Activity (test without a match)', () => {
	const records = [
		activity('old', NOW - 2 * DAY, { type: 'x' }),
		activity('new', NOW - DAY, { type: 'y' }),
	];
	const types = Array.from({ length: 12 }, (_, n) =>
		activity(`t${String(n)}`, NOW - HOUR, { type: `t${String(n)}` }),
	);
	const byHand = (list: IDataObject[]): FakePoll => ({
		mode: 'manual',
		parameters: { filters: { types: 'z' } },
		respond: () => json({ result: list }),
	});

	it.each([
		{
			name: 'there are no activities',
			list: [],
			message: 'The organization has no activities yet',
			description: /first activity/,
		},
		{
			name: 'there are many types, and names ten',
			list: [
				...records,
				activity('b', NOW - DAY, { type: 'y' }),
				activity('c', NOW - 9 * DAY),
				...types,
			],
			message: 'No activity of the organization matches the filters',
			description: /: y \(2\), without a type \(1\), x \(1\), t0 \(1\), .*, 5 more\.$/,
		},
		{
			name: 'the types are long or contain secrets',
			list: [
				activity('b', NOW - DAY, { type: `x\n${'y'.repeat(200)} z` }),
				activity('c', NOW - 2 * DAY, { type: 'of canary-secret' }),
			],
			message: 'No activity of the organization matches the filters',
			description: /: of \*\*\* \(1\), x y{98}… \(1\)\.$/,
		},
	])('explains the empty test if $name', async ({ list, message, description }) => {
		const error = await failure(byHand(list));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
		expect(error.description).toMatch(description);
	});
});
