import type { Permit } from '../../../../nodes/engine/http/rateLimiter';
import { RateLimiter } from '../../../../nodes/engine/http/rateLimiter';
import { EXPECTED_LIMIT } from '../fakes';

const SECOND = 1000;

/** Sends as many requests at this time as the limiter permits. */
function permitsAt(limiter: RateLimiter, now: number, most = 1000): Permit[] {
	const permits: Permit[] = [];
	while (permits.length < most) {
		const decision = limiter.tryAcquire(now);
		if ('until' in decision) break;
		permits.push(decision);
	}
	return permits;
}

/** Sends a request, which must be possible. */
function permitAt(limiter: RateLimiter, now: number): Permit {
	const permit = limiter.tryAcquire(now);
	if ('until' in permit) throw new Error(`nothing may go at ${String(now)}`);
	return permit;
}

/** Sends requests one after another, each accepted at once. */
function pass(limiter: RateLimiter, count: number, now: number): void {
	for (let sent = 0; sent < count; sent += 1) limiter.accepted(permitAt(limiter, now), now);
}

describe('a limiter that has met no limit', () => {
	it('sends eleven requests immediately, and the next after a second, or with a response', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const permits = permitsAt(limiter, 0);
		expect(permits).toHaveLength(11);
		expect(limiter.tryAcquire(10)).toEqual({ until: SECOND, isLimited: false });
		expect(permitsAt(limiter, SECOND)).toHaveLength(1);
	});

	it('grows with accepted requests', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const inFlight = () => {
			const permits = permitsAt(limiter, 0);
			for (const permit of permits) limiter.accepted(permit, 0);
			return permits.length;
		};
		expect(Array.from({ length: 6 }, inFlight)).toEqual([11, 1, 12, 24, 48, 96]);
	});

	it('starts again after ten seconds without a request, unless responses are pending', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		pass(limiter, 200, 0);
		expect(permitsAt(limiter, 10 * SECOND)).toHaveLength(11);
		expect(permitsAt(limiter, 30 * SECOND)).toHaveLength(1);
	});
});

describe('a throttled request', () => {
	it('only extends the pause if it was sent before it', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const [one, two, three] = [permitAt(limiter, 0), permitAt(limiter, 0), permitAt(limiter, 0)];
		expect(limiter.throttled(one, 20, 2 * SECOND)).toBe(2 * SECOND);
		expect(limiter.throttled(two, 30, 3 * SECOND)).toBeUndefined();
		expect(limiter.throttled(three, 40)).toBeUndefined();
		expect(limiter.tryAcquire(40)).toEqual({ until: 3 * SECOND, isLimited: true });
	});

	it('is followed by longer pauses if no time is set, or the time is too early', () => {
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

	it('is followed by a short pause again once a request has passed', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		for (const now of [0, SECOND]) limiter.throttled(permitAt(limiter, now), now);
		pass(limiter, 1, 3 * SECOND);
		const later = 20 * SECOND;
		expect(limiter.throttled(permitAt(limiter, later), later)).toBe(21 * SECOND);
	});

	it('is followed by pauses of ten seconds at most if something has passed', () => {
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

describe('a limiter that has met a limit', () => {
	/** Ten requests per ten seconds, found by the eleventh. */
	function known(): RateLimiter {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		pass(limiter, 10, 0);
		limiter.throttled(permitAt(limiter, 0), 0, 10 * SECOND);
		return limiter;
	}

	it('lets one through early, alone, once ten have passed', () => {
		const limiter = known();
		const now = 10 * SECOND;
		pass(limiter, 9, now);
		const tenth = permitAt(limiter, now);
		// It waits for those in flight, but no longer than a second.
		expect(limiter.tryAcquire(now)).toEqual({ until: now + SECOND, isLimited: true });
		limiter.accepted(tenth, now);
		expect(permitsAt(limiter, now)).toHaveLength(1);
	});

	it('measures the limit again by the next throttled request', () => {
		const limiter = known();
		pass(limiter, 5, 10 * SECOND);
		limiter.throttled(permitAt(limiter, 10 * SECOND), 10 * SECOND, 15 * SECOND);
		pass(limiter, 5, 15 * SECOND);
		// The sixth within five seconds is sent when ten seconds have passed since a request was throttled.
		expect(limiter.tryAcquire(15 * SECOND)).toEqual({ until: 20 * SECOND, isLimited: true });
	});

	it('forgets the limit once far more pass', () => {
		const limiter = known();
		const now = 10 * SECOND;
		pass(limiter, 80, now);
		const eightyFirst = permitsAt(limiter, now);
		expect(eightyFirst).toHaveLength(1);
		for (const permit of eightyFirst) limiter.accepted(permit, now);
		expect(permitsAt(limiter, now)).toHaveLength(82);
	});

	it('pauses no shorter for requests sent before the pause and accepted late', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const [one, two] = [permitAt(limiter, 0), permitAt(limiter, 0)];
		expect(limiter.throttled(one, 0)).toBe(SECOND);
		limiter.accepted(two, 10);
		expect(limiter.throttled(permitAt(limiter, SECOND), SECOND)).toBe(3 * SECOND);
	});

	it('measures the limit by requests in flight that pass late as well', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		const [one, two] = [permitAt(limiter, 0), permitAt(limiter, 0)];
		limiter.throttled(one, 0, 5 * SECOND);
		limiter.accepted(two, 10);
		pass(limiter, 1, 5 * SECOND);
		expect(limiter.tryAcquire(5 * SECOND)).toEqual({ until: 10 * SECOND, isLimited: true });
	});

	it('keeps its width over a time without requests', () => {
		const limiter = known();
		pass(limiter, 5, 10 * SECOND);
		expect(permitsAt(limiter, 25 * SECOND)).toHaveLength(6);
	});
});

describe('a pause of more than five minutes', () => {
	const HOUR = 3600 * SECOND;

	it('is probed, but no shorter one', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		limiter.throttled(permitAt(limiter, 0), 0, 300 * SECOND);
		expect(limiter.tryAcquire(120 * SECOND)).toEqual({ until: 300 * SECOND, isLimited: true });
	});

	it('is probed by one request a minute, and ends when that is accepted', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		limiter.throttled(permitAt(limiter, 0), 0, HOUR);
		expect(limiter.tryAcquire(59 * SECOND)).toEqual({ until: HOUR, isLimited: true });
		const probe = permitAt(limiter, 60 * SECOND);
		expect(probe.isProbe).toBe(true);
		expect(permitsAt(limiter, 61 * SECOND)).toHaveLength(0);
		limiter.accepted(probe, 62 * SECOND);
		expect(permitsAt(limiter, 62 * SECOND).length).toBeGreaterThan(0);
	});

	it('continues if the probe is throttled', () => {
		const limiter = new RateLimiter(EXPECTED_LIMIT);
		limiter.throttled(permitAt(limiter, 0), 0, HOUR);
		limiter.throttled(permitAt(limiter, 60 * SECOND), 61 * SECOND, HOUR);
		expect(limiter.tryAcquire(62 * SECOND)).toEqual({ until: HOUR, isLimited: true });
	});
});
