import fc from 'fast-check';
import type { QueuedRequest } from '../../../../nodes/engine/http/requestQueue';
import {
	MaxWaitExceeded,
	RequestQueue,
	SharedLimiter,
} from '../../../../nodes/engine/http/requestQueue';
import { FakeClock } from '../fakeClock';
import { EXPECTED_LIMIT } from '../fakes';

function queued(order: number): QueuedRequest {
	return { order, throttledBefore: false, waited: 0 };
}

function setup(maxWait = 300_000, maxConcurrency = 50) {
	const clock = new FakeClock();
	const shared = new SharedLimiter(EXPECTED_LIMIT);
	const controller = new AbortController();
	const openQueue = (signal = new AbortController().signal) =>
		new RequestQueue(shared, clock, { maxWait, maxConcurrency }, signal);
	const queue = openQueue(controller.signal);
	/** The request gets no response. */
	const begin = async (request: QueuedRequest): Promise<QueuedRequest> => {
		await queue.acquire(request);
		return request;
	};
	/** Throttles all requests for this time. */
	const throttle = async (ms: number): Promise<void> => {
		queue.returnPermit(await begin(queued(-1)), 'throttled', clock.elapsed() + ms);
	};
	return { begin, clock, shared, controller, openQueue, queue, throttle };
}

describe('RequestQueue', () => {
	it('sends throttled requests first, then requests in item order', async () => {
		const requests = fc.array(
			fc.record({ order: fc.nat(9), throttledBefore: fc.boolean(), waited: fc.constant(0) }),
		);
		await fc.assert(
			fc.asyncProperty(requests, async (all) => {
				const { begin, queue, throttle } = setup();
				await throttle(1000);
				const sent: QueuedRequest[] = [];
				const send = async (request: QueuedRequest) => {
					queue.returnPermit(await begin(request), 'accepted');
					sent.push(request);
				};
				await Promise.all(all.map(send));
				const rank = ({ order, throttledBefore }: QueuedRequest) =>
					order + (throttledBefore ? 0 : 10);
				// A stable sort keeps the order of equal requests.
				expect(sent).toEqual([...all].sort((one, other) => rank(one) - rank(other)));
				expect(queue.rateLimitWaits).toEqual(
					all.length === 0 ? { count: 0, ms: 0 } : { count: 1, ms: 1000 },
				);
			}),
			{ seed: 1, numRuns: 30 },
		);
	});

	it('rejects a request immediately if its wait would exceed Max Wait', async () => {
		const { begin, queue, clock } = setup(5000);
		const [first, second] = [await begin(queued(0)), await begin(queued(1))];
		queue.returnPermit(first, 'throttled', clock.elapsed() + 4000);
		const waiting = [queue.acquire(queued(2)), queue.acquire(queued(3))];
		queue.returnPermit(second, 'throttled', clock.elapsed() + 6000);
		for (const request of [...waiting, queue.acquire(queued(4))]) {
			await expect(request).rejects.toBeInstanceOf(MaxWaitExceeded);
		}
		expect(queue.isReady).toBe(false);
	});

	it("compares each request's own wait with Max Wait", async () => {
		const { begin, queue, clock } = setup(5000);
		const [first, second] = [await begin(queued(0)), await begin(queued(1))];
		const next = queued(3);
		queue.returnPermit(first, 'throttled', clock.elapsed() + 4000);
		const tooLong = queue.acquire(queued(2));
		const fine = queue.acquire(next);
		await clock.sleep(3000);
		queue.returnPermit(second, 'throttled', clock.elapsed() + 3000);
		await expect(tooLong).rejects.toBeInstanceOf(MaxWaitExceeded);
		await fine;
		expect(next.waited).toBe(3000);
	});

	it("adds up a request's waits over all attempts", async () => {
		const { queue, throttle } = setup(5000);
		await throttle(2000);
		const spent = queue.acquire({ ...queued(1), waited: 4000 });
		const fresh = queued(2);
		const other = queue.acquire(fresh);
		await expect(spent).rejects.toBeInstanceOf(MaxWaitExceeded);
		await other;
		expect(fresh.waited).toBe(2000);
	});

	it("keeps a request's waiting time when a throttled request moves ahead", async () => {
		const { begin, queue, clock, throttle } = setup();
		const [early, late] = [queued(1), queued(5)];
		await throttle(1000);
		const enter = async (request: QueuedRequest, after: number) => {
			await clock.sleep(after);
			queue.returnPermit(await begin(request), 'accepted');
		};
		await Promise.all([enter(late, 0), enter(early, 400)]);
		expect([late.waited, early.waited]).toEqual([400, 600]);
	});

	it("doesn't count a wait for responses toward Max Wait", async () => {
		const { queue, clock } = setup(0);
		for (let order = 0; order < 11; order += 1) await queue.acquire(queued(order));
		const twelfth = queued(11);
		await queue.acquire(twelfth);
		expect([clock.elapsed(), twelfth.waited]).toEqual([1000, 0]);
	});

	it("keeps a request's slot until it is sent again", async () => {
		const { begin, queue } = setup(300_000, 1);
		const again = queued(0);
		const other = queued(1);
		const order: string[] = [];
		await queue.acquire(again);
		const second = queue.acquire(other).then(() => order.push('other'));
		queue.returnPermit(again, 'accepted');
		await new Promise((resolve) => setImmediate(resolve));
		queue.returnPermit(await begin(again), 'accepted');
		order.push('again');
		queue.finish(again);
		await second;
		expect(order).toEqual(['again', 'other']);
	});

	/** Counts the requests that another execution may send immediately. */
	function roomFor(other: RequestQueue): number {
		let sent = 0;
		while (sent < 20) {
			other.acquire(queued(sent)).catch(() => undefined);
			if (other.isReady) break;
			sent += 1;
		}
		other.close();
		return sent;
	}

	it('returns each permit to the limiter once', async () => {
		const { queue, openQueue } = setup();
		const [answered, thrown] = [queued(9), queued(10)];
		for (let order = 0; order < 9; order += 1) await queue.acquire(queued(order));
		await queue.acquire(answered);
		await queue.acquire(thrown);
		expect(roomFor(openQueue())).toBe(0);
		queue.returnPermit(answered, 'unanswered');
		for (const request of [answered, thrown]) queue.finish(request);
		expect(queue.returnPermit(answered, 'throttled')).toBeUndefined();
		expect(roomFor(openQueue())).toBe(2);
	});

	it('rejects waiting and later requests when stopped', async () => {
		const { queue, controller, openQueue } = setup();
		for (let order = 0; order < 11; order += 1) await queue.acquire(queued(order));
		const waiting = queue.acquire(queued(11));
		controller.abort();
		await expect(waiting).rejects.toThrow('closed');
		await expect(queue.acquire(queued(12))).rejects.toThrow('closed');
		expect(roomFor(openQueue())).toBe(11);
	});

	it('stops sleeping once the last request has left the queue', async () => {
		const { queue, clock, throttle } = setup();
		let asleep: AbortSignal | undefined;
		clock.sleep = async (_ms, signal) => {
			asleep = signal;
			await new Promise(() => undefined);
		};
		await throttle(9000);
		const waiting = queue.acquire(queued(1));
		queue.close();
		await expect(waiting).rejects.toThrow('closed');
		expect(asleep?.aborted).toBe(true);
	});
});

