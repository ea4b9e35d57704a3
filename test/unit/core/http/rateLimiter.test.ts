import { KnownLimit } from '../../../../nodes/core/http/knownLimit';
import type { PermitDecision, Permit } from '../../../../nodes/core/http/permit';
import { RateLimiter } from '../../../../nodes/core/http/rateLimiter';

function go(decision: PermitDecision): Permit {
	if (decision.kind !== 'go')
		throw new Error(`expected to go, but must wait: ${String(decision.until)}`);
	return decision.permit;
}

function start(limiter: RateLimiter, count: number, now = 0): Permit[] {
	return Array.from({ length: count }, () => go(limiter.request(now)));
}

function pass(limiter: RateLimiter, count: number, now = 0): void {
	for (let index = 0; index < count; index += 1) limiter.accepted(go(limiter.request(now)));
}

/** How many may go at once. */
function room(limiter: RateLimiter, now: number): number {
	for (let count = 0; count < 100; count += 1) {
		if (limiter.request(now).kind !== 'go') return count;
	}
	return Infinity;
}

const last = (permits: Permit[]): Permit => {
	const permit = permits.at(-1);
	if (permit === undefined) throw new Error('none went');
	return permit;
};

describe('a limiter that has met no limit', () => {
	it('lets ten go side by side, and one more', () => {
		expect(room(new RateLimiter(), 0)).toBe(11);
	});

	it('lets twice as many go as have passed, once two more than the usual limit have', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 11);
		for (const permit of permits.slice(0, 10)) limiter.accepted(permit);
		expect(limiter.request(0).kind).toBe('wait');
		limiter.accepted(last(permits));
		const [twelfth] = start(limiter, 1);
		expect(limiter.request(0).kind).toBe('wait');
		if (twelfth !== undefined) limiter.accepted(twelfth);
		expect(room(limiter, 0)).toBe(12);
	});

	it('is not held up for long by one slow response', () => {
		const limiter = new RateLimiter();
		const [, ...others] = start(limiter, 11);
		for (const permit of others) limiter.accepted(permit);
		expect(room(limiter, 0)).toBe(0);
		pass(limiter, 1, 1000);
		expect(room(limiter, 1000)).toBe(0);
		pass(limiter, 1, 2000);
		expect(room(limiter, 2000)).toBe(11);
	});

	it('lets one go after a second in which no response came', () => {
		const limiter = new RateLimiter();
		start(limiter, 11);
		expect(limiter.request(1)).toEqual({ kind: 'wait', until: 1000, limited: false });
		expect(room(limiter, 1000)).toBe(1);
		expect(room(limiter, 9500)).toBe(1);
		expect(limiter.request(9600)).toEqual({ kind: 'wait', until: 10_000, limited: false });
	});

	it('counts anew every ten seconds, and lets as many go as in the ten before', () => {
		const limiter = new RateLimiter();
		pass(limiter, 30, 0);
		pass(limiter, 30, 5000);
		expect(room(limiter, 10_000)).toBe(61);
		expect(room(limiter, 30_000)).toBe(11);
	});

	it('counts a response that comes late for the time in which its request went', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 11, 0);
		pass(limiter, 1, 10_000);
		for (const permit of permits) limiter.accepted(permit);
		expect(room(limiter, 10_001)).toBe(11);
	});

	it('lets what passed slowly permit no burst', () => {
		const limiter = new RateLimiter();
		for (let now = 0; now < 100_000; now += 2000) pass(limiter, 1, now);
		expect(room(limiter, 100_001)).toBeLessThanOrEqual(11);
	});

	it('goes one by one to twice the usual limit where requests may fall into two windows', () => {
		const limiter = new RateLimiter();
		pass(limiter, 1, 0);
		pass(limiter, 1, 5000);
		pass(limiter, 11, 10_000);
		expect(room(limiter, 10_000)).toBe(1);
		const other = new RateLimiter();
		pass(other, 1, 0);
		pass(other, 1, 5000);
		pass(other, 21, 10_000);
		expect(room(other, 10_000)).toBe(21);
	});
});

