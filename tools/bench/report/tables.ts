import { table } from '../../docs/markdown';
import { type Client, CLIENTS } from '../grid';
import type { CaseResult, MemoryResult, Spread } from '../results';
import { caseName, numberText } from './names';

const BYTES_PER_MB = 1_000_000;
const NOT_MEASURED = '–';
const NAMES: Readonly<Record<Client, string>> = {
	package: 'This package',
	httpRequest: 'HTTP Request',
	baseline: 'Older build',
	floor: 'Floor',
};

function milliseconds(ms: Spread | undefined): string {
	if (ms === undefined) return NOT_MEASURED;
	const digits = ms.median < 10 ? 1 : 0;
	const [median = '', min = '', max = ''] = [ms.median, ms.min, ms.max].map((value) =>
		numberText(value, digits),
	);
	return `${median} (${min}–${max})`;
}

/** Returns a ratio of medians. */
function ratio(above: Spread | undefined, below: Spread | undefined): string {
	if (above === undefined || below === undefined) return NOT_MEASURED;
	return numberText(above.median / below.median, 2);
}

/** Returns the clients that were measured, in their order. */
function measuredClients(cases: readonly CaseResult[]): Client[] {
	const measured = new Set(cases.flatMap((one) => Object.keys(one.measured)));
	return CLIENTS.filter((client) => measured.has(client));
}

/** Returns the table of times: medians in milliseconds, with the range of all rounds. */
export function timesTable(cases: readonly CaseResult[]): string {
	const clients = measuredClients(cases);
	const rows = cases.map(({ case: one, measured }) => [
		caseName(one),
		...clients.map((client) => milliseconds(measured[client])),
	]);
	return table(['Items and call', ...clients.map((client) => NAMES[client])], rows);
}

/** Returns the table of ratios: how many times as fast as HTTP Request, and how many times as slow as the others. */
export function ratiosTable(cases: readonly CaseResult[]): string {
	const hasBaseline = measuredClients(cases).includes('baseline');
	const rows = cases.map(({ case: one, measured }) => [
		caseName(one),
		ratio(measured.httpRequest, measured.package),
		ratio(measured.package, measured.floor),
		...(hasBaseline ? [ratio(measured.package, measured.baseline)] : []),
	]);
	const heads = ['HTTP Request ÷ package', 'package ÷ floor'];
	return table(
		['Items and call', ...heads, ...(hasBaseline ? ['package ÷ older build'] : [])],
		rows,
	);
}

/** Returns the table of the memory of n8n's process. */
export function memoryTable(results: readonly MemoryResult[]): string {
	const megabytes = (bytes: number): string => `${numberText(bytes / BYTES_PER_MB)} MB`;
	const row = (name: string, own: number, other: number): string[] => [
		...[name, megabytes(own), megabytes(other)],
		numberText(own / other, 2),
	];
	const rows = results.flatMap(({ case: one, measured: { package: own, httpRequest: other } }) => {
		const grown = ({ peak, before }: typeof own): number => peak.median - before.median;
		return [
			row(`${caseName(one)}: peak`, own.peak.median, other.peak.median),
			row(`${caseName(one)}: above the memory in use before`, grown(own), grown(other)),
		];
	});
	const heads = [NAMES.package, NAMES.httpRequest, 'package ÷ HTTP Request'];
	return table(['Items and call', ...heads], rows);
}