it("keeps an execution's turn when another execution ends", async () => {
	const { queue, openQueue, throttle } = setup();
	await throttle(9000);
	const waiting = openQueue().acquire(queued(0));
	queue.close();
	await expect(waiting).resolves.toBeUndefined();
});

it.each([
	{ what: 'a permit that it gave back unused', outcome: 'unused', position: 1 },
	{ what: 'the read before a change', outcome: 'accepted', precedesChange: true, position: 2 },
	{ what: 'any other request', outcome: 'accepted', position: 5 },
] as const)(
	"sends an execution's next request at $position of 5 others after $what",
	async ({ outcome, position, ...changes }) => {
		const { queue, openQueue, throttle } = setup();
		const others = Array.from({ length: 5 }, () => openQueue());
		await throttle(1000);
		const order: string[] = [];
		const enter = async (entered: RequestQueue, name: string): Promise<void> => {
			const request = queued(1);
			await entered.acquire(request);
			order.push(name);
			entered.returnPermit(request, 'accepted');
		};
		const first = { ...queued(0), ...changes };
		await queue.acquire(first);
		const entering = others.map(async (other) => {
			await enter(other, 'other');
		});
		queue.returnPermit(first, outcome);
		await Promise.all([...entering, enter(queue, 'own')]);
		expect(order.indexOf('own')).toBe(position);
	},
);

describe('SharedLimiter', () => {
	const TEN_MINUTES_MS = 600_000;

	beforeEach(() => {
		SharedLimiter.all.clear();
	});

	it('shares one limiter among clients with the same key', () => {
		const limiter = SharedLimiter.of('used', EXPECTED_LIMIT, 0);
		expect(SharedLimiter.of('used', EXPECTED_LIMIT, 1)).toBe(limiter);
		expect(SharedLimiter.of('other', EXPECTED_LIMIT, 1)).not.toBe(limiter);
	});

	it('drops a limiter after ten unused minutes', () => {
		const keys = () => [...SharedLimiter.all.keys()];
		SharedLimiter.of('idle', EXPECTED_LIMIT, 0);
		const controller = new AbortController();
		const limits = { maxWait: 0, maxConcurrency: 1 };
		new RequestQueue(
			SharedLimiter.of('used', EXPECTED_LIMIT, 0),
			new FakeClock(),
			limits,
			controller.signal,
		);
		// What a limiter learned in a long execution ages from the last request on.
		const clock = Object.assign(new FakeClock(), { passed: TEN_MINUTES_MS });
		SharedLimiter.of('drained', EXPECTED_LIMIT, 0).drain(clock);
		SharedLimiter.of('new', EXPECTED_LIMIT, TEN_MINUTES_MS - 1);
		expect(keys()).toEqual(['idle', 'used', 'drained', 'new']);
		SharedLimiter.of('new', EXPECTED_LIMIT, TEN_MINUTES_MS);
		expect(keys()).toEqual(['used', 'drained', 'new']);
		controller.abort();
		SharedLimiter.of('new', EXPECTED_LIMIT, 2 * TEN_MINUTES_MS);
		expect(keys()).toEqual(['new']);
	});
});