describe('a limiter that has been refused', () => {
	/** Ten pass and the eleventh is refused until 10,000. */
	function refusedAfterTen(): RateLimiter {
		const limiter = new RateLimiter();
		const permits = start(limiter, 11);
		for (const permit of permits.slice(0, 10)) limiter.accepted(permit);
		limiter.rateLimited(last(permits), 0, 10_000);
		return limiter;
	}

	/** The same, and a whole window measured: ten in ten seconds. */
	function measured(): RateLimiter {
		const limiter = refusedAfterTen();
		pass(limiter, 10, 10_000);
		limiter.rateLimited(go(limiter.request(10_000)), 10_000, 20_000);
		return limiter;
	}

	it('pauses until the time that the service names', () => {
		const limiter = refusedAfterTen();
		expect(limiter.request(9999)).toEqual({ kind: 'wait', until: 10_000, limited: true });
	});

	it('lets one go at a time after the first pause, and holds nobody for long', () => {
		const limiter = refusedAfterTen();
		const permit = go(limiter.request(10_000));
		expect(permit.alone).toBe(true);
		expect(limiter.request(10_001)).toEqual({ kind: 'wait', until: 15_000, limited: false });
		const second = go(limiter.request(15_000));
		limiter.accepted(permit);
		expect(limiter.request(15_001).kind).toBe('wait');
		limiter.released(second);
		expect(limiter.request(15_002).kind).toBe('go');
	});

	it('lets a measured window go side by side, then one at a time', () => {
		const limiter = measured();
		const permits = start(limiter, 10, 20_000);
		expect(permits.every(({ alone }) => !alone)).toBe(true);
		for (const permit of permits.slice(1)) limiter.accepted(permit);
		expect(limiter.request(20_000)).toEqual({ kind: 'wait', until: 25_000, limited: false });
		limiter.accepted(last(permits.slice(0, 1)));
		expect(go(limiter.request(20_000)).alone).toBe(true);
		expect(limiter.request(20_000).kind).toBe('wait');
	});

	it('waits for the next window rather than be refused at the end of one', () => {
		const limiter = measured();
		start(limiter, 10, 20_000);
		expect(limiter.request(29_500)).toEqual({ kind: 'wait', until: 30_000, limited: true });
	});

	it('measures again where fewer pass than were measured', () => {
		const limiter = measured();
		pass(limiter, 3, 20_000);
		limiter.rateLimited(go(limiter.request(20_000)), 20_000, 30_000);
		expect(room(limiter, 30_000)).toBe(1);
	});

	it('takes the limit to be gone once ten more have passed one by one', () => {
		const limiter = refusedAfterTen();
		pass(limiter, 20, 10_000);
		expect(room(limiter, 10_000)).toBe(1);
		const other = refusedAfterTen();
		pass(other, 21, 10_000);
		expect(room(other, 10_000)).toBe(11);
	});

	it('goes on at the rate at which a bucket is refilled, and tries for more every ten seconds', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 11);
		for (const permit of permits.slice(0, 10)) limiter.accepted(permit);
		limiter.rateLimited(last(permits), 0, 1000);
		pass(limiter, 1, 1000);
		limiter.rateLimited(go(limiter.request(1000)), 1000, 2000);
		pass(limiter, 1, 2000);
		expect(limiter.request(2500)).toEqual({ kind: 'wait', until: 3000, limited: true });
		for (let now = 3000; now <= 11_000; now += 1000) pass(limiter, 1, now);
		expect(go(limiter.request(11_001)).alone).toBe(true);
	});

	it('takes the rate from refusal to refusal where far more than the refilled pass', () => {
		const limit = new KnownLimit(10, 1000);
		const permit = { window: 1, startedAt: 0, alone: true };
		limit.started(1000);
		limit.accepted(permit);
		limit.refused(1000, 2000);
		for (let count = 0; count < 5; count += 1) {
			limit.started(2000);
			limit.accepted(permit);
		}
		limit.started(2000);
		limit.refused(2000, 3000);
		expect(limit.request(2250)).toEqual({ kind: 'go', alone: true });
		limit.started(3000);
		expect(limit.request(3000)).toEqual({ kind: 'wait', until: 3250, limited: true });
	});

	it('measures a window once the service names its end, where it named none before', () => {
		const limit = new KnownLimit(10, undefined);
		const permit = { window: 1, startedAt: 1000, alone: true };
		limit.started(1000);
		limit.accepted(permit);
		limit.started(1000);
		limit.refused(1000, 6000);
		expect(limit.request(6000)).toEqual({ kind: 'go', alone: true });
		limit.started(6000);
		expect(limit.request(6000)).toEqual({ kind: 'wait', until: 11_000, limited: true });
	});

	it('takes the latest of several named times, and one refusal for one window', () => {
		const limiter = new RateLimiter();
		const [one, two, three] = start(limiter, 3);
		if (!one || !two || !three) throw new Error('three were started');
		limiter.rateLimited(one, 0, 50);
		limiter.rateLimited(two, 0, 80);
		limiter.rateLimited(three, 0);
		expect(limiter.request(79)).toEqual({ kind: 'wait', until: 80, limited: true });
		pass(limiter, 1, 80);
		limiter.rateLimited(go(limiter.request(80)), 80, 90);
		limiter.rateLimited(two, 80);
		expect(limiter.request(80)).toEqual({ kind: 'wait', until: 90, limited: true });
	});

	it('learns nothing from a response of an earlier window', () => {
		const limiter = new RateLimiter();
		const [one, two] = start(limiter, 2);
		if (!one || !two) throw new Error('two were started');
		limiter.rateLimited(one, 0, 1000);
		limiter.accepted(two);
		expect(limiter.request(500)).toEqual({ kind: 'wait', until: 1000, limited: true });
	});

	it('backs off longer and longer when no time is named, and tries alone', () => {
		const limiter = new RateLimiter();
		let now = 0;
		for (const pause of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
			limiter.rateLimited(go(limiter.request(now)), now);
			expect(limiter.request(now)).toEqual({ kind: 'wait', until: now + pause, limited: true });
			now += pause;
		}
		expect(go(limiter.request(now)).alone).toBe(true);
	});

	it('starts the backing off again once a request has passed', () => {
		const limiter = new RateLimiter();
		limiter.rateLimited(go(limiter.request(0)), 0);
		limiter.accepted(go(limiter.request(2000)));
		limiter.rateLimited(go(limiter.request(2000)), 2000);
		expect(limiter.request(2000)).toMatchObject({ until: 4000 });
	});

	it('does not believe a time a second time that was not kept', () => {
		const limiter = new RateLimiter();
		limiter.rateLimited(go(limiter.request(0)), 0, 0);
		limiter.rateLimited(go(limiter.request(0)), 0, 0);
		expect(limiter.request(0)).toMatchObject({ until: 2000 });
	});
});

