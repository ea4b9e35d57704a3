import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { CHANGES_LIMIT } from '../../../nodes/features/watch/states';
import { json } from '../core/fakes';
import type { Respond } from './fakePoll';
import {
	ALERTS,
	ENDPOINTS,
	listed,
	never,
	PIPES,
	poll,
	SERVICE_ID,
	SERVICES,
	servicesWith,
	watching,
} from './fakePoll';

const OF_ALL = { event: PIPES.event };
const MAX_BYTES = 300_000;

const numbers = (count: number): number[] => [...Array(count).keys()];

/** Each number up to 9999 is a separate service. */
const serviceId = (n: number): string => SERVICE_ID.replace(/.{4}$/, String(n).padStart(4, '0'));

/** All records are in the same state. */
function numbered(count: number, state: string, first = 0): Record<string, string> {
	return Object.fromEntries(numbers(count).map((n) => [`n${String(first + n)}`, state]));
}

/** Longer IDs and states are hashed. */
function longest(count: number): Record<string, string> {
	const ids = numbers(count).map((n) => `${'\u0001'.repeat(22)}${String(n)}`);
	return Object.fromEntries(ids.map((id) => [id, '€'.repeat(46)]));
}

function services(count: number, pipes: Record<string, string>) {
	return servicesWith(Object.fromEntries(numbers(count).map((n) => [serviceId(n), pipes])));
}

afterEach(() => {
	jest.restoreAllMocks();
});

describe('runPoll (all records)', () => {
	it.each([
		{ what: 'pipes', parameters: PIPES, found: listed(longest(1000)), stored: 1000 },
		{
			what: 'services and pipes',
			parameters: OF_ALL,
			found: services(10, longest(99)),
			stored: 990,
		},
	])('watches 1,000 $what in less than 300 kB', async ({ parameters, found, stored }) => {
		const staticData: IDataObject = {};
		await watching(parameters, staticData)(found);
		expect(staticData['resources']).toHaveLength(stored);
		expect(Buffer.byteLength(JSON.stringify(staticData))).toBeLessThan(MAX_BYTES);
	});

	it.each([
		{ what: 'pipes', parameters: PIPES, found: listed(numbered(1001, 'Running')) },
		{ what: 'alerts', parameters: ALERTS, found: listed(numbered(1001, 'OK')) },
		{
			what: 'services and pipes',
			parameters: OF_ALL,
			found: services(11, numbered(99, 'Running')),
		},
	])('rejects more than 1,000 $what', async ({ what, parameters, found }) => {
		await expect(watching(parameters)(found)).rejects.toMatchObject({
			message: `There are more than 1,000 ${what}, and one trigger can't watch more.`,
			httpCode: null,
		});
	});

	it('emits a deleted record next to 1,000 existing records', async () => {
		const staticData: IDataObject = {};
		const next = watching(PIPES, staticData);
		await next(numbered(1000, 'Running'));
		expect((await next(numbered(1000, 'Running', 1))).changes).toEqual([
			{ id: 'n1000', before: '', after: 'Running' },
			{ id: 'n0', before: 'Running', after: 'gone' },
		]);
		expect(staticData['resources']).toHaveLength(1000);
		expect((await next({ ...numbered(999, 'Running', 2), n0: 'Running' })).changes).toEqual([
			{ id: 'n0', before: '', after: 'Running' },
			{ id: 'n1', before: 'Running', after: 'gone' },
		]);
	});
});

