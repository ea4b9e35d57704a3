import type { LimitKind } from '../../../tools/emulator/limits';
import type { RateLimitHeader } from '../../../tools/emulator/rateLimit';
import { rateLimiter } from '../../../tools/emulator/rateLimit';

const TWO_IN_TEN_SECONDS = { requests: 2, windowMs: 10_000, header: 'none' } as const;

it.each<{ kind: LimitKind; times: number[]; refused: number[] }>([
	{
		kind: 'firstRequest',
		times: [1000, 1001, 1002, 10_999, 11_000, 11_001, 11_002],
		refused: [1002, 10_999, 11_002],
	},
	{
		kind: 'fixedClock',
		times: [8000, 8001, 8002, 9999, 10_000, 10_001, 10_002],
		refused: [8002, 9999, 10_002],
	},
	{
		kind: 'slidingLog',
		times: [1000, 6000, 10_999, 11_000, 11_001, 16_000],
		refused: [10_999, 11_001],
	},
	{ kind: 'bucket', times: [1000, 1000, 5999, 6000, 10_999, 11_000], refused: [5999, 10_999] },
	{ kind: 'halfBucket', times: [1000, 1000, 5999, 6000], refused: [1000, 5999] },
	{ kind: 'stacked', times: [0, 0, 0, 90_000, 90_000, 90_001, 300_000], refused: [0, 90_001] },
])('throttles $refused of $times requests with $kind', ({ kind, times, refused }) => {
	const admit = rateLimiter({ ...TWO_IN_TEN_SECONDS, kind });
	expect(times.filter((at) => admit(at) !== undefined)).toEqual(refused);
});

it.each<{ header: RateLimitHeader; sent: Record<string, string> }>([
	{ header: 'retry-after-seconds', sent: { 'retry-after': '8' } },
	{ header: 'retry-after-date', sent: { 'retry-after': 'Thu, 01 Jan 1970 00:00:11 GMT' } },
	{ header: 'x-ratelimit-reset', sent: { 'x-ratelimit-reset': '8' } },
	{ header: 'rounded-down', sent: { 'retry-after': '7' } },
	{ header: 'always-0', sent: { 'retry-after': '0' } },
	{ header: 'none', sent: {} },
])('states the end of the wait in $header', ({ header, sent }) => {
	const admit = rateLimiter({ ...TWO_IN_TEN_SECONDS, header });
	expect([admit(1000), admit(1000), admit(3500)]).toEqual([undefined, undefined, sent]);
});
