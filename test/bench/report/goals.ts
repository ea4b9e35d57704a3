import type { BenchResults, CaseResult } from '../results';
import type { Case, Client } from '../grid';
import { numberText } from './names';

/** One goal of the package, and what was measured; nothing if the grid leaves it out. */
export interface Goal {
	title: string;
	goal: string;
	measured: string | undefined;
	met: boolean | undefined;
}

type Wanted = Partial<Case> & Pick<Case, 'call' | 'items'>;

const BARE = { latencyMs: 0, tls: false, dryRun: undefined };

/** Returns the median time of a client in a case, or undefined where it was not measured. */
function timeOf({ cases }: BenchResults, wanted: Wanted, client: Client): number | undefined {
	const { call, items, latencyMs, tls, dryRun } = { ...BARE, ...wanted };
	const found = cases.find(
		({ case: one }: CaseResult) =>
			one.call === call &&
			one.items === items &&
			one.latencyMs === latencyMs &&
			one.tls === tls &&
			one.dryRun === dryRun,
	);
	return found?.measured[client]?.ms.median;
}

function quotient(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? undefined : one / other;
}

/** Returns the goal that HTTP Request takes a multiple of the package's time. */
function slower(what: string, bound: number, ratio: number | undefined): Goal {
	return {
		title: `${what}: HTTP Request takes`,
		goal: `at least ${numberText(bound, 1)} times as long`,
		measured: ratio === undefined ? undefined : `${numberText(ratio, 2)} times`,
		met: ratio === undefined ? undefined : ratio >= bound,
	};
}

/** Returns the goal that a part is not above a percentage of the total. */
function atMost(title: string, bound: number, ratio: number | undefined): Goal {
	return {
		title,
		goal: `at most ${numberText(bound)} %`,
		measured: ratio === undefined ? undefined : `${numberText(ratio * 100, 1)} %`,
		met: ratio === undefined ? undefined : ratio * 100 <= bound,
	};
}

/** Returns every goal with what this run has measured of it. */
export function goalsOf(results: BenchResults): Goal[] {
	const faster = (wanted: Omit<Wanted, 'call'>): number | undefined => {
		const read: Wanted = { ...wanted, call: 'get' };
		return quotient(timeOf(results, read, 'httpRequest'), timeOf(results, read, 'package'));
	};
	const memory = results.memory.find(({ case: one }) => one.call === 'get')?.measured;
	const create: Wanted = { call: 'createByJson', items: 1000 };
	const sending = timeOf(results, { ...create, latencyMs: 20 }, 'package');
	const preflight = timeOf(results, { ...create, dryRun: true }, 'package');
	const perItem = (items: number): number | undefined =>
		quotient(timeOf(results, { call: 'get', items }, 'package'), items);
	return [
		slower('1,000 reads', 4, faster({ items: 1000 })),
		slower('1,000 reads at 20 ms', 3, faster({ items: 1000, latencyMs: 20 })),
		slower('1,000 reads over TLS', 2.5, faster({ items: 1000, tls: true })),
		slower('10,000 reads', 3.8, faster({ items: 10_000 })),
		atMost(
			"10,000 reads: the peak memory of n8n's process, of that with HTTP Request",
			55,
			quotient(memory?.package.peak.median, memory?.httpRequest.peak.median),
		),
		slower('One read', 1, faster({ items: 1 })),
		atMost(
			'Preflight of 1,000 creates, of the time to send them at 20 ms',
			5,
			quotient(preflight, sending),
		),
		atMost(
			'Time per item of 10,000 reads, of that of 1,000',
			115,
			quotient(perItem(10_000), perItem(1000)),
		),
	];
}
