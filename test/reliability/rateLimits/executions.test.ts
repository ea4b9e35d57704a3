import type { LimitKind } from '../../../tools/emulator/limits';
import type { RateLimitHeader } from '../../../tools/emulator/rateLimit';
import { Random } from '../../../tools/random';
import { quantile } from './grid';
import type { Run } from './playRuns';
import { playRuns } from './playRuns';

const LIMIT = { requests: 10, windowMs: 10_000, header: 'retry-after-seconds' } as const;
const KINDS: LimitKind[] = ['firstRequest', 'fixedClock', 'slidingLog', 'bucket'];
const HEADERS: RateLimitHeader[] = ['retry-after-seconds', 'retry-after-date', 'x-ratelimit-reset'];
const CASES = KINDS.flatMap((kind) => HEADERS.map((header) => ({ kind, header })));

/** Plays a run of which no request may fail. */
async function playWithoutFailure(run: Run) {
	const played = await playRuns(run);
	expect(played.runs.flatMap(({ failures }) => failures)).toEqual([]);
	return played;
}

describe.each([
	{ executions: 20, reads: 5 },
	{ executions: 1, reads: 100 },
])('$executions executions of $reads reads', ({ executions, reads }) => {
	it.each(CASES)('finish against ten requests per ten seconds ($kind, $header)', async (one) => {
		const { statistics, leastMs } = await playWithoutFailure({
			executions: Array.from({ length: executions }, () => ({ reads })),
			limit: { ...LIMIT, ...one },
			start: 1_800_000_003_210,
		});
		const { admitted, elapsedMs, refusedPerWindow } = statistics;
		expect(admitted).toBe(100);
		// Waits in whole seconds, and responses that take time, are not caused by the limiter.
		expect(elapsedMs / leastMs).toBeLessThan(1.2);
		expect(Math.max(...refusedPerWindow)).toBeLessThanOrEqual(4);
		expect(quantile(refusedPerWindow, 0.5)).toBeLessThanOrEqual(2);
	});
});

it("ten requests per two seconds by the clock need less than 1.35 times the limit's own time", async () => {
	const limit = { requests: 10, windowMs: 2000, kind: 'fixedClock' } as const;
	for (let seed = 1; seed <= 10; seed += 1) {
		const { statistics, leastMs } = await playWithoutFailure({
			executions: [{ reads: 100 }],
			limit: { ...limit, header: 'x-ratelimit-reset' },
			latency: (random) => [2.5 + random() * 15, 2.5 + random() * 15],
			start: 1_800_000_000_000 + new Random(seed).integer(0, 1999),
			seed,
		});
		expect(statistics.elapsedMs / leastMs).toBeLessThan(1.35);
	}
});

it.each([1, 20, 300])('one request a window is throttled, at %d ms a response', async (ms) => {
	const { statistics } = await playWithoutFailure({
		executions: [{ reads: 45 }],
		limit: { ...LIMIT, windowMs: 2000 },
		latency: () => [ms / 2, ms / 2],
	});
	expect(statistics.refusedPerWindow).toEqual([1, 1, 1, 1, 0]);
});

describe('executions that share a limiter', () => {
	const oneLater = (reads: number) => [{ reads }, { reads, begin: 2000 }];

	it('take turns, so that a later one ends soon after the first', async () => {
		const { runs } = await playRuns({ executions: oneLater(40), limit: LIMIT });
		const times = runs.map(({ took }) => took);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(2 * LIMIT.windowMs);
	});

	it('end within Max Wait for each request that heads its queue, or with a clear failure', async () => {
		const { runs } = await playRuns({
			executions: Array.from({ length: 50 }, () => ({ reads: 20 })),
			limit: { ...LIMIT, requests: 1, windowMs: 2000 },
			maxWait: 60_000,
		});
		const failures = runs.flatMap((run) => run.failures);
		expect(failures.length).toBeGreaterThan(0);
		expect(failures.every(({ kind }) => kind === 'blocked' || kind === 'throttled')).toBe(true);
	});

	it('end without a failure at the default Max Wait, even a thousand of them', async () => {
		await playWithoutFailure({ executions: [{ reads: 1000 }], limit: LIMIT });
	});

	it('pause together: a later one sends nothing before the time is up', async () => {
		const { statistics } = await playRuns({ executions: oneLater(15), limit: LIMIT });
		expect(Math.max(...statistics.refusedPerWindow)).toBe(1);
	});

	it('are not delayed by one that hangs', async () => {
		const { runs, took } = await playRuns({
			executions: [{ reads: 20 }, { reads: 20 }],
			limit: { ...LIMIT, requests: 1000, windowMs: 1000 },
			latency: (_random, _inFlight, request) => [10, request === 1 ? 59_990 : 10],
		});
		expect(took).toBe(60_000);
		expect(Math.min(...runs.map((run) => run.took))).toBeLessThan(3000);
	});
});
