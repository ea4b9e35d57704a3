import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import { FakeTime, json } from '../core/fakes';
import type { FakePoll } from './fakePoll';
import { CREDENTIAL, failure, ORGANIZATION_ID, poll } from './fakePoll';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = FakeTime.START;
const FAR = Date.parse('2099-01-01T00:00:00Z');

const activity = (id: string, time: number, more: IDataObject = {}): IDataObject => ({
	id,
	createdAt: new Date(time).toISOString(),
	...more,
});

/** One poll: the listed activities, optionally with the response's `Date`, and n8n's time. */
type Listing = unknown[] | { list: unknown[]; date?: string | null; at?: number };

const RIGHT = new Date(NOW).toUTCString();

/** Polls the listed activities each time. Returns the IDs that each poll emits. */
async function emitted(setup: Partial<FakePoll>, ...listings: Listing[]): Promise<string[]> {
	const shared = { staticData: {}, ...setup };
	const all = [];
	for (const listing of listings) {
		const { list, date = RIGHT, at = NOW } = Array.isArray(listing) ? { list: listing } : listing;
		const clock = new FakeTime();
		clock.time = at;
		const respond = () => json({ result: list }, 200, date === null ? {} : { Date: date });
		const { items = [], paths } = await poll({ ...shared, respond }, clock);
		expect(paths).toHaveLength(1);
		all.push(items.map(({ id }) => z.string().parse(id)).join(' '));
	}
	return all;
}

const before = activity('before', NOW - HOUR);
const during = activity('during', NOW);
const after = activity('after', NOW + MINUTE);

it('keeps its state in the static data of the node, and nothing else', async () => {
	const staticData: IDataObject = { left: 'over' };
	await emitted({ staticData }, [during]);
	const { scope, ...state } = staticData;
	expect(scope).toMatch(/^[0-9a-f]{64}$/);
	const others = { version: 1, hasSkipped: false };
	expect(state).toEqual({ ...others, watermark: NOW, seen: [['during', NOW]] });
});

it.each([
	['simplified', undefined],
	['raw', '192.0.2.1'],
])(
	'outputs new activities %s, including by hand, the oldest first',
	async (output, actorIpAddress) => {
		const records = [activity('b', NOW, { actorIpAddress: '192.0.2.1' }), before, 'no record'];
		const setup = { parameters: { output }, staticData: {} };
		await poll(setup);
		const respond = () => json({ result: records });
		const expected = activity('b', NOW, actorIpAddress === undefined ? {} : { actorIpAddress });
		expect((await poll({ ...setup, respond })).items).toEqual([before, expected]);
		const byHand = await poll({ parameters: { output }, mode: 'manual', respond });
		expect(byHand.items).toEqual([expected]);
	},
);

it('reports once that activities without an ID or a time are skipped, and mentions it by hand', async () => {
	const staticData: IDataObject = {};
	const respond = () => json({ result: [before, { id: 'none' }] });
	const first = await poll({ staticData, respond });
	const second = await poll({ staticData, respond });
	expect(first.reported.map(({ message }) => message)).toEqual([
		'Activities without an ID, or without a time that can be read, are skipped.',
	]);
	expect(second.reported).toEqual([]);
	const none = () => json({ result: [{ id: 'none' }] });
	expect((await failure({ mode: 'manual', respond: none })).message).toMatch(/are skipped\.$/);
});

it('lets polls that overlap emit nothing twice', async () => {
	const staticData: IDataObject = {};
	await poll({ staticData });
	const list = Array.from({ length: 1500 }, (_, n) => activity(String(n), NOW + n));
	const respond = () => json({ result: list });
	const both = await Promise.all([poll({ staticData, respond }), poll({ staticData, respond })]);
	const ids = both.flatMap(({ items = [] }) => items.map(({ id }) => id));
	expect(ids).toEqual(list.slice(0, 1000).map(({ id }) => id));
});

