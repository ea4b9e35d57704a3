import {
	rateLimitHint,
	RequestQueue,
	QueueAborted,
	MaxWaitExceeded,
} from '../../../../nodes/core/http/requestQueue';
import type { QueuedRequest } from '../../../../nodes/core/http/requestQueue';
import { SharedLimiter } from '../../../../nodes/core/http/sharedLimiter';
import { executeOperation } from '../../../../nodes/core/execute';
import { RateLimiter as ServiceLimiter } from '../../../emulator/rateLimit';
import type { FakeNode } from '../fakes';
import { API, CREDENTIAL, fakeContext, GET, json } from '../fakes';
import { PlayedClock } from './playedClock';

const LIMIT = { requests: 10, windowMs: 10_000 };

/** Runs a hundred reads, with a key of their own, against ten requests per ten seconds. */
async function readHundred(
	keyId: string,
	header: 'retry-after-seconds' | 'x-ratelimit-reset',
	setup: FakeNode = {},
) {
	const clock = new PlayedClock();
	const service = new ServiceLimiter({ ...LIMIT, header });
	const { context, sent, hints } = fakeContext({
		count: 100,
		credentials: { testApi: { ...CREDENTIAL, keyId } },
		respond: () => {
			const admission = service.admit(sent.length, clock.now());
			return admission.admitted
				? json({ result: { ok: true } })
				: json({ error: 'slow' }, 429, admission.headers);
		},
		...setup,
		fields: { thingId: (item: number) => `t${String(item)}`, ...setup.fields },
	});
	const options = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
	} as const;
	const table = { thing: { get: { ...GET, properties: [...GET.properties, options] } } };
	const [items = []] = await clock.play(executeOperation(context, API, table, clock));
	return { items, sent, hints, statistics: service.statistics() };
}

describe('a hundred reads against ten requests per ten seconds', () => {
	it.each(['retry-after-seconds', 'x-ratelimit-reset'] as const)(
		'loses none and is refused at most once in each window (%s)',
		async (header) => {
			const { items, hints, statistics } = await readHundred(`hundred-${header}`, header);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				Array.from({ length: 100 }, (_, item) => ({ item })),
			);
			expect(Math.max(...statistics.refusedPerWindow)).toBe(1);
			expect(statistics.elapsedMs / statistics.minimumMs).toBeLessThan(1.1);
			expect(hints).toEqual([
				'The API limits the rate of requests: the node waited 9 times, 90 seconds in all.',
			]);
		},
	);

	it('ends in a clear error, also for those behind, when the wait is longer than allowed', async () => {
		const { items, sent, hints } = await readHundred('impatient', 'retry-after-seconds', {
			onError: 'continueRegularOutput',
			fields: { options: { maxWait: 5 } },
		});
		expect(sent.length).toBeLessThanOrEqual(11);
		expect(items).toHaveLength(100);
		expect(items.filter(({ json: { error } }) => error === undefined)).toHaveLength(10);
		expect(items[99]?.json).toEqual({
			error: {
				message:
					'The API limits the rate, and the wait would be longer than Max Wait allows (5 seconds).',
				outcome: 'notSent',
				reason: 'rateLimited',
				httpCode: '429',
				attempts: 0,
			},
			message:
				'The request was not sent. Raise Max Wait in the options, send fewer items at a time, or run the workflow later.',
		});
		expect(hints).toEqual([]);
	});
});

