import type { BenchResults, CaseResult } from '../results';
import type { Case, Client } from '../grid';
import { numberText } from './names';

/** One thing that the package wants to reach, and what was measured; nothing where the grid leaves it out. */
export interface Goal {
	title: string;
	goal: string;
	measured: string | undefined;
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

function times(ratio: number | undefined): string | undefined {
	return ratio === undefined ? undefined : `${numberText(ratio, 2)} times`;
}

function percent(ratio: number | undefined): string | undefined {
	return ratio === undefined ? undefined : `${numberText(ratio * 100, 1)} %`;
}

/** Returns every goal with what this run has measured of it. */
export function goalsOf(results: BenchResults): Goal[] {
	const faster = (wanted: Omit<Wanted, 'call'>): string | undefined => {
		const read: Wanted = { ...wanted, call: 'get' };
		return times(quotient(timeOf(results, read, 'httpRequest'), timeOf(results, read, 'package')));
	};
	const memory = results.memory.find(({ case: one }) => one.call === 'get')?.measured;
	const create: Wanted = { call: 'createByJson', items: 1000 };
	const sending = timeOf(results, { ...create, latencyMs: 20 }, 'package');
	const preflight = timeOf(results, { ...create, dryRun: true }, 'package');
	const perItem = (items: number): number | undefined =>
		quotient(timeOf(results, { call: 'get', items }, 'package'), items);
	const than = 'HTTP Request takes';
	return [
		{
			title: `1,000 reads: ${than}`,
			goal: 'at least 4.0 times as long',
			measured: faster({ items: 1000 }),
		},
		{
			title: `1,000 reads at 20 ms: ${than}`,
			goal: 'at least 3.0 times',
			measured: faster({ items: 1000, latencyMs: 20 }),
		},
		{
			title: `1,000 reads over TLS: ${than}`,
			goal: 'at least 2.5 times',
			measured: faster({ items: 1000, tls: true }),
		},
		{
			title: `10,000 reads: ${than}`,
			goal: 'at least 3.8 times',
			measured: faster({ items: 10_000 }),
		},
		{
			title: "10,000 reads: the peak memory of n8n's process, of that with HTTP Request",
			goal: 'at most 55 %',
			measured: percent(quotient(memory?.package.peak.median, memory?.httpRequest.peak.median)),
		},
		{ title: `One read: ${than}`, goal: 'at least 1.0 times', measured: faster({ items: 1 }) },
		{
			title: 'Preflight of 1,000 creates, of the time to send them at 20 ms',
			goal: 'under 5 %',
			measured: percent(quotient(preflight, sending)),
		},
		{
			title: 'Time per item of 10,000 reads, of that of 1,000',
			goal: 'at most 115 %',
			measured: percent(quotient(perItem(10_000), perItem(1000))),
		},
	];
}