describe('the decision', () => {
	const records = [
		activity('a', NOW - 3, { type: 'service_start', actorType: 'user' }),
		activity('b', NOW - 2, { type: 'service_start', actorType: 'api' }),
		activity('c', NOW - 1),
	];

	it.each<[IDataObject, string]>([
		[{ types: 'service_START, other' }, 'a b'],
		[{ types: ['service_start'], actorTypes: 'user' }, 'a'],
		[{ types: ' , ' }, 'a b c'],
	])(
		'depends on the filters %j, and omitted activities are remembered',
		async (filters, expected) => {
			const staticData: IDataObject = {};
			const parameters = { filters };
			const found = await emitted({ parameters, staticData }, [], records);
			expect(found).toEqual(['', expected]);
			expect(await emitted({ staticData }, records)).toEqual(['']);
		},
	);

	const week = [activity('8 days', NOW - 8 * DAY), activity('6 days', NOW - 6 * DAY)];

	it.each([
		[undefined, 7],
		[2, 2],
	])('follows Ignore Older Than %s to the millisecond', async (ignoreOlderThanDays, days) => {
		const oldest = NOW - days * DAY;
		const first = { list: [activity('40 days', NOW - 40 * DAY)] };
		const list = [activity('in time', oldest), activity('too old', oldest - 1)];
		const parameters = { options: { ignoreOlderThanDays } };
		expect(await emitted({ parameters }, first, list)).toEqual(['', 'in time']);
	});

	it.each<[unknown, string | null, string]>([
		[undefined, RIGHT, '6 days'],
		[30, RIGHT, '8 days 6 days'],
		[0, RIGHT, '6 days'],
		[7, new Date(NOW + 30 * DAY).toUTCString(), '6 days'],
		// Without the service's time, by the newest activity.
		[undefined, null, '8 days 6 days'],
	])(
		'follows Ignore Older Than %s, with the date %s',
		async (ignoreOlderThanDays, date, expected) => {
			const parameters = { options: { ignoreOlderThanDays } };
			const first = { list: [activity('40 days', NOW - 40 * DAY)] };
			const next = { list: week, date };
			expect(await emitted({ parameters }, first, next)).toEqual(['', expected]);
		},
	);

	const organizationId = '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672';
	const options = (changes: IDataObject) => ({ parameters: { options: changes } });
	const at = (baseUrl: string) => ({ credential: { ...CREDENTIAL, baseUrl } });

	it.each<[FakePoll, boolean]>([
		[options({ organizationId: ORGANIZATION_ID }), true],
		[options({ organizationId }), false],
		[at('  https://API.Example.COM//  '), true],
		[at('https://api.example.com:443'), true],
		[at('HTTPS://Api.example.com:443/V1/'), true],
		[at('https://other.example.com'), false],
		[at('http://127.0.0.1'), false],
		[at('https://api.example.com:8443'), false],
		[at('https://api.example.com/cloud'), false],
	])('depends on the scope: with %j it continues or starts again: %j', async (setup, isSame) => {
		const staticData: IDataObject = {};
		await emitted({ ...setup, staticData }, [before]);
		const found = await emitted({ staticData }, [before, during]);
		expect(found).toEqual([isSame ? 'during' : '']);
	});
});

describe('wrong clocks', () => {
	const DATES = [
		new Date(NOW + DAY).toUTCString(),
		new Date(NOW + 30 * DAY).toUTCString(),
		new Date(0).toUTCString(),
		'Fri, 31 Dec 9999 23:59:59 GMT',
	];
	const later = { list: [before, during, after], at: NOW + MINUTE };

	it.each([RIGHT, ...DATES, null])("lose nothing if the service's is wrong: %s", async (date) => {
		for (const ignoreOlderThanDays of [1, 7]) {
			const setup = { parameters: { options: { ignoreOlderThanDays } } };
			const first = { list: [before, during], date };
			const found = await emitted(setup, [before], first, later, later);
			expect(found).toEqual(['', 'during', 'after', '']);
		}
		const found = await emitted({}, { list: [before], date }, [before, during]);
		expect(found).toEqual(['', 'during']);
	});

	it.each([-5, 5])("are believed if the service's is %d hours off by right", async (hours) => {
		const date = new Date(NOW + hours * HOUR).toUTCString();
		const [a, b] = [-MINUTE, 0].map((ms) => activity(String(ms), NOW + hours * HOUR + ms));
		const next = { list: [a, b], date };
		expect(await emitted({}, { list: [a], date }, next, next)).toEqual(['', '0', '']);
	});

	it("hold nothing back if n8n's is far behind", async () => {
		const next = { list: [before], at: 0 };
		expect(await emitted({}, [], next)).toEqual(['', 'before']);
	});

	const future = activity('future', FAR);
	const late = activity('late', NOW + 300_000 - DAY);
	const tooLate = activity('too late', NOW + 300_000 - DAY - 1);

	it.each([RIGHT, null])(
		"lose nothing if an activity's is wrong, bounded by the date %s",
		async (date) => {
			const staticData: IDataObject = {};
			expect(await emitted({ staticData }, { list: [future], date })).toEqual(['']);
			expect(staticData['watermark']).toBe(NOW + 300_000);
			const list = [future, late, tooLate];
			expect(await emitted({ staticData }, { list, date })).toEqual(['late']);
		},
	);

	it("lose nothing if an activity's and the service's are wrong alike", async () => {
		const first = { list: [before, future], date: DATES[3] ?? null };
		const next = { list: [before, future, late, after], at: NOW + MINUTE };
		expect(await emitted({}, [before], first, next)).toEqual(['', 'future', 'late after']);
	});

	it('hold nothing back if an earlier state has a wrong time', async () => {
		const staticData: IDataObject = {};
		await emitted({ staticData }, []);
		Object.assign(staticData, { watermark: FAR, seen: [['future', FAR]] });
		expect(await emitted({ staticData }, [before, future])).toEqual(['']);
		expect(staticData['watermark']).toBe(NOW + DAY);
		for (const minute of [1, 2, 3]) {
			const at = NOW + minute * MINUTE;
			const list = [before, activity(`new ${String(minute)}`, at - 1000), future];
			expect(await emitted({ staticData }, { list, at })).toEqual([`new ${String(minute)}`]);
		}
	});

	it('are ignored if they are less than a day apart', async () => {
		const staticData: IDataObject = {};
		await emitted({ staticData }, []);
		const watermark = NOW + 23 * HOUR;
		Object.assign(staticData, { watermark, seen: [] });
		const list = [activity('pruned', watermark - DAY - 1), activity('late', watermark - DAY)];
		expect(await emitted({ staticData }, list)).toEqual(['late']);
		expect(staticData['watermark']).toBe(watermark);
	});
});

