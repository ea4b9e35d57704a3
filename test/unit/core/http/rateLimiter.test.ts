import { RateLimiter } from '../../../../nodes/core/http/rateLimiter';
import type { Decision, Permit } from '../../../../nodes/core/http/rateLimiter';

function go(decision: Decision): Permit {
	if (decision.kind !== 'go') throw new Error(`expected to go, but ${decision.kind}`);
	return decision.permit;
}

function start(limiter: RateLimiter, count: number, now = 0): Permit[] {
	return Array.from({ length: count }, () => go(limiter.request(now)));
}

function pass(limiter: RateLimiter, permits: Permit[]): void {
	for (const permit of permits) limiter.accepted(permit);
}

/** How many may go side by side right now. */
function room(limiter: RateLimiter, now: number): number {
	for (let count = 0; count < 50; count += 1) {
		if (limiter.request(now).kind !== 'go') return count;
	}
	return Infinity;
}

describe('RateLimiter', () => {
	it('lets ten go side by side, then waits for their answers', () => {
		const limiter = new RateLimiter();
		expect(room(limiter, 0)).toBe(10);
		expect(limiter.request(0)).toEqual({ kind: 'waitForResponses' });
	});

	it('lets one go alone after ten have passed, and all once that has passed', () => {
		const limiter = new RateLimiter();
		pass(limiter, start(limiter, 10));
		const alone = go(limiter.request(0));
		expect(alone).toEqual({ window: 0, alone: true });
		expect(limiter.request(0)).toEqual({ kind: 'waitForResponses' });
		limiter.accepted(alone);
		expect(room(limiter, 0)).toBe(Infinity);
	});

	it('waits for all ten before it lets one go alone', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 10);
		pass(limiter, permits.slice(1));
		expect(limiter.request(0)).toEqual({ kind: 'waitForResponses' });
	});

	it('pauses all after a refusal until the time named, then allows what passed before', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 4);
		pass(limiter, permits.slice(0, 3));
		limiter.rateLimited(permits[3] ?? { window: 0, alone: false }, 100, 5000);
		expect(limiter.request(4999)).toEqual({ kind: 'waitUntil', time: 5000 });
		expect(room(limiter, 5000)).toBe(3);
	});

	it('learns nothing from what comes late of a window before', () => {
		const limiter = new RateLimiter();
		const [first, late, later] = start(limiter, 3);
		if (first === undefined || late === undefined || later === undefined) throw new Error('none');
		limiter.rateLimited(first, 0, 10);
		const [second] = start(limiter, 1, 10);
		if (second === undefined) throw new Error('none');
		limiter.rateLimited(late, 20, 25);
		expect(limiter.request(24)).toEqual({ kind: 'waitUntil', time: 25 });
		limiter.accepted(second);
		expect(go(limiter.request(25))).toEqual({ window: 1, alone: true });
		limiter.rateLimited({ window: 1, alone: true }, 30, 40);
		limiter.accepted(later);
		expect(room(limiter, 40)).toBe(1);
	});

	it('never learns of less than one', () => {
		const limiter = new RateLimiter();
		limiter.rateLimited(go(limiter.request(0)), 0, 10);
		expect(room(limiter, 10)).toBe(1);
	});

	it('goes one by one beyond a small budget until more than ten have passed', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 3);
		pass(limiter, permits.slice(0, 2));
		limiter.rateLimited(permits[2] ?? { window: 0, alone: false }, 0, 10);
		pass(limiter, start(limiter, 2, 10));
		for (let passed = 2; passed < 11; passed += 1) {
			const permit = go(limiter.request(10));
			expect(permit.alone).toBe(true);
			expect(limiter.request(10).kind).toBe('waitForResponses');
			limiter.accepted(permit);
		}
		expect(room(limiter, 10)).toBe(Infinity);
	});

	it('counts answers that come in after the refusal of their window', () => {
		const limiter = new RateLimiter();
		const [first, second, third, last] = start(limiter, 4);
		if (!first || !second || !third || !last) throw new Error('four were started');
		limiter.accepted(first);
		limiter.rateLimited(last, 0, 10);
		limiter.accepted(second);
		limiter.accepted(third);
		expect(room(limiter, 10)).toBe(3);
	});

	it('counts late answers from nothing, never beyond ten, and not in the middle of a window', () => {
		const limiter = new RateLimiter();
		const [first, second] = start(limiter, 2);
		if (!first || !second) throw new Error('two were started');
		limiter.rateLimited(first, 0, 10);
		limiter.accepted(second);
		const next = go(limiter.request(10));
		limiter.accepted(second);
		expect(limiter.request(10)).toEqual({ kind: 'waitForResponses' });
		limiter.accepted(next);
		for (let passed = 0; passed < 10; passed += 1) limiter.accepted(go(limiter.request(10)));
		const many = start(limiter, 20, 10);
		const [refused, ...others] = many;
		if (!refused) throw new Error('twenty were started');
		limiter.rateLimited(refused, 10, 20);
		pass(limiter, others);
		expect(room(limiter, 20)).toBe(10);
	});

	it('takes the latest of several named times, and one refusal for one window', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 3);
		const [one, two, three] = permits;
		if (!one || !two || !three) throw new Error('three were started');
		limiter.accepted(one);
		limiter.rateLimited(two, 0, 50);
		limiter.rateLimited(three, 0, 80);
		expect(limiter.request(79)).toEqual({ kind: 'waitUntil', time: 80 });
		expect(room(limiter, 80)).toBe(1);
	});

	it('backs off longer and longer when no time is named, and tries alone first', () => {
		const limiter = new RateLimiter();
		let now = 0;
		for (const pause of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
			limiter.rateLimited(go(limiter.request(now)), now);
			expect(limiter.request(now)).toEqual({ kind: 'waitUntil', time: now + pause });
			now += pause;
			if (pause === 2000) {
				const decision = limiter.request(now);
				expect(decision).toMatchObject({ permit: { alone: true } });
				limiter.released(go(decision));
			}
		}
	});

	it('starts the backing off again once a request has passed', () => {
		const limiter = new RateLimiter();
		limiter.rateLimited(go(limiter.request(0)), 0);
		limiter.accepted(go(limiter.request(2000)));
		limiter.rateLimited(go(limiter.request(2000)), 2000);
		expect(limiter.request(2000)).toEqual({ kind: 'waitUntil', time: 4000 });
	});

	it('does not back off further for a late refusal without a named time', () => {
		const limiter = new RateLimiter();
		const [one, two] = start(limiter, 2);
		if (!one || !two) throw new Error('two were started');
		limiter.rateLimited(one, 0);
		limiter.rateLimited(two, 100);
		expect(limiter.request(100)).toEqual({ kind: 'waitUntil', time: 2000 });
	});

	it('allows the budget side by side after the lone try has passed', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 6);
		pass(limiter, permits.slice(0, 5));
		limiter.rateLimited(permits[5] ?? { window: 0, alone: false }, 0);
		const alone = go(limiter.request(2000));
		expect(limiter.request(2000)).toEqual({ kind: 'waitForResponses' });
		limiter.accepted(alone);
		expect(room(limiter, 2000)).toBe(4);
	});

	it('learns nothing from requests without an answer, also of an earlier window', () => {
		const limiter = new RateLimiter();
		const permits = start(limiter, 10);
		for (const permit of permits.slice(1)) limiter.released(permit);
		limiter.rateLimited(permits[0] ?? { window: 0, alone: false }, 0, 10);
		const next = go(limiter.request(10));
		limiter.released(permits[9] ?? { window: 0, alone: false });
		expect(limiter.request(10)).toEqual({ kind: 'waitForResponses' });
		limiter.released(next);
		expect(limiter.request(10).kind).toBe('go');
	});

	it('closes the lifted limiter again with a refusal', () => {
		const limiter = new RateLimiter();
		pass(limiter, start(limiter, 10));
		limiter.accepted(go(limiter.request(0)));
		const permits = start(limiter, 20);
		pass(limiter, permits.slice(1));
		limiter.rateLimited(permits[0] ?? { window: 0, alone: false }, 0, 10);
		expect(room(limiter, 10)).toBe(10);
	});
});
