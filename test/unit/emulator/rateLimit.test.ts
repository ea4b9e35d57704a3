import type { LimitKind } from '../../../tools/emulator/limits';
import type { RateLimitHeader } from '../../../tools/emulator/rateLimit';
import { minimumMs, RateLimiter } from '../../../tools/emulator/rateLimit';

const TWO_IN_TEN_SECONDS = { requests: 2, windowMs: 10_000, header: 'none' } as const;

interface LimitCase {
	kind: LimitKind;
	times: number[];
	refused: number[];
	/** How many of each window are refused. */
	perWindow: number[];
}

const LIMITS: LimitCase[] = [
	{
		kind: 'firstRequest',
		times: [1000, 1001, 1002, 10_999, 11_000, 11_001, 11_002],
		refused: [1002, 10_999, 11_002],
		perWindow: [2, 1],
	},
	{
		kind: 'fixedClock',
		times: [8000, 8001, 8002, 9999, 10_000, 10_001, 10_002],
		refused: [8002, 9999, 10_002],
		perWindow: [2, 1],
	},
	{
		kind: 'slidingLog',
		times: [1000, 6000, 10_999, 11_000, 11_001, 16_000],
		refused: [10_999, 11_001],
		perWindow: [1, 1],
	},
	{
		kind: 'bucket',
		times: [1000, 1000, 5999, 6000, 10_999, 11_000],
		refused: [5999, 10_999],
		perWindow: [2, 0],
	},
	{ kind: 'halfBucket', times: [1000, 1000, 5999, 6000], refused: [1000, 5999], perWindow: [2] },
	{
		kind: 'stacked',
		times: [0, 0, 0, 90_000, 90_000, 90_001, 300_000],
		refused: [0, 90_001],
		perWindow: [1, 1, 0],
	},
];

it.each(LIMITS)('a limit of kind $kind refuses $refused of $times', (row) => {
	const limiter = new RateLimiter({ ...TWO_IN_TEN_SECONDS, kind: row.kind });
	expect(row.times.filter((at) => limiter.admit(at) !== undefined)).toEqual(row.refused);
	const { refused, refusedPerWindow } = limiter.statistics();
	expect({ refused, refusedPerWindow }).toEqual({
		refused: row.refused.length,
		refusedPerWindow: row.perWindow,
	});
});

const HEADERS: Array<{ header: RateLimitHeader; kind: LimitKind; sent: Record<string, string> }> = [
	{ header: 'retry-after-seconds', kind: 'firstRequest', sent: { 'retry-after': '8' } },
	{ header: 'retry-after-seconds', kind: 'fixedClock', sent: { 'retry-after': '7' } },
	{ header: 'retry-after-seconds', kind: 'bucket', sent: { 'retry-after': '3' } },
	{
		header: 'retry-after-date',
		kind: 'firstRequest',
		sent: { 'retry-after': 'Thu, 01 Jan 1970 00:00:11 GMT' },
	},
	{ header: 'x-ratelimit-reset', kind: 'firstRequest', sent: { 'x-ratelimit-reset': '8' } },
	{ header: 'rounded-down', kind: 'firstRequest', sent: { 'retry-after': '7' } },
	{ header: 'always-0', kind: 'firstRequest', sent: { 'retry-after': '0' } },
	{ header: 'none', kind: 'firstRequest', sent: {} },
];

it.each(HEADERS)('states the end of the wait by $header of $kind', ({ header, kind, sent }) => {
	const limiter = new RateLimiter({ ...TWO_IN_TEN_SECONDS, header, kind });
	limiter.admit(1000);
	limiter.admit(1000);
	expect(limiter.admit(3500)).toEqual(sent);
});

const MINIMA: Array<{ kind: LimitKind; requests: number; ms: number }> = [
	{ kind: 'firstRequest', requests: 101, ms: 500_000 },
	{ kind: 'fixedClock', requests: 5, ms: 14_000 },
	{ kind: 'slidingLog', requests: 5, ms: 20_000 },
	{ kind: 'bucket', requests: 5, ms: 15_000 },
];

it.each(MINIMA)('$requests requests within $kind need $ms ms', ({ kind, requests, ms }) => {
	expect(minimumMs({ ...TWO_IN_TEN_SECONDS, kind }, requests, 6000)).toBe(ms);
});
