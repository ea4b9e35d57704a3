import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { endChildren } from '../n8n/harness/children';
import { Opened } from '../n8n/harness/opened';
import { progress } from '../n8n/harness/progress';
import { installPackage, openStage } from '../n8n/harness/stage';
import { runBench } from './bench';
import { FULL, type Grid, QUICK } from './grid';
import { machineText } from './report/machine';
import { caseName } from './report/names';
import { writePage } from './report/page';
import { goalsTable, memoryTable, shareTable, timesTable, trafficTable } from './report/tables';
import type { BenchResults } from './results';

const ROOT = path.resolve(__dirname, '../..');
const DOCS = path.join(ROOT, 'docs/development');

/** What can be asked for on the command line. */
interface Asked {
	/** A smaller grid. */
	quick: boolean;
	/** Only cases whose name contains this text; then nothing is written. */
	only: string | undefined;
	/** Whether to leave the page as it is. */
	print: boolean;
}

function asked(args: string[]): Asked {
	const { values } = parseArgs({
		args,
		options: {
			quick: { type: 'boolean', default: false },
			only: { type: 'string' },
			print: { type: 'boolean', default: false },
		},
	});
	const { quick, only, print } = values;
	return { quick, only, print: print || only !== undefined };
}

function gridOf({ quick, only = '' }: Asked): Grid {
	const grid = quick ? QUICK : FULL;
	const common = { latencyMs: 0, tls: false, clients: [], copies: 1 };
	return {
		...grid,
		cases: grid.cases.filter((one) => caseName(one).includes(only)),
		memory: grid.memory.filter((one) => caseName({ ...one, ...common }).includes(only)),
	};
}

/** Saves the data of the tables. */
function save(results: BenchResults): void {
	const folder = path.join(ROOT, '.cache');
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `bench-${String(Date.now())}.json`);
	writeFileSync(file, JSON.stringify(results, null, '\t'));
	progress(`All figures are in ${path.relative(ROOT, file)}`);
}

function print(results: BenchResults): void {
	const tables = [
		timesTable(results.cases),
		trafficTable(results.cases),
		memoryTable(results.memory),
		shareTable(results),
		goalsTable(results),
	];
	console.log(`\n${tables.join('\n\n')}\n`);
}

/** Measures, prints the tables, and rewrites docs/development/performance.md. */
async function main(args: string[]): Promise<void> {
	const wanted = asked(args);
	const grid = gridOf(wanted);
	const opened = new Opened();
	try {
		const stage = await openStage(opened, await installPackage(opened));
		const machine = await machineText(stage.n8n);
		progress(machine);
		const results = await runBench(stage, grid);
		print(results);
		save(results);
		if (wanted.print) return;
		const day = new Date().toISOString().slice(0, 10);
		await writePage(DOCS, results, { grid, machine, day, quick: wanted.quick });
		progress('docs/development/performance.md is rewritten');
	} finally {
		await opened.close();
	}
}

// n8n and the other processes must not outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endChildren);

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