describe('runPoll (more than 1,000 alerts)', () => {
	const fires = { n0: 'ALERT', n1100: 'ALERT' };

	it("doesn't lose a change of chosen alerts if a page fails or moves", async () => {
		const next = watching({ ...ALERTS, alertIds: 'n0, n1000, n1100' });
		await next(numbered(1500, 'OK'));
		const { n5, ...left } = numbered(1500, 'OK');
		const moved: Respond = async (path) =>
			await listed(path.includes('offset') ? left : { n5: n5 ?? '', ...left })(path);
		expect((await next(moved)).changes).toEqual([]);
		const found = listed({ ...numbered(1500, 'OK'), ...fires });
		const broken: Respond = async (path) =>
			path.includes('offset') ? json({}, 403) : await found(path);
		await expect(next(broken)).rejects.toHaveProperty('httpCode', '403');
		expect((await next(found)).changes).toEqual([
			{ id: 'n0', before: 'OK', after: 'ALERT' },
			{ id: 'n1100', before: 'OK', after: 'ALERT' },
		]);
	});
});

it("continues with the records that the last poll didn't reach", async () => {
	const serviceIds = numbers(12).map(serviceId);
	const parameters = { ...SERVICES, serviceIds };
	const staticData: IDataObject = {};
	const first = [];
	for (let polls = 0; polls < 3; polls += 1) {
		let reads = 0;
		const respond: Respond = async (_path, signal) => {
			reads += 1;
			return reads > 5 ? await never(signal) : json({ result: { id: 'p', state: 'idle' } });
		};
		const { paths } = await poll({ parameters, staticData, respond, budgetMs: 50 });
		first.push(paths[0]?.slice(-2));
	}
	expect(first).toEqual(['00', '05', '10']);
	expect(staticData['resources']).toHaveLength(12);
});

describe('runPoll (changes too large for one poll)', () => {
	const RECORD_CHARACTERS = 80;

	it.each([
		{ name: 'of which some fit', size: 300, output: 'raw', counts: [5, 5, 5, 5, 0] },
		{ name: 'of which one alone is larger', size: 3000, output: 'raw', counts: [1, 1, 1] },
		{ name: 'but small when simplified', size: 300, output: 'simplified', counts: [12, 8, 0] },
	])('emits changes $name over the next polls', async ({ size, output, counts }) => {
		jest.replaceProperty(CHANGES_LIMIT, 'characters', 5 * (320 + RECORD_CHARACTERS));
		const reversePrivateEndpointIds = numbers(20).map((n) => `id-${String(n + 10)}`);
		const next = watching({ ...ENDPOINTS, reversePrivateEndpointIds, output });
		const inStatus =
			(status: string): Respond =>
			(path) =>
				json({ result: { id: path.split('/').at(-1), status, more: 'x'.repeat(size) } });
		await next(inStatus('Pending'));
		expect((await next(inStatus('Pending'))).changes).toEqual([]);
		const told = [];
		for (const count of counts) {
			const { changes } = await next(inStatus('Ready'));
			expect(changes).toHaveLength(count);
			told.push(...changes.map(({ id }) => id));
		}
		expect(told).toEqual(reversePrivateEndpointIds.slice(0, told.length));
	});
});

it.each([
	{ name: 'responses', parameters: { ...SERVICES, serviceIds: numbers(20).map(serviceId) } },
	{ name: 'lists of all services', parameters: OF_ALL },
])('releases the large $name from memory', async ({ parameters }) => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = z.function().parse(runInNewContext('gc'));
	const megabytes = 1024 * 1024;
	const used: number[] = [];
	let responses = 0;
	const respond = async (path: string) => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		// Each collection takes long when many tests share the memory.
		if (responses % 6 === 0) {
			collectGarbage();
			used.push(process.memoryUsage().heapUsed);
		}
		responses += 1;
		if (path === '/services')
			return json({ result: numbers(20).map((n) => ({ id: serviceId(n) })) });
		const record = { id: 'p', state: 'idle', more: 'x'.repeat(2 * megabytes) };
		return json({ result: path.endsWith('/pipes') ? [record] : record });
	};
	await poll({ parameters, staticData: {}, respond });
	// Together, the responses take 40 MB.
	expect(Math.max(...used) - (used[0] ?? 0)).toBeLessThan(20 * megabytes);
});
