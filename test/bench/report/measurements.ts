import type { BenchResults } from '../results';
import type { Grid } from '../grid';
import { goalsTable, memoryTable, shareTable, timesTable, trafficTable } from './tables';

/** What the page says of a run besides its figures. */
export interface Run {
	grid: Grid;
	machine: string;
	/** The day, as 2026-01-31. */
	day: string;
	/** Whether it was the smaller grid. */
	quick: boolean;
}

/** Returns the generated part of the page. */
export function measurements(results: BenchResults, { grid, machine, day, quick }: Run): string {
	const medians = `Medians of ${String(grid.rounds)} rounds, and in brackets the range`;
	const memory = `medians of ${String(grid.memoryRounds)}`;
	return [
		`Measured on ${day}: ${machine}`,
		...(quick
			? ['The smaller grid: fewer sizes, and no writes with latency beside HTTP Request.']
			: []),
		goalsTable(results),
		'### Times',
		`Milliseconds that the node took. ${medians}.`,
		timesTable(results.cases),
		'### Requests, connections, most in flight',
		'What the server counted.',
		trafficTable(results.cases),
		...(results.memory.length === 0 ? [] : memorySection(results, memory)),
		'### Installed, and not used',
		shareTable(results),
	].join('\n\n');
}

function memorySection({ memory }: BenchResults, medians: string): string[] {
	const text = `The physical memory of n8n's process, each run in a fresh n8n; ${medians}.`;
	return ['### Memory', text, memoryTable(memory)];
}
