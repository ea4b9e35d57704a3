import { type Emulator, type RateLimitHeader, startEmulator } from '../../emulator';
import { type RateLimit, RateLimiter } from '../../emulator/rateLimit';
import { minimumMs, type RateLimitKind } from '../../emulator/requestBudget';
import { authorizationFor, call, matching, pathsOf } from './client';

const TWO_IN_TEN_SECONDS = { requests: 2, windowMs: 10_000 };

describe('the rate limiter', () => {
	const limiterOf = (header: RateLimitHeader, kind?: RateLimitKind) =>
		new RateLimiter({ ...TWO_IN_TEN_SECONDS, header, ...(kind === undefined ? {} : { kind }) });
	const admitted = (limiter: RateLimiter, times: number[]) =>
		times.map((at, index) => limiter.admit(index, at).admitted);

	it('counts in windows that begin with their first request', () => {
		const limiter = limiterOf('none');
		const times = [1000, 1001, 1002, 10_999, 11_000, 11_001, 11_002, 99_000];
		expect(admitted(limiter, times)).toEqual([true, true, false, false, true, true, false, true]);
		expect(limiter.statistics().refusedPerWindow).toEqual([2, 1, 0]);
		expect(limiter.refused).toEqual([
			{ index: 2, window: 0, at: 1002 },
			{ index: 3, window: 0, at: 10_999 },
			{ index: 6, window: 1, at: 11_002 },
		]);
	});

	it('counts in windows of the clock', () => {
		const limiter = limiterOf('none', 'fixed-clock');
		const times = [8000, 8001, 8002, 9999, 10_000, 10_001, 10_002, 39_999, 40_000];
		expect(admitted(limiter, times)).toEqual([
			...[true, true, false, false],
			...[true, true, false],
			...[true, true],
		]);
		expect(limiter.statistics().refusedPerWindow).toEqual([2, 1, 0, 0, 0]);
	});

	it('counts what was admitted in the time of a window before', () => {
		const limiter = limiterOf('none', 'sliding-log');
		const times = [1000, 6000, 10_999, 11_000, 11_001, 16_000, 16_001];
		expect(admitted(limiter, times)).toEqual([true, true, false, true, false, true, false]);
		expect(limiter.statistics().refusedPerWindow).toEqual([1, 2]);
	});

	it('takes tokens that come back evenly', () => {
		const limiter = limiterOf('none', 'token-bucket');
		const times = [1000, 1000, 5999, 6000, 10_999, 11_000, 60_000, 60_000, 60_000];
		expect(admitted(limiter, times)).toEqual([
			...[true, true, false, true, false, true],
			...[true, true, false],
		]);
	});

	it.each<[RateLimitHeader, Record<string, string>]>([
		['retry-after-seconds', { 'retry-after': '8' }],
		['retry-after-date', { 'retry-after': 'Thu, 01 Jan 1970 00:00:11 GMT' }],
		['x-ratelimit-reset', { 'x-ratelimit-reset': '8' }],
		['none', {}],
	])('names the end of the window by %s, never too early', (header, headers) => {
		const limiter = limiterOf(header);
		limiter.admit(0, 1000);
		limiter.admit(1, 1000);
		expect(limiter.admit(2, 3500)).toEqual({ admitted: false, headers });
	});

	it.each<[RateLimitKind, string]>([
		['first-request', '8'],
		['fixed-clock', '7'],
		['sliding-log', '8'],
		['token-bucket', '3'],
	])('of kind %s admits a request once the time is over that it names', (kind, seconds) => {
		const limiter = limiterOf('retry-after-seconds', kind);
		limiter.admit(0, 1000);
		limiter.admit(1, 1000);
		expect(limiter.admit(2, 3500)).toMatchObject({ headers: { 'retry-after': seconds } });
		expect(limiter.admit(3, 3500 + Number(seconds) * 1000).admitted).toBe(true);
	});

	it('counts each key by itself if set so, otherwise all together', () => {
		const refusals = (perKey: boolean) => {
			const rule = { ...TWO_IN_TEN_SECONDS, header: 'none', perKey } as const;
			const limiter = new RateLimiter(rule);
			for (const key of ['a', 'a', 'a', 'b']) limiter.admit(0, 1000, key);
			return limiter;
		};
		const apart = refusals(true);
		expect(apart.statistics('a')).toMatchObject({ admitted: 2, refused: 1 });
		expect(apart.statistics('b')).toMatchObject({ admitted: 1, refused: 0 });
		expect(() => apart.statistics('c')).toThrow('no request with this Authorization');
		expect(refusals(false).statistics()).toMatchObject({ admitted: 2, refused: 2 });
	});

	it('starts again with another rule', () => {
		const limiter = limiterOf('none');
		for (const at of [1, 2, 3]) limiter.admit(at, at);
		limiter.limit = { requests: 1, windowMs: 1000, header: 'none' };
		expect(limiter.admit(4, 4).admitted).toBe(true);
		expect(limiter.refused).toEqual([]);
		limiter.limit = undefined;
		expect([5, 6, 7].map((at) => limiter.admit(at, at).admitted)).toEqual([true, true, true]);
	});
});

