import { RateLimiter } from '../../../nodes/core/http/rateLimiter';
import type { Permit } from '../../../nodes/core/http/rateLimiter';
import type { ClientName, Limiter } from './clients';
import { Play } from './clients';
import type { Cell, Measured } from './grid';
import { cellsOf, LIMITS, measure, quantile } from './grid';
import type { NamingName } from './servers';
import { HONEST_NAMINGS, KINDS, OTHER_NAMINGS, strayAt } from './servers';
import { randomNumbers } from './timeline';

const CLIENTS: readonly ClientName[] = ['reads60', 'twentyTogether', 'tenInARow', 'writes60'];
/** Of the rest of the grid, this fraction: all of it takes minutes. */
const PART_OF_SHARED = 0.25;

function limiterOf(): Limiter {
	const limiter = new RateLimiter();
	return {
		request: (now) => {
			const decision = limiter.request(now);
			return 'until' in decision ? { until: decision.until } : { permit: decision };
		},
		accepted: (permit, now) => {
			limiter.accepted(permit as Permit, now);
		},
		throttled: (permit, now, until) => {
			limiter.throttled(permit as Permit, now, until);
		},
	};
}

function measured(namings: readonly NamingName[], clients: readonly ClientName[]): Measured[] {
	return cellsOf(namings, clients).map((cell) => measure(cell, 1, limiterOf));
}

const namesOf = (namings: object) => Object.keys(namings) as NamingName[];

/** The worst cells by name, so that a failure shows where to look. */
function worst(cells: readonly Measured[], valueOf: (cell: Measured) => number): string[] {
	const sorted = [...cells].sort((one, other) => valueOf(other) - valueOf(one));
	return sorted.slice(0, 3).map((cell) => `${valueOf(cell).toFixed(2)} ${nameOf(cell.cell)}`);
}

function nameOf({ kind, limit, naming, latency, client }: Cell): string {
	return [kind, limit, naming, latency, client].join(', ');
}

/** Fails with the worst cells where any is above the bound. */
function expectWorst(
	cells: readonly Measured[],
	valueOf: (cell: Measured) => number,
	bound: number,
): void {
	const above = cells.filter((cell) => valueOf(cell) > bound);
	expect(above.length === 0 ? [] : worst(above, valueOf)).toEqual([]);
	expect(cells.length).toBeGreaterThan(100);
}

const isLong = ({ cell }: Measured) => LIMITS[cell.limit].windowMs >= 10_000;
const ratios = (cells: readonly Measured[]) => cells.map(({ ratio }) => ratio);
const throttledIn = ({ throttledPerWindow = 0 }: Measured) => throttledPerWindow;

describe('a grid of rate limits, in simulated time', () => {
	const honest = measured(namesOf(HONEST_NAMINGS), CLIENTS);
	const other = measured(namesOf(OTHER_NAMINGS), CLIENTS);
	const bound = honest.filter(({ isBound }) => isBound);

	it('takes little more than the limit itself takes, wherever the wait is named', () => {
		expect(quantile(ratios(bound.filter(isLong)), 0.5)).toBeLessThan(1.03);
		expect(quantile(ratios(bound.filter((cell) => !isLong(cell))), 0.5)).toBeLessThan(1.2);
		expectWorst(bound, ({ ratio }) => ratio, 3.1);
	});

	it('has few requests throttled in each window', () => {
		const values = bound.filter(({ throttledPerWindow }) => throttledPerWindow !== undefined);
		expect(quantile(values.map(throttledIn), 0.5)).toBeLessThan(1.15);
		expectWorst(values, throttledIn, 12);
	});

	it('tolerates a wait that is not named, or named wrong', () => {
		const cells = other.filter(({ isBound }) => isBound);
		expectWorst(cells, ({ ratio }) => ratio, 3.1);
		expectWorst(cells, throttledIn, 25);
	});

	it('loses little time where the limit does not bind', () => {
		const lost = honest.filter(({ isBound }) => !isBound).map(({ lostMs }) => lostMs);
		expect(quantile(lost, 0.95)).toBeLessThan(1500);
	});
});

describe('a key that others use, and several processes', () => {
	it('end in bounded time as well', () => {
		const random = randomNumbers(7);
		const cells = cellsOf(namesOf(HONEST_NAMINGS), ['sharedKey', 'threeProcesses'])
			.filter(() => random() < PART_OF_SHARED)
			.map((cell) => measure(cell, 1, limiterOf));
		// A date is in whole seconds, which is long for a window of one.
		expectWorst(cells, ({ ratio }) => ratio, 10);
	});
});

describe('many reads', () => {
	const reads = (items: number) => [{ process: 0, items, maxConcurrency: 50, begin: 0 }];

	it('lose little more than its pause to one stray throttled request', () => {
		const run = { naming: 'seconds', latency: 'ms20', executions: reads(6000), seed: 1 } as const;
		const took = (server: () => ReturnType<typeof strayAt>) =>
			new Play({ ...run, server }, limiterOf).play(Infinity).took;
		const lost = took(() => strayAt(1000)) - took(() => strayAt(0));
		expect(lost).toBeLessThan(3000);
	});

	it('at 200 per second take little longer than the limit', () => {
		const limit = { requests: 200, windowMs: 1000 };
		for (const kind of ['fixedClock', 'slidingLog', 'bucket'] as const) {
			for (const naming of ['seconds', 'none'] as const) {
				const { took } = new Play(
					{
						...{ naming, latency: 'ms20', executions: reads(1000), seed: 1 },
						server: (random) => KINDS[kind](limit, random),
					},
					limiterOf,
				).play(Infinity);
				expect(took).toBeLessThan(9000);
			}
		}
	});
});
