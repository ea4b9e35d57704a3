import { table } from '../../docs/markdown';
import { callOf } from '../calls';
import type { Client } from '../grid';
import type { BenchResults, CaseResult, Measured, MemoryResult } from '../results';
import { goalsOf } from './goals';
import { caseName, CLIENT_NAMES, numberText } from './names';

const BYTES_PER_MB = 1_000_000;
const NOT_MEASURED = '–';

function milliseconds({ ms }: Measured): string {
	const digits = ms.median < 10 ? 1 : 0;
	const [median, min, max] = [ms.median, ms.min, ms.max].map((value) => numberText(value, digits));
	return `${median ?? ''} (${min ?? ''}–${max ?? ''})`;
}

function ratio(one: Measured | undefined, other: Measured | undefined): string {
	if (one === undefined || other === undefined) return NOT_MEASURED;
	return numberText(one.ms.median / other.ms.median, 2);
}

/** Returns the table of times: medians in milliseconds, with the range of all rounds. */
export function timesTable(cases: readonly CaseResult[]): string {
	const heads = ['Items and call', ...Object.values(CLIENT_NAMES), 'HTTP Request ÷ package'];
	const rows = cases.map(({ case: one, measured }) => {
		const cell = (client: Client): string => {
			const found = measured[client];
			return found === undefined ? NOT_MEASURED : milliseconds(found);
		};
		return [
			...[caseName(one), cell('package'), cell('httpRequest')],
			ratio(measured.httpRequest, measured.package),
		];
	});
	return table(heads, rows);
}

/** Returns the table of what the server has counted for the two nodes: the maximum of all rounds. */
export function trafficTable(cases: readonly CaseResult[]): string {
	const heads = [
		'Items and call',
		'Requests of each',
		'Connections: package',
		'HTTP Request',
		'Most in flight: package',
		'HTTP Request',
	];
	const shown = cases.filter(({ case: one }) => one.copies === 1);
	const rows = shown.map(({ case: one, measured: { package: own, httpRequest: other } }) => {
		const count = (value: number | undefined): string =>
			value === undefined ? NOT_MEASURED : numberText(value);
		return [
			...[caseName(one), count(own?.requests), count(own?.connections)],
			...[count(other?.connections), count(own?.mostInFlight), count(other?.mostInFlight)],
		];
	});
	return table(heads, rows);
}

/** Returns the table of the memory of n8n's process. */
export function memoryTable(results: readonly MemoryResult[]): string {
	const heads = ['Items and call', 'This package', 'HTTP Request', 'package ÷ HTTP Request'];
	const rows = results.flatMap(
		({ case: { call, items }, measured: { package: own, httpRequest } }) => {
			const name = `${numberText(items)} × ${callOf(call).title}`;
			const megabytes = (bytes: number): string => `${numberText(bytes / BYTES_PER_MB)} MB`;
			const grown = (of: typeof own): number => of.peak.median - of.before.median;
			return [
				[
					...[`${name}: peak`, megabytes(own.peak.median), megabytes(httpRequest.peak.median)],
					numberText(own.peak.median / httpRequest.peak.median, 2),
				],
				[
					...[
						`${name}: above the memory in use before`,
						megabytes(grown(own)),
						megabytes(grown(httpRequest)),
					],
					numberText(grown(own) / grown(httpRequest), 2),
				],
			];
		},
	);
	return table(heads, rows);
}

/** Returns the table of the goals. */
export function goalsTable(results: BenchResults): string {
	const rows = goalsOf(results).map(({ title, goal, measured = 'not in this run', met }) => [
		...[title, goal, measured],
		met === undefined ? NOT_MEASURED : met ? 'yes' : 'no',
	]);
	return table(['What', 'Goal', 'Measured', 'Met'], rows);
}

/** Returns the table of what the package costs an n8n that has it installed. */
export function shareTable({ share, startMs }: BenchResults): string {
	const { loadMs, descriptionBytes, documentBytes, tarballBytes } = share;
	const kilobytes = (bytes: number): string => `${numberText(bytes / 1000)} kB`;
	const percent = (part: number, total: number): string =>
		`${numberText((part / total) * 100, 1)} %`;
	return table(
		['What', 'The package', 'n8n as a whole', 'Share'],
		[
			[
				"Start: loading the package's nodes and credentials, of n8n until it is ready",
				`${numberText(loadMs.median)} ms`,
				`${numberText(startMs.median)} ms`,
				percent(loadMs.median, startMs.median),
			],
			[
				'The document of all node types, which the editor loads',
				kilobytes(descriptionBytes),
				kilobytes(documentBytes),
				percent(descriptionBytes, documentBytes),
			],
			['The packed package', kilobytes(tarballBytes), '', ''],
		],
	);
}
