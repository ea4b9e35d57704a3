import fc from 'fast-check';
import type { ClientOptions } from '../../../../nodes/engine/http/client';
import { RequestQueue, SharedLimiter } from '../../../../nodes/engine/http/requestQueue';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import { ResponseTooLarge } from '../../../../nodes/engine/http/networkError';
import type { HttpMethod } from '../../../../nodes/engine/request';
import { FakeClock } from '../fakeClock';
import { json, text, EXPECTED_LIMIT } from '../fakes';
import type { Answer, Outcome } from './openClient';
import { failing, networkError, OK, openClient, REFUSED, RESET } from './openClient';

describe('Client.send', () => {
	/** What an attempt means for the next attempt. */
	interface Meaning {
		outcome: Outcome;
		kind: string;
		/** Only these requests may be resent after the attempt. */
		again: 'all' | 'none' | 'reads';
		/** Set if the API may have acted on this attempt. */
		maybeSent?: true;
		asksMs?: number;
	}

	const SUCCESS: Meaning = { outcome: OK, kind: 'success', again: 'none' };
	const FAILURES: Meaning[] = [
		{ outcome: failing(400), kind: 'rejected', again: 'none' },
		{ outcome: failing(400, 6), kind: 'rejected', again: 'none' },
		{ outcome: failing(413), kind: 'rejected', again: 'none' },
		{ outcome: failing(413, 6), kind: 'rejected', again: 'reads', asksMs: 6000 },
		{ outcome: failing(429), kind: 'rateLimited', again: 'all' },
		{ outcome: failing(429, 9), kind: 'rateLimited', again: 'all', asksMs: 9000 },
		{ outcome: failing(408), kind: 'unclear', again: 'reads', maybeSent: true },
		{ outcome: failing(500), kind: 'unclear', again: 'reads', maybeSent: true },
		{ outcome: failing(503, 6), kind: 'unclear', again: 'reads', maybeSent: true, asksMs: 6000 },
		{ outcome: text(''), kind: 'unclear', again: 'reads', maybeSent: true },
		{ outcome: json({}), kind: 'unclear', again: 'reads', maybeSent: true },
		{ outcome: text('['.repeat(101)), kind: 'unclear', again: 'none', maybeSent: true },
		{ outcome: REFUSED, kind: 'network', again: 'all' },
		{ outcome: RESET, kind: 'network', again: 'reads', maybeSent: true },
		{ outcome: networkError('CERT_HAS_EXPIRED'), kind: 'network', again: 'none' },
		{ outcome: new ResponseTooLarge(), kind: 'network', again: 'none', maybeSent: true },
	];

	/** Each outcome except the last is followed by its pause. */
	async function meet(meanings: Meaning[], method: HttpMethod, limits: Partial<ClientOptions>) {
		const answers = [...meanings, SUCCESS];
		const { send, sentAt } = openClient(
			answers.map(({ outcome }) => outcome),
			limits,
		);
		const result = await send(method);
		const met = answers.slice(0, sentAt.length);
		const repeated = met.slice(0, -1).map(({ again, kind, asksMs = 0 }, index) => {
			const pause = (sentAt[index + 1] ?? 0) - (sentAt[index] ?? 0);
			return { again, kind, asksMs, pause };
		});
		return { result, met, repeated, last: met.at(-1) ?? SUCCESS };
	}

	it('repeats only safe requests, when the API allows it, within Max Wait', async () => {
		const story = fc.array(fc.constantFrom(SUCCESS, ...FAILURES), { minLength: 1, maxLength: 8 });
		const setup = fc.record({
			method: fc.constantFrom<HttpMethod>('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
			maxRetries: fc.integer({ min: 0, max: 4 }),
			maxWait: fc.constantFrom(0, 7000, 30_000, 300_000),
		});
		await fc.assert(
			fc.asyncProperty(story, setup, async (meanings, { method, ...limits }) => {
				const { result, met, repeated, last } = await meet(meanings, method, limits);
				const isSafe = ({ again }: Pick<Meaning, 'again'>) =>
					again === 'all' || (again === 'reads' && method === 'GET');
				const failed = repeated.filter(({ kind }) => kind !== 'rateLimited').length;
				const asked = repeated.reduce((sum, { asksMs }) => sum + asksMs, 0);

				expect(result).toMatchObject({ kind: last.kind, attempts: met.length });
				expect(repeated.every(isSafe)).toBe(true);
				expect(repeated.every(({ pause, asksMs }) => pause >= asksMs)).toBe(true);
				expect(failed).toBeLessThanOrEqual(limits.maxRetries);
				expect(asked).toBeLessThanOrEqual(limits.maxWait);
				if (result.kind === 'success') return;
				expect(result.maybeSent).toBe(met.some(({ maybeSent }) => maybeSent));
				// The client must have a reason to give up.
				const isUsedUp = last.kind !== 'rateLimited' && failed === limits.maxRetries;
				expect(!isSafe(last) || isUsedUp || limits.maxWait < 300_000).toBe(true);
			}),
			{ seed: 1, numRuns: 500 },
		);
	});
});

describe('Client.send (between attempts)', () => {
	interface Case {
		it: string;
		answers: Answer[];
		options?: Partial<ClientOptions>;
		waits: number[];
		ends: string;
	}

	it.each<Case>([
		{
			it: 'doubles the wait after each failure, up to half a minute',
			answers: [failing(503)],
			options: { maxRetries: 7 },
			waits: [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
			ends: 'unclear',
		},
		{
			it: 'waits as long as the API asks for, unless its own wait is longer',
			answers: [failing(503, 6), failing(503, 0.01), OK],
			waits: [6000, 2000],
			ends: 'success',
		},
		{
			it: 'waits exactly Max Wait if the API asks for it',
			answers: [failing(503, 6), OK],
			options: { maxWait: 6000 },
			waits: [6000],
			ends: 'success',
		},
	])('$it', async ({ answers, options, waits, ends }) => {
		const { send, clock, sentAt } = openClient(answers, options);
		expect((await send()).kind).toBe(ends);
		expect(clock.slept).toEqual(waits);
		expect(sentAt).toHaveLength(waits.length + 1);
	});

	it("doesn't pause the rate limiter for a Retry-After without a 429", async () => {
		const answers = [failing(503, 6), failing(429, 6), OK];
		const { send, clock } = openClient(answers, { maxWait: 12_000 });
		expect((await send()).kind).toBe('success');
		expect(clock.slept).toEqual([6000, 6000]);
	});

	describe.each([
		{ first: 503, then: 429, ends: { kind: 'rateLimited', maxWait: 11_999, retryAfter: 6000 } },
		{ first: 429, then: 503, ends: { kind: 'unclear', maxWait: 11_999, retryAfter: 6000 } },
		{ first: 503, then: 503, ends: { kind: 'unclear', maxWait: 11_999, retryAfter: 6000 } },
	])('after a $first and a $then', ({ first, then, ends }) => {
		const answers = [failing(first, 6), failing(then, 6), OK];

		it('succeeds if both waits together are as long as Max Wait', async () => {
			const { send, clock } = openClient(answers, { maxWait: 12_000 });
			expect(await send()).toMatchObject({ kind: 'success', attempts: 3 });
			expect(clock.elapsed()).toBe(12_000);
		});

		it('gives up if both waits together exceed Max Wait', async () => {
			const { send, clock } = openClient(answers, { maxWait: 11_999 });
			expect(await send()).toMatchObject({ ...ends, attempts: 2 });
			expect(clock.elapsed()).toBe(6000);
		});
	});

	it("doesn't count its own pauses toward Max Wait", async () => {
		const { send, clock } = openClient([failing(503), failing(429, 6), OK], { maxWait: 6000 });
		expect((await send()).kind).toBe('success');
		expect(clock.slept).toEqual([1000, 6000]);
	});

	it('varies the wait before a retry by a quarter', async () => {
		for (const [random, ms] of [
			[0, 750],
			[1, 1250],
		] as const) {
			const { send, clock } = openClient([failing(503), OK], { random: () => random });
			await send();
			expect(clock.slept).toEqual([ms]);
		}
	});

	it.each([503, 413])(
		'gives up after a %d if the API asks for more than Max Wait',
		async (status) => {
			const { send, sentAt } = openClient([failing(status, 6)], { maxWait: 5999 });
			expect(await send()).toMatchObject({ retryAfter: 6000, maxWait: 5999 });
			expect(sentAt).toHaveLength(1);
		},
	);

	it.each([
		{ unit: 'seconds', retryAfter: '9' },
		{ unit: 'a date', retryAfter: new Date(FakeClock.START + 9000).toUTCString() },
	])(
		'measures Retry-After in $unit from when the throttled request was sent',
		async ({ retryAfter }) => {
			const late = async () => {
				clock.passed += 2000;
				return await Promise.resolve(json({}, 429, { 'retry-after': retryAfter }));
			};
			const { send, clock } = openClient([late, OK]);
			await send();
			expect(clock.slept).toEqual([7000]);
		},
	);
});

describe('Client.send (rate limit)', () => {
	it("doesn't count requests without a response toward the rate limit", async () => {
		const { send, clock } = openClient([REFUSED], { maxRetries: 0 });
		for (let index = 0; index < 12; index += 1) await send('POST', index);
		expect(clock.slept).toEqual([]);
	});

	it('sends throttled requests before later ones', async () => {
		const order: number[] = [];
		let later: Promise<unknown> | undefined;
		const { send, clock } = openClient([failing(429, 9), OK]);
		const sleep = clock.sleep.bind(clock);
		clock.sleep = async (ms, ended) => {
			later ??= send('GET', 0).then(() => order.push(0));
			await sleep(ms, ended);
		};
		await send('GET', 5).then(() => order.push(5));
		await later;
		expect(order).toEqual([5, 0]);
	});

	it("doesn't count time in the queue toward Max Wait", async () => {
		const answer = async () => {
			await clock.sleep(20);
			return sentAt.length > 12 ? OK : failing(503);
		};
		const { send, clock, sentAt } = openClient([answer], { maxWait: 0 });
		const all = Array.from({ length: 12 }, async (_, index) => await send('GET', index));
		const results = await Promise.all(all);
		expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['success']));
	});

	it.each([
		{ answer: failing(503), method: 'GET' as const, maybeSent: true },
		{ answer: REFUSED, method: 'POST' as const, maybeSent: false },
	])('delays the next attempt of a $method while others are throttled', async (one) => {
		const limiter = new SharedLimiter(EXPECTED_LIMIT);
		const limits = { maxWait: 8000, maxConcurrency: 50 };
		const answer = async () => {
			queue.returnPermit(other, 'throttled', clock.elapsed() + 60_000);
			return await Promise.resolve(one.answer);
		};
		const { send, clock } = openClient([answer], { ...limits, limiter });
		const queue = new RequestQueue(limiter, clock, limits, new AbortController().signal);
		const other = { order: 1, throttledBefore: false, waited: 0 };
		await queue.acquire(other);
		const { maybeSent } = one;
		expect(await send(one.method)).toEqual({
			kind: 'rateLimited',
			maxWait: 8000,
			retryAfter: 59_000,
			attempts: 1,
			maybeSent,
		});
	});
});

