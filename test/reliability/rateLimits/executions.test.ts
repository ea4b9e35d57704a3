import type { RateLimitHeader } from '../../emulator/rateLimit';
import type { RateLimitKind } from '../../emulator/requestBudget';
import { playRuns } from '../../unit/core/http/playedRuns';
import { quantile } from './grid';
import { randomNumbers } from './timeline';

const LIMIT = { requests: 10, windowMs: 10_000 };
const KINDS: RateLimitKind[] = ['first-request', 'fixed-clock', 'sliding-log', 'token-bucket'];
const HEADERS: RateLimitHeader[] = ['retry-after-seconds', 'retry-after-date', 'x-ratelimit-reset'];
const CASES = KINDS.flatMap((kind) => HEADERS.map((header) => ({ kind, header })));
const header = 'retry-after-seconds';

describe.each([
	{ executions: 20, reads: 5 },
	{ executions: 1, reads: 100 },
])('$executions executions of $reads reads', ({ executions, reads }) => {
	it.each(CASES)('finish against ten requests per ten seconds ($kind, $header)', async (one) => {
		const limit = { ...LIMIT, ...one };
		const { runs, statistics } = await playRuns({
			...{ executions, reads, limit, start: 1_800_000_003_210 },
		});
		expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
		expect(statistics.admitted).toBe(100);
		// Waits in whole seconds, and responses that take time, are not caused by the limiter.
		expect(statistics.elapsedMs / statistics.minimumMs).toBeLessThan(1.2);
		expect(Math.max(...statistics.refusedPerWindow)).toBeLessThanOrEqual(4);
		expect(quantile(statistics.refusedPerWindow, 0.5)).toBeLessThanOrEqual(2);
	});
});

describe('ten requests per two seconds by the clock, named by a reset header', () => {
	it('take less than 1.35 of the time of the limit in each of ten runs', async () => {
		const limit = { requests: 10, windowMs: 2000, kind: 'fixed-clock' } as const;
		for (let seed = 1; seed <= 10; seed += 1) {
			const random = randomNumbers(seed);
			const start = 1_800_000_000_000 + Math.floor(random() * 2000);
			const latency = () => 5 + random() * 30;
			const { runs, statistics } = await playRuns({
				...{ executions: 1, reads: 100, latency, start },
				limit: { ...limit, header: 'x-ratelimit-reset' },
			});
			expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
			expect(statistics.elapsedMs / statistics.minimumMs).toBeLessThan(1.35);
		}
	});
});

describe('ten requests per two seconds from the first on', () => {
	it.each([1, 20, 300])('throttle one request a window, at %d ms a response', async (ms) => {
		const limit = { requests: 10, windowMs: 2000, header } as const;
		const { runs, statistics } = await playRuns({
			...{ executions: 1, reads: 45, limit, latency: () => ms },
		});
		expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
		expect(statistics.refusedPerWindow).toEqual([1, 1, 1, 1, 0]);
	});
});

describe('executions that share a limiter', () => {
	const limit = { ...LIMIT, header } as const;

	it('take turns, so that one that comes later ends soon after the first', async () => {
		const begin = (execution: number) => execution * 2000;
		const { runs } = await playRuns({ executions: 2, reads: 40, limit, begin });
		const times = runs.map(({ took }) => took);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(2 * LIMIT.windowMs);
	});

	it('end within Max Wait for each request that heads its queue, or with a clear failure', async () => {
		const setup = {
			executions: 50,
			reads: 20,
			limit: { requests: 1, windowMs: 2000, header },
		} as const;
		const { runs } = await playRuns({ ...setup, maxWait: 60_000 });
		const failures = runs.flatMap((run) => run.failures);
		expect(failures.length).toBeGreaterThan(0);
		expect(failures.every(({ kind }) => kind === 'blocked' || kind === 'throttled')).toBe(true);
	});

	it('end without a failure at the default Max Wait, a thousand of them', async () => {
		const { runs } = await playRuns({ executions: 1, reads: 1000, limit });
		expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
	});

	it('pause together: one that comes later sends nothing before the time is up', async () => {
		const begin = (execution: number) => execution * 2000;
		const { statistics } = await playRuns({ executions: 2, reads: 15, limit, begin });
		expect(Math.max(...statistics.refusedPerWindow)).toBe(1);
	});

	it('are not delayed by one that hangs', async () => {
		const { runs, took } = await playRuns({
			...{ executions: 2, reads: 20, limit: { requests: 1000, windowMs: 1000, header } },
			latency: (request) => (request === 1 ? 60_000 : 20),
		});
		expect(took).toBe(60_000);
		expect(Math.min(...runs.map((run) => run.took))).toBeLessThan(3000);
	});
});
