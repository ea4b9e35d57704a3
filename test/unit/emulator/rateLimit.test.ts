import { type RateLimitHeader, startEmulator } from '../../emulator';
import { RateLimiter } from '../../emulator/rateLimit';
import { minimumMs, type RateLimitKind } from '../../emulator/requestBudget';
import { call, pathsOf } from './client';

const TWO_IN_TEN_SECONDS = { requests: 2, windowMs: 10_000 };

function limiterOf(header: RateLimitHeader, kind: RateLimitKind = 'first-request') {
	return new RateLimiter({ ...TWO_IN_TEN_SECONDS, header, kind });
}

it.each<[RateLimitKind, number[], number[], number[]]>([
	[
		'first-request',
		[1000, 1001, 1002, 10_999, 11_000, 11_001, 11_002, 99_000],
		[1002, 10_999, 11_002],
		[2, 1, 0],
	],
	[
		'fixed-clock',
		[8000, 8001, 8002, 9999, 10_000, 10_001, 10_002, 39_999, 40_000],
		[8002, 9999, 10_002],
		[2, 1, 0, 0, 0],
	],
	['sliding-log', [1000, 6000, 10_999, 11_000, 11_001, 16_000], [10_999, 11_001], [1, 1]],
	['token-bucket', [1000, 1000, 5999, 6000, 10_999, 11_000], [5999, 10_999], [2, 0]],
])('of kind %s, %j are admitted but for %j', (kind, times, refused, perWindow) => {
	const limiter = limiterOf('none', kind);
	expect(times.filter((at, index) => !limiter.admit(index, at).admitted)).toEqual(refused);
	const statistics = { times, refused: refused.length, refusedPerWindow: perWindow };
	expect(limiter.statistics()).toMatchObject(statistics);
	expect(limiter.refused.map(({ at }) => at)).toEqual(refused);
	limiter.clearStatistics();
	expect(limiter.statistics()).toMatchObject({ times: [], admitted: 0, refused: 0 });
});

it.each<[RateLimitHeader, RateLimitKind, Record<string, string>]>([
	['retry-after-seconds', 'first-request', { 'retry-after': '8' }],
	['retry-after-seconds', 'fixed-clock', { 'retry-after': '7' }],
	['retry-after-seconds', 'sliding-log', { 'retry-after': '8' }],
	['retry-after-seconds', 'token-bucket', { 'retry-after': '3' }],
	['retry-after-date', 'first-request', { 'retry-after': 'Thu, 01 Jan 1970 00:00:11 GMT' }],
	['x-ratelimit-reset', 'first-request', { 'x-ratelimit-reset': '8' }],
	['none', 'first-request', {}],
])('names the end of the wait by %s, of kind %s', (header, kind, headers) => {
	const limiter = limiterOf(header, kind);
	limiter.admit(0, 1000);
	limiter.admit(1, 1000);
	expect(limiter.admit(2, 3500)).toEqual({ admitted: false, headers });
	const seconds = Number(Object.values(headers)[0]);
	if (seconds > 0) expect(limiter.admit(3, 3500 + seconds * 1000).admitted).toBe(true);
});

it.each<[RateLimitKind, number, number]>([
	['first-request', 2, 0],
	['first-request', 101, 500_000],
	['fixed-clock', 5, 14_000],
	['sliding-log', 5, 20_000],
	['token-bucket', 5, 15_000],
])('of kind %s, %i requests take at least %i ms', (kind, requests, expected) => {
	expect(minimumMs({ ...TWO_IN_TEN_SECONDS, kind }, requests, 6000)).toBe(expected);
});

it.each([
	[true, [200, 429, 200]],
	[false, [200, 429, 429]],
])('counts each key by itself (%s), and can be removed', async (perKey, expected) => {
	const other = { keyId: 'otherKeyId', keySecret: 'otherSecret', accessToken: 'otherToken' };
	const emulator = await startEmulator({ additionalKeys: [other] });
	const { service } = pathsOf(emulator);
	const limit = { requests: 1, windowMs: 600_000, header: 'retry-after-seconds' } as const;
	emulator.rateLimit = { ...limit, perKey };
	const pair = Buffer.from(`${other.keyId}:${other.keySecret}`).toString('base64');
	const statuses: number[] = [];
	for (const sent of [{}, {}, { headers: { authorization: `Basic ${pair}` } }]) {
		const reply = await call(emulator, service, sent);
		statuses.push(reply.status);
		if (reply.status === 429) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(500);
	}
	expect(statuses).toEqual(expected);
	expect(emulator.refusedRequests).toHaveLength(statuses.filter((one) => one === 429).length);
	emulator.rateLimit = undefined;
	expect((await call(emulator, service)).status).toBe(200);
	expect(emulator.violations).toEqual([]);
	await emulator.close();
});
