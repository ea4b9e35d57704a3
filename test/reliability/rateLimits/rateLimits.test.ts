import type { RateLimitHeader } from '../../../tools/emulator/rateLimit';
import type { ExecutionsName, Measured } from './grid';
import { measured, quantile } from './grid';
import { playRuns } from './playRuns';

const HONEST: RateLimitHeader[] = ['retry-after-seconds', 'retry-after-date'];
const OTHERS: RateLimitHeader[] = ['none', 'rounded-down', 'always-0'];
const OWN_KEY: ExecutionsName[] = ['reads60', 'twentyTogether', 'tenInARow', 'sixtyInARow'];

/** Fails with the worst cells above the bound. */
function expectWorst(
	cells: readonly Measured[],
	valueOf: (cell: Measured) => number,
	bound: number,
): void {
	const above = cells.filter((cell) => valueOf(cell) > bound);
	const worst = above.sort((one, other) => valueOf(other) - valueOf(one)).slice(0, 3);
	expect(worst.map((cell) => [valueOf(cell).toFixed(2), cell.name])).toEqual([]);
	expect(cells.length).toBeGreaterThan(25);
}

const throttledIn = ({ throttledPerWindow = 0 }: Measured) => throttledPerWindow;

describe('RequestQueue (grid of rate limits)', () => {
	let honest: Measured[];
	let bound: Measured[];

	beforeAll(async () => {
		honest = await measured(HONEST, OWN_KEY);
		bound = honest.filter(({ isBound }) => isBound);
	});

	it('needs little more time than the limit itself', () => {
		const ratiosOf = (isLong: boolean) =>
			bound.filter(({ windowMs }) => windowMs >= 10_000 === isLong).map(({ ratio }) => ratio);
		expect(quantile(ratiosOf(true), 0.5)).toBeLessThan(1.03);
		expect(quantile(ratiosOf(false), 0.5)).toBeLessThan(1.2);
		expectWorst(bound, ({ ratio }) => ratio, 3.1);
	});

	it('sends few throttled requests per window', () => {
		const values = bound.filter(({ throttledPerWindow }) => throttledPerWindow !== undefined);
		expect(quantile(values.map(throttledIn), 0.5)).toBeLessThan(1.15);
		expectWorst(values, throttledIn, 12);
	});

	it('tolerates a missing or wrong wait', async () => {
		const cells = (await measured(OTHERS, OWN_KEY)).filter(({ isBound }) => isBound);
		expectWorst(cells, ({ ratio }) => ratio, 3.1);
		expectWorst(cells, throttledIn, 25);
	});

	it('loses little time if the limit is higher than the load', () => {
		const lost = honest.filter(({ isBound }) => !isBound).map(({ lostMs }) => lostMs);
		expect(quantile(lost, 0.95)).toBeLessThan(1500);
	});
});

describe('executions with a shared key or in several processes', () => {
	it('end within ten times the ideal time', async () => {
		// Dates are in whole seconds, which is coarse for a window of a second.
		expectWorst(await measured(HONEST, ['sharedKey', 'threeProcesses']), ({ ratio }) => ratio, 10);
	});
});

describe('many reads', () => {
	it('take little longer than its pause after a single stray 429', async () => {
		const limit = { requests: 1e9, windowMs: 1000, header: 'retry-after-seconds' } as const;
		const took = async (stray: number) =>
			(await playRuns({ executions: [{ reads: 3000 }], limit, stray })).took;
		expect((await took(1000)) - (await took(0))).toBeLessThan(3000);
	});

	it('use all connections again soon after a stray 429 at the start', async () => {
		const limit = { requests: 1e9, windowMs: 1000, header: 'retry-after-seconds' } as const;
		const run = {
			executions: [{ reads: 3000 }],
			limit,
			latency: (): [number, number] => [150, 150],
		};
		const [calm, disturbed] = [await playRuns(run), await playRuns({ ...run, stray: 5 })];
		expect(disturbed.took).toBeLessThan(1.5 * calm.took);
	});

	it('need little longer than the limit at 200 per second', async () => {
		for (const kind of ['fixedClock', 'slidingLog', 'bucket'] as const) {
			for (const header of ['retry-after-seconds', 'none'] as const) {
				const limit = { requests: 200, windowMs: 1000, kind, header };
				const { took } = await playRuns({ executions: [{ reads: 1000 }], limit });
				expect(took).toBeLessThan(9000);
			}
		}
	});
});

describe('executions with a shared limiter', () => {
	const LIMIT = { requests: 10, windowMs: 10_000, header: 'retry-after-seconds' } as const;
	const oneLater = (reads: number) => [{ reads }, { reads, begin: 2000 }];

	it('take turns, so a later execution ends soon after the first', async () => {
		const { runs } = await playRuns({ executions: oneLater(40), limit: LIMIT });
		const times = runs.map(({ took }) => took);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(2 * LIMIT.windowMs);
	});

	it('end within Max Wait per request or with a clear failure', async () => {
		const { runs } = await playRuns({
			executions: Array.from({ length: 50 }, () => ({ reads: 20 })),
			limit: { ...LIMIT, requests: 1, windowMs: 2000 },
			maxWait: 60_000,
		});
		const failures = runs.flatMap((run) => run.failures);
		expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(['rateLimited']));
		const isThrottled = failures.map((failure) => 'response' in failure);
		expect(new Set(isThrottled)).toEqual(new Set([false, true]));
	});

	it('end without a failure at the default Max Wait', async () => {
		const { runs } = await playRuns({ executions: [{ reads: 1000 }], limit: LIMIT });
		expect(runs.flatMap(({ failures }) => failures)).toEqual([]);
	});

	it('pause together, so that a later execution sends nothing too early', async () => {
		const { throttled } = await playRuns({ executions: oneLater(15), limit: LIMIT });
		expect(throttled.map((at) => Math.floor(at / LIMIT.windowMs))).toEqual([0, 1]);
	});

	it("aren't delayed by an execution that hangs", async () => {
		const { runs, took } = await playRuns({
			executions: [{ reads: 20 }, { reads: 20 }],
			limit: { ...LIMIT, requests: 1000, windowMs: 1000 },
			latency: (_random, _inFlight, request) => [10, request === 1 ? 59_990 : 10],
		});
		expect(took).toBe(60_000);
		expect(Math.min(...runs.map((run) => run.took))).toBeLessThan(3000);
	});
});
