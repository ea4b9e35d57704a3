import {
	RequestQueue,
	QueueAborted,
	MaxWaitExceeded,
} from '../../../../nodes/core/http/requestQueue';
import type { QueuedRequest, Clock } from '../../../../nodes/core/http/requestQueue';
import { RateLimiter } from '../../../../nodes/core/http/rateLimiter';
import { executeOperation } from '../../../../nodes/core/execute';
import { API, fakeContext, FakeTime, GET, json } from '../fakes';

const TABLE = { thing: { get: GET } };
const WINDOW_MS = 10_000;

/** A service that allows ten requests in each ten seconds, and counts its refusals by window. */
function limitedService(time: Clock, headersFor: (left: number) => Record<string, string>) {
	const windows = new Map<number, { passed: number; refused: number }>();
	const start = time.now();
	return {
		windows,
		respond: () => {
			const age = time.now() - start;
			const index = Math.floor(age / WINDOW_MS);
			const window = windows.get(index) ?? { passed: 0, refused: 0 };
			windows.set(index, window);
			if (window.passed < 10) {
				window.passed += 1;
				return json({ result: { ok: true } });
			}
			window.refused += 1;
			return json({ error: 'slow' }, 429, headersFor((index + 1) * WINDOW_MS - age));
		},
	};
}

describe('a hundred reads against ten requests per ten seconds', () => {
	it.each([
		['Retry-After', (left: number) => ({ 'Retry-After': String(Math.ceil(left / 1000)) })],
		[
			'X-RateLimit-Reset',
			(left: number) => ({ 'x-ratelimit-reset': String(Math.ceil(left / 1000)) }),
		],
	])('loses none and is refused at most once in each window (%s)', async (_name, headersFor) => {
		const time = new FakeTime();
		const service = limitedService(time, headersFor);
		const { context } = fakeContext({
			count: 100,
			fields: { thingId: 'x' },
			respond: service.respond,
		});
		const [items = []] = await executeOperation(context, API, TABLE, time);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 100 }, (_, item) => ({ item })),
		);
		expect([...service.windows.values()].map(({ passed }) => passed)).toEqual(Array(10).fill(10));
		expect(Math.max(...[...service.windows.values()].map(({ refused }) => refused))).toBe(1);
	});

	it('ends in a clear error, also for those behind, when the wait is longer than allowed', async () => {
		const time = new FakeTime();
		const service = limitedService(time, () => ({ 'retry-after': '10' }));
		const { context, sent } = fakeContext({
			count: 100,
			onError: 'continueRegularOutput',
			fields: { thingId: 'x', options: { maxWait: 5 } },
			respond: service.respond,
		});
		const operation = {
			...GET,
			properties: [
				...GET.properties,
				{ displayName: 'Options', name: 'options', type: 'collection' as const, default: {} },
			],
		};
		const [items = []] = await executeOperation(context, API, { thing: { get: operation } }, time);
		expect(sent).toHaveLength(11);
		expect(items).toHaveLength(100);
		expect(items.filter(({ json: { error } }) => error === undefined)).toHaveLength(10);
		expect(items[99]?.json).toEqual({
			error: {
				message:
					'The service limits the rate, and the wait would be longer than Max Wait allows (5 seconds).',
				outcome: 'notSent',
				reason: 'rateLimited',
				httpCode: '429',
				attempts: 0,
			},
			message:
				'The request was not sent. Raise Max Wait in the options, send fewer items at a time, or run the workflow later.',
		});
	});
});

describe('RequestQueue', () => {
	function queued(itemIndex: number, rateLimitedBefore = false): QueuedRequest {
		return { itemIndex, rateLimitedBefore, waited: 0 };
	}

	function setup(maxWait = 300_000) {
		const time = new FakeTime();
		const limiter = new RateLimiter();
		const controller = new AbortController();
		const queue = new RequestQueue(limiter, time, maxWait, controller.signal);
		return { time, limiter, controller, queue };
	}

	it('lets those that were refused go first, otherwise by itemIndex', async () => {
		const { queue, time } = setup();
		const first = await queue.acquire(queued(0));
		queue.rateLimited(first, time.now() + 1000);
		const order: string[] = [];
		const enter = async (itemIndex: number, rateLimitedBefore: boolean) => {
			const permit = await queue.acquire(queued(itemIndex, rateLimitedBefore));
			order.push(`${String(itemIndex)}${rateLimitedBefore ? ' again' : ''}`);
			queue.accepted(permit);
		};
		await Promise.all([enter(3, false), enter(2, false), enter(7, true), enter(1, true)]);
		expect(order).toEqual(['1 again', '7 again', '2', '3']);
		expect(time.slept).toEqual([1000]);
	});

	it('refuses those who come during a pause that is too long, and lets others wait', async () => {
		const { queue, time } = setup(5000);
		const [one, two] = [await queue.acquire(queued(0)), await queue.acquire(queued(1))];
		queue.rateLimited(one, time.now() + 4000);
		const patient = queue.acquire(queued(2));
		await expect(queue.acquire({ ...queued(3), waited: 2000 })).rejects.toBeInstanceOf(
			MaxWaitExceeded,
		);
		queue.released(two);
		await expect(patient).resolves.toEqual({ window: 1, alone: false });
	});

	it('charges those who came late for their own wait alone', async () => {
		const { queue, time } = setup();
		const first = await queue.acquire(queued(0));
		const [early, late] = [queued(1), queued(2)];
		queue.rateLimited(first, time.now() + 1000);
		const waits = [queue.acquire(early)];
		time.time += 400;
		waits.push(queue.acquire(late));
		queue.accepted(await (waits[0] ?? queue.acquire(early)));
		await Promise.all(waits);
		expect([early.waited, late.waited]).toEqual([1000, 600]);
	});

	it('lets the next go when requests end without an answer', async () => {
		const { queue } = setup();
		const permits = [];
		for (let itemIndex = 0; itemIndex < 10; itemIndex += 1)
			permits.push(await queue.acquire(queued(itemIndex)));
		const waiting = queue.acquire(queued(10));
		for (const permit of permits) queue.released(permit);
		await expect(waiting).resolves.toMatchObject({ alone: true });
	});

	it('stops those who wait for answers, and those who come later', async () => {
		const { queue, controller } = setup();
		for (let itemIndex = 0; itemIndex < 10; itemIndex += 1) await queue.acquire(queued(itemIndex));
		const waiting = queue.acquire(queued(10));
		controller.abort();
		await expect(waiting).rejects.toBeInstanceOf(QueueAborted);
		await expect(queue.acquire(queued(11))).rejects.toBeInstanceOf(QueueAborted);
	});
});
