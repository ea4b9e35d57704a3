import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { withBlock } from '../../docs/generated';
import type { Grid } from '../grid';
import type { BenchResults } from '../results';
import { memoryTable, ratiosTable, timesTable } from './tables';

const PAGE = 'performance.md';

/** Returns the measured part of the page. `baseline` names the older build, if one was measured. */
export function measurements(
	results: BenchResults,
	grid: Grid,
	machine: string,
	baseline?: string,
): string {
	const day = new Date().toISOString().slice(0, 10);
	const medians = `Medians of ${String(grid.rounds)} rounds, and in brackets the range`;
	const memory = `medians of ${String(grid.memoryRounds)}`;
	return [
		`Measured on ${day}: ${machine}`,
		'### Times',
		`Milliseconds that the node took. ${medians}.${baseline === undefined ? '' : ` The older build is ${baseline}.`}`,
		timesTable(results.cases),
		'### Ratios',
		'Of the medians above.',
		ratiosTable(results.cases),
		...(results.memory.length === 0
			? []
			: [
					'### Memory',
					`The physical memory of n8n's process, each run in a fresh n8n; ${memory}.`,
					memoryTable(results.memory),
				]),
	].join('\n\n');
}

/** Writes the measured part into the page. */
export async function writePage(folder: string, content: string): Promise<void> {
	const file = path.join(folder, PAGE);
	const text = withBlock(readFileSync(file, 'utf8'), 'measurements', content);
	const config = await resolveConfig(file);
	writeFileSync(file, await format(text, { ...config, filepath: file }));
}
