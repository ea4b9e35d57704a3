import { startEmulator } from '../../../tools/emulator';
import type { LimitKind } from '../../../tools/emulator/limits';
import type { RateLimitHeader } from '../../../tools/emulator/rateLimit';
import { minimumMs, RateLimiter } from '../../../tools/emulator/rateLimit';
import { call, pathsOf } from './client';

const TWO_IN_TEN_SECONDS = { requests: 2, windowMs: 10_000, header: 'none' } as const;

it.each<[LimitKind, number[], number[], number[]]>([
	[
		'firstRequest',
		[1000, 1001, 1002, 10_999, 11_000, 11_001, 11_002],
		[1002, 10_999, 11_002],
		[2, 1],
	],
	['fixedClock', [8000, 8001, 8002, 9999, 10_000, 10_001, 10_002], [8002, 9999, 10_002], [2, 1]],
	['slidingLog', [1000, 6000, 10_999, 11_000, 11_001, 16_000], [10_999, 11_001], [1, 1]],
	['bucket', [1000, 1000, 5999, 6000, 10_999, 11_000], [5999, 10_999], [2, 0]],
	['halfBucket', [1000, 1000, 5999, 6000], [1000, 5999], [2]],
	['stacked', [0, 0, 0, 90_000, 90_000, 90_001, 300_000], [0, 90_001], [1, 1, 0]],
])('a limit of kind %s admits %j except %j', (kind, times, refused, refusedPerWindow) => {
	const limiter = new RateLimiter({ ...TWO_IN_TEN_SECONDS, kind });
	expect(times.filter((at) => limiter.admit(at) !== undefined)).toEqual(refused);
	expect(limiter.statistics()).toMatchObject({ refused: refused.length, refusedPerWindow });
});

it.each<[RateLimitHeader, LimitKind, Record<string, string>]>([
	['retry-after-seconds', 'firstRequest', { 'retry-after': '8' }],
	['retry-after-seconds', 'fixedClock', { 'retry-after': '7' }],
	['retry-after-seconds', 'slidingLog', { 'retry-after': '8' }],
	['retry-after-seconds', 'bucket', { 'retry-after': '3' }],
	['retry-after-date', 'firstRequest', { 'retry-after': 'Thu, 01 Jan 1970 00:00:11 GMT' }],
	['x-ratelimit-reset', 'firstRequest', { 'x-ratelimit-reset': '8' }],
	['rounded-down', 'firstRequest', { 'retry-after': '7' }],
	['always-0', 'firstRequest', { 'retry-after': '0' }],
	['none', 'firstRequest', {}],
])('states the end of the wait by %s, of kind %s', (header, kind, headers) => {
	const limiter = new RateLimiter({ ...TWO_IN_TEN_SECONDS, header, kind });
	limiter.admit(1000);
	limiter.admit(1000);
	expect(limiter.admit(3500)).toEqual(headers);
});

it.each<[LimitKind, number, number]>([
	['firstRequest', 101, 500_000],
	['fixedClock', 5, 14_000],
	['slidingLog', 5, 20_000],
	['bucket', 5, 15_000],
])('a limit of kind %s needs for %i requests at least %i ms', (kind, requests, expected) => {
	expect(minimumMs({ ...TWO_IN_TEN_SECONDS, kind }, requests, 6000)).toBe(expected);
});

it('is enforced by the emulator until it is removed', async () => {
	const emulator = await startEmulator();
	const { service } = pathsOf(emulator);
	emulator.rateLimit = { requests: 1, windowMs: 600_000, header: 'retry-after-seconds' };
	const statuses: number[] = [];
	for (let sent = 0; sent < 3; sent += 1) {
		if (sent === 2) emulator.rateLimit = undefined;
		statuses.push((await call(emulator, service)).status);
	}
	expect(statuses).toEqual([200, 429, 200]);
	expect(emulator.refusedRequests).toHaveLength(1);
	expect(emulator.violations).toEqual([]);
	await emulator.close();
});