describe('the statistics', () => {
	it('say what came, how long it took, and how long it had to take', () => {
		const limiter = new RateLimiter({ ...TWO_IN_TEN_SECONDS, header: 'none' });
		for (const at of [1000, 1001, 1002, 11_000, 12_000, 13_000]) limiter.admit(0, at);
		expect(limiter.statistics()).toEqual({
			times: [1000, 1001, 1002, 11_000, 12_000, 13_000],
			admitted: 4,
			refused: 2,
			refusedPerWindow: [1, 1],
			elapsedMs: 11_000,
			minimumMs: 10_000,
		});
		limiter.clearStatistics();
		expect(limiter.statistics()).toMatchObject({
			times: [],
			admitted: 0,
			refusedPerWindow: [0, 0],
		});
		expect(limiter.admit(0, 14_000).admitted).toBe(false);
	});

	it.each<[RateLimitKind, number, number]>([
		['first-request', 2, 0],
		['first-request', 3, 10_000],
		['first-request', 101, 500_000],
		['fixed-clock', 3, 4000],
		['fixed-clock', 5, 14_000],
		['sliding-log', 5, 20_000],
		['token-bucket', 2, 0],
		['token-bucket', 5, 15_000],
	])('know the least time of kind %s for %i requests', (kind, requests, expected) => {
		expect(minimumMs({ ...TWO_IN_TEN_SECONDS, kind }, requests, 6000)).toBe(expected);
	});
});

describe('the rate limit of an emulator', () => {
	const other = { keyId: 'otherKeyId', keySecret: 'otherSecret', accessToken: 'otherToken' };
	let emulator: Emulator;

	beforeEach(async () => {
		emulator = await startEmulator({ additionalKeys: [other] });
	});

	afterEach(() => emulator.close());

	const limit = (change: Partial<RateLimit> = {}) => {
		emulator.rateLimit = {
			requests: 1,
			windowMs: 600_000,
			header: 'retry-after-seconds',
			...change,
		};
	};

	it('answers 429 in the words of each API, and can be removed', async () => {
		const { service, dashboard } = pathsOf(emulator);
		limit();
		expect((await call(emulator, service)).status).toBe(200);
		const refused = await call(emulator, service);
		expect([refused.status, refused.json]).toEqual([
			429,
			{ error: matching(/^RATE_LIMITED: /), status: 429 },
		]);
		const [first = 0, second = 0] = emulator.rateLimitStatistics().times;
		const seconds = Math.ceil((first + 600_000 - second) / 1000);
		expect(refused.headers['retry-after']).toBe(String(seconds));
		const otherApi = await call(emulator, dashboard, { method: 'PUT', body: {} });
		expect([otherApi.status, Object.keys(otherApi.json)]).toEqual([429, ['message']]);
		expect(emulator.refusedRequests.map(({ index }) => index)).toEqual([1, 2]);
		expect(emulator.refusedPerWindow()).toEqual([2]);
		expect(emulator.rateLimitStatistics()).toMatchObject({ admitted: 1, refused: 2 });
		emulator.rateLimit = undefined;
		expect((await call(emulator, service)).status).toBe(200);
		expect(emulator.violations).toEqual([]);
	});

	it('can apply to each key', async () => {
		const { service } = pathsOf(emulator);
		limit({ perKey: true, kind: 'token-bucket' });
		const pair = Buffer.from(`${other.keyId}:${other.keySecret}`).toString('base64');
		const headers = { authorization: `Basic ${pair}` };
		const statuses = [];
		for (const sent of [{}, {}, { headers }]) {
			statuses.push((await call(emulator, service, sent)).status);
		}
		expect(statuses).toEqual([200, 429, 200]);
		const first = emulator.rateLimitStatistics(authorizationFor(emulator, service));
		expect(first).toMatchObject({ admitted: 1, refusedPerWindow: [1] });
		expect(emulator.refusedPerWindow(headers.authorization)).toEqual([0]);
	});
});
