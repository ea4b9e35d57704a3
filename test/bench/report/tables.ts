import { table } from '../../docs/markdown';
import type { CaseResult, MemoryResult, Spread } from '../results';
import { caseName, numberText } from './names';

const BYTES_PER_MB = 1_000_000;
const NOT_MEASURED = '–';
const CLIENTS = ['This package', 'HTTP Request'];

function milliseconds(ms: Spread | undefined): string {
	if (ms === undefined) return NOT_MEASURED;
	const digits = ms.median < 10 ? 1 : 0;
	const [median = '', min = '', max = ''] = [ms.median, ms.min, ms.max].map((value) =>
		numberText(value, digits),
	);
	return `${median} (${min}–${max})`;
}

/** Returns the table of times: medians in milliseconds, with the range of all rounds. */
export function timesTable(cases: readonly CaseResult[]): string {
	const rows = cases.map(({ case: one, measured: { package: own, httpRequest: other } }) => {
		const ratio = own && other ? numberText(other.median / own.median, 2) : NOT_MEASURED;
		return [caseName(one), milliseconds(own), milliseconds(other), ratio];
	});
	return table(['Items and call', ...CLIENTS, 'HTTP Request ÷ package'], rows);
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
	return table(['Items and call', ...CLIENTS, 'package ÷ HTTP Request'], rows);
}
