import {
	MaxWaitExceeded,
	RequestQueue,
	SharedLimiter,
} from '../../../../nodes/engine/http/requestQueue';
import type { QueuedRequest } from '../../../../nodes/engine/http/requestQueue';
import { minimumMs, RateLimiter as ServiceLimiter } from '../../../../tools/emulator/rateLimit';
import type { FakeNode } from '../fakes';
import { byItem, CREDENTIAL, execute, GET, json, withOptions } from '../fakes';
import { PlayedClock } from './playedClock';

/** Runs a hundred reads, with a key of their own, against ten requests per ten seconds. */
async function readHundred(keyId: string, options: object, onError?: 'continueRegularOutput') {
	const clock = new PlayedClock();
	const limit = { requests: 10, windowMs: 10_000, header: 'retry-after-seconds' } as const;
	const service = new ServiceLimiter(limit);
	const began = clock.now();
	const setup: FakeNode = {
		...{ count: 100, credentials: { testApi: { ...CREDENTIAL, keyId } } },
		...{ fields: { thingId: byItem, options }, ...(onError && { onError }) },
		respond: () => {
			const headers = service.admit(clock.now());
			return headers === undefined
				? json({ result: { ok: true } })
				: json({ error: 'slow' }, 429, headers);
		},
	};
	const result = await clock.play(execute(setup, { thing: { get: withOptions(GET) } }, clock));
	return { ...result, statistics: service.statistics(), leastMs: minimumMs(limit, 100, began) };
}

describe('a hundred reads against ten requests per ten seconds', () => {
	it('lose none, and are throttled at most once in each window', async () => {
		const { items, hints, statistics, leastMs } = await readHundred('hundred', {});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 100 }, (_, item) => ({ item })),
		);
		expect(Math.max(...statistics.refusedPerWindow)).toBe(1);
		expect(statistics.elapsedMs / leastMs).toBeLessThan(1.1);
		expect(hints).toEqual([
			'The API rate-limits requests: the node waited 9 times, 90 seconds in all.',
		]);
	});

	it('end in a clear error, including later ones, if the wait is longer than allowed', async () => {
		const impatient = readHundred('impatient', { maxWait: 5 }, 'continueRegularOutput');
		const { items, sent, hints } = await impatient;
		expect(sent.length).toBeLessThanOrEqual(11);
		expect(items.filter(({ json: { error } }) => error === undefined)).toHaveLength(10);
		expect(items[99]?.json['error']).toMatchObject({
			...{ outcome: 'notSent', reason: 'rateLimited', httpCode: '429', attempts: 0 },
		});
		expect(hints).toEqual([]);
	});
});

