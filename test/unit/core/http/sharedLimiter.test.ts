import type { Participant } from '../../../../nodes/core/http/sharedLimiter';
import { SharedLimiter } from '../../../../nodes/core/http/sharedLimiter';
import { RequestQueue } from '../../../../nodes/core/http/requestQueue';
import type { RateLimitHeader } from '../../../emulator/rateLimit';
import type { RateLimitKind } from '../../../emulator/requestBudget';
import { PlayedClock } from './playedClock';
import { playRuns } from './playedRuns';

const LIMIT = { requests: 10, windowMs: 10_000 };
const KINDS: RateLimitKind[] = ['first-request', 'fixed-clock', 'sliding-log', 'token-bucket'];
const HEADERS: RateLimitHeader[] = ['retry-after-seconds', 'retry-after-date', 'x-ratelimit-reset'];
const CASES = KINDS.flatMap((kind) => HEADERS.map((header) => ({ kind, header })));
/** Whole seconds that the service names, and responses that take time, are not the limiter's doing. */
const TWENTY = { executions: 20, reads: 5, most: 1.15 };
const ONE = { executions: 1, reads: 100, most: 1.105 };

describe.each([TWENTY, ONE])(
	'$executions executions of $reads reads',
	({ executions, reads, most }) => {
		it.each(CASES)(
			'against ten requests per ten seconds ($kind, $header)',
			async ({ kind, header }) => {
				const limit = { ...LIMIT, kind, header };
				const start = 1_800_000_003_210;
				const { runs, statistics } = await playRuns({ executions, reads, limit, start });
				const outcomes = runs.flatMap((run) => run.outcomes);
				expect(outcomes.filter((outcome) => 'error' in outcome)).toEqual([]);
				expect(statistics.admitted).toBe(100);
				expect(statistics.elapsedMs / statistics.minimumMs).toBeLessThan(most);
				const [first = 0, ...later] = statistics.refusedPerWindow;
				expect(Math.max(...later)).toBeLessThanOrEqual(1);
				// Only a second refusal tells a bucket that is refilled steadily from a window.
				expect(first).toBeLessThanOrEqual(kind === 'token-bucket' ? 2 : 1);
			},
		);
	},
);

describe('responses that come out of order, up to 0.3 seconds apart', () => {
	/** The same numbers from 0 to 1 in each run. */
	function randomNumbers(seed: number): () => number {
		let state = seed;
		return () => {
			state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
			return state / 2 ** 32;
		};
	}

	it.each(KINDS)('cost no more than one refusal a window (%s)', async (kind) => {
		for (let seed = 1; seed <= 5; seed += 1) {
			const random = randomNumbers(seed * 7919);
			const limit = { ...LIMIT, kind, header: 'retry-after-seconds' } as const;
			const latency = () => 20 + random() * 300;
			const { statistics } = await playRuns({ executions: 20, reads: 5, limit, latency });
			const [first = 0, ...later] = statistics.refusedPerWindow;
			expect(first).toBeLessThanOrEqual(kind === 'token-bucket' ? 2 : 1);
			expect(Math.max(...later)).toBeLessThanOrEqual(1);
			expect(statistics.elapsedMs / statistics.minimumMs).toBeLessThan(1.15);
		}
	});
});

describe('executions that share a limiter', () => {
	const header = 'retry-after-seconds';

	it('take turns, so that one that comes later ends soon after the first', async () => {
		const limit = { ...LIMIT, header } as const;
		const begin = (execution: number) => execution * 2000;
		const { runs } = await playRuns({ executions: 2, reads: 40, limit, begin });
		const times = runs.map(({ took }) => took);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(2 * LIMIT.windowMs);
	});

	it('count no turn of another execution as a wait for the rate limit', async () => {
		const limit = { ...LIMIT, header } as const;
		const { runs, took } = await playRuns({ executions: 20, reads: 5, limit, maxWait: 60_000 });
		expect(took).toBeGreaterThan(85_000);
		expect(runs.flatMap(({ outcomes }) => outcomes).filter((one) => 'error' in one)).toEqual([]);
		expect(runs.every(({ waits }) => waits.ms <= 60_000)).toBe(true);
	});

	it('pause together: one that comes later sends nothing before the time is over', async () => {
		const limit = { ...LIMIT, header } as const;
		const { statistics } = await playRuns({
			executions: 2,
			reads: 15,
			limit,
			begin: (execution) => execution * 2000,
		});
		expect(statistics.refusedPerWindow).toEqual([1, 1, 0]);
	});

	it('are not held up by one that hangs', async () => {
		const { runs, took } = await playRuns({
			executions: 2,
			reads: 20,
			limit: { requests: 1000, windowMs: 1000, header },
			latency: (request) => (request === 1 ? 60_000 : 20),
		});
		expect(took).toBe(60_000);
		expect(Math.min(...runs.map((run) => run.took))).toBeLessThan(3000);
	});

	it('go on when one of them is stopped while its requests are in progress', async () => {
		const clock = new PlayedClock();
		const shared = new SharedLimiter();
		const controllers = [new AbortController(), new AbortController()];
		const limits = { maxWait: 300_000, maxConcurrency: 50 };
		const [one, other] = controllers.map(
			({ signal }) => new RequestQueue(shared, clock, limits, signal),
		);
		if (one === undefined || other === undefined) throw new Error('there are two');
		const queued = (itemIndex: number) => ({ itemIndex, rateLimitedBefore: false, waited: 0 });
		one.rateLimited(await one.acquire(queued(0)), clock.now() + 1000);
		await clock.play(one.acquire(queued(1)));
		const waiting = other.acquire(queued(0));
		controllers[0]?.abort();
		const began = clock.now();
		await clock.play(waiting);
		expect(clock.now()).toBe(began);
	});

	it('probe a long pause, each execution that was not refused, one after the other', async () => {
		const clock = new PlayedClock();
		const shared = new SharedLimiter();
		const { signal } = new AbortController();
		const limits = { maxWait: 300_000, maxConcurrency: 50 };
		const queued = () => ({ itemIndex: 0, rateLimitedBefore: false, waited: 0 });
		const refused = new RequestQueue(shared, clock, limits, signal);
		refused.rateLimited(await refused.acquire(queued()), clock.now() + 3_600_000);
		await expect(refused.acquire(queued())).rejects.toThrow();
		const next = new RequestQueue(shared, clock, limits, signal);
		next.accepted(await next.acquire(queued()));
		await expect(refused.acquire(queued())).resolves.toBeDefined();
	});

	it('offers nothing to those who are not ready', () => {
		const shared = new SharedLimiter();
		const [go, hold] = [jest.fn(), jest.fn()];
		const participant: Participant = { ready: false, refused: false, go, hold };
		shared.join(participant);
		shared.drain(0);
		expect(go).not.toHaveBeenCalled();
		expect(hold).not.toHaveBeenCalled();
	});
});
