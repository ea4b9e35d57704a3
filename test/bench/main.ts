import path from 'node:path';

import { progress } from '../n8n/harness/progress';
import { openStage } from '../n8n/harness/stage';
import { runBench } from './bench';
import { FULL, QUICK } from './grid';
import { goalsTable, memoryTable, shareTable, timesTable, trafficTable } from './report/tables';
import { machineText } from './report/machine';
import { writePage } from './report/page';

const DOCS = path.resolve(__dirname, '../../docs');

/** Measures and rewrites docs/performance.md; with --quick a small grid, with --print nothing is rewritten. */
async function main(args: readonly string[]): Promise<void> {
	const quick = args.includes('--quick');
	const grid = quick ? QUICK : FULL;
	const stage = await openStage();
	try {
		const machine = await machineText(stage.n8n);
		progress(machine);
		const results = await runBench(stage, grid);
		const tables = [timesTable, trafficTable].map((table) => table(results.cases));
		console.log([...tables, memoryTable(results.memory), shareTable(results)].join('\n\n'));
		console.log(`\n${goalsTable(results)}`);
		if (args.includes('--print')) return;
		const day = new Date().toISOString().slice(0, 10);
		await writePage(DOCS, results, { grid, machine, day, quick });
		progress('docs/performance.md and its pictures are rewritten');
	} finally {
		await stage.close();
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