describe('RequestQueue', () => {
	function queued(order: number, throttledBefore = false): QueuedRequest {
		return { order, throttledBefore, waited: 0 };
	}

	function setup(maxWait = 300_000, maxConcurrency = 50) {
		const clock = new PlayedClock();
		const shared = new SharedLimiter();
		const controller = new AbortController();
		const limits = { maxWait, maxConcurrency };
		const queue = new RequestQueue(shared, clock, limits, controller.signal);
		return { clock, shared, limits, controller, queue };
	}

	it('lets throttled requests proceed first, then by item', async () => {
		const { queue, clock } = setup();
		const first = await queue.acquire(queued(0));
		queue.settle(first, 'throttled', clock.elapsed() + 1000);
		const order: QueuedRequest[] = [];
		const enter = async (request: QueuedRequest) => {
			queue.settle(await queue.acquire(request), 'accepted');
			order.push(request);
		};
		const all = [queued(3), queued(2), queued(7, true), queued(1, true)];
		await clock.play(Promise.all(all.map(enter)));
		expect(order).toMatchObject([{ order: 1 }, { order: 7 }, { order: 2 }, { order: 3 }]);
		expect(queue.rateLimitWaits).toEqual({ count: 1, ms: 1000 });
	});

	it('rejects immediately all that would wait longer for the pause alone, including later ones', async () => {
		const { queue, clock } = setup(5000);
		const [first, second] = [await queue.acquire(queued(0)), await queue.acquire(queued(1))];
		queue.settle(first, 'throttled', clock.elapsed() + 4000);
		const waiting = [queue.acquire(queued(2)), queue.acquire(queued(3))];
		queue.settle(second, 'throttled', clock.elapsed() + 6000);
		for (const request of [...waiting, queue.acquire(queued(4))]) {
			await expect(request).rejects.toBeInstanceOf(MaxWaitExceeded);
		}
		expect(queue.isReady).toBe(false);
	});

	it('judges the next one by its own wait if the one at the head would wait too long', async () => {
		const { queue, clock } = setup(5000);
		const [first, second] = [await queue.acquire(queued(0)), await queue.acquire(queued(1))];
		const next = queued(3);
		queue.settle(first, 'throttled', clock.elapsed() + 4000);
		const waiting = [queue.acquire(queued(2)), queue.acquire(next)];
		await clock.play(clock.sleep(3000));
		queue.settle(second, 'throttled', clock.elapsed() + 3000);
		await expect(waiting[0]).rejects.toBeInstanceOf(MaxWaitExceeded);
		await clock.play(Promise.all(waiting.slice(1)));
		expect(next.waited).toBe(3000);
	});

	it('counts the wait from the time when a request heads its queue', async () => {
		const { queue, clock } = setup(5000);
		const [one, two] = [queued(1), queued(2)];
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 3000);
		const first = queue.acquire(one);
		const second = queue.acquire(two);
		queue.settle(await clock.play(first), 'accepted');
		queue.settle(await clock.play(second), 'accepted');
		expect([one.waited, two.waited]).toEqual([3000, 0]);
	});

	it('adds up the waits of a request over all its attempts', async () => {
		const { queue, clock } = setup(5000);
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 2000);
		const spent = queue.acquire({ ...queued(1), waited: 4000 });
		const fresh = queued(2);
		const other = queue.acquire(fresh);
		await expect(spent).rejects.toBeInstanceOf(MaxWaitExceeded);
		await clock.play(other);
		expect(fresh.waited).toBe(2000);
	});

	it('keeps the time that a request has waited at the head when another one is put before it', async () => {
		const { queue, clock } = setup();
		const [early, late] = [queued(1), queued(5)];
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 1000);
		const enter = async (request: QueuedRequest) => {
			queue.settle(await queue.acquire(request), 'accepted');
		};
		const later = async () => {
			await clock.sleep(400);
			await enter(early);
		};
		await clock.play(Promise.all([enter(late), later()]));
		expect([late.waited, early.waited]).toEqual([400, 600]);
	});

	it('keeps ten thousand requests through a pause, and removes each at little cost', async () => {
		const { queue, clock } = setup(86_400_000, 20_000);
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 1000);
		const looks = { count: 0 };
		const watched = (index: number): QueuedRequest => ({
			get order() {
				looks.count += 1;
				return index;
			},
			throttledBefore: false,
			waited: 0,
		});
		const all = Array.from({ length: 10_000 }, (_, index) => queue.acquire(watched(index)));
		expect(looks.count).toBeLessThan(30_000);
		queue.close();
		const ends = await Promise.allSettled(all);
		expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
	});

	it('has no more in progress than Max Concurrency allows', async () => {
		const { queue, clock } = setup(300_000, 3);
		const requests = [0, 1, 2].map((index) => queued(index));
		const permits = await Promise.all(requests.map((request) => queue.acquire(request)));
		const fourth = queue.acquire(queued(3));
		expect(queue.isReady).toBe(false);
		const gone = jest.fn();
		void fourth.then(gone);
		await new Promise((resolve) => setImmediate(resolve));
		expect(gone).not.toHaveBeenCalled();
		for (const permit of permits.slice(1)) queue.settle(permit, 'accepted');
		if (permits[0] !== undefined) queue.settle(permits[0], 'released');
		expect(queue.isReady).toBe(false);
		for (const request of requests) queue.finished(request);
		await expect(clock.play(fourth)).resolves.toBeDefined();
	});

	it('keeps the slot of a request until it is sent again', async () => {
		const { queue, clock } = setup(300_000, 1);
		const again = queued(0);
		const first = await queue.acquire(again);
		const order: string[] = [];
		const other = queued(1);
		const second = queue.acquire(other).then(() => {
			order.push('second');
			queue.finished(other);
		});
		queue.settle(first, 'accepted');
		await new Promise((resolve) => setImmediate(resolve));
		const retry = await queue.acquire(again);
		order.push('first again');
		queue.settle(retry, 'accepted');
		queue.finished(again);
		await clock.play(second);
		expect(order).toEqual(['first again', 'second']);
	});

	it('does not count the wait for a response as one for the rate limit', async () => {
		const { queue, clock } = setup(0);
		const all = Array.from({ length: 12 }, (_, index) => queue.acquire(queued(index)));
		await expect(clock.play(Promise.all(all))).resolves.toHaveLength(12);
		expect(queue.rateLimitWaits).toEqual({ count: 0, ms: 0 });
	});

	it('keeps the turns of the others when one execution ends', async () => {
		const { queue, clock, shared, limits } = setup();
		const other = new RequestQueue(shared, clock, limits, new AbortController().signal);
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 9000);
		const waiting = other.acquire(queued(0));
		queue.close();
		await expect(clock.play(waiting)).resolves.toBeDefined();
	});

	it('serves the executions in turn', async () => {
		const { queue, clock, shared, limits } = setup();
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 1000);
		const order: string[] = [];
		const enter = async (name: string, execution: RequestQueue, item: number) => {
			execution.settle(await execution.acquire(queued(item)), 'accepted');
			order.push(name);
		};
		const all = ['a', 'b', 'c'].flatMap((name) => {
			const execution = new RequestQueue(shared, clock, limits, new AbortController().signal);
			return [enter(name, execution, 0), enter(name, execution, 1)];
		});
		await clock.play(Promise.all(all));
		expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
	});

	it('returns each permit once', async () => {
		const { queue, shared } = setup();
		const accepted = jest.spyOn(shared.limiter, 'accepted');
		const throttled = jest.spyOn(shared.limiter, 'throttled');
		const released = jest.spyOn(shared.limiter, 'released');
		const permit = await queue.acquire(queued(0));
		queue.settle(permit, 'released');
		queue.settle(permit, 'released');
		queue.settle(permit, 'accepted');
		expect(queue.settle(permit, 'throttled')).toBeUndefined();
		expect(released).toHaveBeenCalledTimes(1);
		expect(accepted).not.toHaveBeenCalled();
		expect(throttled).not.toHaveBeenCalled();
	});

	it('stops waiting and later requests, and returns all permits', async () => {
		const { queue, controller, shared } = setup();
		const released = jest.spyOn(shared.limiter, 'released');
		const leave = jest.spyOn(shared, 'leave');
		for (let itemIndex = 0; itemIndex < 11; itemIndex += 1) await queue.acquire(queued(itemIndex));
		const waiting = queue.acquire(queued(11));
		controller.abort();
		await expect(waiting).rejects.toThrow('closed');
		await expect(queue.acquire(queued(12))).rejects.toThrow('closed');
		expect(released).toHaveBeenCalledTimes(11);
		expect(leave).toHaveBeenCalledWith(queue);
	});

	it('never opens for an execution that was stopped before', async () => {
		const { shared, clock, limits } = setup();
		const queue = new RequestQueue(shared, clock, limits, AbortSignal.abort());
		await expect(queue.acquire(queued(0))).rejects.toThrow('closed');
	});

	it('wakes all that wait for one key by one timer', async () => {
		const { queue, clock, shared, limits } = setup();
		const sleep = jest.spyOn(clock, 'sleep');
		const { signal } = new AbortController();
		const others = [1, 2, 3].map(() => new RequestQueue(shared, clock, limits, signal));
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 9000);
		const all = others.map(async (other) => {
			other.settle(await other.acquire(queued(0)), 'accepted');
		});
		expect(sleep).toHaveBeenCalledTimes(1);
		await clock.play(Promise.all(all));
	});

	it('does not sleep once all have left', async () => {
		const { queue, clock } = setup();
		const signals: AbortSignal[] = [];
		clock.sleep = async (_ms, signal) => {
			if (signal !== undefined) signals.push(signal);
			await new Promise(() => undefined);
		};
		queue.settle(await queue.acquire(queued(0)), 'throttled', clock.elapsed() + 9000);
		const waiting = queue.acquire(queued(1));
		queue.close();
		await expect(waiting).rejects.toThrow('closed');
		expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
	});
});