describe('RequestQueue', () => {
	function queued(itemIndex: number, rateLimitedBefore = false): QueuedRequest {
		return { itemIndex, rateLimitedBefore, waited: 0 };
	}

	function setup(maxWait = 300_000, maxConcurrency = 50) {
		const clock = new PlayedClock();
		const shared = new SharedLimiter();
		const controller = new AbortController();
		const limits = { maxWait, maxConcurrency };
		const queue = new RequestQueue(shared, clock, limits, controller.signal);
		return { clock, shared, limits, controller, queue };
	}

	/** Lets so many requests go and pass. */
	async function pass(queue: RequestQueue, count: number): Promise<void> {
		for (let index = 0; index < count; index += 1)
			queue.accepted(await queue.acquire(queued(index)));
	}

	/** How many requests may be in progress at once. */
	async function width(queue: RequestQueue): Promise<number> {
		const permits = new Set<Awaited<ReturnType<RequestQueue['acquire']>>>();
		for (let index = 0; index < 200; index += 1) {
			queue.acquire(queued(index)).then(
				(permit) => {
					permits.add(permit);
				},
				() => undefined,
			);
		}
		await new Promise((resolve) => setImmediate(resolve));
		return permits.size;
	}

	it('lets those that were refused go first, otherwise by itemIndex', async () => {
		const { queue, clock } = setup();
		const first = await queue.acquire(queued(0));
		queue.rateLimited(first, clock.now() + 1000);
		const order: string[] = [];
		const enter = async (itemIndex: number, rateLimitedBefore: boolean) => {
			const permit = await queue.acquire(queued(itemIndex, rateLimitedBefore));
			order.push(`${String(itemIndex)}${rateLimitedBefore ? ' again' : ''}`);
			queue.accepted(permit);
		};
		const all = [enter(3, false), enter(2, false), enter(7, true), enter(1, true)];
		await clock.play(Promise.all(all));
		expect(order).toEqual(['1 again', '7 again', '2', '3']);
		expect(queue.rateLimitWaits).toEqual({ count: 1, ms: 1000 });
	});

	it('refuses those who come during a pause that is too long, and lets others wait', async () => {
		const { queue, clock } = setup(5000);
		const [one, two] = [await queue.acquire(queued(0)), await queue.acquire(queued(1))];
		queue.rateLimited(one, clock.now() + 4000);
		const patient = queue.acquire(queued(2));
		await expect(queue.acquire({ ...queued(3), waited: 2000 })).rejects.toBeInstanceOf(
			MaxWaitExceeded,
		);
		queue.released(two);
		await expect(clock.play(patient)).resolves.toMatchObject({ window: 1, alone: true });
	});

	it('rejects those who waited already when a pause becomes longer', async () => {
		const { queue, clock } = setup(5000);
		const [one, two] = [await queue.acquire(queued(0)), await queue.acquire(queued(1))];
		queue.rateLimited(one, clock.now() + 4000);
		const waiting = [queue.acquire(queued(2)), queue.acquire(queued(3))];
		queue.rateLimited(two, clock.now() + 6000);
		for (const request of waiting) await expect(request).rejects.toBeInstanceOf(MaxWaitExceeded);
	});

	it('holds ten thousand requests through a pause, each looked at once', async () => {
		const { queue, clock } = setup(86_400_000, Infinity);
		queue.rateLimited(await queue.acquire(queued(0)), clock.now() + 1000);
		const looks = { count: 0 };
		const watched = (itemIndex: number): QueuedRequest => ({
			itemIndex,
			rateLimitedBefore: false,
			get waited() {
				looks.count += 1;
				return 0;
			},
			set waited(_ms) {
				looks.count += 1;
			},
		});
		const all = Array.from({ length: 10_000 }, (_, index) => queue.acquire(watched(index)));
		expect(looks.count).toBeLessThan(30_000);
		queue.close();
		const ends = await Promise.allSettled(all);
		expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
	});

	it('charges those who came late for their own wait alone', async () => {
		const { queue, clock } = setup();
		const first = await queue.acquire(queued(0));
		const [early, late] = [queued(1), queued(2)];
		queue.rateLimited(first, clock.now() + 1000);
		const enter = async (request: QueuedRequest) => {
			queue.accepted(await queue.acquire(request));
		};
		const later = async () => {
			await clock.sleep(400);
			await enter(late);
		};
		await clock.play(Promise.all([enter(early), later()]));
		expect([early.waited, late.waited]).toEqual([1000, 600]);
	});

	it('begins ten wide and grows with what passes, up to Max Concurrency', async () => {
		const { queue, clock } = setup();
		await pass(queue, 9);
		await clock.play(clock.sleep(20_000));
		expect(await width(queue)).toBe(10);
		const wider = setup();
		await pass(wider.queue, 45);
		expect(await width(wider.queue)).toBe(40);
		const widest = setup();
		await pass(widest.queue, 100);
		expect(await width(widest.queue)).toBe(50);
		const narrow = setup(300_000, 3);
		expect(await width(narrow.queue)).toBe(3);
	});

	it('is ten wide again after a refusal', async () => {
		const { queue, clock } = setup();
		await pass(queue, 100);
		queue.rateLimited(await queue.acquire(queued(0)), clock.now());
		await clock.play(pass(queue, 1));
		expect(queue.ready).toBe(false);
		void width(queue);
		expect(queue.ready).toBe(true);
	});

	it('takes each permit back once', async () => {
		const { queue, shared } = setup();
		const accepted = jest.spyOn(shared, 'accepted');
		const limited = jest.spyOn(shared, 'rateLimited');
		const released = jest.spyOn(shared, 'released');
		const permit = await queue.acquire(queued(0));
		queue.released(permit);
		queue.released(permit);
		queue.accepted(permit);
		queue.rateLimited(permit);
		expect(released).toHaveBeenCalledTimes(1);
		expect(accepted).not.toHaveBeenCalled();
		expect(limited).not.toHaveBeenCalled();
	});

	it('stops those who wait, those who come later, and gives all permits back', async () => {
		const { queue, controller, shared } = setup();
		const released = jest.spyOn(shared, 'released');
		for (let itemIndex = 0; itemIndex < 10; itemIndex += 1) await queue.acquire(queued(itemIndex));
		const waiting = queue.acquire(queued(10));
		controller.abort();
		await expect(waiting).rejects.toBeInstanceOf(QueueAborted);
		await expect(queue.acquire(queued(11))).rejects.toBeInstanceOf(QueueAborted);
		expect(released).toHaveBeenCalledTimes(10);
		expect(shared.idle).toBe(true);
	});

	it('never opens for an execution that was stopped before', async () => {
		const { shared, clock, limits } = setup();
		const queue = new RequestQueue(shared, clock, limits, AbortSignal.abort());
		await expect(queue.acquire(queued(0))).rejects.toBeInstanceOf(QueueAborted);
	});

	it('stops those who wait where the clock fails', async () => {
		const { queue, clock } = setup();
		clock.sleep = async () => {
			await Promise.reject(new Error('no timers'));
		};
		queue.rateLimited(await queue.acquire(queued(0)), clock.now() + 1000);
		await expect(queue.acquire(queued(1))).rejects.toBeInstanceOf(QueueAborted);
	});

	it('wakes at the earlier time where a pause becomes shorter', async () => {
		const { queue, clock } = setup(86_400_000);
		const permits = [await queue.acquire(queued(0))];
		queue.rateLimited(permits[0] ?? (await queue.acquire(queued(0))), clock.now() + 9000);
		const waiting = queue.acquire(queued(1));
		const began = clock.now();
		queue.hold({ kind: 'wait', until: began + 2000, limited: false });
		queue.hold({ kind: 'wait', until: began + 3000, limited: false });
		await clock.play(waiting);
		expect(clock.now() - began).toBe(9000);
	});
});

describe('rateLimitHint', () => {
	it.each([
		[{ count: 0, ms: 0 }, undefined],
		[{ count: 1, ms: 600 }, 'the node waited once, 1 second in all.'],
		[{ count: 3, ms: 29_400 }, 'the node waited 3 times, 29 seconds in all.'],
	])('of %j is %p', (waits, expected) => {
		expect(rateLimitHint(waits)?.replace('The API limits the rate of requests: ', '')).toBe(
			expected,
		);
	});
});