describe('a pause of more than five minutes', () => {
	const HOUR_MS = 3_600_000;

	function pausedForAnHour(): RateLimiter {
		const limiter = new RateLimiter();
		limiter.rateLimited(go(limiter.request(0)), 0, HOUR_MS);
		return limiter;
	}

	it('is probed by one request of those that were not refused, and ends when it passes', () => {
		const limiter = pausedForAnHour();
		expect(limiter.request(1)).toEqual({ kind: 'wait', until: HOUR_MS, limited: true });
		const probe = go(limiter.request(1, true));
		expect(limiter.request(2, true)).toEqual({ kind: 'wait', until: 5001, limited: false });
		limiter.accepted(probe);
		expect(limiter.request(3).kind).toBe('go');
	});

	it('goes on as the API says when it refuses the probe', () => {
		const limiter = pausedForAnHour();
		limiter.rateLimited(go(limiter.request(1000, true)), 1000, 9000);
		expect(limiter.request(1001, true)).toEqual({ kind: 'wait', until: 9000, limited: true });
	});

	it('of five minutes is waited for', () => {
		const limiter = new RateLimiter();
		limiter.rateLimited(go(limiter.request(0)), 0, 300_000);
		expect(limiter.request(0, true)).toEqual({ kind: 'wait', until: 300_000, limited: true });
	});
});