describe('the start of the listed period', () => {
	const cloud = { ...CREDENTIAL, baseUrl: 'https://api.clickhouse.cloud' };
	const inDialect = (apiDialect: string) => ({ credential: { ...cloud, apiDialect } });
	const day = (time: number) =>
		`/activities?from_date=${encodeURIComponent(new Date(time - DAY).toISOString())}`;
	const WRONG = { watermark: NOW + 30 * DAY };

	it.each<[string, FakePoll, IDataObject[], string, IDataObject?]>([
		['a day before the newest', { credential: cloud }, [before], day(NOW - HOUR), {}],
		['none in Standard', inDialect('standard'), [before], '/activities', {}],
		['none in Custom', inDialect('custom'), [before], '/activities', {}],
		['none by hand', { credential: cloud, mode: 'manual' }, [before], '/activities', {}],
		['none after an empty list', { credential: cloud }, [], '/activities', {}],
		['none before 1970', { credential: cloud }, [activity('a', -DAY)], day(DAY), {}],
		['none that a wrong clock has left', { credential: cloud }, [before], day(NOW + DAY), WRONG],
	])('is %s', async (_, setup, list, expected, stored) => {
		const staticData: IDataObject = {};
		const respond = () => json({ result: list.length === 0 && setup.mode ? [before] : list });
		const first = await poll({ ...setup, mode: 'trigger', staticData, respond });
		expect(first.paths).toEqual(['/activities']);
		Object.assign(staticData, stored);
		expect((await poll({ staticData, respond, ...setup })).paths).toEqual([expected]);
	});

	it('does not decide which activities are new: others are filtered here', async () => {
		const list = [before, activity('old', NOW - 2 * DAY), activity('late', NOW - 20 * HOUR)];
		const found = await emitted({ credential: cloud }, [before], list);
		expect(found).toEqual(['', 'late']);
	});
});

describe('a test by hand', () => {
	const records = [
		activity('old', NOW - 2 * DAY, { type: 'x' }),
		activity('new', NOW - DAY, { type: 'y' }),
	];
	const none = { id: 'none', type: 'x' };
	const byHand = (list: IDataObject[], types = ''): FakePoll => ({
		mode: 'manual',
		parameters: { filters: { types } },
		respond: () => json({ result: list }),
	});

	it.each<[IDataObject[], string, string]>([
		[[...records, none], '', 'new'],
		[[...records, none], 'x', 'old'],
	])('outputs the newest match of %j and touches no state', async (list, types, id) => {
		expect((await poll(byHand(list, types))).items).toMatchObject([{ id }]);
	});

	const types = Array.from({ length: 12 }, (_, n) =>
		activity(`t${String(n)}`, NOW - HOUR, { type: `t${String(n)}` }),
	);
	const odd = activity('b', NOW - DAY, { type: `x\n${'y'.repeat(200)} z` });
	const secret = activity('c', NOW - 2 * DAY, { type: 'of canary-secret' });
	const twice = activity('b', NOW - DAY, { type: 'y' });
	const untyped = { id: 'c', createdAt: activity('', NOW - 9 * DAY)['createdAt'] };

	it.each<[string, IDataObject[], RegExp, RegExp]>([
		['that there are none', [], /no activities yet/, /first one/],
		['how many of which types', records, /matches/, /: (?:x \(1\), y|y \(1\), x) \(1\)\.$/],
		[
			'the ten most frequent types',
			[...records, twice, untyped, ...types],
			/matches/,
			/: y \(2\), without a type \(1\), x \(1\), t0 \(1\), .*, 5 more\.$/,
		],
		['types cut and redacted', [odd, secret], /matches/, /: of \*\*\* \(1\), x y{98}… \(1\)\.$/],
	])('explains the lack of a match: %s', async (_, list, message, description) => {
		const error = await failure(byHand(list, 'z'));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toMatch(message);
		expect(error).toHaveProperty('description', expect.stringMatching(description));
	});
});