describe('Client.send (failing reads)', () => {
	/** Sends requests in sequence and counts the attempts of each. */
	async function attemptsOf(answers: Answer[], methods: HttpMethod[], maxRetries: number) {
		const { send, sentAt } = openClient(answers, { maxRetries });
		const attempts: number[] = [];
		for (const method of methods) {
			const before = sentAt.length;
			await send(method);
			attempts.push(sentAt.length - before);
		}
		return attempts;
	}
	const reads = (count: number) => Array<HttpMethod>(count).fill('GET');
	const writes = (count: number) => Array<HttpMethod>(count).fill('POST');
	const failures = (count: number) => Array<Answer>(count).fill(failing(503));

	it('tries each read once after ten reads failed', async () => {
		const answers = [...failures(42), OK, failing(503)];
		const attempts = await attemptsOf(answers, reads(14), 3);
		expect(attempts.slice(9)).toEqual([4, 1, 1, 1, 4]);
	});

	it('resumes retries after a read that the API rejects', async () => {
		const answers = [...failures(20), failing(404), failing(503)];
		expect((await attemptsOf(answers, reads(12), 1)).slice(9)).toEqual([2, 1, 2]);
	});

	it('ignores writes and rejected reads when it counts failures', async () => {
		const methods = [...reads(1), ...writes(12), ...reads(1)];
		const attempts = await attemptsOf([failing(404), REFUSED], methods, 1);
		expect(attempts).toEqual([1, ...Array<number>(12).fill(2), 2]);
	});

	it('stops retrying if many reads fail in parallel', async () => {
		const answer = async (): Promise<RawResponse> => {
			await clock.sleep(20);
			return failing(503);
		};
		const { send, clock, sentAt } = openClient([answer]);
		const all = Array.from({ length: 1000 }, async (_, index) => await send('GET', index));
		await Promise.all(all);
		expect(sentAt.length).toBeGreaterThanOrEqual(1030);
		expect(sentAt.length).toBeLessThanOrEqual(1160);
	});
});

describe('Client.send (response size)', () => {
	const body = '{"result":"ü"}';
	it.each([
		{ as: 'bytes', body: Buffer.from(body), bytes: 15 },
		{ as: 'text', body, bytes: 15 },
		{ as: 'parsed JSON', body: { result: 'ü' }, bytes: 0 },
	])('counts $bytes bytes of a response that arrives as $as', async ({ body: sent, bytes }) => {
		const { send } = openClient([{ status: 200, headers: {}, body: sent }]);
		expect(await send()).toMatchObject({ kind: 'success', bytes });
	});
});
