import type { Permit } from '../../../../nodes/engine/http/rateLimiter';
import { RateLimiter } from '../../../../nodes/engine/http/rateLimiter';
import { EXPECTED_LIMIT } from '../fakes';

const SECOND = 1000;

function permitsAt(limiter: RateLimiter, now: number): Permit[] {
	const permits: Permit[] = [];
	while (permits.length < 1000) {
		const decision = limiter.tryAcquire(now);
		if ('until' in decision) break;
		permits.push(decision);
	}
	return permits;
}

/** Sends a request that must be permitted. */
function permitAt(limiter: RateLimiter, now: number): Permit {
	const permit = limiter.tryAcquire(now);
	if ('until' in permit) throw new Error(`nothing may go at ${String(now)}`);
	return permit;
}

/** The API accepts each request immediately. */
function pass(limiter: RateLimiter, count: number, now: number): void {
	for (let sent = 0; sent < count; sent += 1) limiter.accepted(permitAt(limiter, now));
}

describe('RateLimiter (limit unknown)', () => {
	it('sends eleven requests immediately', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const permits = permitsAt(limiter, 0);
		expect(permits).toHaveLength(11);
		expect(limiter.tryAcquire(10)).toEqual({ until: SECOND, byRateLimit: false });
		expect(permitsAt(limiter, SECOND)).toHaveLength(1);
	});

	it('doubles the requests in flight as requests are accepted', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const inFlight = () => {
			const permits = permitsAt(limiter, 0);
			for (const permit of permits) limiter.accepted(permit);
			return permits.length;
		};
		expect(Array.from({ length: 6 }, inFlight)).toEqual([11, 1, 12, 24, 48, 96]);
	});

	it('starts again with eleven requests after ten idle seconds', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		pass(limiter, 200, 0);
		expect(permitsAt(limiter, 10 * SECOND)).toHaveLength(11);
		expect(permitsAt(limiter, 30 * SECOND)).toHaveLength(1);
	});
});

describe('RateLimiter.throttled', () => {
	it('extends the pause only for a request sent before it', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const [one, two, three] = [permitAt(limiter, 0), permitAt(limiter, 0), permitAt(limiter, 0)];
		expect(limiter.throttled(one, 20, 2 * SECOND)).toBe(2 * SECOND);
		expect(limiter.throttled(two, 30, 3 * SECOND)).toBeUndefined();
		expect(limiter.throttled(three, 40)).toBeUndefined();
		expect(limiter.tryAcquire(40)).toEqual({ until: 3 * SECOND, byRateLimit: true });
	});

	it('pauses longer each time if the API states no time or too short a time', () => {
		const pausesOf = (named: (now: number) => number | undefined) => {
			const limiter = new RateLimiter(EXPECTED_LIMIT);
			let now = 0;
			return Array.from({ length: 8 }, () => {
				const until = limiter.throttled(permitAt(limiter, now), now, named(now)) ?? now;
				const pause = until - now;
				now = until;
				return pause / SECOND;
			});
		};
		expect(pausesOf(() => undefined)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
		expect(pausesOf((now) => now + 1)).toEqual([0.001, 1, 2, 4, 8, 16, 32, 60]);
	});

	it('shortens the pause again once a request was accepted', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		for (const now of [0, SECOND]) limiter.throttled(permitAt(limiter, now), now);
		pass(limiter, 1, 3 * SECOND);
		const later = 20 * SECOND;
		expect(limiter.throttled(permitAt(limiter, later), later)).toBe(21 * SECOND);
	});

	it('pauses at most ten seconds if requests were accepted', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		pass(limiter, 10, 0);
		let now = 0;
		for (const expected of [1, 2, 4, 8, 10, 10]) {
			const until = limiter.throttled(permitAt(limiter, now), now) ?? 0;
			expect((until - now) / SECOND).toBe(expected);
			now = until;
		}
	});
});

describe('RateLimiter (limit measured)', () => {
	/** The eleventh request shows a limit of ten requests in ten seconds. */
	function known(): RateLimiter {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		pass(limiter, 10, 0);
		limiter.throttled(permitAt(limiter, 0), 0, 10 * SECOND);
		return limiter;
	}

	it('sends a single early request after ten accepted requests', () => {
		const limiter = known();
		const now = 10 * SECOND;
		pass(limiter, 9, now);
		const tenth = permitAt(limiter, now);
		// The limiter waits for the requests in flight, but no longer than a second.
		expect(limiter.tryAcquire(now)).toEqual({ until: now + SECOND, byRateLimit: true });
		limiter.accepted(tenth);
		expect(permitsAt(limiter, now)).toHaveLength(1);
	});

	it('measures the limit again at the next throttled request', () => {
		const limiter = known();
		pass(limiter, 5, 10 * SECOND);
		limiter.throttled(permitAt(limiter, 10 * SECOND), 10 * SECOND, 15 * SECOND);
		pass(limiter, 5, 15 * SECOND);
		// The sixth request within five seconds waits until ten seconds after the throttled request.
		expect(limiter.tryAcquire(15 * SECOND)).toEqual({ until: 20 * SECOND, byRateLimit: true });
	});

	it('forgets the measured limit once far more requests are accepted', () => {
		const limiter = known();
		const now = 10 * SECOND;
		pass(limiter, 80, now);
		const eightyFirst = permitsAt(limiter, now);
		expect(eightyFirst).toHaveLength(1);
		for (const permit of eightyFirst) limiter.accepted(permit);
		expect(permitsAt(limiter, now)).toHaveLength(82);
	});

	it('keeps the pause if earlier requests are accepted late', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const [one, two] = [permitAt(limiter, 0), permitAt(limiter, 0)];
		expect(limiter.throttled(one, 0)).toBe(SECOND);
		limiter.accepted(two);
		expect(limiter.throttled(permitAt(limiter, SECOND), SECOND)).toBe(3 * SECOND);
	});

	it('counts requests that are accepted late toward the limit', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const [one, two] = [permitAt(limiter, 0), permitAt(limiter, 0)];
		limiter.throttled(one, 0, 5 * SECOND);
		limiter.accepted(two);
		pass(limiter, 1, 5 * SECOND);
		expect(limiter.tryAcquire(5 * SECOND)).toEqual({ until: 10 * SECOND, byRateLimit: true });
	});

	it('keeps the measured limit while idle', () => {
		const limiter = known();
		pass(limiter, 5, 10 * SECOND);
		expect(permitsAt(limiter, 25 * SECOND)).toHaveLength(6);
	});

	it('tries again after an hour at most', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const hour = 3600 * SECOND;
		expect(limiter.throttled(permitAt(limiter, 0), 0, 24 * hour)).toBe(hour);
		expect(permitsAt(limiter, hour - 1)).toHaveLength(0);
		expect(permitsAt(limiter, hour).length).toBeGreaterThan(0);
	});
});
